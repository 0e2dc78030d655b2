import json
import random
from dataclasses import asdict
from datetime import timedelta

import pytest
from app_driver import NOW, Hand
from hypothesis import given
from hypothesis import strategies as st
from translated import english_on, untranslated

from kit.simphone.apps import contacts, messages, phone_app, phone_app_calls, phone_app_pages
from kit.simphone.apps.contacts import ContactsData, person
from kit.simphone.apps.phone_app import APP, PhoneData, fresh, voicemail
from kit.simphone.apps.phone_app_calls import call
from kit.simphone.phone import Phone
from kit.simphone.words import table

ADA, NOOR, NOBODY = "415-555-0101", "212-555-0102", "303-555-0103"
MENU = {
    "says": "For bookings press 1, for repairs press 2.",
    "keys": {"2": {"says": "Your ticket is 77.", "keys": {}}},
}


@pytest.fixture
def hand() -> Hand:
    people = [person("c1", "Ada", "Lind", ADA), person("c2", "Noor", "Haddad", NOOR, work_phone="212-555-0199")]
    data = PhoneData(
        calls=[
            call("k1", ADA, "missed", NOW - timedelta(hours=1)),
            call("k2", NOBODY, "incoming", NOW - timedelta(days=1), 40),
        ],
        voicemails=[voicemail("v1", NOBODY, "Please call the office.", NOW - timedelta(days=1))],
        lines=[{"number": NOBODY, "menu": MENU}],
    )
    return Hand(APP, data, contacts=ContactsData(people=people))


def elapse(hand: Hand) -> None:
    """Runs what was put off until nothing is left, a second each."""
    while hand.env.timers:
        _, event = hand.env.timers.pop(0)
        hand.env.now += timedelta(seconds=1)
        hand.send(event)


def test_the_log_names_contacts_and_can_show_missed_calls_only(hand: Hand) -> None:
    assert {"Ada Lind", NOBODY, "Missed · 08:41"} <= set(hand.texts())
    hand.tap("Missed")
    assert "Ada Lind" in hand.texts()
    assert NOBODY not in hand.texts()


def test_a_dialled_number_is_called_answered_and_logged_with_its_length(hand: Hand) -> None:
    hand.tap("Keypad")
    for key in "2125550102":
        hand.tap(key)
    assert "Noor Haddad" in hand.texts(), "who has the number is suggested"
    hand.tap("Call")
    assert {"Noor Haddad", "Calling…"} <= set(hand.texts())
    elapse(hand)
    assert "Connected at 09:41" in hand.texts()
    hand.env.now += timedelta(seconds=30)
    hand.tap("End call")
    made = hand.data.calls[-1]
    assert (made["number"], made["kind"], made["seconds"]) == (NOOR, "outgoing", 31)
    assert hand.data.ongoing is None
    assert hand.ui.page.name == "keypad"


def test_hanging_up_before_the_answer_logs_no_length_and_nothing_happens_later(hand: Hand) -> None:
    hand.send(("call", ADA))
    hand.tap("End call")
    elapse(hand)
    assert (hand.data.calls[-1]["seconds"], hand.data.ongoing) == (0, None)


def test_mute_speaker_and_hold_are_kept_while_the_call_runs(hand: Hand) -> None:
    hand.send(("call", ADA))
    hand.tap("Mute")
    assert hand.data.ongoing["muted"] is False, "nothing to mute while it rings"
    elapse(hand)
    hand.tap("Mute")
    hand.tap("Speaker")
    hand.tap("Hold")
    assert {"Unmute", "Speaker off", "On hold"} <= set(hand.texts())
    assert [hand.data.ongoing[k] for k in ("muted", "speaker", "held")] == [True, True, True]


def test_only_one_call_at_a_time_and_the_way_back_to_it(hand: Hand) -> None:
    hand.send(("call", ADA))
    hand.ui.back()
    assert "Return to call" in hand.texts()
    hand.send(("call", NOOR))
    assert hand.env.toasts == ["End the running call first"]
    hand.send(("resume",))
    assert hand.ui.page.name == "call"


def test_a_voice_menu_says_what_the_keys_lead_to(hand: Hand) -> None:
    hand.send(("call", NOBODY))
    elapse(hand)
    assert MENU["says"] in hand.texts()
    hand.tap("Keypad")
    hand.tap("9")
    assert "That key is not in use." in hand.texts()
    elapse(hand)
    assert MENU["says"] in hand.texts()
    hand.tap("2")
    elapse(hand)
    assert {"Your ticket is 77.", "Keys pressed: 92"} <= set(hand.texts())


def test_codes_of_the_network_forward_all_calls_and_stop_it(hand: Hand) -> None:
    hand.tap("Keypad")
    hand.type("Phone number", "*21*3035550103#", submit=True)
    assert hand.data.settings["forward_to"] == NOBODY
    assert "Calls are now forwarded to 303-555-0103" in hand.texts()
    hand.tap("OK")
    hand.type("Phone number", "##21#", submit=True)
    assert hand.data.settings["forward_to"] == ""
    hand.tap("OK")
    for typed, said in (("*#06#", "IMEI"), ("*99*1#", "The network does not know this code")):
        hand.type("Phone number", typed, submit=True)
        assert any(said in text for text in hand.texts())
        hand.tap("OK")
    hand.type("Phone number", "12", submit=True)
    assert hand.env.toasts == ["Enter a valid phone number"]
    assert len(hand.data.calls) == 2


