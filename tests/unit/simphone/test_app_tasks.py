import json
import random
from dataclasses import asdict

import pytest
from app_driver import NOW, Hand
from hypothesis import given
from hypothesis import strategies as st
from translated import untranslated

from kit.simphone.apps import tasks_app, tasks_app_pages
from kit.simphone.apps.tasks_app import APP, TasksData, fresh, task
from kit.simphone.words import table


@pytest.fixture
def hand() -> Hand:
    lists = [{"id": "l1", "name": "Home"}, {"id": "l2", "name": "Work"}]
    tasks = [
        task("k1", "l1", "Mow the lawn", due="2026-03-10", priority=1),
        task("k2", "l1", "Fix the tap", due="2026-03-01", priority=3, note="washer size 12"),
        task("k3", "l1", "Air the beds"),
        task("k4", "l2", "Write the report", subtasks=("Outline", "Draft"), due="2026-03-03"),
        task("k5", "l1", "Wash the car", done=True),
    ]
    return Hand(APP, TasksData(lists=lists, tasks=tasks))


def order(hand: Hand) -> list[str]:
    return [t for t in hand.texts() if t in {x["title"] for x in hand.data.tasks}]


def test_every_text_is_translated() -> None:
    assert untranslated(APP, tasks_app, tasks_app_pages) == []
    constants = {*tasks_app_pages.PRIORITIES, *dict((*tasks_app_pages.SORTS, *tasks_app_pages.SHOWN)).values()}
    constants |= {*tasks_app_pages._SORTED.values(), "Today", "Tomorrow", "No due date"}
    for lang in ("zh", "ar"):
        assert constants <= table(lang, APP.words).keys()


def test_a_list_hides_what_is_done_and_sorts_as_asked(hand: Hand) -> None:
    hand.tap("Home")
    assert order(hand) == ["Fix the tap", "Mow the lawn", "Air the beds"]
    assert "Overdue · Sun, Mar 1 · High priority" in hand.texts()
    hand.tap("Sort by")
    hand.tap("Title")
    assert order(hand) == ["Air the beds", "Fix the tap", "Mow the lawn"]
    hand.tap("Show")
    hand.tap("Completed tasks")
    assert order(hand) == ["Wash the car"]
    assert "Completed tasks · Sorted by title" in hand.texts()


def test_due_today_holds_what_is_late_as_well(hand: Hand) -> None:
    hand.tap("Due today")
    assert order(hand) == ["Fix the tap", "Write the report"]


def test_completing_can_be_undone_for_a_while(hand: Hand) -> None:
    hand.tap("Home")
    hand.tap("Complete Fix the tap")
    assert hand.data.tasks[1]["done"] is True
    assert "Completed: Fix the tap" in hand.texts()
    hand.tap("Undo")
    assert hand.data.tasks[1]["done"] is False
    assert "Undo" not in hand.texts()
    hand.tap("Complete Air the beds")
    hand.tap("Complete Mow the lawn")
    first, second = (event for _, event in hand.env.timers[-2:])
    hand.send(first)
    assert "Undo" in hand.texts(), "the bar of the second one stays its full time"
    hand.send(second)
    assert "Undo" not in hand.texts()


def test_subtasks_are_ticked_one_by_one(hand: Hand) -> None:
    hand.tap("Work")
    assert any("0 of 2 subtasks" in t for t in hand.texts())
    hand.tap("Write the report")
    hand.tap("Draft")
    assert [s["done"] for s in hand.data.tasks[3]["subtasks"]] == [False, True]


def test_a_task_is_made_by_the_form_in_the_list_one_is_in(hand: Hand) -> None:
    hand.tap("Work")
    hand.tap("New task")
    hand.tap("Save")
    assert "A task needs a title" in hand.texts()
    hand.type("Title", "Call Łukasz")
    hand.tap("Due date")
    hand.type("Due date", "2026-04-31")
    hand.tap("Set date")
    assert "Use the form yyyy-mm-dd." in hand.texts()
    hand.type("Due date", "2026-04-30")
    hand.tap("Set date")
    hand.tap("Priority")
    hand.tap("Medium priority")
    hand.type("New subtask", "Find the number", submit=True)
    hand.type("New subtask", "Ask about May")
    hand.tap("Save")
    assert hand.data.tasks[-1] == task(
        "k6", "l2", "Call Łukasz", due="2026-04-30", priority=2, subtasks=("Find the number", "Ask about May")
    )


def test_editing_keeps_ticks_and_can_move_a_task(hand: Hand) -> None:
    hand.tap("Work")
    hand.tap("Write the report")
    hand.tap("Outline")
    hand.tap("Edit task")
    hand.tap("Remove Draft")
    hand.tap("List")
    hand.tap("Home")
    hand.tap("Due date")
    hand.tap("No due date")
    hand.tap("Save")
    changed = hand.data.tasks[3]
    assert (changed["list"], changed["due"], changed["subtasks"]) == ("l1", "", [{"text": "Outline", "done": True}])


def test_deleting_a_task_or_a_list_asks_first(hand: Hand) -> None:
    hand.tap("Home")
    hand.tap("Fix the tap")
    hand.tap("Delete task")
    hand.tap("Cancel")
    assert len(hand.data.tasks) == 5
    hand.tap("Delete task")
    hand.tap("Delete")
    assert "Fix the tap" not in order(hand)
    hand.tap("Delete list")
    assert any("Tasks in it: 3" in t for t in hand.texts())
    hand.tap("Delete list")
    assert ([x["name"] for x in hand.data.lists], [t["id"] for t in hand.data.tasks]) == (["Work"], ["k4"])


def test_a_list_needs_a_new_name(hand: Hand) -> None:
    for name in ("work", "Boat"):
        hand.tap("New list")
        hand.type("List name", name)
        hand.tap("Save")
    assert [x["name"] for x in hand.data.lists] == ["Home", "Work", "Boat"]
    hand.tap("Boat")
    assert "Nothing to do here" in hand.texts()
    hand.tap("Rename list")
    hand.type("List name", "Boot")
    hand.tap("Save")
    assert hand.data.lists[2] == {"id": "l3", "name": "Boot"}


def test_search_reads_titles_and_notes_done_or_not(hand: Hand) -> None:
    hand.tap("Search tasks")
    for query, found in (("WASH", ["Fix the tap", "Wash the car"]), ("nothing like it", [])):
        hand.type("Search tasks", query)
        assert sorted(order(hand)) == found
    assert "No matching tasks" in hand.texts()


@given(st.integers())
def test_the_same_seed_gives_the_same_tasks_in_lists_that_exist(seed: int) -> None:
    one, two = (asdict(fresh(random.Random(seed), NOW)) for _ in range(2))
    assert one == two == json.loads(json.dumps(one))
    assert {t["list"] for t in one["tasks"]} <= {x["id"] for x in one["lists"]}
