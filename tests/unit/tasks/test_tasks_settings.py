from collections.abc import Iterator

import pytest
from other_phones import KINDS, must_solve
from proving import phone

from kit.device.device import Device
from kit.simphone.apps import clock, contacts, messages, notes
from kit.tasks.base import Task, Template, TruePhone
from kit.tasks.simphone import settings, settings_apps, settings_system

TEMPLATES = (*settings.TEMPLATES, *settings_apps.TEMPLATES, *settings_system.TEMPLATES)
NAMED = {t.name: t for t in TEMPLATES}


@pytest.fixture
def device() -> Iterator[Device]:
    with phone() as opened:
        yield opened


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("template", TEMPLATES, ids=[t.name for t in TEMPLATES])
def test_the_solution_works_whatever_the_phone_speaks_and_shows(template: Template, kind: str) -> None:
    must_solve(template, kind, 1)


def test_another_switch_flipped_on_the_way_fails(device: Device) -> None:
    task = Task.of(NAMED["settings_display"], 3)
    task.setup(device)
    truth = TruePhone(device)
    for field, value in {**task.params["wanted"], "nfc": False}.items():
        truth.set(f"settings.{field}", value)
    verdict = task.check(device)
    assert not verdict.success
    assert "settings.nfc" in verdict.reason


def test_clearing_one_app_too_many_fails(device: Device) -> None:
    task = Task.of(NAMED["settings_hand_over"], 2)
    task.setup(device)
    apps = {app.name: app.package for app in (clock.APP, contacts.APP, messages.APP, notes.APP)}
    TruePhone(device).set("settings.device_name", task.params["name"])
    for app in task.params["gone"]:
        assert not task.check(device).success
        device.shell(f"pm clear {apps[app]}")
    assert task.check(device).success
    device.shell(f"pm clear {next(package for app, package in apps.items() if app not in task.params['gone'])}")
    assert not task.check(device).success


def test_the_wrong_language_is_really_on_the_screen_at_first(device: Device) -> None:
    spoken: set[str] = set()
    for seed in range(8):
        task = Task.of(NAMED["settings_language"], seed)
        task.setup(device)
        locale = TruePhone(device).data()["settings"]["locale"]
        assert locale != task.params["wanted"]["locale"]
        spoken.add(locale)
    assert spoken <= {"zh-CN", "ar-EG", "de-DE", "fr-FR"}
    assert len(spoken) > 2
