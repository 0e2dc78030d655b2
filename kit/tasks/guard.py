"""A template's own code, called so that what goes wrong in it is a `TaskBroken` with the template, the part and the place.

A bug in a task is nobody else's fault: not the agent's, whose work it judges, and not the phone's.
"""

from __future__ import annotations

import inspect
import re
import traceback
from collections.abc import Callable, Generator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from kit.errors import KitError, TaskBroken, UsageError, VerifierError
from kit.tasks.steady import steady
from kit.types import Observation

if TYPE_CHECKING:
    from kit.tasks.base import Oracle, Params, Template

Result = TypeVar("Result")


def call(name: str, part: str, function: Callable[..., Result], *given: Any) -> Result:
    """Calls one part of the template of this name.

    Raises:
        TaskBroken: it raised something that is no KitError of its own, or asked a simphone for what that refuses.
    """
    try:
        return function(*given)
    except Exception as error:
        if isinstance(error, KitError) and not (type(error) is VerifierError and part == "setup"):
            raise
        raise broken(name, part, function, error) from error


def broken(name: str, part: str, function: Callable[..., Any], error: Exception) -> TaskBroken:
    """The error that tells of this one."""
    said = f"{type(error).__name__}: {error}"
    if isinstance(error, RuntimeError) and isinstance(error.__cause__, StopIteration):
        said, error = "next() found nothing", error.__cause__  # Python makes another error of it inside a generator
    return TaskBroken(f"Task {name}: its {part} failed: {said} ({_place(function, error)}).", fix=_FIXES.get(part, ""))


_FIXES = {"oracle": "The screen may not be what the solution expects."}


def refused(name: str, part: str, function: Callable[..., Any], words: str) -> TaskBroken:
    """The error for a part that ran but gave what it must not."""
    return TaskBroken(f"Task {name}: its {part} {words} ({_defined(function)}).")


def _place(function: Callable[..., Any], error: Exception) -> str:
    """The last line of the part's own file that was running; what a helper elsewhere did is not what a person can mend."""
    frames = traceback.extract_tb(error.__traceback__)
    code = _code(function)
    own = [f for f in frames if code is not None and f.filename == code.co_filename]
    others = [f for f in frames if f.filename != __file__]
    if not own and not others:
        return _defined(function)
    last = (own or others)[-1]
    return f"{Path(last.filename).name}, line {last.lineno}"


def _defined(function: Callable[..., Any]) -> str:
    code = _code(function)
    return f"{Path(code.co_filename).name}, line {code.co_firstlineno}" if code is not None else repr(function)


def _code(function: Callable[..., Any]) -> Any:
    inner: Any = inspect.unwrap(function)
    inner = getattr(inner, "func", inner)  # of functools.partial
    return getattr(inner, "__code__", None)


# --- single parts ----------------------------------------------------------------------------------------------------


def drawn(template: Template, rng: Any) -> Params:
    """The parameters. Raises TaskBroken when `draw` fails or gives no dict."""
    found: Any = call(template.name, "draw", template.draw, rng)
    if not isinstance(found, dict):
        raise refused(template.name, "draw", template.draw, f"returned {type(found).__name__} instead of a dict")
    return found


def goal(template: Template, params: Params, lang: str) -> str:
    """The goal text with its holes filled. Raises TaskBroken for a language it lacks or a hole without a parameter."""
    text = template.goals.get(lang)
    if text is None:
        raise TaskBroken(
            f"Task {template.name} has no goal in the language {lang!r}; it has {', '.join(template.goals)}.",
            fix=f"Set lang to one of these, or write the goal ({_defined(template.draw)}).",
        )
    try:
        return text.format(**params)
    except Exception as error:
        names = ", ".join(params) or "none"
        raise TaskBroken(
            f"Task {template.name}: its goal ({lang}) cannot be filled: {type(error).__name__}: {error}; the parameters "
            f"its draw gives are {names} ({_defined(template.draw)})."
        ) from error


def accepted(template: Template, data: Mapping[str, Any], params: Params) -> tuple[str, ...]:
    """The answers that count. Raises TaskBroken when `answer` fails or gives no collection of texts."""
    function = template.answer
    assert function is not None
    found: Any = call(template.name, "answer", function, data, params)
    if not isinstance(found, list | tuple | set | frozenset) or not all(isinstance(text, str) for text in found):
        raise refused(template.name, "answer", function, f"returned {found!r} instead of a tuple of texts")
    return tuple(found)


def solution(template: Template, params: Params, first: Observation) -> Oracle:
    """The reference solution from the first look on; what disturbs it on the way is sent away first.

    Raises:
        TaskBroken: when it is run: the solution failed, is no generator, or yields what is no tool call.
    """

    def start(seen: Observation) -> Oracle:
        made: Any = template.oracle(params, seen)
        if not isinstance(made, Generator):
            words = f"returned {type(made).__name__}; it must be a generator that yields (tool, arguments)"
            raise refused(template.name, "oracle", template.oracle, words)
        return made

    running = steady(start, first)
    try:
        action = next(running)
        while True:
            seen = yield _action(template, action)
            action = running.send(seen)
    except StopIteration:
        return
    except KitError:
        raise
    except Exception as error:
        raise broken(template.name, "oracle", template.oracle, error) from error


def _action(template: Template, action: Any) -> tuple[str, dict[str, Any]]:
    whole = isinstance(action, tuple) and len(action) == 2
    if not whole or not isinstance(action[0], str) or not isinstance(action[1], Mapping):
        words = f"yielded {action!r}; it must yield (tool, arguments), such as ('tap', {{'target_description': 'OK'}})"
        raise refused(template.name, "oracle", template.oracle, words)
    return action


# --- when it is made -------------------------------------------------------------------------------------------------

_NAME = re.compile(r"[A-Za-z0-9_.-]+")


def check(template: Template) -> None:
    """Raises UsageError for a template that no episode could be judged by."""
    if not _NAME.fullmatch(str(template.name)):
        raise UsageError(f"{template.name!r} is no name for a task.", fix="Use letters, digits, _, - and dots.")
    if not template.goals or not isinstance(template.goals, Mapping):
        raise UsageError(
            f"Task {template.name} has no goal.", fix='Give its goals by language, as {"en": "Add {name}"}.'
        )
    if template.budget < 1:
        raise UsageError(f"Task {template.name} has a budget of {template.budget} steps.", fix="Give it at least 1.")
    if not any((template.expect, template.answer, template.impossible, template.end, template.stock)):
        raise UsageError(
            f"Task {template.name} has nothing it is checked by, so doing nothing would solve it.",
            fix="Give it expect (what must have changed), answer, end or impossible.",
        )
