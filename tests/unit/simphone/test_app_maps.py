import json
import random
import re
from dataclasses import asdict
from datetime import timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from app_driver import NOW, Hand
from app_phone import AppPhone

import kit.simphone.apps
from kit.simphone.apps.maps import APP, MapsData, fresh, place
from kit.simphone.apps.maps_navigation import legs
from kit.simphone.apps.maps_pages import CATEGORIES, MODES, journey, path
from kit.simphone.phone import Phone
from kit.simphone.settings_state import SystemSettings
from kit.simphone.words import COMMON


@pytest.fixture
def hand() -> Hand:
    places = [
        place("p1", "Café Luna", "Café", "3 Mill Lane", x=10, y=20, phone="415-555-0101", reviews=[["Ada", 5, "Good cake."]]),
        place("p2", "Café Luna", "Café", "9 Elm Row", x=1, y=1),
        place("p3", "Station Garage", "Parking", "1 Station Road", x=-20, y=0, notice="Closed for repairs"),
    ]  # fmt: skip
    found = Hand(APP, MapsData(places=places, lists=[{"id": "l1", "name": "Weekend", "places": ["p3"]}]))
    found.env.settings = SystemSettings()
    return found


def rows(hand: Hand) -> list[str]:
    return [w.text for w, _ in hand.widgets() if w.id == "summary"]


def test_a_category_lists_the_nearest_first(hand: Hand) -> None:
    hand.tap("Café")
    assert [r.split(" · ")[2] for r in rows(hand)] == ["9 Elm Row", "3 Mill Lane"]
    hand.send(("back",))
    hand.tap("Hotel")
    assert "No places found" in hand.texts()


def test_search_takes_name_street_and_kind_together(hand: Hand) -> None:
    hand.tap("Search here")
    for query, count in (("luna", 2), ("LUNA mill", 1), ("parking", 1), ("luna quay", 0)):
        hand.type("Search here", query)
        assert len(rows(hand)) == count, query


def test_a_place_tells_hours_phone_notice_and_reviews(hand: Hand) -> None:
    hand.send(("open", "p1"))
    for words in (
        "Hours: 08:30 – 18:00",
        "Phone: 415-555-0101",
        "Address: 3 Mill Lane",
        "Good cake.",
        "Ada, 5 of 5 stars",
    ):
        assert words in hand.texts()
    hand.send(("open", "p3"))
    assert "Closed for repairs" in hand.texts()
    assert "Saved in Weekend" in hand.texts()
    assert "Call" not in hand.texts()


def test_saving_adds_and_taking_back_removes(hand: Hand) -> None:
    hand.send(("open", "p1"))
    hand.tap("Save")
    hand.tap("Weekend")
    assert hand.data.lists[0]["places"] == ["p3", "p1"]
    hand.tap("Save")
    hand.tap("Weekend")
    assert hand.data.lists[0]["places"] == ["p3"]
    hand.tap("Save")
    hand.tap("New list")
    hand.type("List name", "weekend", submit=True)
    assert len(hand.data.lists) == 1
    hand.tap("Save")
    hand.tap("New list")
    hand.type("List name", "Été")
    hand.tap("Create")
    assert hand.data.lists[1] == {"id": "l2", "name": "Été", "places": ["p1"]}


def test_a_list_is_deleted_only_after_a_question(hand: Hand) -> None:
    hand.tap("Saved lists")
    hand.tap("Weekend")
    hand.tap("Delete list")
    hand.tap("Cancel")
    assert len(hand.data.lists) == 1
    hand.tap("Delete list")
    hand.tap("Delete")
    assert hand.data.lists == []
    assert "No lists yet" in hand.texts()


def test_directions_depend_on_the_mode_and_on_where_they_begin(hand: Hand) -> None:
    hand.send(("open", "p1"))
    hand.tap("Directions")
    assert "3.0 km" in hand.texts()
    times = []
    for mode in MODES:
        hand.tap(mode)
        times.append(next(int(t.split(" ")[0]) for t in hand.texts() if t.endswith(" min")))
    assert times[1] > times[2] > times[0]
    hand.tap("From")
    hand.type("Search here", "garage")
    hand.tap("Station Garage")
    assert "5.0 km" in hand.texts()
    assert journey(hand.data.places[2], hand.data.places[0], 0) == journey(hand.data.places[0], hand.data.places[2], 0)


def led(mode: str = "Car") -> AppPhone:
    """On the way to the second place of the fixture, the permission given; 40 and 20 hundred metres away."""
    hand = AppPhone(APP)
    far = place("p1", "Café Luna", "Café", "3 Mill Lane", x=40, y=-20)
    hand.data.places[:] = [far, place("p2", "Hotel Aurora", "Hotel", "9 Elm Row", x=1, y=1)]
    hand.phone.send("maps", ("open", "p1"))
    hand.tap("Directions", mode, "Start")
    hand.tap("While using the app")
    return hand


def shown(hand: AppPhone, id: str) -> str:
    return next(x.text for _, x, _ in hand.widgets() if x.id == id)


