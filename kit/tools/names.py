"""From the name of an app to an installed package. Only strong evidence resolves: a name never starts the wrong app.

Evidence, strongest first (spec: harness, app names): exact package, exact alias, exact package segment.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from kit.errors import TargetError
from kit.tools.phrases import say
from kit.tools.target import normalise

ALIASES: dict[str, tuple[str, ...]] = {
    "Settings": ("com.android.settings",),
    "Contacts": ("com.android.contacts", "com.google.android.contacts", "com.samsung.android.app.contacts"),
    "Phone": ("com.android.dialer", "com.google.android.dialer", "com.samsung.android.dialer"),
    "Messages": ("com.android.messaging", "com.google.android.apps.messaging", "com.samsung.android.messaging", "com.android.mms"),
    "Notes": ("com.simphone.notes", "com.miui.notes", "com.samsung.android.app.notes", "com.google.android.keep"),
    "Clock": ("com.android.deskclock", "com.google.android.deskclock", "com.sec.android.app.clockpackage"),
    "Files": ("com.android.documentsui", "com.google.android.documentsui", "com.google.android.apps.nbu.files", "com.sec.android.app.myfiles"),
    "Calculator": ("com.android.calculator2", "com.google.android.calculator", "com.miui.calculator", "com.sec.android.app.popupcalculator"),
    "Calendar": ("com.android.calendar", "com.google.android.calendar", "com.samsung.android.calendar"),
    "Camera": ("com.android.camera2", "com.android.camera", "com.google.android.GoogleCamera", "com.sec.android.app.camera"),
    "Chrome": ("com.android.chrome",),
    "Gmail": ("com.google.android.gm",),
    "Maps": ("com.google.android.apps.maps",),
    "YouTube": ("com.google.android.youtube",),
    "Play Store": ("com.android.vending",),
    "Photos": ("com.google.android.apps.photos",),
    "WeChat": ("com.tencent.mm",),
    "Alipay": ("com.eg.android.AlipayGphone",),
    "WhatsApp": ("com.whatsapp",),
    "Telegram": ("org.telegram.messenger",),
}  # fmt: skip
CHINESE = {
    "设置": "Settings", "通讯录": "Contacts", "联系人": "Contacts", "电话": "Phone", "信息": "Messages", "短信": "Messages",
    "备忘录": "Notes", "笔记": "Notes", "便签": "Notes", "时钟": "Clock", "闹钟": "Clock", "文件": "Files", "文件管理": "Files",
    "计算器": "Calculator", "日历": "Calendar", "相机": "Camera", "微信": "WeChat", "支付宝": "Alipay", "地图": "Maps",
}  # fmt: skip
MEANINGLESS = {
    "android",
    "google",
    "apps",
    "mobile",
    "main",
    "client",
    "phone",
    "samsung",
    "miui",
    "tencent",
    "launcher",
}
SEGMENT_MIN = 4
"""Shorter segments say too little (spec: harness, app names)."""
LISTED = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class InstalledApp:
    """A launchable app: its package, its component, and the name to call it by."""

    package: str
    component: str
    label: str


def installed(components: Iterable[str]) -> tuple[InstalledApp, ...]:
    """Launchable components with names: the alias when the package has one, else its last telling segment."""
    names = {package: label for label, packages in ALIASES.items() for package in packages}
    apps: list[InstalledApp] = []
    for component in components:
        package = component.split("/")[0]
        label = names.get(package) or next(iter(reversed(segments(package))), package)
        apps.append(InstalledApp(package=package, component=component, label=label))
    return tuple(apps)


def segments(package: str) -> list[str]:
    """The telling parts of a package name, cut at dots, underscores, hyphens and capitals, lower case."""
    parts = re.split(r"[._\-]|(?<=[a-z])(?=[A-Z])", package)
    return [p.lower() for p in parts if len(p) >= SEGMENT_MIN and p.lower() not in MEANINGLESS]


def resolve_app(name: str, components: Iterable[str], lang: str = "en") -> InstalledApp:
    """The one installed app meant.

    Raises:
        TargetError: target_unknown when nothing matches, target_ambiguous when several do; both list what there is.
    """
    apps = installed(components)
    wanted = normalise(CHINESE.get(name.strip(), name))
    for evidence in (
        [a for a in apps if name.strip() in (a.package, a.component)],
        [a for a in apps if wanted and normalise(a.label) == wanted],
        [a for a in apps if wanted in segments(a.package)],
    ):
        if len(evidence) == 1:
            return evidence[0]
        if evidence:
            many = ", ".join(a.package for a in evidence)
            raise TargetError(say(lang, "many_apps", name=name, candidates=many), code="target_ambiguous")
    known = ", ".join(a.label for a in apps[:LISTED])
    raise TargetError(say(lang, "no_app", name=name, known=known), code="target_unknown")
