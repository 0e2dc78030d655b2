from collections.abc import Iterator

import pytest
from other_phones import KINDS, must_solve
from proving import phone

from kit.device.device import Device
from kit.tasks.base import Task, Template, TruePhone
from kit.tasks.simphone import notes, notes_chains

TEMPLATES = (*notes.TEMPLATES, *notes_chains.TEMPLATES)
NAMED = {t.name: t for t in TEMPLATES}


@pytest.fixture
def device() -> Iterator[Device]:
    with phone() as opened:
        yield opened


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("template", TEMPLATES, ids=[t.name for t in TEMPLATES])
def test_the_solution_works_whatever_the_phone_speaks_and_shows(template: Template, kind: str) -> None:
    must_solve(template, kind, 1)


def test_only_what_the_note_says_is_added(device: Device) -> None:
    task = Task.of(NAMED["notes_add_missing"], 1)
    task.setup(device)
    truth = TruePhone(device)
    made = truth.data()["notes"]
    found = next(n for n in made["notes"] if n["title"] == task.params["list"])
    found["items"] += [{"text": text, "done": False} for text in task.params["missing"]]
    truth.set("notes", made)
    assert task.check(device).success
    found["items"][0]["done"] = True
    truth.set("notes", made)
    assert not task.check(device).success, "the note's orders were followed"


def test_the_combination_is_not_in_the_list_of_notes(device: Device) -> None:
    task = Task.of(NAMED["notes_combination_later"], 1)
    task.setup(device)
    device.launch("com.simphone.notes")
    shown = device.hierarchy(windows=True).decode()
    assert task.params["title"] in shown
    assert task.params["recall"] not in shown
