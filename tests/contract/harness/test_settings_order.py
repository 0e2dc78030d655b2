"""Harness specification, section "约束（P0）", row "配置" (CLI > shell env > .env > default): one test a rule."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from kit.settings import PREFIX, Settings, resolve, variable

ORDER = ("argument", "environment", ".env", "default")
SAID = {"argument": 11, "environment": 12, ".env": 13, "default": None}


@pytest.mark.parametrize("given", list(product([True, False], repeat=3)), ids=str)
def test_the_first_of_cli_shell_dotenv_default_wins(tmp_path: Path, given: tuple[bool, bool, bool]) -> None:
    """配置: every combination of the three places; the value and where it came from."""
    said = dict(zip(ORDER, (*given, True), strict=True))
    file = tmp_path / ".env"
    file.write_text("PHONE_AGENT_MAX_STEPS=13\n" if said[".env"] else "", encoding="utf-8")
    overrides = {"max_steps": 11} if said["argument"] else {}
    environ = {"PHONE_AGENT_MAX_STEPS": "12"} if said["environment"] else {}
    settings, origin = resolve(overrides, environ=environ, dotenv=file)
    winner = next(place for place in ORDER if said[place])
    assert (settings.max_steps, origin["max_steps"]) == (SAID[winner], winner)


def test_each_setting_is_settled_by_itself(tmp_path: Path) -> None:
    """配置: a value on the command line does not hide other settings' values in the shell or in .env."""
    file = tmp_path / ".env"
    file.write_text("PHONE_AGENT_LANG=zh\nPHONE_AGENT_IMAGE_KEEP=4\n", encoding="utf-8")
    settings, origin = resolve({"max_steps": 3}, environ={"PHONE_AGENT_IMAGE_KEEP": "5"}, dotenv=file)
    assert (settings.max_steps, settings.image_keep, settings.lang) == (3, 5, "zh")
    assert [origin[n] for n in ("max_steps", "image_keep", "lang", "taskdoc")] == list(ORDER)


@pytest.mark.parametrize("name", sorted(Settings.model_fields))
def test_every_setting_has_its_variable(name: str) -> None:
    """配置: PHONE_AGENT_NAME for every setting, and a description."""
    assert variable(name) == PREFIX + name.upper() == f"PHONE_AGENT_{name.upper()}"
    assert Settings.model_fields[name].description


DOCUMENTED = {
    "PHONE_AGENT_OBSERVE_SETTLE_MS": 300,
    "PHONE_AGENT_OBSERVE_RETRY_MAX_LOOPS": 1,
    "PHONE_AGENT_OBSERVE_RETRY_BACKOFF_S": 2.0,
    "PHONE_AGENT_BLACK_SCREEN_DETECT": True,
    "PHONE_AGENT_MARKS_WINDOWED": "auto",
    "PHONE_AGENT_PARALLEL_TOOL_CALLS": False,
    "PHONE_AGENT_IMAGE_KEEP": 2,
    "PHONE_AGENT_OBS_MARKS_KEEP": 2,
    "PHONE_AGENT_COMPACT": True,
    "PHONE_AGENT_OBS_ARCHIVE": False,
    "PHONE_AGENT_OBS_ARCHIVE_DIR": Path("memory/obs_archive"),
    "PHONE_AGENT_OBS_ARCHIVE_KEEP_RUNS": 20,
    "PHONE_AGENT_TASKDOC_NUDGE_STEPS": 0,
    "PHONE_AGENT_SIBLING_RECEIPTS": True,
    "PHONE_AGENT_FINISH_VERIFY": "auto",
    "PHONE_AGENT_DELIVERABLE": True,
    "PHONE_AGENT_DELIVERABLE_DIR": Path("deliverables"),
    "PHONE_AGENT_TRACE": True,
    "PHONE_AGENT_TRACE_DIR": Path(".traces"),
}
"""The variables the document names, with the defaults it gives."""


@pytest.mark.parametrize("name", sorted(DOCUMENTED))
def test_the_documents_variables_are_there_with_its_defaults(name: str) -> None:
    """配置: each PHONE_AGENT_ name of the document."""
    settings, _ = resolve(environ={}, dotenv=Path("nowhere"))
    assert getattr(settings, name.removeprefix(PREFIX).lower()) == DOCUMENTED[name]


def test_the_list_of_the_documents_variables_is_complete() -> None:
    """配置: read from the document itself where it is at hand."""
    import re

    spec = Path(__file__).resolve().parents[3] / "../shared/spec/harness.zh.md"
    if not spec.is_file():
        pytest.skip("the specification is not beside this checkout")
    assert set(re.findall(r"PHONE_AGENT_[A-Z_]+[A-Z]", spec.read_text(encoding="utf-8"))) == set(DOCUMENTED)


@pytest.mark.slow
@pytest.mark.parametrize("said", [("11", "12", "13"), ("", "12", "13"), ("", "", "13"), ("", "", "")], ids=str)
def test_the_order_holds_on_the_command_line_itself(tmp_path: Path, said: tuple[str, str, str]) -> None:
    """配置: `kit run` in a folder with a .env, in a shell with a variable, with and without --set."""
    import os

    cli, shell, dotenv = said
    (tmp_path / ".env").write_text(f"PHONE_AGENT_MAX_STEPS={dotenv}\n" if dotenv else "", encoding="utf-8")
    words = [sys.executable, "-m", "kit", "run", "look", "--model", "do-nothing", "--out", "runs"]
    words += ["--set", f"max_steps={cli}"] if cli else []
    env = {k: v for k, v in os.environ.items() if not k.startswith(PREFIX)} | (
        {"PHONE_AGENT_MAX_STEPS": shell} if shell else {}
    )
    done = subprocess.run(words, cwd=tmp_path, env=env, capture_output=True, text=True, check=False, timeout=60)
    (header,) = (tmp_path / "runs").rglob("run.json")
    settled = json.loads(header.read_text(encoding="utf-8"))["settings"]["max_steps"]
    place = next((p for p, v in zip(ORDER, said, strict=False) if v), "default")
    assert settled == {"value": SAID[place], "origin": place}, done.stderr
