import pytest
from app_driver import Hand
from translated import english_on, untranslated

from kit.simphone.app import Run
from kit.simphone.apps import (
    calculator,
    clock,
    files,
    settings,
    settings_apps,
    settings_facts,
    settings_network,
)
from kit.simphone.apps.settings_pages import CHOICES, PAGES, searched
from kit.simphone.hierarchy import nodes
from kit.simphone.phone import Phone
from kit.simphone.settings_state import SystemSettings
from kit.simphone.words import table


class Finger(Hand):
    """A finger on the Settings app of a real phone."""

    def __init__(self, phone: Phone) -> None:
        super().__init__(settings.APP, None)
        self.phone = phone
        self.ui = phone.core.apps["settings"].ui
        self.run = Run(None, self.ui, phone.env("settings"))
        phone.launch("settings")

    @property
    def system(self) -> SystemSettings:
        return self.phone.core.settings

    def path(self, *labels: str) -> None:
        for label in labels:
            self.tap(label)


@pytest.fixture
def hand() -> Finger:
    return Finger(Phone(5, apps=[settings.APP, clock.APP, files.APP, calculator.APP], sample_files=False))


def checked(hand: Finger, label: str) -> bool:
    return (
        next(w.checked for w, words in hand.widgets() if w.checked is not None and w.on_tap and label in words) or False
    )


def test_every_page_of_the_table_draws_and_every_link_leads_somewhere(hand: Finger) -> None:
    drawn = {*PAGES, "apps", "app_notifications", "battery_usage", "storage", "permission_apps", "permission_manager"}
    for name, (title, entries) in PAGES.items():
        hand.ui.go(name)
        assert title in hand.texts()
        assert {e.page for e in entries if e.role == "link"} <= drawn


def test_every_entry_stands_for_a_field_or_a_choice_that_exists() -> None:
    known = SystemSettings()
    for _, entries in PAGES.values():
        for entry in entries:
            if entry.field:
                value = getattr(known, entry.field)
                assert entry.role != "choice" or value in [v for v, _ in CHOICES[entry.field]]
                assert (entry.role == "switch") == isinstance(value, bool)


@pytest.mark.parametrize(
    ("path", "label", "field"),
    [
        (("Network & internet", "Internet"), "Wi-Fi", "wifi"),
        (("Network & internet", "SIMs"), "Mobile data", "data"),
        (("Connected devices", "Bluetooth"), "Use Bluetooth", "bluetooth"),
        (("Connected devices",), "NFC", "nfc"),
        (("Notifications", "Do Not Disturb"), "Use Do Not Disturb", "dnd"),
        (("Battery", "Battery Saver"), "Use Battery Saver", "battery_saver"),
        (("Battery",), "Battery percentage", "show_battery_percent"),
        (("Display",), "Dark theme", "dark_theme"),
        (("Location",), "Use location", "location"),
        (("System", "Date & time"), "Use 24-hour format", "time_24h"),
    ],
)
def test_switches_change_the_system_and_show_it(hand: Finger, path: tuple[str, ...], label: str, field: str) -> None:
    hand.path(*path)
    before = getattr(hand.system, field)
    assert checked(hand, label) == before
    hand.tap(label)
    assert getattr(hand.system, field) is not before
    assert checked(hand, label) != before


def test_airplane_mode_takes_the_radios_down(hand: Finger) -> None:
    hand.system.bluetooth = True
    hand.path("Network & internet", "Airplane mode")
    assert (hand.system.wifi, hand.system.bluetooth) == (False, False)
    assert "Wi-Fi is off" in hand.texts()


def test_an_open_network_is_joined_at_once_and_a_secured_one_with_its_password(hand: Finger) -> None:
    hand.path("Network & internet", "Internet", "CafeCorner")
    assert hand.system.wifi_network == "CafeCorner"
    hand.tap("Office-5G")
    hand.type("Password", "short")
    hand.tap("Connect")
    assert hand.system.wifi_network == "CafeCorner"
    hand.tap("Office-5G")
    hand.type("Password", "long enough", submit=True)
    assert hand.system.wifi_network == "Office-5G"


def test_a_choice_is_shown_taken_and_closes_its_page(hand: Finger) -> None:
    hand.path("Display", "Screen timeout")
    assert checked(hand, "1 minute")
    hand.tap("5 minutes")
    assert hand.system.screen_timeout_s == 300
    assert {"Screen timeout", "5 minutes"} <= set(hand.texts())


