"""The sample apps, one module each; `ALL` is what a phone carries unless it is given others."""

from kit.simphone.apps import calculator, calendar, clock, contacts, files, messages, notes, settings

ALL = (
    contacts.APP,
    messages.APP,
    notes.APP,
    calendar.APP,
    clock.APP,
    files.APP,
    calculator.APP,
    settings.APP,
)
"""In the order of the home screen; the first four stand in the dock."""
