from datetime import datetime, timedelta

import pytest
from app_driver import NOW, Hand
from hypothesis import given
from hypothesis import strategies as st
from translated import english_on, untranslated

from kit.simphone.apps import clock, clock_alarms, clock_cities, clock_timers
from kit.simphone.apps.clock import APP, ClockData
from kit.simphone.apps.clock_alarms import next_ring
from kit.simphone.apps.clock_timers import length_words, watch_words
from kit.simphone.phone import Phone
from kit.simphone.settings_state import SystemSettings


@pytest.fixture
def hand() -> Hand:
    hand = Hand(APP, ClockData())
    hand.env.settings = SystemSettings()  # pyright: ignore[reportAttributeAccessIssue]
    return hand


def nodes(hand: Hand, name: str) -> list[str]:
    return [w.text for w, _ in hand.widgets() if w.id == name]


def pass_time(hand: Hand, **spans: float) -> None:
    hand.env.now += timedelta(**spans)


def add(hand: Hand, hour: str, minute: str) -> None:
    hand.tap("Add alarm")
    hand.type("Hour", hour)
    hand.type("Minute", minute)
    hand.tap("OK")


def test_an_alarm_is_added_with_its_time_days_and_label(hand: Hand) -> None:
    assert "No Alarms" in hand.texts()
    add(hand, "18", "05")
    hand.tap("Wed")
    hand.tap("Mon")
    hand.tap("Add label")
    hand.type("Label", "Pick up Zoë", submit=True)
    hand.tap("Vibrate")
    alarm = {
        "id": "1",
        "hour": 18,
        "minute": 5,
        "label": "Pick up Zoë",
        "days": [0, 2],
        "enabled": True,
        "vibrate": False,
    }
    assert hand.data.alarms == [alarm]
    assert nodes(hand, "digital_clock") == ["18:05"]
    assert "Mon, Wed" in hand.texts()
    assert hand.env.toasts == ["Alarm set for 8 hours, 24 minutes from now."]


def test_the_twelve_hour_picker_asks_for_am_or_pm(hand: Hand) -> None:
    hand.env.settings.time_24h = False  # pyright: ignore[reportAttributeAccessIssue]
    hand.tap("Add alarm")
    hand.type("Hour", "12")
    hand.type("Minute", "30")
    hand.tap("PM")
    hand.tap("AM")
    hand.tap("OK")
    assert (hand.data.alarms[0]["hour"], hand.data.alarms[0]["minute"]) == (0, 30)
    assert nodes(hand, "digital_clock") == ["12:30 AM"]


@pytest.mark.parametrize(("hour", "minute"), [("24", "00"), ("7", "60"), ("", "10"), ("x", "1")])
def test_a_time_that_does_not_exist_is_refused(hand: Hand, hour: str, minute: str) -> None:
    add(hand, hour, minute)
    assert hand.data.alarms == []
    assert hand.env.toasts == ["Invalid time"]
    assert hand.ui.dialog is not None


def test_alarms_are_listed_by_time_switched_changed_and_deleted(hand: Hand) -> None:
    add(hand, "21", "00")
    add(hand, "06", "15")
    assert nodes(hand, "digital_clock") == ["06:15", "21:00"]
    hand.tap("Alarm 21:00")
    assert [a["enabled"] for a in hand.data.alarms] == [False, True]
    hand.tap("Change time")
    hand.type("Hour", "22")
    hand.tap("OK")
    assert nodes(hand, "digital_clock") == ["21:00", "22:15"]
    hand.tap("Delete")
    assert [a["id"] for a in hand.data.alarms] == ["1"]


def test_an_alarm_rings_once_and_switches_itself_off(hand: Hand) -> None:
    add(hand, "09", "42")
    (wait, event), *_ = hand.env.timers
    assert wait == 60_000
    pass_time(hand, minutes=1)
    hand.send(event)
    assert hand.data.alarms[0]["enabled"] is False
    assert [n[:2] for n in hand.env.notices] == [("Alarm", "09:42")]
    hand.tap("Snooze")
    assert hand.env.timers[-1] == (600_000, ("show_alarm", "1"))


def test_a_deleted_alarm_does_not_ring(hand: Hand) -> None:
    add(hand, "09", "42")
    hand.tap("Delete")
    hand.send(hand.env.timers[0][1])
    assert hand.env.notices == []
    assert hand.ui.dialog is None


def test_a_repeating_alarm_stays_on_and_is_armed_for_the_next_day(hand: Hand) -> None:
    add(hand, "09", "42")
    hand.tap("Tue")
    pass_time(hand, minutes=1)
    hand.send(hand.env.timers[-1][1])
    assert hand.data.alarms[0]["enabled"] is True
    assert hand.env.timers[-1][0] == 7 * 86_400_000


@given(
    st.integers(0, 23), st.integers(0, 59), st.lists(st.integers(0, 6), unique=True),
    st.datetimes(datetime(2026, 1, 1), datetime(2027, 1, 1)),
)  # fmt: skip
def test_the_next_ring_is_the_first_fitting_moment(hour: int, minute: int, days: list[int], now: datetime) -> None:
    moment = next_ring({"hour": hour, "minute": minute, "days": days}, now)
    assert (moment.hour, moment.minute) == (hour, minute)
    assert now < moment <= now + timedelta(days=7)
    assert not days or moment.weekday() in days
    earlier = moment - timedelta(days=1)
    assert earlier <= now or earlier.weekday() not in (days or [earlier.weekday()])