def test_a_slider_sets_its_field(hand: Finger) -> None:
    hand.tap("Sound & vibration")
    slider = next(w for w, _ in hand.widgets() if w.desc == "Alarm volume")
    assert (slider.value, slider.maximum) == (10, 15)
    hand.send((*(slider.on_change or ()), 3))
    assert hand.system.volume_alarm == 3


def test_the_device_name_is_edited_in_a_dialog_and_never_empty(hand: Finger) -> None:
    hand.path("About phone", "Device name")
    hand.type("Device name", "  ")
    hand.tap("OK")
    assert hand.system.device_name == "Simphone"
    hand.tap("Device name")
    hand.type("Device name", "Ünal's phone", submit=True)
    assert hand.system.device_name == "Ünal's phone"
    assert "Ünal's phone" in hand.texts()


def test_search_finds_entries_on_any_page_and_opens_them(hand: Finger) -> None:
    hand.tap("Search settings")
    assert "Search for a setting" in hand.texts()
    hand.type("Search settings", "TIMEOUT")
    hand.tap("Screen timeout")
    assert "30 minutes" in hand.texts()
    assert searched("no such thing") == []
    assert ("Dark theme", "display") in [(e.title, page) for e, page in searched("theme")]


def test_resetting_the_network_asks_first(hand: Finger) -> None:
    hand.path("System", "Reset options", "Reset Bluetooth & Wi-Fi", "Cancel")
    assert hand.system.wifi_network == "HomeNet"
    hand.path("Reset Bluetooth & Wi-Fi", "Reset")
    assert hand.system.wifi_network == ""


def test_seven_taps_make_a_developer(hand: Finger) -> None:
    hand.path("About phone", *["Build number"] * 6)
    assert not hand.system.developer_options
    hand.tap("Build number")
    assert hand.system.developer_options


def test_storage_counts_the_real_files(hand: Finger) -> None:
    hand.phone.files.write("/sdcard/Pictures/a.jpg", b"x" * 4000)
    hand.phone.files.write("/sdcard/DCIM/b.png", b"x" * 8300)
    hand.tap("Storage")
    texts = hand.texts()
    assert texts[texts.index("Images") + 1] == "12.3 kB"
    assert texts[texts.index("Audio") + 1] == "0 B"


def test_battery_shows_the_level_of_the_phone(hand: Finger) -> None:
    hand.phone.core.system.battery.level = 42
    hand.tap("Battery")
    assert "42% - Not charging" in hand.texts()
    hand.tap("Battery usage")
    shares = [int(t[:-1]) for t in hand.texts() if t.endswith("%")]
    assert sum(shares) <= 58
    assert shares == sorted(shares, reverse=True)


def test_notifications_of_an_app_are_switched_off(hand: Finger) -> None:
    hand.path("Notifications", "App notifications", "Clock")
    assert hand.system.app_notifications_off == ["clock"]
    hand.phone.env("clock").notify("Time's up", "now")
    assert hand.phone.core.system.notices == []


def test_a_permission_is_given_and_taken(hand: Finger) -> None:
    granted = hand.phone.core.apps["clock"].granted
    assert granted == []
    hand.path("Apps", "Clock", "Permissions", "Notifications", "Allow")
    assert hand.phone.core.apps["clock"].granted == ["notifications"]
    hand.path("Notifications", "Don't allow")
    assert hand.phone.core.apps["clock"].granted == []
    hand.phone.env("clock").permit("notifications", ("noop",))
    assert hand.phone.core.system.ask is None  # denied in Settings is denied for good


def test_clearing_an_apps_storage_makes_it_new(hand: Finger) -> None:
    state = hand.phone.core.apps["clock"]
    state.data.alarms = []
    hand.path("Apps", "Clock", "Storage & cache", "Clear storage", "Delete")
    assert len(hand.phone.core.apps["clock"].data.alarms) == 2


def test_force_stop_is_only_for_a_running_app(hand: Finger) -> None:
    hand.path("Apps", "Clock")
    stop = next(w for w, _ in hand.widgets() if w.text == "Force stop")
    assert not stop.enabled
    hand.phone.launch("clock")
    hand.path("Force stop", "OK")
    assert not hand.phone.core.apps["clock"].started


