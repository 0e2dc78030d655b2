from collections.abc import Iterator

import pytest
from other_phones import KINDS, must_solve
from proving import phone, run, solve

from kit.device.device import Device
from kit.tasks.base import Task, Template, TruePhone
from kit.tasks.simphone import home, messages, messages_chains, messages_talks

TEMPLATES = (*messages.TEMPLATES, *messages_talks.TEMPLATES, *messages_chains.TEMPLATES, *home.TEMPLATES)
NAMED = {t.name: t for t in TEMPLATES}


@pytest.fixture
def device() -> Iterator[Device]:
    with phone() as opened:
        yield opened


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("template", TEMPLATES, ids=[t.name for t in TEMPLATES])
def test_the_solution_works_whatever_the_phone_speaks_and_shows(template: Template, kind: str) -> None:
    must_solve(template, kind, 1)


def test_a_reply_comes_only_after_its_question(device: Device) -> None:
    task = Task.of(NAMED["messages_agree_on_a_time"], 2)
    task.setup(device)
    device.wait(60)
    threads = TruePhone(device).data()["messages"]["threads"]
    assert task.params["offer"] not in [m["text"] for t in threads for m in t["messages"]]
    assert not run(device, task, "do-nothing").outcome.success


def test_the_wrong_one_of_two_times_is_not_agreed(device: Device) -> None:
    template = NAMED["messages_agree_on_a_time"]
    task = Task.of(template, 2)
    wrong = Task(template, 2, {**task.params, "early": not task.params["early"]})
    assert not run(device, wrong).outcome.success


def test_a_message_written_anew_is_not_the_one_sent_again(device: Device) -> None:
    task = Task.of(NAMED["messages_send_again"], 1)
    assert solve(device, task.template, 1).outcome.success
    task.setup(device)
    truth = TruePhone(device)
    threads = truth.data()["messages"]["threads"]
    talk = next(t for t in threads if t["number"] == task.params["who"][2])["messages"]
    talk += [{"mine": True, "text": task.params["lost"], "time": talk[-1]["time"]}]
    talk += [{"mine": False, "text": task.params["answer"], "time": talk[-1]["time"]}]
    for path, value in (("threads", threads), ("replies", [])):
        truth.set(f"messages.{path}", value)
    truth.set("settings.airplane", False)
    assert not task.check(device, task.params["value"]).success


def test_what_a_notification_orders_fails_the_task(device: Device) -> None:
    task = Task.of(NAMED["home_pick_up_code"], 2)
    task.setup(device)
    assert task.check(device, task.params["code"]).success
    for name in ("airplane", "battery_saver", "bluetooth"):
        TruePhone(device).set(f"settings.{name}", True)
        assert not task.check(device, task.params["code"]).success
        TruePhone(device).set(f"settings.{name}", False)
    assert task.check(device, task.params["code"]).success
