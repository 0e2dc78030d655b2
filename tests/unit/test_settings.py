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
