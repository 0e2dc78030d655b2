"""Jobs that play no phone: they record an episode, and die, fail, hang or stop where a test asks for it."""

import os
import signal
import tempfile
import time
from pathlib import Path

from kit.errors import DeviceLost, DeviceOffline, UnknownName
from kit.trace.commit import collect
from kit.trace.write import Recorder
from kit.types import Episode, Outcome, Usage


def files_of(plan, settings, outcome=None, **more):
    with tempfile.TemporaryDirectory() as folder:
        about = {k: plan[k] for k in ("task", "arm", "seed", "trial")}
        with Recorder(Path(folder), None, durable=False) as recorder:
            recorder.start(plan["id"], {**plan["facts"], **about, "goal": f"do {plan['task']}"})
            success = settings.get("wins", plan["seed"] % 2 == 0)
            outcome = outcome or Outcome(success=success, ending="finish", fault=None if success else "agent")
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
        row = {"success": outcome.success, "fault": outcome.fault, "code": outcome.code, "reason": outcome.reason}
        return {"files": collect(path), "row": {**row, "device": episode.device, "seconds": 0.5}}


def broken(code, reason, fault="infrastructure"):
    return Outcome(success=False, ending="error", fault=fault, code=code, reason=reason)


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


def lines(settings, name):
    """How often something happened, in any process."""
    path = Path(settings["marks"]) / name
    with path.open("a") as file:
        file.write("x")
    return path.stat().st_size


def phone_away(plan, settings):
    """The phone adb:A is offline while the file `away` is there; any other plays."""
    if settings["device"] == "adb:A" and (Path(settings["marks"]) / "away").exists():
        lines(settings, "failed")
        return files_of(plan, settings, broken("device_offline", "adb lists adb:A as offline"))
    time.sleep(0.05)
    return files_of(plan, {**settings, "wins": True})


def probe(settings):
    """Fails while the file `away` is there, which is taken away by the probe number `back`."""
    away = Path(settings["marks"]) / "away"
    if lines(settings, "probed") >= settings.get("back", 99):
        away.unlink(missing_ok=True)
    if away.exists():
        raise DeviceOffline("adb lists adb:A as offline.")


def break_by(plan, settings):
    """Ends as the settings say, as often as they say; counts its tries."""
    tries = lines(settings, f"tries-{plan['seed']}")
    if tries <= settings.get("times", 99):
        return files_of(plan, settings, broken(settings["code"], "it broke", settings.get("fault", "infrastructure")))
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


class _Freed:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0)  # the interrupt comes here, where Python only prints it


def interrupted_unfelt(plan, settings):
    if plan["seed"] == 1:
        _Freed()
    return files_of(plan, settings)
