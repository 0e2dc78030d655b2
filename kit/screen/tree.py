"""XML as `uiautomator dump` prints it -> windows and nodes. Pure.

Reads every form met in the wild: `<hierarchy>` with one root or several (each a weak window), `<displays>` from
`--windows` (windows listed top first, child windows nested, null roots without a hierarchy), a bare `<node>` root, and
Appium's class-named tags. Bounds stay as printed, inverted and negative ones too.

A clean dump takes the short way (`kit.screen.tags`); anything else valid one C parse and one walk. Only when both fail
is the text repaired (`kit.screen.repair`) and parsed again. What cannot be read fails with a code: see `read`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from xml.etree.ElementTree import Element, ParseError, XMLParser
from xml.parsers import expat

from kit.errors import HierarchyError
from kit.screen import repair, tags
from kit.screen.kept import Same
from kit.types import Node, Window

_DECLARATION = re.compile(rb"<\?xml")
_NUMBER = re.compile(r"-?[0-9]{1,9}")
_CODES = expat.errors.codes
_CUT = frozenset(
    _CODES[e]
    for e in (
        expat.errors.XML_ERROR_NO_ELEMENTS,
        expat.errors.XML_ERROR_UNCLOSED_TOKEN,
        expat.errors.XML_ERROR_PARTIAL_CHAR,
    )
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What a dump held.

    Attributes:
        windows: topmost first within a display where Android said the layers, else in document order.
        notes: what had to be repaired or left aside, in words; empty for a clean dump.
    """

    windows: tuple[Window, ...]
    notes: tuple[str, ...] = ()


def parse(data: bytes | str) -> tuple[Window, ...]:
    """The windows of a dump; `read(data).windows`."""
    return read(data).windows


def read(data: bytes | str) -> Reading:
    """Reads a dump.

    Of several documents in one text the LAST one counts: the earlier ones are older. When the last one is cut, the read
    fails, because the complete one before it is stale.

    Args:
        data: raw bytes of a dump file or of `exec-out`, or text.

    Raises:
        HierarchyError: code dump_empty (nothing), dump_idle_state, dump_null_root, dump_killed, dump_no_file,
            dump_unsupported, dump_failed (Android said so, even when an old document follows), dump_not_xml (no
            document in it), dump_not_hierarchy (XML of something else), dump_truncated (ends too early), dump_spliced
            (broken in the middle: bytes repeated or lost), dump_no_windows (a window list without windows).
    """
    if isinstance(data, bytes) and data.startswith(b"<") and data.find(b"\n", 0, len(data) - 2) < 0:
        windows = _plain(data)
        if windows is not None:
            return Reading(windows=windows)
        root = _element(data)
        if root is not None:
            return Reading(windows=_windows(root))
    return _read_repaired(data)


def _plain(data: bytes) -> tuple[Window, ...] | None:
    """The windows of a dump whose nodes can be read tag by tag; None for any other."""
    try:
        frame, runs = tags.split(data.decode("utf-8").rstrip("\n"))
    except (tags.NotPlain, UnicodeDecodeError):
        return None
    return _placed(frame, tuple(map(Same, runs)))


@lru_cache(maxsize=64)
def _frame(frame: str) -> Element | None:
    """What stands around the nodes, parsed; it is seldom new, and never changed."""
    return _element(frame.encode())


@lru_cache(maxsize=64)
def _placed(frame: str, runs: tuple[Same[tuple[Node, ...]], ...]) -> tuple[Window, ...] | None:
    """The windows of a frame with their nodes; the very same ones while the screen says the same."""
    root = _frame(frame)
    places = list(root.iter("hierarchy")) if root is not None else []
    if root is None or len(places) != len(runs):
        return None
    if root.tag == "hierarchy" and sum(n.parent < 0 for n in runs[0].value) > 1:
        return None  # each root is a window of its own
    return _windows(root, {place: run.value for place, run in zip(places, runs, strict=True)})


def _element(raw: bytes) -> Element | None:
    if b"<!DOCTYPE" in raw:
        return None
    parser = XMLParser(encoding="utf-8")
    try:
        parser.feed(raw)
        return parser.close()
    except ParseError:
        return None


def _read_repaired(data: bytes | str) -> Reading:
    text, notes = repair.decode(data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data)
    if not text.strip("\x00 \t\r\n\ufeff"):
        raise HierarchyError(
            "The dump is empty: the file was opened but never written.", code="dump_empty", fix="Look again."
        )
    paired = repair.pair(text)
    legal = repair.legalise(paired)
    raw = legal.encode("utf-8", "replace")
    first = repair.START.search(raw)
    if not first:
        raise repair.said(text) or _no_document(text)
    failure = repair.said(raw[: first.start()].decode("utf-8", "replace"), beside_document=True)
    if failure:
        raise failure
    return _last_document(raw[first.start() :], [*notes, *(["forbidden characters repaired"] if legal != text else [])])


def _no_document(text: str) -> HierarchyError:
    line = text.strip().splitlines()[0][:120] if text.strip() else ""
    if line.startswith("<"):
        return HierarchyError(
            f'The dump is XML of something else: "{line}".', code="dump_not_hierarchy", fix="Look again."
        )
    return HierarchyError(f'The dump holds no XML but "{line}".', code="dump_not_xml", fix="Look again.")


