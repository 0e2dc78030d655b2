"""What a maker's Android calls its own parts, as one table: packages, properties, quirks of the dumps; and what a release changes.

A name stands here only where real output shows it: the collected adb samples and dumps (launchers of Samsung and
Xiaomi, `xpos` in Huawei's dumps, Samsung's display, battery log and sensors), and for the rest what automation code for these phones
and their own frameworks name (the Xiaomi permission window is `PERMISSION_ACTIVITY` of its MiuiSizeCompatService).
The apps of a simphone keep their packages under every maker: they are its own, and tasks name them. Where nothing is
known a maker has AOSP's name. No Huawei phone runs more than API 31; with a later one it writes what that release does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kit.errors import UnknownName
from kit.simphone.state import Profile

LAUNCHER_PACKAGE = "com.android.launcher3"
PERMISSION_PACKAGE = "com.android.permissioncontroller"
PERMISSION_ACTIVITY = "com.android.permissioncontroller.permission.ui.GrantPermissionsActivity"
SETTINGS_PACKAGE = "com.android.settings"
CALL_PACKAGE = "com.android.incallui"
WINDOWS_API = 34
"""From this level on `uiautomator dump --windows` is known; before, an unknown option is ignored without a word."""
ORDERS_API = 36
"""From this level on a node says its drawing order and its hint."""
REAL_SIZE_API = 33
"""Before this level a dump's bounds end where the gesture area begins (getSize instead of getRealSize)."""


def short(package: str, activity: str) -> str:
    """A component as Android prints it: a class within the package loses the package's name."""
    return f"{package}/{activity.removeprefix(package) if activity.startswith(package + '.') else activity}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Maker:
    """One maker's names.

    Attributes:
        launcher, launcher_activity, launcher_title: package, class and window title of the home screen.
        permission, permission_activity: package and class of the window that asks for permissions.
        permission_ids: package in the resource ids of that window (Xiaomi's own; others keep AOSP's).
        calls: package of the window of an incoming call.
        keyboard: id of the keyboard the phone comes with.
        settings: class of the Settings app's first page, abbreviated.
        packages: further packages `pm list packages` shows.
        product: brand, manufacturer, model, product name and device name; None for AOSP, whose properties stay as they are.
        build: what stands in the fingerprint behind the build id, in the maker's form; {release} is the Android release.
        versions: API level -> properties that name the maker's own version, valid from that level on.
        display: id, port, maker and name of the panel, as SurfaceFlinger prints them.
        tail: attribute its dumper writes last in every node, before `ORDERS_API`.
    """

    launcher: str = LAUNCHER_PACKAGE
    launcher_activity: str = "com.android.launcher3.uioverrides.QuickstepLauncher"
    launcher_title: str = "Launcher3"
    permission: str = PERMISSION_PACKAGE
    permission_activity: str = PERMISSION_ACTIVITY
    permission_ids: str = PERMISSION_PACKAGE
    calls: str = CALL_PACKAGE
    keyboard: str = "com.android.inputmethod.latin/.LatinIME"
    settings: str = ".Settings"
    packages: tuple[str, ...] = ()
    product: tuple[str, str, str, str, str] | None = None
    build: str = ""
    versions: Mapping[int, Mapping[str, str]] = field(default_factory=dict[int, Mapping[str, str]])
    display: tuple[str, int, str, str] = ("4619827259835644672", 0, "GGL", "EMU_display_0")
    tail: str = ""

    @property
    def launcher_component(self) -> str:
        """The home screen as dumpsys names it."""
        return short(self.launcher, self.launcher_activity)

    def activity(self, package: str, activity: str) -> str:
        """The abbreviated class of an app's first page: the maker's where it has one of its own."""
        return self.settings if package == SETTINGS_PACKAGE and activity == ".Settings" else activity


