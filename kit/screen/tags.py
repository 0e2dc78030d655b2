"""Runs of `<node>` tags -> nodes, remembering every tag. Pure.

A screen is mostly what it was a moment ago, so most tags were read before, at the same place of a window. A tag seen
for the first time is read by a regular expression that knows the plainest XML only, or else by a true parser.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any
from xml.etree.ElementTree import ParseError, fromstring

from kit.screen.kept import draft
from kit.types import Node, Rect

_TAG = re.compile(r"<[^>]*>")
_ATTRIBUTE = re.compile(r' (?!xml)([A-Za-z][\w.-]*)="([^"<>&\x00-\x1f\ufffe\uffff]*)"', re.ASCII)
_VALUE = r'"([^"<>&\x00-\x1f\ufffe\uffff]*)"'
_STATES = " ".join(
    f'{name}="(?:true|false)"'
    for name in (
        "checkable", "checked", "clickable", "enabled", "focusable", "focused", "scrollable", "long-clickable",
        "password", "selected",
    )
)  # fmt: skip
_USUAL = re.compile(
    rf'node (NAF="true" )?index="[0-9]*" text={_VALUE} resource-id={_VALUE} class={_VALUE} package={_VALUE} '
    rf"content-desc={_VALUE} ({_STATES}) "
    rf'bounds={_VALUE}(?: drawing-order="[0-9]*" hint={_VALUE})? ?/?'
)
"""What stands between the brackets of a tag as AccessibilityNodeInfoDumper writes most of them: all attributes, in its order, nothing escaped."""
_BOUNDS = re.compile(r"\[(-?\d{1,9}),(-?\d{1,9})\]\[(-?\d{1,9}),(-?\d{1,9})\]")
_NOWHERE = Rect(0, 0, 0, 0)


class NotPlain(Exception):
    """The text is not of the plain form, well-formed or not: a true parser has to look at all of it."""


def split(text: str) -> tuple[str, list[tuple[Node, ...]]]:
    """Takes the nodes out of a dump. What is left is for a true parser: together the two check every character.

    Returns:
        The dump without its nodes, and the nodes of each `<hierarchy>` in document order; the very same tuple for a
        window that says what it said before.

    Raises:
        NotPlain: there is anything but tags, or nodes stand elsewhere than in a `<hierarchy>`.
    """
    frame: list[str] = []
    runs: list[tuple[Node, ...]] = []
    at = 0
    while (opening := text.find("<hierarchy", at)) >= 0:
        start = text.find(">", opening) + 1
        end = text.find("</hierarchy>", start)
        if not start or end < 0:
            raise NotPlain
        frame.append(text[at:start])
        runs.append(_run(text[start:end]))
        at = end
    frame.append(text[at:])
    rest = "".join(frame)
    if _openings(rest) != len(runs):
        raise NotPlain
    return rest, runs


@lru_cache(maxsize=128)
def _run(text: str) -> tuple[Node, ...]:
    """The nodes of one `<hierarchy>`. Most windows of a screen say what they said a moment ago."""
    nodes: list[Node] = []
    parents = [-1]
    depth = index = 0
    if text and not (text[0] == "<" and text[-1] == ">"):
        raise NotPlain
    for tag in text[1:-1].split("><") if text else ():
        if tag == "/node" and depth:
            parents.pop()
            depth -= 1
        elif tag.startswith("node "):  # that it is one tag and no more, `_node` finds out
            nodes.append(_node(tag, index, parents[-1], depth))
            if tag[-1] != "/":
                parents.append(index)
                depth += 1
            index += 1
        else:
            raise NotPlain
    if depth:
        raise NotPlain
    return tuple(nodes)


@lru_cache(maxsize=128)
def _openings(frame: str) -> int:
    """How many hierarchies begin in what stands around the nodes."""
    tags = _tags(frame)
    if not all(map(_frames, tags)):
        raise NotPlain
    return sum(tag.startswith("<hierarchy") for tag in tags)


def _tags(text: str) -> list[str]:
    """The tags a text consists of. Raises NotPlain when there is anything else in it."""
    tags = _TAG.findall(text)
    if sum(map(len, tags)) != len(text):
        raise NotPlain
    return tags


def _frames(tag: str) -> bool:
    """Whether a tag may stand around the hierarchies: anything but a node, and nothing that is named alike."""
    return "node" not in tag[:6] and not (tag.startswith("<hierarchy") and tag[10] not in " >")


@lru_cache(maxsize=8192)
def _node(tag: str, index: int, parent: int, depth: int) -> Node:
    usual = _USUAL.fullmatch(tag)
    if usual is not None:
        return _made(usual.groups(), index, parent, depth)
    body = tag[4:].removesuffix("/").rstrip(" ")
    found = _ATTRIBUTE.findall(body)
    attributes = dict(found)
    if len(attributes) == len(found) and sum(len(n) + len(v) + 4 for n, v in found) == len(body):
        return make("node", attributes, index, parent, depth)
    try:
        element = fromstring(f"<node{body}/>")
    except ParseError:
        raise NotPlain from None
    if element.tag != "node" or len(element):
        raise NotPlain
    return make("node", element.attrib, index, parent, depth)


_Draft = draft(Node)


@lru_cache(maxsize=8192)
def rect(text: str) -> Rect:
    """A bounds attribute; 0,0,0,0 when it is not one."""
    found = _BOUNDS.match(text)
    return Rect(*map(int, found.groups())) if found else _NOWHERE


@lru_cache(maxsize=1024)
def _flags(states: str) -> tuple[bool, ...]:
    """The states of a node in Android's order; a screen's nodes share a few dozens of them."""
    return tuple(value == "true" for value in states.split('"')[1::2])


def _made(said: tuple[str | None, ...], index: int, parent: int, depth: int) -> Node:
    """One node from the groups of `_USUAL`."""
    node: Any = _Draft()
    node.index, node.parent, node.depth = index, parent, depth
    naf, node.text, node.resource_id, node.class_name, node.package, node.content_desc, states, bounds, hint = said
    node.hint, node.bounds, node.naf = hint or "", rect(bounds or ""), naf is not None
    (
        node.checkable, node.checked, node.clickable, node.enabled, node.focusable, node.focused, node.scrollable,
        node.long_clickable, node.password, node.selected,
    ) = _flags(states or "")  # fmt: skip
    node.__class__ = Node
    return node


def make(tag: str, attributes: Mapping[str, str], index: int, parent: int, depth: int) -> Node:
    """One node from its attributes; a tag other than `node` is Appium's, and the class."""
    get: Callable[[str, str], str] = attributes.get
    node: Any = _Draft()
    node.index, node.parent, node.depth = index, parent, depth
    node.text, node.content_desc, node.resource_id = get("text", ""), get("content-desc", ""), get("resource-id", "")
    node.class_name = get("class", "") or (tag if tag != "node" else "")
    node.package, node.hint, node.bounds = get("package", ""), get("hint", ""), rect(get("bounds", ""))
    node.checkable, node.checked = get("checkable", "") == "true", get("checked", "") == "true"
    node.clickable, node.long_clickable = get("clickable", "") == "true", get("long-clickable", "") == "true"
    node.enabled, node.selected = get("enabled", "") != "false", get("selected", "") == "true"
    node.focusable, node.focused = get("focusable", "") == "true", get("focused", "") == "true"
    node.scrollable, node.password = get("scrollable", "") == "true", get("password", "") == "true"
    node.naf = get("NAF", "") == "true"
    node.__class__ = Node
    return node
