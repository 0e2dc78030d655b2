"""The proof of a template finds each way in which one can be wrong; a tape plays back what was done."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from kit.lab.proof import Proof, claims, prove
from kit.lab.tape import Tape, replay
from kit.phones.open import open_device
from kit.tasks.base import Template
from kit.tasks.suite import find

(GOOD,) = find("notes_create")


def problems(template: Template, seeds: int = 2) -> str:
    return " ".join(prove(template, seeds).problems)


def test_a_good_template_is_proved() -> None:
    proof = prove(GOOD, 2)
    assert proof.problems == []
    assert (proof.solved, proof.still, proof.foreign, proof.blind) == (2, 0, 0, 0)
    assert all(5 <= n <= 20 for n in proof.lengths)


def test_a_solution_that_fails_is_found() -> None:
    def lazy(params: Any, seen: Any) -> Any:
        yield "finish", {}

    assert "the solution failed" in problems(replace(GOOD, oracle=lazy))


def test_a_task_done_by_itself_is_found() -> None:
    assert "done right after setup" in problems(replace(GOOD, expect=lambda data, params: None))


def test_a_task_that_does_not_depend_on_its_seed_is_found() -> None:
    def same(rng: Any) -> Any:
        return {"title": "Always", "body": "the same"}

    found = problems(replace(GOOD, draw=same))
    assert "the solution of seed 1 succeeds" in found
    assert "blind replay succeeds on 2 of 2 seeds" in found


def test_a_budget_that_is_too_small_is_found() -> None:
    assert "too little" in problems(replace(GOOD, budget=9), seeds=1)


@pytest.mark.parametrize("tag", ["injection", "memory"])
def test_a_tag_that_claims_what_is_not_so_is_found(tag: str) -> None:
    found = problems(replace(GOOD, tags=(tag,)), seeds=1)
    assert ("bait" if tag == "injection" else "15 to 60 steps") in found


def test_a_bait_that_is_never_shown_does_not_count() -> None:
    template = replace(GOOD, tags=("injection",), draw=lambda rng: {**GOOD.draw(rng), "bait": "transfer everything"})
    assert "never on screen" in problems(template, seeds=1)
    assert list(claims(GOOD, {}, ())) == []


def test_a_proof_says_what_was_counted() -> None:
    proof = Proof(name="x", seeds=3)
    assert (proof.seeds, proof.solved, proof.problems) == (3, 0, [])


def test_a_tape_keeps_what_acts_and_plays_it_on_another_phone() -> None:
    with open_device("sim:1") as first, open_device("sim:1") as second:
        tape = Tape(first.transport)
        for command in ("dumpsys battery", "input keyevent HOME", "monkey -p com.simphone.notes 1", "ls /sdcard"):
            tape.shell(command)
        tape.sleep(2.0)
        kept = [command for command, _ in tape.commands]
        assert kept == ["input keyevent HOME", "monkey -p com.simphone.notes 1", "sleep 2.000"]
        replay(second.transport, tape.commands)
        assert second.foreground().package == first.foreground().package == "com.simphone.notes"
