"""A tiny app that uses every kind of widget and every service of the phone; and eyes and fingers for tests."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from xml.etree import ElementTree as ET

from kit.simphone.app import App, Dialog, Run
from kit.simphone.apps.prompts import bar
from kit.simphone.phone import Phone
from kit.simphone.widgets import (
    Widget,
    app_bar,
    button,
    card,
    checkbox,
    chip,
    column,
    divider,
    empty,
    fab,
    frame,
    grid,
    icon_button,
    image,
    item,
    page,
    progress,
    radio,
    row,
    scroll,
    slider,
    space,
    switch,
    tabs,
    text,
    text_field,
)

ROWS = 30


@dataclass
class DemoData:
    """What the demo keeps."""

    count: int = 0
    lucky: int = 0
    on: bool = False
    level: int = 40
    saved: list[str] = field(default_factory=list)
    strokes: list[Any] = field(default_factory=list)


def _home(run: Run) -> Widget:
    rows = [
        item(f"Row {n}", f"detail {n}", on_tap=("open", n), on_long=("held", n), icon="person") for n in range(ROWS)
    ]
    return page(
        app_bar("Demo", icon_button("search", "Search", ("go", "search")), icon_button("more", "", ("noop",))),
        tabs(("One", "Two"), run.ui.memo.get("tab", 0), "tab"),
        scroll(switch("Power", run.data.on, ("flip",), subtitle="on or off", id="power"), divider(), *rows),
        floating=fab("add", "New", ("go", "form")),
    )


def _form(run: Run) -> Widget:
    fields = run.ui.fields
    return page(
        bar(run, "Form", up=True),
        scroll(
            text_field("name", fields.get("name", ""), hint="Name", action="next", on_change=("typed",)),
            text_field("secret", fields.get("secret", ""), hint="PIN", input="password", action="next"),
            text_field("body", fields.get("body", ""), hint="Body", input="multiline"),
            text_field("last", fields.get("last", ""), hint="Send it", action="send", on_submit=("save",)),
            slider("level", run.data.level, ("level",), desc="Level"),
            checkbox("Agree", run.data.on, ("flip",), id="agree"),
            radio("Pick", run.data.on, ("flip",), id="pick"),
            row(chip("Chip", ("bump",), selected=True), chip("Other", ("bump",))),
            button("Save", ("save", "button"), style="filled"),
            id="form",
        ),
    )


def _odds(run: Run) -> Widget:
    return page(
        bar(run, "Odds", up=True),
        card(text("In a card"), progress()),
        grid(*(button(str(n), ("bump",)) for n in range(4)), columns=2, id="pad"),
        frame(Widget(kind="canvas", id="board", on_change=("stroke",), weight=1), height=200),
        Widget(kind="web", id="web", height=100, children=(text("A page"),)),
        image("A picture", color="#336699", height=120),
        column(space(4), button("Off", ("bump",), enabled=False)),
        button("Bare", ("bump",)),
        empty(run.data.__class__.__name__),
    )


def _view(run: Run) -> Widget:
    name = run.ui.page.name
    if name == "form":
        return _form(run)
    if name == "odds":
        return _odds(run)
    if name == "search":
        return page(
            bar(run, "Search", up=True),
            text_field("q", run.ui.fields.get("q", ""), hint="Find", action="search", on_submit=("save",)),
        )
    if name == "vault":
        return page(bar(run, "Vault", up=True), text("the secret is 42"))
    if name == "row":
        many = [item(f"Part {n}", on_tap=("noop",)) for n in range(ROWS)]
        return page(bar(run, f"Row {run.ui.page.args['n']}", up=True), scroll(*many))
    return _home(run)


def _bump(run: Run, *_: Any) -> None:
    run.data.count += 1


def _save(run: Run, what: str) -> None:
    run.data.saved.append(what if what != "button" else run.ui.fields.get("name", ""))
    run.ui.back()


def _flip(run: Run) -> None:
    run.data.on = not run.data.on


def _tab(run: Run, n: int) -> None:
    run.ui.memo["tab"] = n


def _level(run: Run, value: int) -> None:
    run.data.level = value


def _ask(run: Run) -> None:
    run.ui.dialog = Dialog(
        "Really?",
        "This cannot be undone.",
        (("Cancel", ("noop",)), ("Remove", ("bump",))),
        body=(text_field("why", run.ui.fields.get("why", ""), hint="Why"),),
    )


def _boom(run: Run) -> None:
    raise ZeroDivisionError("boom")


HANDLERS: dict[str, Any] = {
    "bump": _bump,
    "open": lambda run, n: run.ui.go("row", n=n),
    "held": lambda run, n: run.env.toast(f"held {n}"),
    "go": lambda run, name: run.ui.go(name),
    "flip": _flip,
    "tab": _tab,
    "typed": lambda run, value: run.ui.memo.update(typed=value),
    "save": _save,
    "level": _level,
    "stroke": lambda run, path: run.data.strokes.append(path),
    "ask": _ask,
    "later": lambda run, ms: run.env.later(ms, ("bump",)),
    "permit": lambda run, name: run.env.permit(name, ("bump",)),
    "notify": lambda run: run.env.notify("Hello", "from the demo", ("open", 7)),
    "jump": lambda run: run.env.open("other"),
    "close": lambda run: run.env.close(),
    "boom": _boom,
}


def _fresh(rng: random.Random, now: datetime) -> DemoData:
    return DemoData(lucky=rng.randrange(10**9))


DEMO = App(
    name="demo", package="org.demo", activity=".Main", labels={"en": "Demo", "zh": "演示"}, icon="star", color="#884400",
    fresh=_fresh, view=_view, handlers=HANDLERS, secure=("vault",), permissions=("contacts", "camera"),
)  # fmt: skip
OTHER = App(
    name="other", package="com.android.other", activity=".OtherMain", labels={"en": "Other"}, icon="note", color="#004488",
    fresh=lambda rng, now: DemoData(), view=lambda run: page(app_bar("Other"), text("Nothing here")), handlers={},
    system=True,
)  # fmt: skip


def phone(seed: int = 0, **traits: Any) -> Phone:
    """A phone with the demo and one more app, and no files."""
    return Phone(seed, apps=(DEMO, OTHER), sample_files=False, **traits)


def opened(seed: int = 0, *pages: str, **traits: Any) -> Phone:
    """The same with the demo in front, at a page."""
    made = phone(seed, **traits)
    made.launch("demo")
    for name in pages:
        made.send("demo", ("go", name))
    return made


def dump(on: Phone, windows: bool = False) -> ET.Element:
    """The parsed dump."""
    option = "--windows " if windows else ""
    result = on.run(f"uiautomator dump {option}/sdcard/d.xml >/dev/null; cat /sdcard/d.xml")
    return ET.fromstring(result.stdout)


def find(on: Phone, label: str, windows: bool = True) -> ET.Element | None:
    """The first node with this text or description."""
    nodes = dump(on, windows).iter("node")
    return next((n for n in nodes if label in (n.get("text"), n.get("content-desc"))), None)


def bounds(node: ET.Element) -> tuple[int, int, int, int]:
    """A node's rectangle."""
    left, top, right, bottom = map(int, re.findall(r"-?\d+", node.get("bounds", "")))
    return left, top, right, bottom


def tap(on: Phone, label: str) -> None:
    """Touches the middle of what bears this label."""
    node = find(on, label)
    assert node is not None, f"nothing says {label!r}"
    left, top, right, bottom = bounds(node)
    assert on.run(f"input tap {(left + right) // 2} {(top + bottom) // 2}").code == 0
