import io
import json
import random
from dataclasses import asdict

import pytest
from app_driver import NOW
from app_phone import AppPhone
from PIL import Image
from translated import untranslated

from kit.device.device import Device
from kit.simphone.apps import draw_app, draw_app_pages
from kit.simphone.apps.draw_app import APP, field_at, fresh, stroke
from kit.simphone.apps.draw_app_pages import COLORS, WIDTHS
from kit.simphone.local import LocalTransport


@pytest.fixture
def phone() -> AppPhone:
    found = AppPhone(APP)
    found.tap(found.data.drawings[0]["name"])
    return found


def box(phone: AppPhone, name: str):
    """The box of the widget with this id, found from the windows down."""
    boxes = [win.box for win in phone.phone.windows() if win.box is not None]
    while boxes:
        one = boxes.pop()
        if one.widget.id == name:
            return one
        boxes += one.kids
    raise AssertionError(f"nothing with the id {name}")


def middle(phone: AppPhone, field: str) -> tuple[int, int]:
    column, row = box(phone, f"column_{field[0]}"), box(phone, f"row_{field[1]}")
    return column.x + column.w // 2, row.y + row.h // 2


def swipe(phone: AppPhone, start: str, end: str) -> None:
    (a, b), (c, d) = middle(phone, start), middle(phone, end)
    assert phone.phone.run(f"input swipe {a} {b} {c} {d} 300").code == 0
    assert phone.phone.internal_errors == []


@pytest.mark.parametrize("locale", ["en-US", "ar-EG"])
def test_a_swipe_between_two_fields_is_a_stroke_there_whichever_way_the_language_runs(locale: str) -> None:
    phone = AppPhone(APP, locale=locale)
    phone.phone.send("draw", ("open", "d1"))
    swipe(phone, "B2", "E7")
    swipe(phone, "F8", "F8")
    made = phone.data.drawings[0]["strokes"][-2:]
    assert [[field_at(*p) for p in one["points"]] for one in made] == [["B2", "E7"], ["F8"]]


def test_a_stroke_changes_pixels_and_no_node(phone: AppPhone) -> None:
    device = Device(LocalTransport(phone.phone))
    phone.tap("Red", "Thick")
    before, nodes = device.screenshot(), device.hierarchy(windows=True)
    swipe(phone, "A1", "F1")
    after = device.screenshot()
    assert device.hierarchy(windows=True) == nodes
    assert after.getpixel(middle(phone, "C1")) == (0xD9, 0x30, 0x25) != before.getpixel(middle(phone, "C1"))
    one = phone.data.drawings[0]["strokes"][-1]
    assert (one["color"], one["width"]) == ("red", "thick")


def test_undo_takes_the_newest_stroke_and_clear_asks_first(phone: AppPhone) -> None:
    old = list(phone.data.drawings[0]["strokes"])
    swipe(phone, "A1", "B4")
    phone.tap("Undo stroke")
    assert phone.data.drawings[0]["strokes"] == old
    phone.tap("Clear drawing")
    assert f"All {len(old)} strokes will be gone." in phone.texts()
    phone.tap("Cancel")
    assert phone.data.drawings[0]["strokes"] == old
    phone.tap("Clear drawing", "Clear")
    assert phone.data.drawings[0]["strokes"] == []
    with pytest.raises(AssertionError, match="disabled"):
        phone.tap("Undo stroke")


def test_a_saved_picture_is_a_png_of_the_strokes_and_is_not_replaced_unasked(phone: AppPhone) -> None:
    phone.data.drawings[0]["strokes"] = [stroke("blue", "thick", (0, 500), (999, 500))]
    phone.tap("Save as picture")
    phone.type("Picture name", "a/b")
    phone.tap("Save")
    assert "A picture name has letters and digits only" in phone.texts()
    phone.type("Picture name", "mein Bild")
    phone.tap("Save")
    path = "/sdcard/Pictures/mein Bild.png"
    data = phone.files.read(path)
    image = Image.open(io.BytesIO(data))
    assert image.getpixel((300, 400)) == (0x1A, 0x73, 0xE8)
    assert image.getpixel((300, 100)) == (255, 255, 255)
    phone.tap("Undo stroke", "Save as picture")
    phone.type("Picture name", "mein Bild")
    phone.tap("Save", "Cancel")
    assert phone.files.read(path) == data
    phone.tap("Save as picture")
    phone.type("Picture name", "mein Bild")
    phone.tap("Save", "Replace")
    assert phone.files.read(path) != data


def test_drawings_are_made_renamed_and_deleted_under_names_of_their_own(phone: AppPhone) -> None:
    other = phone.data.drawings[1]["name"]
    phone.tap("More options", "Rename drawing")
    phone.type("Drawing name", other)
    phone.tap("OK")
    assert "Choose a name that is not in use" in phone.texts()
    phone.type("Drawing name", "Möwe")
    phone.tap("OK")
    assert phone.data.drawings[0]["name"] == "Möwe"
    phone.tap("More options", "Delete drawing", "Delete", "New drawing")
    phone.type("Drawing name", "Leer")
    phone.tap("OK")
    assert [d["name"] for d in phone.data.drawings][-1] == "Leer"
    assert len(phone.data.drawings) == 3


def test_the_guide_can_be_hidden(phone: AppPhone) -> None:
    phone.tap("More options", "Hide guide")
    assert "F" not in phone.texts()
    phone.tap("More options", "Show guide")
    assert "F" in phone.texts()


def test_fields_are_counted_from_the_upper_left() -> None:
    assert [field_at(0, 0), field_at(999, 999), field_at(170, 130), field_at(1000, 5)] == ["A1", "F8", "B2", ""]


def test_every_text_has_chinese_and_arabic() -> None:
    assert untranslated(APP, draw_app, draw_app_pages) == []
    others = [name for name, _ in (*COLORS.values(), *WIDTHS.values())]
    assert [t for t in others for lang in ("zh", "ar") if t not in APP.words[lang]] == []


def test_the_same_seed_gives_the_same_drawings() -> None:
    one, two = (asdict(fresh(random.Random(5), NOW)) for _ in range(2))
    assert one == two == json.loads(json.dumps(one))
    assert asdict(fresh(random.Random(6), NOW)) != one
