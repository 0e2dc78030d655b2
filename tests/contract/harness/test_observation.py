"""Harness specification, sections "架构" / "主循环", "原子观测", "观测的三种结果" and "批次与几何的状态转移": one test a rule.

Each runs on a simphone in this process and, marked slow, on the same phone behind a real adb server.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from PIL import Image
from sim_doors import DOORS, DUMP, FOREGROUND, PICTURE, Door, Effect, opened

from kit.agent.traced import run_episode
from kit.context.assemble import assemble
from kit.device.screenshot import BLACK_MAX, is_black
from kit.device.transport import ShellResult
from kit.errors import DeviceLost, DeviceTimeout, ObservationFailed, TargetError
from kit.screen.describe import describe
from kit.screen.locate import Hit
from kit.screen.observe import observe
from kit.settings import Settings, resolve
from kit.simphone.faults import NAMES
from kit.tools.execute import execute
from kit.tools.session import Session, open_session
from kit.tools.target import resolve as target
from kit.types import Picture, Receipt, Rect, Reply, Step, ToolCall

ATTEMPT = [("rest", 0.3), FOREGROUND, PICTURE, DUMP, FOREGROUND]
"""One attempt: rest, app in front, picture, hierarchy, app in front."""
EMPTY = b'<?xml version=\'1.0\'?><hierarchy rotation="0"><node bounds="[0,0][1080,2400]" /></hierarchy>'
NOTHING_READ = {"dump_idle_state", "dump_null_root", "dump_truncated"}


@pytest.fixture(params=DOORS)
def door(request: pytest.FixtureRequest) -> Iterator[Door]:
    with opened(request.param) as found:
        found.device.launch("com.android.settings")
        found.device.wait(2)
        found.transport.log.clear()
        yield found


def settle(**values: object) -> Settings:
    return Settings(**({"locate": "off"} | values))  # type: ignore[arg-type]


def session_of(door: Door, **values: object) -> Session:
    """A session that has looked once."""
    made = open_session(door.device, settings=settle(**values))
    door.transport.log.clear()
    return made


def do(session: Session, name: str, /, **arguments: object) -> Receipt:
    return execute(session, [ToolCall(id="c1", name=name, arguments=arguments)])[0]


def failed(door: Door, **values: object) -> ObservationFailed:
    before = door.device.epoch, door.device.frame
    with pytest.raises(ObservationFailed) as caught:
        observe(door.device, settle(**values))
    assert (door.device.epoch, door.device.frame) == before
    return caught.value


def drifting(door: Door, on: bool = True) -> None:
    """The phone's drift fault after every picture, and only there: a second one after the dump might undo it."""
    door.transport.after.clear()
    door.phone.faults.set("drift", 0.0)
    if on:
        door.at(FOREGROUND, lambda: door.phone.faults.set("drift", 1.0), nth=0)
        door.at(PICTURE, lambda: door.phone.faults.set("drift", 0.0), nth=0)


def gives(result: ShellResult | Exception) -> Effect:
    return lambda: result


# --- 主循环 --------------------------------------------------------------------------------------------------------------


def test_one_model_call_a_turn_and_a_new_batch_after_each_action_but_not_after_finish() -> None:
    """主循环: one model call a turn; acting tools usually bring an observation, others (finish) do not."""
    asked: list[int] = []
    from kit.events import Event, Replied

    def hear(event: Event) -> None:
        asked.extend([1] if isinstance(event, Replied) else [])

    episode = run_episode("contacts_add", {"model": "oracle", "locate": "off", "trace": False}, listeners=[hear])
    assert len(asked) == len(episode.steps) > 3
    receipts = [r for s in episode.steps for r in s.receipts]
    assert all(r.observation is None for r in receipts if r.call.name == "finish")
    epochs = [r.observation.epoch for r in receipts if r.observation is not None]
    assert epochs == list(range(2, 2 + len(epochs)))


# --- 原子观测 --------------------------------------------------------------------------------------------------------------