MAKERS: dict[str, Maker] = {
    "aosp": Maker(),
    "samsung": Maker(
        launcher="com.sec.android.app.launcher",
        launcher_activity="com.sec.android.app.launcher.activities.LauncherActivity",
        launcher_title="One UI Home",
        permission="com.samsung.android.permissioncontroller",
        calls="com.samsung.android.incallui",
        keyboard="com.samsung.android.honeyboard/.service.HoneyBoardService",
        packages=("com.samsung.android.honeyboard", "com.samsung.android.incallui", "com.samsung.android.lool"),
        product=("samsung", "samsung", "SM-S911B", "dm1qxxx", "dm1q"),
        build="S911BXXU2AWL2",
        versions={
            30: {"ro.build.version.oneui": "30100"}, 31: {"ro.build.version.oneui": "40100"},
            33: {"ro.build.version.oneui": "50101"}, 34: {"ro.build.version.oneui": "60101"},
            35: {"ro.build.version.oneui": "70000"}, 36: {"ro.build.version.oneui": "80000"},
        },
        display=("4633128672291735939", 131, "SAM", "samsung lcd  "),
    ),
    "xiaomi": Maker(
        launcher="com.miui.home",
        launcher_activity="com.miui.home.launcher.Launcher",
        launcher_title="System launcher",
        permission="com.lbe.security.miui",
        permission_activity="com.android.packageinstaller.permission.ui.GrantPermissionsActivity",
        permission_ids="com.lbe.security.miui",
        keyboard="com.sohu.inputmethod.sogou.xiaomi/.SogouIME",
        settings=".MainSettings",
        packages=("com.sohu.inputmethod.sogou.xiaomi", "com.miui.securitycenter", "com.xiaomi.account"),
        product=("Xiaomi", "Xiaomi", "23127PN0CC", "houji", "houji"),
        build="V{release}.0.9.0.UNCCNXM",
        versions={
            30: {"ro.miui.ui.version.name": "V125"}, 31: {"ro.miui.ui.version.name": "V130"},
            33: {"ro.miui.ui.version.name": "V140"}, 34: {"ro.miui.ui.version.name": "V816"},
        },
    ),
    "huawei": Maker(
        launcher="com.huawei.android.launcher",
        launcher_activity="com.huawei.android.launcher.unihome.UniHomeLauncher",
        launcher_title="HUAWEI Home",
        keyboard="com.huawei.ohos.inputmethod/com.android.inputmethod.latin.LatinIME",
        settings=".HWSettings",
        packages=("com.huawei.ohos.inputmethod", "com.huawei.systemmanager"),
        product=("HUAWEI", "HUAWEI", "NOH-AN00", "NOH-AN00", "HWNOH"),
        build="104.0.0.188C00",
        versions={
            30: {"ro.build.version.emui": "EmotionUI_12.0.0"},
            31: {"ro.build.version.emui": "EmotionUI_14.2.0", "ro.build.hw_emui_api_level": "31"},
        },
        tail=' xpos="[0,0][0,0]"',
    ),
}  # fmt: skip

_BUILDS = {
    30: ("RP1A.200720.012", "2021-10-01"), 31: ("SP1A.210812.016", "2022-10-01"),
    33: ("TP1A.220624.014", "2023-12-01"), 34: ("UP1A.231005.007", "2024-10-01"),
    35: ("AP3A.240905.015", "2025-06-01"), 36: ("BP2A.250605.031", "2026-04-05"),
}  # fmt: skip
"""API level -> build id of that release and a security patch of its time."""


def of(profile: Profile) -> Maker:
    """The maker of a phone. Raises UnknownName for one that is none of `state.VENDORS`."""
    found = MAKERS.get(profile.vendor)
    if found is None:
        raise UnknownName("vendor", profile.vendor, tuple(MAKERS))
    return found


def properties(profile: Profile, release: str) -> dict[str, str]:
    """What getprop says of the make: AOSP's is an emulator; a maker's has a product, a build and the maker's own version.

    Args:
        profile: of the phone.
        release: its Android release, such as "13".
    """
    maker = of(profile)
    if maker.product is None:
        return {"ro.kernel.qemu": "1", "ro.boot.qemu": "1"}
    brand, manufacturer, model, name, device = maker.product
    level = _reached(_BUILDS, profile.api)
    build, patch = _BUILDS[level]
    incremental = maker.build.format(release=release)
    return {
        "ro.product.brand": brand, "ro.product.manufacturer": manufacturer, "ro.product.model": model,
        "ro.product.name": name, "ro.product.device": device, "ro.hardware": "qcom", "ro.build.type": "user",
        "ro.build.id": build, "ro.build.display.id": f"{build}.{incremental}",
        "ro.build.version.incremental": incremental, "ro.build.version.security_patch": patch,
        "ro.build.fingerprint": f"{brand}/{name}/{device}:{release}/{build}/{incremental}:user/release-keys",
        **maker.versions[_reached(maker.versions, profile.api)],
    }  # fmt: skip


def _reached(levels: Mapping[int, object], api: int) -> int:
    """The highest level that is not above this one, or the lowest there is."""
    return max((n for n in levels if n <= api), default=min(levels))


# --- foldables -------------------------------------------------------------------------------------------------------

PANELS = ((1812, 2176, 374), (904, 2316, 402))
"""Width, height and density of a foldable's inner and outer screen: the profiles `screen=fold` and `screen=cover`."""
OTHER_DISPLAY = "4619827551948147201"
"""SurfaceFlinger's id of the panel that is switched off."""


def other_panel(profile: Profile) -> tuple[int, int, int] | None:
    """Width, height and density of a foldable's other, dark panel; None for a phone with one panel."""
    sizes = [(width, height) for width, height, _ in PANELS]
    here = (profile.width, profile.height)
    return PANELS[1 - sizes.index(here)] if here in sizes else None
