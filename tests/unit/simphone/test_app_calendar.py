import json
import random
from dataclasses import asdict
from datetime import date

import pytest
from app_driver import NOW, Hand
from hypothesis import given
from hypothesis import strategies as st
from translated import english_on, untranslated

from kit.simphone.apps import calendar, calendar_pages
from kit.simphone.apps.calendar import APP, CalendarData, event, fresh
from kit.simphone.phone import Phone


@pytest.fixture
def hand() -> Hand:
    events = [
        event("e1", "Dentist", date(2026, 3, 14), "09:30", "10:15", location="Elm Street"),
        event("e2", "Lunch", date(2026, 3, 3), "12:00", "13:00"),
        event("e3", "Holiday", date(2026, 3, 14), "09:00", "10:00", all_day=True),
        event("e4", "Past", date(2026, 2, 27), "08:00", "09:00"),
    ]
    return Hand(APP, CalendarData(events=events))


def test_the_schedule_starts_today_and_is_in_order(hand: Hand) -> None:
    shown = hand.texts()
    order = [shown.index(t) for t in ("Today", "Lunch", "Sat, Mar 14, 2026", "Holiday", "Dentist")]
    assert order == sorted(order)
    assert "Past" not in shown
    assert {"09:30 – 10:15 · Elm Street", "All day"} <= set(shown)


def test_the_month_shows_the_tapped_day_and_turns(hand: Hand) -> None:
    hand.tap("Month")
    assert "March 2026" in hand.texts()
    hand.tap("14")
    assert {"Dentist", "Holiday", "Sat, Mar 14, 2026, has events"} <= set(hand.texts())
    hand.tap("Previous month")
    hand.tap("27")
    assert "Past" in hand.texts()
    for _ in range(11):
        hand.tap("Next month")
    assert "January 2027" in hand.texts()
    assert "No events on this day" in hand.texts()


def test_a_new_event_keeps_every_field(hand: Hand) -> None:
    hand.tap("New event")
    hand.type("Title", "Zoë's party")
    hand.tap("Date")
    hand.tap("Next month")
    hand.tap("30")
    hand.tap("Start time")
    hand.type("Hour", "19")
    hand.type("Minute", "5")
    hand.tap("OK")
    hand.tap("End time")
    hand.type("Hour", "22")
    hand.type("Minute", "00")
    hand.tap("OK")
    hand.type("Location", "Pier 7")
    hand.tap("Reminder")
    hand.tap("1 hour before")
    hand.tap("Save")
    wanted = event("e5", "Zoë's party", date(2026, 4, 30), "19:05", "22:00", location="Pier 7", reminder=60)
    assert hand.data.events[-1] == wanted


def test_a_new_start_keeps_the_length_up_to_midnight(hand: Hand) -> None:
    hand.tap("Dentist")
    hand.tap("Edit event")
    for hour, end in (("15", "15:45"), ("23", "23:59")):
        hand.tap("Start time")
        hand.type("Hour", hour)
        hand.type("Minute", "00" if hour == "15" else "30")
        hand.tap("OK")
        assert end in hand.texts()
    hand.tap("Save")
    assert (hand.data.events[0]["start"], hand.data.events[0]["end"]) == ("23:30", "23:59")
    assert hand.data.events[0]["date"] == "2026-03-14"


def test_a_date_can_be_typed_and_must_be_one(hand: Hand) -> None:
    hand.tap("Dentist")
    hand.tap("Edit event")
    hand.tap("Date")
    hand.tap("Type the date")
    for wrong in ("14.3.2026", "2026-02-30", "0001-01-01", ""):
        hand.type("yyyy-mm-dd", wrong)
        hand.tap("OK")
        assert "Use the form yyyy-mm-dd" in hand.texts()
    hand.type("yyyy-mm-dd", "2027-12-31")
    assert "2027-12-31" in hand.texts(), "a dialog shows what was typed into it"
    hand.tap("OK")
    hand.tap("Save")
    assert hand.data.events[0]["date"] == "2027-12-31"


