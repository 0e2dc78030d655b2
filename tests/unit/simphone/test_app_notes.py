import json
import random
from dataclasses import asdict

import pytest
from app_driver import NOW, Hand
from hypothesis import given
from hypothesis import strategies as st
from translated import english_on, untranslated

from kit.simphone.apps import notes, notes_folders, notes_pages
from kit.simphone.apps.notes import APP, NotesData, fresh, note
from kit.simphone.phone import Phone
from kit.simphone.words import table


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


def test_a_folder_is_renamed_and_deleted_with_its_notes_in_the_trash(hand: Hand) -> None:
    hand.tap("Folders")
    hand.hold("Travel")
    hand.tap("Rename folder")
    hand.type("Folder name", "home")
    hand.tap("Rename")
    assert hand.env.toasts == ["Choose a name that is not in use"]
    hand.hold("Travel")
    hand.tap("Rename folder")
    hand.type("Folder name", "Trips")
    hand.tap("Rename")
    assert [f["name"] for f in hand.data.folders] == ["Home", "Trips"]
    hand.hold("Trips")
    hand.tap("Delete folder")
    hand.tap("Delete")
    assert [f["id"] for f in hand.data.folders] == ["f1"]
    assert (hand.data.notes[1]["folder"], hand.data.notes[1]["trashed"]) == ("", True)


def test_a_whole_list_is_ticked_and_unticked(hand: Hand) -> None:
    hand.tap("Packing")
    for label, done in (("Tick all", True), ("Untick all", False)):
        hand.tap("More options")
        hand.tap(label)
        assert [i["done"] for i in hand.data.notes[1]["items"]] == [done, done]


def test_a_copy_shares_nothing_with_its_original(hand: Hand) -> None:
    hand.tap("Packing")
    hand.tap("More options")
    hand.tap("Duplicate")
    hand.tap("Packing (copy)")
    hand.tap("Charger")
    assert [n["title"] for n in hand.data.notes] == ["Soup", "Packing", "Old", "Packing (copy)"]
    assert [[i["done"] for i in n["items"] or ()] for n in hand.data.notes] == [[], [False, False], [], [False, True]]


def test_a_note_is_shared_and_what_is_shared_becomes_a_note_only_by_saving(hand: Hand) -> None:
    hand.tap("Soup")
    hand.tap("More options")
    hand.tap("Share")
    assert hand.env.shared == [("Soup\nOnion and lentils", "")]
    hand.send(("shared", "from elsewhere", "/sdcard/Download/a.pdf"))
    assert len(hand.data.notes) == 3
    hand.tap("Save")
    assert hand.data.notes[-1]["body"] == "from elsewhere\n/sdcard/Download/a.pdf"


def test_every_text_of_the_source_is_translated() -> None:
    assert untranslated(APP, notes, notes_folders, notes_pages) == []
    said = {
        "An empty note cannot be saved",
        "New folder",
        "Rename folder",
        "Folder name",
        "Create",
        "Rename",
        "Search notes",
    }
    assert not said - table("zh", APP.words).keys()
    assert not said - table("ar", APP.words).keys()


PAGES = (
    (), (("open", "n1"),), (("open", "n2"), ("more", "n2")), (("ask_move", "n1"),), (("ask_delete", "n1"),), (("choose_kind",),),
    (("create", False), ("save",)), (("create", True),), (("edit", "n2"),), (("folders",),), (("folder_menu", "f1"),),
    (("ask_rename", "f1"),), (("ask_folder",),), (("ask_delete_folder", "f1"),), (("trash",),), (("trash",), ("ask_empty",)),
    (("search",),), (("open", "n9"),),
)  # fmt: skip


@pytest.mark.parametrize("locale", ["zh-CN", "ar"])
def test_no_page_speaks_english_on_a_phone_that_does_not(locale: str) -> None:
    phone = Phone(3, locale=locale)
    made = [
        note("n1", "", NOW, body="X", folder="f2", pinned=True),
        note("n2", "X", NOW, items=["Y"]),
        note("n3", "", NOW, trashed=True),
    ]
    for events in PAGES:
        phone.core.apps["notes"].data = NotesData(folders=[{"id": "f1", "name": "X"}], notes=made)
        phone.core.apps["notes"].ui.dialog = None
        assert english_on(phone, APP, "home", events, frozenset()) == set(), events


def test_no_notes_says_so() -> None:
    assert "No notes here yet" in Hand(APP, NotesData()).texts()


@given(st.integers())
def test_the_same_seed_gives_the_same_notes_in_folders_that_exist(seed: int) -> None:
    one, two = (asdict(fresh(random.Random(seed), NOW)) for _ in range(2))
    assert one == two == json.loads(json.dumps(one))
    assert {n["folder"] for n in one["notes"]} <= {f["id"] for f in one["folders"]}
