"""The true state as JSON, and changing it from outside: what `simphone state` and `simphone set` do."""

from __future__ import annotations

import hashlib
import types
import typing
from dataclasses import fields, is_dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from kit.simphone.state import LAUNCHER

if TYPE_CHECKING:
    from kit.simphone.phone import Phone

TEXT_LIMIT = 16_384
"""Files up to this many bytes that are UTF-8 show their text in the state; others their hash."""


def state(phone: Phone) -> dict[str, Any]:
    """{"data": {app: ..., "settings": ..., "files": ..., "system": ...}, "front": {...}, "clock": ISO time}."""
    core = phone.core
    data: dict[str, Any] = {name: plain(app.shown) for name, app in core.apps.items()}
    own = data.pop("settings", None)  # the Settings app keeps nothing but the system's settings
    data["settings"] = plain(core.settings)
    if own:
        data["settings_app"] = own
    data["files"] = files(phone)
    data["system"] = system(phone)
    return {"data": data, "front": front(phone), "clock": phone.now.isoformat()}


def system(phone: Phone) -> dict[str, Any]:
    """What was decided about apps: permissions granted (those with any), apps uninstalled, disabled and added, all sorted.

    Which apps may not post notifications is a setting: `settings.app_notifications_off`.
    """
    core = phone.core
    gone = sorted(n for n in core.system.removed if n in phone.apps)
    return {
        "granted": {name: sorted(set(app.granted)) for name, app in sorted(core.apps.items()) if app.granted},
        "removed": [n for n in gone if not phone.apps[n].system],
        "disabled": [n for n in gone if phone.apps[n].system],
        "installed": sorted(core.system.installed),
    }


def _put_system(phone: Phone, path: str, value: Any) -> None:
    """Sets one part: `granted` (or granted.APP), `removed`, `disabled`, `installed`."""
    part, _, app = path.partition(".")
    core = phone.core
    names = list(value) if part != "granted" or app else list(value.keys())
    apps = [app] if app else names if part != "installed" else []
    for name in apps:
        if name not in phone.apps:
            raise KeyError(f"no app named {name!r}")
    if part == "granted":
        for name, state in core.apps.items():
            if not app or name == app:
                state.granted = list(value if app else value.get(name, ()))
    elif part in ("removed", "disabled"):
        wrong = [n for n in names if phone.apps[n].system is (part == "removed")]
        if wrong:
            raise KeyError(f"system apps are disabled, others removed: {', '.join(wrong)}")
        others = [n for n in core.system.removed if phone.apps[n].system is (part == "removed")]
        core.system.removed = others + names
    elif part == "installed":
        core.system.installed = names
    else:
        raise KeyError(f"system has no {part!r}; known: granted, removed, disabled, installed")


def front(phone: Phone) -> dict[str, str]:
    """The app in front, its page, and what kind of window has the focus."""
    system = phone.core.system
    ui = system.launcher if system.front == LAUNCHER else phone.core.apps[system.front].ui
    window = "launcher" if system.front == LAUNCHER else "dialog" if ui.dialog is not None else "app"
    for name, on in (("permission", system.ask is not None), ("shade", system.shade), ("anr", bool(system.anr))):
        window = name if on else window
    return {"app": system.front, "page": ui.page.name, "window": window}


def files(phone: Phone) -> dict[str, str]:
    """Every file under /sdcard: its text, or "sha256:..." of what is not text. Dumps and screenshots made by adb commands are left out."""
    hidden = {phone.files.resolve(p) for p in phone.core.system.artifacts}
    found: dict[str, str] = {}
    for path in phone.files.walk("/sdcard"):
        if hidden and phone.files.resolve(path) in hidden:
            continue
        found[path] = _content(phone.files.read(path))
    return found


def _content(data: bytes) -> str:
    if len(data) <= TEXT_LIMIT:
        try:
            return data.decode()
        except UnicodeDecodeError:
            pass
    return f"sha256:{hashlib.sha256(data).hexdigest()}"


