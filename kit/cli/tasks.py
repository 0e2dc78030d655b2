"""`kit tasks`: the task suite: what is in it, its card, the proof that every template is what it must be."""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from kit.cli.options import Commands, command, positive
from kit.errors import UsageError

if TYPE_CHECKING:
    from kit.lab.proof import Proof


PATTERN = "name, glob or set of the suite, or yours as module:NAME"


def add(commands: Commands) -> None:
    """Registers the command."""
    parser = command(commands, "tasks", "show the task suite, or prove it", "kit tasks verify 'contacts_*'")
    parser.add_argument(
        "--card", action="store_true", help="counts by app, skill, difficulty, and what baselines score"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=show)
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    listing = command(actions, "list", "list every task template", "kit tasks list 'contacts_*'")
    listing.add_argument("pattern", nargs="?", default="*", help=PATTERN)
    listing.add_argument("--json", action="store_true", help="print a JSON array")
    listing.set_defaults(run=show_list)
    proving = command(actions, "verify", "prove what every template must be", "kit tasks verify --seeds 20")
    proving.add_argument("pattern", nargs="?", default="*", help=PATTERN)
    proving.add_argument("--seeds", type=positive, default=20, help="seeds of each template (default 20)")
    proving.add_argument("--jobs", type=positive, default=None, help="processes (default: one a core)")
    proving.add_argument(
        "--device", default="sim:0", metavar="SPEC", help="the simphone, such as sim:0,locale=zh-CN,app=module:APP"
    )
    proving.add_argument("--write-card", metavar="FILE", help="also play the baselines and write the card's figures")
    proving.add_argument("--json", action="store_true", help="print one JSON object a template")
    proving.set_defaults(run=verify)


def show_list(options: argparse.Namespace) -> int:
    """Prints the templates that match."""
    from kit.tasks.suite import catalogue, find

    rows = catalogue(find(options.pattern))
    if options.json:
        print(json.dumps(rows, ensure_ascii=False))
        return 0
    for row in rows:
        head = f"{row['name']:32} {row['split']:5} {row['difficulty']}  budget {row['budget']:>3}"
        goal = row["goals"].get("en") or next(iter(row["goals"].values()))
        print(f"{head}  {','.join(row['apps']):24} {goal}")
    print(f"{len(rows)} template{'s' * (len(rows) != 1)}")
    return 0


def show(options: argparse.Namespace) -> int:
    """Prints the suite's card, or without --card what there is to choose from."""
    return show_card(options) if options.card else show_overview(options)


def show_overview(options: argparse.Namespace) -> int:
    """Prints the sets and areas that `--tasks` takes, and where to read on."""
    from kit.tasks.suite import SETS, TEMPLATES, VERSION

    areas = Counter(t.name.split("_")[0] for t in TEMPLATES)
    sets = {name: len(names) for name, names in SETS.items()}
    if options.json:
        about = {"version": VERSION, "templates": len(TEMPLATES), "sets": sets, "areas": dict(areas)}
        print(json.dumps(about, ensure_ascii=False))
        return 0
    print(f"task suite {VERSION}: {len(TEMPLATES)} templates")
    print(f"sets:  {_counted(sets)}")
    print(f"areas: {_counted(areas)}")
    print(
        "read on: kit tasks list 'notes_*' (each template), kit tasks --card (skills, difficulty, what baselines score)"
    )
    return 0


def show_card(options: argparse.Namespace) -> int:
    """Prints the suite's card."""
    from kit.lab.card import card

    found = card()
    if options.json:
        print(json.dumps(found, ensure_ascii=False))
        return 0
    print(f"task suite {found['version']}: {found['templates']} templates, {found['stock']} of them run on any phone")
    for title in ("splits", "difficulty", "skills", "apps"):
        print(f"{title + ':':12} {_counted(found[title])}")
    figures = found["measured"]
    if figures is None:
        print("baselines:   not measured for this version; `kit tasks verify --write-card FILE` does it")
        return 0
    scores = ", ".join(f"{name} {share:.1%}" for name, share in figures["solved"].items())
    print(
        f"baselines:   {scores} ({figures['seeds']} seeds each, {figures['baseline_seeds']} for do-nothing and random)"
    )
    steps = figures["steps"]
    print(f"oracle:      {steps['least']} to {steps['most']} steps, median {steps['median']:g}")
    return 0


def _counted(values: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in values.items())


def verify(options: argparse.Namespace) -> int:
    """Proves templates. Exit code 1 when a rule does not hold for one of them."""
    from kit.lab.proof import as_row, prove_all
    from kit.tasks.suite import TEMPLATES, by_name

    began = time.monotonic()
    found = by_name(options.pattern)
    if options.write_card and (strange := [name for name, t in found.items() if all(t is not s for s in TEMPLATES)]):
        raise UsageError(f"{strange[0]} is not of the suite, whose card this is.", fix="Leave --write-card out.")
    names = list(found)
    jobs = options.jobs or _cores()
    proofs: list[Proof] = []
    for proof in prove_all(names, options.seeds, jobs=jobs, spec=options.device):
        proofs.append(proof)
        print(json.dumps(as_row(proof), ensure_ascii=False) if options.json else _line(proof), flush=True)
    bad = [p for p in proofs if p.problems]
    if not options.json:
        print(_sum(proofs, options.seeds, time.monotonic() - began))
    if options.write_card and not bad:
        _write(options.write_card, proofs, options.seeds, jobs)
    return 1 if bad else 0


def _cores() -> int:
    import os

    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _line(proof: Proof) -> str:
    state = "ok" if not proof.problems else "FAILS"
    steps = f"{max(proof.lengths, default=0):3} steps"
    words = f"{state:5} {proof.name:34} oracle {proof.solved}/{proof.seeds}, {steps}, blind {proof.blind}/{proof.seeds}"
    return "\n".join([words, *(f"      {problem}" for problem in proof.problems[:5])])


def _sum(proofs: Iterable[Proof], seeds: int, seconds: float) -> str:
    proofs = list(proofs)
    bad = sum(bool(p.problems) for p in proofs)
    totals = {name: sum(getattr(p, name) for p in proofs) for name in ("solved", "still", "foreign", "blind")}
    episodes = seeds * len(proofs)
    return (
        f"{len(proofs)} template{'s' * (len(proofs) != 1)}, {len(proofs) - bad} proved, {bad} not; of {episodes} episodes: oracle {totals['solved']}, "
        f"done by nothing {totals['still']}, another seed's solution {totals['foreign']}, blind replay {totals['blind']}; "
        f"{seconds:.0f} s"
    )


def _write(path: str, proofs: Iterable[Proof], seeds: int, jobs: int) -> None:
    from pathlib import Path

    from kit.lab.card import figures, write

    values: dict[str, Any] = figures(proofs, seeds, jobs)
    write(values, Path(path))
    print(f"written: {path}")
