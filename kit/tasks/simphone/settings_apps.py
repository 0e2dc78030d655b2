"""Tasks in Settings about apps: permissions given and taken, data that are cleared for good."""

from __future__ import annotations

import random
from dataclasses import asdict
from typing import Any

from kit.simphone import boot
from kit.simphone.apps import calendar, clock, contacts, messages, notes
from kit.simphone.apps.settings_words import WORDS
from kit.tasks.base import Data, Oracle, Params, Template, TruePhone
from kit.tasks.simphone.settings_system import draw_device, rename
from kit.tasks.simphone.steps import path
from kit.types import Observation


def _zh(words: str) -> str:
    return WORDS["zh"].get(words, words)


# --- permissions -----------------------------------------------------------------------------------------------------

_ASKING = {"clock": clock.APP, "calendar": calendar.APP}
_WORDS = {"location": "Location", "notifications": "Notifications", "contacts": "Contacts"}


def _draw_permissions(rng: random.Random) -> Params:
    pairs = [(name, p) for name, app in _ASKING.items() for p in app.permissions]
    (app, permission), (other, taken) = rng.sample(pairs, 2)
    granted = {n: sorted(p for m, p in pairs if m == n and rng.random() < 0.5) for n in sorted(_ASKING)}
    granted[app] = sorted({*granted[app]} - {permission})
    granted[other] = sorted({*granted[other]} | {taken})
    name = draw_device(rng)
    return {"app": _ASKING[app].labels["en"], "app_zh": _ASKING[app].labels["zh"], "permission": _WORDS[permission],
            "other": _ASKING[other].labels["en"], "other_zh": _ASKING[other].labels["zh"], "taken": _WORDS[taken],
            "permission_zh": _zh(_WORDS[permission]), "taken_zh": _zh(_WORDS[taken]), "name": name,
            "start": granted, "give": [app, permission], "take": [other, taken]}  # fmt: skip


def _setup_permissions(phone: TruePhone, params: Params) -> None:
    phone.set("system.granted", params["start"])


def _expect_permissions(data: Data, params: Params) -> None:
    granted: dict[str, list[str]] = {name: list(of) for name, of in params["start"].items()}
    (app, given), (other, taken) = params["give"], params["take"]
    granted[app] = sorted([*granted[app], given])
    granted[other] = [p for p in granted[other] if p != taken]
    data["system"]["granted"] = {name: of for name, of in granted.items() if of}
    data["settings"]["device_name"] = params["name"]


def _permissions(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Settings"}
    seen = yield from path(seen, "Apps", params["app"], "Permissions", params["permission"], "Allow")
    seen = yield from path(seen, "Navigate up", "Navigate up", params["other"], "Permissions", params["taken"])
    seen = yield from path(seen, "Don't allow", "Navigate up", "Navigate up", "Navigate up")
    yield from rename(seen, params["name"])
    yield "finish", {}


# --- handing the phone on --------------------------------------------------------------------------------------------

_CLEARED: dict[str, tuple[Any, Any]] = {
    "messages": (messages.APP, messages.MessagesData), "contacts": (contacts.APP, contacts.ContactsData),
    "notes": (notes.APP, notes.NotesData), "clock": (clock.APP, clock.ClockData),
}  # fmt: skip


def _draw_clear(rng: random.Random) -> Params:
    first, second = rng.sample(sorted(_CLEARED), 2)
    labels = [_CLEARED[app][0].labels for app in (first, second)]
    return {"first": labels[0]["en"], "second": labels[1]["en"], "first_zh": labels[0]["zh"],
            "second_zh": labels[1]["zh"], "gone": [first, second], "name": draw_device(rng)}  # fmt: skip


def _expect_clear(data: Data, params: Params) -> None:
    for name in params["gone"]:
        app, made = _CLEARED[name]
        data[name] = asdict(boot.empty(app, made()))
    data["settings"]["device_name"] = params["name"]


def _clear(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Settings"}
    seen = yield from path(seen, "Apps")
    for app in (params["first"], params["second"]):
        seen = yield from path(seen, app, "Storage & cache", "Clear storage", "Delete", "Navigate up", "Navigate up")
    seen = yield from path(seen, "Navigate up")
    yield from rename(seen, params["name"])
    yield "finish", {}


TEMPLATES: tuple[Template, ...] = (
    Template(
        name="settings_permissions",
        goals={
            "en": "In Settings, allow {app} the permission {permission}, take the permission {taken} away from {other}, "
            "and set the device name to {name}.",
            "zh": "在设置（Settings）中授予{app_zh}（{app}）“{permission_zh}”权限（{permission}），收回{other_zh}（{other}）的"
            "“{taken_zh}”权限（{taken}），并把设备名称设为 {name}。",
        },
        apps=("settings", "clock", "calendar"),
        tags=("navigation", "list", "toggle", "input"),
        difficulty=4,
        budget=41,
        draw=_draw_permissions,
        setup=_setup_permissions,
        expect=_expect_permissions,
        oracle=_permissions,
    ),
    Template(
        name="settings_hand_over",
        goals={
            "en": "This phone is handed on: in Settings, clear the storage of {first} and of {second}, no other app, "
            "and set the device name to {name}.",
            "zh": "这部手机要转交他人：在设置（Settings）中清除{first_zh}（{first}）和{second_zh}（{second}）的存储空间，"
            "不要动其他应用，并把设备名称设为 {name}。",
        },
        apps=("settings", "messages", "contacts", "notes", "clock"),
        tags=("irreversible", "navigation", "list", "input"),
        difficulty=4,
        budget=43,
        draw=_draw_clear,
        expect=_expect_clear,
        oracle=_clear,
    ),
)
