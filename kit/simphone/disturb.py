"""What happens on a phone while it is used: notifications and dialogs nobody asked for, at a rate the profile says.

Which and when follows from the seed alone, so an episode is the same every time. None of it changes an app's data.
"""

from __future__ import annotations

import heapq
import random
from typing import TYPE_CHECKING

from kit.simphone.state import Timer
from kit.simphone.system import prompts

if TYPE_CHECKING:
    from kit.simphone.phone import Phone

OWNER = "disturb"
_NOTICES = (
    ("Updates ready", "3 apps can be updated"), ("Backup finished", "Your files are safe"), ("Sunny tomorrow", "High of 24°"),
    ("Weekly summary", "Screen time was down 8%"), ("New feature", "Tap to see what has changed"), ("Storage", "12 GB are free"),
    ("Sale", "Up to 40% off until Sunday"), ("Memories", "Look back at this day"),
)  # fmt: skip
_CALLERS = ("+1 202-555-0118", "+1 415-555-0176", "Unknown caller", "+44 20 7946 0321")
_POPUPS = ("update", "battery", "rate", "call")


def begin(phone: Phone) -> None:
    """Sets the first timers of a fresh phone."""
    for kind, rate in (("notice", phone.profile.notifications), ("popup", phone.profile.popups)):
        if rate > 0:
            _later(phone, kind, 0, rate)


def _later(phone: Phone, kind: str, number: int, rate: float) -> None:
    """The next disturbance: the time between two is drawn anew each time, one minute over `rate` on average."""
    core = phone.core
    wait = random.Random(f"{core.seed}/{kind}/{number}").uniform(0.5, 1.5) * 60_000 / rate
    core.system.counter += 1
    heapq.heappush(core.timers, Timer(core.now + round(wait), core.system.counter, OWNER, (kind, number)))


def on_notice(phone: Phone, number: int) -> None:
    """An app posts a notification."""
    rng = random.Random(f"{phone.core.seed}/notice/which/{number}")
    title, body = rng.choice(_NOTICES)
    app = rng.choice([a.name for a in phone.apps.values() if a.name not in phone.core.system.removed])
    phone.env(app).notify(title, body)
    _later(phone, "notice", number + 1, phone.profile.notifications)


def on_popup(phone: Phone, number: int) -> None:
    """The system asks something, unless it is still waiting for an answer."""
    rng = random.Random(f"{phone.core.seed}/popup/which/{number}")
    kind = rng.choice(_POPUPS)
    about = {"battery": str(rng.randint(4, 15)), "call": rng.choice(_CALLERS)}.get(kind, "")
    if kind == "rate":
        about = rng.choice([a.labels["en"] for a in phone.apps.values()])
    if not phone.core.system.prompts:
        prompts.show(phone, kind, about)
    _later(phone, "popup", number + 1, phone.profile.popups)


HANDLERS = {"notice": on_notice, "popup": on_popup}
