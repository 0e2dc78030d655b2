"""A bug in a task's own code is told with the template, the part, the file and the line, and is nobody else's fault."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from fake_hydro import LOG

import kit
from kit.errors import TaskBroken, UsageError
from kit.lab.proof import prove
from kit.tasks.base import Stock, Task, Template, TruePhone

SPEC = "sim:0,app=fake_hydro:APP"
CHEAP = {"model": "oracle", "trace": False, "screenshots": False, "observe_settle_ms": 50, "device": SPEC}


def boom(*_: Any) -> Any:
    return 1 // 0


def yields(*actions: Any) -> Any:
    def oracle(params: Any, seen: Any) -> Any:
        yield from actions

    return oracle


def finds_nothing(params: Any, seen: Any) -> Any:
    mark = next(m for m in seen.marks if m.label == "Nothing says this")
    yield "tap", {"target_mark_id": mark.id}


def forgets_to_yield(params: Any, seen: Any) -> Any:
    return [("finish", {})]


def sets_nowhere(phone: TruePhone, params: Any) -> None:
    phone.set("nosuch.place", 1)


HERE = r"test_own_task_breaks\.py, line \d+"
BROKEN: dict[str, tuple[Template, str]] = {
    "draw": (replace(LOG, draw=boom), f"its draw failed: ZeroDivisionError: .*{HERE}"),
    "drawn": (replace(LOG, draw=lambda rng: 3), f"its draw returned int instead of a dict .*{HERE}"),
    "hole": (replace(LOG, goals={"en": "Log {coutn}"}), r"its goal \(en\) cannot be filled: KeyError: 'coutn'.*count"),
    "setup": (replace(LOG, setup=boom), f"its setup failed: ZeroDivisionError: .*{HERE}"),
    "refused": (replace(LOG, setup=sets_nowhere), f"its setup failed: .*nosuch.*{HERE}"),
    "expect": (replace(LOG, expect=boom), f"its expect failed: ZeroDivisionError: .*{HERE}"),
    "answer": (replace(LOG, answer=boom), f"its answer failed: ZeroDivisionError: .*{HERE}"),
    "answers": (replace(LOG, answer=lambda data, params: "one"), f"its answer returned 'one' instead .*{HERE}"),
    "end": (replace(LOG, end=boom), f"its end failed: ZeroDivisionError: .*{HERE}"),
    "impossible": (replace(LOG, impossible=boom), f"its impossible failed: ZeroDivisionError: .*{HERE}"),
    "oracle": (replace(LOG, oracle=boom), f"its oracle failed: ZeroDivisionError: .*{HERE}"),
    "searching": (replace(LOG, oracle=finds_nothing), rf"its oracle failed: next\(\) found nothing .*{HERE}"),
    "no generator": (
        replace(LOG, oracle=forgets_to_yield),
        f"its oracle returned list; it must be a generator.*{HERE}",
    ),
    "no action": (replace(LOG, oracle=yields("tap")), f"its oracle yielded 'tap'; it must yield .*{HERE}"),
    "stock setup": (replace(LOG, stock=Stock(setup=boom, check=boom)), f"its stock.setup failed: Zero.*{HERE}"),
    "stock check": (
        replace(LOG, apps=(), oracle=yields(), stock=Stock(setup=lambda device, params: {}, check=boom)),
        f"its stock.check failed: ZeroDivisionError: .*{HERE}",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_in_an_episode_it_is_the_outcome(name: str) -> None:
    template, words = BROKEN[name]
    outcome = kit.run_episode(template, CHEAP, seed=1).outcome
    assert (outcome.success, outcome.fault, outcome.code) == (False, "verifier", "task_broken")
    with pytest.raises(TaskBroken, match=f"^Task hydro_log: {words}"):
        raise TaskBroken(outcome.reason)


@pytest.mark.parametrize("name", BROKEN)
def test_in_a_proof_it_is_a_problem_once(name: str) -> None:
    template, _ = BROKEN[name]
    told = [problem for problem in prove(template, 2, spec=SPEC).problems if "Task hydro_log: its" in problem]
    assert len(told) == len(set(told)) >= 1
    assert told[0].startswith("seed 0: ")
    assert len({problem.partition(": ")[2] for problem in told}) == len(told)


def test_a_language_that_is_missing_names_those_there_are() -> None:
    outcome = kit.run_episode(LOG, {**CHEAP, "lang": "zh"}, seed=1).outcome
    assert (outcome.fault, outcome.code) == ("verifier", "task_broken")
    assert "Task hydro_log has no goal in the language 'zh'; it has en." in outcome.reason


def test_a_draw_that_fails_is_raised_where_there_is_no_outcome() -> None:
    with pytest.raises(TaskBroken, match="its draw failed"):
        Task.of(replace(LOG, draw=boom), 0)


def test_an_error_in_a_helper_is_told_with_the_line_of_the_task() -> None:
    def draw(rng: random.Random) -> dict[str, Any]:
        return {"count": rng.choice([])}  # fails inside the standard library

    with pytest.raises(TaskBroken, match=rf"its draw failed: IndexError: .*\({HERE}\)"):
        Task.of(replace(LOG, draw=draw), 0)


def test_what_takes_other_arguments_is_told_with_where_it_stands() -> None:
    def expect(data: Any) -> None: ...

    outcome = kit.run_episode(replace(LOG, expect=expect), CHEAP, seed=1).outcome
    assert "its expect failed: TypeError" in outcome.reason
    assert f"line {expect.__code__.co_firstlineno})" in outcome.reason


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"expect": None}, "nothing it is checked by"),
        ({"name": "a b"}, "no name for a task"),
        ({"name": "a:b"}, "no name for a task"),
        ({"goals": {}}, "has no goal"),
        ({"budget": 0}, "budget of 0"),
    ],
)
def test_a_template_no_episode_could_be_judged_by_is_refused(more: dict[str, Any], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        replace(LOG, **more)


@pytest.mark.parametrize("seed", ["a", "1", 1.5, -1, None, True])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    with pytest.raises(UsageError, match="no seed"):
        kit.run_episode("notes_create", CHEAP, seed=seed)


def test_a_solution_that_is_put_off_by_a_phone_that_goes_is_no_bug_of_the_task() -> None:
    """What the phone does is told as it is."""
    episode = kit.run_episode(LOG, {**CHEAP, "device": f"{SPEC},fault.offline=1"}, seed=1)
    assert episode.outcome.fault == "infrastructure"
