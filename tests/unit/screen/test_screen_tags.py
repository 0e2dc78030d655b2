"""The short way through a clean dump gives what the true parser gives, or steps aside."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from screen_samples import displays, dump, node, window

from kit.errors import HierarchyError
from kit.screen import tags, tree

TEXTS = ("Save", "Network & internet", 'say "hi"', "a < b > c", "it's", "日本語", "😀", "line\nbreak", "")
STATUS = window(node("android.widget.TextView", (0, 0, 99, 60), text="17:05"), kind="TYPE_SYSTEM", layer=1)
SCREEN = displays(
    STATUS,
    window(node("A", (0, 0, 1080, 2400), *(node("B", (0, i, 9, i + 9), text=t) for i, t in enumerate(TEXTS))), layer=0),
)
PARTS = (
    "<", ">", '"', "'", "&", "&amp;", "&#10;", "&nbsp;", "/", "<node ", "<node/>", '<node text="x" />', "<node>", "</node>",
    "</node >", "<hierarchy>", "<hierarchy/>", "</hierarchy>", "<window>", "</window>", "<!--", "-->", "<![CDATA[", "]]>",
    "<?pi ?>", " ", "\t", "\n", ' xmlns="x"', ' a:b="c"', ' text="twice"', "\x01", "\ufffe", "é", "x", "<!DOCTYPE a>",
    '<View text="x"/>', '<hierarchyx rotation="0">',
)  # fmt: skip


def windows_of(data: bytes) -> Any:
    try:
        return tree.parse(data)
    except HierarchyError as error:
        return error.code


def the_long_way(data: bytes) -> Any:
    """What is read when the short way always steps aside."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tags, "split", _never)
        return windows_of(data)


def _never(text: str) -> Any:
    raise tags.NotPlain


@pytest.mark.parametrize("text", [SCREEN, dump(node("A", (0, 0, 9, 9), node("B", text="a & b")))])
def test_a_clean_dump_takes_the_short_way(text: str) -> None:
    frame, runs = tags.split(text)
    assert "<node" not in frame
    assert tuple(w.nodes for w in tree.parse(text.encode())) == tuple(runs)
    assert tree.parse(text.encode()) == the_long_way(text.encode())


def test_escaped_texts_come_out_as_they_were_written() -> None:
    shown = [n.text for n in tree.parse(SCREEN.encode())[1].nodes[1:]]
    assert shown == list(TEXTS)


def test_a_tag_at_another_place_is_another_node() -> None:
    """Nodes are remembered by tag and place: a row that moved up keeps its own index and parent."""
    row = node("B", (0, 0, 9, 9), text="row")
    first = tree.parse(dump(node("A", (0, 0, 9, 9), node("C"), row)).encode())[0].nodes
    second = tree.parse(dump(node("A", (0, 0, 9, 9), row)).encode())[0].nodes
    assert [(n.index, n.parent) for n in (first[2], second[1])] == [(2, 0), (1, 0)]


def test_several_roots_are_several_windows() -> None:
    text = dump(node("A", (0, 0, 9, 9), node("B")), node("C"))
    assert [[n.class_name for n in w.nodes] for w in tree.parse(text.encode())] == [["A", "B"], ["C"]]


@settings(max_examples=400, deadline=None)
@given(st.sampled_from([SCREEN, dump(node("A", (0, 0, 9, 9), node("B")))]), st.data())
def test_whatever_is_done_to_a_dump_both_ways_agree(text: str, data: st.DataObject) -> None:
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.sampled_from([0, 0, 1, 2, 7, 40])))
        text = text[:start] + data.draw(st.sampled_from(("", *PARTS))) + text[end:]
    raw = text.encode()
    assert windows_of(raw) == the_long_way(raw)


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("place", ["<node", "</node>", "<hierarchy", "</hierarchy>", "<window", "</window>", ' text="'])
def test_both_ways_agree_on_every_part_at_every_seam(part: str, place: str) -> None:
    at = SCREEN.rindex(place)
    for cut in (at, at + len(place)):
        raw = (SCREEN[:cut] + part + SCREEN[cut:]).encode()
        assert windows_of(raw) == the_long_way(raw)
