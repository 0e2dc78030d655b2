"""Phones on which a reference solution must work as well: other languages, other words, another order, larger print."""

from __future__ import annotations

from typing import Any

from proving import solve, story

from kit.device.device import Device
from kit.simphone.local import LocalTransport
from kit.simphone.phone import Phone
from kit.tasks.base import Template

KINDS: dict[str, dict[str, Any]] = {
    "Chinese": {"locale": "zh-CN"},
    "Arabic": {"locale": "ar"},
    "other words": {"label_variants": True},
    "shuffled": {"shuffle_lists": True, "shuffle_home": True},
    "large print": {"font_scale": 1.3},
}


def must_solve(template: Template, kind: str, *seeds: int) -> None:
    """Fails with the story of the first episode that does not succeed."""
    with Device(LocalTransport(Phone(0, **KINDS[kind]))) as device:
        for seed in seeds:
            episode = solve(device, template, seed)
            assert episode.outcome.success, story(episode)
