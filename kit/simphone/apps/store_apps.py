"""Small apps that Store offers: counters, dice and bill splitters, each working, each with its own name and data."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from kit.simphone import widgets as w
from kit.simphone.app import App, Handler, Run

WORDS = {
    "zh": {"Count one more": "加一", "Count one less": "减一", "Roll": "掷骰子", "Not rolled yet": "尚未掷骰子", "Bill": "账单", "People": "人数",
           "Each pays {amount}": "每人支付 {amount}", "Enter the bill and the people": "请输入账单和人数"},
    "ar": {"Count one more": "زيادة واحد", "Count one less": "إنقاص واحد", "Roll": "ارمِ النرد", "Not rolled yet": "لم يُرمَ النرد بعد", "Bill": "الفاتورة",
           "People": "الأشخاص", "Each pays {amount}": "يدفع كل شخص {amount}", "Enter the bill and the people": "أدخل الفاتورة وعدد الأشخاص"},
    "alt": {"Count one more": "Add one", "Roll": "Throw"},
}  # fmt: skip


@dataclass(slots=True)
class NumberData:
    """The one number such an app keeps: what was counted, or the last throw."""

    value: int = 0


def _fresh(_rng: random.Random, _now: datetime) -> NumberData:
    return NumberData()


def _counter(run: Run, title: str) -> w.Widget:
    count = w.text(str(run.data.value), style="headline", align="center", id="count")
    return w.page(
        w.app_bar(title, w.icon_button("close", run.t("Reset"), ("reset",), id="reset")),
        w.column(count, pad=32),
        w.row(
            w.button(run.t("Count one less"), ("add", -1), style="outlined", weight=1, id="less"),
            w.button(run.t("Count one more"), ("add", 1), style="filled", weight=1, id="more"),
            pad=16,
        ),
    )


def _dice(run: Run, title: str) -> w.Widget:
    shown = str(run.data.value) if run.data.value else run.t("Not rolled yet")
    return w.page(
        w.app_bar(title),
        w.column(w.text(shown, style="headline", align="center", id="throw"), pad=32),
        w.column(w.button(run.t("Roll"), ("roll",), style="filled", id="roll"), pad=16),
    )


def _bill(run: Run, title: str) -> w.Widget:
    bill, people = (run.ui.fields.get(name, "") for name in ("bill", "people"))
    try:
        words = run.t("Each pays {amount}", amount=f"{float(bill) / int(people):.2f}")
    except (ValueError, ZeroDivisionError):
        words = run.t("Enter the bill and the people")
    return w.page(
        w.app_bar(title),
        w.column(w.text_field("bill", bill, hint=run.t("Bill"), input="number", action="next"), pad=8),
        w.column(w.text_field("people", people, hint=run.t("People"), input="number", on_submit=("noop",)), pad=8),
        w.text(words, style="title", pad=16, id="share"),
    )


def _add(run: Run, step: int) -> None:
    run.data.value = max(0, run.data.value + step)


def _reset(run: Run) -> None:
    run.data.value = 0


def _roll(run: Run) -> None:
    run.data.value = run.env.rng.randint(1, 6)


HANDLERS: dict[str, Handler] = {"add": _add, "reset": _reset, "roll": _roll}


def _make(name: str, en: str, zh: str, ar: str, icon: str, page: Callable[[Run, str], w.Widget]) -> App:
    labels = {"en": en, "zh": zh, "ar": ar}

    def view(run: Run) -> w.Widget:
        return page(run, labels.get(run.env.settings.locale.split("-")[0], en))

    return App(
        name=name, package=f"com.simphone.{name}", activity=".MainActivity", labels=labels, icon=icon, color="#455a64",
        fresh=_fresh, view=view, handlers=HANDLERS, words=WORDS, preinstalled=False,
    )  # fmt: skip


APPS = (
    _make("tally", "Tally Counter", "计数器", "عداد النقرات", "add", _counter),
    _make("clicks", "Click Counter", "点击计数", "عداد الضغطات", "check", _counter),
    _make("guests", "Guest Counter", "来客计数", "عداد الضيوف", "contacts", _counter),
    _make("dice", "Dice Roller", "掷骰子", "رمي النرد", "apps", _dice),
    _make("luckydice", "Lucky Dice", "幸运骰子", "نرد الحظ", "star", _dice),
    _make("billsplit", "Bill Splitter", "账单分摊", "تقسيم الفاتورة", "list", _bill),
    _make("fairshare", "Fair Share", "公平分账", "قسمة عادلة", "swap", _bill),
    _make("tablebill", "Table Bill", "餐桌账单", "فاتورة الطاولة", "file", _bill),
)
KINDS = {"tally": "Counters", "clicks": "Counters", "guests": "Counters", "dice": "Dice", "luckydice": "Dice",
         "billsplit": "Bills", "fairshare": "Bills", "tablebill": "Bills"}  # fmt: skip
"""Short name -> category in Store."""