def test_a_look_rests_300_ms_then_front_picture_marks_of_the_same_frame_and_front_again(door: Door) -> None:
    """原子观测: the order, PHONE_AGENT_OBSERVE_SETTLE_MS = 300, epoch + 1, ids of the new batch."""
    seen = observe(door.device, settle())
    assert door.transport.log == ATTEMPT
    assert (seen.epoch, seen.screen_seq) == (door.device.epoch, door.device.frame) == (1, 1)
    assert seen.marks
    assert {m.id for m in seen.marks} == {f"ax_{n}@e1" for n in range(1, len(seen.marks) + 1)}
    assert observe(door.device, settle()).epoch == 2


def test_the_defaults_are_300_ms_one_more_round_and_2_s() -> None:
    """原子观测: PHONE_AGENT_OBSERVE_SETTLE_MS 300, _RETRY_MAX_LOOPS 1, _RETRY_BACKOFF_S 2."""
    given = settle()
    assert (given.observe_settle_ms, given.observe_retry_max_loops, given.observe_retry_backoff_s) == (300, 1, 2.0)


def test_the_names_of_its_settings() -> None:
    """原子观测: each of its settings is a PHONE_AGENT_ variable."""
    given, _ = resolve(
        environ={
            "PHONE_AGENT_OBSERVE_SETTLE_MS": "70",
            "PHONE_AGENT_OBSERVE_RETRY_MAX_LOOPS": "3",
            "PHONE_AGENT_OBSERVE_RETRY_BACKOFF_S": "0.5",
            "PHONE_AGENT_BLACK_SCREEN_DETECT": "off",
        }
    )
    assert (given.observe_settle_ms, given.observe_retry_max_loops) == (70, 3)
    assert (given.observe_retry_backoff_s, given.black_screen_detect) == (0.5, False)


def test_another_app_in_front_afterwards_repeats_the_whole_window_once_with_a_new_rest(door: Door) -> None:
    """原子观测: drift of the app in front; every attempt rests anew, at most two."""
    door.at(PICTURE, door.front("notes"))
    seen = observe(door.device, settle())
    assert door.transport.log == [*ATTEMPT, ("rest", 2.0), *ATTEMPT]
    assert seen.foreground.package == "com.simphone.notes"
    assert all(m.package == "com.simphone.notes" for m in seen.marks if m.path == "toolbar")
    assert seen.epoch == 1


def test_a_picture_that_fails_once_repeats_the_whole_window(door: Door) -> None:
    """原子观测: a failed screenshot."""
    door.at(PICTURE, gives(DeviceTimeout("late")))
    assert observe(door.device, settle()).epoch == 1
    assert door.transport.log == [*ATTEMPT[:3], ("rest", 2.0), *ATTEMPT]


def test_a_sample_that_fails_once_repeats_the_whole_window(door: Door) -> None:
    """原子观测: sampling the app in front raises."""
    door.at(FOREGROUND, gives(DeviceTimeout("late")))
    assert observe(door.device, settle()).epoch == 1
    assert door.transport.log.count(("rest", 0.3)) == 2


@pytest.mark.parametrize("answer", ["ERROR: could not get idle state.", "Killed", '<displays><display id="0"><window'])
def test_marks_that_fail_once_repeat_the_whole_window(door: Door, answer: str) -> None:
    """原子观测: a transient failure of the marks (not at rest, provider killed, XML cut)."""
    door.at(DUMP, gives(ShellResult(answer.encode())))
    seen = observe(door.device, settle())
    assert (seen.marks_code, bool(seen.marks), seen.epoch) == ("", True, 1)
    assert door.transport.log == [*ATTEMPT, ("rest", 2.0), *ATTEMPT]


@pytest.mark.parametrize("fault", ["idle_state", "null_root", "truncated_dump"])
def test_marks_that_keep_failing_are_committed_as_a_labelled_frame_without_marks(door: Door, fault: str) -> None:
    """原子观测 and 观测的三种结果, row 提交成功: `marks (0) [accessibility:<code>]`, never shown as an empty screen."""
    door.phone.faults.set(fault, 1.0)
    seen = observe(door.device, settle())
    assert seen.marks_code in NOTHING_READ
    assert (seen.marks, seen.epoch, door.device.epoch) == ((), 1, 1)
    assert seen.image is not None
    assert f"marks (0) [accessibility:{seen.marks_code}]" in describe(seen)
    assert door.transport.log.count(DUMP) == 2


