"""From the name of an app to an installed package. Only strong evidence resolves: a name never starts the wrong app.

Four steps (spec: harness, app names): normalise, gather candidates with typed evidence, order them by what is likely,
decide by the kinds of evidence alone: resolved, ambiguous or unknown. Whether the app is installed and may be started
are two separate questions, asked after a name is resolved.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from kit.errors import TargetError
from kit.tools.names_evidence import WEAK, Candidate, Embed, Kind, gather, query_of, strong, weak
from kit.tools.names_installed import InstalledApp, index_of, installed
from kit.tools.names_learned import Learned, learn
from kit.tools.names_policy import OPEN, LaunchPolicy
from kit.tools.names_registry import registry
from kit.tools.names_text import segments
from kit.tools.phrases import shortlist

__all__ = [
    "Ambiguous", "InstalledApp", "LaunchPolicy", "Outcome", "Resolved", "Unknown", "identify", "installed", "learn",
    "on_screen", "record", "resolve_app", "segments",
]  # fmt: skip

LISTED = 20
TIERS: tuple[tuple[Kind, ...], ...] = (
    ("exact_package",),
    ("exact_label", "exact_alias"),
    ("learned",),
    ("exact_package_segment",),
    ("registered_containment",),
)
"""Kinds that can resolve, the more telling first; the first tier that names an installed app decides."""
WRITTEN: frozenset[Kind] = frozenset(("exact_alias", "exact_package_segment"))
"""Kinds by which words under an icon name its app."""
WEIGHTS: dict[Kind, float] = {
    "exact_package": 1.0, "exact_label": 0.97, "exact_alias": 0.95, "learned": 0.92, "exact_package_segment": 0.88,
    "registered_containment": 0.8, "pinyin_full": 0.7, "fuzzy": 0.65, "pinyin_initials": 0.55, "embedding": 0.5,
}  # fmt: skip

PHRASES: dict[str, dict[str, str]] = {
    "app_unknown": {
        "en": "No installed app is called {name!r}. Installed: {known}.",
        "zh": "没有安装名为 {name!r} 的应用。已安装：{known}。",
    },
    "app_ambiguous": {
        "en": "ambiguous: {name!r} could be {candidates}. Nothing was started; call again with the package name.",
        "zh": "ambiguous: {name!r} 可能是 {candidates}。未启动任何应用；请改用包名再次调用。",
    },
    "app_similar": {
        "en": "No installed app is called exactly {name!r}; similar: {candidates}. Nothing was started; "
        "if one of them is meant, call again with its package name.",
        "zh": "没有名称正好是 {name!r} 的应用；相近的有：{candidates}。未启动任何应用；如果是其中之一，请改用包名再次调用。",
    },
    "app_not_installed": {
        "en": "{app} is not installed on this phone. Installed: {known}.",
        "zh": "本机没有安装 {app}。已安装：{known}。",
    },
    "app_denied": {
        "en": "{app} was not started: the launch policy forbids it ({rule}).",
        "zh": "未启动 {app}：启动策略禁止（{rule}）。",
    },
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolved:
    """One app is meant. That says nothing about whether it is installed or may be started.

    Attributes:
        kind: the kind of evidence that decided; what `learn` wants.
        margin: rank score above the next candidate; for receipts and traces.
    """

    candidate: Candidate
    kind: Kind
    candidates: tuple[Candidate, ...]
    margin: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Ambiguous:
    """Several apps may be meant, or only weak evidence speaks for what there is; best first.

    Attributes:
        similar: True when all evidence is weak.
    """

    candidates: tuple[Candidate, ...]
    similar: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Unknown:
    """Nothing matches."""

    name: str


Outcome = Resolved | Ambiguous | Unknown


def identify(
    name: str,
    components: Iterable[str],
    *,
    lang: str = "en",
    labels: Mapping[str, str] | None = None,
    learned: Learned | None = None,
    history: Sequence[str] = (),
    embed: Embed | None = None,
) -> Outcome:
    """What a name means on this phone.

    Args:
        name: as the model wrote it: a name in any language, or a package.
        components: what the launcher can start, `package/activity`.
        labels: package -> label as the phone shows it, where known.
        learned: names that worked before (`kit.tools.names_learned`).
        history: packages that were in the foreground lately, newest first; only orders.
        embed: similarity of a query to names; only proposes. Off by default.
    """
    index, known, query = index_of(components, lang, labels=labels), registry(), query_of(name)
    found = gather(strong(query, index, known, learned or {}), index, known, lang) if query.form else []
    outcome = decide(_ranked(found, history), name)
    if not isinstance(outcome, Unknown) or not query.form:
        return outcome
    every = [(c.package, "", e) for c in found for e in c.evidence if e.kind in WEAK]
    proposed = gather([*every, *weak(query, index, embed)], index, known, lang)
    return decide(_ranked(proposed, history), name)


@lru_cache(maxsize=64)
def on_screen(words: tuple[str, ...], components: tuple[str, ...], lang: str = "en") -> Mapping[str, str]:
    """What the home screen calls its apps: package -> the words under its icon.

    Android tells a shell no labels. Words count where they are an exact name of one installed app, and no other words
    on the screen are.

    Args:
        words: what stands on the launcher, newest first.
        components: what the launcher can start.
        lang: language of the registry's names.
    """
    found: dict[str, list[str]] = {}
    for word in dict.fromkeys(w.split(", ")[0].strip() for w in words):
        if package := _called(word, components, lang):
            found.setdefault(package, []).append(word)
    return {package: said[0] for package, said in found.items() if len(said) == 1}


@lru_cache(maxsize=4096)
def _called(word: str, components: tuple[str, ...], lang: str) -> str:
    """The installed app of which a word is an exact name; empty for none, or several."""
    index, known, query = index_of(components, lang), registry(), query_of(word)
    hits = gather(strong(query, index, known, {}), index, known, lang) if query.form else []
    outcome = decide(_ranked(hits, ()), word)
    if isinstance(outcome, Resolved) and outcome.candidate.installed and outcome.kind in WRITTEN:
        return outcome.candidate.package
    return ""


def decide(candidates: Sequence[Candidate], name: str = "") -> Outcome:
    """The outcome by the kinds of evidence alone; rank scores only order what is listed.

    A tier decides when it names installed apps: one resolves, several are ambiguous. A binding name (a product) whose
    app is not installed ends the search too: nothing else is meant by it. A part of a registered name must fit one
    product in the WHOLE registry, installed or not.
    """
    absent: tuple[Candidate, ...] = ()
    for tier in TIERS:
        hits = tuple(c for c in candidates if c.has(tier))
        here = tuple(c for c in hits if c.installed)
        spread = tier == TIERS[-1] and len({c.identity for c in hits}) > 1
        if here:
            proven = tuple(c for c in here if c.has(("learned",)))  # of several, the one this name has meant before
            if len(here) > 1 and len(proven) == 1:
                return _one(proven[0], ("learned",), candidates)
            return _one(here[0], tier, candidates) if len(here) == 1 and not spread else _many(here)
        absent = absent or (hits if tier != TIERS[-1] else ())
        if any(e.binding for c in hits for e in c.evidence if e.kind in tier):
            break
    if absent:
        kinds = next(tier for tier in TIERS if absent[0].has(tier))
        usual = _usual(absent)
        return _one(usual, kinds, candidates) if usual else _many(absent)
    likely = tuple(c for c in candidates if c.installed and c.has(WEAK))
    return Ambiguous(candidates=likely, similar=True) if likely else Unknown(name=name)


def _usual(absent: tuple[Candidate, ...]) -> Candidate | None:
    """The usual package of the one product none of whose packages is installed."""
    identity = absent[0].identity
    if any(c.identity != identity for c in absent):
        return None
    listed = (e for c in absent for e in registry().entries.get(c.package, ()) if e.names[0] == identity)
    order = next((e.packages for e in listed), ())
    return min(absent, key=lambda c: (order.index(c.package) if c.package in order else len(order), c.package))


def _one(chosen: Candidate, tier: tuple[Kind, ...], candidates: Sequence[Candidate]) -> Resolved:
    kind: Kind = next(k for k in tier if chosen.has((k,)))
    others = [c.rank_score for c in candidates if c.package != chosen.package]
    margin = round(chosen.rank_score - max(others, default=0.0), 4)
    return Resolved(candidate=chosen, kind=kind, candidates=tuple(candidates), margin=margin)


def _many(candidates: tuple[Candidate, ...]) -> Ambiguous:
    return Ambiguous(candidates=candidates, similar=False)


def _ranked(candidates: Iterable[Candidate], history: Sequence[str]) -> tuple[Candidate, ...]:
    scored = (replace(c, rank_score=rank_score(c, history)) for c in candidates)
    return tuple(sorted(scored, key=lambda c: -c.rank_score))


def rank_score(candidate: Candidate, history: Sequence[str] = ()) -> float:
    """How likely a candidate is, 0-1: its best evidence, then installed, then how lately it was in the foreground."""
    best = max((WEIGHTS[e.kind] * e.score for e in candidate.evidence), default=0.0)
    recent = 1 / (1 + history.index(candidate.package)) if candidate.package in history else 0.0
    return round(0.8 * best + 0.1 * candidate.installed + 0.1 * recent, 4)


def resolve_app(
    name: str,
    components: Iterable[str],
    lang: str = "en",
    *,
    labels: Mapping[str, str] | None = None,
    learned: Learned | None = None,
    history: Sequence[str] = (),
    embed: Embed | None = None,
    policy: LaunchPolicy = OPEN,
) -> InstalledApp:
    """The one app meant that is installed and may be started. Arguments as `identify`.

    Raises:
        TargetError: app_unknown when nothing matches, app_ambiguous when several do or all evidence is weak (both list
            what there is), app_not_installed, app_denied when the launch policy forbids it.
    """
    listed = tuple(components)
    outcome = identify(name, listed, lang=lang, labels=labels, learned=learned, history=history, embed=embed)
    return admit(outcome, installed(listed, lang, labels=labels), name, lang=lang, policy=policy)


def admit(
    outcome: Outcome, apps: Iterable[InstalledApp], name: str, *, lang: str = "en", policy: LaunchPolicy = OPEN
) -> InstalledApp:
    """The two checks after a name: is it among the installed apps, may it be started.

    Raises:
        TargetError: as `resolve_app`.
    """
    here = {a.package: a for a in apps}
    known = shortlist(lang, [a.label for a in here.values()], LISTED)
    if isinstance(outcome, Unknown):
        raise _refuse(lang, "app_unknown", name=name, known=known)
    if isinstance(outcome, Ambiguous):
        if not any(c.package in here for c in outcome.candidates):
            raise _refuse(lang, "app_not_installed", app=repr(name), known=known)
        shown = shortlist(lang, [f"{c.label} ({c.package})" for c in outcome.candidates], LISTED)
        key = "app_similar" if outcome.similar else "app_ambiguous"
        raise _refuse(lang, key, name=name, candidates=shown)
    chosen = outcome.candidate
    app = here.get(chosen.package)
    if app is None:
        asked = name if outcome.kind == "exact_package" else f"{name!r} ({chosen.package})"
        raise _refuse(lang, "app_not_installed", app=asked, known=known)
    if rule := policy.refusal(app.package, app.label):
        raise _refuse(lang, "app_denied", app=f"{app.label} ({app.package})", rule=rule)
    return app


def _refuse(lang: str, key: str, **values: Any) -> TargetError:
    code = "app_ambiguous" if key == "app_similar" else key
    return TargetError(PHRASES[key][lang].format(**values), code=code)


def record(outcome: Outcome) -> dict[str, Any]:
    """The outcome as plain JSON, for a receipt's details and the trace."""
    if isinstance(outcome, Unknown):
        return {"outcome": "unknown", "name": outcome.name}
    rows = [
        {
            "package": c.package,
            "installed": c.installed,
            "rank_score": c.rank_score,
            "evidence": [{"kind": e.kind, "matched": e.matched, "score": round(e.score, 4)} for e in c.evidence],
        }
        for c in outcome.candidates[:LISTED]
    ]
    if isinstance(outcome, Ambiguous):
        return {"outcome": "ambiguous", "similar": outcome.similar, "candidates": rows}
    chosen = {"package": outcome.candidate.package, "kind": outcome.kind, "margin": outcome.margin}
    return {"outcome": "resolved", **chosen, "candidates": rows}
