"""What is risky, as data: the rules of the safety gate, the words of a risky goal, and which apps are launchers.

All of it stands in `risks.json` beside this file, in English and Chinese. Patterns are regular expressions over folded
words (compatibility forms, lower case, single spaces) and must fit the whole of a label: "Buy" is a risk, "Buy milk" is a
note. `{money}` in a pattern stands for an amount.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Literal

MONEY = r"(?:(?:[$€£¥₹₩₽]|us\$|hk\$|usd|eur|gbp|cny|rmb) ?\d[\d,. ]*元?|\d[\d,.]* ?(?:元|块|€|\$|£|usd|eur|gbp|dollars|euros))"
TYPING = ("type_text", "paste")
_TRAILING = " .…!?>›→:"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One rule of the safety gate; all conditions it names must hold.

    Attributes:
        name: what it is about, also the end of the code in receipts: payment, purchase, factory_reset ...
        action: "confirm" warns first and runs when confirmed, "block" refuses outright.
        always: in force even with the setting `safety` off (spec: translation, T3.7).
        packages: globs; the app the target belongs to, or the app in front.
        labels: what the target's words must be. None: everything in those packages.
        screen: something on the screen must read like one of these.
        tools: the calls it is about; empty means all that touch, without those that type.
    """

    name: str
    action: Literal["confirm", "block"]
    always: bool = False
    packages: tuple[str, ...] = ()
    labels: re.Pattern[str] | None = None
    screen: re.Pattern[str] | None = None
    tools: tuple[str, ...] = ()

    def about(self, tool: str) -> bool:
        """Whether the rule looks at calls of this tool."""
        return tool in self.tools if self.tools else tool not in TYPING

    def means(self, words: Iterable[str], packages: Iterable[str]) -> bool:
        """Whether the rule is about a target, as far as its words and app tell.

        Args:
            words: what the target reads; empty when nothing is known of it, which fits no rule that names labels.
            packages: the app it belongs to and the app in front.
        """
        if self.packages and not any(_among(p, self.packages) for p in packages):
            return False
        return self.labels is None or _any(self.labels, words)

    def sees(self, screen: Iterable[str]) -> bool:
        """Whether something visible reads as the rule wants it; one that wants nothing of the screen is content."""
        return self.screen is None or _any(self.screen, screen)


@dataclass(frozen=True, slots=True, kw_only=True)
class Risks:
    """The content of `risks.json`, compiled."""

    rules: tuple[Rule, ...]
    goal_en: re.Pattern[str]
    goal_zh: tuple[str, ...]
    launchers: tuple[str, ...]


@cache
def risks() -> Risks:
    """The rules and words the kit ships."""
    data: dict[str, Any] = json.loads((files("kit.tools") / "risks.json").read_text(encoding="utf-8"))
    words: dict[str, list[str]] = data["goal_words"]
    english = "|".join(re.escape(w) for w in sorted(words["en"], key=len, reverse=True))
    return Risks(
        rules=tuple(_rule(r) for r in data["rules"]),
        goal_en=re.compile(rf"\b(?:{english})\b"),
        goal_zh=tuple(words["zh"]),
        launchers=tuple(data["launchers"]),
    )


@lru_cache(maxsize=4096)
def concerning(tool: str, words: tuple[str, ...], packages: tuple[str, ...]) -> tuple[Rule, ...]:
    """The rules for a call on a target, in their order; that the screen reads as they want it is still to be asked."""
    return tuple(r for r in risks().rules if r.about(tool) and r.means(words, packages))


def risky_words(goal: str) -> tuple[str, ...]:
    """The high-risk words a goal contains, in either language, without repetition (spec: harness, finish)."""
    folded = fold(goal)
    found = [m[0] for m in risks().goal_en.finditer(folded)] + [w for w in risks().goal_zh if w in folded]
    return tuple(dict.fromkeys(found))


def is_launcher(package: str) -> bool:
    """Whether this app is a home screen."""
    return _among(package, risks().launchers)


@lru_cache(maxsize=4096)
def fold(words: str) -> str:
    """Compatibility forms folded, lower case, single spaces, no trailing punctuation: what patterns are written for."""
    return " ".join(unicodedata.normalize("NFKC", words).casefold().split()).rstrip(_TRAILING)


def _any(pattern: re.Pattern[str], words: Iterable[str]) -> bool:
    return any(pattern.fullmatch(folded) for w in words if (folded := fold(w)))


@lru_cache(maxsize=4096)
def _among(package: str, globs: tuple[str, ...]) -> bool:
    name = package.casefold()
    return any(fnmatchcase(name, glob) for glob in globs)


def _rule(raw: dict[str, Any]) -> Rule:
    def compiled(name: str) -> re.Pattern[str] | None:
        given = [f"(?:{p.replace('{money}', MONEY)})" for p in raw.get(name, ())]
        return re.compile("|".join(given)) if given else None

    return Rule(
        name=raw["name"],
        action=raw["action"],
        always=raw.get("always", False),
        packages=tuple(p.casefold() for p in raw.get("packages", ())),
        labels=compiled("labels"),
        screen=compiled("screen"),
        tools=tuple(raw.get("tools", ())),
    )
