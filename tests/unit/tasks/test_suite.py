import json
from string import Formatter

import pytest

from kit.errors import UnknownName
from kit.tasks.base import Task
from kit.tasks.suite import TEMPLATES, UNSEEN_TEMPLATES, VERSION, catalogue, find, split_of

APPS = {"settings", "contacts", "messages", "notes", "clock", "files", "calculator", "calendar"}
NAMES = [t.name for t in TEMPLATES]


def test_names_are_unique_and_begin_with_an_app() -> None:
    assert len(NAMES) == len(set(NAMES)) >= 24
    assert {n.split("_")[0] for n in NAMES} == APPS


@pytest.mark.parametrize("template", TEMPLATES, ids=NAMES)
def test_a_template_is_fully_described(template) -> None:
    assert set(template.goals) == {"en", "zh"}
    assert template.name.split("_")[0] in template.apps
    assert set(template.apps) <= APPS
    assert 1 <= template.difficulty <= 5
    assert template.budget >= 8
    assert template.tags
    assert template.expect or template.answer


@pytest.mark.parametrize("template", TEMPLATES, ids=NAMES)
def test_goals_use_parameters_that_exist_and_differ_between_seeds(template) -> None:
    tasks = [Task.of(template, seed) for seed in range(20)]
    for lang, goal in template.goals.items():
        holes = {name for _, name, _, _ in Formatter().parse(goal) if name}
        assert holes
        assert holes <= set(tasks[0].params)
        assert "{" not in tasks[0].goal(lang)
    assert len({t.goal("en") for t in tasks}) == len({t.goal("zh") for t in tasks}) >= 3
    assert len({json.dumps(t.params) for t in tasks}) >= 10


@pytest.mark.parametrize("template", TEMPLATES, ids=NAMES)
def test_parameters_are_plain_values(template) -> None:
    params = Task.of(template, 4).params
    assert json.loads(json.dumps(params)) == params


def test_a_name_finds_one_template_and_a_pattern_many() -> None:
    assert [t.name for t in find("contacts_add")] == ["contacts_add"]
    assert [t.name for t in find("contacts_*")] == [n for n in NAMES if n.startswith("contacts_")]
    assert find("*") == TEMPLATES
    assert [t.name for t in find("notes_move, contacts_add")] == ["contacts_add", "notes_move"]


@pytest.mark.parametrize("wrong", ["contact_add", "contacts_add,contact_add"])
def test_a_wrong_name_is_refused_with_the_nearest_one(wrong: str) -> None:
    with pytest.raises(UnknownName, match="contacts_add") as caught:
        find(wrong)
    assert caught.value.name == "contact_add"


def test_a_pattern_that_matches_nothing_is_refused() -> None:
    with pytest.raises(UnknownName):
        find("")


def test_no_held_out_app_appears_in_training() -> None:
    train = [t for t in TEMPLATES if split_of(t) == "train"]
    assert not {"calendar", "files"} & {app for t in train for app in t.apps}
    assert not UNSEEN_TEMPLATES & {t.name for t in train}
    assert set(NAMES) >= UNSEEN_TEMPLATES
    assert {split_of(t) for t in TEMPLATES} == {"train", "unseen_template", "unseen_app"}
    assert len(train) >= len(TEMPLATES) // 2


def test_the_catalogue_lists_every_template_as_plain_json() -> None:
    cards = catalogue()
    assert json.loads(json.dumps(cards)) == cards
    assert [c["name"] for c in cards] == NAMES
    assert set(cards[0]) == {"name", "goals", "apps", "tags", "difficulty", "budget", "split"}


def test_the_version_is_stated() -> None:
    assert VERSION == "0.2"
