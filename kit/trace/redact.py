"""Takes secrets, personal numbers and pictures out of what is written down; pure (spec: harness, trace and redaction).

The order is fixed by the spec: text is redacted first and clipped afterwards, so a secret is never cut into a half that no
rule knows any more. Where a rule is in doubt it redacts: a lost digit costs a reader little, a leaked key a lot.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast

CLIP = 64
"""Characters of a text field that reach the production trace (spec: harness, trace)."""

OMITTED_ARGUMENTS = frozenset({"html"})
"""Top-level tool arguments that are the body of a deliverable and are only counted (spec: harness, trace)."""

_LABEL = re.compile(r"[A-Za-z0-9_.:-]{0,64}")
_PICTURE_TYPES = frozenset({"image", "image_url", "input_image", "picture"})
_SECRET_KEY = re.compile(r"(?i)(.*[_-])?(password|passwd|passcode|secret|authorization|cookie|api_?key|access_?token)")

# Nothing below can match a text without one of these, and most labels have none: one cheap scan instead of twenty.
_WORTH_A_LOOK = re.compile(
    r"[0-9@]|BEGIN|://|[A-Za-z0-9+/_-]{20}|(?i:bearer|basic|pass[cpw]|pwd|pin\b|secret|token|api|key)|密码|口令|密钥|令牌"
)

_SECRET_WORD = (
    r"(?:(?:password|passwd|passphrase|passcode|secret|api[_-]?key|access[_-]?key|private[_-]?key|auth[_-]?token|"
    r"access[_-]?token)|pwd|token|密码|口令|密钥|令牌)"
)
_CODE_WORD = r"(?:\b(?:code|otp|pin|passcode|tan)\b|验证码|校验码|动态码|动态密码|取件码|安全码|確認コード|인증번호)"


def redact(text: str) -> str:
    """The text with every sensitive substring replaced by a word in brackets that says what was there.

    Keys and tokens become `[key]`, passwords `[secret]`, and so on: [private key], [email], [phone], [card], [id],
    [iban], [code], [data N bytes]. Redacting twice changes nothing.
    """
    if not _WORTH_A_LOOK.search(text):
        return text
    return _remembered(text) if len(text) <= 200 else _apply(text)


def _apply(text: str) -> str:
    for pattern, replacement in _RULES:
        text = pattern.sub(replacement, text)
    return text


_remembered = lru_cache(maxsize=4096)(_apply)  # labels come back with every look at the same screen


def clip(text: str, limit: int = CLIP) -> str:
    """At most `limit` characters; an ellipsis is added where more were."""
    return text if len(text) <= limit else text[:limit] + "…"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """How a value is made fit to be written.

    Attributes:
        limit: characters of a text that are kept; None keeps all.
        redacted: whether sensitive texts are replaced. Pictures and base64 never get through either way.
        secrets: texts known to be secret for another reason (typed into a password field); replaced wherever they are.
        halves: texts that were cut in the middle of a secret, so that no rule knows them; replaced after all rules.
    """

    limit: int | None = CLIP
    redacted: bool = True
    secrets: tuple[str, ...] = ()
    halves: tuple[str, ...] = ()


TRACE = Rules()
"""The production trace: redacted and clipped."""

WHOLE = Rules(limit=None)
"""Research records and run headers: redacted, not clipped."""


def clean(value: Any, rules: Rules = TRACE) -> Any:
    """A JSON value fit to be written: texts under `rules`, pictures and bytes only counted, no NaN.

    Mappings, sequences, texts and numbers are walked through; anything else is written as its type's name.
    """
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, str):
        return clean_text(value, rules)
    if isinstance(value, bytes | bytearray | memoryview):
        return {"type": "bytes", "bytes": len(value)}
    if isinstance(value, Mapping):
        return _clean_mapping(cast("Mapping[Any, Any]", value), rules)
    if isinstance(value, Sequence | set | frozenset):
        return [clean(item, rules) for item in cast("Sequence[Any]", value)]
    return {"type": type(value).__name__.lower()}


def arguments(given: Mapping[str, Any], rules: Rules = TRACE) -> dict[str, Any]:
    """A call's arguments fit to be written; the HTML of a deliverable is omitted where it is a top-level argument."""
    shown: dict[str, Any] = {}
    for name, value in given.items():
        if name in OMITTED_ARGUMENTS and isinstance(value, str):
            shown[name] = {"type": "text", "omitted": True, "bytes": len(value.encode("utf-8", "surrogatepass"))}
        else:
            shown.update(_clean_mapping({name: value}, rules))
    return shown


