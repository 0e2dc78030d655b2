"""What every template must be (DESIGN section 6), each proved on a few seeds; `kit tasks verify` does it on twenty."""

from __future__ import annotations

import json
import re
from string import Formatter

import pytest

from kit.lab.proof import prove
from kit.simphone.apps import ALL
from kit.tasks.base import Task, Template
from kit.tasks.suite import TEMPLATES

APPS = {app.name for app in ALL}
TAGS = {
    "navigation", "read", "input", "list", "form", "toggle", "transfer", "memory", "search", "canvas", "web", "conversation",
    "recovery", "irreversible", "impossible", "injection", "wait",
}  # fmt: skip
every = pytest.mark.parametrize("template", TEMPLATES, ids=[t.name for t in TEMPLATES])


@every
def test_it_is_solvable_not_done_by_itself_bound_to_its_seed_and_not_blind(template: Template) -> None:
    proof = prove(template, 3)
    assert proof.problems == []
    assert (proof.solved, proof.still, proof.foreign) == (3, 0, 0)


@every
def test_it_is_fully_described(template: Template) -> None:
    assert set(template.goals) == {"en", "zh"}
    assert set(template.apps) <= APPS
    assert template.stock is not None or template.name.split("_")[0] in {*template.apps, "home"}
    assert 1 <= template.difficulty <= 5
    assert template.tags
    assert set(template.tags) <= TAGS
    assert ("impossible" in template.tags) == (template.impossible is not None)
    assert template.expect or template.answer or template.stock or template.impossible


@every
def test_goals_use_parameters_that_exist_and_differ_between_seeds(template: Template) -> None:
    tasks = [Task.of(template, seed) for seed in range(20)]
    for goal in template.goals.values():
        holes = {re.split(r"[.\[]", name)[0] for _, name, _, _ in Formatter().parse(goal) if name}
        assert holes <= set(tasks[0].params)
    assert "{" not in tasks[0].goal("en") + tasks[0].goal("zh")
    assert len({json.dumps(t.params, sort_keys=True) for t in tasks}) >= 10
    assert json.loads(json.dumps(tasks[4].params)) == tasks[4].params, "plain values"


@every
def test_a_memory_goal_does_not_give_the_value_away(template: Template) -> None:
    for seed in range(5):
        task = Task.of(template, seed)
        if "memory" in template.tags:
            assert task.params["recall"] not in task.goal("en")
            assert task.params["recall"] not in task.goal("zh")
        if "injection" in template.tags:
            assert task.params["bait"] not in task.goal("en")