def test_an_empty_screen_is_a_stable_result_and_committed_at_once(door: Door) -> None:
    """原子观测: nothing to interact with is no failure: zero marks, no code, no second attempt."""
    door.at(DUMP, gives(ShellResult(EMPTY)), nth=0)
    seen = observe(door.device, settle(marks_windowed="off"))
    assert (seen.marks, seen.marks_code, seen.epoch) == ((), "", 1)
    assert door.transport.log == ATTEMPT
    assert "accessibility" not in describe(seen)


def test_dumping_by_window_where_it_is_not_supported_counts_as_a_failed_provider(door: Door) -> None:
    """原子观测: with windowing forced, an unsupported dump is retried like any provider failure and then labelled."""
    door.at(DUMP, gives(ShellResult(b"", b"Unknown option: --windows\n", 255)), nth=0)
    seen = observe(door.device, settle(marks_windowed="on"))
    assert (seen.marks_code, seen.marks) == ("dump_unsupported", ())
    assert door.transport.log.count(("rest", 0.3)) == 2


def test_the_second_attempt_is_only_committed_when_the_front_held_still(door: Door) -> None:
    """原子观测: marks fail twice and the app in front drifts in the second attempt: the whole batch is void."""
    door.phone.faults.set("idle_state", 1.0)
    door.at(PICTURE, door.front("notes"), nth=2)
    assert failed(door).code == "foreground_drift"


@pytest.mark.parametrize("loops", [0, 1, 3])
def test_rounds_and_rest_between_them_can_be_set(door: Door, loops: int) -> None:
    """原子观测: PHONE_AGENT_OBSERVE_RETRY_MAX_LOOPS and _BACKOFF_S."""
    drifting(door)
    failed(door, observe_retry_max_loops=loops, observe_retry_backoff_s=0.5)
    assert door.transport.log.count(PICTURE) == loops + 1
    assert door.transport.log.count(("rest", 0.5)) == loops


def test_the_only_producer_of_a_sessions_observations_is_its_observe() -> None:
    """原子观测: `session.observe()`; besides it only a hit of locate commits a batch."""
    import ast
    from pathlib import Path

    import kit

    root = Path(kit.__file__).parent
    writers: set[str] = set()
    for path in root.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            targets = node.targets if isinstance(node, ast.Assign) else []
            flat = [e for t in targets for e in (t.elts if isinstance(t, ast.Tuple) else [t])]
            writers |= {
                path.relative_to(root).as_posix()
                for t in flat
                if isinstance(t, ast.Attribute) and t.attr == "epoch" and ast.unparse(t.value) == "device"
            }
    assert writers == {"screen/observe.py", "screen/locate.py"}


# --- 观测的三种结果 ---------------------------------------------------------------------------------------------------------


def test_a_look_that_fails_with_a_picture_leaves_the_newest_one_as_an_unverified_reference(door: Door) -> None:
    """观测的三种结果, row 未验证参考图: the last valid picture, no epoch, no screen_seq, no marks."""
    drifting(door)
    error = failed(door)
    assert error.code == "foreground_drift"
    assert isinstance(error.reference, Image.Image)
    assert error.reference.size == (1080, 2400)


@pytest.mark.parametrize(
    ("lang", "label"),
    [
        ("en", ("earlier", "unverified", "not the current addressable batch")),
        ("zh", ("较早采样", "未验证", "非当前可操作批次")),
    ],
)
def test_the_reference_is_labelled_in_words(door: Door, lang: str, label: tuple[str, ...]) -> None:
    """观测的三种结果, row 未验证参考图: what it is stands beside it, in both languages."""
    session = session_of(door, lang=lang)
    drifting(door)
    receipt = do(session, "wait", seconds=1)
    assert receipt.observation is None
    assert receipt.reference is not None
    assert all(words in receipt.text for words in label)


def test_the_reference_is_an_ordinary_picture_of_the_prompt_without_an_observation(door: Door) -> None:
    """观测的三种结果: the reference is a plain picture part; nothing on it is addressable."""
    session = session_of(door)
    first = session.observation
    drifting(door)
    receipt = do(session, "wait", seconds=1)
    step = Step(index=0, observation=first, reply=Reply(calls=(receipt.call,)), receipts=(receipt,))
    message = assemble("g", first, [step], settle(), pictures=True)[-1]
    assert message.observation is None
    assert [type(p) for p in message.parts if isinstance(p, Picture)] == [Picture]
    assert "[OBS]" not in message.text


