import pytest

from kit.errors import TargetError
from kit.tools.names import installed, resolve_app, segments

APPS = (
    "com.android.settings/.Settings", "org.mozilla.firefox/.App", "com.android.deskclock/.DeskClock",
    "com.android.calendar/.Month", "com.google.android.calendar/.All", "com.tencent.mm/.ui.LauncherUI",
)  # fmt: skip


@pytest.mark.parametrize(
    ("name", "package"),
    [
        ("Settings", "com.android.settings"),
        ("settings", "com.android.settings"),
        ("com.android.deskclock", "com.android.deskclock"),
        ("com.android.deskclock/.DeskClock", "com.android.deskclock"),
        ("Clock", "com.android.deskclock"),
        ("Firefox", "org.mozilla.firefox"),
        ("微信", "com.tencent.mm"),
    ],
)
def test_strong_evidence_resolves(name: str, package: str) -> None:
    assert resolve_app(name, APPS).package == package


@pytest.mark.parametrize("name", ["fox", "Fire", "", "android", "google", "Maps"])
def test_weak_or_no_evidence_never_starts_an_app(name: str) -> None:
    with pytest.raises(TargetError, match="Installed: ") as caught:
        resolve_app(name, APPS)
    assert caught.value.code == "target_unknown"


def test_two_apps_of_one_name_are_ambiguous() -> None:
    with pytest.raises(TargetError, match=r"com\.android\.calendar, com\.google\.android\.calendar") as caught:
        resolve_app("Calendar", APPS)
    assert caught.value.code == "target_ambiguous"


def test_segments_shorter_than_four_or_without_meaning_do_not_count() -> None:
    assert segments("com.google.android.apps.nbu.filesGo_main") == ["files"]


def test_every_installed_app_has_a_name() -> None:
    assert [a.label for a in installed(APPS)] == ["Settings", "firefox", "Clock", "Calendar", "Calendar", "WeChat"]
