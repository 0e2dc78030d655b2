"""How this run's past is worded: phrases, retired mark ids, pages and excerpts; pure (spec: harness, archive and recall)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

EXCERPT_CHARS = 160
"""About the longest excerpt of one line."""

PAGE_LINES = 60
"""Most lines of one page."""

PAGE_TOKENS = 2000
"""Most tokens of one receipt's history, estimated (spec: memory, section 10)."""

PHRASES: dict[str, dict[str, str]] = {
    "folded": {"en": " [recall_screen can show it]", "zh": " [可 recall_screen]"},
    "retired": {"en": "past:{id} (retired)", "zh": "历史:{id}（已失效）"},
    "off": {
        "en": "This run keeps no archive of its screens, so nothing can be recalled.",
        "zh": "本次运行未开启观测存档，无法召回。",
    },
    "unreadable": {
        "en": "The archive of this run could not be read ({why}). Nothing is known about earlier screens; go on without it.",
        "zh": "本次运行的观测存档读取失败（{why}）。无法得知以前的屏幕内容，请不依赖它继续。",
    },
    "empty": {
        "en": "No screen of this run is archived yet.",
        "zh": "本次运行还没有存档的屏幕。",
    },
    "no_frame": {
        "en": "screen#{frame} is not in this run's archive; it holds frames between screen#{first} and screen#{last}.",
        "zh": "本次运行的存档里没有 screen#{frame}；存档的帧号在 screen#{first} 与 screen#{last} 之间。",
    },
    "no_page": {
        "en": "screen#{frame} has no page {page}; its pages are 1 to {pages}.",
        "zh": "screen#{frame} 没有第 {page} 页；共 {pages} 页。",
    },
    "no_words": {"en": "The query holds no word to look for.", "zh": "检索词为空。"},
    "history": {
        "en": "History, not the screen now. No mark in it can be a target; to act on the screen now, call read_screen.",
        "zh": "这是历史证据，不是当前屏幕；其中的 mark 不能作为执行目标；要操作当前屏幕请重新 read_screen。",
    },
    "screen": {
        "en": "screen#{frame} of {package}, seen {time}, page {page} of {pages}:",
        "zh": "screen#{frame}，应用 {package}，时间 {time}，第 {page}/{pages} 页：",
    },
    "next_page": {
        "en": "The next page: recall_screen(frame={frame}, page={page}).",
        "zh": "下一页：recall_screen(frame={frame}, page={page})。",
    },
    "found": {
        "en": "Screens of this run that show {query}, newest first:",
        "zh": "本次运行中出现 {query} 的屏幕，由新到旧：",
    },
    "near": {
        "en": "No screen of this run shows all of {query}; these show part of it:",
        "zh": "本次运行中没有屏幕包含 {query} 的全部内容；以下屏幕包含其中一部分：",
    },
    "none": {
        "en": "No archived screen of this run shows {query} or a part of it.",
        "zh": "本次运行的存档里没有屏幕包含 {query} 或其一部分。",
    },
    "hit": {"en": "screen#{frame} of {package}, {time}{same}", "zh": "screen#{frame}，应用 {package}，{time}{same}"},
    "same": {"en": " (the same lines on {frames})", "zh": "（{frames} 上的对应内容相同）"},
    "others": {"en": ", {count} others", "zh": " 等另外 {count} 帧"},
    "more": {
        "en": "There are more; use rarer words or a higher limit.",
        "zh": "还有更多；请用更少见的词或更大的名额。",
    },
    "whole": {"en": "recall_screen(frame=N) shows one whole.", "zh": "用 recall_screen(frame=N) 查看整帧。"},
}

# What follows an id without a blank is taken with it, so that nothing usable can stand right behind it.
_LIVE = re.compile(r"(?:ax_\d+@e\d+|(?<![0-9A-Za-z_])(?:ax_\d+|#?\d{1,4}@e\d+))[0-9A-Za-z_@#]*")
_LIVE_COMPACT = re.compile(_LIVE.pattern + r"|(?<![0-9A-Za-z_])#\d{1,4}(?:(?:ax_|#)[0-9A-Za-z_@#]*|(?![0-9A-Za-z_]))")


def say_past(lang: str, key: str, **values: Any) -> str:
    """The phrase in this language with its holes filled."""
    return PHRASES[key][lang].format(**values)


def folded_suffix(lang: str, *, archived: bool) -> str:
    """What a folded observation's placeholder ends with; empty without an archive, so that it stays as it was."""
    return say_past(lang, "folded") if archived else ""


def retire(text: str, lang: str, *, compact: bool = False) -> str:
    """The text with every mark id in it told as retired, such as `past:ax_3@e12 (retired)`.

    Args:
        text: words of the past.
        lang: "en" or "zh".
        compact: also ids of the compact style, a free-standing `#3`.
    """
    pattern = _LIVE_COMPACT if compact else _LIVE
    return pattern.sub(lambda match: say_past(lang, "retired", id=match[0]), text)


# --- pages and excerpts --------------------------------------------------------------------------------------------------


def pages(text: str, lang: str) -> Iterator[list[str]]:
    """The text's lines as pages, every character on one of them; ids are told as retired."""
    compact = not text.startswith("[OBS]")
    page: list[str] = []
    spent = 0
    for line in text.split("\n"):
        for part in _parts(line):
            words = retire(part, lang, compact=compact)
            cost = tokens(words)
            if page and (len(page) == PAGE_LINES or spent + cost > PAGE_TOKENS):
                yield page
                page, spent = [], 0
            page.append(words)
            spent += cost
    yield page


def _parts(line: str) -> Iterator[str]:
    """A line in pieces none of which is longer than half a page."""
    most = PAGE_TOKENS // 2
    while len(line) > most:
        end = _between_words(line, most)
        yield line[:end]
        line = line[end:]
    yield line


def _between_words(line: str, end: int) -> int:
    """The nearest place at or before `end` that is not inside a run of letters, digits, `_`, `@` or `#`."""
    for place in range(end, max(end - 80, 1), -1):
        if not (_joins(line[place - 1]) and place < len(line) and _joins(line[place])):
            return place
    return end


def _joins(char: str) -> bool:
    return char in "_@#" or (char.isascii() and char.isalnum()) or char.isdigit()


def tokens(text: str) -> int:
    """A safe estimate: four ASCII characters a token, any other character one token."""
    plain = sum(char.isascii() for char in text)
    return plain // 4 + len(text) - plain + 1


def around(line: str, query: str) -> str:
    """At most about EXCERPT_CHARS of the line, with the first word of the query that stands in it."""
    if len(line) <= EXCERPT_CHARS:
        return line
    low = line.casefold()
    places = [at for word in query.casefold().split() if (at := low.find(word)) >= 0]
    first = max(min(places, default=0) - EXCERPT_CHARS // 3, 0)
    start = _between_words(line, first) if first else 0
    end = _between_words(line, min(start + EXCERPT_CHARS, len(line)))
    return ("…" if start else "") + line[start:end] + ("…" if end < len(line) else "")
