"""Names learned from launches that worked, with success counts (spec: harness, app names).

The book is plain JSON: `{"my wechat": {"com.tencent.mm": {"exact_alias": 3}}}`: normalised name -> package -> the kind
of evidence the name had -> successes. A name learned from weak evidence stays weak, however often it worked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kit.tools.names_text import normalise

Learned = Mapping[str, Mapping[str, Mapping[str, int]]]


def learn(book: Learned, name: str, package: str, kind: str) -> dict[str, dict[str, dict[str, int]]]:
    """A new book in which this name meant this package once more.

    Args:
        book: what is known so far; not changed.
        name: what was asked for.
        package: what was started, and turned out right.
        kind: the kind of evidence the name had for it (`Resolved.kind`), or of the candidate chosen from a list.
    """
    new = {n: {p: dict(kinds) for p, kinds in packages.items()} for n, packages in book.items()}
    if form := normalise(name):
        kinds = new.setdefault(form, {}).setdefault(package, {})
        kinds[kind] = kinds.get(kind, 0) + 1
    return new


def learned_for(book: Learned, form: str) -> Iterator[tuple[str, str, int]]:
    """(package, kind, successes) learned for a normalised name; entries without a success do not count."""
    for package, kinds in book.get(form, {}).items():
        for kind, count in kinds.items():
            if count > 0:
                yield package, kind, count