def test_blocking_is_asked_first_and_can_be_undone(hand: Hand) -> None:
    hand.send(("open", NOBODY))
    hand.tap("Block number")
    hand.tap("Cancel")
    assert hand.data.blocked == []
    hand.tap("Block number")
    hand.tap("Block")
    assert hand.data.blocked == [{"id": "b1", "number": NOBODY}]
    assert "Blocked" in hand.texts()
    hand.tap("Unblock number")
    hand.tap("Unblock")
    assert hand.data.blocked == []


def test_a_typed_number_is_blocked_once_and_only_when_it_is_one(hand: Hand) -> None:
    hand.tap("Call settings")
    hand.tap("Blocked numbers")
    assert "No blocked numbers" in hand.texts()
    for typed in ("hello", "303 555 0103", "3035550103"):
        hand.tap("Add")
        hand.type("Number to block", typed)
        hand.tap("Block")
    assert [b["number"] for b in hand.data.blocked] == [NOBODY]
    assert hand.env.toasts == ["Enter a valid phone number", "This number is blocked already"]


def test_a_contact_has_all_its_numbers_and_can_be_a_favourite(hand: Hand) -> None:
    hand.tap("Contacts")
    hand.tap("Noor Haddad")
    assert {NOOR, "Mobile", "212-555-0199", "Work"} <= set(hand.texts())
    hand.tap("Add to favourites")
    assert hand.data.favourites == [NOOR]
    hand.tap("Message")
    assert hand.env.opened == [("messages", "thread", {"number": NOOR})]
    hand.ui.back()
    hand.tap("Favourites")
    hand.tap("Noor Haddad")
    hand.tap("Remove from favourites")
    assert hand.data.favourites == []


def test_search_finds_names_and_numbers(hand: Hand) -> None:
    hand.tap("Search contacts")
    hand.type("Search contacts", "lind")
    assert "Ada Lind" in hand.texts()
    hand.type("Search contacts", "0199")
    assert {"Noor Haddad", "212-555-0199"} <= set(hand.texts())
    hand.type("Search contacts", "zz")
    assert "No matching contacts" in hand.texts()


def test_a_voicemail_is_heard_when_opened_and_deleted_after_a_question(hand: Hand) -> None:
    hand.tap("Voicemail")
    assert "Please call the office." not in hand.texts()
    hand.tap(NOBODY)
    assert "Please call the office." in hand.texts()
    assert hand.data.voicemails[0]["heard"] is True
    hand.tap("Delete voicemail")
    hand.tap("Cancel")
    assert len(hand.data.voicemails) == 1
    hand.tap("Delete voicemail")
    hand.tap("Delete")
    assert "No voicemail" in hand.texts()


def test_calls_are_removed_one_by_one_or_all_at_once_after_a_question(hand: Hand) -> None:
    hand.tap("Ada Lind")
    hand.tap("Delete from history")
    hand.tap("Delete")
    assert [c["id"] for c in hand.data.calls] == ["k2"]
    hand.ui.back()
    hand.tap("Call settings")
    hand.tap("Clear call history")
    hand.tap("Clear")
    assert hand.data.calls == []


@given(st.integers())
def test_the_same_seed_gives_the_same_data(seed: int) -> None:
    one, two = (asdict(fresh(random.Random(seed), NOW)) for _ in range(2))
    assert one == two == json.loads(json.dumps(one))


def test_every_text_has_a_translation() -> None:
    assert untranslated(APP, phone_app, phone_app_calls, phone_app_pages) == []
    tables = [
        *phone_app_pages.TABS,
        *phone_app_pages.KINDS.values(),
        "Mobile",
        "Work",
        "Number to block",
        "Block number",
        "Block",
        "Search contacts",
    ]
    for language in ("zh", "ar"):
        known = table(language, APP.words)
        assert [t for t in tables if t not in known] == []
        assert APP.words[language].keys() == APP.words["zh"].keys()


def test_no_page_speaks_english_on_a_phone_that_does_not() -> None:
    phone = Phone(3, apps=[contacts.APP, messages.APP, APP], locale="zh-CN")
    for p in phone.core.apps["contacts"].data.people:
        p.update({"first": "静", "last": "王"})
    for v in phone.core.apps["phone"].data.voicemails:
        v["text"] = "你好"
    number = phone.core.apps["phone"].data.calls[0]["number"]
    ways = [
        [("tab", n)] for n in range(4)
    ] + [[("keypad",)], [("open", number)], [("ask_block", number)], [("settings",)], [("settings",), ("blocked",)],
         [("open_voicemail", "v1"), ("ask_drop", "v1")], [("ask_clear",)], [("call", number), ("keys",)]]  # fmt: skip
    for way in ways:
        assert english_on(phone, APP, "home", way, frozenset()) == set()
