"""`kit tasks`: the card, and the proof of the suite from the command line."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from kit.cli import main
from kit.lab import card as cards
from kit.lab.proof import Proof
from kit.tasks import suite
from kit.tasks.suite import TEMPLATES


def test_a_good_template_is_proved_and_the_exit_code_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tasks", "verify", "notes_create", "--seeds", "1", "--jobs", "1"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("ok    notes_create")
    assert "1 template, 1 proved, 0 not; of 1 episodes: oracle 1" in said


def test_a_bad_one_fails_with_its_reason(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    (good,) = suite.find("notes_create")
    monkeypatch.setattr(suite, "TEMPLATES", (replace(good, expect=lambda data, params: None),))
    assert main(["tasks", "verify", "notes_create", "--seeds", "1", "--jobs", "1"]) == 1
    said = capsys.readouterr().out
    assert said.startswith("FAILS notes_create")
    assert "done right after setup on 1 of 1 seeds" in said


def test_one_that_breaks_is_a_finding(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    (good,) = suite.find("notes_create")

    def broken(rng: Any) -> Any:
        raise KeyError("oops")

    monkeypatch.setattr(suite, "TEMPLATES", (replace(good, draw=broken),))
    assert main(["tasks", "verify", "notes_create", "--seeds", "1", "--jobs", "1", "--json"]) == 1
    (problem,) = json.loads(capsys.readouterr().out)["problems"]
    assert problem.startswith("seed 0: Task notes_create: its draw failed: KeyError: 'oops' (test_cli_tasks.py, line ")


def test_the_card_is_printed_and_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tasks", "--card"]) == 0
    assert f"{len(TEMPLATES)} templates" in capsys.readouterr().out
    assert main(["tasks", "--card", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["templates"] == len(TEMPLATES)
    assert found["skills"]["memory"] >= 20


def test_figures_of_another_version_are_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cards, "VERSION", "99")
    assert cards.measured() is None


def test_the_figures_are_counted_from_the_proofs(monkeypatch: pytest.MonkeyPatch) -> None:
    class Alone:
        def __init__(self, *_: Any, **__: Any) -> None: ...

        def __enter__(self) -> Alone:
            return self

        def __exit__(self, *_: object) -> None: ...

        def map(self, function: Any, *columns: Any) -> Any:
            return map(function, *columns)

    monkeypatch.setattr(cards, "ProcessPoolExecutor", Alone)
    monkeypatch.setattr(cards, "baseline", lambda name, policy, seeds: 1 if policy == "random" else 0)
    proofs = [
        Proof(name="b", seeds=2, lengths=[4, 6], solved=2, blind=1),
        Proof(name="a", seeds=2, lengths=[10, 12], solved=2),
    ]
    found = cards.figures(proofs, 2, 1)
    assert found["solved"] == {
        "oracle": 1.0, "do-nothing": 0.0, "random": 0.5, "another seed's solution": 0.0, "blind replay": 0.25
    }  # fmt: skip
    assert found["blind replay, worst template"] == 0.5
    assert found["steps"] == {"least": 6, "median": 9, "most": 12}
    assert found["lengths"] == {"a": 12, "b": 6}
