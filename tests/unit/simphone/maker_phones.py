"""Phones of every release and maker, and what is on them: for tests that hold for each."""

from __future__ import annotations

import demo_app as demo

from kit.simphone.phone import Phone
from kit.simphone.profiles import APIS, read
from kit.simphone.state import VENDORS, Ask

PROFILES = ["", *(f"vendor={v},android={a}" for v in VENDORS for a in APIS if (v, a) != ("aosp", "16"))]


def made(traits: str = "", **more: object) -> Phone:
    return Phone(3, **read(traits), **more)


def asking(traits: str) -> Phone:
    phone = made(traits)
    phone.launch("camera")
    phone.core.system.ask = Ask("camera", "camera", ("noop",))
    phone.touch()
    return phone


def typing(traits: str) -> Phone:
    phone = demo.opened(0, "form", **read(traits))
    demo.tap(phone, "Name")
    return phone


def in_settings(traits: str) -> Phone:
    phone = made(traits)
    phone.launch("settings")
    return phone


SCENES = {"home": made, "settings": in_settings, "asking": asking, "typing": typing}


def dumped(phone: Phone, option: str = "") -> str:
    return phone.run(f"uiautomator dump {option} /sdcard/d.xml 1>&2; cat /sdcard/d.xml").text
