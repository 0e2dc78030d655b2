import re
import sys
from pathlib import Path

import pytest

from kit.errors import SettingError, UnknownName
from kit.settings import Settings, resolve, variable


def settle(tmp_path: Path, overrides: dict | None = None, environ: dict | None = None, dotenv: str = ""):
    file = tmp_path / ".env"
    file.write_text(dotenv, encoding="utf-8")
    return resolve(overrides, environ=environ or {}, dotenv=file)


def test_defaults_are_the_specifications(tmp_path: Path) -> None:
    settings, origin = settle(tmp_path)
    assert settings.observe_settle_ms == 300
    assert settings.observe_retry_max_loops == 1
    assert settings.observe_retry_backoff_s == 2.0
    assert settings.image_keep == 2
    assert settings.obs_marks_keep == 2
    assert settings.black_screen_detect is True
    assert settings.marks_windowed == "auto"
    assert settings.parallel_tool_calls is False
    assert settings.sibling_receipts is True
    assert set(origin.values()) == {"default"}


def test_argument_beats_environment_beats_dotenv_beats_default(tmp_path: Path) -> None:
    dotenv = "PHONE_AGENT_IMAGE_KEEP=3\nexport PHONE_AGENT_LANG='zh'\n# PHONE_AGENT_NO=1\nPHONE_AGENT_TOP_K=9\n"
    environ = {"PHONE_AGENT_IMAGE_KEEP": "4", "PHONE_AGENT_OBSERVE_SETTLE_MS": "100", "HOME": "x"}
    settings, origin = settle(tmp_path, {"image_keep": 5, "top_p": None}, environ, dotenv)
    assert (settings.image_keep, settings.observe_settle_ms, settings.lang, settings.top_k) == (5, 100, "zh", 9)
    assert origin["image_keep"] == "argument"
    assert origin["observe_settle_ms"] == "environment"
    assert origin["lang"] == ".env"
    assert origin["top_p"] == "default"


@pytest.mark.parametrize("name", ["image_kep", "temprature"])
def test_an_unknown_setting_suggests_the_nearest(tmp_path: Path, name: str) -> None:
    with pytest.raises(UnknownName, match="Did you mean"):
        settle(tmp_path, {name: 1})


def test_an_unknown_variable_is_refused_not_ignored(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="image_keep"):
        settle(tmp_path, environ={"PHONE_AGENT_IMAGE_KEPT": "1"})


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("image_keep", 0, "greater than or equal to 1"),
        ("temperature", 3, "less than or equal to 2"),
        ("marks_windowed", "maybe", "'auto', 'on' or 'off'"),
    ],
)
def test_a_value_out_of_range_gives_the_range(tmp_path: Path, name: str, value: object, words: str) -> None:
    with pytest.raises(SettingError, match=words) as caught:
        settle(tmp_path, {name: value})
    assert variable(name) in str(caught.value)


def test_settings_are_frozen(tmp_path: Path) -> None:
    settings, _ = settle(tmp_path)
    with pytest.raises(Exception, match="frozen"):
        settings.image_keep = 9  # type: ignore[misc]
    assert isinstance(settings, Settings)


def test_an_empty_value_leaves_a_sampler_option_to_the_model(tmp_path: Path) -> None:
    settings, origin = settle(tmp_path, {"temperature": ""}, {"PHONE_AGENT_TOP_K": ""})
    assert (settings.temperature, settings.top_k) == (None, None)
    assert (origin["temperature"], origin["top_k"]) == ("argument", "environment")


def test_the_adb_port_follows_the_variable_of_every_adb_client_unless_set(tmp_path: Path) -> None:
    settings, origin = settle(tmp_path, environ={"ANDROID_ADB_SERVER_PORT": "5099"})
    assert settings.adb_server_port == 5099
    assert origin["adb_server_port"] == "environment (ANDROID_ADB_SERVER_PORT)"
    environ = {"ANDROID_ADB_SERVER_PORT": "5099", "PHONE_AGENT_ADB_SERVER_PORT": "5100"}
    assert settle(tmp_path, environ=environ)[0].adb_server_port == 5100


def test_a_bad_value_says_where_it_came_from(tmp_path: Path) -> None:
    with pytest.raises(SettingError, match=r"from \.env"):
        settle(tmp_path, dotenv="PHONE_AGENT_IMAGE_KEEP=0")


def test_every_wrong_value_comes_with_what_the_setting_takes(tmp_path: Path) -> None:
    for name in Settings.model_fields:
        with pytest.raises(SettingError) as caught:
            settle(tmp_path, {name: object})  # a class is a value of no setting
        assert caught.value.fix, name


@pytest.mark.parametrize("value", [5, ["oracle"], {"a": 1}])
def test_what_is_no_model_is_told_what_would_be(tmp_path: Path, value: object) -> None:
    with pytest.raises(SettingError, match=r"complete\(messages, tools, sampler\)"):
        settle(tmp_path, {"model": value})


def test_a_class_is_no_model_but_its_objects_are(tmp_path: Path) -> None:
    class Mine:
        name = "mine"

        def complete(self, *_: object) -> None: ...

    with pytest.raises(SettingError, match=r"Give Mine\(\)"):
        settle(tmp_path, {"model": Mine})
    made = Mine()
    settings, origin = settle(tmp_path, {"model": made})
    assert (settings.model, settings.own_model(), origin["model"]) == ("object:mine", made, "argument")


def test_max_steps_is_unset_until_somebody_sets_it(tmp_path: Path) -> None:
    assert settle(tmp_path)[0].max_steps is None
    assert settle(tmp_path, {"max_steps": ""})[0].max_steps is None
    assert settle(tmp_path, environ={"PHONE_AGENT_MAX_STEPS": "7"})[0].max_steps == 7


def test_every_setting_is_read_somewhere_but_the_one_that_says_it_is_not() -> None:
    root = Path(str(sys.modules["kit"].__file__)).parent
    code = "\n".join(p.read_text("utf-8") for p in root.rglob("*.py") if p.name != "settings.py")
    read = set(re.findall(r"\b(?:settings|resolved|sees)\.(\w+)", code))
    unread = Settings.model_fields.keys() - read
    assert unread == {"taskdoc_nudge_steps"}
    assert "no effect" in str(Settings.model_fields["taskdoc_nudge_steps"].description)
