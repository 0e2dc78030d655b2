"""Jobs that play no phone: they record an episode, and die, fail, hang or stop where a test asks for it."""

import os
import signal
import tempfile
import time
from pathlib import Path

from kit.errors import DeviceLost, UnknownName
from kit.trace.commit import collect
from kit.trace.write import Recorder
from kit.types import Episode, Outcome, Usage


def files_of(plan, settings, **more):
    with tempfile.TemporaryDirectory() as folder:
        about = {k: plan[k] for k in ("task", "arm", "seed", "trial")}
        with Recorder(Path(folder), None, durable=False) as recorder:
            recorder.start(plan["id"], {**plan["facts"], **about, "goal": f"do {plan['task']}"})
            success = settings.get("wins", plan["seed"] % 2 == 0)
            outcome = Outcome(success=success, ending="finish", fault=None if success else "agent")
            episode = Episode(
                id=plan["id"],
                goal="g",
                device=settings.get("device", ""),
                steps=(),
                outcome=outcome,
                started="2026-01-01T00:00:00+00:00",
                seconds=0.5,
                usage=Usage(input_tokens=10),
                extras={"pid": os.getpid(), **more},
                **about,
            )
            path = recorder.end(episode)
        return {"files": collect(path), "row": {"success": success, "seconds": 0.5}}


def once(settings, name):
    """True the first time, anywhere."""
    try:
        os.close(os.open(Path(settings["marks"]) / name, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return False
    return True


def play(plan, settings):
    return files_of(plan, settings)


def count_loads(plan, settings, loaded):
    loaded["n"] = loaded.get("n", 0) + 1
    return files_of(plan, settings, loads=loaded["n"])


def die_once(plan, settings):
    if plan["seed"] % 3 == 0 and once(settings, plan["id"]):
        os.kill(os.getpid(), signal.SIGKILL)
    return files_of(plan, settings)


def die_always(plan, settings):
    if plan["seed"] == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    return files_of(plan, settings)


def fail(plan, settings):
    if plan["seed"] == 1:
        raise DeviceLost("the phone is gone")
    if plan["seed"] == 2:
        raise ZeroDivisionError("a bug")
    if plan["seed"] == 3 and once(settings, plan["id"]):
        raise DeviceLost("only the first time")
    return files_of(plan, settings)


def hang_once(plan, settings):
    if plan["seed"] == 1 and once(settings, plan["id"]):
        time.sleep(300)
    return files_of(plan, settings)


def stop(plan, settings):
    if plan["seed"] == 1:
        raise UnknownName("task", "nope", ["yes"])
    return files_of(plan, settings)


def interrupt(plan, settings):
    if plan["seed"] == 2 and once(settings, "interrupt"):
        raise KeyboardInterrupt
    return files_of(plan, settings)


def slow(plan, settings):
    time.sleep(0.4)
    return files_of(plan, settings)
