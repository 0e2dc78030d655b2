"""Shared by all tests: helper modules beside this file's `unit` folder are importable, and HOME is never touched."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent / "unit"))


@pytest.fixture(autouse=True)
def no_settings_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    """A developer's own PHONE_AGENT_ variables must not change what tests see."""
    for name in list(os.environ):
        if name.startswith("PHONE_AGENT_"):
            monkeypatch.delenv(name)
