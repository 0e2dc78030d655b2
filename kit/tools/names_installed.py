"""The apps on this phone, each with a name to call it by, indexed for lookup (spec: harness, app names)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from kit.tools.names_registry import Registry, registry, vendor
from kit.tools.names_text import has_han, normalise, pinyin, segments


@dataclass(frozen=True, slots=True, kw_only=True)
class InstalledApp:
    """A launchable app: its package, its component, and the name to call it by."""

    package: str
    component: str
    label: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class AppIndex:
    """The installed apps ready for lookup.

    Attributes:
        apps: package -> app; a package with several launcher icons is one app (its first component).
        folded: package in lower case -> packages.
        labels: normalised label as the PHONE gives it -> packages; empty when the phone told no labels.
        segments: telling package segment -> packages.
        names: (normalised name, package) of every name and segment an installed app has, for weak matching.
        spoken: names with Chinese characters, as written, with their package.
    """

    apps: dict[str, InstalledApp]
    folded: dict[str, tuple[str, ...]]
    labels: dict[str, tuple[str, ...]]
    segments: dict[str, tuple[str, ...]]
    names: tuple[tuple[str, str], ...]
    spoken: tuple[tuple[str, str], ...]


def installed(
    components: Iterable[str], lang: str = "en", *, labels: Mapping[str, str] | None = None
) -> tuple[InstalledApp, ...]:
    """Launchable components as apps, one a package, in the order given.

    Args:
        components: `package/activity` as the launcher lists them.
        lang: language of the registry's names.
        labels: package -> label as the phone shows it, where known; else the registry's name, else the last telling
            word of the package with a capital.
            Two apps of one role are told apart by their makers: Calendar and Google Calendar.
    """
    return tuple(index_of(components, lang, labels=labels).apps.values())


def index_of(components: Iterable[str], lang: str = "en", *, labels: Mapping[str, str] | None = None) -> AppIndex:
    """The index of these components; kept, since a session asks again and again for the same ones."""
    return _index(tuple(components), lang, tuple(sorted((labels or {}).items())))


@lru_cache(maxsize=16)
def _index(components: tuple[str, ...], lang: str, labels: tuple[tuple[str, str], ...]) -> AppIndex:
    known = registry()
    told = dict(labels)
    first: dict[str, str] = {}
    for component in components:
        if package := component.split("/")[0]:
            first.setdefault(package, component)
    shown = _labels(list(first), told, known, lang)
    apps = {p: InstalledApp(package=p, component=c, label=shown[p]) for p, c in first.items()}
    names: dict[tuple[str, str], None] = {}
    spoken: dict[tuple[str, str], None] = {}
    for package in apps:
        called = [shown[package], *(name for entry in known.entries.get(package, ()) for name in entry.names)]
        names |= dict.fromkeys((normalise(n), package) for n in [*called, *segments(package)])
        spoken |= dict.fromkeys((n, package) for n in called if has_han(n))
    return AppIndex(
        apps=apps,
        folded=_group((p.casefold(), p) for p in apps),
        labels=_group((normalise(told[p]), p) for p in apps if p in told),
        segments=_group((s, p) for p in apps for s in segments(p)),
        names=tuple(n for n in names if n[0]),
        spoken=tuple(spoken),
    )


def _labels(packages: list[str], told: Mapping[str, str], known: Registry, lang: str) -> dict[str, str]:
    shown: dict[str, str] = {}
    for package in packages:
        entry = next(iter(known.entries.get(package, ())), None)
        telling = next(iter(reversed(segments(package))), "")
        plain = telling[:1].upper() + telling[1:] or package
        shown[package] = told.get(package) or (entry.label(lang, package) if entry else plain)
    counts: dict[str, int] = {}
    for label in shown.values():
        counts[label] = counts.get(label, 0) + 1
    for package, label in shown.items():
        if counts[label] > 1 and package not in told and (makers := vendor(package)):
            shown[package] = f"{makers[1]}{label}" if has_han(label) else f"{makers[0]} {label}"
    return shown


def _group(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for key, value in pairs:
        if key and value not in found.get(key, ()):
            found[key] = (*found.get(key, ()), value)
    return found


@lru_cache(maxsize=16)
def spoken_names(index: AppIndex) -> tuple[tuple[str, str, str, str], ...]:
    """(full pinyin, initials, name, package) of every Chinese name on the phone; made when first asked for."""
    return tuple((*pinyin(name), name, package) for name, package in index.spoken)
