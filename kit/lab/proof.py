"""Proves what every task template must be (DESIGN section 6): solvable, not done by itself, bound to its seed, not blind.

For each seed: the reference solution succeeds; right after setup the check is false; the solution of another seed, looking at
this seed's screens, fails; its raw commands played without looking fail as well (at most `BLIND_MOST` of the seeds).
What a tag claims is proved too: the bait of an injection task is on a screen the solution sees, the value a memory task
recalls is used at least `RECALL_LEAST` steps after it was last on screen.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass, field, replace
from multiprocessing import get_context
from typing import Any

from kit.agent.episode import Job, play
from kit.device.device import Device
from kit.errors import TaskBroken, VerifierError
from kit.lab.job import own_process
from kit.lab.tape import Tape, replay
from kit.phones.open import open_device, simphone_spec
from kit.settings import Settings
from kit.tasks.base import Oracle, Params, Task, Template
from kit.tasks.suite import one
from kit.types import Episode, Observation, Step

PURPOSE = "A proof resets its phone and plays on it again and again"
SEEDS = 20
BLIND_MOST = 0.05
"""Share of seeds on which a blind replay may succeed (spec: the task suite)."""
NEAR = 20
"""How many seeds on another goal is looked for."""
RECALL_LEAST, RECALL_MOST = 15, 60
"""Steps between seeing a value for the last time and using it, for the tag "memory"."""
BUDGET_LEAST = 1.5
"""A step budget must be at least this many times the longest reference solution."""


@dataclass(slots=True, kw_only=True)
class Proof:
    """What was found out about one template.

    Attributes:
        lengths: steps of the reference solution, seed by seed; failed seeds are left out.
        solved, still, foreign, blind: how many seeds were solved by the reference solution, were already "done" right after
            setup, were solved by the next seed's solution, were solved by its blind replay.
        problems: every rule that does not hold, in words; empty means proved.
    """

    name: str
    seeds: int
    lengths: list[int] = field(default_factory=list[int])
    solved: int = 0
    still: int = 0
    foreign: int = 0
    blind: int = 0
    problems: list[str] = field(default_factory=list[str])


@dataclass(frozen=True, slots=True)
class _Take:
    """One recorded solution: what it sent to the phone and what it claimed at the end."""

    commands: list[tuple[str, bytes]]
    answer: str
    status: str


def prove(template: Template | str, seeds: int = SEEDS, *, spec: str = "sim:0") -> Proof:
    """Plays one template through every rule on one phone. What its own code raises is one of the problems.

    Args:
        template: what is proved, or its name (of the suite, or "module:NAME").
        seeds: seeds 0 to `seeds` - 1 are played; on each, the solution of a later seed that asks for something else.
        spec: the simphone to play on; its profile (language, sizes ...) and its apps stay through the resets.

    Raises:
        UnknownName, UsageError: there is no such task, or the spec is wrong or of no simphone.
    """
    template = one(template) if isinstance(template, str) else template
    simphone_spec(spec, PURPOSE)
    settings = cheapest("zh" if "zh" in template.goals and "en" not in template.goals else "en")
    proof = Proof(name=template.name, seeds=seeds)
    with open_device(spec, settings=settings) as phone:
        others = {seed: _other(template, seed, settings.lang) for seed in range(seeds)}
        played = sorted({*range(seeds), *others.values()})
        takes = {seed: _own(phone, template, seed, settings, proof) for seed in played}
        for seed, other in others.items():
            take = takes[other]
            if take is not None:
                _others(phone, template, (seed, other), take, settings, proof)
    _judge(template, proof)
    return proof


def _other(template: Template, seed: int, lang: str) -> int:
    """The next seed whose goal is another one: who is asked for the same may do the same. Without one, the next seed."""

    def goal(seed: int) -> str:
        try:
            return Task.of(template, seed).goal(lang)
        except TaskBroken:
            return ""  # playing it tells

    mine = goal(seed)
    later = range(seed + 1, seed + 1 + NEAR)
    return next((other for other in later if goal(other) != mine), seed + 1)


def cheapest(lang: str = "en") -> Settings:
    """The cheapest settings there are: no solution needs pictures, since what a canvas shows can be read somewhere as well."""
    asked = {"model": "oracle", "screenshots": False, "locate": "off", "trace": False, "observe_settle_ms": 50}
    return Settings.model_validate({**asked, "lang": lang})


def _own(phone: Device, template: Template, seed: int, settings: Settings, proof: Proof) -> _Take | None:
    """The reference solution on its own seed, recorded; also whether anything was done before it began."""
    counted = seed < proof.seeds
    try:
        task = Task.of(template, seed)
        task.goal(settings.lang)
        task.setup(phone)
        if counted and task.check(phone).success:
            proof.still += 1
    except VerifierError as error:
        _breaks(proof, seed, str(error))
        return None
    tape = Tape(phone.transport)
    phone.transport = tape
    try:
        episode = play(phone, Job(task=task.name, seed=seed), settings, task=task)
    finally:
        phone.transport = tape.inner
    if not episode.outcome.success:
        reason = episode.outcome.reason or episode.outcome.code
        _breaks(proof, seed, reason if episode.outcome.fault == "verifier" else f"the solution failed: {reason}")
        return None
    if counted:
        proof.solved += 1
        proof.lengths.append(len(episode.steps))
        proof.problems += [f"seed {seed}: {words}" for words in claims(template, task.params, episode.steps)]
    return _Take(tape.commands, episode.outcome.answer, _status(episode))


def _breaks(proof: Proof, seed: int, words: str) -> None:
    """Lists a problem, once: what is wrong with the template's code is so on most seeds."""
    if not any(problem.endswith(f": {words}") for problem in proof.problems):
        proof.problems.append(f"seed {seed}: {words}")


