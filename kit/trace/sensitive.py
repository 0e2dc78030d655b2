"""What is sensitive in a text, and the word in brackets that takes its place; pure (spec: harness, trace and redaction).

Where a rule is in doubt it redacts: a lost digit costs a reader little, a leaked key a lot.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

_DIGIT = re.compile(r"\d")
_DIGITS = re.compile(r"\d(?:[ .()-]{0,2}\d)*")
# Nothing below can match a text without one of these, and most labels have none: one cheap scan instead of twenty.
WORTH_A_LOOK = re.compile(
    r"[0-9@]|BEGIN|://|[A-Za-z0-9+/_-]{20}|(?i:bearer|basic|pass[cpw]|pwd|pin\b|secret|token|api|key)|密码|口令|密钥|令牌"
)

_SECRET_WORD = (
    r"(?:(?:password|passwd|passphrase|passcode|secret|api[_-]?key|access[_-]?key|private[_-]?key|auth[_-]?token|"
    r"access[_-]?token)|pwd|token|密码|口令|密钥|令牌)"
)
_SECRET_NEEDS = ("pass", "secret", "key", "token", "pwd", "密码", "口令", "密钥", "令牌")
_CODE_WORD = r"(?:\b(?:code|otp|pin|passcode|tan)\b|验证码|校验码|动态码|动态密码|取件码|安全码|確認コード|인증번호)"
_CODE_NEEDS = (
    "code", "otp", "pin", "tan", "验证码", "校验码", "动态码", "动态密码", "取件码", "安全码", "確認コード", "인증번호"
)  # fmt: skip


def redact(text: str) -> str:
    """The text with every sensitive substring replaced by a word in brackets that says what was there.

    Keys and tokens become `[key]`, passwords `[secret]`, and so on: [private key], [email], [phone], [card], [id],
    [iban], [code], [data N bytes]. Redacting twice changes nothing.
    """
    return _remembered(text) if len(text) <= 200 else _apply(text)


def _apply(text: str) -> str:
    if not WORTH_A_LOOK.search(text):
        return text
    folded = text.casefold()  # as patterns that ignore case do: K and ſ are letters of such words too
    digits = max((len(_DIGIT.findall(run)) for run in _DIGITS.findall(text)), default=0)
    for rule in _BY_DIGITS[min(digits, MOST_DIGITS)]:  # replacing adds nothing that another rule needs
        for word in rule.needs:
            if word in folded:
                break
        else:
            if rule.needs:
                continue
        text = rule.pattern.sub(rule.replacement, text)
    return text


_remembered = lru_cache(maxsize=8192)(_apply)  # labels come back with every look at the same screen


def base64_bytes(text: str) -> int:
    """Bytes a base64 text stands for, with or without a data URL's head."""
    body = text.split("base64,", 1)[-1].rstrip("=")
    return len(body) * 3 // 4


def data_note(match: re.Match[str]) -> str:
    """What stands for a run of base64."""
    return f"[data {base64_bytes(match[0])} bytes]"


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

