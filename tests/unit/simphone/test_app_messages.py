import json
import random
from dataclasses import asdict

import pytest
from app_driver import NOW, Hand
from hypothesis import given
from hypothesis import strategies as st
from translated import english_on, untranslated

from kit.simphone.apps import messages, messages_files, messages_pages
from kit.simphone.apps.contacts import ContactsData, person
from kit.simphone.apps.messages import APP, MessagesData, fresh, thread
from kit.simphone.files import FileTree
from kit.simphone.phone import Phone
from kit.simphone.settings_state import SystemSettings
from kit.simphone.words import table

ANNA, OLGA = "415-555-0102", "206-555-0188"


@pytest.fixture
def hand() -> Hand:
    people = [person("c1", "Anna", "Lind", ANNA), person("c2", "Ольга", "Смирнова", OLGA, work_phone="212-555-0100")]
    threads = [
        thread("t1", ANNA, [(False, "Hi!"), (True, "Hello"), (False, "Tea at four?")], NOW, unread=True),
        thread("t2", "303-555-0150", [(False, "Your code is 4711")], NOW.replace(day=1)),
    ]
    made = Hand(APP, MessagesData(threads=threads), contacts=ContactsData(people=people))
    made.env.settings = SystemSettings()  # pyright: ignore[reportAttributeAccessIssue]
    made.env.files = FileTree()  # pyright: ignore[reportAttributeAccessIssue]
    made.env.files.write("/sdcard/Documents/plan.txt", b"first line\nsecond line")  # pyright: ignore[reportAttributeAccessIssue]
    return made


def test_the_list_shows_names_snippets_times_and_what_is_unread(hand: Hand) -> None:
    shown = hand.texts()
    assert shown.index("Anna Lind") < shown.index("303-555-0150")
    assert {"Tea at four?", "09:41", "Unread", "Your code is 4711", "Sun, Mar 1"} <= set(shown)
    hand.tap("Anna Lind")
    hand.tap("Navigate up")
    assert "Unread" not in hand.texts()


def test_a_thread_shows_who_said_what_in_order(hand: Hand) -> None:
    hand.tap("Anna Lind")
    shown = hand.texts()
    order = [shown.index(t) for t in ("Hi!", "Anna Lind · 09:31", "Hello", "You · 09:36", "Tea at four?")]
    assert order == sorted(order)


def test_sending_appends_one_message_and_empties_the_field(hand: Hand) -> None:
    hand.tap("Anna Lind")
    hand.type("Text message", " Sure, 四点见 ")
    hand.tap("Send message")
    assert hand.data.threads[0]["messages"][-1] == {"mine": True, "text": "Sure, 四点见", "time": NOW.isoformat()}
    assert hand.ui.fields["text_message"] == ""
    assert hand.env.timers == []


def test_an_empty_message_cannot_be_sent(hand: Hand) -> None:
    hand.tap("Anna Lind")
    with pytest.raises(AssertionError, match="disabled"):
        hand.tap("Send message")
    hand.type("Text message", "   ", submit=True)
    assert len(hand.data.threads[0]["messages"]) == 3


@pytest.mark.parametrize(
    ("typed", "choose", "number"), [("смир", OLGA, OLGA), ("555-0199", "Send to 555-0199", "555-0199")]
)
def test_a_new_conversation_starts_from_a_suggestion_or_a_number(
    hand: Hand, typed: str, choose: str, number: str
) -> None:
    hand.tap("Start chat")
    hand.type("Type a name or phone number", typed)
    hand.tap(choose)
    assert len(hand.data.threads) == 2, "opening a thread alone leaves no trace"
    hand.type("Text message", "Hi", submit=True)
    assert hand.data.threads[-1]["id"] == "t3"
    assert hand.data.threads[-1]["number"] == number


def test_a_recipient_who_is_nobody_is_refused(hand: Hand) -> None:
    hand.tap("Start chat")
    hand.type("Type a name or phone number", "Nobody", submit=True)
    assert "Choose a contact or type a phone number" in hand.texts()
    assert "No matching contacts" in hand.texts()
    hand.type("Type a name or phone number", "anna lind", submit=True)
    assert hand.ui.page.args == {"number": ANNA}


