import json
import random
from dataclasses import asdict

import pytest
from app_driver import NOW, Hand
from hypothesis import given
from hypothesis import strategies as st
from translated import untranslated

from kit.simphone.apps import transit, transit_pages
from kit.simphone.apps.transit import APP, TransitData, fresh, run_of, ticket
from kit.simphone.apps.transit_pages import CHANGE_MINUTES, FIELDS, minutes, trips
from kit.simphone.words import table

RUNS = [
    run_of("r1", "IC 1", [("Ost", "08:00", "3"), ("Mitte", "08:20", "5"), ("West", "08:50", "1")], 900, "AA1", delay=6),
    run_of("r2", "RE 2", [("Ost", "09:10", "4"), ("Nord", "09:30", "2")], 400, "BB2", notice="No bicycles today"),
    run_of("r3", "RE 3", [("Nord", "09:33", "2"), ("West", "10:00", "6")], 500, "CC3"),
    run_of("r4", "RE 4", [("Nord", "09:40", "7"), ("West", "10:30", "8")], 550, "DD4"),
]


@pytest.fixture
def hand() -> Hand:
    made = Hand(APP, TransitData(runs=[json.loads(json.dumps(r)) for r in RUNS]))
    made.send(("resume",))
    return made


def search(hand: Hand, start: str, end: str, after: str = "00:00", day: str = "2026-03-03") -> None:
    for hint, text in (("From", start), ("Destination", end), ("Leave after", after), ("Date", day)):
        hand.type(hint, text)
    hand.tap("Search trips")
    if hand.ui.page.name == "results":
        hand.send(hand.env.timers[-1][1])


def test_every_text_is_translated() -> None:
    assert untranslated(APP, transit, transit_pages) == []
    for lang in ("zh", "ar"):
        assert {*FIELDS.values(), "Departs from {station}", "Arrives in {station}"} <= table(lang, APP.words).keys()


def test_a_change_takes_its_time_and_a_direct_ride_is_preferred() -> None:
    found = trips(RUNS, "Ost", "West")
    assert [(t.id, t.depart, t.arrive, t.price) for t in found] == [
        ("r1", "08:00", "08:50", 900),
        ("r2+r4", "09:10", "10:30", 950),  # r3 leaves three minutes after r2 came in
    ]
    assert [t.id for t in trips(RUNS, "Ost", "West", "08:01")] == ["r2+r4"]
    assert trips(RUNS, "West", "Ost") == []


def test_a_search_loads_and_then_lists_what_leaves_in_time(hand: Hand) -> None:
    for hint, text in (("From", "ost"), ("Destination", "West"), ("Leave after", "8:30")):
        hand.type(hint, text)
    hand.tap("Search trips")
    assert "Searching for trips" in hand.texts()
    assert not any(" – " in t for t in hand.texts())
    hand.send(hand.env.timers[-1][1])
    assert "09:10 – 10:30" in hand.texts()
    assert "Change in Nord · RE 2, RE 4" in hand.texts()
    assert "08:00 – 08:50" not in hand.texts()


def test_an_old_answer_does_not_end_a_new_search(hand: Hand) -> None:
    hand.type("From", "Ost")
    hand.type("Destination", "West")
    hand.tap("Search trips")
    stale = hand.env.timers[-1][1]
    hand.tap("Navigate up")
    hand.tap("Search trips")
    hand.send(stale)
    assert "Searching for trips" in hand.texts()


@pytest.mark.parametrize(
    ("start", "end", "after", "day", "problem"),
    [
        ("Süd", "West", "08:00", "2026-03-03", "There is no station called “Süd”"),
        ("Ost", "ost", "08:00", "2026-03-03", "Choose two different stations"),
        ("Ost", "West", "8 o'clock", "2026-03-03", "Enter the time as hh:mm"),
        ("Ost", "West", "25:00", "2026-03-03", "Enter the time as hh:mm"),
        ("Ost", "West", "08:00", "3 March", "Enter the date as yyyy-mm-dd"),
    ],
)
def test_a_search_says_what_is_wrong(hand: Hand, start: str, end: str, after: str, day: str, problem: str) -> None:
    search(hand, start, end, after, day)
    assert problem in hand.texts()
    assert hand.ui.page.name == "home"