def picture(screen_seq: int | None, size: int) -> dict[str, Any]:
    """What stands in the trace for a picture; `size` in bytes."""
    return {"type": "image", "screen_seq": screen_seq, "bytes": size}


def figures(value: Any) -> Any:
    """Only numbers and short labels, as of a context request: no prompt text can slip through (spec: harness, trace).

    A label is at most 64 characters of letters, digits and `_.:-`; any other text becomes its length.
    """
    if isinstance(value, str):
        return value if _LABEL.fullmatch(value) else len(value)
    if isinstance(value, Mapping):
        return {str(k): figures(v) for k, v in cast("Mapping[Any, Any]", value).items() if _LABEL.fullmatch(str(k))}
    if isinstance(value, list | tuple):
        return [figures(item) for item in cast("Sequence[Any]", value)]
    return clean(value)


def clean_text(text: str, rules: Rules) -> str:
    """One text under `rules`."""
    if rules.redacted:
        for secret in rules.secrets:
            text = text.replace(secret, "[secret]")
        text = redact(text)
        for half in rules.halves:
            text = text.replace(half, "[secret]")
    elif len(text) > 64:
        for pattern in _BASE64:
            text = pattern.sub(_data, text)
    return text if rules.limit is None else clip(text, rules.limit)


def _clean_mapping(value: Mapping[Any, Any], rules: Rules) -> dict[str, Any]:
    kind = value.get("type")
    if isinstance(kind, str) and kind in _PICTURE_TYPES:
        return {"type": kind, "screen_seq": value.get("screen_seq"), "bytes": _picture_bytes(value)}
    shown: dict[str, Any] = {}
    for key, item in value.items():
        name = clean_text(str(key), rules)
        known_secret = rules.redacted and isinstance(item, str) and item and _SECRET_KEY.fullmatch(str(key))
        shown[name] = "[secret]" if known_secret else clean(item, rules)
    return shown


def _picture_bytes(block: Mapping[Any, Any]) -> int:
    size = block.get("bytes")
    if isinstance(size, int):
        return size
    texts = [text for item in block.values() for text in _texts(item)]
    return max((_base64_bytes(text) for text in texts), default=0)


def _texts(item: Any) -> list[str]:
    if isinstance(item, str):
        return [item]
    if isinstance(item, Mapping):
        return [text for inner in cast("Mapping[Any, Any]", item).values() for text in _texts(inner)]
    return []


def _base64_bytes(text: str) -> int:
    body = text.split("base64,", 1)[-1].rstrip("=")
    return len(body) * 3 // 4


def _data(match: re.Match[str]) -> str:
    return f"[data {_base64_bytes(match[0])} bytes]"


def _luhn(digits: str) -> bool:
    total = 0
    for place, digit in enumerate(reversed(digits)):
        value = int(digit) * (1 + place % 2)
        total += value - 9 if value > 9 else value
    return total % 10 == 0


def _card(match: re.Match[str]) -> str:
    """Looks for cards in a run of digit groups; an expiry date or an amount may stand right beside them."""
    run, shown, start = match[0], "", 0
    edges = [0, *(m.end() for m in _SEPARATOR.finditer(run))]
    ends = [*(m.start() for m in _SEPARATOR.finditer(run)), len(run)]
    for edge in edges:
        if edge < start:
            continue
        first = bisect_left(ends, edge + 13)
        for end in reversed(ends[first : bisect_left(ends, edge + 38)]):  # 19 digits and the separators between them
            digits = _SEPARATOR.sub("", run[edge:end])
            if 13 <= len(digits) <= 19 and set(digits) != {"0"} and _luhn(digits):
                shown, start = f"{shown}{run[start:edge]}[card]", end
                break
    return shown + run[start:]


def _chinese_id(match: re.Match[str]) -> str:
    """GB 11643 checksum (ISO 7064 MOD 11-2)."""
    digits = match[0].upper()
    total = sum(int(d) * (2 ** (17 - n) % 11) for n, d in enumerate(digits[:17]))
    return "[id]" if "10X98765432"[total % 11] == digits[17] else match[0]


def _iban(match: re.Match[str]) -> str:
    """ISO 13616 mod-97 check; the run may have swallowed words after it, so shorter ones are tried too."""
    run = match[0]
    for end in [len(run), *(m.start() for m in reversed(list(re.finditer(" ", run))))]:
        plain = run[:end].replace(" ", "")
        if 15 <= len(plain) <= 34 and int("".join(str(int(c, 36)) for c in plain[4:] + plain[:4])) % 97 == 1:
            return "[iban]" + run[end:]
    return run


