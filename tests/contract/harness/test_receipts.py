"""Harness specification, section "工具回执与失败语义", with P0 row "工具": one test a rule."""

from __future__ import annotations

import base64
import shlex
from collections.abc import Iterator
from typing import Any

import pytest
from fake_phone import look, mark
from fake_session import do, fake_session
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from PIL import Image
from sim_doors import DOORS, Door, opened

from kit.context.assemble import assemble
from kit.device.keyboard import ADB_KEYBOARD
from kit.device.transport import ShellResult
from kit.errors import (
    CommandFailed,
    DeviceTimeout,
    KeyboardNotRestored,
    LocateError,
    OutcomeUnknown,
    TextNotTypable,
    TextOutcomeUnknown,
)
from kit.screen.locate import Hit
from kit.settings import Settings
from kit.tools.session import Session, open_session
from kit.types import Picture, Receipt, Rect, Reply, Step, Text, ToolCall

HINT = {
    "zh": ("文本未匹配：target_description 只", "短文字", "（例如「沈阳市」）", "位置或外观", "locate", "scope", "再操作"),
    "en": ("No control's text matched: target_description takes only", "short words", "position or a look", "locate", "scope", "then act"),
}  # fmt: skip


def with_error(monkeypatch: pytest.MonkeyPatch, verb: str, error: Exception, lang: str) -> Session:
    session = fake_session(monkeypatch, lang=lang)
    session.device.errors[verb] = error  # type: ignore[attr-defined]
    return session


def messages(receipt: Receipt) -> tuple[Any, ...]:
    step = Step(index=0, observation=None, reply=Reply(calls=(receipt.call,)), receipts=(receipt,))
    return assemble("g", None, [step], Settings(), pictures=True)[-1].parts  # type: ignore[call-arg]


# --- the table of failures ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("zh", "error: back 的设备命令失败；命令可能已发送，设备结果无法确认。"),
        ("en", "error: the device command of back failed; it may have been sent, and what the phone did is not known."),
    ],
)
@pytest.mark.parametrize("error", [OutcomeUnknown("late"), DeviceTimeout("late")])
def test_a_command_that_may_have_been_sent_is_told_as_unknown_never_as_not_done(
    monkeypatch: pytest.MonkeyPatch, lang: str, words: str, error: Exception
) -> None:
    """Row 设备命令可能已下发但结果不明."""
    receipt = do(with_error(monkeypatch, "key", error, lang), "back")
    assert (receipt.text, receipt.status) == (words, "unknown")
    assert not any(claim in receipt.text for claim in ("not sent", "not executed", "未执行", "未发送"))


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("zh", "error: 文本输入命令可能已发送，输入结果无法确认"),
        ("en", "error: the text command may have been sent; whether the field holds it is not known."),
    ],
)
def test_a_text_that_may_have_been_sent(monkeypatch: pytest.MonkeyPatch, lang: str, words: str) -> None:
    """Row 文本输入命令可能已发送但无法确认."""
    receipt = do(with_error(monkeypatch, "type_text", TextOutcomeUnknown("?"), lang), "type_text", text="hi")
    assert (receipt.text, receipt.status, receipt.code) == (words, "unknown", "text_outcome_unknown")


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("zh", "已输入 'hi'；输入已发送；键盘恢复失败"),
        ("en", "Typed 'hi'; the text was sent; the keyboard could not be restored."),
    ],
)
def test_a_text_that_was_sent_while_the_keyboard_could_not_be_restored(
    monkeypatch: pytest.MonkeyPatch, lang: str, words: str
) -> None:
    """Row 文本已发送、键盘恢复失败: the typing stays a success."""
    receipt = do(with_error(monkeypatch, "type_text", KeyboardNotRestored("?"), lang), "type_text", text="hi")
    assert (receipt.text, receipt.status, receipt.code) == (words, "ok", "keyboard_not_restored")
    assert receipt.observation is not None


class Looks:
    """A locator with one answer."""

    name, reads_only = "looks", False

    def __init__(self, answer: Hit | LocateError | None) -> None:
        self.answer = answer

    def locate(self, image: Image.Image, description: str, scope: Rect | None = None) -> Hit | None:
        if isinstance(self.answer, LocateError):
            raise self.answer
        return self.answer


def describing(monkeypatch: pytest.MonkeyPatch, answer: Hit | LocateError | None, lang: str) -> Receipt:
    session = fake_session(
        monkeypatch, look([mark(1, "Wi-Fi")], image=Image.new("RGB", (1000, 2000), "white")), lang=lang
    )
    session.locator = Looks(answer)
    return do(session, "tap", target_description="城市")


