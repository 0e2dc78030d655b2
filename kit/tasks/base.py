"""What a task is: a goal with parameters from a seed, a setup, a check on TRUE state, an oracle (DESIGN section 6).

A template states what the phone's data must look like afterwards as a change of what they were before (`expect`). The check
compares the whole of the data with that, so an unasked change fails the task as surely as a missing one.
"""

from __future__ import annotations

import copy
import json
import random
import shlex
from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from kit.device.device import Device
from kit.errors import VerifierError
from kit.simphone.draws import Draws, Part
from kit.tasks.steady import steady
from kit.types import Observation

Params = dict[str, Any]
Data = dict[str, Any]
"""Durable data of the whole phone by app short name, as `simphone state` prints under "data" (plus "settings", "files")."""

Action = tuple[str, dict[str, Any]]
"""A tool name and its arguments; the oracle yields these and is sent the next observation."""

Oracle = Generator[Action, Observation, None]

ANY: dict[str, bool] = {"__any__": True}
"""Put into an expectation where any value will do (a generated id, a time stamp)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    """One task template.

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
    """One template with one seed, bound to nothing yet. `setup` must run before `check`."""

    template: Template
    seed: int
    params: Params
    before: Data | None = None

    @classmethod
    def of(cls, template: Template, seed: int) -> Task:
        """Draws the parameters; the same seed gives the same task everywhere."""
        return cls(template, seed, template.draw(Draws(f"{template.name}/{seed}", template.split, task=True)))

    @property
    def name(self) -> str:
        """The template's name."""
        return self.template.name

    def goal(self, lang: str = "en") -> str:
        """The goal text in this language."""
        return self.template.goals[lang].format(**self.params)

    def setup(self, device: Device) -> None:
        """Resets the phone to this seed and prepares it. Raises VerifierError when that fails."""
        phone = TruePhone(device)
        if self.template.stock is not None:
            if phone.there():
                phone.reset(self.seed, self.template.split)
            self.before = self.template.stock.setup(device, self.params)
            return
        phone.reset(self.seed, self.template.split)
        if self.template.setup is not None:
            self.template.setup(phone, self.params)
        self.before = phone.data()

    def check(self, device: Device, answer: str = "", status: str = "completed") -> Verdict:
        """Compares the true state with the wanted one. Raises VerifierError when the check itself cannot run.

        Args:
            answer, status: what `finish` was called with; status is completed or impossible.
        """
        if self.before is None:
            raise VerifierError(f"Task {self.name} was checked before it was set up.")
        impossible = self.template.impossible is not None and self.template.impossible(self.params)
        if impossible != (status == "impossible"):
            return Verdict(success=False, reason=f"it was called {status}, but it is {_CLAIMS[impossible]}")
        if self.template.stock is not None:
            problem = self.template.stock.check(device, self.params, self.before, answer)
            return Verdict(success=not problem, reason=problem)
        state = TruePhone(device).state()
        want = copy.deepcopy(self.before)
        if self.template.expect is not None:
            self.template.expect(want, self.params)
        wrong = [d for d in differences(want, state["data"]) if not self._ignored(d)]
        if wrong:
            count = "1 difference" if len(wrong) == 1 else f"{len(wrong)} differences, first"
            return Verdict(success=False, reason=f"{count}: {wrong[0]}")
        if self.template.end is not None and (problem := self.template.end(state, self.params)):
            return Verdict(success=False, reason=problem)
        if self.template.answer is None:
            return Verdict(success=True)
        accepted = self.template.answer(self.before, self.params)
        good = says(answer, accepted)
        return Verdict(success=good, reason="" if good else f"the answer {answer!r} is not one of {list(accepted)}")

    def oracle(self, first: Observation) -> Oracle:
        """The reference solution; what disturbs it on the way is sent away first."""
        return steady(lambda seen: self.template.oracle(self.params, seen), first)

    def _ignored(self, difference: str) -> bool:
        path = difference.split(":", 1)[0]
        return any(fnmatchcase(path, pattern) for pattern in self.template.ignore)


_CLAIMS = {True: "impossible", False: "possible"}


def differences(want: Any, got: Any, path: str = "") -> list[str]:
    """Every place where two JSON values differ, as "path: what"; ANY in `want` matches everything."""
    if want in (ANY, got):
        return []
    if isinstance(want, dict) and isinstance(got, dict):
        keys = sorted(want.keys() | got.keys(), key=str)
        return [d for k in keys for d in _differ_at(want, got, k, f"{path}.{k}" if path else str(k))]
    if isinstance(want, list) and isinstance(got, list) and len(want) != len(got):
        missing = [f"{path}: missing {_short(item)}" for item in want if item not in got]
        return missing + [f"{path}: unasked {_short(item)}" for item in got if item not in want] or [
            f"{path}: wanted {len(want)} items, found {len(got)}"
        ]
    if isinstance(want, list) and isinstance(got, list):
        return [d for n, (a, b) in enumerate(zip(want, got, strict=True)) for d in differences(a, b, f"{path}.{n}")]
    return [f"{path}: wanted {_short(want)}, found {_short(got)}"]


def _differ_at(want: dict[str, Any], got: dict[str, Any], key: str, path: str) -> list[str]:
    if key not in want:
        return [f"{path}: unasked {_short(got[key])}"]
    if key not in got:
        return [f"{path}: missing {_short(want[key])}"]
    return differences(want[key], got[key], path)


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 120 else text[:117] + "..."


def says(answer: str, accepted: Iterable[str]) -> bool:
    """Whether an answer is one of the accepted ones, case, spacing and a full stop at the end apart."""
    return _plain(answer) in {_plain(a) for a in accepted}


def _plain(answer: str) -> str:
    return " ".join(answer.casefold().split()).strip(" .")
