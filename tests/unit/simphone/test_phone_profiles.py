"""Profiles: the traits behind a seed, what they change on the phone, and that a task's phone keeps them through a reset."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.errors import UsageError
from kit.phones.open import check_spec, open_device
from kit.simphone.phone import Phone
from kit.simphone.profiles import APIS, LOCALES, SCREENS, TRAITS, read, words


def phone(traits: str, seed: int = 7) -> Phone:
    return Phone(seed, **read(traits))


@pytest.mark.parametrize(("name", "size"), [(n, (s["width"], s["height"])) for n, s in SCREENS.items()])
def test_a_screen_has_its_size_and_density(name: str, size: tuple[int, int]) -> None:
    made = phone(f"screen={name}")
    assert made.size == size
    assert made.run("wm size").text.strip() == f"Physical size: {size[0]}x{size[1]}"
    assert made.density == SCREENS[name]["density"]


def test_a_turned_phone_is_wide() -> None:
    assert phone("rotation=1").size == (2400, 1080)


@pytest.mark.parametrize("locale", LOCALES)
def test_a_locale_is_the_phones_language(locale: str) -> None:
    made = phone(f"locale={locale}")
    assert made.run("getprop persist.sys.locale").text.strip() == locale
    assert made.mirrored == locale.startswith("ar")


@pytest.mark.parametrize(("release", "api"), APIS.items())
def test_an_android_release_says_its_level(release: str, api: int) -> None:
    made = phone(f"android={release}")
    assert made.run("getprop ro.build.version.sdk").text.strip() == str(api)
    assert made.run("getprop ro.build.version.release").text.strip() == release


def test_distractors_are_installed_and_can_be_opened() -> None:
    made = phone("distractors=3")
    packages = made.run("pm list packages -3").text + made.run("pm list packages").text
    assert packages.count("com.thirdparty.") >= 3
    assert made.run("monkey -p com.thirdparty.notepadplus 1").code == 0
    assert made.core.system.front == "decoy1"
    assert made.internal_errors == []


def test_notifications_come_by_themselves_and_change_no_data() -> None:
    made = phone("notifications=6")
    before = made.state()["data"]
    made.advance(60)
    assert len(made.core.system.notices) >= 4
    assert made.state()["data"] == before


def test_popups_come_by_themselves_are_the_same_each_time_and_wait_for_an_answer() -> None:
    first, second = phone("popups=4"), phone("popups=4")
    for made in (first, second):
        made.advance(40)
    assert len(first.core.system.prompts) == 1
    assert first.core.system.prompts == second.core.system.prompts
    first.advance(120)
    assert len(first.core.system.prompts) == 1, "the next one waits until this one is answered"


def test_latency_costs_phone_time_only() -> None:
    slow, fast = phone("latency_ms=500"), phone("")
    for made in (slow, fast):
        made.run("input keyevent HOME")
    assert slow.core.now - fast.core.now == 500


def test_a_fault_asked_for_strikes_and_is_kept_through_a_reset() -> None:
    made = phone("fault.slow=1.0")
    made.run("ls /sdcard")
    assert [name for _, name, _ in made.faults.log] == ["slow"]
    made.reset(3)
    assert made.faults.log == []
    made.run("ls /sdcard")
    assert [name for _, name, _ in made.faults.log] == ["slow"]


def test_a_reset_keeps_the_profile() -> None:
    with open_device("sim:1,locale=zh-CN,font_scale=1.3,dark_theme") as device:
        device.shell("simphone reset 5 train")
        said = device.shell(
            "settings get system font_scale; getprop persist.sys.locale; settings get secure ui_night_mode"
        )
    assert said.text.split() == ["1.3", "zh-CN", "2"]


@pytest.mark.parametrize(
    ("wrong", "fix"),
    [
        ("lokale=zh-CN", "locale"),
        ("font_scale=3", "0.85 to 1.3"),
        ("font_scale=big", "0.85 to 1.3"),
        ("rotation=4", "0 to 3"),
        ("screen=watch", "phone, small"),
        ("dark_theme=maybe", "true or false"),
        ("fault.ofline=0.1", "offline"),
        ("fault.offline=2", "0 to 1"),
        ("fault.offline", "0 to 1"),
    ],
)
def test_a_wrong_trait_is_refused_with_what_there_is(wrong: str, fix: str) -> None:
    with pytest.raises(UsageError) as caught:
        check_spec(f"sim:1,{wrong}")
    assert fix in str(caught.value)


SPACE = {
    name: st.sampled_from(trait.values)
    if isinstance(trait.values[0], str | bool)
    else st.integers(*trait.values)
    if isinstance(trait.values[0], int)
    else st.floats(*trait.values).map(lambda x: round(x, 2))
    for name, trait in TRAITS.items()
    if name not in ("screen", "android")
}


@given(st.fixed_dictionaries({}, optional=SPACE))
def test_what_is_written_is_what_is_read(fields: dict[str, object]) -> None:
    assert read(words(fields)) == fields
