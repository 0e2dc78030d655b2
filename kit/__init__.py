"""phone-agent-kit: a Jupyter-first research kit for LLM phone agents.

The pieces compose one by one::

    phone = kit.open_device("sim:7")          # or "sim+adb:7", "adb:SERIAL"
    obs = kit.observe(phone)                  # one atomic look: picture and marks of the same frame
    print(kit.describe(obs)); kit.draw_marks(obs); kit.marks_frame(obs)
    session = kit.open_session(phone, goal="Turn on Bluetooth")
    receipt = kit.act(session, "launch_app", name="Settings")
    episode = kit.run_episode("settings_display", {"model": "oracle"})
    run = kit.run_bench(policies=["oracle", "random"]); kit.load(run)

Names are loaded on first use, so `import kit` is fast and needs neither torch nor Ray.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kit.agent.traced import run_episode as run_episode
    from kit.lab.bench import run_bench as run_bench
    from kit.lab.results import load as load
    from kit.phones.open import open_device as open_device
    from kit.screen.describe import describe as describe
    from kit.screen.frame import marks_frame as marks_frame
    from kit.screen.observe import observe as observe
    from kit.screen.overlay import draw_marks as draw_marks
    from kit.settings import Settings as Settings
    from kit.settings import resolve as resolve
    from kit.tools.execute import act as act
    from kit.tools.session import open_session as open_session
    from kit.view.charts import success_chart as success_chart
    from kit.view.charts import timeline as timeline
    from kit.view.player import Player as Player

_PLACES = {
    "Player": "kit.view.player",
    "Settings": "kit.settings",
    "act": "kit.tools.execute",
    "describe": "kit.screen.describe",
    "draw_marks": "kit.screen.overlay",
    "load": "kit.lab.results",
    "marks_frame": "kit.screen.frame",
    "observe": "kit.screen.observe",
    "open_device": "kit.phones.open",
    "open_session": "kit.tools.session",
    "resolve": "kit.settings",
    "run_bench": "kit.lab.bench",
    "run_episode": "kit.agent.traced",
    "success_chart": "kit.view.charts",
    "timeline": "kit.view.charts",
}

__all__ = list(_PLACES)  # pyright: ignore[reportUnsupportedDunderAll] - one list, loaded on first use


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module 'kit' has no attribute {name!r}")
    return getattr(import_module(_PLACES[name]), name)


def __dir__() -> list[str]:
    return sorted(_PLACES)
