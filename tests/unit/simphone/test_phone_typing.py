"""Fields show what is typed wherever they stand; dialogs' buttons keep their order; pages may ask for the focus."""

import ast
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import demo_app as demo
import pytest

import kit.simphone.apps
from kit.simphone import entry
from kit.simphone.app import App, Dialog
from kit.simphone.phone import Phone
from kit.simphone.widgets import Widget, button, page, text_field

REFUSALS = ("Cancel", "Close", "No", "Not now", "Keep it", "Keep order")
DIALOG_FIELDS = {
    "device_name", "password", "file_name", "label", "hour", "minute", "folder_name",
    "mtrl_picker_text_input_date", "material_hour_text_input", "material_minute_text_input",
}  # fmt: skip
"""Every field that stands in a dialog of a sample app."""


def widgets(root: Widget) -> Iterator[Widget]:
    yield root
    for child in root.children:
        yield from widgets(child)


def tap_of(widget: Widget) -> tuple[Any, ...] | None:
    """The event of a tap; a canvas is told where."""
    if widget.on_tap is not None and widget.kind == "canvas":
        return (*widget.on_tap, 500, 500)
    return widget.on_tap


def wander(phone: Phone, app: str, steps: int) -> Iterator[Dialog]:
    """Every dialog met on a random walk through an app, by what can be tapped and held on its pages."""
    rng = random.Random(app)
    for n in range(steps):
        if phone.core.system.front != app or n % 40 == 0:
            phone.launch(app, page="home")
        top = next((w for w in phone.windows() if w.owner == app), None)
        if top is None:
            continue
        if (dialog := phone.core.apps[app].ui.dialog) is not None:
            yield dialog
        events = [e for w in widgets(top.root) if w.enabled for e in (tap_of(w), w.on_long) if e is not None]
        phone.send(app, rng.choice(events) if events else ("back",))


@pytest.mark.parametrize("app", [a.name for a in kit.simphone.apps.ALL])
def test_what_is_typed_into_any_dialog_is_shown_there(app: str) -> None:
    phone = Phone(4)
    tried: set[str] = set()
    for _ in wander(phone, app, 700):
        win = next(w for w in phone.windows() if w.key == f"dialog:{app}")
        for field in entry.fields(win.root):
            if field.id in tried:
                continue
            tried.add(field.id)
            entry.take(phone, app, field)
            phone.run("input keycombination 113 29; input keyevent DEL; input text 1; input text 2")
            shown = next(w for w in phone.windows() if w.key == f"dialog:{app}")
            assert [f.text for f in entry.fields(shown.root) if f.id == field.id] == ["12"], field.id
            assert phone.core.apps[app].ui.fields[field.id] == "12"
    known = {
        "settings": {"device_name", "password"}, "files": {"file_name"}, "clock": {"hour", "minute", "label"},
        "notes": {"folder_name"}, "calendar": {f for f in DIALOG_FIELDS if f.startswith(("mtrl", "material"))},
    }  # fmt: skip
    assert tried >= known.get(app, set()), "the walk meets the dialogs this app is known to have"
    assert phone.internal_errors == []


def static_app() -> App:
    """An app whose page and dialog make their fields once, with a text that is never up to date."""
    return App(
        name="static", package="org.static", activity=".Main", labels={"en": "Static"}, icon="note", color="#123456",
        fresh=lambda rng, now: None,
        view=lambda run: page(button("Ask", ("ask",)), text_field("plain", "old")),
        handlers={"ask": lambda run: setattr(run.ui, "dialog", Dialog("Name", body=(text_field("name", "older"),)))},
    )  # fmt: skip


@pytest.mark.parametrize("field", ["plain", "name"])
def test_the_core_shows_typed_text_whatever_the_view_says(field: str) -> None:
    phone = Phone(0, apps=[static_app()])
    phone.launch("static")
    if field == "name":
        phone.send("static", ("ask",))
    old = next(f for w in phone.windows() for f in entry.fields(w.root) if f.id == field)
    entry.take(phone, "static", old)
    phone.run("input text x; input keyevent MOVE_HOME; input text y; input keyevent FORWARD_DEL")
    node = next(n for n in demo.dump(phone).iter("node") if n.get("resource-id") == f"org.static:id/{field}")
    assert node.get("text") == "y" + old.text[1:] + "x"


def test_a_field_that_is_left_for_good_begins_anew() -> None:
    phone = Phone(4)
    phone.launch("notes", page="folders")
    phone.send("notes", ("ask_folder",))
    entry.take(phone, "notes", entry.fields(phone.windows()[1].root)[0])
    phone.run("input text Trips; input keyevent BACK; input keyevent BACK")
    phone.send("notes", ("ask_folder",))
    assert entry.fields(next(w for w in phone.windows() if w.key == "dialog:notes").root)[0].text == ""