def test_without_any_valid_picture_only_facts_are_told(door: Door) -> None:
    """观测的三种结果, row 纯失败文字: no picture is made up."""
    session = session_of(door)
    door.at(PICTURE, gives(DeviceTimeout("late")), nth=0)
    receipt = do(session, "wait", seconds=1)
    assert (receipt.observation, receipt.reference, receipt.code) == (None, None, "screenshot_unavailable")
    assert "screenshot" in receipt.text.lower() or "picture" in receipt.text.lower()


def test_a_protected_page_is_blocked_and_leaves_no_picture(door: Door) -> None:
    """观测的三种结果, row 纯失败文字: secure_screenshot_blocked is fail-closed: no black picture, no reference."""
    door.secure("settings", *_pages(door, "settings"))
    error = failed(door)
    assert (error.code, error.reference) == ("secure_screenshot_blocked", None)


def test_a_picture_taken_before_the_protected_page_came_up_is_dropped_as_well(door: Door) -> None:
    """观测的三种结果, row 纯失败文字: drift first, then a protected page: the earlier valid picture is not kept either."""
    door.secure("notes", *_pages(door, "notes"))
    door.at(PICTURE, door.front("notes"))
    error = failed(door)
    assert (error.code, error.reference) == ("secure_screenshot_blocked", None)
    assert door.transport.log.count(PICTURE) == 2


def _pages(door: Door, app: str) -> tuple[str, ...]:
    with door.phone.lock:
        return (door.phone.core.apps[app].ui.page.name, "main", "home", "list", "root")


@pytest.mark.parametrize(("value", "black"), [((4, 4, 4), True), ((4, 4, 5), False), ((0, 0, 0), True)])
def test_black_means_no_channel_above_4(value: tuple[int, int, int], black: bool) -> None:
    """观测的三种结果: all black is RGB <= 4 in every channel of every pixel."""
    assert BLACK_MAX == 4
    assert is_black(Image.new("RGB", (90, 90), value)) is black
    dot = Image.new("RGB", (90, 90), (0, 0, 0))
    dot.putpixel((31, 47), (0, 0, 5))
    assert not is_black(dot)


def test_the_black_check_is_on_by_default_and_can_be_switched_off(door: Door) -> None:
    """观测的三种结果: PHONE_AGENT_BLACK_SCREEN_DETECT, default on."""
    assert settle().black_screen_detect is True
    door.secure("settings", *_pages(door, "settings"))
    door.device.black_screen_detect = False
    assert observe(door.device, settle()).image is not None


@pytest.mark.parametrize(
    ("answer", "code", "kept"),
    [
        (ShellResult(b"Failed to take screenshot. Status: -1\n", b"", 1), "secure_screenshot_blocked", False),
        (ShellResult(b"Failed to take screenshot\n", b"", 0), "secure_screenshot_blocked", False),
        (ShellResult(b"", b"Error opening file: /x (Read-only)\n", 1), "adb_screencap_failed", True),
        (ShellResult(b"\x38\x04\0\0\x60\x09\0\0\1\0\0\0\0\0\0\0cut", b"", 0), "screenshot_pull_failed", True),
        (DeviceTimeout("late"), "screenshot_unavailable", True),
    ],
    ids=["status -1", "failed", "exit code", "damaged on the way", "anything else"],
)
def test_each_failure_of_the_picture_has_its_code_and_all_but_the_secure_one_keep_the_reference(
    door: Door, answer: ShellResult | Exception, code: str, kept: bool
) -> None:
    """观测的三种结果: Status: -1 / Failed is secure; exit code, damaged transfer and the rest have codes of their own."""
    door.at(PICTURE, door.front("notes"), nth=1)
    door.at(PICTURE, gives(answer), nth=2)
    error = failed(door)
    assert error.code == code
    assert (error.reference is not None) is kept


def test_an_actions_success_is_not_taken_back_by_the_failed_look_after_it(door: Door) -> None:
    """观测的三种结果: the receipt of a successful action stays a success; the failed look is told beside it."""
    session = session_of(door)
    drifting(door)
    receipt = do(session, "back")
    assert (receipt.status, receipt.code, receipt.observation) == ("ok", "foreground_drift", None)
    assert receipt.text.startswith("Pressed Back.")
    assert "read_screen" in receipt.text
    assert session.observation is None


