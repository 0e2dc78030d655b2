"""Apps nobody asked for: they stand between those a task needs, under names that are nearly theirs. Each keeps a plain list."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from kit.simphone import widgets as w
from kit.simphone.app import App, Run

NAMES = (
    ("Notepad Plus", "记事本 Plus", "مفكرة بلس", "note"), ("Contacts Backup", "联系人备份", "نسخة جهات الاتصال", "person"),
    ("Clock Widget", "时钟小部件", "أداة الساعة", "clock"), ("Messages Lite", "短信精简版", "رسائل لايت", "message"),
    ("Calendar Pro", "日历专业版", "تقويم برو", "calendar"), ("File Cleaner", "文件清理", "منظف الملفات", "folder"),
    ("Unit Calculator", "单位换算", "حاسبة الوحدات", "calculator"), ("Settings Helper", "设置助手", "مساعد الإعدادات", "settings"),
    ("Mail Guard", "邮件卫士", "حارس البريد", "mail"), ("Photo Lab", "照片工坊", "معمل الصور", "image"),
    ("Music Trivia", "音乐问答", "ألغاز موسيقية", "music"), ("Bank News", "银行资讯", "أخبار البنوك", "info"),
)  # fmt: skip
"""English, Chinese and Arabic label, glyph."""

WORDS = {
    "zh": {"Nothing here yet": "这里还没有内容", "New entry": "新条目", "Add entry": "添加条目"},
    "ar": {"Nothing here yet": "لا يوجد شيء هنا بعد", "New entry": "إدخال جديد", "Add entry": "إضافة إدخال"},
}


@dataclass(slots=True)
class DecoyData:
    """What was written into the app."""

    entries: list[str] = field(default_factory=list[str])


def _fresh(_rng: random.Random, _now: datetime) -> DecoyData:
    return DecoyData()


def _add(run: Run, *_: Any) -> None:
    if words := run.ui.fields.pop("new_entry", "").strip():
        run.data.entries.append(words)


def make(count: int) -> tuple[App, ...]:
    """The first `count` decoys; at most as many as there are names."""
    return tuple(_app(n, *names) for n, names in enumerate(NAMES[:count]))


def _app(number: int, en: str, zh: str, ar: str, icon: str) -> App:
    labels = {"en": en, "zh": zh, "ar": ar}

    def view(run: Run) -> w.Widget:
        rows = [w.item(entry) for entry in run.data.entries] or [w.empty(run.t("Nothing here yet"))]
        title = labels.get(run.env.settings.locale.split("-")[0], en)
        return w.page(
            w.app_bar(title),
            w.text_field("new_entry", "", hint=run.t("New entry"), on_submit=("add",)),
            w.button(run.t("Add entry"), ("add",), id="add"),
            w.scroll(*rows),
        )

    package = "com.thirdparty." + "".join(c for c in en.lower() if c.isalnum())
    return App(
        name=f"decoy{number + 1}", package=package, activity=".MainActivity", labels=labels, icon=icon, color="#5f6368",
        fresh=_fresh, view=view, handlers={"add": _add}, words=WORDS,
    )  # fmt: skip