# --- buttons -----------------------------------------------------------------------------------------------------------


def button_rows() -> list[tuple[str, list[tuple[str, str]]]]:
    """(file, [(label, event)]) of every tuple of dialog buttons in the sample apps' source."""
    found: list[tuple[str, list[tuple[str, str]]]] = []
    for path in sorted(Path(kit.simphone.apps.__file__).parent.glob("*.py")):
        tuples = [n for n in ast.walk(ast.parse(path.read_text())) if isinstance(n, ast.Tuple) and n.elts]
        rows = [[e.elts for e in t.elts if isinstance(e, ast.Tuple)] for t in tuples if all(map(_is_button, t.elts))]
        found += [(path.name, [(_label(label), _label(event)) for label, event in row]) for row in rows]
    return found


def _is_button(node: ast.expr) -> bool:
    if not (isinstance(node, ast.Tuple) and len(node.elts) == 2):
        return False
    label, event = node.elts
    named = isinstance(event, ast.Tuple) and event.elts and isinstance(event.elts[0], ast.Constant)
    words = isinstance(label, ast.Call) or (isinstance(label, ast.Constant) and isinstance(label.value, str))
    return words and (bool(named) or isinstance(event, ast.Name))


def _label(node: ast.expr) -> str:
    if isinstance(node, ast.Tuple):
        return _label(node.elts[0])
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "t":
        return _label(node.args[0])  # run.t("Cancel")
    return str(node.value) if isinstance(node, ast.Constant) else ast.unparse(node)


def test_no_app_puts_a_refusal_at_the_positive_place() -> None:
    rows = [(file, row) for file, row in button_rows() if len(row) > 1]
    assert len(rows) >= 12
    assert {file for file, _ in rows} >= {"calendar.py", "contacts.py", "files_actions.py", "notes.py", "prompts.py"}
    wrong = [(file, row) for file, row in rows if row[0][0] in REFUSALS]
    assert wrong == []
    assert all(row[-1][0] in (*REFUSALS, "Dismiss", "Snooze") for _, row in rows), "every question can be refused"


@pytest.mark.parametrize("app", [a.name for a in kit.simphone.apps.ALL])
def test_the_positive_button_is_button1_at_the_end_of_the_row(app: str) -> None:
    phone = Phone(4)
    seen: set[str] = set()
    for dialog in wander(phone, app, 300):
        if dialog.title in seen:
            continue
        seen.add(dialog.title)
        win = next(w for w in phone.windows() if w.key == f"dialog:{app}")
        assert win.box is not None
        drawn = {b.widget.id: b.x for b in boxes(win.box) if b.widget.id.startswith("android:id/button")}
        drawn.pop("android:id/buttonPanel")
        names = [label for label, _ in dialog.buttons]
        if len(names) == 1 and names[0] in REFUSALS:
            assert list(drawn) == ["android:id/button2"], dialog.title
        elif len(names) > 1:
            assert drawn["android:id/button1"] >= drawn["android:id/button2"], dialog.title
            assert names[0] not in REFUSALS


def boxes(box) -> Iterator:
    yield box
    for kid in box.kids:
        yield from boxes(kid)


# --- focus ---------------------------------------------------------------------------------------------------------------

SEARCHES = [
    ("settings", "Search settings"), ("contacts", "Search contacts"), ("messages", "Search messages"),
    ("notes", "Search notes"), ("calendar", "Search events"), ("files", "Search"), ("launcher", "Search apps"),
]  # fmt: skip


@pytest.mark.parametrize(("app", "label"), SEARCHES)
def test_a_search_page_opens_with_the_keyboard_and_takes_text_at_once(app: str, label: str) -> None:
    phone = Phone(2)
    if app != "launcher":
        phone.launch(app)
    demo.tap(phone, label)
    assert "mInputShown=true" in phone.run("dumpsys input_method").text
    phone.run("input text e")
    focused = [n for n in demo.dump(phone).iter("node") if n.get("focused") == "true"]
    assert [n.get("text") for n in focused] == ["e"]
    phone.run("input keyevent BACK")
    assert "mInputShown=false" in phone.run("dumpsys input_method").text
    assert find_text(demo.dump(phone), "e"), "Back puts the keyboard away first"


def find_text(root: ET.Element, words: str) -> bool:
    return any(n.get("text") == words for n in root.iter("node"))


def test_a_request_for_a_field_that_is_not_there_is_forgotten() -> None:
    phone = Phone(2)
    phone.launch("notes")
    phone.core.apps["notes"].ui.focus = "nowhere"
    phone.touch()
    phone.windows()
    assert (phone.core.apps["notes"].ui.focus, phone.core.system.focus, phone.core.system.ime_shown) == (
        "",
        None,
        False,
    )
