"""Why a name may mean an app: candidates with typed evidence, from many generators (spec: harness, app names).

A kind of evidence is strong or weak once and for all. Strong kinds can resolve a name alone; weak ones only ever propose.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from kit.tools.names_installed import AppIndex, spoken_names
from kit.tools.names_learned import Learned, learned_for
from kit.tools.names_registry import Meaning, Registry
from kit.tools.names_text import (
    HARMLESS,
    MEANINGLESS,
    ROLE_WORDS,
    SUFFIXES,
    could_be_initials,
    could_be_pinyin,
    has_han,
    normalise,
    pinyin,
    tokens,
    without_app,
    without_harmless,
)

StrongKind = Literal[
    "exact_package", "exact_label", "exact_alias", "learned", "exact_package_segment", "registered_containment"
]
WeakKind = Literal["fuzzy", "pinyin_full", "pinyin_initials", "embedding"]
Kind = StrongKind | WeakKind
STRONG: tuple[StrongKind, ...] = get_args(StrongKind)
WEAK: tuple[WeakKind, ...] = get_args(WeakKind)
_WEAK: dict[str, WeakKind] = {kind: kind for kind in WEAK}

FUZZY_MIN = 75.0
"""rapidfuzz ratio (0-100) from which a misspelt name proposes an app; `fire` against `firefox` is 73."""
EMBEDDING_MIN = 0.6
"""Similarity (0-1) from which an embedding proposes an app."""
WEAK_LIMIT = 8
CONTAINED_LATIN = 4
CONTAINED_HAN = 2
"""How many letters or Chinese characters a part of a registered name must have to count."""

Embed = Callable[[str, Sequence[str]], Sequence[float]]
"""Similarities (0-1) of a query to each name, in order; off unless a caller hands one in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """One reason: its kind, the name that matched, how well (0-1), and whether that name can mean nothing else."""

    kind: Kind
    matched: str
    score: float = 1.0
    binding: bool = False

    @property
    def strong(self) -> bool:
        """Whether this kind can resolve a name alone."""
        return self.kind in STRONG


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """An app that may be meant.

    Attributes:
        identity: the registry's name of the product or role, or the package: two packages of one product share it.
        rank_score: 0-1, for order, margin, receipts and traces; it never decides (spec: harness, app names).
    """

    package: str
    label: str
    installed: bool
    identity: str
    evidence: tuple[Evidence, ...]
    rank_score: float = 0.0

    def has(self, kinds: Iterable[str]) -> bool:
        """Whether some evidence is of one of these kinds."""
        return any(e.kind in kinds for e in self.evidence)


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A name as asked for: as written, its words, and its comparable forms (whole, and without "app" / "应用")."""

    raw: str
    words: tuple[str, ...]
    form: str
    bare: str

    @property
    def forms(self) -> tuple[str, ...]:
        """The forms to look up, the whole one first."""
        return tuple(dict.fromkeys(f for f in (self.form, self.bare) if f))


Found = Iterator[tuple[str, str, Evidence]]
"""(package, identity, evidence); the identity is empty where the package stands for itself."""


def query_of(name: str) -> Query:
    """Normalises a name."""
    words = tokens(name)
    return Query(raw=name.strip(), words=words, form=normalise(name), bare="".join(without_app(words)))


def strong(query: Query, index: AppIndex, known: Registry, learned: Learned) -> Found:
    """All strong evidence, and learned names of a weak origin with their weak kind."""
    yield from _packages(query, index, known)
    yield from _labels(query, index)
    yield from _aliases(query, known)
    yield from _learned(query, learned)
    yield from _segments(query, index, known)
    yield from _contained(query, known)


def weak(query: Query, index: AppIndex, embed: Embed | None = None) -> Found:
    """What may have been meant; only installed apps are proposed."""
    yield from _fuzzy(query, index)
    yield from _pinyin(query, index)
    if embed is not None:
        yield from _embedding(query, index, embed)


def _packages(query: Query, index: AppIndex, known: Registry) -> Found:
    raw = query.raw
    if raw.endswith(")") and "(" in raw:  # a receipt's own words: Clock (com.android.deskclock)
        raw = raw[raw.rindex("(") + 1 : -1].strip()
    package = raw.split("/")[0]
    if "." not in package:
        return
    if package in index.apps or package in known.entries:
        yield package, "", Evidence(kind="exact_package", matched=package, binding=True)
        return
    for installed in index.folded.get(package.casefold(), ()):
        yield installed, "", Evidence(kind="exact_package", matched=installed, binding=True)


def _labels(query: Query, index: AppIndex) -> Found:
    for form in query.forms:
        hits = index.labels.get(form, ())
        for package in hits:
            yield package, "", Evidence(kind="exact_label", matched=form)
        if hits:
            return


def _aliases(query: Query, known: Registry) -> Found:
    for form in query.forms:
        hits = known.exact.get(form, ())
        for meaning in hits:
            yield from _meant(meaning, "exact_alias", binding=meaning.binding)
        if hits:
            return


def _learned(query: Query, learned: Learned) -> Found:
    for form in query.forms:
        for package, kind, count in learned_for(learned, form):
            if kind in STRONG:
                yield package, "", Evidence(kind="learned", matched=form)
            elif weak_kind := _WEAK.get(kind):  # its origin stays weak, however often it worked
                yield package, "", Evidence(kind=weak_kind, matched=form, score=1 - 1 / (1 + count))


def _segments(query: Query, index: AppIndex, known: Registry) -> Found:
    for form in query.forms:
        for package in index.segments.get(form, ()):
            if form in ROLE_WORDS and any(not e.role for e in known.entries.get(package, ())):
                continue  # the registry knows the product: "music" does not name Spotify, though its package says so
            yield package, "", Evidence(kind="exact_package_segment", matched=form)


def _contained(query: Query, known: Registry) -> Found:
    """A registered name inside the query with only harmless words around it, or a telling part of a registered name."""
    core = without_harmless(query.words)
    form = "".join(core)
    if not form:
        return
    if form not in query.forms and form in known.exact:
        for meaning in known.exact[form]:
            yield from _meant(meaning, "registered_containment")
        return
    if all(w in MEANINGLESS or w in ROLE_WORDS for w in core):
        return
    for meaning in _holding(core, form, known):
        if normalise(meaning.name) != form:
            yield from _meant(meaning, "registered_containment")


def _holding(core: tuple[str, ...], form: str, known: Registry) -> Iterator[Meaning]:
    if has_han(form):
        if len(form) >= CONTAINED_HAN:
            yield from (meaning for name, meaning in known.han if form in name and 2 * len(form) >= len(name))
        return
    if len(form) < CONTAINED_LATIN:
        return
    for meaning in known.by_token.get(core[0], ()):
        words = tokens(meaning.name)
        if any(words[i : i + len(core)] == core for i in range(len(words))):
            yield meaning


def _meant(meaning: Meaning, kind: Kind, *, binding: bool = False) -> Found:
    for package in meaning.packages:
        yield package, meaning.entry.names[0], Evidence(kind=kind, matched=meaning.name, binding=binding)


def _fuzzy(query: Query, index: AppIndex) -> Found:
    if len(query.bare) < 2 or query.bare in HARMLESS or query.bare in SUFFIXES:
        return
    from rapidfuzz import fuzz, process

    names = [name for name, _ in index.names]
    hits = process.extract(query.bare, names, scorer=fuzz.ratio, score_cutoff=FUZZY_MIN, limit=WEAK_LIMIT)
    for name, score, at in hits:
        yield index.names[at][1], "", Evidence(kind="fuzzy", matched=name, score=score / 100)
    for name, package in index.spoken if has_han(query.bare) else ():
        form = normalise(name)
        if CONTAINED_HAN <= len(form) < len(query.bare) and form in query.bare:
            yield package, "", Evidence(kind="fuzzy", matched=name, score=len(form) / len(query.bare))


def _pinyin(query: Query, index: AppIndex) -> Found:
    form = query.bare
    spoken = has_han(form)
    full = spoken or could_be_pinyin(form)
    initials = len(query.words) == 1 and could_be_initials(form)
    if not (full or initials) or not index.spoken:
        return
    said = pinyin(form)[0] if spoken else form
    for name_full, name_initials, name, package in spoken_names(index):
        if full and name_full == said:
            yield package, "", Evidence(kind="pinyin_full", matched=name)
        if initials and name_initials == form:
            yield package, "", Evidence(kind="pinyin_initials", matched=name)


def _embedding(query: Query, index: AppIndex, embed: Embed) -> Found:
    names = [name for name, _ in index.names]
    scores = embed(query.raw, names)
    best = sorted(range(len(names)), key=lambda i: -scores[i])[:WEAK_LIMIT]
    for at in best:
        if scores[at] >= EMBEDDING_MIN:
            score = min(1.0, float(scores[at]))
            yield index.names[at][1], "", Evidence(kind="embedding", matched=names[at], score=score)


def gather(
    found: Iterable[tuple[str, str, Evidence]], index: AppIndex, known: Registry, lang: str = "en"
) -> tuple[Candidate, ...]:
    """One candidate a package, with all its evidence, in the order first found."""
    identities: dict[str, str] = {}
    evidence: dict[str, dict[Evidence, None]] = {}
    for package, identity, reason in found:
        evidence.setdefault(package, {})[reason] = None
        if identity or package not in identities:
            identities[package] = identities.get(package) or identity
    made: list[Candidate] = []
    for package, reasons in evidence.items():
        app = index.apps.get(package)
        entry = next(iter(known.entries.get(package, ())), None)
        label = app.label if app else entry.label(lang) if entry else package
        made.append(
            Candidate(
                package=package,
                label=label,
                installed=app is not None,
                identity=identities[package] or (entry.names[0] if entry else package),
                evidence=tuple(reasons),
            )
        )
    return tuple(made)
