import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from kit.cli import COMMANDS, main, parser

NAMES = ("bench", "run", "tasks", "phone", "devices", "marks", "replay", "models", "memory")
DUMP = (
    "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\">"
    '<node index="0" text="" resource-id="" class="android.widget.FrameLayout" package="app.a" content-desc="" '
    'checkable="false" checked="false" clickable="false" enabled="true" focusable="false" focused="false" '
    'scrollable="false" long-clickable="false" password="false" selected="false" bounds="[0,0][1080,2400]">'
    '<node index="0" text="Wi-Fi" resource-id="app.a:id/wifi" class="android.widget.Button" package="app.a" '
    'content-desc="" checkable="false" checked="false" clickable="true" enabled="true" focusable="true" focused="false" '
    'scrollable="false" long-clickable="false" password="false" selected="false" bounds="[0,300][1080,500]" />'
    "</node></hierarchy>"
)


def run(*words: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "kit", *words], capture_output=True, text=True, check=False, cwd=cwd)


@pytest.mark.parametrize("name", NAMES)
def test_every_command_has_help_with_an_example(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([name, "--help"])
    assert ended.value.code == 0
    assert f"example: kit {name}" in capsys.readouterr().out


def test_the_commands_are_the_documented_ones() -> None:
    assert tuple(m.__name__.rpartition(".")[2] for m in COMMANDS) == NAMES
    assert all(name in parser().format_help() for name in NAMES)


def test_help_is_quick_and_loads_nothing_heavy() -> None:
    code = (
        "import sys; from kit.cli import main\n"
        "try: main(['bench', '--help'])\n"
        "except SystemExit: pass\n"
        "heavy = {'torch', 'transformers', 'ray', 'pandas', 'matplotlib', 'openai', 'adbutils', 'PIL', 'pydantic'}\n"
        "sys.exit(str(heavy & set(sys.modules)) if heavy & set(sys.modules) else 0)"
    )
    began = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (
        time.perf_counter() - began < 5
    )  # the figure itself (0.5 s) is in experiments; a busy machine must not fail a test


def test_no_command_prints_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "COMMAND" in capsys.readouterr().out


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.strip().count(".") == 2


@pytest.fixture(scope="module")
def adb_port() -> Iterator[int]:
    """The port of an adb server of this test's own."""
    from kit.device.transport import OwnServer

    server = OwnServer()
    yield server.port
    server.close()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["bench", "--policy", "orcale"], "Did you mean oracle"),
        (["bench", "--tasks", "contcts_add"], "Did you mean contacts_add"),
        (["bench", "--set", "temprature=1"], "Did you mean temperature"),
        (["bench", "--set", "temperature=9"], "less than or equal to 2"),
        (["bench", "--set", "temperature"], "not NAME=VALUE"),
        (["bench", "--device", "phone:1"], "sim:SEED"),
        (["run", "task:nothing_here"], "task"),
        (["run", "Go", "--model", "oracle"], "needs a task"),
        (["run", "Go", "--model", "remote:x"], "model_base_url"),
        (["run", "Go", "--model", "gpt"], "module:function"),
        (["marks", "nowhere.xml"], "no file nowhere.xml"),
        (["tasks", "list", "zzz*"], "`kit tasks list` shows them"),
        (["bench", "--resume", "nowhere"], "nowhere"),
        (["bench", "--resume", "nowhere", "--set", "temperature=1"], "--set cannot change it"),
        (["bench", "--resume", "nowhere", "--policy", "random", "--seeds", "3"], "--policy, --seeds cannot change it"),
        (["bench", "--policy", "local:/nowhere/at/all"], "no folder /nowhere/at/all"),
        (["replay", "nowhere"], "nowhere"),
        (["run", "task:contacts_*", "--model", "oracle"], "several tasks"),
        (["run", "Go", "--device", "adb:nosuch", "--set", "adb_server_port={port}"], "nosuch"),
        (["run", "Go", "--model", "nosuchmodule:make"], "No module named"),
    ],
)
def test_bad_input_is_one_clear_line_and_exit_code_2(
    words: list[str],
    sentence: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    adb_port: int,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))  # a wrong name must not cost a download
    words = [w.format(port=adb_port) if "{port}" in w else w for w in words]
    assert main(words) in ((1, 2) if "local:/nowhere/at/all" in words[-1] else (2,))
    shown = capsys.readouterr()
    assert sentence in shown.err
    assert len(shown.err.strip().splitlines()) == 1
    assert list(tmp_path.iterdir()) == [], "nothing half-written"