def test_stations_are_suggested_until_one_is_complete(hand: Hand) -> None:
    hand.type("From", "o")
    assert {"Nord", "Ost"} <= {*hand.texts()}
    hand.tap("Nord")
    assert hand.ui.fields["from"] == "Nord"
    assert "Ost" not in hand.texts()
    hand.tap("Swap stations")
    assert hand.ui.fields["destination"] == "Nord"


def test_delays_count_today_only_and_notices_are_shown(hand: Hand) -> None:
    search(hand, "Ost", "West")
    assert "Direct · IC 1 · 6 min late" in hand.texts()
    hand.tap("08:00 – 08:50")
    assert {"08:50, expected 08:56", "Arrives in West · Platform 1"} <= {*hand.texts()}
    hand.tap("Navigate up")
    hand.tap("09:10 – 10:30")
    assert {"No bicycles today", "Departs from Nord · Platform 7"} <= {*hand.texts()}
    hand.ui.pages[1:] = []
    search(hand, "Ost", "West", day="2026-03-04")
    assert "Direct · IC 1" in hand.texts()


def test_a_ticket_is_bought_only_after_the_question(hand: Hand) -> None:
    search(hand, "Ost", "West")
    hand.tap("08:00 – 08:50")
    hand.tap("Buy ticket")
    for _ in range(2):
        hand.tap("More passengers")
    hand.tap("Fewer passengers")
    hand.tap("First class")
    hand.tap("Continue to payment")
    assert "Ost to West, passengers: 2, in all 36.00. Tickets are not refunded." in hand.texts()
    hand.tap("Cancel")
    assert hand.data.tickets == []
    hand.tap("Continue to payment")
    hand.tap("Pay")
    bought = ticket(
        "b1", "Ost", "West", "2026-03-03", "08:00", "08:50", passengers=2, first=True, total=3600, code="AA1"
    )
    assert hand.data.tickets == [bought]
    assert "AA1" in hand.texts()
    hand.tap("Navigate up")
    assert "Ost to West" in hand.texts(), "Back leads to the tickets, not to the form"


def test_a_ticket_is_cancelled_only_after_the_question(hand: Hand) -> None:
    hand.data.tickets = [
        ticket("b1", "Ost", "West", "2026-03-03", "08:00", "08:50"),
        ticket("b2", "A", "B", "2026-03-04", "1", "2"),
    ]
    hand.tap("Tickets")
    hand.tap("Ost to West")
    hand.tap("Cancel ticket")
    hand.tap("Keep it")
    assert not hand.data.tickets[0]["cancelled"]
    hand.tap("Cancel ticket")
    hand.tap("Cancel ticket")
    assert [t["cancelled"] for t in hand.data.tickets] == [True, False]
    assert "Cancel ticket" not in hand.texts()


def test_trips_are_saved_used_and_removed(hand: Hand) -> None:
    search(hand, "Ost", "West")
    hand.tap("Save trip")
    assert hand.data.saved == [{"id": "s1", "from": "Ost", "to": "West"}]
    assert "Remove saved trip" in hand.texts()
    hand.tap("Navigate up")
    hand.tap("Swap stations")
    hand.tap("Saved")
    hand.tap("Ost to West")
    assert (hand.ui.fields["from"], hand.ui.fields["destination"]) == ("Ost", "West")
    hand.tap("Saved")
    hand.tap("Remove Ost to West")
    assert "No saved trips" in hand.texts()


@given(st.integers())
def test_the_same_seed_gives_the_same_timetable_and_each_trip_holds_together(seed: int) -> None:
    one, two = (asdict(fresh(random.Random(seed), NOW)) for _ in range(2))
    assert one == two == json.loads(json.dumps(one))
    pair = one["saved"][0]
    found = trips(one["runs"], pair["from"], pair["to"])
    assert found
    for trip in found:
        stops = [stop for leg in trip.legs for stop in leg.ends]
        assert (stops[0]["station"], stops[-1]["station"]) == (pair["from"], pair["to"])
        assert [s["time"] for s in stops] == sorted(s["time"] for s in stops)
        if len(trip.legs) > 1:
            assert stops[1]["station"] == stops[2]["station"]
            assert minutes(stops[2]["time"]) - minutes(stops[1]["time"]) >= CHANGE_MINUTES
