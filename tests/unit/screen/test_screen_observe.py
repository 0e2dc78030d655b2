from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from PIL import Image
from screen_samples import displays, dump, node, window

from kit.errors import (
    CommandFailed,
    DeviceLost,
    DeviceTimeout,
    HierarchyError,
    ObservationFailed,
    ScreenshotFailed,
    SecureScreen,
)
from kit.screen.observe import observe
from kit.settings import Settings
from kit.types import Foreground, Screen

A, B = Foreground(package="a", activity="a.Main"), Foreground(package="b")
BUTTON = node("android.widget.Button", (10, 10, 90, 60), text="Go", clickable=True)
WINDOWS = displays(window(BUTTON, bounds=(0, 0, 100, 200), active=True)).encode()
LEGACY = dump(BUTTON).encode()
UNSUPPORTED = HierarchyError("no", code="dump_unsupported")
TIMEOUT = HierarchyError("slow", code="dump_timeout")


def picture(size=(100, 200), shade=9):
    return Image.new("RGB", size, (shade, shade, shade))


@dataclass
class Scripted:
    """A phone that answers from lists; the last answer of a list repeats. Exceptions in a list are raised."""

    fronts: list = field(default_factory=lambda: [A])
    shots: list = field(default_factory=lambda: [picture()])
    by_window: list = field(default_factory=lambda: [WINDOWS])
    legacy: list = field(default_factory=lambda: [LEGACY])
    size: Screen = field(default_factory=lambda: Screen(width=100, height=200))
    epoch: int = 11
    frame: int = 4
    log: list = field(default_factory=list)

    def _next(self, name, answers):
        self.log.append(name)
        answer = answers.pop(0) if len(answers) > 1 else answers[0]
        if isinstance(answer, Exception):
            raise answer
        return answer

    def wait(self, seconds):
        self.log.append(("wait", seconds))

    def foreground(self):
        return self._next("foreground", self.fronts)

    def screenshot(self):
        return self._next("screenshot", self.shots)

    def hierarchy(self, *, windows):
        return self._next("windows" if windows else "legacy", self.by_window if windows else self.legacy)

    def screen(self):
        return self.size


def look(phone, **changes):
    return observe(phone, Settings(**changes))


def failed(phone, **changes):
    with pytest.raises(ObservationFailed) as caught:
        look(phone, **changes)
    assert (phone.epoch, phone.frame) == (11, 4)
    return caught.value


ONE_ATTEMPT = [("wait", 0.3), "foreground", "screenshot", "windows", "foreground"]


def test_one_look_goes_through_the_steps_in_order_and_commits():
    phone = Scripted()
    found = look(phone)
    assert phone.log == ONE_ATTEMPT
    assert (found.epoch, found.screen_seq, phone.epoch, phone.frame) == (12, 5, 12, 5)
    assert [m.id for m in found.marks] == ["ax_1@e12"]
    assert found.foreground == A
    assert found.image is not None
    assert found.grouped
    assert found.seconds >= 0


def test_defaults_need_no_settings():
    assert observe(Scripted()).epoch == 12


def test_the_whole_window_is_tried_again_when_the_app_in_front_changed():
    phone = Scripted(fronts=[A, B, B, B])
    assert look(phone).foreground == B
    assert phone.log == [*ONE_ATTEMPT, ("wait", 2.0), *ONE_ATTEMPT]


def test_a_change_of_activity_within_the_app_is_a_change():
    phone = Scripted(fronts=[A, Foreground(package="a", activity="a.Other"), A, A])
    assert look(phone).foreground == A
    assert Counter(map(str, phone.log))["screenshot"] == 2


def test_drift_twice_fails_and_keeps_the_last_picture_as_reference():
    second = picture(shade=77)
    error = failed(Scripted(fronts=[A, B, A, B], shots=[picture(), second]))
    assert error.code == "foreground_drift"
    assert error.reference is second


def test_a_failed_picture_is_tried_again_without_dumping_first():
    phone = Scripted(shots=[ScreenshotFailed("no", code="adb_screencap_failed"), picture()])
    assert look(phone).epoch == 12
    assert phone.log == [("wait", 0.3), "foreground", "screenshot", ("wait", 2.0), *ONE_ATTEMPT]


def test_pictures_that_never_come_are_a_pure_failure():
    error = failed(Scripted(shots=[ScreenshotFailed("no", code="screenshot_pull_failed")]))
    assert error.code == "screenshot_pull_failed"
    assert error.reference is None


def test_a_picture_failure_after_a_valid_picture_keeps_that_one():
    first = picture()
    error = failed(Scripted(fronts=[A, B, A], shots=[first, ScreenshotFailed("no")]))
    assert error.code == "screenshot_unavailable"
    assert error.reference is first


def test_a_secure_screen_keeps_no_picture_at_all():
    error = failed(Scripted(fronts=[A, B, A], shots=[picture(), SecureScreen("black")]))
    assert error.code == "secure_screenshot_blocked"
    assert error.reference is None


def test_a_passing_failure_of_the_hierarchy_is_tried_again_once():
    phone = Scripted(by_window=[TIMEOUT, WINDOWS])
    found = look(phone)
    assert found.marks_code == ""
    assert len(found.marks) == 1
    assert phone.log == [*ONE_ATTEMPT, ("wait", 2.0), *ONE_ATTEMPT]


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (TIMEOUT, "dump_timeout"),
        (b"Killed", "dump_killed"),
        (WINDOWS[:300], "dump_truncated"),
        (DeviceTimeout("late"), "device_timeout"),
    ],
)
def test_a_lasting_failure_of_the_hierarchy_commits_a_frame_that_says_so(answer, code):
    phone = Scripted(by_window=[answer])
    found = look(phone)
    assert (found.marks_code, found.marks, found.epoch, phone.epoch) == (code, (), 12, 12)
    assert found.image is not None
    assert phone.log.count("windows") == 2


