"""How fast the kit is, as ratios and counts measured side by side in one run. Nothing here gates anything.

    python experiments/benchmark.py                    everything that needs no file
    python experiments/benchmark.py steps phones adb   only these
    python experiments/benchmark.py speed              the figures of the promise, as ratios to bare calls of the same run
    python experiments/benchmark.py dumps FOLDER       parse and mark every .xml in a folder

steps:  full agent steps (observe, context, model, execute, trace) per second on one core, scripted policy; by CPU time,
        which other programs on the machine disturb less, and by wall time
phones: memory of phones in one process, idle and after a look with a picture; reset and fork
speed:  a sample of the suite, steps per second by CPU time against the bare shell calls of the very same steps, replayed
        right after each episode; 256 phones in one process; reset, snapshot and fork against one bare dump
adb:    kit.observe() over a real adb server against the bare calls it makes; a shell round trip
dumps:  milliseconds to parse and mark each dump
"""

from __future__ import annotations

import argparse
import gc
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import kit
from kit.agent.episode import Job, play
from kit.agent.record import record, recorder_for
from kit.device.device import Device
from kit.errors import HierarchyError, KitError
from kit.events import EpisodeStarted, Event
from kit.lab.job import own_process
from kit.tasks.base import Task, Template
from kit.tasks.suite import TEMPLATES
from kit.types import Step


class Meter:
    """CPU and wall seconds of every step, from the end of the one before it (or the episode's start) to its own end."""

    def __init__(self) -> None:
        self.cpu: list[float] = []
        self.wall: list[float] = []
        self.phases: dict[str, float] = {}
        self._since = (0.0, 0.0)

    def begin(self, event: Event) -> None:
        """A listener: the first step begins when its episode does."""
        if isinstance(event, EpisodeStarted):
            self._since = (time.thread_time(), time.perf_counter())

    def step(self, step: Step) -> None:
        """Called with a step that was written down."""
        now = (time.thread_time(), time.perf_counter())
        self.cpu.append(now[0] - self._since[0])
        self.wall.append(now[1] - self._since[1])
        for name, seconds in step.seconds.items():
            self.phases[name] = self.phases.get(name, 0.0) + seconds
        self._since = now


def steps(seeds: int = 3) -> None:
    """Oracle episodes over the whole suite, recorded, with and without pictures."""
    for pictures in (False, True):
        settings, _ = kit.resolve({"model": "oracle", "screenshots": pictures, "trace": True})
        meter, failed = Meter(), 0
        began = time.process_time()
        with tempfile.TemporaryDirectory() as folder, kit.open_device("sim:0", settings=settings) as phone:
            recorder = recorder_for(phone, Path(folder), None, settings, durable=False)
            for seed in range(seeds):
                for template in TEMPLATES:
                    task = Task.of(template, seed)
                    job = Job(task=task.name, seed=seed)
                    listeners, show = [meter.begin], meter.step
                    episode = record(recorder, phone, job, settings, task=task, show=show, listeners=listeners)
                    failed += not episode.outcome.success
            screen = phone.screen()
        whole = time.process_time() - began
        count = len(meter.cpu)
        cpu, wall = sum(meter.cpu), sum(meter.wall)
        shares = ", ".join(f"{name} {value / count * 1000:.2f}" for name, value in meter.phases.items())
        kind = f"with {screen.width}x{screen.height} pictures" if pictures else "text only"
        print(
            f"steps, {kind}: {count / cpu:.0f} /s by CPU time ({cpu / count * 1000:.2f} ms a step), {count / wall:.0f} /s "
            f"by wall time; {count / whole:.0f} /s of CPU time with set-up and check; wall ms: {shares}"
        )
        if failed:
            print(
                f"steps, {kind}: {failed} of {seeds * len(TEMPLATES)} episodes FAILED; the figures are not comparable"
            )


def phones(count: int = 64) -> None:
    """Memory of phones (resident set, without what the first one loads for all), reset and fork."""
    from kit.simphone.phone import Phone

    first = Phone(0)
    first.run("uiautomator dump /sdcard/w.xml")
    first.run("screencap")
    before = _resident_mib()
    many = [Phone(seed) for seed in range(count)]
    idle = _resident_mib()
    for phone in many:
        phone.run("uiautomator dump --windows /data/local/tmp/w.xml")
        phone.run("screencap")
    looked = _resident_mib()
    print(
        f"phones: {count} in one process, {(idle - before) / count:.2f} MiB each when new, "
        f"{(looked - before) / count:.2f} MiB each after a dump and a picture"
    )
    phone = many[0]
    print(f"phones: reset {_median_ms(lambda: phone.reset(3)):.2f} ms, fork {_median_ms(phone.fork):.2f} ms")


