"""Harness specification, section "扩展性": a real plugin package, installed with pip, adds every kind of part there is."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).resolve().parents[2] / "plugins" / "example"

RUN = """
from kit.agent.traced import run_episode
from kit.tools.execute import execute, tools_of
from kit.tools.session import open_session
from kit.agent.plugins import load
from kit.phones.open import open_device
from kit.settings import resolve
from kit.types import ToolCall

episode = run_episode("clock_alarm_on", {"model": "oracle", "screenshots": False, "observe_settle_ms": 0, "trace": False})
print("success", episode.outcome.success)
settings = resolve({"screenshots": False, "observe_settle_ms": 0})[0]
with open_device("sim:1", settings=settings) as phone:
    session = open_session(phone, goal="g", settings=settings)
    load(settings).attach(session)
    print("offered", "count_marks" in [t.name for t in tools_of(session)])
    calls = [ToolCall(id="a", name="count_marks", arguments={}),
             ToolCall(id="b", name="launch_app", arguments={"name": "Calculator"})]
    counted, refused = execute(session, calls)
    print("counted", counted.text == f"There are {len(session.observation.marks)} marks.")
    print("refused", refused.code, refused.text)
    print("block", session.blocks)
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder the example was installed into by pip, without the network."""
    if importlib.util.find_spec("setuptools") is None or importlib.util.find_spec("pip") is None:
        pytest.skip("needs pip and setuptools")
    source = tmp_path_factory.mktemp("source") / "example"
    shutil.copytree(EXAMPLE, source)  # the build leaves folders beside the sources
    target = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation",
               "--disable-pip-version-check", "--target", str(target), str(source)]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, timeout=90, check=False)
    assert done.returncode == 0, done.stderr
    return target


def python(site: Path, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(site), *(p for p in sys.path if p)])
    environment = {**os.environ, "PYTHONPATH": path, **variables}
    return subprocess.run(
        [sys.executable, *words], capture_output=True, text=True, timeout=90, check=False, env=environment
    )


def test_an_installed_plugin_adds_listener_handler_guard_tool_block_and_hooks(site: Path) -> None:
    done = python(site, "-c", RUN)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith("begin ")
    assert lines[1:4] == ["before launch_app", "after launch_app: ok", "heard launch_app"]
    assert "end finish" in lines
    assert "success True" in lines
    assert "offered True" in lines
    assert "counted True" in lines
    assert "refused no_calculator error: The calculator stays closed." in lines
    assert "block ('Count the marks with count_marks before you finish.',)" in lines


def test_it_adds_a_command(site: Path) -> None:
    done = python(site, "-m", "kit", "hello", "Ada")
    assert (done.returncode, done.stdout) == (0, "Hello, Ada.\n"), done.stderr
    assert "hello" in python(site, "-m", "kit", "--help").stdout


def test_it_is_left_out_with_one_setting(site: Path) -> None:
    assert "hello" not in python(site, "-m", "kit", "--help", PHONE_AGENT_PLUGINS="off").stdout
    done = python(site, "-m", "kit", "hello", "Ada", PHONE_AGENT_PLUGINS="off")
    assert done.returncode == 2


def test_a_broken_plugin_is_named_and_says_how_to_do_without_it(site: Path, tmp_path: Path) -> None:
    broken = tmp_path / "site"
    shutil.copytree(site, broken)
    (broken / "kit_example.py").write_text("raise RuntimeError('a bug')\n", encoding="utf-8")
    done = python(broken, "-m", "kit", "--help")
    assert done.returncode == 2
    assert "Plugin example cannot be loaded" in done.stderr
    assert "PHONE_AGENT_PLUGINS=off" in done.stderr
    assert "Traceback" not in done.stderr
