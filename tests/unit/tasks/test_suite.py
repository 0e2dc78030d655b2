"""The suite as a whole: names, sets, splits that share nothing, the catalogue and the card."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from kit.errors import UnknownName
from kit.lab.card import card
from kit.simphone.apps import ALL
from kit.simphone.apps.people import FIRST, LAST
from kit.simphone.draws import share
from kit.tasks.base import Task
from kit.tasks.suite import DEV_TEMPLATES, SETS, TEMPLATES, TEST_APPS, VERSION, catalogue, find

NAMES = [t.name for t in TEMPLATES]


def test_names_are_unique_and_begin_with_an_app() -> None:
    assert len(NAMES) == len(set(NAMES)) >= 130
    assert {n.split("_")[0] for n in NAMES} >= {a.name for a in ALL if a.preinstalled}


def test_the_suite_is_as_large_as_it_says() -> None:
    """Counts that researchers rely on."""
    assert len(ALL) >= 22
    tagged = {tag: [t for t in TEMPLATES if tag in t.tags] for tag in ("memory", "injection", "impossible", "recovery")}
    assert len(tagged["memory"]) >= 20
    assert len(tagged["injection"]) >= 20
    assert len(tagged["impossible"]) >= 10
    assert len(tagged["recovery"]) >= 10
    assert len({app for t in TEMPLATES for app in t.apps}) >= 20
    assert {t.difficulty for t in TEMPLATES} == {1, 2, 3, 4, 5}
    assert sum(t.stock is not None for t in TEMPLATES) >= 12


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


def test_a_set_is_found_by_its_name() -> None:
    assert {t.name for t in find("core")} == SETS["core"]
    assert {t.name.split("_")[0] for t in find("core")} == {n.split("_")[0] for n in NAMES}
    assert {t.split for t in find("dev")} == {"dev"}
    either = {t.name for t in TEMPLATES if t.stock is not None or t.split == "train"}
    assert {t.name for t in find("stock, train")} == either


# --- splits ----------------------------------------------------------------------------------------------------------


def test_no_held_out_app_appears_in_training() -> None:
    train = find("train")
    assert not TEST_APPS & {app for t in (*train, *find("dev")) for app in t.apps}
    assert not DEV_TEMPLATES & {t.name for t in train}
    assert set(NAMES) >= DEV_TEMPLATES
    assert len(train) >= len(TEMPLATES) // 2
    assert min(len(find("dev")), len(find("test"))) >= 20
    assert len(train) + len(find("dev")) + len(find("test")) == len(TEMPLATES)


def texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from (t for v in value.values() for t in texts(v))
    elif isinstance(value, list):
        yield from (t for v in value for t in texts(v))


def names_in(split: str) -> set[str]:
    """The first and last names that stand in any goal or parameter of a split."""
    known = {*FIRST, *LAST}
    words = (
        w
        for t in find(split)
        for seed in range(6)
        for text in texts(Task.of(t, seed).params)
        for w in re.findall(r"[^\W\d_]+", text)
    )
    return {w for w in words if w in known}


def test_splits_share_no_name_of_a_person() -> None:
    found = {split: names_in(split) for split in ("train", "dev", "test")}
    assert all(len(names) >= 10 for names in found.values())
    for split, names in found.items():
        mine = {*share(FIRST, split), *share(LAST, split)}  # type: ignore[arg-type]
        assert names <= mine, f"{split}: {sorted(names - mine)}"


# --- card ------------------------------------------------------------------------------------------------------------


def test_the_card_counts_what_there_is_and_its_figures_belong_to_this_version() -> None:
    found = card()
    assert found["templates"] == len(TEMPLATES)
    assert sum(found["splits"].values()) == len(TEMPLATES)
    figures = found["measured"]
    assert figures is not None, "measure them: kit tasks verify --write-card kit/lab/suite_card.json"
    assert figures["templates"] == len(TEMPLATES)
    assert set(figures["lengths"]) == set(NAMES)
    assert figures["solved"]["oracle"] == 1.0
    assert figures["solved"]["do-nothing"] == figures["solved"]["another seed's solution"] == 0.0
    assert figures["blind replay, worst template"] <= 0.05


def test_the_catalogue_lists_every_template_as_plain_json() -> None:
    cards = catalogue()
    assert json.loads(json.dumps(cards)) == cards
    assert [c["name"] for c in cards] == NAMES
    assert set(cards[0]) == {"name", "goals", "apps", "tags", "difficulty", "budget", "split", "stock"}


def test_the_version_is_stated() -> None:
    assert VERSION == "0.3"
