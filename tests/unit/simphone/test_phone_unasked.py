"""What lies over or beside an app: prompts of the system, the share sheet, picture in picture, split screen."""

from __future__ import annotations

from dataclasses import replace

import demo_app as demo
import pytest

from kit.simphone.phone import Phone
from kit.simphone.system.prompts import KINDS
from kit.simphone.widgets import button, column, text, text_field

SHARER = replace(
    demo.DEMO,
    name="sharer",
    package="org.sharer",
    labels={"en": "Sharer"},
    view=lambda run: column(button("Send it on", ("share",)), text_field("words", "", hint="Words"), weight=1),
    handlers={"share": lambda run: run.env.share("a line to share"), "resume": lambda run: None},
    pip=("home",),
)
TAKER = replace(
    demo.DEMO,
    name="taker",
    package="org.taker",
    labels={"en": "Taker"},
    view=lambda run: column(text(f"got {run.ui.memo.get('got', 'nothing')}"), button("More", ("more",)), weight=1),
    handlers={"take": lambda run, words, file: run.ui.memo.update(got=words + file), "more": lambda run: None},
    shares=("take",),
)


def two(seed: int = 0) -> Phone:
    phone = Phone(seed, apps=[SHARER, TAKER])
    phone.launch("sharer")
    return phone


def labels(phone: Phone) -> str:
    return " | ".join(n.get("text") or n.get("content-desc") or "" for n in demo.dump(phone, windows=True).iter("node"))


# --- prompts ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_a_prompt_is_a_window_of_the_system_and_its_first_answer_changes_nothing(kind: str) -> None:
    phone = two()
    before = phone.state()
    assert phone.run(f"simphone prompt {kind} Somebody").code == 0
    assert phone.windows()[0].package == KINDS[kind].package
    demo.tap(phone, KINDS[kind].answers[0][0])
    assert phone.core.system.prompts == []
    after = phone.state()
    assert (after["data"], after["front"]) == (before["data"], before["front"])


def test_what_lies_under_a_modal_prompt_cannot_be_touched() -> None:
    phone = two()
    phone.run("simphone prompt update")
    phone.run("input tap 540 150")
    assert phone.core.system.sharing is None
    assert len(phone.core.system.prompts) == 1


def test_an_incoming_call_is_a_banner_and_the_app_below_stays_in_use() -> None:
    phone = two()
    phone.run("simphone prompt call Ada Park")
    assert "Ada Park" in labels(phone)
    demo.tap(phone, "Answer")
    assert "Ongoing call" in labels(phone)
    demo.tap(phone, "Hang up")
    assert phone.core.system.prompts == []


def test_answers_do_what_they_say() -> None:
    phone = two()
    phone.run("simphone prompt battery 6")
    assert "6% remaining" in labels(phone)
    demo.tap(phone, "Turn on Battery Saver")
    assert phone.core.settings.battery_saver
    phone.run("simphone prompt update")
    demo.tap(phone, "Restart now")
    assert phone.boots == 1


def test_back_sends_a_prompt_away() -> None:
    phone = two()
    phone.run("simphone prompt rate Notes; input keyevent BACK")
    assert phone.core.system.prompts == []
    assert phone.core.system.front == "sharer"


def test_an_unknown_prompt_is_refused() -> None:
    result = two().run("simphone prompt advert")
    assert result.code == 1
    assert "update" in result.error_text


# --- sharing ---------------------------------------------------------------------------------------------------------


def test_what_is_shared_reaches_the_app_that_is_chosen() -> None:
    phone = two()
    demo.tap(phone, "Send it on")
    assert "a line to share" in labels(phone)
    demo.tap(phone, "Taker")
    assert phone.core.system.front == "taker"
    assert "got a line to share" in labels(phone)
    phone.run("input keyevent BACK")
    assert phone.core.system.front == "sharer"


def test_copy_in_the_share_sheet_fills_the_clipboard() -> None:
    phone = two()
    demo.tap(phone, "Send it on")
    demo.tap(phone, "Copy")
    assert phone.core.system.clipboard == "a line to share"
    assert phone.core.system.sharing is None


@pytest.mark.parametrize("way", ["input keyevent BACK", "input tap 540 300", "input keyevent HOME"])
def test_the_share_sheet_goes_away_without_sharing(way: str) -> None:
    phone = two()
    demo.tap(phone, "Send it on")
    phone.run(way)
    assert phone.core.system.sharing is None
    assert "got nothing" in ((phone.launch("taker") and labels(phone)) or "")


# --- picture in picture ----------------------------------------------------------------------------------------------