@pytest.mark.parametrize("words", [["bench", "--seeds", "0"], ["bench", "--workers", "x"], ["phone", "--count", "0"]])
def test_numbers_out_of_range_are_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    assert "--" in capsys.readouterr().err


def test_marks_prints_text_and_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "w.xml"
    file.write_text(DUMP, encoding="utf-8")
    assert main(["marks", str(file)]) == 0
    assert "Wi-Fi" in capsys.readouterr().out
    assert main(["marks", str(file), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [m["label"] for m in data["marks"]] == ["Wi-Fi"]


def test_marks_draws_on_a_copy_of_the_screenshot(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from PIL import Image

    file, shot = tmp_path / "w.xml", tmp_path / "shot.png"
    file.write_text(DUMP, encoding="utf-8")
    Image.new("RGB", (1080, 2400), "white").save(shot)
    before = shot.read_bytes()
    assert main(["marks", str(file), "--png", str(shot)]) == 0
    drawn = Image.open(tmp_path / "shot.marks.png").convert("RGB")
    assert len(drawn.getcolors(1 << 24)) > 1
    assert shot.read_bytes() == before


def test_a_dump_that_cannot_be_read_is_one_line_and_exit_code_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "w.xml"
    file.write_text(DUMP[:600], encoding="utf-8")
    assert main(["marks", str(file)]) == 1
    shown = capsys.readouterr().err
    assert "Traceback" not in shown
    assert len(shown.strip().splitlines()) == 1


def test_tasks_list_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tasks", "list", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert len(rows) >= 24
    assert len({row["name"] for row in rows}) == len(rows)
    assert {"name", "goals", "apps", "tags", "difficulty", "split"} <= set(rows[0])


def test_the_module_runs_as_a_command() -> None:
    done = run("tasks", "list", "contacts_*")
    assert done.returncode == 0
    assert "contacts_add" in done.stdout


def test_a_task_from_end_to_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "traces"
    assert main(["run", "task:contacts_add", "--model", "oracle", "--device", "sim:1", "--out", str(out)]) == 0
    shown = capsys.readouterr().out
    assert "success: finish" in shown
    (folder,) = out.iterdir()
    assert main(["replay", str(folder)]) == 0
    assert "contacts_add" in capsys.readouterr().out


def test_a_free_goal_is_neither_success_nor_failure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "Do nothing", "--model", "do-nothing", "--out", str(tmp_path)]) == 0
    assert "nothing to check" in capsys.readouterr().out


OWN_MODEL = """
from kit.types import Reply, ToolCall

class Mine:
    name = "mine"
    def complete(self, messages, tools, sampler):
        {body}

def make(settings):
    return Mine()

def nothing(settings):
    return None
"""


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("raise ValueError('mine')", "ValueError: mine (own_model"),
        ("return {'calls': []}", "returned dict instead of kit.types.Reply"),
    ],
)
def test_a_bug_in_a_persons_own_model_is_told_with_its_place_and_is_the_agents_fault(
    body: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    name = f"own_model_{abs(hash(body))}"
    (tmp_path / f"{name}.py").write_text(OWN_MODEL.format(body=body), encoding="utf-8")
    assert main(["run", "task:contacts_add", "--model", f"{name}:make"]) == 1
    assert sentence in capsys.readouterr().out
    assert main(["run", "task:contacts_add", "--model", f"{name}:nothing"]) == 2
    assert "no complete(messages, tools, sampler)" in capsys.readouterr().err


def test_a_path_that_cannot_be_written_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, shot = tmp_path / "w.xml", tmp_path / "taken"
    file.write_text(DUMP, encoding="utf-8")
    shot.write_text("", encoding="utf-8")
    assert main(["marks", str(file), "--out", str(shot / "x.png")]) in (1, 2)
    assert main(["run", "Go", "--model", "do-nothing", "--out", str(shot)]) in (1, 2)
    shown = capsys.readouterr().err
    assert "Traceback" not in shown
    assert len(shown.strip().splitlines()) == 2


def test_a_screenshot_gives_the_size_of_the_screen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from PIL import Image

    file, shot = tmp_path / "w.xml", tmp_path / "shot.png"
    file.write_text(DUMP.replace("[0,0][1080,2400]", "[28,474][1052,1926]"), encoding="utf-8")
    Image.new("RGB", (1080, 2400), "white").save(shot)
    assert main(["marks", str(file), "--png", str(shot), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["screen"]["width"], data["screen"]["height"]) == (1080, 2400)