def _last_document(raw: bytes, notes: list[str]) -> Reading:
    count = 0
    while True:
        probe = _Probe()
        problem = probe.run(raw)
        count += 1
        complete = problem is None or probe.closed
        end = len(raw) if problem is None else max(problem[1], 1)
        following = (repair.START if complete else _DECLARATION).search(raw, end if complete else 1)
        if following:
            raw = raw[following.start() :]
        elif complete:
            return _conclude(raw[:end], raw[end:], count, notes)
        else:
            raise _broken(problem or (0, 0), raw, probe)


def _conclude(document: bytes, rest: bytes, count: int, notes: list[str]) -> Reading:
    trailing = rest.decode("utf-8", "replace").strip()
    failure = repair.said(trailing, beside_document=True)
    root = _element(document)
    if failure or root is None:
        raise failure or _no_document(document.decode("utf-8", "replace"))
    if count > 1:
        notes.append(f"{count} documents in one text: the last one is used")
    if trailing:
        notes.append(f'text after the document: "{trailing[:80]}"')
    return Reading(windows=_windows(root), notes=tuple(notes))


def _broken(problem: tuple[int, int], raw: bytes, probe: _Probe) -> HierarchyError:
    code, place = problem
    if not probe.count:
        return _no_document(raw.decode("utf-8", "replace"))
    if code in _CUT or place >= len(raw):
        return HierarchyError(
            f"The dump ends too early, after {len(raw)} bytes and {probe.count} elements: it was cut on the way.",
            code="dump_truncated",
            fix="Look again.",
        )
    return HierarchyError(
        f"The dump is broken at byte {place} of {len(raw)}: bytes were repeated or lost on the way.",
        code="dump_spliced",
        fix="Look again.",
    )


class _Probe:
    """Finds where a document ends or breaks."""

    def __init__(self) -> None:
        self.depth = self.count = 0

    @property
    def closed(self) -> bool:
        """Whether the root was seen to its end."""
        return self.count > 0 and self.depth == 0

    def run(self, raw: bytes) -> tuple[int, int] | None:
        """Reads one document; returns None, or expat's error code and the byte where it stopped."""
        parser = expat.ParserCreate("UTF-8")
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        try:
            parser.Parse(raw, True)
        except expat.ExpatError as error:
            return error.code, max(parser.ErrorByteIndex, 0)
        return None

    def _start(self, tag: str, attributes: object) -> None:
        self.depth += 1
        self.count += 1

    def _end(self, tag: str) -> None:
        self.depth -= 1


# --- elements -> windows -------------------------------------------------------------------------------------------------


def _nodes(roots: list[Element]) -> tuple[Node, ...]:
    nodes: list[Node] = []
    waiting = [(root, -1, 0) for root in reversed(roots)]
    while waiting:
        element, parent, depth = waiting.pop()
        index = len(nodes)
        nodes.append(tags.make(element.tag, element.attrib, index, parent, depth))
        if len(element):
            depth += 1
            waiting += [(child, index, depth) for child in reversed(element)]
    return tuple(nodes)


def _windows(root: Element, runs: Mapping[Element, tuple[Node, ...]] | None = None) -> tuple[Window, ...]:
    """The windows; `runs` holds the nodes of each `<hierarchy>` where they were read already."""
    if root.tag in {"displays", "display", "window"}:
        found = list(_listed(root))
        if not found:
            raise HierarchyError("The phone listed no windows.", code="dump_no_windows", fix="Look again.")
        displays = list(dict.fromkeys(display for display, _, _ in found))
        found.sort(key=lambda listed: (displays.index(listed[0]), -(-1 if listed[1] is None else listed[1])))
        return tuple(_real(window, i, display, layer, runs) for i, (display, layer, window) in enumerate(found))
    if root.tag == "hierarchy":
        rotation = _whole(root.get("rotation", "")) or 0
        weak = [run for run in runs.values() if run] if runs is not None else [_nodes([child]) for child in root]
        return tuple(_weak(nodes, i, rotation) for i, nodes in enumerate(weak))
    if root.tag != "node" and "bounds" not in root.attrib:
        raise _no_document(f"<{root.tag}>")
    return (_weak(_nodes([root]), 0, 0),)


def _weak(nodes: tuple[Node, ...], index: int, rotation: int) -> Window:
    return Window(index=index, nodes=nodes, package=nodes[0].package, bounds=nodes[0].bounds, rotation=rotation % 4)


def _listed(root: Element) -> Iterator[tuple[int, int | None, Element]]:
    """The windows with their display and layer."""
    for display in list(root.iter("display")) or [root]:
        number = _whole(display.get("id", "")) if display.tag == "display" else 0
        for window in display.iter("window"):
            yield number or 0, _whole(window.get("layer", "")), window


def _real(
    window: Element, index: int, display: int, layer: int | None, runs: Mapping[Element, tuple[Node, ...]] | None
) -> Window:
    hierarchy = window.find("hierarchy")
    nodes: tuple[Node, ...] = ()
    if hierarchy is not None:
        nodes = _nodes(list(hierarchy)) if runs is None else runs[hierarchy]
    rotation = _whole(hierarchy.get("rotation", "")) if hierarchy is not None else 0
    get = window.attrib.get
    return Window(
        index=index,
        nodes=nodes,
        package=nodes[0].package if nodes else "",
        bounds=nodes[0].bounds if nodes and "bounds" not in window.attrib else tags.rect(get("bounds", "")),
        title=get("title", ""),
        kind=get("type", ""),
        layer=layer,
        active=get("active") == "true",
        focused=get("focused") == "true",
        display=display,
        rotation=(rotation or 0) % 4,
    )


def _whole(text: str) -> int | None:
    return int(text) if _NUMBER.fullmatch(text) else None