def test_world_clocks_show_their_time_and_distance(hand: Hand) -> None:
    hand.tap("Clock")
    hand.tap("Add city")
    hand.type("Search for a city", "tok")
    hand.tap("Tokyo")
    hand.type("Search for a city", "zzz")
    assert "No matching cities" in hand.texts()
    hand.ui.back()
    assert hand.data.cities == [{"id": "1", "name": "Tokyo"}]
    assert {"Tokyo", "18:41", "Today, 9 hr ahead"} <= set(hand.texts())
    hand.hold("Tokyo")
    hand.tap("Remove")
    assert hand.data.cities == []


def test_a_timer_runs_pauses_and_goes_on_in_the_phones_time(hand: Hand) -> None:
    hand.tap("Timer")
    for key in ("1", "3", "0", "5", "DEL"):
        hand.tap("Delete digit" if key == "DEL" else key)
    assert "00h 01m 30s" in hand.texts()
    hand.tap("Start")
    ends = (NOW + timedelta(seconds=90)).isoformat()
    assert hand.data.timers == [{"id": "1", "seconds": 90, "ends": ends, "left_ms": 90_000}]
    pass_time(hand, seconds=20)
    assert nodes(hand, "timer_time_text") == ["1:10"]
    hand.tap("Pause")
    pass_time(hand, minutes=5)
    assert nodes(hand, "timer_time_text") == ["1:10"]
    hand.send(hand.env.timers[0][1])
    assert hand.env.notices == []
    hand.tap("Start")
    hand.tap("Add 1:00")
    assert nodes(hand, "timer_time_text") == ["2:10"]
    pass_time(hand, seconds=130)
    hand.send(hand.env.timers[-1][1])
    assert [n[:2] for n in hand.env.notices] == [("Time's up", "1:30 timer")]
    hand.tap("Delete 1:30 timer")
    assert hand.data.timers == []


def test_a_second_timer_can_be_added_and_given_up(hand: Hand) -> None:
    hand.tap("Timer")
    hand.tap("5")
    hand.tap("00")
    hand.tap("Start")
    hand.tap("Add timer")
    assert "00h 00m 00s" in hand.texts()
    hand.tap("Cancel")
    assert nodes(hand, "timer_time_text") == ["5:00"]


def test_the_stopwatch_counts_laps_and_resets(hand: Hand) -> None:
    hand.tap("Stopwatch")
    hand.tap("Start")
    pass_time(hand, seconds=5, milliseconds=320)
    hand.tap("Lap")
    pass_time(hand, seconds=2)
    hand.tap("Pause")
    pass_time(hand, hours=1)
    assert nodes(hand, "stopwatch_time_text") == ["00:07.32"]
    assert nodes(hand, "lap") == ["# 1  00:05.32  00:05.32"]
    hand.tap("Reset")
    assert hand.data.stopwatch == {"since": "", "before_ms": 0, "laps_ms": []}


@given(st.integers(0, 359_999))
def test_length_words_read_back_as_the_same_seconds(seconds: int) -> None:
    total = 0
    for part in length_words(seconds).split(":"):
        total = total * 60 + int(part)
    assert total == seconds
    assert watch_words(seconds * 1000).endswith(".00")


PAGES: list[list[tuple[object, ...]]] = [
    [("tab", 0), ("expand", "1")], [("tab", 0), ("add_alarm",)], [("ask_label", "1")], [("show_alarm", "1")],
    [("tab", 1)], [("ask_city", "1")], [("add_city",)], [("tab", 2)],
    [("tab", 2), ("timer_key", "5"), ("start_timer",)], [("tab", 3), ("watch",), ("lap",)], [("options",)],
]  # fmt: skip


def test_every_text_has_chinese_and_arabic() -> None:
    assert untranslated(APP, clock, clock_alarms, clock_cities, clock_timers) == []
    others = [*clock.TABS, *clock_alarms.DAYS, *(d[:3] for d in clock_alarms.DAYS), *clock_cities.CITIES]
    assert [t for t in others for lang in ("zh", "ar") if t not in APP.words[lang]] == []


@pytest.mark.parametrize("locale", ["zh-CN", "ar"])
@pytest.mark.parametrize("h24", [True, False])
def test_no_page_speaks_english_on_a_phone_that_does_not(locale: str, h24: bool) -> None:
    phone = Phone(3, locale=locale)
    phone.core.settings.time_24h = h24
    for events in PAGES:
        assert english_on(phone, APP, "home", events, frozenset()) == set()


def test_a_city_is_found_by_its_name_in_either_language() -> None:
    phone = Phone(3, locale="zh-CN")
    phone.launch("clock")
    phone.send("clock", ("add_city",))
    for typed in ("tokyo", "东京"):
        phone.core.apps["clock"].ui.fields["city_search"] = typed
        phone.touch()
        assert 'text="东京"' in phone.run("uiautomator dump /dev/tty").text


def test_an_alarm_that_came_with_the_data_rings_once_the_clock_was_opened() -> None:
    phone = Phone(3)
    due = phone.now + timedelta(minutes=2)
    made = {"id": "1", "hour": due.hour, "minute": due.minute, "label": "Tea", "days": list(range(7))}
    phone.core.apps["clock"].data.alarms = [{**made, "enabled": True, "vibrate": True}]
    phone.launch("clock")
    phone.home()
    phone.launch("clock")
    phone.advance(180)
    assert [n.title for n in phone.core.system.notices] == ["Tea"], "once, however often the app came to the front"
    dialog = phone.core.apps["clock"].ui.dialog
    assert dialog is not None
    assert dialog.title == "Tea"
