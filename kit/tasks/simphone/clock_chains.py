"""Chains over Files, Clock, Calendar and Settings in which something read first is needed last."""

from __future__ import annotations

import random
from datetime import date, timedelta
from typing import Any

from kit.simphone.apps import people as pool
from kit.simphone.apps.calendar import event
from kit.simphone.apps.settings_pages import CHOICES
from kit.simphone.apps.settings_words import WORDS
from kit.tasks.base import ANY, Data, Oracle, Params, Template, TruePhone
from kit.tasks.simphone.calendar import BASE, TITLES, add_events, find_event, say
from kit.tasks.simphone.clock import LABELS, alarm
from kit.tasks.simphone.files import STEMS, draw_code
from kit.tasks.simphone.reading import find_out
from kit.tasks.simphone.settings_system import rename
from kit.tasks.simphone.steps import Walk, close_keyboard, dated, enter, marks, path, press, seek_text
from kit.types import Observation

# --- a new alarm, as a part of more ----------------------------------------------------------------------------------


def add_alarm(seen: Observation, time: str, label: str) -> Walk:
    """On the alarm tab: one more alarm with a label."""
    seen = yield from press(seen, "Add alarm")
    for field, value in (("Hour", time[:2]), ("Minute", time[3:])):
        seen = yield from enter(seen, field, value)
        seen = yield from close_keyboard(seen)
    seen = yield from press(seen, "OK")
    seen = yield from path(seen, "Add label")
    seen = yield from enter(seen, "Label", label)
    seen = yield from close_keyboard(seen)
    return (yield from press(seen, "OK"))


def _expect_alarms(data: Data, params: Params) -> None:
    for time, label in params["alarms"]:
        data["clock"]["alarms"].append({**alarm(0, int(time[:2]), int(time[3:]), label, True, []), "id": ANY})


def _draw_alarms(rng: random.Random) -> dict[str, Any]:
    labels = rng.sample(LABELS, 2)
    times = [f"{m // 60:02}:{m % 60:02}" for m in sorted(rng.sample(range(1, 24 * 60), 2))]
    return {"alarms": list(map(list, zip(times, labels, strict=True))), "time_a": times[0], "time_b": times[1],
            "label_a": labels[0], "label_b": labels[1]}  # fmt: skip


# --- read a code, set alarms, write the code down --------------------------------------------------------------------


def _draw_code(rng: random.Random) -> Params:
    code, wrong = draw_code(rng), draw_code(rng)
    stem = rng.choice(STEMS)
    return {**_draw_alarms(rng), "file": f"{stem}-{rng.randint(100, 999)}.txt", "near": f"{stem}.txt", "recall": code,
            "wrong": wrong, "title": rng.choice(TITLES)}  # fmt: skip


def _setup_code(phone: TruePhone, params: Params) -> None:
    for name, code in ((params["file"], params["recall"]), (params["near"], params["wrong"])):
        phone.write(
            f"/sdcard/Documents/{name}", f"Check-in from 15:00\nDoor code: {code}\nCheck-out until 11:00\n".encode()
        )
    phone.set("clock.alarms", [])


def _expect_code(data: Data, params: Params) -> None:
    _expect_alarms(data, params)
    made = event("", f"{params['title']} {params['recall']}", date(2000, 1, 1), "09:00", "10:00")
    data["calendar"]["events"].append({**made, "id": ANY, "date": ANY})