HIT = Hit(box=Rect(100, 200, 300, 400), words="城市", confidence=1.0, looked_at=(1000, 2000))


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_hint_follows_the_action_line_of_a_success(monkeypatch: pytest.MonkeyPatch, lang: str) -> None:
    """Row 描述未命中 mark 文本: a line of its own after the action."""
    receipt = describing(monkeypatch, HIT, lang)
    action, line = receipt.text.split("\n")
    assert receipt.status == "ok"
    assert action.startswith({"en": "Tapped", "zh": "已点击"}[lang])
    assert all(words in line for words in HINT[lang])


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("answer", [None, LocateError("two", hits=(HIT, HIT), code="locate_ambiguous")])
def test_the_hint_follows_ambiguous_when_visual_location_does_not_settle_it_either(
    monkeypatch: pytest.MonkeyPatch, lang: str, answer: LocateError | None
) -> None:
    """Row 描述未命中 mark 文本: `ambiguous: …` and then the same sentence."""
    receipt = describing(monkeypatch, answer, lang)
    first, line = receipt.text.split("\n")
    assert receipt.status == "error"
    assert first.startswith("error: ambiguous: ")
    assert all(words in line for words in HINT[lang])


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("code", ["locate_unavailable", "locate_transient"])
def test_a_service_that_is_down_or_failed_this_time_is_told_without_the_hint(
    monkeypatch: pytest.MonkeyPatch, lang: str, code: str
) -> None:
    """Row 描述未命中 mark 文本: the branches of a broken service and of a transient failure lack it."""
    receipt = describing(monkeypatch, LocateError("busy", code=code), lang)
    assert (receipt.status, receipt.code) == ("error", code)
    assert not any(words in receipt.text for words in HINT[lang][:3])


# --- typing -------------------------------------------------------------------------------------------------------------------


@pytest.fixture(params=DOORS)
def door(request: pytest.FixtureRequest) -> Iterator[Door]:
    """A phone with a focused, empty search field."""
    with opened(request.param) as found:
        yield found


def typing(door: Door, lang: str = "en") -> Session:
    session = open_session(door.device, settings=Settings(locate="off", lang=lang))  # type: ignore[call-arg]
    do(session, "launch_app", name="Settings")
    do(session, "tap", target_description="Search settings")
    assert session.observation is not None
    field = next(m for m in session.observation.marks if "type" in m.actions)
    do(session, "tap", target_mark_id=field.id)
    door.transport.commands.clear()
    return session


def content(session: Session) -> str:
    assert session.observation is not None
    return next(m.value for m in session.observation.marks if "type" in m.actions)


def test_the_base64_payload_is_quoted_for_the_shell(door: Door) -> None:
    """The text's base64 is shell-quoted before it is sent: what arrives is the text, whatever is in it."""
    session = typing(door)
    text = "Grüße 'q' \"w\" $(reboot) `x`; rm -rf /sdcard & 你好😀"
    assert do(session, "type_text", text=text).status == "ok"
    assert content(session) == text
    (sent,) = [c for c in door.transport.commands if "ADB_INPUT_B64" in c]
    words = shlex.split(sent)
    assert base64.b64decode(words[words.index("msg") + 1]).decode() == text


@given(st.text(st.characters(codec="utf-8", min_codepoint=161), min_size=1, max_size=30))
@hypothesis_settings(max_examples=20, deadline=None)
def test_the_payload_is_one_word_of_the_command_for_any_text(text: str) -> None:
    """The text's base64 is shell-quoted: it never breaks the command line."""
    from kit.device.keyboard import type_text

    with opened("sim", 3, width=360, height=640, density=160) as door:
        typing(door)
        type_text(door.transport, text)
        (sent,) = [c for c in door.transport.commands if "ADB_INPUT_B64" in c]
        words = shlex.split(sent)
        assert words[words.index("msg") + 2] == "-p"


def test_the_warm_up_carries_a_real_empty_string(door: Door) -> None:
    """ADB Keyboard's warm-up parameter arrives as an empty string, not as a missing one."""
    session = typing(door)
    do(session, "type_text", text="é")
    warm = [c for c in door.transport.commands if "ADB_INPUT_TEXT" in c]
    assert len(warm) == 1
    words = shlex.split(warm[0])
    assert words[words.index("--es") + 1 : words.index("--es") + 3] == ["msg", ""]


def test_the_persons_keyboard_comes_back_after_typing(door: Door) -> None:
    """The switch is undone when all went well."""
    session = typing(door)
    before = door.device.current_ime()
    assert before != ADB_KEYBOARD
    do(session, "type_text", text="é")
    assert door.device.current_ime() == before