@pytest.mark.parametrize(("hour", "minute"), [("24", "00"), ("9", "60"), ("", "30"), ("nine", "00")])
def test_a_time_that_does_not_exist_is_refused_and_asked_again(hand: Hand, hour: str, minute: str) -> None:
    hand.tap("New event")
    hand.tap("Start time")
    hand.type("Hour", hour)
    hand.type("Minute", minute)
    hand.tap("OK")
    assert "Enter a valid time" in hand.texts()
    hand.tap("Cancel")
    assert "09:00" in hand.texts()


def test_an_event_needs_a_title_and_an_end_after_its_start(hand: Hand) -> None:
    hand.tap("New event")
    hand.tap("Save")
    assert "Add a title to save this event" in hand.texts()
    hand.type("Title", "Walk")
    hand.tap("End time")
    hand.type("Hour", "8")
    hand.tap("OK")
    hand.tap("Save")
    assert "The event must end after it starts" in hand.texts()
    hand.tap("All day")
    hand.tap("Save")
    assert hand.data.events[-1]["all_day"] is True
    assert len(hand.data.events) == 5


def test_deleting_asks_first(hand: Hand) -> None:
    hand.tap("Dentist")
    hand.tap("Delete event")
    hand.tap("Cancel")
    assert len(hand.data.events) == 4
    hand.tap("Delete event")
    hand.tap("Delete")
    assert [e["id"] for e in hand.data.events] == ["e2", "e3", "e4"]
    assert hand.ui.page.name == "home"


def test_search_reads_titles_and_places_of_past_and_future(hand: Hand) -> None:
    hand.tap("Search events")
    hand.type("Search events", "elm")
    assert "Sat, Mar 14, 2026 · 09:30 – 10:15 · Elm Street" in hand.texts()
    hand.type("Search events", "past")
    assert "Past" in hand.texts()
    hand.type("Search events", "nothing")
    assert "No events found" in hand.texts()


def test_an_empty_calendar_says_so() -> None:
    assert "No events coming up" in Hand(APP, CalendarData()).texts()


@given(st.integers())
def test_the_same_seed_gives_the_same_events_on_different_days(seed: int) -> None:
    one, two = (asdict(fresh(random.Random(seed), NOW)) for _ in range(2))
    assert one == two == json.loads(json.dumps(one))
    days = [e["date"] for e in one["events"]]
    assert len(days) == len(set(days)) >= 5


PAGES: list[list[tuple[object, ...]]] = [
    [], [("mode", 1)], [("open", "e1")], [("open", "e1"), ("ask_delete", "e1")], [("search",)], [("create",)],
    [("create",), ("save",)], [("create",), ("ask_date",)], [("create",), ("type_date",)],
    [("create",), ("ask_time", "start")], [("create",), ("ask_reminder",)],
]  # fmt: skip


def test_every_text_has_chinese_and_arabic() -> None:
    assert untranslated(APP, calendar, calendar_pages) == []


@pytest.mark.parametrize("locale", ["zh-CN", "ar"])
def test_no_page_speaks_english_on_a_phone_that_does_not(locale: str) -> None:
    phone = Phone(3, locale=locale)
    phone.core.apps["calendar"].data = CalendarData(events=[event("e1", "X", date(2026, 3, 14), "09:30", "10:15")])
    for events in PAGES:
        assert english_on(phone, APP, "home", events, frozenset({"yyyy", "mm", "dd"})) == set()


def test_dates_and_months_are_in_the_phones_language() -> None:
    phone = Phone(3, locale="zh-CN")
    phone.core.apps["calendar"].data = CalendarData(events=[event("e1", "X", date(2026, 3, 14), "09:30", "10:15")])
    phone.launch("calendar")
    phone.send("calendar", ("mode", 1))
    phone.core.apps["calendar"].ui.memo["day"] = "2026-03-14"
    phone.touch()
    xml = phone.run("uiautomator dump /dev/tty").text
    assert 'text="2026年3月"' in xml
    assert 'content-desc="2026年3月14日周六，有日程"' in xml