def _code(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Files"}
    seen = yield from path(seen, "Documents", params["file"])
    seen, code = yield from find_out(seen, "Door code: (.*)")
    seen = yield "launch_app", {"name": "Clock"}
    seen = yield from press(seen, "Alarm")
    for time, label in params["alarms"]:
        seen = yield from add_alarm(seen, time, label)
    seen = yield "launch_app", {"name": "Calendar"}
    seen = yield from press(seen, "New event")
    seen = yield from enter(seen, "Title", f"{params['title']} {code}")
    yield from press(seen, "Save")
    yield "finish", {}


# --- a room's display ------------------------------------------------------------------------------------------------


def _draw_room(rng: random.Random) -> Params:
    room, other = (f"{rng.choice('ABCDEFG')}{rng.randint(1, 9)}-{rng.randint(100, 999)}" for _ in range(2))
    title = f"{rng.choice(TITLES)} ({rng.choice(pool.FIRST)})"
    day, near = (BASE + timedelta(days=n) for n in rng.sample(range(3, 365), 2))
    (timeout, timeout_words), (old, _) = rng.sample(list(CHOICES["screen_timeout_s"]), 2)
    (zone, city), (old_zone, _) = rng.sample(list(CHOICES["timezone"]), 2)
    mode, mode_words = rng.choice(list(CHOICES["ringer_mode"][1:]))
    start = {"screen_timeout_s": old, "timezone": old_zone, "lock_screen_notifications": True, "auto_rotate": False}
    wanted = {"screen_timeout_s": timeout, "timezone": zone, "lock_screen_notifications": False, "auto_rotate": True,
              "ringer_mode": mode, "device_name": room}  # fmt: skip
    zh = WORDS["zh"]
    return {"recall": room, "other": other, "title": title, "date": day.isoformat(), "day": say(day),
            "near": near.isoformat(), "timeout": timeout_words, "timeout_zh": zh[timeout_words], "city": city,
            "city_zh": zh[city], "mode": mode_words, "mode_zh": zh[mode_words], "start": start,
            "wanted": wanted}  # fmt: skip


def _setup_room(phone: TruePhone, params: Params) -> None:
    for field, value in params["start"].items():
        phone.set(f"settings.{field}", value)
    rooms = ((params["near"], params["other"]), (params["date"], params["recall"]))
    add_events(
        phone,
        [
            event("", params["title"], date.fromisoformat(day), "09:00", "10:00", location=f"Room {room}")
            for day, room in rooms
        ],
    )


def _expect_room(data: Data, params: Params) -> None:
    data["settings"].update(params["wanted"])


def _room(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Calendar"}
    seen = yield from find_event(seen, params["title"], dated(date.fromisoformat(params["date"]), year=True))
    seen, room = yield from find_out(seen, "Room (.*)")
    seen = yield "launch_app", {"name": "Settings"}
    seen = yield from path(seen, "Display", "Screen timeout", params["timeout"], "Auto-rotate screen", "Navigate up")
    seen = yield from path(seen, "Sound & vibration", "Ringer mode", params["mode"], "Navigate up")
    seen = yield from path(seen, "Notifications", "Notifications on lock screen", "Navigate up")
    seen = yield from path(seen, "System", "Date & time", "Time zone", params["city"], "Navigate up", "Navigate up")
    yield from rename(seen, room)
    yield "finish", {}


# --- how large was it ------------------------------------------------------------------------------------------------


def _draw_size(rng: random.Random) -> Params:
    name = f"{rng.choice(STEMS)}-{rng.randint(100, 999)}.pdf"
    size = rng.randint(20_001, 90_000)
    return {**_draw_alarms(rng), "name": name, "size": size, "recall": str(size)}


def _setup_size(phone: TruePhone, params: Params) -> None:
    phone.empty("/sdcard/Download")
    phone.write(f"/sdcard/Download/{params['name']}", b"\x01" * params["size"])
    phone.write(f"/sdcard/Download/copy of {params['name']}", b"\x01" * (params["size"] + 7))
    phone.set("clock.alarms", [])


def _size(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Files"}
    seen = yield from path(seen, "Download")
    seen = yield from seek_text(seen, params["name"])
    row = next(m for m in marks(seen, params["name"], "long_press"))
    seen = yield "long_press", {"target_mark_id": row.id}
    seen = yield from path(seen, "More options", "Get info")
    lines = [*seen.texts, *(part for m in seen.marks for part in m.full_label.split(", "))]
    size = next((digits for t in lines if (digits := _bytes(t))), "")
    seen = yield "launch_app", {"name": "Clock"}
    seen = yield from press(seen, "Alarm")
    for time, label in params["alarms"]:
        seen = yield from add_alarm(seen, time, label)
    yield "finish", {"answer": size}


def _bytes(words: str) -> str:
    """The exact number in a size such as "12.3 kB (12345 bytes)", in any language."""
    inside = words.replace("（", "(").partition("(")[2]
    return "".join(c for c in inside if c.isdigit())


TEMPLATES: tuple[Template, ...] = (
    Template(
        name="clock_door_code",
        goals={
            "en": "Read the door code in the file {file} (Documents, in Files). Then set two alarms in Clock, {time_a} with the "
            "label {label_a} and {time_b} with the label {label_b}, without repetition. Last, create an event in Calendar "
            "whose title is “{title}”, a space and the door code; leave everything else about the event as it is.",
            "zh": "在文件（Files）的 Documents 中读取 {file} 里的门禁码（Door code）。然后在时钟（Clock）中设置两个不重复的闹钟："
            "{time_a}，标签 {label_a}；{time_b}，标签 {label_b}。最后在日历（Calendar）里新建一个日程，标题为“{title}”加一个空格"
            "再加门禁码，其他内容保持默认。",
        },
        apps=("files", "clock", "calendar"),
        tags=("memory", "read", "transfer", "form", "input"),
        difficulty=5,
        budget=67,
        draw=_draw_code,
        setup=_setup_code,
        expect=_expect_code,
        oracle=_code,
    ),
    Template(
        name="calendar_room_display",
        goals={
            "en": "This phone becomes the display of a room: the one in which, according to Calendar, “{title}” takes place on "
            "{day}. Look the room up, then in Settings let the screen time out after {timeout}, turn auto-rotate on, set the "
            "ringer mode to {mode}, turn notifications on the lock screen off, set the time zone to {city}, and last set the "
            "device name to the room's number as it is written there (without the word Room).",
            "zh": "这部手机要用作会议室的显示屏：即日历（Calendar）中 {day} 的“{title}”所在的房间。先查到房间，然后在设置（Settings）中"
            "把屏幕超时设为“{timeout_zh}”（{timeout}），打开自动旋转屏幕，把响铃模式设为“{mode_zh}”（{mode}），关闭锁定屏幕上的通知，"
            "把时区设为{city_zh}（{city}），最后把设备名称设为该房间的编号，写法与日历一致（不含 Room 一词）。",
        },
        apps=("calendar", "settings"),
        tags=("memory", "read", "transfer", "toggle", "navigation"),
        difficulty=5,
        budget=77,
        draw=_draw_room,
        setup=_setup_room,
        expect=_expect_room,
        oracle=_room,
    ),
    Template(
        name="files_size_later",
        goals={
            "en": "Find out in Files how many bytes exactly {name} in Download has. Then set two alarms in Clock, {time_a} with the "
            "label {label_a} and {time_b} with the label {label_b}, without repetition. When that is done, answer with the "
            "number of bytes, digits only.",
            "zh": "在文件（Files）中查明 Download 里的 {name} 的准确字节数。然后在时钟（Clock）中设置两个不重复的闹钟："
            "{time_a}，标签 {label_a}；{time_b}，标签 {label_b}。全部完成后，回答该字节数，只写数字。",
        },
        apps=("files", "clock"),
        tags=("memory", "read", "form", "input"),
        difficulty=4,
        budget=63,
        draw=_draw_size,
        setup=_setup_size,
        expect=_expect_alarms,
        answer=lambda _, p: (p["recall"], f"{p['size']:,}", f"{p['recall']} bytes"),
        oracle=_size,
    ),
)
