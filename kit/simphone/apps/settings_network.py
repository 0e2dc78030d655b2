"""What Settings does to the network: joining one, with its password if it has one, and resetting all of it."""

from __future__ import annotations

from kit.simphone.app import Dialog, Handler, Run
from kit.simphone.apps.prompts import ask


def _join(run: Run, name: str, locked: bool) -> None:
    if not locked:
        run.env.settings.wifi_network = name
        return
    then = ("connect", name)
    ask(run, name, "password", "", hint=run.t("Password"), then=then, ok=run.t("Connect"), input="password")


def _connect(run: Run, name: str, *typed: str) -> None:
    del typed
    run.ui.dialog = None
    if len(run.ui.fields.get("password", "")) < 8:
        run.env.toast(run.t("The password is too short"))
        return
    run.env.settings.wifi_network = name


def _ask_reset_network(run: Run) -> None:
    run.ui.dialog = Dialog(
        run.t("Reset Bluetooth & Wi-Fi?"),
        run.t("This will reset all Wi-Fi & Bluetooth settings. You can't undo this action."),
        buttons=((run.t("Reset"), ("reset_network",)), (run.t("Cancel"), ("noop",))),
    )


def _reset_network(run: Run) -> None:
    run.env.settings.wifi, run.env.settings.bluetooth, run.env.settings.hotspot = True, False, False
    run.env.settings.wifi_network = ""
    run.env.toast(run.t("Bluetooth & Wi-Fi have been reset"))


HANDLERS: dict[str, Handler] = {
    "join": _join,
    "connect": _connect,
    "ask_reset_network": _ask_reset_network,
    "reset_network": _reset_network,
}