def plain(value: Any) -> Any:
    """A value as JSON types; dataclasses become dicts, tuples lists."""
    if value is None or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, dict):
        return {str(k): v if type(v) in _ATOMS else plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        items = sorted(value) if isinstance(value, (set, frozenset)) else value
        return [v if type(v) in _ATOMS else plain(v) for v in items]
    if is_dataclass(value):
        parts = ((name, getattr(value, name)) for name in _names(type(value)))
        return {name: v if type(v) in _ATOMS else plain(v) for name, v in parts}
    return str(value)


_ATOMS = frozenset({str, int, float, bool, type(None)})
"""Types that JSON has; most of what a phone's data end in."""


@lru_cache(maxsize=1024)
def _names(kind: type) -> tuple[str, ...]:
    return tuple(f.name for f in fields(kind))


# --- setting -------------------------------------------------------------------------------------------------------------


def put(phone: Phone, path: str, value: Any) -> None:
    """Replaces the value at a dotted path of the data. Raises KeyError when the path leads nowhere, TypeError when it does not fit."""
    head, _, rest = path.partition(".")
    if head == "files":
        _put_file(phone, rest, value)
    elif head == "settings":
        _put_into(phone.core.settings, rest, value, phone.core, "settings")
        phone.display_changed()
    elif head == "system":
        _put_system(phone, rest, value)
    elif head in phone.core.apps:
        _put_into(phone.core.apps[head].data, rest, value, phone.core.apps[head], "data")
    else:
        raise KeyError(f"no data named {head!r}; known: settings, files, system, {', '.join(sorted(phone.core.apps))}")
    phone.touch()


def _put_file(phone: Phone, path: str, value: Any) -> None:
    if not path.startswith("/"):
        raise KeyError("a file is set as files./sdcard/NAME")
    if value is None:
        phone.files.remove(path, recursive=True)
    elif isinstance(value, str):
        phone.files.write(path, value.encode())
    else:
        raise TypeError("a file's content is a string, or null to remove it")


def _put_into(target: Any, path: str, value: Any, holder: Any, name: str) -> None:
    if not path:
        setattr(holder, name, revive(type(target), value))
        return
    steps = path.split(".")
    hint: Any = type(target)
    for step in steps[:-1]:
        target, hint = _down(target, hint, step)
    last = steps[-1]
    old, hint = _down(target, hint, last, missing=True)
    new = revive(hint if hint is not Any else type(old) if is_dataclass(old) else Any, value)
    if isinstance(target, dict):
        target[last] = new
    elif isinstance(target, list):
        target[int(last)] = new
    else:
        setattr(target, last, new)


def _down(target: Any, hint: Any, step: str, missing: bool = False) -> tuple[Any, Any]:
    """One step into a value: what is there, and what type it should have."""
    parts = typing.get_args(hint)
    if isinstance(target, dict):
        if step not in target and not missing:
            raise KeyError(step)
        return target.get(step), parts[1] if len(parts) == 2 else Any
    if isinstance(target, list):
        return target[int(step)], parts[0] if parts else Any
    if not hasattr(target, step):
        raise KeyError(f"{type(target).__name__} has no {step!r}")
    return getattr(target, step), hints(type(target)).get(step, Any)


def hints(kind: type) -> dict[str, Any]:
    """The resolved types of a dataclass's fields."""
    return typing.get_type_hints(kind)


def revive(kind: Any, value: Any) -> Any:
    """JSON back into the type a field has: dataclasses from dicts, tuples from lists. Raises TypeError when it cannot fit."""
    if is_dataclass(kind) and isinstance(kind, type) and isinstance(value, dict):
        types_of = hints(kind)
        unknown = value.keys() - types_of.keys()
        if unknown:
            raise TypeError(f"{kind.__name__} has no {', '.join(sorted(unknown))}")
        return kind(**{k: revive(types_of[k], v) for k, v in value.items()})
    origin, parts = typing.get_origin(kind), typing.get_args(kind)
    if origin is list and isinstance(value, list):
        return [revive(parts[0], v) for v in value]
    if origin is tuple and isinstance(value, list):
        each = parts[0] if parts and parts[-1] is Ellipsis else None
        return tuple(revive(each or parts[n], v) for n, v in enumerate(value))
    if origin is dict and isinstance(value, dict):
        return {_key(parts[0], k): revive(parts[1], v) for k, v in value.items()}
    if origin in (typing.Union, types.UnionType):
        return _revive_union(parts, value)
    if isinstance(kind, type) and kind in (int, float, str, bool) and not isinstance(value, (kind, int)):
        raise TypeError(f"{value!r} is not {kind.__name__}")
    return value


def _key(kind: Any, key: str) -> Any:
    return int(key) if kind is int else key


def _revive_union(parts: tuple[Any, ...], value: Any) -> Any:
    if value is None:
        return None
    for part in parts:
        if part is type(None):
            continue
        try:
            return revive(part, value)
        except TypeError:
            continue
    raise TypeError(f"{value!r} fits none of {parts}")
