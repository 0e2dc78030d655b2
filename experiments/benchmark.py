"""How fast the kit is, as ratios and counts measured side by side in one run. Nothing here gates anything.

    python experiments/benchmark.py                    everything that needs no file
    python experiments/benchmark.py steps phones adb   only these
    python experiments/benchmark.py dumps FOLDER       parse and mark every .xml in a folder

steps:  full agent steps (observe, context, model, execute, trace) per second on one core, scripted policy
phones: memory of idle phones in one process, reset and fork
adb:    kit.observe() over a real adb server against the bare calls it makes; a shell round trip
dumps:  milliseconds to parse and mark each dump
"""

from __future__ import annotations

import argparse
import resource
import statistics
import tempfile
import time
from pathlib import Path

import kit
from kit.agent.episode import Job
from kit.agent.record import record, recorder_for
from kit.errors import HierarchyError
from kit.tasks.base import Task
from kit.tasks.suite import TEMPLATES

ALL = ("steps", "phones", "adb", "dumps")


def steps(seeds: int = 3) -> None:
    """Oracle episodes over the whole suite, recorded, with and without pictures."""
    for pictures in (False, True):
        settings, _ = kit.resolve({"model": "oracle", "screenshots": pictures, "trace": True})
        taken = spent = whole = 0.0
        phases: dict[str, float] = {}
        with tempfile.TemporaryDirectory() as folder, kit.open_device("sim:0", settings=settings) as phone:
            recorder = recorder_for(phone, Path(folder), None, settings, durable=False)
            for seed in range(seeds):
                for template in TEMPLATES:
                    task = Task.of(template, seed)
                    began = time.perf_counter()
                    episode = record(recorder, phone, Job(task=task.name, seed=seed), settings, task=task)
                    whole += time.perf_counter() - began
                    assert episode.outcome.success, (task.name, seed, episode.outcome)
                    taken += len(episode.steps)
                    spent += sum(sum(s.seconds.values()) for s in episode.steps)
                    for step in episode.steps:
                        for name, value in step.seconds.items():
                            phases[name] = phases.get(name, 0.0) + value
        shares = ", ".join(f"{name} {value / taken * 1000:.2f}" for name, value in phases.items())
        screen = phone.screen()
        kind = f"with {screen.width}x{screen.height} pictures" if pictures else "text only"
        print(f"steps, {kind}: {taken / spent:.0f} /s in the loop, {taken / whole:.0f} /s with set-up and check ({shares} ms)")


def phones(count: int = 64) -> None:
    """Memory of idle phones (resident set, which includes what one phone shares with the next), reset and fork."""
    from kit.simphone.phone import Phone

    first = [Phone(seed) for seed in range(2)]
    first[0].run("uiautomator dump /sdcard/w.xml")
    before = _resident_kib()
    many = [Phone(seed) for seed in range(count)]
    print(f"phones: {(_resident_kib() - before) / 1024 / count:.2f} MiB each for {count} idle ones in one process")
    phone = many[0]
    print(f"phones: reset {_median_ms(lambda: phone.reset(3)):.2f} ms, fork {_median_ms(phone.fork):.2f} ms")


def adb() -> None:
    """The price of kit.observe() over adb, against the bare commands sent through the same server."""
    settings, _ = kit.resolve({"device": "sim+adb:0", "observe_settle_ms": 0})
    with kit.open_device(settings.device, settings=settings) as phone:
        phone.launch("com.android.settings")
        kit.observe(phone, settings)
        sent = _commands_of(phone, lambda: kit.observe(phone, settings))

        def bare() -> None:
            for command, stdin in sent:
                phone.transport.shell(command, stdin=stdin)

        rounds = [(_ms(lambda: kit.observe(phone, settings)), _ms(bare)) for _ in range(15)]
        ratio = statistics.median(a / b for a, b in rounds)
        ours, theirs = (statistics.median(column) for column in zip(*rounds, strict=True))
        print(f"adb: observe {ours:.1f} ms, its {len(sent)} bare calls {theirs:.1f} ms, ratio {ratio:.2f}")
        trip = _median_ms(lambda: phone.transport.shell("true"), 200)
        print(f"adb: shell round trip {trip:.2f} ms")


def _commands_of(phone: kit.phones.open.Device, action) -> list[tuple[str, bytes]]:  # type: ignore[name-defined, no-untyped-def]
    sent: list[tuple[str, bytes]] = []
    real = phone.transport

    class Spy:
        def __getattr__(self, name: str) -> object:
            return getattr(real, name)

        def shell(self, command: str, *, stdin: bytes = b"", timeout: float = 10.0) -> object:
            sent.append((command, stdin))
            return real.shell(command, stdin=stdin, timeout=timeout)

    phone.transport = Spy()
    try:
        action()
    finally:
        phone.transport = real
    return sent


def dumps(folder: Path) -> None:
    """Parses and marks every dump; a dump that cannot be read must fail with a typed error."""
    from kit.screen.report import marks_report

    files = sorted(folder.glob("*.xml"))
    typed = 0
    began = time.perf_counter()
    for file in files:
        try:
            marks_report(file)
        except HierarchyError:
            typed += 1
    seconds = time.perf_counter() - began
    print(f"dumps: {len(files)} files, {typed} fail typed, {seconds:.2f} s together")


def _ms(action) -> float:  # type: ignore[no-untyped-def]
    began = time.perf_counter()
    action()
    return (time.perf_counter() - began) * 1000


def _median_ms(action, times: int = 30) -> float:  # type: ignore[no-untyped-def]
    return statistics.median(_ms(action) for _ in range(times))


def _resident_kib() -> int:
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * resource.getpagesize() // 1024
    except OSError:  # no /proc: the high-water mark, which never falls
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", default=[], help=f"of {', '.join(ALL)}, then a folder for dumps")
    words = parser.parse_args().what or ["steps", "phones", "adb"]
    if "steps" in words:
        steps()
    if "phones" in words:
        phones()
    if "adb" in words:
        adb()
    if "dumps" in words:
        dumps(Path(words[words.index("dumps") + 1]))


if __name__ == "__main__":
    main()
