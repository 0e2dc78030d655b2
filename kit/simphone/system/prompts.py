"""What the system asks unbidden: an update, a low battery, a rating, an incoming call. Each waits for an answer.

They lie over whatever is in front and change none of the apps' data; only what the person answers can change a setting.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kit.simphone import boot
from kit.simphone.state import Prompt
from kit.simphone.widgets import Widget, button, column, row, space, text
from kit.simphone.words import system

if TYPE_CHECKING:
    from kit.simphone.phone import Phone

CALLS = ("call", "in_call")
"""Kinds that stand at the top of the screen and leave the app below usable."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of prompt: who shows it, what it says ({about} is its argument), what can be answered, and what that does.

    The first answer changes nothing; it is what a person says who wants to go on.
    """

    package: str
    title: str
    message: str
    answers: tuple[tuple[str, str], ...]


KINDS: dict[str, Kind] = {
    "update": Kind(
        "com.android.systemui",
        "System update available",
        "Security fixes are ready to install. The phone restarts once.",
        (("Later", "close"), ("Restart now", "restart")),
    ),
    "battery": Kind(
        "com.android.systemui",
        "Battery is low",
        "{about}% remaining. Battery Saver makes it last longer.",
        (("OK", "close"), ("Turn on Battery Saver", "save_battery")),
    ),
    "rate": Kind(
        "com.android.vending",
        "Enjoying {about}?",
        "Tell others what you think of it.",
        (("Not now", "close"), ("Rate it", "rate")),
    ),
    "call": Kind("com.android.incallui", "{about}", "Incoming call", (("Decline", "close"), ("Answer", "answer"))),
    "in_call": Kind("com.android.incallui", "{about}", "Ongoing call", (("Hang up", "close"),)),
}


def show(phone: Phone, kind: str, about: str = "") -> None:
    """Puts a prompt on the screen, below those that are there already. Raises KeyError for an unknown kind."""
    KINDS[kind]
    phone.core.system.prompts.append(Prompt(kind, about))
    phone.core.system.awake = True
    phone.touch()


def view(phone: Phone) -> Widget:
    """The prompt that has waited longest."""
    prompt = phone.core.system.prompts[0]
    kind = KINDS[prompt.kind]

    def say(words: str) -> str:
        return system(phone.language, words, about=prompt.about)

    choices = [
        button(say(words), (event,), style="text", id=f"android:id/button{2 - n}")
        for n, (words, event) in enumerate(kind.answers)
    ]
    return column(
        text(say(kind.title), style="alert", id="android:id/alertTitle"),
        space(8),
        text(say(kind.message), id="android:id/message"),
        space(8),
        row(*choices, align="end", id="android:id/buttonPanel"),
        pad=20,
        color="high" if prompt.kind in CALLS else "dialog",  # a banner has no dialog's own background
        id="android:id/parentPanel",
    )


# --- events ------------------------------------------------------------------------------------------------------------


def on_close(phone: Phone) -> Prompt | None:
    """The answer that changes nothing; the prompt that was answered."""
    prompts = phone.core.system.prompts
    return prompts.pop(0) if prompts else None


def on_restart(phone: Phone) -> None:
    """The phone restarts, as by `reboot`."""
    if on_close(phone) is not None:
        boot.restart(phone)


def on_save_battery(phone: Phone) -> None:
    """Battery Saver goes on."""
    if on_close(phone) is not None:
        phone.core.settings.battery_saver = True


def on_rate(phone: Phone) -> None:
    """A rating is given: thanks are said, and that is all that is kept of it."""
    prompt = on_close(phone)
    if prompt is not None:
        phone.core.settings.extra[f"secure/rated_{prompt.about.lower()}"] = "1"


def on_answer(phone: Phone) -> None:
    """The call begins; it goes on until somebody hangs up."""
    prompt = on_close(phone)
    if prompt is not None:
        phone.core.system.prompts.insert(0, Prompt("in_call", prompt.about))


HANDLERS: dict[str, Callable[[Phone], object]] = {
    "close": on_close,
    "restart": on_restart,
    "save_battery": on_save_battery,
    "rate": on_rate,
    "answer": on_answer,
}