def adb(rounds: int = 15) -> None:
    """The price of kit.observe() over adb, against the bare commands sent through the same server, in turns."""
    settings, _ = kit.resolve({"device": "sim+adb:0", "observe_settle_ms": 0})
    with kit.open_device(settings.device, settings=settings) as phone:
        phone.launch("com.android.settings")
        sent = _commands_of(phone, lambda: kit.observe(phone, settings))

        def bare() -> None:
            for command, stdin in sent:
                phone.transport.shell(command, stdin=stdin)

        pairs = [(_ms(lambda: kit.observe(phone, settings)), _ms(bare)) for _ in range(rounds)]
        ratio = statistics.median(a / b for a, b in pairs)
        ours, theirs = (statistics.median(column) for column in zip(*pairs, strict=True))
        print(f"adb: observe {ours:.1f} ms, its {len(sent)} bare calls {theirs:.1f} ms, ratio {ratio:.2f}")
        trip = _median_ms(lambda: phone.transport.shell("true"), 200)
        print(f"adb: shell round trip {trip:.2f} ms")


class _Spy:
    """A transport that notes the calls it passes on."""

    def __init__(self, real: Any) -> None:
        self.real = real
        self.calls: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = []

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.real, name)
        if name not in ("shell", "sleep", "push", "pull", "install"):
            return found

        def noted(*args: Any, **more: Any) -> Any:
            self.calls.append((name, args, more))
            return found(*args, **more)

        return noted

    def again(self, first: int, last: int | None) -> None:
        """Makes the noted calls once more; what they raised then they may raise again."""
        for name, args, more in self.calls[first:last]:
            with suppress(KitError):
                getattr(self.real, name)(*args, **more)


def _commands_of(phone: Device, action: Callable[[], object]) -> list[tuple[str, bytes]]:
    real = phone.transport
    spy: Any = _Spy(real)
    phone.transport = spy
    try:
        action()
    finally:
        phone.transport = real
    return [(args[0], more.get("stdin", b"")) for name, args, more in spy.calls if name == "shell"]


# --- speed ---------------------------------------------------------------------------------------------------------------

EVERY, PHONES, WARM_UP = 6, 256, 9
"""Which part of the suite's templates is the sample, how many phones share a process, and a seed that only warms up: what
is measured is the pace of a process that has played each task once, on phones it has not seen."""


def speed() -> None:
    """What the kit promises of its speed. Memory first: what others have freed would hide what a phone takes."""
    _speed_of_phones()
    for seed, (pictures, traced) in enumerate(((False, True), (False, False), (True, True))):
        _speed_of_steps(TEMPLATES[::EVERY], seed, pictures, traced)  # a seed each: no screen was seen before


def _speed_of_steps(sample: Sequence[Template], seed: int, pictures: bool, traced: bool) -> None:
    """Each episode is played (and recorded), then the calls of its steps are made bare on a phone in the same state."""
    settings, _ = kit.resolve({"model": "oracle", "screenshots": pictures, "trace": traced})
    ours = bare = 0.0
    count = failed = 0
    with tempfile.TemporaryDirectory() as folder, kit.open_device("sim:0", settings=settings) as phone:
        recorder = recorder_for(phone, Path(folder), None, settings, durable=False)
        real = phone.transport
        for drawn, template in [(n, t) for n in (WARM_UP, seed) for t in sample]:
            meter, spy = _Spied(), _Spy(real)
            phone.transport = meter.spy = spy  # pyright: ignore[reportAttributeAccessIssue]
            task = Task.of(template, drawn)
            job = Job(task=task.name, seed=drawn)
            if traced:
                played = record(recorder, phone, job, settings, task=task, show=meter.step, listeners=[meter.begin])
            else:
                played = play(phone, job, settings, task=task, write=meter.step, listeners=[meter.begin])
            phone.transport = real
            if drawn == WARM_UP:
                continue
            failed += not played.outcome.success
            spy.again(0, meter.first)
            began = time.thread_time()
            spy.again(meter.first, meter.last)
            bare += time.thread_time() - began
            ours += sum(meter.cpu)
            count += len(meter.cpu)
    kind = f"{'pictures' if pictures else 'text only'}, {'recorded' if traced else 'without a trace'}"
    print(
        f"speed, {kind}: {count / ours:.0f} steps/s a core ({ours / count * 1000:.2f} ms a step, the bare calls of the same "
        f"steps {bare / count * 1000:.2f} ms, ratio {ours / bare:.2f}; {count} steps of {len(sample)} episodes, {failed} "
        f"failed; a fixed loop of plain Python took {_pace():.0f} ms)"
    )


