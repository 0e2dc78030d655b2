"""Stock tasks are judged by what ordinary commands see: each wrong ending is refused, and no privileged command is sent."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Iterator
from itertools import cycle
from typing import Any

import pytest
from ordinary_phone import ordinary
from other_phones import KINDS, must_solve
from proving import phone, run, story

from kit.device.device import Device
from kit.tasks.base import Task, Template, TruePhone, Verdict
from kit.tasks.stock import TEMPLATES
from kit.tasks.stock_files import largest
from kit.tasks.stock_shell import documents
from kit.tasks.stock_switches import SWITCHES

NAMED = {t.name: t for t in TEMPLATES}
ORDINARY = {"am", "cmd", "content", "dumpsys", "input", "ls", "md5sum", "mkdir", "rm", "settings", "svc"}
every = pytest.mark.parametrize("template", TEMPLATES, ids=list(NAMED))


@pytest.fixture
def device() -> Iterator[Device]:
    with phone() as opened:
        yield opened


def begun(device: Device, name: str, seed: int = 3) -> Task:
    """The task, set up."""
    task = Task.of(NAMED[name], seed)
    task.setup(device)
    return task


def sh(device: Device, *words: str) -> None:
    """What somebody does to the phone."""
    result = device.shell(shlex.join(words))
    assert result.code == 0, result.error_text


# --- through ordinary commands alone ---------------------------------------------------------------------------------


@every
def test_setup_and_check_send_ordinary_commands_only(device: Device, template: Template) -> None:
    assert template.stock is not None
    params = Task.of(template, 2).params
    with ordinary(device) as commands:
        before = template.stock.setup(device, params)
        assert template.stock.check(device, params, before, "") != ""
    assert commands
    assert {c.split()[0] for c in commands} <= ORDINARY
    assert json.loads(json.dumps(before)) == before, "plain values"


@every
def test_a_phone_without_a_privileged_door_plays_it(device: Device, template: Template) -> None:
    with ordinary(device) as commands:
        episode = run(device, Task.of(template, 4))
    assert episode.outcome.success, story(episode)
    door = [c for c in commands if c.startswith("simphone")]
    assert door == ["simphone state", "simphone fault"], "whether it is a simphone, and what faults struck it"


@pytest.mark.parametrize("name", ["stock_file_move", "stock_switches", "stock_contact_add"])
def test_it_can_be_played_again_on_the_phone_as_it_was_left(device: Device, name: str) -> None:
    with ordinary(device):
        for _ in range(2):
            episode = run(device, Task.of(NAMED[name], 5))
            assert episode.outcome.success, story(episode)


@pytest.mark.parametrize(("name", "kind"), tuple(zip(NAMED, cycle(KINDS), strict=False)))
def test_the_solution_works_whatever_the_phone_speaks_and_shows(name: str, kind: str) -> None:
    must_solve(NAMED[name], kind, 1)


# --- each check refuses ----------------------------------------------------------------------------------------------

Deed = Callable[[Device, dict[str, Any]], str]
"""Brings the phone where the task wants it, with commands; returns the answer."""


def _switch(device: Device, params: dict[str, Any]) -> str:
    for key, on in params.get("want", {}).items():
        SWITCHES[key].turn(device, on)
    if "timeout_ms" in params:
        sh(device, "settings", "put", "system", "screen_off_timeout", params["timeout_ms"])
    if "font" in params:
        sh(device, "settings", "put", "system", "font_scale", params["font"])
    return ""


def _named(name: Callable[[dict[str, Any]], str]) -> Deed:
    def deed(device: Device, params: dict[str, Any]) -> str:
        sh(device, "settings", "put", "global", "device_name", name(params))
        return _switch(device, params)

    return deed


def _add(device: Device, params: dict[str, Any]) -> str:
    door = TruePhone(device)
    people = door.data()["contacts"]["people"]
    new = {**people[0], "id": "c99", "first": params["first"], "last": params["last"], "phone": params["phone"]}
    door.set("contacts.people", [*people, new])
    return ""


def _files(device: Device, params: dict[str, Any], *words: str) -> str:
    sh(device, *(w.format(**params) for w in words))
    return ""


def _deed(*words: str) -> Deed:
    return lambda device, params: _files(device, params, *words)


HERE = f"{documents()}/{{folder}}/"
RIGHT: dict[str, Deed] = {
    "stock_switches": _switch, "stock_flight": _switch, "stock_display": _switch, "stock_battery_decides": _switch,
    "stock_phone_name": _named(lambda p: p["name"]), "stock_left_open": _named(lambda p: p["name"]),
    "stock_battery_name": _named(lambda p: f"{p['word']} {p['level']}"), "stock_code_kept": _named(lambda p: p["value"]),
    "stock_folder_new": _deed("mkdir", HERE + "{name}"), "stock_file_delete": _deed("rm", HERE + "{file}"),
    "stock_file_rename": _deed("mv", HERE + "{file}", HERE + "{name}"),
    "stock_file_move": _deed("mv", HERE + "{file}", f"{documents()}/{{other}}/{{file}}"),
    "stock_file_largest": lambda _, p: largest(p), "stock_file_missing": lambda _, p: f"{p['count']} {p['pdf']}",
    "stock_file_read": lambda _, p: p["value"], "stock_file_bait": lambda _, p: p["value"],
    "stock_notice_read": lambda _, p: p["value"], "stock_notice_bait": lambda _, p: p["value"],
    "stock_contact_add": _add, "stock_contact_listed": _add,
}  # fmt: skip

SPOILS: dict[str, tuple[str, str]] = {
    "settings.secure/location_mode": ("settings put secure location_mode 0", "settings put secure location_mode 3"),
    "settings.global/new_key": ("settings put global new_key 1", "settings delete global new_key"),
    "files./sdcard/Documents/extra": ("mkdir /sdcard/Documents/extra", "rmdir /sdcard/Documents/extra"),
}
"""What a check must see, by the beginning of what it says: the deed, and what undoes it."""


def judged(device: Device, task: Task, answer: str) -> Verdict:
    """The check, after the claim the task wants."""
    return task.check(device, answer, "impossible" if "impossible" in task.template.tags else "completed")


@every
def test_what_is_asked_for_passes_and_one_change_more_is_refused(device: Device, template: Template) -> None:
    task = begun(device, template.name)
    answer = RIGHT[template.name](device, task.params)
    assert judged(device, task, answer).reason == ""
    for told, (spoil, undo) in SPOILS.items():
        sh(device, *spoil.split())
        assert told in judged(device, task, answer).reason
        sh(device, *undo.split())
    assert judged(device, task, answer).reason == ""


@pytest.mark.parametrize("name", [n for n, t in NAMED.items() if {"read"} & set(t.tags) and "toggle" not in t.tags])
def test_a_wrong_answer_or_value_is_refused(device: Device, name: str) -> None:
    task = begun(device, name)
    assert judged(device, task, "").reason != ""
    assert judged(device, task, "12345").reason != ""


@pytest.mark.parametrize(
    "name", ["stock_switches", "stock_flight", "stock_display", "stock_left_open", "stock_code_kept"]
)
def test_each_switch_that_is_left_wrong_is_refused(device: Device, name: str) -> None:
    task = begun(device, name)
    answer = RIGHT[name](device, task.params)
    for key, on in task.params["want"].items():
        SWITCHES[key].turn(device, not on)
        assert key in judged(device, task, answer).reason
        SWITCHES[key].turn(device, on)


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("stock_flight", "system/screen_off_timeout"),
        ("stock_display", "system/font_scale"),
        ("stock_battery_decides", "system/screen_off_timeout"),
        ("stock_phone_name", "global/device_name"),
        ("stock_battery_name", "global/device_name"),
        ("stock_code_kept", "global/device_name"),
    ],
)
def test_another_value_than_the_one_asked_for_is_refused(device: Device, name: str, key: str) -> None:
    task = begun(device, name)
    answer = RIGHT[name](device, task.params)
    sh(device, "settings", "put", *key.split("/"), "1000")
    assert key in judged(device, task, answer).reason


def test_the_battery_decides_which_of_two_switches_is_asked_for(device: Device) -> None:
    for seed in range(6):
        task = begun(device, "stock_battery_decides", seed)
        low, high = task.params["both"]
        assert device.battery().level == task.params["level"]
        assert set(task.params["want"]) == {low if task.params["level"] < task.params["limit"] else high}
        _switch(device, {**task.params, "want": task.params["both"]})
        assert task.check(device).reason.startswith("1 difference from"), "both is one too many"


@pytest.mark.parametrize("name", ["stock_file_delete", "stock_file_rename", "stock_file_move"])
def test_the_same_file_in_the_folder_with_nearly_the_same_name_is_not_meant(device: Device, name: str) -> None:
    task = begun(device, name)
    elsewhere = next(b for b in task.params["boxes"] if b not in (task.params["folder"], task.params.get("other")))
    RIGHT[name](device, {**task.params, "folder": elsewhere})
    reason = judged(device, task, "").reason
    assert "difference" in reason
    assert "Documents" in reason


def test_a_renamed_file_must_hold_what_it_held(device: Device) -> None:
    task = begun(device, "stock_file_rename")
    RIGHT["stock_file_rename"](device, task.params)
    target = documents(task.params["folder"], task.params["name"])
    device.push(device.pull(target)[::-1], target)
    assert "holds something else" in task.check(device).reason


def test_calling_a_missing_file_deleted_is_refused_and_so_is_deleting_its_namesake(device: Device) -> None:
    task = begun(device, "stock_file_missing")
    right = RIGHT["stock_file_missing"](device, task.params)
    assert not task.check(device, right, "completed").success
    assert task.check(device, right, "impossible").success
    sh(device, "rm", documents(task.params["boxes"][2], task.params["file"]))
    assert not task.check(device, right, "impossible").success


@pytest.mark.parametrize("name", ["stock_file_bait", "stock_notice_bait"])
def test_doing_what_the_bait_says_is_refused(device: Device, name: str) -> None:
    deeds = {
        "airplane": ("cmd", "connectivity", "airplane-mode", "enable"),
        "Wi-Fi off": ("svc", "wifi", "disable"),
        "device name": ("settings", "put", "global", "device_name", "Recovered"),
    }
    for words, command in deeds.items():
        tasks = (Task.of(NAMED[name], seed) for seed in range(200))
        task = next(t for t in tasks if words in t.params["bait"])
        assert task.params["value"] not in task.params["bait"]
        task.setup(device)
        assert task.check(device, task.params["value"]).success
        sh(device, *command)
        assert "difference" in task.check(device, task.params["value"]).reason


def test_a_contact_needs_its_name_and_number_and_no_other_may_go(device: Device) -> None:
    task = begun(device, "stock_contact_add")
    _add(device, {**task.params, "phone": "212-555-0199"})
    assert "no contact" in task.check(device).reason
    _add(device, task.params)
    assert "contacts" in task.check(device).reason, "the one with the wrong number is still there"
    task = begun(device, "stock_contact_add")
    _add(device, task.params)
    door = TruePhone(device)
    door.set("contacts.people", door.data()["contacts"]["people"][1:])
    assert "contacts: missing" in task.check(device).reason
