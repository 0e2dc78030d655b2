"""What a task is: a goal with parameters from a seed, a setup, a check on TRUE state, an oracle (DESIGN section 6).

A template states what the phone's data must look like afterwards as a change of what they were before (`expect`). The check
compares the whole of the data with that, so an unasked change fails the task as surely as a missing one.
"""

from __future__ import annotations

import copy
import json
import random
import shlex
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from numbers import Integral
from typing import Any

from kit.device.device import Device
from kit.errors import TaskBroken, UsageError, VerifierError
from kit.simphone import spellings
from kit.simphone.draws import Draws, Part
from kit.tasks import guard
from kit.tasks.compare import ANY as ANY
from kit.tasks.compare import differences, says
from kit.types import Observation

Params = dict[str, Any]
Data = dict[str, Any]
"""Durable data of the whole phone by app short name, as `simphone state` prints under "data" (plus "settings", "files")."""

Action = tuple[str, dict[str, Any]]
"""A tool name and its arguments; the oracle yields these and is sent the next observation."""

Oracle = Generator[Action, Observation, None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    """One task template. One without a name, a goal or anything to be checked by is refused when it is made (UsageError).

    Attributes:
        name: snake_case, unique, app first ("contacts_add").
        goals: goal text by language ("en", "zh"), with {parameter} holes.
        apps: short names of the apps it needs.
        tags: skills: navigation, read, input, list, form, toggle, transfer, memory, search, canvas, ...
        difficulty: 1 (one screen) to 5.
        budget: step budget.
        draw: parameters from a seeded rng; plain values. Different seeds should give different goals. Two names have a
            meaning of their own: "bait" is the text an injection task shows to the agent, "recall" the value a memory
            task shows once and needs much later; what is claimed by a tag is proved with them.
        setup: prepares the phone through privileged commands, from its data right after the reset.
        expect: changes a copy of the data after setup into the data wanted at the end. Leaves it alone for pure questions.
        answer: acceptable final answers for question tasks (compared case- and space-insensitively), or None.
        oracle: solves it with the agent's own tools, looking only at observations. Gets the parameters and first observation.
        ignore: data paths ("messages.threads.*.read") whose changes never count.
        end: optional extra condition on the whole state ("front" etc.); returns "" or what is wrong.
        split: the part of the suite it belongs to (set by `kit.tasks.suite`); its names and phrases come from that part.
        impossible: whether, with these parameters, saying so (finish with status=impossible) is the right answer. The
            data must then be as `expect` leaves them all the same, and an `answer` is still compared.
        stock: set-up and check through ordinary Android commands instead of `setup`, `expect` and `end`: such a template
            runs unchanged on any phone.
    """

    name: str
    goals: Mapping[str, str]
    apps: tuple[str, ...]
    tags: tuple[str, ...]
    difficulty: int
    budget: int
    draw: Callable[[random.Random], Params]
    oracle: Callable[[Params, Observation], Oracle]
    setup: Callable[[TruePhone, Params], None] | None = None
    expect: Callable[[Data, Params], None] | None = None
    answer: Callable[[Data, Params], tuple[str, ...]] | None = None
    ignore: tuple[str, ...] = ()
    end: Callable[[dict[str, Any], Params], str] | None = None
    split: Part = ""
    impossible: Callable[[Params], bool] | None = None
    stock: Stock | None = None

    def __post_init__(self) -> None:
        guard.check(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stock:
    """How a task is prepared and judged on a phone that has no privileged door.

    Attributes:
        setup: brings what the task is about into a known state that is not the wanted one, and returns what it can see of
            the phone then, as plain values.
        check: looks at the phone with ordinary commands; returns "" or what is wrong. Gets what `setup` returned, then the
            answer.
    """

    setup: Callable[[Device, Params], Data]
    check: Callable[[Device, Params, Data, str], str]


class TruePhone:
    """The privileged side door to a simphone's true state; goes through `device.shell`, so it works over adb as well."""

    def __init__(self, device: Device) -> None:
        self.device = device

    def state(self) -> dict[str, Any]:
        """{"data": {app: ...}, "front": {"app": ..., "page": ...}, "clock": ISO time}."""
        return self._ask("state")

    def there(self) -> bool:
        """Whether the phone is a simphone, which has this door."""
        return self.device.transport.shell("simphone state", timeout=30.0).code == 0

    def faults(self) -> list[tuple[int, str, str]]:
        """The injected faults that struck since the reset: phone milliseconds, name, command."""
        return [(ms, name, command) for ms, name, command in self._ask("fault")["log"]]

    def data(self) -> Data:
        """Only the durable data."""
        return self.state()["data"]

    def reset(self, seed: int, part: Part = "") -> None:
        """A factory-fresh phone of this seed and part of the suite, at the launcher."""
        self._ask(f"reset {seed} {part}".rstrip())

    def set(self, path: str, value: Any) -> None:
        """Replaces the value at a dotted path of the data, such as "contacts.people"."""
        self._ask(f"set {shlex.quote(path)}", json.dumps(value).encode())

    def write(self, path: str, content: bytes) -> None:
        """Puts a file on the phone."""
        self.device.transport.push(content, path)

    def empty(self, *folders: str) -> None:
        """Removes every file below these folders: what a new phone holds would count in what a task asks about."""
        for path in self.data()["files"]:
            if path.startswith(tuple(f"{folder}/" for folder in folders)):
                self.set(f"files.{path}", None)

    def _ask(self, command: str, stdin: bytes = b"") -> Any:
        result = self.device.transport.shell(f"simphone {command}", stdin=stdin, timeout=30.0)
        if result.code:
            raise VerifierError(
                f"The phone refused `simphone {command}`: {result.error_text.strip() or result.text.strip()}"
            )
        return json.loads(result.stdout) if result.stdout.strip() else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Whether the task is done, and one line why (not)."""

    success: bool
    reason: str = ""


@dataclass(slots=True)
class Task:
    """One template with one seed, bound to nothing yet. `setup` must run before `check`.

    What the template's own code raises becomes TaskBroken, with the template, the part, the file and the line.
    """

    template: Template
    seed: int
    params: Params
    before: Data | None = None
    broken: TaskBroken | None = None
    stuck: TaskBroken | None = field(default=None, init=False)
    """What ended the reference solution, which whoever plays it may tell as a failure of its own."""

    @classmethod
    def of(cls, template: Template, seed: int) -> Task:
        """Draws the parameters; the same seed gives the same task everywhere.

        Raises:
            UsageError: the seed is no whole number from 0.
            TaskBroken: `draw` failed.
        """
        if not isinstance(seed, Integral) or isinstance(seed, bool) or seed < 0:
            raise UsageError(f"{seed!r} is no seed for task {template.name}.", fix="Give a whole number from 0.")
        spellings.learn_from(getattr(template.oracle, "__module__", ""))
        draws = Draws(f"{template.name}/{seed}", template.split, task=True)
        return cls(template, int(seed), guard.drawn(template, draws))

    @classmethod
    def planned(cls, template: Template, seed: int) -> Task:
        """As `of`, but of a `draw` that fails one hears at the first use: an episode then has it in its outcome."""
        try:
            return cls.of(template, seed)
        except TaskBroken as error:
            return cls(template, int(seed), {}, broken=error)

    @property
    def name(self) -> str:
        """The template's name."""
        return self.template.name

    def goal(self, lang: str = "en") -> str:
        """The goal text in this language. Raises TaskBroken when there is none, or a hole in it has no parameter."""
        if self.broken is not None:
            raise self.broken
        return guard.goal(self.template, self.params, lang)

    def setup(self, device: Device) -> None:
        """Resets the phone to this seed and prepares it.

        Raises:
            VerifierError: that fails, or the phone lacks an app the task needs. TaskBroken: its own code fails.
        """
        if self.broken is not None:
            raise self.broken
        phone, template = TruePhone(device), self.template
        if template.stock is not None:
            if phone.there():
                phone.reset(self.seed, template.split)
            self.before = guard.call(self.name, "stock.setup", template.stock.setup, device, self.params)
            return
        phone.reset(self.seed, template.split)
        if template.setup is not None:
            try:
                guard.call(self.name, "setup", template.setup, phone, self.params)
            except TaskBroken:
                self._needs(phone.data())  # an app that is not there is the better word for what failed
                raise
        before = phone.data()
        self._needs(before)
        self.before = before

    def _needs(self, data: Data) -> None:
        missing = [app for app in self.template.apps if app not in data]
        if missing:
            raise VerifierError(
                f"Task {self.name} needs the app {missing[0]!r}, which this phone has not.",
                fix="An app of your own is named in the device spec: sim:0,app=module:APP.",
                code="app_missing",
            )

    def check(self, device: Device, answer: str = "", status: str = "completed") -> Verdict:
        """Compares the true state with the wanted one.

        Args:
            answer, status: what `finish` was called with; status is completed or impossible.

        Raises:
            VerifierError: the check itself cannot run. TaskBroken: the template's own code fails in it.
        """
        if self.before is None:
            raise VerifierError(f"Task {self.name} was checked before it was set up.")
        template = self.template
        impossible = template.impossible is not None and bool(
            self._call("impossible", template.impossible, self.params)
        )
        if impossible != (status == "impossible"):
            return Verdict(success=False, reason=f"it was called {status}, but it is {_CLAIMS[impossible]}")
        if template.stock is not None:
            return _verdict(self._call("stock.check", template.stock.check, device, self.params, self.before, answer))
        problem = self._differs(self.before, TruePhone(device).state())
        if problem or template.answer is None:
            return _verdict(problem)
        accepted = guard.accepted(template, self.before, self.params)
        return _verdict("" if says(answer, accepted) else f"the answer {answer!r} is not one of {list(accepted)}")

    def _differs(self, before: Data, state: dict[str, Any]) -> str:
        """What about the phone's state is not as it should be."""
        want = copy.deepcopy(before)
        if self.template.expect is not None:
            self._call("expect", self.template.expect, want, self.params)
        wrong = [d for d in differences(want, state["data"]) if not self._ignored(d)]
        if wrong:
            count = "1 difference" if len(wrong) == 1 else f"{len(wrong)} differences, first"
            return f"{count}: {wrong[0]}"
        return self._call("end", self.template.end, state, self.params) if self.template.end is not None else ""

    def _call(self, part: str, function: Callable[..., Any], *given: Any) -> Any:
        return guard.call(self.name, part, function, *given)

    def oracle(self, first: Observation) -> Oracle:
        """The reference solution; what disturbs it on the way is sent away first. Run, it may raise TaskBroken."""
        try:
            yield from guard.solution(self.template, self.params, first)
        except TaskBroken as error:
            self.stuck = error
            raise

    def _ignored(self, difference: str) -> bool:
        path = difference.split(":", 1)[0]
        return any(fnmatchcase(path, pattern) for pattern in self.template.ignore)


def _verdict(problem: Any) -> Verdict:
    return Verdict(success=not problem, reason=str(problem or ""))


_CLAIMS = {True: "impossible", False: "possible"}