def test_the_way_has_a_leg_for_every_street_and_is_as_long_as_the_directions_say() -> None:
    end = place("p1", "Café Luna", "Café", "3 Mill Lane", x=40, y=-20)
    way = legs([end, place("p2", "Hotel Aurora", "Hotel", "9 Elm Row")], end)
    assert [(leg.tenths, leg.turn) for leg in way] == [(20, ""), (10, "left"), (20, "right"), (10, "left")]
    assert [leg.street for leg in way] == ["Elm Row", "Elm Row", "Elm Row", "Mill Lane"]
    assert sum(leg.tenths for leg in way) == journey(None, end, 0)[1]
    assert legs([], place("p3", "Here", "Café", "1 Mill Lane")) == ((1, "Mill Lane", ""),)
    assert [leg.turn for leg in legs([], place("p4", "West", "Café", "1 Mill Lane", x=-9))] == [""]


@pytest.mark.parametrize("end", [(0, 0), (1, 0), (0, -1), (1, 1), (-1, 2), (-37, 59)])
def test_a_way_turns_at_every_corner_and_ends_where_it_should(end: tuple[int, int]) -> None:
    way = path((0, 0), end)
    assert (way[0], way[-1]) == ((0, 0), end)
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(way)]
    assert all((x == 0) != (y == 0) for x, y in steps)
    assert all((a[0] == 0) != (b[0] == 0) for a, b in pairwise(steps))


def test_navigation_counts_down_says_each_turn_and_arrives_when_it_said() -> None:
    hand = led()
    data = json.dumps(asdict(hand.data))
    begun, minutes = hand.phone.now, journey(None, hand.data.places[0], 0)[0]
    assert shown(hand, "rest") == f"6.0 km · Arrival {begun + timedelta(minutes=minutes):%H:%M}"
    seen: list[tuple[str, str]] = []
    while "You have arrived" not in hand.texts():
        now = (shown(hand, "next_distance"), shown(hand, "next_turn"))
        if now[0] == "100 m":
            seen.append(now)
        hand.phone.advance(minutes)
    turns = ["Turn left onto Elm Row", "Turn right onto Elm Row", "Turn left onto Mill Lane", "Arrive at Café Luna"]
    assert [turn for _, turn in dict.fromkeys(seen)] == turns
    assert timedelta(0) <= hand.phone.now - begun - timedelta(minutes=minutes) <= timedelta(minutes=1)
    assert json.dumps(asdict(hand.data)) == data
    hand.tap("Done")
    assert "Directions" in hand.texts()
    assert hand.phone.internal_errors == []


def test_a_way_on_foot_takes_longer_and_a_train_is_not_steered() -> None:
    hand = led("On foot")
    hand.phone.advance(60)
    assert shown(hand, "rest").startswith("6.0 km")
    hand.tap("End navigation", "Transit")
    assert "Start" not in hand.texts()


def test_an_ended_navigation_does_not_go_on_beside_a_new_one() -> None:
    hand = led()
    hand.tap("End navigation")
    hand.tap("Start")
    hand.phone.advance(60 * journey(None, hand.data.places[0], 0)[0] / 2)
    assert shown(hand, "rest").startswith("3.0 km")


def test_nobody_is_led_from_a_place_where_they_are_not_or_without_location() -> None:
    hand = AppPhone(APP)
    hand.phone.core.settings.location = False
    hand.phone.send("maps", ("directions", "p1"))
    hand.tap("Start")
    assert hand.toast == "Location is off"
    hand.phone.send("maps", ("origin", "p2"))
    hand.phone.send("maps", ("directions", "p1"))
    hand.phone.core.apps["maps"].ui.memo["origin"] = "p2"
    hand.phone.touch()
    assert "Start" not in hand.texts()


def test_a_rating_is_kept_and_a_place_is_shared(hand: Hand) -> None:
    hand.send(("open", "p2"))
    hand.tap("Rate")
    hand.tap("4 of 5")
    assert hand.data.ratings == {"p2": 4}
    assert "You gave 4 of 5" in hand.texts()
    hand.tap("Share")
    assert hand.env.shared == [("Café Luna, 9 Elm Row", "")]


def test_where_i_am_needs_location_and_the_permission() -> None:
    phone = Phone(5, apps=[*kit.simphone.apps.ALL, APP])
    phone.launch("maps")
    phone.core.settings.location = False
    phone.send("maps", ("locate",))
    assert phone.core.system.toast == "Location is off"
    phone.core.settings.location = True
    phone.send("maps", ("locate",))
    assert phone.core.system.ask is not None
    assert phone.internal_errors == []


def test_the_map_is_only_pixels(hand: Hand) -> None:
    canvas = next(w for w, _ in hand.widgets() if w.kind == "canvas")
    assert canvas.children == ()
    assert sum(shape[0] == "disc" for shape in canvas.drawing) == 3
    assert "Station Garage" not in hand.texts()


@pytest.mark.parametrize("seed", range(12))
def test_the_same_seed_gives_the_same_town(seed: int) -> None:
    one, two = (asdict(fresh(random.Random(seed), NOW)) for _ in range(2))
    assert one == two == json.loads(json.dumps(one))
    assert {p["category"] for p in one["places"]} == set(CATEGORIES)
    ids = {p["id"] for p in one["places"]}
    assert len(ids) == len(one["places"])
    assert {id for x in one["lists"] for id in x["places"]} <= ids


def test_every_text_is_translated() -> None:
    folder = Path(kit.simphone.apps.__file__).parent
    source = "".join(p.read_text() for p in folder.glob("maps*.py"))
    said = set(re.findall(r'run\.t\(\s*"([^"]+)"', source)) | set(CATEGORIES) | set(MODES)
    for language in ("zh", "ar"):
        known = COMMON[language].keys() | APP.words[language].keys()
        assert sorted(said - known) == []
        assert sorted(APP.words[language].keys() - said) == []
