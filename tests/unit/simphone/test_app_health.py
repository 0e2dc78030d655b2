import json
import random
from dataclasses import asdict

import pytest
from app_driver import NOW, Hand
from hypothesis import given
from hypothesis import strategies as st
from translated import untranslated

from kit.simphone.apps import health, health_pages
from kit.simphone.apps.health import APP, HealthData, fresh, medicine
from kit.simphone.apps.health_pages import MEDICINE, REASONS
from kit.simphone.phone import Phone
from kit.simphone.words import table


@pytest.fixture
def hand() -> Hand:
    data = HealthData(
        steps={"2026-03-03": 4321, "2026-03-01": 9000, "2026-02-24": 7},
        weights=[{"id": "w1", "date": "2026-02-20", "tenths": 725}],
        medicines=[medicine("m1", "Iron", "1 tablet", "12:30", "with juice"), medicine("m2", "Zinc", "", "07:05")],
        doses=[{"id": "d1", "medicine": "m1", "date": "2026-03-02", "status": "taken", "reason": ""}],
    )
    return Hand(APP, data)


def test_every_text_is_translated() -> None:
    assert untranslated(APP, health, health_pages) == []
    for lang in ("zh", "ar"):
        assert {*REASONS, *MEDICINE.values(), "Goal for steps", "Weight in kg", "Date"} <= table(lang, APP.words).keys()


def test_glasses_are_counted_for_today_only(hand: Hand) -> None:
    hand.tap("Add a glass")
    hand.tap("Add a glass")
    hand.tap("Remove a glass")
    assert hand.data.water == {"2026-03-03": 1}
    assert "1 of 8 glasses" in hand.texts()


def test_a_goal_must_be_a_number(hand: Hand) -> None:
    hand.tap("Goal for steps")
    hand.type("Daily goal", "many")
    hand.tap("Save")
    assert "Enter a whole number above 0" in hand.texts()
    hand.type("Daily goal", "9500")
    hand.tap("Save")
    assert (hand.data.steps_goal, hand.data.water_goal) == (9500, 8)
    assert "4321 of 9500 steps" in hand.texts()


def test_medicines_stand_in_the_order_of_the_day_with_todays_state(hand: Hand) -> None:
    hand.tap("Medicines")
    assert [t for t in hand.texts() if t in ("Iron", "Zinc")] == ["Zinc", "Iron"]
    assert "12:30 · 1 tablet · Not yet today" in hand.texts()
    hand.tap("Iron")
    hand.tap("Mark as taken")
    assert hand.data.doses[-1] == {"id": "d2", "medicine": "m1", "date": "2026-03-03", "status": "taken", "reason": ""}
    hand.tap("Undo")
    assert [d["id"] for d in hand.data.doses] == ["d1"], "yesterday's dose stays"
    hand.tap("Skip dose")
    hand.tap("Out of stock")
    assert "Skipped: Out of stock" in hand.texts()
    assert (hand.data.doses[-1]["status"], hand.data.doses[-1]["reason"]) == ("skipped", "Out of stock")


def test_a_medicine_needs_a_name_and_a_time(hand: Hand) -> None:
    hand.tap("Medicines")
    hand.tap("New medicine")
    for hint, text, problem in (("Name", "", "A medicine needs a name"), ("Name", "Ömega", "Enter the time as hh:mm")):
        hand.type(hint, text)
        hand.tap("Save")
        assert problem in hand.texts()
    hand.type("Time", "24:00")
    hand.tap("Save")
    assert "Enter the time as hh:mm" in hand.texts()
    hand.type("Time", "7:45")
    hand.type("Dose", "2 drops")
    hand.tap("Save")
    assert hand.data.medicines[-1] == medicine("m3", "Ömega", "2 drops", "07:45")


def test_deleting_a_medicine_asks_and_takes_what_was_noted_about_it_along(hand: Hand) -> None:
    hand.tap("Medicines")
    hand.tap("Iron")
    hand.tap("Delete medicine")
    hand.tap("Cancel")
    assert len(hand.data.medicines) == 2
    hand.tap("Delete medicine")
    hand.tap("Delete")
    assert ([m["id"] for m in hand.data.medicines], hand.data.doses) == (["m2"], [])


@pytest.mark.parametrize("typed", ["", "7", "72.55", "1000", "72kg"])
def test_what_is_no_weight_is_refused(hand: Hand, typed: str) -> None:
    hand.tap("Weight")
    hand.tap("New weight")
    hand.type("Weight in kg", typed)
    hand.tap("Save")
    assert "Enter a weight such as 72.5" in hand.texts()
    assert len(hand.data.weights) == 1


def test_weights_are_logged_changed_and_deleted(hand: Hand) -> None:
    hand.tap("Weight")
    hand.tap("New weight")
    hand.type("Weight in kg", "71,9")
    hand.type("Date", "2026-02-30")
    hand.tap("Save")
    assert "Enter the date as yyyy-mm-dd" in hand.texts()
    hand.type("Date", "2026-02-28")
    hand.tap("Save")
    assert hand.data.weights[-1] == {"id": "w2", "date": "2026-02-28", "tenths": 719}
    assert [t for t in hand.texts() if t.endswith(" kg")] == ["71.9 kg", "72.5 kg"]
    hand.tap("72.5 kg")
    hand.tap("Delete weight")
    hand.tap("Delete")
    assert [x["id"] for x in hand.data.weights] == ["w2"]


def test_the_chart_is_pixels_until_a_bar_is_touched(hand: Hand) -> None:
    hand.tap("Week")
    assert not any("9000" in t or "4321" in t for t in hand.texts())
    chart = next(x for x, _ in hand.widgets() if x.kind == "canvas")
    drawn = [shape[-1] for shape in chart.drawing if shape[0] == "text"]
    assert drawn == ["0", "25", "0", "26", "0", "27", "0", "28", "9000", "1", "0", "2", "4321", "3"]
    hand.send(("bar", 640, 500))
    assert {"9000 steps", "Sun, Mar 1"} <= {*hand.texts()}
    hand.tap("Earlier week")
    assert "Tap a bar to see its day" in hand.texts(), "a chosen bar is of one week"
    hand.send(("bar", 999, 0))
    assert {"7 steps", "Tue, Feb 24"} <= {*hand.texts()}


def test_touching_the_chart_changes_no_data() -> None:
    phone = Phone(5, apps=[APP])
    phone.launch("health")
    before = phone.state()["data"]
    phone.send("health", ("tab", 3))
    box = next(b for b in _boxes(phone.windows()[1].box) if b.widget.kind == "canvas")
    for n in range(7):
        phone.run(f"input tap {box.x + (2 * n + 1) * box.w // 14} {box.y + box.h // 2}")
        assert phone.core.apps["health"].ui.memo["bar"] == n
    assert phone.state()["data"] == before
    assert phone.internal_errors == []


def _boxes(box):
    yield box
    for kid in box.kids:
        yield from _boxes(kid)


@given(st.integers())
def test_the_same_seed_gives_the_same_health(seed: int) -> None:
    one, two = (asdict(fresh(random.Random(seed), NOW)) for _ in range(2))
    assert one == two == json.loads(json.dumps(one))
    assert len(one["medicines"]) == 3
    assert max(one["steps"]) == max(one["water"]) == "2026-03-03"
