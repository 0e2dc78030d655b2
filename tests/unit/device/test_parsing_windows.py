"""The app in front on every Android we have a sample of."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.device.parsing import parse_display_line, parse_foreground, parse_keyguard
from kit.errors import DeviceTimeout, KitError, ParseError
from kit.types import Foreground, Screen

MAIL = Foreground(package="org.mail", activity="org.mail.ui.Inbox")
FULL = "Window{1a2b u0 org.mail/org.mail.ui.Inbox}"
SHORT = "ActivityRecord{3c4d u0 org.mail/.ui.Inbox t12}"


@pytest.mark.parametrize(
    "text",
    [
        f"  mCurrentFocus={FULL}\n  mFocusedApp={SHORT}",
        "  mCurrentFocus=Window{1a2b org.mail/org.mail.ui.Inbox paused=false}",  # no user
        "  mCurrentFocus=Window{1a2b u10 org.mail/org.mail.ui.Inbox}",  # work profile
        f"  mCurrentFocus=null\n  mCurrentFocus=null\n  mCurrentFocus={FULL}",  # foldable
        "  mFocusedApp=AppWindowToken{2 token=Token{1 ActivityRecord{3 u0 org.mail/.ui.Inbox, isShadow:false t1}}}",
        f"  mCurrentFocus=null\n  mFocusedApp={SHORT}",
        f"    mResumedActivity: {SHORT}",
        "  topResumedActivity=ActivityRecord{1 u0 org.mail/.ui.Inbox} t6294}",
        f"  ResumedActivity: {SHORT}",
        f"  mFocusedActivity: {SHORT}",
        f"  imeLayeringTarget in display# 0 {FULL}",
        f"  mInputMethodTarget in display# 0 {FULL}\n  inputMethodControlTarget in display# 0 null",
    ],
)
def test_every_wording_names_the_same_app(text: str) -> None:
    assert parse_foreground(text) == MAIL


def test_focused_window_beats_focused_app() -> None:
    said = f"  mCurrentFocus=Window{{1 u0 org.home/org.home.Desk}}\n  mFocusedApp={SHORT}"
    assert parse_foreground(said).component == "org.home/org.home.Desk"


def test_app_beats_the_cover_screen_of_a_foldable() -> None:
    cover = "ActivityRecord{1 u0 com.android.systemui/.subscreen.Home t7}"
    assert parse_foreground(f"  mFocusedApp=null\n  mFocusedApp={cover}\n  mFocusedApp={SHORT}") == MAIL
    assert parse_foreground(f"  mFocusedApp={SHORT}\n  mFocusedApp={cover}") == MAIL


def test_main_display_beats_virtual_ones_whatever_the_order() -> None:
    virtual = "Display #2 (activities):\n    topResumedActivity=ActivityRecord{1 u0 org.cast/.Show t3}"
    main = f"Display #0 (activities):\n    topResumedActivity={SHORT}"
    assert parse_foreground(f"{virtual}\n{main}") == MAIL
    assert parse_foreground(f"{main}\n{virtual}") == MAIL
    unlabelled = "  mCurrentFocus=Window{1 u0 org.cast/org.cast.Show}"
    assert parse_foreground(f"{unlabelled}\n  mCurrentFocus={FULL}") == MAIL


def test_other_display_counts_when_the_main_one_has_no_focus() -> None:
    said = f"Display: mDisplayId=0\n  mCurrentFocus=null\nDisplay: mDisplayId=1\n  mCurrentFocus={FULL}"
    assert parse_foreground(said) == MAIL


def test_main_display_between_two_windows_is_not_left_for_a_virtual_one() -> None:
    virtual = "Display: mDisplayId=2\n  mCurrentFocus=Window{1 u0 org.cast/org.cast.Show}\n"
    assert parse_foreground(f"{virtual}Display: mDisplayId=0\n  mCurrentFocus=null\n  mFocusedApp={SHORT}") == MAIL


@pytest.mark.parametrize(
    ("title", "package"),
    [
        ("StatusBar", "com.android.systemui"),
        ("NotificationShade", "com.android.systemui"),
        ("org.lock.screen", "org.lock.screen"),
        ("Application Not Responding: org.mail", "android"),
    ],
)
def test_windows_without_an_activity(title: str, package: str) -> None:
    said = f"  mCurrentFocus=Window{{1 u0 {title}}}\n  mFocusedApp={SHORT}"
    assert parse_foreground(said) == Foreground(package=package)


def test_popup_belongs_to_the_app_under_it() -> None:
    focus = "  mCurrentFocus=Window{ddf u0 Pop-Up Window}"
    assert parse_foreground(f"{focus}\n  mFocusedApp={SHORT}") == MAIL
    head = f"  Window #8 Window{{aaa u0 x}}:\n    mActivityRecord=ActivityRecord{{1 u0 org.other/.A t1}}\n{focus}\n"
    block = "  Window #9 Window{ddf u0 Pop-Up Window}:\n    mOwnerUid=10207 showForAllUsers=false package=org.mail appop=NONE\n"
    assert parse_foreground(head + block + "    mActivityRecord=ActivityRecord{5 u0 org.mail/.ui.Inbox t8}") == MAIL
    assert parse_foreground(head + block) == Foreground(package="org.mail")


def test_task_brace_in_window_block() -> None:
    said = (
        "  Window #25 Window{c8 u0 org.mail/org.mail.ui.Inbox}:\n"
        "    mActivityRecord=ActivityRecord{d9 u0 org.mail/.ui.Inbox} t57}\n    isVisible=true"
    )
    assert parse_foreground(said) == MAIL


def test_hidden_windows_are_not_in_front() -> None:
    hidden = "  Window #1 Window{c8 u0 a.b/a.b.C}:\n    mActivityRecord=ActivityRecord{d9 u0 a.b/.C t5}\n    isVisible=false\n"
    shown = "  Window #2 Window{c9 u0 org.mail/org.mail.ui.Inbox}:\n    mActivityRecord=ActivityRecord{d u0 org.mail/.ui.Inbox t5}\n"
    assert parse_foreground(hidden + shown + "    isVisible=true") == MAIL


@pytest.mark.parametrize(
    "text",
    [
        "*** SERVICE 'window' DUMP TIMEOUT (10000ms) EXPIRED ***",
        "    Failure while dumping the activity: java.io.IOException: Timeout",
    ],
)
def test_dump_timeout_is_not_an_unknown_format(text: str) -> None:
    with pytest.raises(DeviceTimeout):
        parse_foreground(text)


def test_unknown_output_shows_its_first_line() -> None:
    with pytest.raises(ParseError, match="Can't find service"):
        parse_foreground("\nCan't find service: window\n")


@given(st.text(st.characters(codec="utf-8"), max_size=300))
def test_any_text_gives_an_app_or_a_typed_error(text: str) -> None:
    try:
        assert parse_foreground("  mCurrentFocus=" + text).package
    except KitError as error:
        assert error.code in {"device_output_unreadable", "device_timeout"}  # noqa: PT017


@pytest.mark.parametrize(
    ("text", "locked"),
    [
        ("isKeyguardShowing=false", False),
        ("    isKeyguardShowing=true", True),
        ("mShowingLockscreen=false mShowingDream=false mDreamingLockscreen=true", True),
        (
            "    KeyguardServiceDelegate\n      showing=false\n      showingAndNotOccluded=true\n      mIsShowing=false",
            False,
        ),
        ("    KeyguardServiceDelegate\n      showing=true", True),
        ("nothing here", None),
    ],
)
def test_keyguard(text: str, locked: bool | None) -> None:
    assert parse_keyguard(text) is locked


def test_display_line_follows_override_and_rotation() -> None:
    head = "  Display: mDisplayId=0\n    init=1080x2400 420dpi"
    assert parse_display_line(f"{head} cur=1080x2400 app=1080x2337") == Screen(width=1080, height=2400, density=420)
    turned = parse_display_line(f"{head} base=540x1200 210dpi cur=1200x540 app=1\n    mRotation=3 mDeferred=0")
    assert turned == Screen(width=1200, height=540, density=210, rotation=3)
    assert parse_display_line(f"{head} cur=2400x1080") == Screen(width=2400, height=1080, density=420, rotation=1)
    degrees = parse_display_line(f"{head} cur=2400x1080\n  mCurrentRotation=ROTATION_270")
    assert degrees is not None
    assert degrees.rotation == 3


def test_display_line_ignores_other_displays() -> None:
    other = "  Display: mDisplayId=5\n    init=100x200 160dpi cur=100x200\n"
    assert parse_display_line(other) is None
    main = parse_display_line(other + "  Display: mDisplayId=0\n    init=720x1280 320dpi cur=720x1280")
    assert main is not None
    assert main.width == 720
