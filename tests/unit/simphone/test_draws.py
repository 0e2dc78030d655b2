"""Names and phrases of one part of the suite never turn up in another."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kit.simphone.apps.people import FIRST, LAST
from kit.simphone.draws import SHARES, Draws, share
from kit.simphone.phone import Phone

PARTS = tuple(dict.fromkeys(SHARES))


@given(st.lists(st.text(min_size=1, max_size=6), min_size=8, max_size=40, unique=True).map(tuple))
def test_the_shares_of_a_pool_are_disjoint_and_lose_nothing(pool: tuple[str, ...]) -> None:
    shares = [share(pool, part) for part in PARTS]
    assert sorted(text for s in shares for text in s) == sorted(pool)


def test_draws_of_different_parts_share_no_name() -> None:
    seen = {part: {Draws(str(n), part).choice(FIRST) for n in range(2000)} for part in PARTS}
    assert not seen["train"] & seen["test"]
    assert not seen["train"] & seen["dev"]
    assert not seen["dev"] & seen["test"]
    assert set().union(*seen.values()) == set(FIRST)


def test_without_a_part_it_is_pythons_own_generator() -> None:
    import random

    mine, theirs = Draws("7"), random.Random("7")
    assert [mine.choice(FIRST), mine.sample(LAST, 5), mine.random()] == [
        theirs.choice(FIRST), theirs.sample(LAST, 5), theirs.random()
    ]  # fmt: skip


def test_a_share_that_is_too_small_is_not_used() -> None:
    assert sorted(Draws("1", "test").sample(FIRST, len(FIRST))) == sorted(FIRST)
    assert share(("red", "green", "blue"), "test") == ("red", "green", "blue")


def test_phones_of_different_parts_hold_different_people() -> None:
    names = {}
    for part in PARTS:
        phone = Phone(0)
        found = set()
        for seed in range(8):
            phone.reset(seed, part)
            found |= {p["first"] for p in phone.state()["data"]["contacts"]["people"]}
        names[part] = found & set(FIRST)
    assert names["train"]
    assert not names["train"] & names["test"]