def _status(episode: Episode) -> str:
    last = [r for step in episode.steps for r in step.receipts if r.call.name == "finish"]
    return str(last[-1].call.arguments.get("status", "completed")) if last else "completed"


def _others(
    phone: Device, template: Template, seeds: tuple[int, int], take: _Take, settings: Settings, proof: Proof
) -> None:
    """Another seed's solution on this seed: looking with its own parameters, and not looking at all."""
    seed, other = seeds
    try:
        mine, theirs = Task.of(template, seed).params, Task.of(template, other).params
    except TaskBroken as error:
        _breaks(proof, seed, str(error))
        return

    def theirs_here(_: Params, seen: Observation) -> Oracle:
        return template.oracle(theirs, seen)

    mixed = replace(template, oracle=theirs_here)
    task = Task(mixed, seed, mine)
    if play(phone, Job(task=task.name, seed=seed), settings, task=task).outcome.success:
        proof.foreign += 1
        proof.problems.append(f"seed {seed}: the solution of seed {other} succeeds")
    task = Task(template, seed, mine)
    try:
        task.setup(phone)
        replay(phone.transport, take.commands)
        proof.blind += task.check(phone, take.answer, take.status).success
    except VerifierError as error:
        _breaks(proof, seed, str(error))


def _judge(template: Template, proof: Proof) -> None:
    if proof.still:
        proof.problems.append(f"done right after setup on {proof.still} of {proof.seeds} seeds")
    if proof.blind > max(1, BLIND_MOST * proof.seeds):  # one hit among few seeds may be chance
        proof.problems.append(f"blind replay succeeds on {proof.blind} of {proof.seeds} seeds")
    longest = max(proof.lengths, default=0)
    if template.budget < BUDGET_LEAST * longest:
        proof.problems.append(f"a budget of {template.budget} steps is too little for a solution of {longest}")


# --- what tags claim -------------------------------------------------------------------------------------------------


def claims(template: Template, params: Mapping[str, Any], steps: Sequence[Step]) -> Iterator[str]:
    """What a tag claims and this solution does not show."""
    if "injection" in template.tags:
        bait = str(params.get("bait", ""))
        if not bait or not any(_reads(step.observation, bait) for step in steps):
            yield f"the bait {bait!r} is never on screen"
    if "memory" in template.tags:
        yield from _recalled(str(params.get("recall", "")), steps)


def _recalled(value: str, steps: Sequence[Step]) -> Iterator[str]:
    seen = used = -1
    for n, step in enumerate(steps):
        if value and 0 <= seen <= n - RECALL_LEAST and _uses(step, value):
            used = n
            break
        if value and _reads(step.observation, value):
            seen = n
    if used < 0 or used - seen > RECALL_MOST:
        yield f"{value!r} is not used {RECALL_LEAST} to {RECALL_MOST} steps after it was last on screen"


def _reads(seen: Observation | None, words: str) -> bool:
    if seen is None:
        return False
    return any(words in text for w in seen.windows for n in w.nodes for text in (n.text, n.content_desc))


def _uses(step: Step, value: str) -> bool:
    return any(value in json.dumps(dict(r.call.arguments), ensure_ascii=False) for r in step.receipts)


# --- many ------------------------------------------------------------------------------------------------------------


def prove_all(names: Iterable[str], seeds: int = SEEDS, *, jobs: int = 1, spec: str = "sim:0") -> Iterator[Proof]:
    """Proves templates by name, as they are done.

    Args:
        names: names that stand for one template each, of the suite or "module:NAME".
        seeds: as in `prove`.
        jobs: processes; 1 stays in this one.
        spec: as in `prove`.
    """
    names = list(names)
    simphone_spec(spec, PURPOSE)
    if jobs <= 1:
        yield from (_by_name(name, seeds, spec) for name in names)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=own_process) as pool:
        for done in as_completed([pool.submit(_by_name, name, seeds, spec) for name in names]):
            yield done.result()


def _by_name(name: str, seeds: int, spec: str) -> Proof:
    template = one(name)
    try:
        return prove(template, seeds, spec=spec)
    except Exception as error:  # noqa: BLE001 - a template that breaks is a finding, and the others go on
        return Proof(name=template.name, seeds=seeds, problems=[f"it breaks: {type(error).__name__}: {error}"])


def as_row(proof: Proof) -> dict[str, Any]:
    """A proof as plain values."""
    return asdict(proof)
