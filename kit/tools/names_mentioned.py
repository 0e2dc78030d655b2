"""Which installed apps a text names, such as a goal. Only said, never started: a mention grants nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kit.tools.names_evidence import STRONG
from kit.tools.names_installed import index_of
from kit.tools.names_learned import Learned
from kit.tools.names_registry import registry
from kit.tools.names_text import fold, has_han, normalise, tokens

LATIN_MIN = 3
"""Letters of the shortest name that counts; `X` and `Mi` stand in too many texts."""
HAN_MIN = 2
WORDS_MAX = 4


def mentioned(
    text: str, components: Iterable[str], *, lang: str = "en", learned: Learned | None = None
) -> tuple[str, ...]:
    """Packages of the installed apps one of whose names stands in the text as whole words, in the launcher's order.

    Args:
        text: any text.
        components: what the launcher can start, `package/activity`.
        lang: language of labels.
        learned: names that worked before; those learned from weak evidence do not count.
    """
    index = index_of(components, lang)
    words = tokens(text)
    spans = range(len(words))
    said = {"".join(words[i : i + size]) for size in range(1, WORDS_MAX + 1) for i in spans}
    whole = fold(text)
    names: dict[str, list[str]] = {package: [app.label] for package, app in index.apps.items()}
    for package in names:
        names[package] += [name for entry in registry().entries.get(package, ()) for name in entry.names]
    for form, package in _learned(learned or {}):
        if package in names:
            names[package].append(form)
    return tuple(package for package, called in names.items() if any(_stands(n, said, whole) for n in called))


def _stands(name: str, said: set[str], text: str) -> bool:
    form = normalise(name)
    if has_han(form):
        return len(form) >= HAN_MIN and form in text
    return len(form) >= LATIN_MIN and form in said


def _learned(book: Learned) -> Iterator[tuple[str, str]]:
    for form, packages in book.items():
        for package, kinds in packages.items():
            if any(kind in STRONG and count > 0 for kind, count in kinds.items()):
                yield form, package
