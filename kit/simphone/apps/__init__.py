"""The sample apps, one module each; `ALL` is what a phone carries unless it is given others."""

from kit.simphone.app import App
from kit.simphone.apps import (
    bank,
    browser,
    calculator,
    calendar,
    camera,
    chat,
    clock,
    contacts,
    decoys,
    draw_app,
    expenses,
    files,
    gallery,
    health,
    mail,
    maps,
    messages,
    music,
    notes,
    phone_app,
    puzzle,
    recorder,
    settings,
    shopping,
    store,
    store_apps,
    tasks_app,
    transit,
)  # fmt: skip

ALL = (
    contacts.APP, messages.APP, notes.APP, calendar.APP,
    clock.APP, files.APP, calculator.APP, settings.APP,
    phone_app.APP, mail.APP, chat.APP, browser.APP,
    camera.APP, gallery.APP, music.APP, recorder.APP,
    tasks_app.APP, maps.APP, transit.APP, shopping.APP,
    bank.APP, expenses.APP, health.APP, store.APP,
    draw_app.APP, puzzle.APP, *store_apps.APPS,
)  # fmt: skip
"""In the order of the home screen; the first four stand in the dock. Those of `store_apps` wait in Store to be installed."""


def installed(distractors: int = 0) -> tuple[App, ...]:
    """What a phone carries: all sample apps, and this many that nobody asked for."""
    return (*ALL, *decoys.make(distractors))
