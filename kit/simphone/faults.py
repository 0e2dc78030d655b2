"""What can be made to go wrong: each fault has a probability per shell call, drawn from a seeded stream of its own."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from kit.errors import UnknownName

NAMES = (
    "slow", "hang", "truncated_dump", "null_root", "idle_state", "offline", "dropped_tap", "keyboard_restore",
    "drift", "anr", "permission", "low_battery", "heat", "animation", "dump_killed",
)  # fmt: skip
"""slow: seconds pass before a command runs. hang: it never answers. truncated_dump, null_root, idle_state: uiautomator
dump fails that way. offline: the phone is gone. dropped_tap: a touch has no effect. keyboard_restore: `ime set` of
another keyboard than ADB Keyboard fails. drift: a notification's app takes the front during an observation. anr,
permission: that dialog comes up. low_battery, heat: the battery says so. animation: uiautomator dump fails while something
moves on the screen. dump_killed: another dump at the same time kills this one."""


@dataclass(slots=True)
class Faults:
    """The probabilities, the stream, and the log of what went wrong: (phone milliseconds, fault, command)."""

    seed: int
    chances: dict[str, float] = field(default_factory=dict[str, float])
    log: list[tuple[int, str, str]] = field(default_factory=list[tuple[int, str, str]])
    rng: random.Random = field(default_factory=random.Random)

    def __post_init__(self) -> None:
        self.restart(self.seed)

    def restart(self, seed: int) -> None:
        """Draws from the beginning of this seed's stream; the log is emptied."""
        self.seed = seed
        self.rng = random.Random(f"{seed}/faults")
        self.log.clear()

    def set(self, name: str, chance: float) -> None:
        """Sets a fault's probability per call, 0 to 1. Raises UnknownName."""
        if name not in NAMES:
            raise UnknownName("fault", name, NAMES)
        self.chances[name] = max(0.0, min(1.0, chance))
        if not self.chances[name]:
            del self.chances[name]

    def draw(self, name: str, now: int, command: str) -> bool:
        """Whether this fault happens now; if so it is logged."""
        chance = self.chances.get(name)
        if not chance or self.rng.random() >= chance:
            return False
        self.log.append((now, name, command[:120]))
        return True

    def copy(self) -> Faults:
        """An independent copy with the same probabilities and the stream where it is."""
        twin = Faults(self.seed, dict(self.chances), list(self.log))
        twin.rng.setstate(self.rng.getstate())
        twin.log = list(self.log)
        return twin
