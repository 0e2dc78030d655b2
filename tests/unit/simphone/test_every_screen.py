"""What must hold on every screen that taps lead to, in every app and language: found by walking through it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PIL import ImageOps

from kit.simphone import fonts
from kit.simphone.apps import ALL, store_apps
from kit.simphone.boxes import Box
from kit.simphone.draw import icons, screens
from kit.simphone.phone import Phone
from kit.simphone.profiles import read
from kit.simphone.tour import boxes, clickable, walk

APPS = ["launcher", *(a.name for a in ALL)]
FROM_STORE = {a.name for a in store_apps.APPS}
"""Apps of a single page."""
LEAST_DP = 20
"""A control smaller than this in either direction cannot be hit (what a scrolled list cuts off does not count)."""


def stops(traits: str, app: str, most: int = 15) -> Iterator[tuple[Phone, str]]:
    phone = Phone(2, **read(traits))
    for stop in walk(phone, app, most):
        phone.restore(stop.snapshot)
        yield phone, f"{app}: {stop.name}"
    assert phone.internal_errors == []


def overflowing(phone: Phone) -> list[str]:
    """Texts that are wider than the box they are written in."""
    found: list[str] = []
    for win in phone.windows():
        for box in boxes(win.box) if win.box is not None and win.key != "ime" else ():  # keys with a glyph show no word
            found += [f"{line!r} in {box.w} px" for line in box.lines if fonts.width(line, box.size) > box.w + 1]
    return found


def outside(phone: Phone) -> list[str]:
    """Boxes that reach over the edges of the screen to the side."""
    wide = phone.size[0]
    return [
        f"{box.widget.kind} {box.widget.text or box.widget.id!r} at {box.x}..{box.x + box.w}"
        for win in phone.windows()
        for box in (boxes(win.box) if win.box is not None else ())
        if box.w and (box.x < -1 or box.x + box.w > wide + 1)
    ]


def whole(box: Box) -> bool:
    """Nothing of it is scrolled away."""
    return (box.right - box.left, box.bottom - box.top) == (box.w, box.h)


@pytest.mark.slow
@pytest.mark.parametrize("app", APPS)
@pytest.mark.parametrize("traits", ["", "locale=zh-CN", "locale=ar", "font_scale=1.3,screen=small"])
def test_texts_stay_in_their_boxes_and_boxes_on_the_screen(app: str, traits: str) -> None:
    count = 0
    for phone, name in stops(traits, app):
        assert overflowing(phone) == [], name
        assert outside(phone) == [], name
        count += 1
    assert count >= (1 if app in FROM_STORE else 2)


@pytest.mark.slow
@pytest.mark.parametrize("app", APPS)
def test_every_control_can_be_seen_has_a_name_and_is_large_enough(app: str) -> None:
    for phone, name in stops("", app):
        for win in phone.windows():
            win.secure = (
                False  # what forbids screenshots is drawn all the same, for those who look at the screen itself
            )
        picture = screens.image(phone).convert("RGB")
        top = next(w for w in phone.windows() if w.owner not in ("status", "ime"))
        for box in clickable(top):
            label = f"{name}: {box.widget.kind} {box.widget.text or box.widget.desc or box.widget.id!r}"
            said = [w for b in boxes(box) for w in (b.widget.text, b.widget.desc, b.widget.hint) if w]
            assert said or not whole(box) or box.widget.kind == "canvas", f"{label} has no words"
            around = picture.crop((max(0, box.left - 2), max(0, box.top - 2), box.right + 2, box.bottom + 2))
            assert around.getcolors(1) is None, f"{label} looks like what is around it"
            if whole(box):
                least = phone.metrics.dp(LEAST_DP)
                assert min(box.w, box.h) >= least, f"{label} is {box.w}x{box.h} px"


@pytest.mark.slow
@pytest.mark.parametrize("app", APPS)
def test_a_tap_lands_on_what_the_picture_shows(app: str) -> None:
    from kit.simphone.gestures import target

    for phone, name in stops("", app, 8):
        top = next(w for w in phone.windows() if w.owner not in ("status", "ime"))
        hit = [target(phone, (b.left + b.right) // 2, (b.top + b.bottom) // 2) for b in clickable(top)]
        lost = [
            b.widget.text or b.widget.desc or b.widget.id
            for b, (win, under) in zip(clickable(top), hit, strict=True)
            if win is not top or under is None or (under is not b and under not in list(boxes(b)))
        ]
        covered = [label for label in lost if label]  # by a floating button, which lies over the end of a list
        assert len(covered) <= 1, f"{name}: {covered}"


PADS = {"calculator": "789", "clock": "123", "phone": "123", "bank": "123"}


@pytest.mark.parametrize("app", PADS)
@pytest.mark.parametrize("locale", ["en-US", "ar"])
def test_a_pad_of_digits_runs_from_left_to_right_in_every_language(app: str, locale: str) -> None:
    phone = Phone(2, locale=locale)
    phone.launch(app)
    if app == "phone":
        phone.send(app, ("keypad",))
    elif app == "clock":
        phone.send(app, ("tab", 2))
    keys = {
        b.widget.text: b for w in phone.windows() for b in (boxes(w.box) if w.box else ()) if b.widget.kind == "button"
    }
    row = [keys[digit] for digit in PADS[app]]
    assert len({key.y for key in row}) == 1
    assert [key.x for key in row] == sorted(key.x for key in row)


def test_what_points_along_the_line_points_the_other_way_in_arabic() -> None:
    def back(locale: str) -> Box:
        phone = Phone(2, locale=locale)
        phone.launch("notes")
        phone.send("notes", ("folders",))
        found = (b for w in phone.windows() for b in (boxes(w.box) if w.box else ()) if b.widget.on_tap == ("back",))
        return next(found)

    english, arabic = back("en-US"), back("ar")
    assert english.x < arabic.x
    pictures = [icons.mask(b.widget.icon, 48) for b in (english, arabic)]
    assert pictures[0].tobytes() != pictures[1].tobytes()
    assert ImageOps.mirror(pictures[0]).tobytes() == pictures[1].tobytes()