def test_a_page_that_goes_on_shrinks_when_its_app_is_left_and_grows_back() -> None:
    phone = two()
    phone.home()
    assert phone.core.system.pip == "sharer"
    window = next(w for w in phone.windows() if w.key == "pip")
    left, top, right, bottom = window.bounds
    assert right - left < phone.size[0] / 2
    assert bottom - top < phone.size[1] / 4
    demo.tap(phone, "Expand")
    assert (phone.core.system.front, phone.core.system.pip) == ("sharer", "")


def test_the_small_window_can_be_closed() -> None:
    phone = two()
    phone.launch("taker")
    demo.tap(phone, "Close")
    assert (phone.core.system.front, phone.core.system.pip) == ("taker", "")


def on_the_way() -> Phone:
    """Maps leads somewhere."""
    phone = Phone(7)
    phone.run("pm grant com.simphone.maps android.permission.ACCESS_FINE_LOCATION")
    phone.launch("maps")
    for event in (("directions", "p1"), ("start", "p1")):
        phone.send("maps", event)
    return phone


@pytest.mark.parametrize("leave", ["input keyevent HOME", "am start -n com.simphone.notes/.MainActivity"])
def test_navigation_goes_on_in_a_small_window_and_a_touch_on_it_comes_back(leave: str) -> None:
    phone = on_the_way()
    first = demo.find(phone, "End navigation")
    assert first is not None
    data = phone.state()["data"]
    phone.run(leave)
    window = next(w for w in phone.windows() if w.key == "pip")
    assert window.package == "com.simphone.maps"
    at = phone.core.apps["maps"].ui.memo["moved"]
    phone.advance(60)
    assert phone.core.apps["maps"].ui.memo["moved"] > at
    words = labels(phone)
    assert " onto " in words
    assert "End navigation" not in words
    left, top, right, bottom = window.bounds
    phone.run(f"input tap {(left + right) // 2} {(top + 3 * bottom) // 4}")
    assert (phone.core.system.front, phone.core.system.pip) == ("maps", "")
    assert demo.find(phone, "End navigation") is not None
    assert phone.state()["data"] == data


def test_navigation_whose_window_was_closed_tells_of_its_end_and_then_leaves_no_window_behind() -> None:
    phone = on_the_way()
    phone.home()
    demo.tap(phone, "Close")
    assert phone.core.system.pip == ""
    phone.advance(3 * 3600)
    assert phone.core.system.notices[0].title == "You have arrived"
    phone.launch("maps")
    assert "You have arrived" in labels(phone)
    phone.home()
    assert phone.core.system.pip == ""


def test_nothing_on_a_page_can_be_used_while_it_is_small() -> None:
    phone = two()
    phone.launch("taker")
    assert demo.find(phone, "Send it on") is not None
    demo.tap(phone, "Send it on")
    assert (phone.core.system.front, phone.core.system.sharing) == ("sharer", None)


# --- split screen ----------------------------------------------------------------------------------------------------


def split() -> Phone:
    phone = two()
    phone.run("input keyevent APP_SWITCH")
    demo.tap(phone, "Split screen: Sharer")
    phone.run("monkey -p org.taker 1")
    return phone


def test_two_apps_share_the_screen_with_a_bar_between_them() -> None:
    phone = split()
    root = demo.dump(phone, windows=True)
    kinds = [w.get("type") for w in root.iter("window")]
    assert kinds.count("TYPE_APPLICATION") == 2
    assert "TYPE_SPLIT_SCREEN_DIVIDER" in kinds
    wins = {w.key: w for w in phone.windows()}
    assert wins["app:sharer"].bounds[3] <= wins["divider"].bounds[1] < wins["app:taker"].bounds[1]


def test_a_touch_makes_the_other_app_the_one_in_use_and_typing_goes_there() -> None:
    phone = split()
    assert phone.core.system.front == "taker"
    demo.tap(phone, "Words")
    assert phone.core.system.front == "sharer"
    phone.run("input text hello")
    assert phone.core.apps["sharer"].ui.fields["words"] == "hello"
    assert phone.core.system.split == ["sharer", "taker"]


@pytest.mark.parametrize(("to", "kept"), [(2300, "sharer"), (100, "taker")])
def test_dragging_the_bar_leaves_one_app(to: int, kept: str) -> None:
    phone = split()
    bar = next(w for w in phone.windows() if w.key == "divider").bounds
    y = (bar[1] + bar[3]) // 2
    phone.run(f"input swipe 540 {y} 540 {to} 300")
    assert (phone.core.system.split, phone.core.system.front) == ([], kept)


def test_home_ends_the_split() -> None:
    phone = split()
    phone.home()
    assert phone.core.system.split == []
    assert phone.internal_errors == []
