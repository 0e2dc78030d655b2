"""Which page of the Settings app an intent's action opens, as android.provider.Settings names them."""

from __future__ import annotations

PREFIX = "android.settings."
PAGES = {
    "SETTINGS": "home", "WIFI_SETTINGS": "wifi", "WIRELESS_SETTINGS": "network", "AIRPLANE_MODE_SETTINGS": "network",
    "NETWORK_OPERATOR_SETTINGS": "sims", "DATA_ROAMING_SETTINGS": "sims", "DATA_USAGE_SETTINGS": "sims",
    "MANAGE_ALL_SIM_PROFILES_SETTINGS": "sims", "TETHER_SETTINGS": "tether", "BLUETOOTH_SETTINGS": "bluetooth",
    "NFC_SETTINGS": "connected", "DISPLAY_SETTINGS": "display", "NIGHT_DISPLAY_SETTINGS": "display",
    "DARK_THEME_SETTINGS": "display", "TEXT_READING_SETTINGS": "display", "AUTO_ROTATE_SETTINGS": "display",
    "SOUND_SETTINGS": "sound", "ZEN_MODE_SETTINGS": "dnd", "ZEN_MODE_PRIORITY_SETTINGS": "dnd",
    "NOTIFICATION_SETTINGS": "notifications", "ALL_APPS_NOTIFICATION_SETTINGS": "app_notifications",
    "APPLICATION_SETTINGS": "apps", "MANAGE_APPLICATIONS_SETTINGS": "apps", "MANAGE_ALL_APPLICATIONS_SETTINGS": "apps",
    "LOCATION_SOURCE_SETTINGS": "location", "BATTERY_SAVER_SETTINGS": "saver", "INTERNAL_STORAGE_SETTINGS": "storage",
    "MEMORY_CARD_SETTINGS": "storage", "DATE_SETTINGS": "date_time", "LOCALE_SETTINGS": "input",
    "INPUT_METHOD_SETTINGS": "input", "DEVICE_INFO_SETTINGS": "about", "PRIVACY_SETTINGS": "reset",
    "APP_SEARCH_SETTINGS": "search",
}  # fmt: skip
"""Page of the Settings app behind `android.settings.` + key."""
APP_PAGES = {"APPLICATION_DETAILS_SETTINGS": "app_info", "APP_NOTIFICATION_SETTINGS": "one_app_notifications"}
SUB_PAGES = {
    "WifiSettingsActivity": "wifi", "WifiSettings2Activity": "wifi", "NetworkDashboardActivity": "network",
    "BluetoothSettingsActivity": "bluetooth", "ConnectedDeviceDashboardActivity": "connected",
    "DisplaySettingsActivity": "display", "SoundSettingsActivity": "sound", "ZenModeSettingsActivity": "dnd",
    "ConfigureNotificationSettingsActivity": "notifications", "ManageApplicationsActivity": "apps",
    "PowerUsageSummaryActivity": "battery", "BatterySaverSettingsActivity": "saver", "StorageDashboardActivity": "storage",
    "LocationSettingsActivity": "location", "SecuritySettingsActivity": "security", "DateTimeSettingsActivity": "date_time",
    "LanguageAndInputSettingsActivity": "input", "SystemDashboardActivity": "system", "MyDeviceInfoActivity": "about",
}  # fmt: skip
"""Page of the Settings app behind the activity `.Settings$` + key."""
_ACTIONS = {"android.intent.action.POWER_USAGE_SUMMARY": "battery"}


def page(action: str, app: str) -> tuple[str, dict[str, str]] | None:
    """The page and its arguments; None for an action Settings does not answer.

    Args:
        action: of the intent.
        app: short name of the app the intent is about; empty when it names none that is there.
    """
    if action in _ACTIONS:
        return _ACTIONS[action], {}
    name = action.removeprefix(PREFIX)
    if name == action:
        return None
    if name in APP_PAGES:
        return (APP_PAGES[name], {"app": app}) if app else None
    return (PAGES[name], {}) if name in PAGES else None
