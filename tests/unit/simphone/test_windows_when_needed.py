"""Windows are made and laid out only when something changed and somebody needs it."""

from __future__ import annotations

from collections.abc import Iterator

from kit.simphone import entry
from kit.simphone.boxes import Box
from kit.simphone.phone import Phone


def searching() -> Phone:
    """A phone with the empty search field of Settings in use."""
    phone = Phone(3)
    phone.run("am start -a android.settings.SETTINGS")
    box = next(b for b in _boxes(phone) if b.widget.kind == "field" or b.widget.icon == "search")
    phone.run(f"input tap {(box.left + box.right) // 2} {(box.top + box.bottom) // 2}")
    assert entry.focused(phone) is not None
    return phone


def typed(phone: Phone) -> str:
    """What the field in use holds."""
    field = entry.focused(phone)
    assert field is not None
    return field.text


def _boxes(phone: Phone) -> Iterator[Box]:
    waiting = [w.box for w in phone.windows() if w.box is not None]
    while waiting:
        box = waiting.pop()
        yield box
        waiting += box.kids


def test_who_needs_only_the_trees_gets_no_boxes_and_the_next_look_lays_the_same_windows() -> None:
    phone = Phone(3)
    phone.run("am start -a android.settings.SETTINGS")
    made = phone.windows(laid=False)
    assert all(w.box is None for w in made)
    assert phone.windows() is made
    assert all(w.box is not None for w in made)
    assert phone.run("uiautomator dump /sdcard/a.xml").code == 0
    again = Phone(3)
    again.run("am start -a android.settings.SETTINGS")
    again.run("uiautomator dump /sdcard/a.xml")
    assert phone.files.read("/sdcard/a.xml") == again.files.read("/sdcard/a.xml")


def test_deleting_nothing_changes_nothing_and_deleting_a_letter_does() -> None:
    phone = searching()
    made = phone.windows()
    phone.run("input keycombination KEYCODE_CTRL_LEFT KEYCODE_A")
    phone.run("input keyevent KEYCODE_DEL KEYCODE_MOVE_HOME KEYCODE_FORWARD_DEL")
    assert phone.windows(contents=False) is made
    phone.run("input text ab")
    assert typed(phone) == "ab"
    phone.run("input keyevent KEYCODE_DEL")
    assert typed(phone) == "a"
    phone.run("input keycombination KEYCODE_CTRL_LEFT KEYCODE_A")
    phone.run("input keyevent KEYCODE_DEL")
    assert typed(phone) == ""


def test_what_was_selected_is_not_when_there_was_nothing_to_delete() -> None:
    phone = searching()
    phone.run("input keycombination KEYCODE_CTRL_LEFT KEYCODE_A")
    phone.run("input keyevent KEYCODE_DEL")
    phone.run("input text ab")
    phone.run("input text c")
    assert typed(phone) == "abc"