def test_an_app_is_uninstalled_and_a_system_app_only_disabled(hand: Finger) -> None:
    hand.path("Apps", "Clock", "Uninstall", "OK")
    assert "Clock" not in hand.texts()
    assert not hand.phone.launch("clock")
    hand.path("Files", "Disable", "Disable app", "Navigate up")
    assert "Disabled" in hand.texts()
    hand.path("Files", "Enable")
    assert hand.phone.launch("files")


def test_the_phone_shows_the_front_page_without_an_error(hand: Finger) -> None:
    hand.path("Display")
    hand.phone.touch()
    window = next(w for w in hand.phone.windows() if w.owner == "settings")
    assert 'text="Adaptive brightness"' in nodes(hand.phone, window)
    assert hand.phone.internal_errors == []


# --- languages -------------------------------------------------------------------------------------------------------

NAMES = {"WLAN", "SIM", "NFC", "Wi", "Fi", "MAC", "IP", "PIN", "Android", "GB", "Simphone", "SimMobile", "kB", "MB",
         "UP", "HomeNet", "CafeCorner", "Library", "Guest", "Office", "Neighbour", "com", "android", "deskclock"}  # fmt: skip
"""Names and units that are the same in every language, and data."""
MORE = (
    "search",
    "storage",
    "wifi",
    "apps",
    "app_notifications",
    "battery_usage",
    "permission_apps",
    "permission_manager",
)


def test_every_text_has_chinese_and_arabic() -> None:
    assert untranslated(settings.APP, settings, settings_apps, settings_facts, settings_network) == []
    shown = [t for title, entries in PAGES.values() for t in (title, *(x for e in entries for x in (e.title, e.note)))]
    chosen = [label for field, pairs in CHOICES.items() if field != "locale" for _, label in pairs]
    texts = {*shown, *chosen, *settings_apps.PERMISSIONS.values()} - {""}
    assert sorted(t for t in texts for lang in ("zh", "ar") if t not in table(lang, settings.APP.words)) == []


@pytest.mark.parametrize("locale", ["zh-CN", "ar"])
def test_no_page_speaks_english_on_a_phone_that_does_not(locale: str) -> None:
    phone = Phone(3, locale=locale, apps=[settings.APP, clock.APP, files.APP])
    for page in (*PAGES, *MORE):
        assert english_on(phone, settings.APP, page, [], frozenset(NAMES)) == set()
    for event in ("ask_name", "ask_reset_network", "ask_reset_apps"):
        assert english_on(phone, settings.APP, "home", [(event,)], frozenset(NAMES)) == set()
    for event in ("ask_uninstall", "ask_disable", "ask_stop", "ask_clear", "permissions", "quiet_page"):
        assert english_on(phone, settings.APP, "home", [("app", "clock"), (event,)], frozenset(NAMES)) == set()


def test_another_language_is_chosen_and_the_whole_phone_follows(hand: Finger) -> None:
    hand.path("System", "Languages & input", "System languages", "العربية (مصر)")
    assert hand.system.locale == "ar-EG"
    assert "اللغات والإدخال" in hand.texts()
    assert hand.phone.mirrored
    hand.phone.launch("clock")
    assert 'text="المنبّه"' in hand.phone.run("uiautomator dump /dev/tty").text
    hand.phone.home()
    assert "الساعة" in hand.phone.run("uiautomator dump /dev/tty").text


def test_a_language_without_its_country_is_shown_as_chosen(hand: Finger) -> None:
    hand.system.locale = "zh"
    hand.send(("open_choice", "locale"))
    assert checked(hand, "中文 (简体)")


def test_search_finds_titles_in_english_and_in_the_phones_language(hand: Finger) -> None:
    hand.system.locale = "zh-CN"
    hand.send(("search",))
    for typed in ("timeout", "屏幕超时"):
        hand.ui.fields["search_box"] = typed
        assert "屏幕超时" in hand.texts()


def test_the_permission_manager_counts_who_may_and_leads_to_the_switch(hand: Finger) -> None:
    hand.path("Security & privacy", "Permission manager")
    assert "0 of 2 apps allowed" in hand.texts()
    hand.path("Notifications", "Clock", "Allow", "Navigate up")
    assert "1 of 2 apps allowed" in hand.texts()
    assert hand.phone.core.apps["clock"].granted == ["notifications"]


def test_volumes_say_their_step(hand: Finger) -> None:
    hand.tap("Sound & vibration")
    assert "10 of 15" in hand.texts()
