"""The names apps go by, in several languages, and the packages that bear them (`aliases.json` beside this file).

An entry is either a product (`WeChat`) or a role that many apps play (`Calculator`); a role also answers to its makers'
names (`Samsung Notes`, `小米日历`), which are made here from the packages. The registry says what a name means, never
that an app is installed or may be started (spec: harness, app names).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from kit.tools.names_text import has_han, normalise, tokens

VENDORS: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    (("com.google.",), ("Google", "谷歌")),
    (("com.samsung.", "com.sec."), ("Samsung", "三星", "Galaxy")),
    (("com.miui.", "com.xiaomi.", "com.mi."), ("Xiaomi", "小米", "Mi", "MIUI")),
    (("com.huawei.",), ("Huawei", "华为")),
    (("com.hihonor.",), ("Honor", "荣耀")),
    (("com.coloros.", "com.oppo.", "com.heytap.", "com.oplus.", "com.nearme."), ("OPPO", "OPPO")),
    (("com.vivo.", "com.bbk.", "com.android.bbk", "com.android.BBK", "com.iqoo."), ("vivo", "vivo")),
    (("com.oneplus.", "net.oneplus."), ("OnePlus", "一加")),
    (("com.motorola.",), ("Motorola", "摩托罗拉")),
    (("com.sonymobile.",), ("Sony", "索尼")),
)
"""Makers: the beginnings of their packages, and their English, Chinese and other names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One product or role.

    Attributes:
        names: English first, then Chinese where there is one, then other names.
        zh: the Chinese name, or empty.
        packages: the usual one first; vendors and regions have their own.
        role: what an app is for rather than a product.
        icons: package -> what its icon says in English, where that is not the first name.
    """

    names: tuple[str, ...]
    zh: str
    packages: tuple[str, ...]
    role: bool
    icons: Mapping[str, str] = field(default_factory=dict[str, str], hash=False)

    def label(self, lang: str, package: str = "") -> str:
        """What to call it, or one of its packages, in this language."""
        return self.zh if lang == "zh" and self.zh else self.icons.get(package, self.names[0])


@dataclass(frozen=True, slots=True, kw_only=True)
class Meaning:
    """What a registered name stands for.

    Attributes:
        binding: the name says one product, so nothing else is meant when that is not installed; a role is not binding.
    """

    name: str
    entry: Entry
    packages: tuple[str, ...]
    binding: bool


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Registry:
    """All names, ready for lookup.

    Attributes:
        exact: normalised name -> what it may stand for.
        entries: package -> its entries, products before roles.
        by_token: word -> the names it occurs in; only names of entries, not those made from vendors.
        han: names with Chinese characters, normalised, with what they stand for.
    """

    exact: dict[str, tuple[Meaning, ...]]
    entries: dict[str, tuple[Entry, ...]]
    by_token: dict[str, tuple[Meaning, ...]]
    han: tuple[tuple[str, Meaning], ...]


@cache
def registry() -> Registry:
    """The shipped registry, read once."""
    text = (files("kit.tools") / "aliases.json").read_text(encoding="utf-8")
    return build(_entry(row) for row in json.loads(text)["apps"])


def _entry(row: dict[str, Any]) -> Entry:
    zh = row.get("zh", "")
    names: list[str] = [row["name"], *([zh] if zh else []), *row.get("also", ())]
    return Entry(names=tuple(dict.fromkeys(names)), zh=zh, packages=tuple(row["packages"]), role=row.get("role", False),
        icons=row.get("icons", {}),
    )  # fmt: skip


def build(entries: Iterator[Entry]) -> Registry:
    """Indexes entries; a maker's name for a role never replaces a listed name."""
    listed = sorted(entries, key=lambda e: e.role)
    exact: dict[str, list[Meaning]] = {}
    by_package: dict[str, list[Entry]] = {}
    meanings: list[Meaning] = []
    for entry in listed:
        for package in entry.packages:
            by_package.setdefault(package, []).append(entry)
        for name in entry.names:
            meaning = Meaning(name=name, entry=entry, packages=entry.packages, binding=not entry.role)
            meanings.append(meaning)
            exact.setdefault(normalise(name), []).append(meaning)
    made: dict[str, list[Meaning]] = {}
    for entry in listed:
        for meaning in _vendor_names(entry) if entry.role else ():
            if normalise(meaning.name) not in exact:
                made.setdefault(normalise(meaning.name), []).append(meaning)
    by_token: dict[str, dict[str, Meaning]] = {}
    for meaning in meanings:
        for word in tokens(meaning.name):
            by_token.setdefault(word, {})[meaning.name] = meaning
    return Registry(
        exact={name: tuple(found) for name, found in (exact | made).items()},
        entries={package: tuple(found) for package, found in by_package.items()},
        by_token={word: tuple(found.values()) for word, found in by_token.items()},
        han=tuple((normalise(m.name), m) for m in meanings if has_han(m.name)),
    )


def vendor(package: str) -> tuple[str, ...]:
    """The names of the maker a package belongs to: English, Chinese, others; empty for none known."""
    return next((names for starts, names in VENDORS if package.startswith(starts)), ())


def _vendor_names(entry: Entry) -> Iterator[Meaning]:
    owned: dict[tuple[str, ...], list[str]] = {}
    for package in entry.packages:
        if makers := vendor(package):
            owned.setdefault(makers, []).append(package)
    for makers, packages in owned.items():
        for maker in dict.fromkeys(makers):
            for name in entry.names:
                yield Meaning(name=f"{maker} {name}", entry=entry, packages=tuple(packages), binding=True)
