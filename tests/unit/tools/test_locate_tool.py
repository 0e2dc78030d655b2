"""The tool `locate` and the fallback of a description that no mark reads."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import Image

from kit.errors import BadArguments, LocateError, TargetError
from kit.screen.locate import Hit
from kit.settings import Settings
from kit.tools import locate as locate_module
from kit.tools.execute import VERBS, execute
from kit.tools.locate import PHRASES, fall_back, fell_back, hint, locate, locator_of, offered, search
from kit.types import Rect, ToolCall

FRAME = Image.new("RGB", (1000, 2000), "white")
BOX = Rect(400, 600, 600, 700)


class Fixed:
    """A locator with one answer: a hit, None, or an error."""

    name = "fixed"

    def __init__(self, answer, *, reads_only=False) -> None:
        self.answer = answer
        self.reads_only = reads_only
        self.scopes = []

    def locate(self, image, description, scope=None):
        self.scopes.append(scope)
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


def hit(box=BOX):
    return Hit(box=box, words="Cart", confidence=0.9, looked_at=(500, 1000))


@pytest.fixture
def use(monkeypatch, session):
    """Lets the session search with a locator that answers so."""
    session.observation = session.before = replace(session.observation, image=FRAME)

    def answer(given, **more):
        locator = Fixed(given, **more)
        monkeypatch.setattr(locate_module, "locator_of", lambda _: locator)
        return locator

    return answer


def call(session, **arguments):
    return execute(session, [ToolCall(id="1", name="locate", arguments=arguments)], (*VERBS, locate))[0]


def test_a_hit_is_the_only_thing_that_can_be_addressed(session, device, use):
    use(hit())
    receipt = call(session, description="the cart icon")
    assert receipt.status == "ok"
    assert "'Cart'" in receipt.text
    assert "ax_1@e2 at (500,325)" in receipt.text
    assert receipt.target == session.observation.marks[0]
    assert [m.id for m in session.observation.marks] == ["ax_1@e2"]
    assert session.before is session.observation
    assert device.calls == []  # looking sends nothing to the phone


def test_the_artifact_is_in_the_details_and_never_in_the_words(session, use):
    use(hit())
    done = locate.run(session, {"description": "cart"})
    assert done.details["artifact"]["input"] == [500, 1000]
    assert done.details["artifact"]["frame"] == [1000, 2000]
    assert done.details["observation"] is session.observation
    assert not any(number in done.text for number in ("400", "600", "700", "1000", "2000", "650"))


def test_the_old_marks_are_stale_after_a_hit_and_the_new_one_can_be_tapped(session, device, use):
    use(hit())
    call(session, description="cart")
    calls = [ToolCall(id=n, name="tap", arguments={"target_mark_id": n}) for n in ("ax_1@e1", "ax_1@e2")]
    stale, fresh = execute(session, calls)
    assert stale.code == "target_stale"
    assert fresh.status == "ok"
    assert device.calls == [("tap", *BOX.center)]


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (None, "target_unknown"),
        (LocateError("several", hits=[hit(), hit(Rect(0, 0, 100, 100))], code="locate_ambiguous"), "target_ambiguous"),
        (LocateError("down", code="locate_unavailable"), "locate_unavailable"),
        (LocateError("late"), "locate_transient"),
    ],
)
def test_whatever_goes_wrong_the_batch_stays_as_it_is(session, device, use, answer, code):
    before = session.observation
    use(answer)
    receipt = call(session, description="cart")
    assert (receipt.status, receipt.code) == ("error", code)
    assert session.observation is before
    assert device.epoch == 1
    with pytest.raises((TargetError, LocateError)) as caught:
        fall_back(session, "cart")
    assert caught.value.code == code
    assert session.observation is before


def test_several_places_are_given_as_relative_points(session, use):
    use(LocateError("several", hits=[hit(), hit(Rect(0, 0, 100, 100))], code="locate_ambiguous"))
    receipt = call(session, description="cart")
    assert receipt.text.startswith("error: ambiguous: 'cart' stands in 2 places: (500,325), (50,25)")
    assert "scope" in receipt.text


def test_a_reader_that_finds_nothing_says_that_it_only_reads(session, use):
    use(None, reads_only=True)
    assert "text only" in call(session, description="the gear").text
    use(None, reads_only=False)
    assert "text only" not in call(session, description="the gear").text


@pytest.mark.parametrize(
    ("scope", "box"),
    [
        (None, None),
        ("", None),
        ("ax_3@e1", Rect(100, 300, 300, 380)),
        ("ax_3", Rect(100, 300, 300, 380)),
        ("0,500,1000,1000", Rect(0, 1000, 1000, 2000)),
        ("[0, 500, 1000, 1000]", Rect(0, 1000, 1000, 2000)),
        ([0, 500, 1000, 1000], Rect(0, 1000, 1000, 2000)),
    ],
)
def test_scope_is_a_mark_or_a_relative_rectangle(session, use, scope, box):
    locator = use(hit())
    locate.run(session, {"description": "cart", "scope": scope})
    assert locator.scopes == [box]


@pytest.mark.parametrize(
    ("scope", "error"),
    [
        ("ax_3@e0", TargetError),
        ("ax_99", TargetError),
        ("top", TargetError),
        ([0, 0, 1001, 500], BadArguments),
        ([500, 0, 100, 500], BadArguments),
        ("1,2,3", BadArguments),
        ([], None),
    ],
)
def test_a_scope_that_is_none_of_these_is_refused(session, use, scope, error):
    use(hit())
    if error is None:
        assert locate.run(session, {"description": "cart", "scope": scope}).target is not None
        return
    with pytest.raises(error):
        locate.run(session, {"description": "cart", "scope": scope})


def test_without_a_batch_a_mark_is_no_scope(session, use):
    use(hit())
    session.observation = None
    with pytest.raises(TargetError) as caught:
        locate.run(session, {"description": "cart", "scope": "ax_1"})
    assert caught.value.code == "target_stale"


def test_the_fallback_gives_the_mark_and_says_so_in_one_line(session, use):
    use(hit())
    mark = fall_back(session, "Cart")
    assert mark.id == "ax_1@e2"
    assert session.observation.marks == (mark,)
    assert hint("en") in fell_back("en")
    assert "\n" not in fell_back("en") + fell_back("zh")


def test_the_trace_gets_the_numbers_of_a_fallback(session, use):
    use(hit())
    assert search(session, "Cart").artifact["box"] == [400, 600, 600, 700]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_only_what_is_wrong_with_the_description_carries_the_hint(session, use, lang):
    session.settings = Settings(lang=lang)
    several = LocateError("several", hits=[hit()], code="locate_ambiguous")
    for answer, carried in (
        (None, True), (several, True), (LocateError("down", code="locate_unavailable"), False), (LocateError("late"), False),
    ):  # fmt: skip
        use(answer)
        with pytest.raises((TargetError, LocateError)) as caught:
            fall_back(session, "cart")
        assert caught.value.message.endswith("\n" + hint(lang)) is carried
        assert caught.value.message.startswith("ambiguous: ") is carried
        assert (hint(lang) in caught.value.message) is carried


def test_every_sentence_is_there_in_both_languages_with_the_same_gaps():
    for key, words in PHRASES.items():
        gaps = [{part.split("}")[0].split("!")[0] for part in words[lang].split("{")[1:]} for lang in ("en", "zh")]
        assert gaps[0] == gaps[1], key


def test_off_means_no_tool_and_no_fallback(session):
    session.settings = Settings(locate="off")
    assert not offered(session.settings)
    assert locator_of(session) is None
    with pytest.raises(TargetError) as caught:
        fall_back(session, "cart")
    assert "locate" not in caught.value.message
    assert call(session, description="cart").code == "locate_unavailable"


def test_the_default_locator_reads_and_a_vision_model_without_its_locator_is_a_failed_service(session):
    session.settings = Settings()
    assert locator_of(session).name == "ocr"
    session.settings = Settings(locate_model="remote:seer")
    with pytest.raises(LocateError) as caught:
        locator_of(session)
    assert caught.value.code == "locate_unavailable"
    assert hint("en") not in caught.value.message


def test_the_schema_has_a_description_and_an_optional_scope():
    tool = locate.tool("en")
    assert tool.observes is False
    assert tool.parameters["required"] == ["description"]
    assert tool.parameters["properties"]["scope"]["type"] == "string"