_SEPARATOR = re.compile(r"[ -]")
_CARD = re.compile(r"(?<![A-Za-z0-9.])[0-9](?:[ -]?[0-9]){12,}(?![A-Za-z0-9])")

_BASE64 = (
    re.compile(r"data:[\w.+/;=-]{0,100}?;base64,[A-Za-z0-9+/_\s-]*={0,2}"),
    re.compile(r"(?<![A-Za-z0-9+/])(?:[A-Za-z0-9+/]{60,}+\r?\n){2,}+[A-Za-z0-9+/]*={0,2}|[A-Za-z0-9+/_-]{200,}={0,2}"),
)

_RULES: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = (
    (
        re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)", re.S),
        "[private key]",
    ),
    (_BASE64[0], _data),
    # tokens of well-known issuers, before anything that could cut them in pieces
    (re.compile(r"\beyJ[\w-]{5,}\.[\w-]{5,}(?:\.[\w-]*)?"), "[key]"),
    (re.compile(r"\b(?:sk|pk|rk)[-_][A-Za-z0-9_-]{16,}"), "[key]"),
    (re.compile(r"\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|hf_[A-Za-z0-9]{20,})"), "[key]"),
    (re.compile(r"\b(?:AKIA|ASIA|AROA|AIDA)[0-9A-Z]{16}\b"), "[key]"),
    (re.compile(r"\bAIza[\w-]{30,}"), "[key]"),
    (re.compile(r"\bxox[abeoprs]-[\w-]{10,}"), "[key]"),
    (re.compile(r"(?i)\b(bearer|basic)\s+[A-Za-z0-9._~+/-]{8,}=*"), r"\1 [key]"),
    (re.compile(r"(://[^\s/:@]+:)[^\s/@]+@"), r"\1[secret]@"),
    (
        re.compile(rf"(?i)({_SECRET_WORD}[\"']?(?:\s*[:=：]\s*|\s+is\s+|\s*是\s*)[\"']?)(?!\[)[^\s\"',;，。]+"),
        r"\1[secret]",
    ),
    (_BASE64[1], _data),
    (re.compile(r"(?<![\w.+-])[\w.+-]++@[\w-]+(?:\.[\w-]+)+"), "[email]"),
    (re.compile(r"(?<![0-9A-Za-z])[0-9]{17}[0-9Xx](?![0-9A-Za-z])"), _chinese_id),
    (re.compile(r"(?<![A-Za-z0-9])[A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?(?![A-Za-z0-9])"), _iban),
    (_CARD, _card),
    # codes: after the word, or before it ("123456 is your login code")
    (
        re.compile(rf"(?i)({_CODE_WORD}[^\d\n]{{0,24}}?)(?<!\d)(?:[A-Z]-)?(?:\d{{3}}[ -]\d{{3}}|\d{{4,8}})(?!\d)"),
        r"\1[code]",
    ),
    (
        re.compile(
            rf"(?i)(?<![\d+-])(?:\b[A-Z]-)?(?:\d{{3}}[ -]\d{{3}}|\d{{4,8}})(?![\d-])([^\d\n]{{0,40}}?{_CODE_WORD})"
        ),
        r"[code]\1",
    ),
    # phone numbers: Chinese mobile and landline, international, North American, bare ten or eleven digits
    (re.compile(r"(?<![\d.])(?:\+?86[- ]?)?1[3-9][0-9][- ]?[0-9]{4}[- ]?[0-9]{4}(?!\d)"), "[phone]"),
    (re.compile(r"(?<![\d.-])0[0-9]{2,3}-[0-9]{7,8}(?![\d-])"), "[phone]"),
    (re.compile(r"(?<![\w+])\+[0-9]{1,3}(?:[ .()-]{0,2}[0-9]){6,13}(?!\d)"), "[phone]"),
    (re.compile(r"(?<![\d.-])(?:1[ .-])?(?:\([0-9]{3}\) ?|[0-9]{3}[ .-])[0-9]{3}[ .-][0-9]{4}(?![\d-])"), "[phone]"),
    (re.compile(r"(?<![\d.,-])[0-9]{3}-[0-9]{4}(?![\d-])"), "[phone]"),
    (re.compile(r"(?<![A-Za-z0-9.,:])[0-9]{10,11}(?![A-Za-z0-9:])"), "[phone]"),
)
