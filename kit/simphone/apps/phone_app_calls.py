"""Calls of the Phone app: records, the page of the running call, the keypad and the network's codes, who answers how."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

from kit.simphone import widgets as w
from kit.simphone.app import Dialog, Handler, Run
from kit.simphone.apps import people as pool
from kit.simphone.apps.messages_pages import name_of, people_of
from kit.simphone.apps.people import Record
from kit.simphone.apps.phone_app_pages import NUMBER, find, pad
from kit.simphone.apps.prompts import bar as page_bar

ANSWER_MS, SAY_MS = 3000, 1500


def call(id: str, number: str, kind: str, when: datetime, seconds: int = 0) -> Record:
    """A call's record; `kind` is missed, incoming, outgoing or declined."""
    return {"id": id, "number": number, "kind": kind, "time": pool.stamp(when), "seconds": seconds, "keys": ""}


def in_call(id: str, since: datetime | None = None, **more: Any) -> Record:
    """The running call's record: being answered, or connected `since` then."""
    blank: Record = {"muted": False, "speaker": False, "held": False, "caption": ""}
    state = "calling" if since is None else "active"
    return {"call": id, "state": state, "since": pool.stamp(since) if since else "", **blank, **more}


# --- the page ---------------------------------------------------------------------------------------------------------


def call_page(run: Run) -> w.Widget:
    """The running call: who, its state, live captions, the keys pressed, the controls."""
    now = run.data.ongoing
    record = find(run.data.calls, now["call"]) if now else None
    if now is None or record is None:
        return w.page(page_bar(run, "", up=True), w.empty(run.t("Call ended")))
    keys = bool(run.ui.memo.get("keys"))
    end = w.button(run.t("End call"), ("hang_up",), icon="close", style="filled", id="end_call")
    caption = w.card(
        w.text(run.t("Live caption"), style="caption"), w.text(now["caption"], id="live_caption"), id="caption_card"
    )
    pressed = w.text(run.t("Keys pressed: {keys}", keys=record["keys"]), align="center", pad=8, id="keys_pressed")
    about = w.scroll(
        w.column(
            w.text(name_of(people_of(run), record["number"]), style="headline", align="center", id="call_name"),
            w.text(record["number"], style="caption", align="center", id="call_number"),
            w.text(_state(run, now), align="center", id="call_state"),
            pad=8 if keys else 24,
        ),
        caption if now["caption"] else None,
        pressed if record["keys"] else None,
        id="call_info",
    )
    beside = keys and run.env.landscape  # a screen on its side has no room for the keys below the rest
    below = (w.grid(*_controls(run, now, keys), columns=4 if beside else 2, pad=8), w.column(end, pad=12))
    if beside:
        return w.row(w.column(about, *below, weight=1), pad("press"), id="in_call", weight=1)
    return w.column(about, pad("press") if keys else None, *below, id="in_call", weight=1)


def _state(run: Run, now: Record) -> str:
    if now["state"] == "calling":
        return run.t("Calling…")
    since = f"{datetime.fromisoformat(now['since']):%H:%M}"
    return run.t("On hold") if now["held"] else run.t("Connected at {time}", time=since)


def _controls(run: Run, now: Record, keys: bool) -> list[w.Widget]:
    wanted = (
        ("Unmute" if now["muted"] else "Mute", ("flip", "muted"), now["muted"]),
        ("Hide keypad" if keys else "Keypad", ("keys",), keys),
        ("Speaker off" if now["speaker"] else "Speaker", ("flip", "speaker"), now["speaker"]),
        ("Resume call" if now["held"] else "Hold", ("flip", "held"), now["held"]),
    )
    return [w.chip(run.t(label), event, selected=on) for label, event, on in wanted]


# --- keypad and codes --------------------------------------------------------------------------------------------------


def _keypad(run: Run) -> None:
    run.ui.fields[NUMBER] = ""
    run.ui.go("keypad")


def _key(run: Run, key: str) -> None:
    run.ui.fields[NUMBER] = run.ui.fields.get(NUMBER, "") + key


def _erase(run: Run) -> None:
    run.ui.fields[NUMBER] = run.ui.fields.get(NUMBER, "")[:-1]


def _dial(run: Run, *_: str) -> None:
    typed = run.ui.fields.get(NUMBER, "").strip()
    if re.fullmatch(r"[*#][\d*#-]*#", typed):
        _network_code(run, typed)
    elif pool.is_number(typed):
        _call(run, pool.tidy_number(typed))
    else:
        run.env.toast(run.t("Enter a valid phone number"))


