"""A device whose phone carries the picture and sound apps, and a task set up on it."""

from __future__ import annotations

from kit.device.device import Device
from kit.simphone.apps import ALL, camera, gallery, music, recorder
from kit.simphone.local import LocalTransport
from kit.simphone.phone import Phone
from kit.tasks.base import Task, Template


def media_device() -> Device:
    return Device(LocalTransport(Phone(0, apps=[*ALL, gallery.APP, camera.APP, music.APP, recorder.APP])))


def begun(device: Device, templates: tuple[Template, ...], name: str, seed: int = 1) -> Task:
    task = Task.of(next(t for t in templates if t.name == name), seed)
    task.setup(device)
    return task
