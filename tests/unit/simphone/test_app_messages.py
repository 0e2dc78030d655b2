import json
import random
from dataclasses import asdict

import pytest
from app_driver import NOW, Hand
from hypothesis import given
from hypothesis import strategies as st

from kit.simphone.apps.contacts import ContactsData, person
from kit.simphone.apps.messages import APP, MessagesData, fresh, thread

ANNA, OLGA = "415-555-0102", "206-555-0188"


@pytest.fixture
def hand() -> Hand:
    people = [person("c1", "Anna", "Lind", ANNA), person("c2", "Ольга", "Смирнова", OLGA, work_phone="212-555-0100")]
    threads = [
        thread("t1", ANNA, [(False, "Hi!"), (True, "Hello"), (False, "Tea at four?")], NOW, unread=True),
        thread("t2", "303-555-0150", [(False, "Your code is 4711")], NOW.replace(day=1)),
    ]
    return Hand(APP, MessagesData(threads=threads), contacts=ContactsData(people=people))


def test_the_list_shows_names_snippets_times_and_what_is_unread(hand: Hand) -> None:
    shown = hand.texts()
    assert shown.index("Anna Lind") < shown.index("303-555-0150")
    assert {"Tea at four?", "09:41", "Unread", "Your code is 4711", "1 Mar"} <= set(shown)
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
    assert hand.ui.fields["compose_message_text"] == ""
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