def _network_code(run: Run, code: str) -> None:
    """*21*NUMBER# forwards every call and #21# stops that, as networks have it; *#06# shows the device's number."""
    run.ui.fields[NUMBER] = ""
    forward = re.fullmatch(r"\*{1,2}21\*([\d-]+)#", code)
    if forward:
        number = pool.tidy_number(forward[1])
        run.data.settings["forward_to"] = number
        _tell(run, run.t("Calls are now forwarded to {number}", number=number))
    elif re.fullmatch(r"#{1,2}21#", code):
        run.data.settings["forward_to"] = ""
        _tell(run, run.t("Call forwarding is off"))
    else:
        _tell(run, "IMEI 35-209900-176148-1" if code == "*#06#" else run.t("The network does not know this code"))


def _tell(run: Run, words: str) -> None:
    run.ui.dialog = Dialog(title=words, buttons=((run.t("OK"), ("noop",)),))


# --- events -------------------------------------------------------------------------------------------------------------


def _call(run: Run, number: str) -> None:
    if run.data.ongoing is not None:
        run.env.toast(run.t("End the running call first"))
        return
    id = pool.next_id("k", run.data.calls)
    run.data.calls.append(call(id, number, "outgoing", run.env.now))
    run.data.ongoing = in_call(id)
    run.ui.memo["keys"] = False
    run.ui.go("call")
    run.env.later(ANSWER_MS, ("answered", id))


def current(run: Run, id: str) -> Record | None:
    """The running call, when it is the one with this id."""
    now = run.data.ongoing
    return now if now is not None and now["call"] == id else None


def _answered(run: Run, id: str) -> None:
    if (now := current(run, id)) is not None:
        now["state"], now["since"] = "active", pool.stamp(run.env.now)
        run.env.later(SAY_MS, ("say", id))


def _menu(run: Run, number: str, keys: str) -> Record | None:
    """The menu reached by these keys; one that is not in use leaves the caller where he was."""
    line = next((x for x in run.data.lines if pool.same_number(x["number"], number)), None)
    if line is None:
        return None
    here: Record = line["menu"]
    for key in keys:
        here = here["keys"].get(key, here)
    return here


def _say(run: Run, id: str) -> None:
    now, record = current(run, id), find(run.data.calls, id)
    if now is None or record is None:
        return
    menu = _menu(run, record["number"], record["keys"])
    if menu is not None:
        now["caption"] = menu["says"]


def _press(run: Run, key: str) -> None:
    now = run.data.ongoing
    record = find(run.data.calls, now["call"]) if now else None
    if now is None or record is None or now["state"] != "active":
        return
    before = _menu(run, record["number"], record["keys"])
    record["keys"] += key
    if before is not None:
        known = key in before["keys"]
        now["caption"] = "" if known else run.t("That key is not in use.")
        run.env.later(SAY_MS if known else 2 * SAY_MS, ("say", record["id"]))


def _flip(run: Run, what: str) -> None:
    if run.data.ongoing is not None and run.data.ongoing["state"] == "active":
        run.data.ongoing[what] = not run.data.ongoing[what]


def _keys(run: Run) -> None:
    run.ui.memo["keys"] = not run.ui.memo.get("keys")


def _hang_up(run: Run) -> None:
    now = run.data.ongoing
    record = find(run.data.calls, now["call"]) if now else None
    if now is not None and record is not None and now["since"]:
        record["seconds"] = int((run.env.now - datetime.fromisoformat(now["since"])).total_seconds())
    run.data.ongoing = None
    while run.ui.page.name == "call" and run.ui.back():
        pass
    run.env.toast(run.t("Call ended"))


def _to_call(run: Run) -> None:
    if run.ui.page.name != "call":
        run.ui.go("call")


def _resume(run: Run) -> None:
    if run.data.ongoing is not None:
        _to_call(run)


CALL_HANDLERS: dict[str, Handler] = {
    "keypad": _keypad, "key": _key, "erase": _erase, "dial": _dial, "call": _call, "answered": _answered, "say": _say,
    "press": _press, "flip": _flip, "keys": _keys, "hang_up": _hang_up, "to_call": _to_call, "resume": _resume,
}  # fmt: skip