def test_an_arranged_reply_comes_later_once_with_a_notification(hand: Hand) -> None:
    hand.data.replies.append({"number": ANNA, "text": "On my way", "delay": 2500})
    hand.tap("Anna Lind")
    for text in ("Where are you?", "Hello?"):
        hand.type("Text message", text, submit=True)
    assert hand.env.timers == [(2500, ("receive", ANNA, "On my way"))]
    assert hand.data.replies == []
    hand.tap("Navigate up")
    hand.send(hand.env.timers[0][1])
    assert hand.data.threads[0]["messages"][-1]["text"] == "On my way"
    assert hand.data.threads[0]["unread"] is True
    assert hand.env.notices == [("Anna Lind", "On my way", ("open", ANNA))]


def test_a_draft_stays_with_its_thread(hand: Hand) -> None:
    hand.tap("Anna Lind")
    hand.type("Text message", "My PIN is")
    hand.send(("open", OLGA))  # as a notification does
    assert "My PIN is" not in hand.texts()
    hand.send(("send", OLGA))
    assert len(hand.data.threads) == 2
    hand.type("Text message", "Hi", submit=True)
    assert [m["text"] for m in hand.data.threads[-1]["messages"]] == ["Hi"]
    assert hand.data.drafts == {ANNA: "My PIN is"}


def test_a_draft_is_kept_shown_in_the_list_and_gone_when_it_is_sent_or_emptied(hand: Hand) -> None:
    hand.tap("Anna Lind")
    hand.type("Text message", "Half a")
    hand.tap("Navigate up")
    assert "Draft: Half a" in hand.texts()
    hand.tap("Anna Lind")
    assert "Half a" in hand.texts()
    hand.type("Text message", " ")
    assert hand.data.drafts == {}
    hand.type("Text message", "Whole", submit=True)
    assert hand.data.drafts == {}


def test_a_draft_to_somebody_new_has_a_row_of_its_own(hand: Hand) -> None:
    hand.send(("open", OLGA))
    hand.type("Text message", "Later")
    hand.tap("Navigate up")
    hand.tap("Draft: Later")
    assert hand.ui.page.args == {"number": OLGA}
    assert len(hand.data.threads) == 2


def attach(hand: Hand) -> None:
    hand.tap("Attach file")
    hand.tap("Documents")
    hand.tap("plan.txt")


def test_a_file_of_the_phone_is_attached_sent_and_shown(hand: Hand) -> None:
    hand.tap("Anna Lind")
    attach(hand)
    assert (hand.ui.page.name, "Attached: plan.txt" in hand.texts()) == ("thread", True)
    hand.tap("Send message")
    path = "/sdcard/Documents/plan.txt"
    assert hand.data.threads[0]["messages"][-1] == {"mine": True, "text": "", "time": NOW.isoformat(), "file": path}
    hand.tap("plan.txt")
    assert {"first line", "second line"} <= set(hand.texts())
    hand.env.files.remove(path)  # pyright: ignore[reportAttributeAccessIssue]
    assert "This file is no longer on the phone" in hand.texts()


def test_an_attachment_can_be_taken_away_again(hand: Hand) -> None:
    hand.tap("Anna Lind")
    attach(hand)
    hand.tap("Remove attachment")
    with pytest.raises(AssertionError, match="disabled"):
        hand.tap("Send message")


def test_in_airplane_mode_a_message_waits_for_another_try(hand: Hand) -> None:
    hand.env.settings.airplane = True  # pyright: ignore[reportAttributeAccessIssue]
    hand.data.replies.append({"number": ANNA, "text": "Good", "delay": 1000})
    hand.tap("Anna Lind")
    hand.type("Text message", "Hello?", submit=True)
    assert hand.data.threads[0]["messages"][-1]["failed"] is True
    hand.tap("Not sent. Tap to try again.")
    assert hand.env.timers == []
    hand.env.settings.airplane = False  # pyright: ignore[reportAttributeAccessIssue]
    hand.tap("Not sent. Tap to try again.")
    assert hand.data.threads[0]["messages"][-1] == {"mine": True, "text": "Hello?", "time": NOW.isoformat()}
    assert hand.env.timers == [(1000, ("receive", ANNA, "Good"))]


def select(hand: Hand, *texts: str) -> None:
    hand.tap("More options")
    hand.tap("Select messages")
    for text in texts:
        hand.tap(text)


def test_one_message_is_forwarded_to_somebody_as_a_draft(hand: Hand) -> None:
    hand.tap("303-555-0150")
    select(hand, "Your code is 4711")
    hand.tap("Forward")
    hand.tap("Anna Lind")
    assert len(hand.data.threads[0]["messages"]) == 3
    hand.tap("Send message")
    assert hand.data.threads[0]["messages"][-1]["text"] == "Your code is 4711"


