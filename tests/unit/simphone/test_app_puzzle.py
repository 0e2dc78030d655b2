import json
import random
from dataclasses import asdict

import pytest
from app_driver import NOW
from app_phone import AppPhone
from hypothesis import given, settings
from hypothesis import strategies as st
from translated import untranslated

from kit.device.device import Device
from kit.simphone.apps import puzzle
from kit.simphone.apps.puzzle import APP, KINDS, RULES, fresh, level
from kit.simphone.apps.puzzle_rules import goal, scrambled, solution, touch
from kit.simphone.local import LocalTransport

ALMOST = [1, 2, 3, 4, 5, 6, 7, 0, 8]


@pytest.fixture
def phone() -> AppPhone:
    found = AppPhone(APP)
    found.data.levels[:] = [
        level("l1", "Tiles", "tiles", 3, ALMOST),
        level("l2", "Lamps", "lights", 3, [0, 1, 0, 1, 1, 1, 0, 1, 0]),
        level("l3", "Shut", "tiles", 3, ALMOST, code="Key9"),
    ]
    found.phone.touch()
    return found


def at(phone: AppPhone, field: int) -> tuple[int, int]:
    boxes = [win.box for win in phone.phone.windows() if win.box is not None]
    while boxes:
        one = boxes.pop()
        if one.widget.kind == "canvas":
            return one.x + (2 * (field % 3) + 1) * one.w // 6, one.y + (2 * (field // 3) + 1) * one.h // 6
        boxes += one.kids
    raise AssertionError("no board")


def play(phone: AppPhone, start: int, end: int | None = None) -> None:
    (a, b), (c, d) = at(phone, start), at(phone, start if end is None else end)
    assert phone.phone.run(f"input swipe {a} {b} {c} {d} 300").code == 0
    assert phone.phone.internal_errors == []


def test_a_touched_tile_slides_only_into_the_empty_field_beside_it(phone: AppPhone) -> None:
    phone.tap("Tiles")
    play(phone, 0)
    assert "Moves: 0" in phone.texts()
    play(phone, 8)
    assert phone.data.levels[0] == level("l1", "Tiles", "tiles", 3, ALMOST) | {
        "board": [1, 2, 3, 4, 5, 6, 7, 8, 0], "moves": 1, "best": 1
    }  # fmt: skip
    assert {"Solved!", "Best: 1"} <= set(phone.texts())
    play(phone, 5)
    assert phone.data.levels[0]["moves"] == 1


def test_a_swipe_moves_a_tile_only_towards_the_empty_field(phone: AppPhone) -> None:
    phone.tap("Tiles")
    play(phone, 8, 5)
    play(phone, 4, 1)
    assert phone.data.levels[0]["moves"] == 0
    play(phone, 4, 7)
    assert phone.data.levels[0]["board"] == [1, 2, 3, 4, 0, 6, 7, 5, 8]


def test_a_touched_light_switches_its_neighbours_too(phone: AppPhone) -> None:
    phone.tap("Lamps")
    play(phone, 4)
    assert "Solved!" in phone.texts()
    assert (phone.data.levels[1]["board"], phone.data.levels[1]["best"]) == ([0] * 9, 1)


def test_the_fields_have_no_nodes_but_are_drawn_and_can_be_read_out(phone: AppPhone) -> None:
    device = Device(LocalTransport(phone.phone))
    phone.tap("Lamps")
    before = device.screenshot()
    assert b'text="5"' not in device.hierarchy(windows=True)
    play(phone, 0)
    assert device.screenshot().getpixel(at(phone, 0)) != before.getpixel(at(phone, 0))
    phone.tap("Read the board")
    assert {"Row 1: on, off, off", "Row 2: off, on, on"} <= set(phone.texts())


def test_starting_again_asks_first_and_keeps_the_best(phone: AppPhone) -> None:
    phone.tap("Tiles")
    play(phone, 8)
    phone.tap("Start again", "Cancel")
    assert phone.data.levels[0]["moves"] == 1
    phone.tap("Start again")
    assert "Your 1 moves in “Tiles” will be lost." in phone.texts()
    phone.tap("Restart")
    one = phone.data.levels[0]
    assert (one["board"], one["moves"], one["best"]) == (ALMOST, 0, 1)


def test_a_locked_level_opens_with_its_code_only(phone: AppPhone) -> None:
    assert "Sliding tiles · locked" in phone.texts()
    phone.tap("Shut")
    phone.type("Level code", "key8")
    phone.tap("Unlock")
    assert "This code is wrong" in phone.texts()
    phone.type("Level code", "key9")
    phone.tap("Unlock")
    assert "Moves: 0" in phone.texts()
    assert phone.data.levels[2]["code"] == ""


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(("tiles", "lights")), st.integers(0, 8), st.randoms(use_true_random=False))
def test_a_scrambled_board_is_solved_by_as_many_touches_as_it_was_made_with(
    kind: str, moves: int, rng: random.Random
) -> None:
    board = scrambled(kind, 3, moves, rng)
    way = solution(kind, 3, board)
    assert len(way) == moves
    for field in way:
        board = touch(kind, 3, board, field)
    assert board == goal(kind, 3)


def test_every_text_has_chinese_and_arabic() -> None:
    assert untranslated(APP, puzzle) == []
    others = [*KINDS.values(), *RULES.values(), "This code is wrong"]
    assert [t for t in others for lang in ("zh", "ar") if t not in APP.words[lang]] == []


@pytest.mark.parametrize("seed", range(5))
def test_the_same_seed_gives_the_same_levels_all_solvable(seed: int) -> None:
    one, two = (asdict(fresh(random.Random(seed), NOW)) for _ in range(2))
    assert one == two == json.loads(json.dumps(one))
    for made in one["levels"]:
        if made["size"] == 3:
            assert solution(made["kind"], 3, tuple(made["board"]))
