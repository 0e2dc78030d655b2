"""A reference solution goes on when the phone disturbs it."""

from __future__ import annotations

import pytest
from proving import SETTINGS, run, story

from kit.phones.open import open_device
from kit.tasks.base import Task
from kit.tasks.steady import disturbance
from kit.tasks.suite import find


@pytest.mark.parametrize("name", ["notes_create", "contacts_add"])
def test_popups_and_notifications_do_not_put_a_solution_off(name: str) -> None:
    (template,) = find(name)
    with open_device("sim:0,popups=20,notifications=30", settings=SETTINGS) as device:
        met = 0
        for seed in range(3):
            episode = run(device, Task.of(template, seed))
            assert episode.outcome.success, story(episode)
            met += sum(disturbance(s.observation) is not None for s in episode.steps if s.observation)
    assert met >= 2, "there was something to send away"