def test_chosen_messages_are_deleted_after_a_question(hand: Hand) -> None:
    hand.tap("Anna Lind")
    select(hand, "Hi!", "Hello", "Hello", "Tea at four?")
    with pytest.raises(AssertionError, match="disabled"):
        hand.tap("Forward")
    hand.tap("Delete messages")
    assert "Delete 2 messages?" in hand.texts()
    hand.tap("Delete")
    assert [m["text"] for m in hand.data.threads[0]["messages"]] == ["Hello"]


def test_a_conversation_is_marked_unread_again(hand: Hand) -> None:
    hand.tap("Anna Lind")
    hand.tap("More options")
    hand.tap("Mark as unread")
    assert (hand.ui.page.name, hand.data.threads[0]["unread"]) == ("home", True)


def test_what_is_shared_to_messages_becomes_a_draft(hand: Hand) -> None:
    hand.send(("shared", "Look", "/sdcard/Documents/plan.txt"))
    hand.tap("Anna Lind")
    hand.tap("Send message")
    sent = hand.data.threads[0]["messages"][-1]
    assert (sent["text"], sent["file"]) == ("Look", "/sdcard/Documents/plan.txt")


def test_every_text_of_the_source_is_translated() -> None:
    assert untranslated(APP, messages, messages_files, messages_pages) == []
    said = {"Choose a contact or type a phone number", "Search messages"}
    assert not said - table("zh", APP.words).keys()
    assert not said - table("ar", APP.words).keys()


PAGES = (
    (), (("open", "1"),), (("open", "2"),), (("open", "1"), ("menu", "1")), (("select", "1"), ("pick", 0), ("ask_delete_messages",)),
    (("ask_delete", "t1"),), (("new",), ("to_typed", "?")), (("search",),), (("show_file", "/sdcard/0"),),
    (("show_file", "/sdcard/1.png"),), (("show_file", "/sdcard/2.pdf"),), (("open", "1"), ("attach", "1", "/sdcard/1.png")),
)  # fmt: skip


@pytest.mark.parametrize("locale", ["zh-CN", "ar"])
def test_no_page_speaks_english_on_a_phone_that_does_not(locale: str) -> None:
    phone = Phone(3, locale=locale)
    for name in ("1.png", "2.pdf"):
        phone.files.write(f"/sdcard/{name}", b"?")
    phone.core.apps["contacts"].data = ContactsData(people=[person("c1", "X", "", "1")])
    said = thread("t1", "1", [(False, "X"), (True, "Y")], NOW, unread=True)
    said["messages"][0]["failed"] = True
    for events in PAGES:
        phone.core.apps["messages"].data = MessagesData(threads=[said], drafts={"1": "Z", "2": "Z"})
        phone.core.apps["messages"].ui.dialog = None
        assert english_on(phone, APP, "home", events, frozenset({"png", "pdf"})) == set(), events


def test_opening_the_thread_in_front_again_adds_no_page(hand: Hand) -> None:
    hand.tap("Anna Lind")
    hand.send(("open", ANNA))
    assert [p.name for p in hand.ui.pages] == ["home", "thread"]


def test_deleting_a_conversation_asks_first(hand: Hand) -> None:
    hand.hold("303-555-0150")
    hand.tap("Cancel")
    assert len(hand.data.threads) == 2
    hand.tap("303-555-0150")
    hand.tap("Delete conversation")
    hand.tap("Delete")
    assert [t["id"] for t in hand.data.threads] == ["t1"]
    assert hand.ui.page.name == "home"


def test_search_looks_into_texts_and_names(hand: Hand) -> None:
    hand.tap("Search messages")
    hand.type("Search messages", "TEA")
    assert "Tea at four?" in hand.texts()
    assert "Hello" not in hand.texts()
    hand.type("Search messages", "zebra")
    assert "No results" in hand.texts()


def test_no_conversations_says_so() -> None:
    assert "No conversations yet" in Hand(APP, MessagesData(), contacts=ContactsData()).texts()


@given(st.integers())
def test_the_same_seed_gives_the_same_threads_and_nobody_answers(seed: int) -> None:
    one, two = (asdict(fresh(random.Random(seed), NOW)) for _ in range(2))
    assert one == two == json.loads(json.dumps(one))
    assert one["replies"] == []
    assert [t["unread"] for t in one["threads"]].count(True) == 1