def test_a_frame_without_marks_is_only_committed_when_the_front_held_still():
    error = failed(Scripted(by_window=[TIMEOUT], fronts=[A, A, A, B]))
    assert error.code == "foreground_drift"


def test_the_hierarchy_alone_is_only_tried_again_on_the_first_attempt():
    phone = Scripted(by_window=[TIMEOUT])
    assert look(phone, observe_retry_max_loops=5).marks_code == "dump_timeout"
    assert phone.log.count("windows") == 2


def test_an_empty_screen_is_no_failure():
    phone = Scripted(by_window=[displays(window(bounds=(0, 0, 100, 200))).encode()])
    found = look(phone)
    assert (found.marks, found.marks_code, phone.log.count("windows")) == ((), "", 1)


def test_auto_falls_back_to_one_root_where_windows_are_not_supported():
    phone = Scripted(by_window=[UNSUPPORTED])
    found = look(phone)
    assert not found.grouped
    assert len(found.marks) == 1
    assert phone.log == [("wait", 0.3), "foreground", "screenshot", "windows", "legacy", "foreground"]


@pytest.mark.parametrize("answer", [UNSUPPORTED, LEGACY])
def test_on_fails_visibly_where_windows_are_not_supported(answer):
    phone = Scripted(by_window=[answer])
    found = look(phone, marks_windowed="on")
    assert (found.marks_code, found.marks) == ("dump_unsupported", ())
    assert "legacy" not in phone.log
    assert phone.log.count("windows") == 2


def test_off_never_asks_for_windows():
    phone = Scripted()
    assert not look(phone, marks_windowed="off").grouped
    assert "windows" not in phone.log


def test_without_pictures_none_is_taken():
    phone = Scripted()
    assert look(phone, screenshots=False).image is None
    assert "screenshot" not in phone.log


def test_a_screen_turned_during_the_look_is_drift():
    assert failed(Scripted(shots=[picture((200, 100))])).code == "foreground_drift"


def test_the_picture_says_how_large_the_screen_is():
    found = look(Scripted(shots=[picture((50, 100))]))
    assert (found.screen.width, found.screen.height) == (50, 100)


def test_a_lost_phone_is_passed_on_at_once():
    for phone in (
        Scripted(fronts=[DeviceLost("gone")]),
        Scripted(by_window=[DeviceLost("gone")]),
        Scripted(shots=[DeviceLost("gone")]),
    ):
        with pytest.raises(DeviceLost):
            look(phone)
        assert phone.epoch == 11


def test_a_sample_that_fails_is_tried_again_and_named():
    assert look(Scripted(fronts=[CommandFailed("no"), A])).epoch == 12
    assert failed(Scripted(fronts=[CommandFailed("no")])).code == "device_command_failed"


@pytest.mark.parametrize("loops", [0, 1, 3])
def test_attempts_and_rests_follow_the_settings(loops):
    phone = Scripted(fronts=[A, B] * 9)
    error = failed(phone, observe_retry_max_loops=loops, observe_retry_backoff_s=0.5, observe_settle_ms=70)
    assert phone.log.count("screenshot") == loops + 1
    assert phone.log.count(("wait", 0.5)) == loops
    assert phone.log.count(("wait", 0.07)) == loops + 1
    assert error.reference is not None


CODES = {
    "foreground_drift",
    "device_command_failed",
    "screenshot_unavailable",
    "secure_screenshot_blocked",
    "device_timeout",
}
FRONTS = st.lists(st.sampled_from([A, B, CommandFailed("no")]), min_size=1, max_size=8)
SHOTS = st.lists(
    st.sampled_from(["picture", ScreenshotFailed("no"), SecureScreen("black"), DeviceTimeout("late")]),
    min_size=1,
    max_size=5,
)
DUMPS = st.lists(
    st.sampled_from([WINDOWS, LEGACY, TIMEOUT, UNSUPPORTED, b"", b"Killed", WINDOWS[:99]]), min_size=1, max_size=5
)


@given(FRONTS, SHOTS, DUMPS, st.integers(0, 3), st.sampled_from(["auto", "on", "off"]))
@hypothesis_settings(max_examples=300, deadline=None)
def test_whatever_goes_wrong_only_a_still_frame_is_committed(fronts, shots, dumps, loops, mode):
    pictures = [picture(shade=i + 1) if s == "picture" else s for i, s in enumerate(shots)]
    phone = Scripted(fronts=list(fronts), shots=list(pictures), by_window=list(dumps), legacy=list(dumps))
    seen: list[Foreground] = []
    ask = phone.foreground

    def remember():
        seen.append(ask())
        return seen[-1]

    phone.foreground = remember
    found, error = None, None
    try:
        found = look(phone, observe_retry_max_loops=loops, marks_windowed=mode)
    except ObservationFailed as caught:
        error = caught
    if error is not None:
        assert (phone.epoch, phone.frame) == (11, 4)
        assert error.code in CODES
        assert error.reference is None or any(error.reference is p for p in pictures)
        assert error.reference is None or error.code != "secure_screenshot_blocked"
    if found is not None:
        assert (found.epoch, found.screen_seq, phone.epoch, phone.frame) == (12, 5, 12, 5)
        assert seen[-1].component == seen[-2].component == found.foreground.component
        assert any(found.image is p for p in pictures)
        assert not (found.marks and found.marks_code)
        assert all(m.epoch == 12 for m in found.marks)
    assert phone.log.count(("wait", 0.3)) <= 1 + loops
    assert phone.log.count(("wait", 2.0)) == phone.log.count(("wait", 0.3)) - 1