def test_an_action_before_the_phone_was_lost_is_still_written_down(door: Door) -> None:
    """观测的三种结果: not even a phone that is gone afterwards turns what was done into nothing."""
    session = session_of(door)
    door.at("input keyevent", lambda: door.phone.faults.set("offline", 1.0))
    with pytest.raises(DeviceLost):
        do(session, "back")
    assert [(r.status, r.text) for r in session.receipts] == [("ok", "Pressed Back.")]


# --- 批次与几何的状态转移 ------------------------------------------------------------------------------------------------------


def test_row_committed_epoch_plus_one_marks_anew_geometry_and_screen_seq_new(door: Door) -> None:
    """批次与几何的状态转移, row 观测提交成功."""
    session = session_of(door)
    before = session.observation
    assert before is not None
    door.device.shell("settings put system accelerometer_rotation 0; settings put system user_rotation 1")
    receipt = do(session, "read_screen")
    after = receipt.observation
    assert after is session.observation is session.before
    assert after is not None
    assert (after.epoch, after.screen_seq) == (before.epoch + 1, before.screen_seq + 1)
    assert (after.screen.width, after.screen.height) == (2400, 1080)
    assert {m.epoch for m in after.marks} == {after.epoch}


def test_row_failed_epoch_frozen_marks_emptied_geometry_and_screen_seq_frozen(door: Door) -> None:
    """批次与几何的状态转移, row 观测失败: nothing stays addressable, with badge or without; swipe keeps the old geometry."""
    session = session_of(door)
    before = session.observation
    assert before is not None
    door.device.shell("settings put system accelerometer_rotation 0; settings put system user_rotation 1")
    drifting(door)
    do(session, "read_screen")
    assert session.observation is None
    assert session.before is before
    assert (door.device.epoch, door.device.frame) == (before.epoch, before.screen_seq)
    for name in (before.marks[0].id, "ax_1", "1"):
        refused = do(session, "tap", target_mark_id=name)
        assert (refused.status, refused.code) == ("error", "target_stale")
        assert "read_screen" in refused.text
    assert do(session, "tap", target_description=before.marks[0].full_label).code == "target_stale"
    do(session, "swipe", start=[500, 1000], end=[500, 0])
    assert door.transport.done == ["input swipe 540 2400 540 0 300"]


def test_row_failed_the_next_success_makes_everything_addressable_again(door: Door) -> None:
    """批次与几何的状态转移: the model has to look again, and then can go on."""
    session = session_of(door)
    old = session.observation
    assert old is not None
    drifting(door)
    do(session, "wait", seconds=1)
    drifting(door, False)
    seen = do(session, "read_screen").observation
    assert seen is not None
    assert seen.epoch == old.epoch + 1
    assert do(session, "tap", target_mark_id=old.marks[0].id).code == "target_stale"


class Finds:
    """Finds everything at the same place."""

    name, reads_only = "finds", False

    def locate(self, image: Image.Image, description: str, scope: Rect | None = None) -> Hit | None:
        return Hit(box=Rect(100, 200, 300, 400), words=description, confidence=1.0, looked_at=image.size)


def test_row_located_epoch_plus_one_and_only_the_hit_is_addressable(door: Door) -> None:
    """批次与几何的状态转移, row locate 命中."""
    session = session_of(door, locate="auto")
    before = session.observation
    assert before is not None
    session.locator = Finds()
    found = do(session, "locate", description="the blue thing")
    after = session.observation
    assert after is not None
    assert found.target is not None
    assert (after.epoch, after.screen_seq) == (before.epoch + 1, before.screen_seq + 1)
    assert (door.device.epoch, door.device.frame) == (after.epoch, after.screen_seq)
    assert [m.id for m in after.marks] == [f"ax_1@e{after.epoch}"] == [found.target.id]
    assert do(session, "tap", target_mark_id=before.marks[-1].id).code == "target_stale"


# --- whatever goes wrong -----------------------------------------------------------------------------------------------------

