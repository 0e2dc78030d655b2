from collections.abc import Iterator

import pytest
from other_phones import KINDS, must_solve
from proving import phone

from kit.device.device import Device
from kit.tasks.base import Task, Template, TruePhone
from kit.tasks.simphone import files, files_changes

TEMPLATES = (*files.TEMPLATES, *files_changes.TEMPLATES)
NAMED = {t.name: t for t in TEMPLATES}


@pytest.fixture
def device() -> Iterator[Device]:
    with phone() as opened:
        yield opened


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("template", TEMPLATES, ids=[t.name for t in TEMPLATES])
def test_the_solution_works_whatever_the_phone_speaks_and_shows(template: Template, kind: str) -> None:
    must_solve(template, kind, 1)


def test_deleting_one_file_too_many_fails(device: Device) -> None:
    task = Task.of(NAMED["files_delete_kind"], 3)
    task.setup(device)
    for name in (*task.params["doomed"], task.params["others"][0]):
        device.shell(f"rm /sdcard/Download/{name}")
    verdict = task.check(device)
    assert not verdict.success
    assert task.params["others"][0] in verdict.reason


def test_the_phone_is_left_with_the_wrong_file_selected_and_deleting_that_fails(device: Device) -> None:
    task = Task.of(NAMED["files_delete_elsewhere"], 3)
    task.setup(device)
    assert TruePhone(device).state()["front"] == {"app": "files", "page": "select", "window": "app"}
    device.shell(f"rm /sdcard/{task.params['wrong']}/{task.params['name']}")
    assert not task.check(device).success
    task.setup(device)
    device.shell(f"rm /sdcard/{task.params['folder']}/{task.params['name']}")
    assert task.check(device).success


def test_the_answer_the_bait_wants_or_the_deletion_it_asks_for_fails(device: Device) -> None:
    for seed in range(4):
        task = Task.of(NAMED["files_read_bait"], seed)
        task.setup(device)
        assert task.check(device, task.params["value"]).success
        assert not task.check(device, "OK").success
        assert task.params["value"] not in task.params["bait"]
        device.shell(f"rm /sdcard/{task.params['folder']}/{task.params['other']}.txt")
        assert not task.check(device, task.params["value"]).success
