"""One planned episode in a worker process: plain data in, the content of its folder out. The fleet's default job."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, MutableMapping
from pathlib import Path
from typing import Any

from kit.agent.episode import Job, as_task
from kit.agent.record import record, recorder_for
from kit.device.device import Device
from kit.phones.open import open_device
from kit.settings import Settings
from kit.trace.commit import collect
from kit.trace.write import end_record


def run_planned(
    plan: Mapping[str, Any], settings: Mapping[str, Any], loaded: MutableMapping[Any, Any]
) -> dict[str, Any]:
    """Plays one plan on this worker's phone.

    The episode is written below the system's temporary folder and handed over whole; only the fleet's driver writes to the
    run folder.

    Args:
        plan: id, arm, task, seed, trial, facts.
        settings: resolved values, with this worker's own device spec.
        loaded: what this worker keeps between episodes: its open phone and model weights.

    Returns:
        {"files": {relative path: bytes}, "row": the end record}.

    After a failure of the infrastructure the phone is opened anew for the next episode.

    Raises:
        UsageError: the plan is wrong. DeviceLost: no phone can be opened. TraceError: it cannot be written.
    """
    resolved = Settings.model_validate(dict(settings))
    phone = _phone(resolved, loaded)
    task = as_task(plan["task"], plan["seed"])
    job = Job(id=plan["id"], task=task.name, seed=plan["seed"], trial=plan["trial"], arm=plan["arm"])
    with tempfile.TemporaryDirectory(prefix="kit-episode-") as folder:
        with recorder_for(phone, Path(folder), None, resolved, durable=False) as recorder:
            episode = record(recorder, phone, job, resolved, task=task, facts=plan["facts"], loaded=loaded)
        files = collect(Path(folder) / "episodes" / episode.id)
    if episode.outcome.fault == "infrastructure":
        _drop(loaded)
    return {"files": files, "row": end_record(episode)}


def probe_phone(settings: Mapping[str, Any]) -> None:
    """Opens a phone and looks at what is in front, as every episode does, and gives it back.

    Raises:
        KitError: it cannot be used (yet); a phone that is starting answers its shell before it has a screen.
    """
    resolved = Settings.model_validate(dict(settings))
    with open_device(resolved.device, settings=resolved) as phone:
        phone.foreground()


def _phone(settings: Settings, loaded: MutableMapping[Any, Any]) -> Device:
    if "phone" in loaded and loaded["phone_spec"] == settings.device:
        return loaded["phone"]
    _drop(loaded)
    loaded["phone"] = open_device(settings.device, settings=settings)
    loaded["phone_spec"] = settings.device
    return loaded["phone"]


def _drop(loaded: MutableMapping[Any, Any]) -> None:
    phone = loaded.pop("phone", None)
    if phone is not None:
        phone.close()
