"""Whether the tasks keep their meaning on every kind of phone: the reference solutions under each perturbation of simphone.

    python experiments/perturbations.py                                   the whole suite, seed 0, every axis and pair
    python experiments/perturbations.py --seeds 3
    python experiments/perturbations.py 'browser_*,maps_way' --axes locale=ar screen=small,rotation=1
    python experiments/perturbations.py --list                            the axes, one a line

One line an axis: what was solved of what was played, seconds, then each failure as task/seed and why. An axis is written as
behind a simphone's seed, "trait=value,trait=value"; "-" is the phone as it comes. The exit status is 1 when anything failed.

The solutions use the agent's own tools and look at observations only, so one that fails tells of a control that cannot be
reached, words that cannot be found, or data that changed their meaning. Each axis gets a phone of its own; seeds are the same
under every axis, so lines can be compared.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from kit.agent.episode import Job, play
from kit.lab.proof import cheapest
from kit.phones.open import open_device
from kit.simphone.profiles import APIS, LOCALES, SCREENS, TRAITS
from kit.simphone.state import VENDORS
from kit.tasks.base import Task, Template
from kit.tasks.suite import find

PLAIN = "-"
NUMBERS = {
    "font_scale": (0.85, 1.15, 1.3),
    "density": (360, 480, 540),
    "rotation": (1, 2, 3),
    "distractors": (12,),
    "notifications": (30,),
    "popups": (20,),
    "latency_ms": (400, 1000, 2000),
}
"""Values of the traits that are numbers; densities are those the phone's own settings offer for its display."""

NAMED = {"screen": tuple(SCREENS)[1:], "locale": LOCALES[1:], "android": tuple(APIS)[:-1], "vendor": VENDORS[1:]}
"""Values of the traits that have names, without the ones a plain phone has."""

PAIRS = (
    "locale=zh-CN,font_scale=1.3",
    "locale=ar,font_scale=1.3",
    "locale=ar,screen=small,dark_theme",
    "locale=zh-CN,screen=small,rotation=1",
    "label_variants,shuffle_lists,shuffle_home",
    "popups=20,notifications=30",
    "screen=small,font_scale=1.3",
    "screen=small,rotation=1",
    "screen=fold,rotation=1",
    "screen=tablet,rotation=1",
    "android=11,vendor=huawei",
    "android=13,vendor=samsung",
    "android=14,vendor=xiaomi,locale=zh-CN",
    "distractors=12,shuffle_home,label_variants",
)
"""What sweeps often combine."""


def axes() -> tuple[str, ...]:
    """The plain phone, every trait with each of its values, and the usual pairs."""
    single: list[str] = []
    for name, trait in TRAITS.items():
        values = NAMED.get(name) or NUMBERS.get(name)
        assert values or isinstance(trait.values[0], bool), f"no values for the trait {name}"
        single += [f"{name}={value}" for value in values] if values else [name]
    return (PLAIN, *single, *PAIRS)


@dataclass(slots=True)
class Line:
    """What came of one axis: how many episodes, seconds, and why some failed (task/seed: reason)."""

    axis: str
    played: int = 0
    seconds: float = 0.0
    failures: list[str] = field(default_factory=list[str])


def under(axis: str, templates: Sequence[Template], seeds: int) -> Line:
    """Plays every template's reference solution on a phone of this axis."""
    line, settings, began = Line(axis), cheapest(), time.perf_counter()
    spec = "sim:0" if axis == PLAIN else f"sim:0,{axis}"
    with open_device(spec, settings=settings) as phone:
        for template in templates:
            for seed in range(seeds):
                episode = play(phone, Job(task=template.name, seed=seed), settings, task=Task.of(template, seed))
                line.played += 1
                if not episode.outcome.success:
                    line.failures.append(f"{template.name}/{seed}: {episode.outcome.reason or episode.outcome.code}")
    line.seconds = time.perf_counter() - began
    return line


def shown(line: Line, most: int, chars: int = 160) -> Iterator[str]:
    """The line of an axis, and below it its first failures."""
    solved = line.played - len(line.failures)
    yield f"{line.axis:44} {solved}/{line.played} {line.seconds:5.0f} s"
    yield from (f"    {words[:chars]}" for words in line.failures[:most])
    if len(line.failures) > most:
        yield f"    ... and {len(line.failures) - most} more"


def main() -> int:
    """Plays what is asked for; 1 when a solution failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pattern", nargs="?", default="*", help="names of tasks, as `kit tasks list` takes them")
    parser.add_argument("--seeds", type=int, default=1, metavar="N", help="seeds 0 to N-1 of each task (default: 1)")
    parser.add_argument("--axes", nargs="+", metavar="AXIS", help="only these (default: all)")
    parser.add_argument("--failures", type=int, default=12, metavar="N", help="most failures shown an axis")
    parser.add_argument("--list", action="store_true", help="print the axes and stop")
    asked = parser.parse_args()
    if asked.list:
        print("\n".join(axes()))
        return 0
    failed = 0
    for axis in asked.axes or axes():
        line = under(axis, find(asked.pattern), asked.seeds)
        failed += len(line.failures)
        print("\n".join(shown(line, asked.failures)), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