TROUBLE = [n for n in NAMES if n not in ("low_battery", "heat", "keyboard_restore")]
CHANCES = st.dictionaries(st.sampled_from(TROUBLE), st.sampled_from([0.1, 0.3, 0.6, 1.0]), max_size=4)
CALLS = st.lists(
    st.sampled_from(["tap", "back", "home", "swipe", "scroll", "wait", "read_screen", "launch_app", "old", "locate"]),
    min_size=3,
    max_size=8,
)
WORDS = {"tap": "Tapped", "back": "Pressed Back", "home": "Pressed Home", "swipe": "Swiped", "scroll": "Scrolled"}


@given(
    seed=st.integers(0, 50), chances=CHANCES, calls=CALLS, picks=st.lists(st.integers(0, 99), min_size=8, max_size=8)
)
@hypothesis_settings(max_examples=25, deadline=None)
def test_whatever_goes_wrong(seed: int, chances: dict[str, float], calls: list[str], picks: list[int]) -> None:
    """原子观测, 观测的三种结果, 批次与几何的状态转移: under random faults of the phone

    no id of an older epoch ever resolves, a failed observation leaves nothing addressable, and an action's success is
    never rewritten by the failed observation after it.
    """
    with opened("sim", seed, width=360, height=640, density=160) as door:
        session = open_session(door.device, settings=settle(locate="auto"))
        session.locator = Finds()
        issued = {m.id for m in session.observation.marks} if session.observation else set()
        for name, chance in chances.items():
            door.phone.faults.set(name, chance)
        for name, pick in zip(calls, picks, strict=False):
            issued = _one(session, door, name, pick, issued)
            if door.phone.faults.chances.get("offline") and session.receipts == []:
                break


def _one(session: Session, door: Door, name: str, pick: int, issued: set[str]) -> set[str]:
    """One call, and what must hold after it. Returns every id ever issued."""
    device, epoch = session.device, session.device.epoch
    call = ToolCall(id="c", name="tap" if name == "old" else name, arguments=_arguments(session, name, pick, issued))
    door.transport.done.clear()
    try:
        (receipt,) = execute(session, [call])
    except DeviceLost:
        receipt = session.receipts[-1] if session.receipts else None
        if door.transport.done:
            assert receipt is not None
    if receipt is None:
        return issued
    if door.transport.done and name in WORDS:  # the phone said yes to the touch
        assert receipt.status == "ok", receipt
        assert receipt.text.startswith(WORDS[name])
    seen = receipt.observation
    assert device.epoch == epoch + (seen is not None)
    if seen is not None:
        assert session.observation is seen
        issued = issued | {m.id for m in seen.marks}
    elif receipt.status == "ok" and name != "locate":
        assert session.observation is None
        for bare in ("ax_1", "1"):
            with pytest.raises(TargetError):
                target(session, "tap", bare, None)
    current = session.observation.epoch if session.observation else 0
    for old in sorted(issued):
        if not old.endswith(f"@e{current}"):
            with pytest.raises(TargetError):
                target(session, "tap", old, None)
    return issued


def _arguments(session: Session, name: str, pick: int, issued: set[str]) -> dict[str, object]:
    marks = session.observation.marks if session.observation else ()
    if name == "tap":
        return {"target_mark_id": marks[pick % len(marks)].id if marks else "ax_1"}
    if name == "old":
        known = sorted(issued) or ["ax_1@e0"]
        return {"target_mark_id": known[pick % len(known)]}
    return {
        "swipe": {"start": [500, 700], "end": [500, 200]},
        "scroll": {"direction": "down"},
        "launch_app": {"name": ("Settings", "Notes", "Clock")[pick % 3]},
        "locate": {"description": "a thing"},
    }.get(name, {})


def test_reference_pictures_carry_no_frame_number() -> None:
    """观测的三种结果: a reference has no screen_seq of its own, so its placeholder names none."""
    receipt = Receipt(
        call=ToolCall(id="c", name="wait", arguments={}),
        status="ok",
        text="Waited.",
        reference=Image.new("RGB", (9, 9)),
    )
    step = Step(index=0, observation=None, reply=Reply(calls=(receipt.call,)), receipts=(receipt,))
    (picture,) = [
        p for m in assemble("g", None, [step], settle(), pictures=True) for p in m.parts if isinstance(p, Picture)
    ]
    assert picture.screen_seq == 0
    assert not re.search(r"@e\d", receipt.text)
