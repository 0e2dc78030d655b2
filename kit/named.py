"""Things of one's own by name: "module:NAME" is what a module says it is, the current folder's modules included."""

from __future__ import annotations

import importlib
import os
import sys
import traceback
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from kit.errors import KitError, UsageError

Made = TypeVar("Made")


def part_named(place: str) -> Any:
    """The thing that "module:NAME" names, as it is; NAME may have dots.

    Raises:
        Exception: whatever a person's module raises while it is loaded; AttributeError when it holds no such thing.
    """
    module, _, path = place.partition(":")
    here = os.getcwd()
    if here not in sys.path:  # an installed command does not look into the folder it is started in
        sys.path.insert(0, here)
    if module not in sys.modules:
        importlib.invalidate_caches()  # it may have been written a moment ago
    part: Any = importlib.import_module(module)
    for attribute in path.split("."):
        part = getattr(part, attribute)
    return part


def load(name: str, kind: str) -> Any:
    """The object that "module:NAME" names; NAME may have dots.

    Args:
        name: the module as `import` takes it, a colon, the object's name.
        kind: what it shall be ("task"), for messages.

    Raises:
        UsageError: there is no such module or object, or the module's own code failed (told with its place).
    """
    try:
        return part_named(name)
    except KitError:
        raise
    except Exception as error:  # whatever a person's module raises while it is loaded
        raise UsageError(
            f"{name} cannot be loaded as {kind} ({type(error).__name__}: {error}{_place(error)}).",
            fix="Write module:NAME, where the module lies in the current folder or is installed.",
        ) from error


def load_all(name: str, kind: str, wanted: type[Made]) -> tuple[Made, ...]:
    """As `load`, for a name that stands for one object of a type or for several (a list, a tuple, a dict's values ...).

    Raises:
        UsageError: as `load`, or it is something else.
    """
    found = load(name, kind)
    parts = several(found)
    if not parts or not all(isinstance(part, wanted) for part in parts):
        raise UsageError(
            f"{name} is {_told(found, parts)}, not {kind}.",
            fix=f"It must be a {wanted.__module__}.{wanted.__name__}, or several of them in a list.",
        )
    return parts


def several(found: Any) -> tuple[Any, ...]:
    """The objects a name stands for: the parts of a collection, or the one there is."""
    if isinstance(found, Mapping):
        return tuple(found.values())
    return tuple(found) if isinstance(found, Iterable) and not isinstance(found, str | bytes) else (found,)


def _told(found: Any, parts: tuple[Any, ...]) -> str:
    if len(parts) == 1 and parts[0] is found:
        return f"of type {type(found).__name__}"
    kinds = sorted({type(part).__name__ for part in parts})
    return f"a collection of {', '.join(kinds)}" if kinds else "an empty collection"


def _place(error: Exception) -> str:
    """Where in the person's own code it failed; nothing when the module or the name is not there at all."""
    frames = [f for f in traceback.extract_tb(error.__traceback__)[1:] if "importlib" not in f.filename]
    if isinstance(error, SyntaxError) or not frames:
        return ""
    return f", {Path(frames[-1].filename).name}, line {frames[-1].lineno}"