WARM_UP = {
    "en": ("the text was not sent", "was restored", "state is not known"),
    "zh": ("文本未发送", "原输入法已恢复", "恢复命令失败，键盘状态未知"),
}


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_failed_warm_up_restores_once_and_tells_both_facts_apart(door: Door, lang: str) -> None:
    """Switched, warm-up failed: the known keyboard is restored once; `not sent` and `restored` are two facts."""
    session = typing(door, lang)
    before = door.device.current_ime()
    door.at("ADB_INPUT_TEXT", lambda: ShellResult(b"", b"Error: no receiver\n", 1), nth=0)
    receipt = do(session, "type_text", text="é")
    unsent, restored, _ = WARM_UP[lang]
    assert (receipt.status, receipt.code) == ("error", "keyboard_warmup_failed")
    assert unsent in receipt.text
    assert restored in receipt.text
    assert door.device.current_ime() == before
    assert sum(c.startswith(f"ime set {before}") for c in door.transport.commands) == 1
    assert not any("ADB_INPUT_B64" in c for c in door.transport.commands)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_failed_warm_up_whose_restore_fails_as_well_says_that_the_keyboard_is_unknown(door: Door, lang: str) -> None:
    """Switched, warm-up failed, restore failed: tried once, the keyboard's state is told as unknown."""
    session = typing(door, lang)
    before = door.device.current_ime()
    door.phone.faults.set("keyboard_restore", 1.0)
    door.at("ADB_INPUT_TEXT", lambda: ShellResult(b"", b"Error: no receiver\n", 1), nth=0)
    receipt = do(session, "type_text", text="é")
    unsent, _, unknown = WARM_UP[lang]
    assert unsent in receipt.text
    assert unknown in receipt.text
    assert sum(c.startswith(f"ime set {before}") for c in door.transport.commands) == 1


@pytest.mark.parametrize(
    ("lang", "words"), [("en", "No switch that would have to be undone"), ("zh", "未执行需要恢复的切换")]
)
def test_a_failed_warm_up_with_nothing_to_restore_says_so(
    monkeypatch: pytest.MonkeyPatch, lang: str, words: str
) -> None:
    """No keyboard was selected before: there is no switch that would have to be undone."""
    error = TextNotTypable("The text was not sent.", code="keyboard_warmup_failed")
    error.keyboard = "none"
    receipt = do(with_error(monkeypatch, "type_text", error, lang), "type_text", text="é")
    assert words in receipt.text
    assert WARM_UP[lang][0] in receipt.text


@pytest.mark.parametrize(("lang", "words"), [("en", "was cleared already"), ("zh", "原有内容已被清空")])
def test_a_field_that_was_emptied_for_a_text_that_could_not_be_typed_is_told(
    monkeypatch: pytest.MonkeyPatch, lang: str, words: str
) -> None:
    """Nothing lost in silence: the old text is gone, the new one is not there."""
    error = TextNotTypable("no keyboard")
    receipt = do(with_error(monkeypatch, "type_text", error, lang), "type_text", text="é")
    assert words in receipt.text
    kept = do(with_error(monkeypatch, "type_text", error, lang), "type_text", text="é", clear=False)
    assert words not in kept.text


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_sent_but_not_restored_on_the_phone_itself(door: Door, lang: str) -> None:
    """Row 文本已发送、键盘恢复失败, end to end: the field holds the text, the receipt says both."""
    session = typing(door, lang)
    door.phone.faults.set("keyboard_restore", 1.0)
    receipt = do(session, "type_text", text="Grüße")
    assert receipt.status == "ok"
    assert {"en": "the keyboard could not be restored", "zh": "输入已发送；键盘恢复失败"}[lang] in receipt.text
    assert content(session) == "Grüße"


# --- what stays in the conversation -----------------------------------------------------------------------------------------------


def test_a_failure_is_an_error_text_and_never_looks_like_a_success(monkeypatch: pytest.MonkeyPatch) -> None:
    """失败返回错误文本，绝不伪装成功."""
    for error in (CommandFailed("Android said no."), OutcomeUnknown("late"), TextNotTypable("no keyboard")):
        receipt = do(with_error(monkeypatch, "key", error, "en"), "home")
        assert receipt.status in ("error", "unknown")
        assert receipt.text.startswith("error: ")
        assert receipt.observation is None


def test_failures_stay_in_the_transcript_as_plain_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """工具失败与错误文本留在 transcript; 错误回执是纯文本."""
    receipt = do(with_error(monkeypatch, "key", CommandFailed("Android said no."), "en"), "home")
    (part,) = messages(receipt)
    assert part == Text(text="error: Android said no.")


def test_successes_bring_the_new_observation_as_a_list_of_text_and_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """成功回执通常带新的 [OBS] 观测块（多模态内容列表）."""
    session = fake_session(monkeypatch, look([mark(1, "Wi-Fi")], image=Image.new("RGB", (1000, 2000), "white")))
    action, seen, picture = messages(do(session, "home"))
    assert action.text == "Pressed Home."
    assert seen.text.startswith("[OBS] app=app.a screen#2")
    assert isinstance(picture, Picture)


def test_an_argument_that_does_not_fit_is_an_error_text_and_nothing_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """P0 工具: 失败返回错误字符串."""
    session = fake_session(monkeypatch)
    receipt = do(session, "wait", seconds="soon")
    assert (receipt.status, receipt.code) == ("error", "bad_arguments")
    assert receipt.text.startswith("error: ")
    assert session.device.calls == []  # type: ignore[attr-defined]
    assert do(session, "no_such_tool").code == "unknown_tool"
    assert ToolCall(id="x", name="wait", arguments={}).name == "wait"
