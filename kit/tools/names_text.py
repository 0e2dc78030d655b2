"""Words of app names: one form to compare them in, the telling parts of a package, and pinyin. Pure functions.

Spec: harness, app names (normalisation; package segments).
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

SEGMENT_MIN = 4
"""Shorter package segments say too little (spec: harness, app names)."""
_MEANINGLESS = """
activity activitys adobe alibaba amazon android androidapp androidp apps application apache appspot beta bytedance
client coloros common company core debug default demo editors entry example facebook free github global google group
heytap hihonor home honor huawei international intl launcher lite live main microsoft miui mobi mobile motorola
mozilla name nearme netease oneplus online oplus oppo overseas package phone product prod project provider providers
release samsung service services software sony sonymobile standard studio system team tencent test tools user vendor
version view vivo widget xiaomi yandex app go pro plus
"""
MEANINGLESS = frozenset(_MEANINGLESS.split())
"""Package segments (and whole queries) that name a maker or a kind of build, never a product."""
_ROLE_WORDS = """
account assistant bank book books browser calculator calendar camera chat clock cloud contacts dialer email files
finance gallery game games health keyboard mail mall manager maps market meeting message messages messaging messenger
money movie movies music news note notes novel office password payment photo photos play player radio read reader
recorder search security settings shop shopping social sport sports store taxi television theme themes tool travel
video videos wallet weather work
"""
ROLE_WORDS = frozenset(_ROLE_WORDS.split())
"""What an app is for, not what it is called: such a segment never names an app the registry knows by a brand name."""
SUFFIXES = ("应用程序", "应用", "软件", "程序", "app", "apps", "application")
"""What people put behind (or before) a name without changing what it names."""
_HARMLESS = """
open launch start run go to the my please android mobile official client software program
打开 启动 运行 进入 请 手机 手机版 安卓 安卓版 官方 官方版 客户端 正版 最新版 的
"""
HARMLESS = frozenset(_HARMLESS.split())
"""Words around a name that may be left over when a registered name lies inside the query."""
PINYIN_MAX = 40
INITIALS = range(2, 7)
"""How many letters a query of pinyin initials has."""

_TOKEN = re.compile(r"[\u3400-\u9fff]+|[^\W_\u3400-\u9fff]+")
_CUT = re.compile(r"[._\-]|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_HAN = re.compile(r"[\u3400-\u9fff]")
_SYLLABLE = re.compile(
    r"(?:[bpmfdtnlgkhjqxrzcsyw]|zh|ch|sh)?"
    r"(?:a|o|e|ai|ei|ao|ou|an|en|ang|eng|ong|i|ia|ie|iao|iu|ian|in|iang|ing|iong"
    r"|u|ua|uo|uai|ui|uan|un|uang|ue|v|ve)|er"
)


def fold(text: str) -> str:
    """Compatibility forms folded (full width, ligatures), lower case."""
    return unicodedata.normalize("NFKC", text).casefold()


@lru_cache(maxsize=16_384)
def normalise(text: str) -> str:
    """The form names are compared in: folded, only letters and digits of any script."""
    return "".join(c for c in fold(text) if c.isalnum())


def tokens(text: str) -> tuple[str, ...]:
    """Folded words; Chinese runs and other runs are cut apart, so `微信app` is two words."""
    return tuple(_TOKEN.findall(fold(text)))


def without_app(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words without "app", "应用" and the like at either end; unchanged when nothing else would be left."""
    left = list(words)
    while len(left) > 1 and left[-1] in SUFFIXES:
        left.pop()
    while len(left) > 1 and left[0] in SUFFIXES:
        left.pop(0)
    for suffix in SUFFIXES:
        if left and _HAN.match(left[-1]) and left[-1].endswith(suffix) and left[-1] != suffix:
            left[-1] = left[-1].removesuffix(suffix)
            break
    return tuple(left)


def without_harmless(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words without "open", "the", "打开", "客户端" and the like; these also when glued to a Chinese run."""
    left: list[str] = []
    for word in words:
        if word in HARMLESS or word in SUFFIXES:
            continue
        left.append(_trim(word) if _HAN.match(word) else word)
    return tuple(left)


def _trim(run: str) -> str:
    marks = sorted((w for w in HARMLESS | set(SUFFIXES) if _HAN.match(w)), key=len, reverse=True)
    while True:
        cut = next((run.removeprefix(w) for w in marks if run.startswith(w) and run != w), run)
        cut = next((cut.removesuffix(w) for w in marks if cut.endswith(w) and cut != w), cut)
        if cut == run:
            return run
        run = cut


@lru_cache(maxsize=4096)
def segments(package: str) -> tuple[str, ...]:
    """The telling parts of a package, lower case: cut at `.`, `_`, `-` and capitals, short and meaningless ones dropped."""
    parts = (part.lower() for part in _CUT.split(package))
    return tuple(p for p in parts if len(p) >= SEGMENT_MIN and p not in MEANINGLESS)


def has_han(text: str) -> bool:
    """Whether the text holds a Chinese character."""
    return _HAN.search(text) is not None


def could_be_pinyin(form: str) -> bool:
    """Whether a normalised form can be cut whole into pinyin syllables; only then is the dictionary worth loading."""
    if not form.isascii() or not form.isalpha() or len(form) > PINYIN_MAX:
        return False
    ends = {0}
    for start in range(len(form)):
        if start in ends:
            ends.update(start + size for size in range(1, 7) if _SYLLABLE.fullmatch(form[start : start + size]))
    return len(form) in ends


def could_be_initials(form: str) -> bool:
    """Whether a normalised form can be the first letters of pinyin syllables (none begins with i, u or v)."""
    return len(form) in INITIALS and form.isascii() and form.isalpha() and not set(form) & set("iuv")


@lru_cache(maxsize=8192)
def pinyin(text: str) -> tuple[str, str]:
    """A name read aloud: its full pinyin without tones, and its initials; other characters stay as they are.

    `哔哩哔哩` gives ("bilibili", "blbl"); words are read by phrase, so `音乐` is yinyue and `快乐` kuaile.
    """
    from pypinyin import lazy_pinyin

    full: list[str] = []
    initials: list[str] = []
    for run in tokens(text):
        if has_han(run):
            syllables = lazy_pinyin(run)
            full += syllables
            initials += [s[:1] for s in syllables]
        else:
            full.append(run)
            initials.append(run)
    return "".join(full), "".join(initials)
