"""Tasks keep their meaning on other kinds of phones: a sample of reference solutions under perturbations.

`experiments/perturbations.py` plays the whole suite under every axis.
"""

from __future__ import annotations

import pytest
from proving import SETTINGS, solve, solve_as, story

from kit.phones.open import open_device
from kit.tasks.suite import find

SAMPLE = (
    "bank_transfer",
    "browser_train",
    "calendar_add",
    "contacts_add",
    "mail_tidy_sender",
    "notes_add_missing",
    "phone_call_back",
    "settings_volumes",
)
"""Forms, dialogs, lists longer than a screen, a table, pads of digits, sliders; of as many apps."""

AXES = (
    "locale=ar,dark_theme",
    "locale=zh-CN,font_scale=1.3",
    "screen=small",
    "rotation=1",
    "android=11,vendor=huawei",
    "popups=20,notifications=30,label_variants,shuffle_lists",
)


@pytest.mark.parametrize("axis", AXES)
def test_the_reference_solutions_succeed(axis: str) -> None:
    with open_device(f"sim:0,{axis}", settings=SETTINGS) as phone:
        for template in find(",".join(SAMPLE)):
            episode = solve(phone, template, 1)
            assert episode.outcome.success, story(episode)


@pytest.mark.parametrize(
    ("axis", "names"),
    [
        ("screen=small,rotation=1", "calculator_three_sums,chat_settle_time,messages_ask,music_play,recorder_where"),
        ("latency_ms=2000", "camera_film,recorder_memo,recorder_file_code"),
    ],
)
def test_what_is_hard_on_a_low_screen_or_a_slow_phone(axis: str, names: str) -> None:
    """Talks, lists and a keypad where little fits on the screen; lengths of time where every action takes some."""
    with open_device(f"sim:0,{axis}", settings=SETTINGS) as phone:
        for template in find(names):
            episode = solve(phone, template, 1)
            assert episode.outcome.success, story(episode)


@pytest.mark.parametrize("axis", ["locale=ar", "rotation=1", "screen=small,font_scale=1.3"])
def test_another_seeds_phone_is_still_refused(axis: str) -> None:
    """What makes solutions cope must not make them succeed at anything: the answer of another seed stays wrong."""
    with open_device(f"sim:0,{axis}", settings=SETTINGS) as phone:
        for template in find("browser_train,contacts_add,settings_volumes"):
            assert not solve_as(phone, template, 1, 2).outcome.success