def _pace() -> float:
    """CPU milliseconds of a fixed piece of plain Python: 70 to 240 on one machine, by the build of Python and its neighbours."""

    def once() -> float:
        began, table = time.thread_time(), dict[str, int]()
        for n in range(200_000):
            key = f"{n % 100}"
            table[key] = table.get(key, 0) + len(key)
        return (time.thread_time() - began) * 1000

    return min(once() for _ in range(3))


class _Spied(Meter):
    """A meter that also notes which of a spy's calls belong to the steps."""

    def __init__(self) -> None:
        super().__init__()
        self.spy: _Spy | None = None
        self.first = self.last = 0

    def begin(self, event: Event) -> None:
        """A listener: the calls of the steps begin where the episode does."""
        super().begin(event)
        if isinstance(event, EpisodeStarted) and self.spy is not None:
            self.first = self.last = len(self.spy.calls)

    def step(self, step: Step) -> None:
        """Called with a step that was written down."""
        super().step(step)
        if self.spy is not None:
            self.last = len(self.spy.calls)


def _speed_of_phones() -> None:
    """Memory of many phones; what a reset, a snapshot and a fork cost beside a bare dump of the same phone."""
    from kit.simphone.phone import Phone

    def look(phone: Phone) -> None:
        phone.run("uiautomator dump --windows /data/local/tmp/w.xml")
        phone.run("screencap")

    look(Phone(0))
    before = _resident_mib()
    many = [Phone(seed) for seed in range(PHONES)]
    for phone in many:
        look(phone)
    print(f"speed, phones: {PHONES} in one process, {(_resident_mib() - before) / PHONES:.2f} MiB each after a look")
    phone, seeds = many[0], iter(range(1_000_000, 2_000_000))
    kept = phone.snapshot()
    rows: dict[str, Callable[[], object]] = {
        "dump": lambda: phone.run("uiautomator dump --windows /data/local/tmp/w.xml"),
        "reset to a new seed": lambda: phone.reset(next(seeds)),
        "reset to the same seed": lambda: phone.reset(3),
        "snapshot": phone.snapshot,
        "restore": lambda: phone.restore(kept),
        "fork": phone.fork,
    }
    spent: dict[str, list[float]] = {name: [] for name in rows}
    for _ in range(40):  # in turns, so that what else runs on the machine meets all of them alike
        for name, action in rows.items():
            began = time.thread_time()
            action()
            spent[name].append((time.thread_time() - began) * 1000)
    ms = {name: statistics.median(values) for name, values in spent.items()}
    told = (
        f"{name} {value:.2f} ms ({value / ms['dump']:.2f} of a dump)" for name, value in ms.items() if name != "dump"
    )
    print(f"speed, phone: {', '.join(told)}; a bare dump right after a reset or restore {ms['dump']:.2f} ms")


def dumps(folder: Path) -> None:
    """Parses and marks every dump; a dump that cannot be read must fail with a typed error."""
    from kit.screen.report import marks_report

    typed = 0
    spent: list[float] = []
    for file in sorted(folder.glob("*.xml")):
        began = time.perf_counter()
        try:
            marks_report(file)
        except HierarchyError:
            typed += 1
        spent.append((time.perf_counter() - began) * 1000)
    if not spent:
        print(f"dumps: no .xml in {folder}")
        return
    print(
        f"dumps: {len(spent)} files, {typed} fail with a typed error; median {statistics.median(spent):.2f} ms, "
        f"slowest {max(spent):.1f} ms, {sum(spent) / 1000:.2f} s together"
    )


def _ms(action: Callable[[], object]) -> float:
    began = time.perf_counter()
    action()
    return (time.perf_counter() - began) * 1000


def _median_ms(action: Callable[[], object], times: int = 30) -> float:
    return statistics.median(_ms(action) for _ in range(times))


def _resident_mib() -> float:
    gc.collect()
    try:
        import resource

        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * resource.getpagesize() / 2**20
    except (ImportError, OSError):
        return float("nan")  # only Linux says what is resident now


def main() -> None:
    """Runs what the command line names."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "what", nargs="*", default=["steps", "phones", "adb"], help="steps phones adb speed dumps FOLDER"
    )
    words: list[str] = parser.parse_args().what
    if "dumps" in words:
        at = words.index("dumps")
        if at + 1 == len(words):
            parser.error("dumps needs a folder")
        dumps(Path(words.pop(at + 1)))
        words.pop(at)
    known: dict[str, Callable[[], None]] = {"speed": speed, "phones": phones, "steps": steps, "adb": adb}
    for word in words:
        if word not in known:
            parser.error(f"{word!r} is none of steps, phones, adb, speed, dumps")
    own_process()
    for name, measure in known.items():  # memory first: what others have freed would hide what a phone takes
        if name in words:
            measure()


if __name__ == "__main__":
    main()
