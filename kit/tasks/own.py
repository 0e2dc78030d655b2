"""Tasks that are not the suite's: found by "module:NAME", and named so that a worker in another process finds them too."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from fnmatch import fnmatchcase
from types import ModuleType

from kit import named
from kit.errors import UnknownName, UsageError
from kit.tasks.base import Template

FORM = "module:NAME, or module:NAME:TASK where NAME holds several"


def load(name: str) -> dict[str, Template]:
    """The templates a name stands for, each by the name that stands for it alone.

    Args:
        name: "module:NAME" (a Template, or several in a list), or "module:NAME:PATTERN" for those of several whose names
            match; the module lies in the current folder or is installed.

    Raises:
        UsageError: there is no such module or object, or it is something else. UnknownName: none of several matches.
    """
    module, _, rest = name.partition(":")
    path, _, pattern = rest.partition(":")
    place = f"{module}:{path}"
    found = named.load_all(place, "a task", Template)
    if len(found) == 1 and not pattern:
        return {place: found[0]}
    chosen = {f"{place}:{t.name}": t for t in found if fnmatchcase(t.name, pattern or "*")}
    if not chosen:
        raise UnknownName(f"task in {place}", pattern, [t.name for t in found])
    return chosen


def name_of(template: Template, *, elsewhere: bool = False) -> str:
    """The name by which `load` finds this very template.

    Args:
        template: one that a module holds, alone or in a list, tuple or dict.
        elsewhere: another process shall find it, so what only this notebook or script holds will not do.

    Raises:
        UsageError: no module holds it, or none that another process can import; the message says how to name it.
    """
    found = next(_places(template, elsewhere), "")
    if found:
        return found
    where = "another process" if elsewhere else "an episode that is planned"
    raise UsageError(
        f"Task {template.name} was given as an object that {where} cannot find by a name.",
        fix="Put it at the top of a module that can be imported (a file in the current folder will do) and give it from "
        f"there, or its name, {FORM}" + ("; or use workers=0, which plays in this process." if elsewhere else "."),
    )


def _places(template: Template, elsewhere: bool) -> Iterator[str]:
    first = [getattr(part, "__module__", "") for part in (template.oracle, template.draw)]
    for module in dict.fromkeys([*first, *sys.modules]):
        held = sys.modules.get(module)
        if held is not None and _importable(held, module, elsewhere):
            yield from _in(held, module, template)


def _importable(held: ModuleType, module: str, elsewhere: bool) -> bool:
    if module == "__main__":
        return not elsewhere
    return getattr(held, "__spec__", None) is not None and module != "__mp_main__"


def _in(held: ModuleType, module: str, template: Template) -> Iterator[str]:
    groups: list[str] = []
    for name, value in list(vars(held).items()):
        if value is template:
            yield f"{module}:{name}"
        elif type(value) in _GROUPS and _holds(value, template):  # isinstance would wake lazy objects of other modules
            groups.append(f"{module}:{name}" if len(value) == 1 else f"{module}:{name}:{template.name}")
    yield from groups


_GROUPS = (list, tuple, dict, set, frozenset)


def _holds(group: object, template: Template) -> bool:
    """Whether a collection of templates, and of nothing else, holds this one."""
    parts = named.several(group)
    return any(part is template for part in parts) and all(isinstance(part, Template) for part in parts)
