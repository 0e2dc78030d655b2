"""recall_screen and search_screens: pages, excerpts, honest errors, and no id of the past that could be used."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from fake_phone import FakeDevice
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kit.settings import Settings
from kit.tools.execute import execute
from kit.tools.matching import MARK_ID
from kit.tools.recall import RECALL, folded_suffix, recall_screen, retire, search_screens
from kit.tools.recall_text import PAGE_LINES, PAGE_TOKENS, PHRASES, around, pages, tokens
from kit.tools.session import Session
from kit.types import Receipt, ToolCall

SLOW = settings(max_examples=100, deadline=None)  # a busy machine is no failure
WRAPPED = re.compile(r"past:([^\s:]+) \(retired\)|历史:([^\s:]+?)（已失效）")
LIVE = re.compile(r"(?<![0-9A-Za-z_])ax_\d+|ax_\d+@e\d+")
WORD = re.compile(r"[^\s,.;:()（）“”|>'\"\[\]]+")

PIECES = st.sampled_from(
    [
        "ax_3@e12",
        "ax_1",
        "#4",
        "7@e2",
        "@e",
        "ax_",
        "1",
        "max_3@e1",
        "max_3",
        " ",
        "\n",
        "a",
        "蓝牙",
        "|",
        "past:",
        "x" * 900,
    ]
)
SCREENS = st.lists(PIECES, max_size=40).map("".join)


@dataclass(frozen=True)
class Screen:
    screen_seq: int
    text: str
    package: str = "app.a"
    time: str = "2026-01-02T03:04:05.678Z"


@dataclass(frozen=True)
class OneHit:
    screen: Screen
    lines: Sequence[str]
    same: Sequence[int] = ()


@dataclass(frozen=True)
class Answer:
    hits: Sequence[OneHit] = ()
    all_terms: bool = True
    more: bool = False


class Shelf:
    """An archive written by the test."""

    def __init__(self, *texts: str, answer: Answer | None = None) -> None:
        self.screens = {n: Screen(n, text) for n, text in enumerate(texts, 1)}
        self.answer = answer or Answer()

    def screen(self, frame: int) -> Screen | None:
        return self.screens.get(frame)

    def span(self) -> tuple[int, int] | None:
        return (min(self.screens), max(self.screens)) if self.screens else None

    def search(self, query: str, limit: int = 5) -> Answer:
        return Answer(self.answer.hits[:limit], self.answer.all_terms, self.answer.more)


class Broken:
    def __getattr__(self, name: str) -> Any:
        raise OSError(f"ax_9@e9 {name}")


def ask(archive: Any, name: str, lang: str = "en", **arguments: Any) -> Receipt:
    session = Session(device=FakeDevice(), settings=Settings(lang=lang), archive=archive)  # type: ignore[arg-type,call-arg]
    call = ToolCall(id="c", name=name, arguments=arguments)
    return execute(session, [call], RECALL)[0]


def unwrapped(text: str) -> str:
    return WRAPPED.sub("", text)


@pytest.mark.parametrize("lang", ["en", "zh"])
@SLOW
@given(SCREENS)
@example("ax_1@e2 past:ax_3@e12 (retired) 历史:ax_3@e12（已失效）")
@example("ax_٣@e١٢ 点击ax_3@e12。")
def test_no_page_shows_an_id_that_could_be_used(lang: str, text: str) -> None:
    for full in (text, "[OBS] app=a screen#1\n" + text):
        receipt = ask(Shelf(full), "recall_screen", lang, frame=1)
        assert receipt.status == "ok"
        assert LIVE.search(unwrapped(receipt.text)) is None
        left = [w for w in WORD.findall(unwrapped(receipt.text)) if "@e" in w and MARK_ID.fullmatch(w)]
        assert left == []


@pytest.mark.parametrize("lang", ["en", "zh"])
@SLOW
@given(SCREENS, SCREENS.filter(lambda q: 0 < len(q) <= 200))
def test_no_search_shows_an_id_that_could_be_used(lang: str, text: str, query: str) -> None:
    shelf = Shelf(answer=Answer([OneHit(Screen(7, text, package="ax_1@e1"), text.split("\n"), (5, 3))], more=True))
    receipt = ask(shelf, "search_screens", lang, query=query)
    words = WORD.findall(unwrapped(receipt.text))
    assert [w for w in words if ("@e" in w or w.startswith(("#", "ax_"))) and MARK_ID.fullmatch(w)] == []


@SLOW
@given(SCREENS, st.sampled_from(["en", "zh"]))
def test_every_id_with_a_badge_is_wrapped(text: str, lang: str) -> None:
    assert re.search(r"ax_\d+@e\d+", unwrapped(retire(text, lang))) is None


@SLOW
@given(st.text(max_size=6000))
def test_the_pages_hold_every_character_once(text: str) -> None:
    plain = text.replace("ax_", "ay_").replace("@e", "@f").replace("#", "+")
    shown = list(pages("[OBS]" + plain, "en"))
    assert "".join("".join(page) for page in shown) == ("[OBS]" + plain).replace("\n", "")
    assert all(len(page) <= PAGE_LINES for page in shown)
    assert all(sum(tokens(line) for line in page) <= PAGE_TOKENS for page in shown)


def test_an_id_is_not_cut_by_the_end_of_a_part() -> None:
    line = "x " * 496 + "yyyy ax_12@e345 z" + " w" * 600
    shown = [part for page in pages("[OBS]\n" + line, "en") for part in page]
    assert sum("past:ax_12@e345 (retired)" in part for part in shown) == 1


def test_a_long_screen_is_paged_and_says_how_to_go_on() -> None:
    shelf = Shelf("\n".join(f"line {n}" for n in range(150)))
    first = ask(shelf, "recall_screen", frame=1)
    last = ask(shelf, "recall_screen", frame=1, page=3)
    assert "page 1 of 3" in first.text
    assert "recall_screen(frame=1, page=2)" in first.text
    assert "> line 0\n" in first.text
    assert "line 60" not in first.text
    assert last.text.endswith("> line 149")
    assert "page=4" not in last.text


def test_a_page_or_frame_that_is_not_there_is_an_error_that_says_what_is() -> None:
    shelf = Shelf("a", "b")
    page = ask(shelf, "recall_screen", frame=2, page=5)
    assert (page.status, page.code) == ("error", "no_such_page")
    assert "pages are 1 to 1" in page.text
    frame = ask(shelf, "recall_screen", frame=9)
    assert (frame.status, frame.code) == ("error", "no_such_frame")
    assert "screen#1 and screen#2" in frame.text
    nothing = ask(Shelf(), "recall_screen", frame=9)
    assert "No screen of this run is archived yet" in nothing.text


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(("tool", "arguments"), [("recall_screen", {"frame": 1}), ("search_screens", {"query": "x"})])
def test_an_archive_that_breaks_is_an_honest_error(lang: str, tool: str, arguments: dict[str, Any]) -> None:
    receipt = ask(Broken(), tool, lang, **arguments)
    assert (receipt.status, receipt.code) == ("error", "archive_unreadable")
    assert "OSError" in receipt.text
    assert LIVE.search(receipt.text) is None


@pytest.mark.parametrize(("tool", "arguments"), [("recall_screen", {"frame": 1}), ("search_screens", {"query": "x"})])
def test_without_an_archive_the_tools_say_so(tool: str, arguments: dict[str, Any]) -> None:
    receipt = ask(None, tool, **arguments)
    assert (receipt.status, receipt.code) == ("error", "archive_off")


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("recall_screen", {"frame": -1}),
        ("recall_screen", {"frame": 1, "page": 0}),
        ("search_screens", {"query": ""}),
        ("search_screens", {"query": "  "}),
        ("search_screens", {"query": "x", "limit": 0}),
        ("search_screens", {"query": "x", "limit": 21}),
        ("search_screens", {"query": "x" * 201}),
    ],
)
def test_arguments_out_of_range_are_refused(tool: str, arguments: dict[str, Any]) -> None:
    assert ask(Shelf("x"), tool, **arguments).code == "bad_arguments"


def test_a_search_names_frames_and_shows_the_lines() -> None:
    hit = OneHit(Screen(7, "[OBS]"), ["  ax_3@e7 | Button | Pay #12"], (5, 4))
    text = ask(Shelf(answer=Answer([hit])), "search_screens", query="pay").text
    assert "screen#7 of app.a" in text
    assert "screen#5, screen#4" in text
    assert "> past:ax_3@e7 (retired) | Button | Pay #12" in text  # a number that is no id stays as it was


def test_a_search_that_found_part_or_nothing_says_so() -> None:
    hit = OneHit(Screen(7, "[OBS]"), ["Pay"])
    assert (
        "No screen of this run shows all of “pay now”"
        in ask(Shelf(answer=Answer([hit], all_terms=False)), "search_screens", query="pay now").text
    )
    nothing = ask(Shelf(), "search_screens", query="pay")
    assert nothing.status == "ok"
    assert nothing.text == "No archived screen of this run shows “pay” or a part of it."


@SLOW
@given(st.integers(1, 20), st.sampled_from(["word ", "很长的一行字"]))
def test_an_answer_stays_within_its_budget(limit: int, filling: str) -> None:
    hits = [OneHit(Screen(n, "[OBS]"), [filling * 300] * 9, tuple(range(50))) for n in range(20)]
    text = ask(Shelf(answer=Answer(hits, more=True)), "search_screens", query="word", limit=limit).text
    assert text.count("screen#") >= limit
    # each screen is named with at least one excerpt, which at twenty screens is all the budget and a little more
    assert tokens(text) <= PAGE_TOKENS + limit * 230


@SLOW
@given(st.text(max_size=600), st.text(min_size=1, max_size=10))
def test_an_excerpt_is_short_and_shows_the_word(before: str, word: str) -> None:
    line = before + " needle " + "z " * 100
    cut = around(line, "needle " + word)
    assert len(cut) <= 160 + 80 + 2
    assert len(cut.strip("…")) <= len(line)
    if "needle" not in before.casefold() and word.strip().casefold() not in line.casefold():
        assert "needle" in cut or len("ß" + before.casefold()) != len("ß" + before)


def test_the_tools_read_only_and_their_words_say_what_they_show() -> None:
    for tool in RECALL:
        assert tool.observes is False
        assert "history" in tool.words["en"]
        assert "never be a target" in tool.words["en"]
        assert "历史证据" in tool.words["zh"]
        assert "不能作为执行目标" in tool.words["zh"]
    assert [t.name for t in RECALL] == ["recall_screen", "search_screens"]
    assert list(recall_screen.tool().parameters["required"]) == ["frame"]
    assert list(search_screens.tool("zh").parameters["required"]) == ["query"]


def test_every_phrase_has_both_languages_and_the_same_holes() -> None:
    for key, words in PHRASES.items():
        assert set(words) == {"en", "zh"}, key
        holes = [set(re.findall(r"{(\w+)}", text)) for text in words.values()]
        assert holes[0] == holes[1], key


def test_the_suffix_of_a_folded_observation() -> None:
    assert folded_suffix("en", archived=True).strip() == "[recall_screen can show it]"
    assert folded_suffix("zh", archived=True).strip() == "[可 recall_screen]"
    assert folded_suffix("en", archived=False) == folded_suffix("zh", archived=False) == ""
