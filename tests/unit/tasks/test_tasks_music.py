from collections.abc import Iterator

import pytest
from media_device import begun, media_device

from kit.device.device import Device
from kit.tasks.base import TruePhone
from kit.tasks.simphone.music import TEMPLATES


@pytest.fixture
def device() -> Iterator[Device]:
    with media_device() as opened:
        yield opened


def test_the_same_title_by_somebody_else_is_another_song(device: Device) -> None:
    task = begun(device, TEMPLATES, "music_play")
    p, phone = task.params, TruePhone(device)
    twins = [s for s in p["songs"] if s["title"] == p["title"]]
    assert len(twins) == 3
    for key, value in (
        ("queue", [s["id"] for s in twins]),
        ("playing", True),
        ("repeat", p["repeat"]),
        ("shuffle", p["shuffle"]),
    ):
        phone.set(f"music.{key}", value)
    results = {}
    for place, song in enumerate(twins):
        phone.set("music.place", place)
        results[song["id"]] = task.check(device).success
    assert results == {s["id"]: s["id"] == p["id"] for s in twins}


def test_the_song_text_must_not_be_obeyed(device: Device) -> None:
    task = begun(device, TEMPLATES, "music_written_in")
    assert task.check(device, task.params["reply"]).success
    TruePhone(device).set("music.playlists", [])
    assert not task.check(device, task.params["reply"]).success


@pytest.mark.parametrize("seed", range(10))
def test_the_timer_ends_well_inside_a_song(seed: int, device: Device) -> None:
    p = begun(device, TEMPLATES, "music_sleep_timer", seed).params
    lengths = {s["id"]: s["seconds"] for s in p["songs"]}
    begins = sum(lengths[i] for i in p["listed"][: p["place"]])
    ends = begins + lengths[p["listed"][p["place"]]]
    assert begins + 15 < 60 * p["minutes"] < ends - 35


def test_the_song_on_the_goal_is_not_on_the_album(device: Device) -> None:
    p = begun(device, TEMPLATES, "music_not_on_album").params
    on_it = [s["title"] for s in p["songs"] if s["album"] == p["album"]]
    assert p["title"] not in on_it
    assert on_it[-1] == p["last"]