BASE64 = (
    re.compile(r"data:[\w.+/;=-]{0,100}?;base64,[A-Za-z0-9+/_\s-]*={0,2}"),
    re.compile(r"(?<![A-Za-z0-9+/])(?:[A-Za-z0-9+/]{60,}+\r?\n){2,}+[A-Za-z0-9+/]*={0,2}|[A-Za-z0-9+/_-]{200,}={0,2}"),
)


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern and what is written instead.

    `needs`: it can match only where one of these stands in the text, case folded; `digits`: and only where so many digits
    stand together, with no more than two of " .()-" between any two. Looking for both is much cheaper than the pattern.
    """

    pattern: re.Pattern[str]
    replacement: str | Callable[[re.Match[str]], str]
    needs: tuple[str, ...] = ()
    digits: int = 0


RULES = (
    Rule(
        re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)", re.S),
        "[private key]",
        ("-----begin",),
    ),
    Rule(BASE64[0], data_note, ("base64,",)),
    # tokens of well-known issuers, before anything that could cut them in pieces
    Rule(re.compile(r"\beyJ[\w-]{5,}\.[\w-]{5,}(?:\.[\w-]*)?"), "[key]", ("eyj",)),
    Rule(re.compile(r"\b(?:sk|pk|rk)[-_][A-Za-z0-9_-]{16,}"), "[key]", ("sk-", "pk-", "rk-", "sk_", "pk_", "rk_")),
    Rule(
        re.compile(r"\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|hf_[A-Za-z0-9]{20,})"),
        "[key]",
        ("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "hf_"),
    ),
    Rule(re.compile(r"\b(?:AKIA|ASIA|AROA|AIDA)[0-9A-Z]{16}\b"), "[key]", ("akia", "asia", "aroa", "aida")),
    Rule(re.compile(r"\bAIza[\w-]{30,}"), "[key]", ("aiza",)),
    Rule(re.compile(r"\bxox[abeoprs]-[\w-]{10,}"), "[key]", ("xox",)),
    Rule(re.compile(r"(?i)\b(bearer|basic)\s+[A-Za-z0-9._~+/-]{8,}=*"), r"\1 [key]", ("bearer", "basic")),
    Rule(re.compile(r"(://[^\s/:@]+:)[^\s/@]+@"), r"\1[secret]@", ("://",)),
    Rule(
        re.compile(rf"(?i)({_SECRET_WORD}[\"']?(?:\s*[:=：]\s*|\s+is\s+|\s*是\s*)[\"']?)(?!\[)[^\s\"',;，。]+"),
        r"\1[secret]",
        _SECRET_NEEDS,
    ),
    Rule(BASE64[1], data_note),
    Rule(re.compile(r"(?<![\w.+-])[\w.+-]++@[\w-]+(?:\.[\w-]+)+"), "[email]", ("@",)),
    Rule(re.compile(r"(?<![0-9A-Za-z])[0-9]{17}[0-9Xx](?![0-9A-Za-z])"), _chinese_id, digits=17),
    Rule(
        re.compile(r"(?<![A-Za-z0-9])[A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?(?![A-Za-z0-9])"),
        _iban,
        digits=2,
    ),
    Rule(_CARD, _card, digits=13),
    # codes: after the word, or before it ("123456 is your login code")
    Rule(
        re.compile(rf"(?i)({_CODE_WORD}[^\d\n]{{0,24}}?)(?<!\d)(?:[A-Z]-)?(?:\d{{3}}[ -]\d{{3}}|\d{{4,8}})(?!\d)"),
        r"\1[code]",
        _CODE_NEEDS,
        digits=4,
    ),
    Rule(
        re.compile(
            rf"(?i)(?<![\d+-])(?:\b[A-Z]-)?(?:\d{{3}}[ -]\d{{3}}|\d{{4,8}})(?![\d-])([^\d\n]{{0,40}}?{_CODE_WORD})"
        ),
        r"[code]\1",
        _CODE_NEEDS,
        digits=4,
    ),
    # phone numbers: Chinese mobile and landline, international, North American, bare ten or eleven digits
    Rule(re.compile(r"(?<![\d.])(?:\+?86[- ]?)?1[3-9][0-9][- ]?[0-9]{4}[- ]?[0-9]{4}(?!\d)"), "[phone]", digits=11),
    Rule(re.compile(r"(?<![\d.-])0[0-9]{2,3}-[0-9]{7,8}(?![\d-])"), "[phone]", ("-",), digits=10),
    Rule(re.compile(r"(?<![\w+])\+[0-9]{1,3}(?:[ .()-]{0,2}[0-9]){6,13}(?!\d)"), "[phone]", ("+",), digits=7),
    Rule(
        re.compile(r"(?<![\d.-])(?:1[ .-])?(?:\([0-9]{3}\) ?|[0-9]{3}[ .-])[0-9]{3}[ .-][0-9]{4}(?![\d-])"),
        "[phone]",
        digits=10,
    ),
    Rule(re.compile(r"(?<![\d.,-])[0-9]{3}-[0-9]{4}(?![\d-])"), "[phone]", ("-",), digits=7),
    Rule(re.compile(r"(?<![A-Za-z0-9.,:])[0-9]{10,11}(?![A-Za-z0-9:])"), "[phone]", digits=10),
)

MOST_DIGITS = max(rule.digits for rule in RULES)
_BY_DIGITS = tuple(tuple(r for r in RULES if r.digits <= digits) for digits in range(MOST_DIGITS + 1))
"""The rules worth a look where so many digits stand together, in their order."""
