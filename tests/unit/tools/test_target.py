import pytest
from fake_phone import FakeDevice, look, mark
from hypothesis import given
from hypothesis import strategies as st

from kit.errors import TargetError
from kit.tools.execute import act
from kit.tools.matching import by_description, by_id, normalise
from kit.tools.session import Session
from kit.tools.target import resolve


@pytest.mark.parametrize("id", ["ax_2@e1", "ax_2", "2", "#2"])
def test_a_mark_of_the_current_batch_resolves(session: Session, id: str) -> None:
    assert resolve(session, "tap", id, None).label == "Bluetooth"


def test_a_badge_of_another_epoch_is_stale_and_says_what_to_do(session: Session) -> None:
    with pytest.raises(TargetError, match="older screen.*e1.*read_screen") as caught:
        resolve(session, "tap", "ax_2@e0", None)
    assert caught.value.code == "target_stale"


@pytest.mark.parametrize(
    ("id", "description", "code"),
    [
        (None, None, "target_missing"),
        ("", "", "target_missing"),
        ("ax_99", None, "target_unknown"),
        ("wifi button", None, "target_unknown"),
        (None, "Hotspot", "target_unknown"),
        (None, "!!!", "target_unknown"),
        (None, "Delete", "target_ambiguous"),
        (None, "Save", "target_blocked"),
        ("ax_6@e1", None, "target_blocked"),
    ],
)
def test_what_does_not_resolve_to_one_live_control_is_refused(
    session: Session, id: str | None, description: str | None, code: str
) -> None:
    with pytest.raises(TargetError) as caught:
        resolve(session, "tap", id, description)
    assert caught.value.code == code


def test_an_ambiguous_description_lists_the_candidates(session: Session) -> None:
    with pytest.raises(TargetError, match=r"matches 2 controls.*ax_3.*ax_4.*target_mark_id"):
        resolve(session, "tap", None, "Delete")


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(
    ("id", "words"),
    [("ax_1", "Bluetooth"), ("ax_1", "Files"), ("ax_8@e1", "Allow"), ("ax_1", "the blue button"), ("ax_9", "book")],
)
def test_an_id_and_a_description_of_two_controls_touch_neither(
    session: Session, device: FakeDevice, id: str, words: str, lang: str
) -> None:
    assert session.observation is not None
    more = (mark(8, "Don't allow"), mark(9, "OK"), mark(10, "Allow"))
    session.observation = look([*session.observation.marks, *more])
    session.settings = session.settings.model_copy(update={"lang": lang})
    for tool in ("tap", "long_press", "scroll", "type_text"):
        more_arguments = {"scroll": {"direction": "down"}, "type_text": {"text": "x"}}.get(tool, {})
        receipt = act(session, tool, target_mark_id=id, target_description=words, **more_arguments)
        assert (receipt.status, receipt.code) == ("error", "target_contradicts")
        assert id in receipt.text
        assert words in receipt.text
    assert device.calls == []


@pytest.mark.parametrize(
    ("id", "words"),
    [
        ("ax_2", "BLUE-TOOTH"), ("ax_2", "tooth"), ("ax_2", "the Bluetooth switch"), ("ax_3", "Delete"), ("ax_2", "!!!"),
        ("ax_8", "the picture on the left"), ("ax_9", "底部的设置按钮"),
    ],
)  # fmt: skip
def test_an_id_and_a_description_of_the_same_control_are_one_target(session: Session, id: str, words: str) -> None:
    assert session.observation is not None
    session.observation = look([*session.observation.marks, mark(8, ""), mark(9, "设置")])
    assert f"ax_{resolve(session, 'tap', id, words).number}" == id


@pytest.mark.parametrize("words", ["Bluetooth", "tooth", "BLUE-TOOTH", " bluetooth "])
def test_descriptions_match_exactly_then_by_part_then_normalised(session: Session, words: str) -> None:
    assert resolve(session, "tap", None, words).number == 2


def test_an_exact_match_wins_over_a_longer_label() -> None:
    seen = look([mark(1, "Wi-Fi calling"), mark(2, "Wi-Fi")])
    assert by_description(seen, "Wi-Fi").number == 2


def test_typing_prefers_the_field_among_equal_words() -> None:
    seen = look([mark(1, "Search"), mark(2, "Search", role="field", actions=("tap", "type"))])
    assert by_description(seen, "Search", "type").number == 2


def test_without_a_batch_nothing_resolves(session: Session) -> None:
    session.observation = None
    with pytest.raises(TargetError, match="read_screen") as caught:
        resolve(session, "tap", "ax_1@e1", None)
    assert caught.value.code == "target_stale"


def test_refusals_are_worded_in_the_language_set(session: Session) -> None:
    session.settings = session.settings.model_copy(update={"lang": "zh"})
    with pytest.raises(TargetError, match="本屏没有控件匹配「Hotspot」"):
        resolve(session, "tap", None, "Hotspot")


@given(st.text(max_size=30))
def test_arbitrary_ids_never_resolve_to_something_else(id: str) -> None:
    seen = look([mark(1, "Only")], epoch=4)
    try:
        found = by_id(seen, id)
    except TargetError:
        return
    assert found.number == 1
    assert "1" in normalise(id)


@given(st.integers(1, 50), st.integers(0, 50))
def test_only_the_current_epoch_resolves(epoch: int, badge: int) -> None:
    seen = look([mark(1, "Only", epoch=epoch)], epoch=epoch)
    if badge == epoch:
        assert by_id(seen, f"ax_1@e{badge}").number == 1
    else:
        with pytest.raises(TargetError):
            by_id(seen, f"ax_1@e{badge}")


def test_a_rows_title_alone_counts_as_exact() -> None:
    seen = look([mark(1, "Battery Saver"), mark(2, "Battery, 71%")])
    assert by_description(seen, "Battery").number == 2


def test_case_alone_never_turns_allow_into_do_not_allow() -> None:
    seen = look([mark(1, "Don't allow"), mark(2, "Allow")])
    assert by_description(seen, "allow").number == 2
