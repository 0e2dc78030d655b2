"""What a snapshot holds: the data of apps that somebody used; those of the others are made again, the same."""

from __future__ import annotations

import pytest

from kit.simphone.phone import Phone
from kit.simphone.state import unmade


def size(phone: Phone) -> int:
    held = phone.snapshot()
    assert isinstance(held, tuple)
    return len(held[0])


def test_a_fresh_phone_is_small_to_keep_however_often_its_state_was_asked_for() -> None:
    phone = Phone(3)
    fresh = size(phone)
    asked = phone.state()
    assert size(phone) == fresh
    for app in phone.core.apps.values():
        assert app.data is not None or app.made is None
    assert size(phone) > 3 * fresh
    assert phone.state() == asked


def test_restored_phones_have_the_data_they_had() -> None:
    phone = Phone(3)
    notes = phone.core.apps["notes"].data.notes
    notes.clear()
    kept, before = phone.snapshot(), phone.state()
    assert before["data"]["notes"]["notes"] == []
    phone.reset(4)
    assert phone.state() != before
    phone.restore(kept)
    assert phone.state() == before
    assert Phone(9).state() != before
    other = Phone(9)
    other.restore(kept)
    assert other.state() == before, "the data of unused apps are those of the snapshot's seed"


def test_a_fork_shares_no_data_with_its_phone() -> None:
    phone = Phone(3)
    phone.state()
    twin = phone.fork()
    twin.core.apps["contacts"].data.people.clear()
    assert len(phone.state()["data"]["contacts"]["people"]) > 0
    phone.core.apps["notes"].data.notes.clear()
    assert len(twin.state()["data"]["notes"]["notes"]) > 0


def test_the_part_of_the_suite_is_kept_as_well() -> None:
    phone = Phone(3)
    phone.reset(3, "test")
    twin = phone.fork()
    assert twin.state() == phone.state() != Phone(3).state()


def test_a_snapshot_that_nobody_restored_has_no_data_to_give() -> None:
    with pytest.raises(RuntimeError, match="restore"):
        unmade()
