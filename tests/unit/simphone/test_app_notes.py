import json
import random
from dataclasses import asdict

import pytest
from app_driver import NOW, Hand
from hypothesis import given
from hypothesis import strategies as st

from kit.simphone.apps.notes import APP, NotesData, fresh, note


@pytest.fixture
def hand() -> Hand:
    folders = [{"id": "f1", "name": "Home"}, {"id": "f2", "name": "Travel"}]
    notes = [
        note("n1", "Soup", NOW.replace(day=1), body="Onion and lentils"),
        note("n2", "Packing", NOW.replace(day=2), items=["Passport", "Charger"], folder="f2"),
        note("n3", "Old", NOW, body="gone", trashed=True),
    ]
    return Hand(APP, NotesData(folders=folders, notes=notes))


def titles(hand: Hand) -> list[str]:
    return [t for t in hand.texts() if t in ("Soup", "Packing", "Old")]


def test_the_list_has_the_newest_first_pinned_on_top_and_nothing_from_the_trash(hand: Hand) -> None:
    assert titles(hand) == ["Packing", "Soup"]
    assert "0 of 2 done · Travel" in hand.texts()
    hand.tap("Soup")
    hand.tap("Pin")
    hand.tap("Navigate up")
    assert titles(hand) == ["Soup", "Packing"]
    assert "Pinned" in hand.texts()


def test_a_note_is_made_only_by_saving(hand: Hand) -> None:
    hand.tap("New note")
    hand.tap("Text note")
    hand.type("Title", "Café")
    hand.type("Note", "opens at 8\ncloses at 6")
    assert len(hand.data.notes) == 3
    hand.tap("Save")
    made = hand.data.notes[-1]
    assert made == note("n4", "Café", NOW, body="opens at 8\ncloses at 6", folder="f1")


def test_a_checklist_keeps_every_item_and_the_one_still_in_the_field(hand: Hand) -> None:
    hand.tap("Folders")
    hand.tap("Travel")
    hand.tap("New note")
    hand.tap("Checklist")
    hand.type("Title", "Oslo")
    hand.type("Add item", "Hat", submit=True)
    hand.type("Add item", "Map")
    hand.tap("Add")
    hand.tap("Remove Hat")
    hand.type("Add item", "Socks")
    hand.tap("Save")
    made = hand.data.notes[-1]
    assert (made["folder"], [i["text"] for i in made["items"]]) == ("f2", ["Map", "Socks"])


def test_an_empty_note_is_refused(hand: Hand) -> None:
    hand.tap("New note")
    hand.tap("Text note")
    hand.tap("Save")
    assert "An empty note cannot be saved" in hand.texts()
    assert len(hand.data.notes) == 3


def test_ticking_is_kept_at_once(hand: Hand) -> None:
    hand.tap("Packing")
    hand.tap("Charger")
    assert [i["done"] for i in hand.data.notes[1]["items"]] == [False, True]
    hand.tap("Charger")
    assert [i["done"] for i in hand.data.notes[1]["items"]] == [False, False]


def test_editing_keeps_ticks_and_stamps_the_note(hand: Hand) -> None:
    hand.tap("Packing")
    hand.tap("Passport")
    hand.tap("Edit")
    hand.type("Title", "Packing list")
    hand.tap("Save")
    changed = hand.data.notes[1]
    assert (changed["title"], changed["edited"]) == ("Packing list", NOW.isoformat())
    assert changed["items"] == [{"text": "Passport", "done": True}, {"text": "Charger", "done": False}]


def test_moving_changes_the_folder_only(hand: Hand) -> None:
    before = dict(hand.data.notes[0])
    hand.tap("Soup")
    hand.tap("Move")
    hand.tap("Travel")
    assert hand.data.notes[0] == before | {"folder": "f2"}
    assert hand.ui.dialog is None


def test_delete_goes_to_the_trash_and_comes_back_from_it(hand: Hand) -> None:
    hand.tap("Soup")
    hand.tap("Delete")
    hand.tap("Cancel")
    assert hand.data.notes[0]["trashed"] is False
    hand.tap("Delete")
    hand.tap("Move to trash")
    assert hand.data.notes[0]["trashed"] is True
    assert titles(hand) == ["Packing"]
    hand.tap("Folders")
    hand.tap("Trash")
    assert titles(hand) == ["Old", "Soup"]
    hand.tap("Restore")
    hand.tap("Empty trash")
    hand.tap("Delete forever")
    assert "Trash is empty" in hand.texts()
    assert len(hand.data.notes) == 2


def test_search_reads_titles_bodies_and_items(hand: Hand) -> None:
    hand.tap("Search notes")
    for query, found in (("LENTIL", ["Soup"]), ("charger", ["Packing"]), ("gone", [])):
        hand.type("Search notes", query)
        assert titles(hand) == found
    assert "No matching notes" in hand.texts()


def test_a_folder_needs_a_new_name(hand: Hand) -> None:
    hand.tap("Folders")
    for name in ("travel", "Ideen"):
        hand.tap("New folder")
        hand.type("Folder name", name)
        hand.tap("Create")
    assert [f["name"] for f in hand.data.folders] == ["Home", "Travel", "Ideen"]


def test_no_notes_says_so() -> None:
    assert "No notes here yet" in Hand(APP, NotesData()).texts()


@given(st.integers())
def test_the_same_seed_gives_the_same_notes_in_folders_that_exist(seed: int) -> None:
    one, two = (asdict(fresh(random.Random(seed), NOW)) for _ in range(2))
    assert one == two == json.loads(json.dumps(one))
    assert {n["folder"] for n in one["notes"]} <= {f["id"] for f in one["folders"]}
