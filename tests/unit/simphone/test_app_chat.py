import json
import random
from dataclasses import asdict

import pytest
from app_driver import NOW, Hand
from hypothesis import given
from hypothesis import strategies as st
from translated import english_on, untranslated

from kit.simphone.apps import chat, chat_pages, chat_talk, contacts
from kit.simphone.apps.chat import APP, ChatData, fresh
from kit.simphone.apps.chat_talk import chat as talk
from kit.simphone.apps.chat_talk import poll, said
from kit.simphone.apps.contacts import ContactsData, person
from kit.simphone.phone import Phone
from kit.simphone.words import table


@pytest.fixture
def hand() -> Hand:
    chats = [
        talk("h1", "Assistant", [], NOW, kind="assistant"),
        talk("h2", "Choir", [("Ada", "Hello all"), ("me", "Hi")], NOW, kind="group", members=["Ada"], unread=2),
        talk("h3", "Noor", [("Noor", "Are you there?")], NOW),
    ]
    rules = [
        {"chat": "h1", "who": "Assistant", "has": ["tower"], "says": "It has 312 steps", "delay": 0},
        {"chat": "h3", "who": "Noor", "has": ["meet", "when"], "says": "At six", "delay": 3000},
        {"chat": "h3", "who": "Noor", "has": [], "says": "Hm?", "delay": 1000},
    ]
    people = ContactsData(people=[person("c1", "Zoë", "Lind"), person("c2", "Noor", "")])
    return Hand(APP, ChatData(chats=chats, rules=rules), contacts=people)


def say(hand: Hand, text: str) -> None:
    if "Write a message" in hand.texts():
        hand.tap("Write a message")
    hand.type("Message", text)
    hand.tap("Send message")


def step(hand: Hand) -> int:
    ms, event = hand.env.timers.pop(0)
    hand.send(event)
    return ms


def words_of(hand: Hand, id: str) -> list[str]:
    return [m["text"] for c in hand.data.chats if c["id"] == id for m in c["messages"]]


def test_the_list_counts_what_is_unread_and_opening_reads_it(hand: Hand) -> None:
    assert {"2 unread", "You: Hi", "No messages yet"} <= set(hand.texts())
    hand.tap("Choir")
    assert hand.data.chats[1]["unread"] == 0
    assert {"Hello all", "Hi"} <= set(hand.texts())


def test_the_composer_is_closed_until_it_is_tapped_and_sends_nothing_empty(hand: Hand) -> None:
    hand.tap("Noor")
    assert "Send message" not in hand.texts()
    hand.tap("Write a message")
    assert hand.ui.focus == "message"
    hand.send(("send", "h3"))
    assert words_of(hand, "h3") == ["Are you there?"]


def test_an_answer_of_the_assistant_streams_in_word_by_word(hand: Hand) -> None:
    hand.tap("Assistant")
    say(hand, "How high is the Tower?")
    step(hand)
    assert words_of(hand, "h1") == ["How high is the Tower?", "It"]
    assert "Stop answering" in hand.texts()
    step(hand)
    assert words_of(hand, "h1")[-1] == "It has"
    while hand.env.timers:
        step(hand)
    assert words_of(hand, "h1")[-1] == "It has 312 steps"
    assert hand.data.chats[0]["messages"][-1]["streaming"] is False
    assert "Send message" in hand.texts()


def test_a_stopped_answer_stays_as_it_is(hand: Hand) -> None:
    hand.tap("Assistant")
    say(hand, "tower")
    step(hand)
    hand.tap("Stop answering")
    while hand.env.timers:
        step(hand)
    last = hand.data.chats[0]["messages"][-1]
    assert (last["text"], last["stopped"], last["streaming"]) == ("It", True, False)


def test_nothing_is_said_while_the_assistant_writes(hand: Hand) -> None:
    hand.tap("Assistant")
    say(hand, "tower")
    hand.ui.fields["message"] = "quick"
    hand.send(("send", "h1"))
    assert words_of(hand, "h1") == ["tower", ""]


def test_the_assistant_asks_back_when_it_does_not_understand(hand: Hand) -> None:
    hand.tap("Assistant")
    say(hand, "blub")
    while hand.env.timers:
        step(hand)
    assert words_of(hand, "h1")[-1].startswith("I am not sure about that.")


def test_what_a_partner_answers_depends_on_what_was_said(hand: Hand) -> None:
    hand.tap("Noor")
    say(hand, "When shall we MEET?")
    assert "Noor is typing…" in hand.texts()
    assert step(hand) == 3000
    say(hand, "Fine")
    assert step(hand) == 1000
    assert words_of(hand, "h3") == ["Are you there?", "When shall we MEET?", "At six", "Fine", "Hm?"]
    assert "Noor is typing…" not in hand.texts()
    assert hand.env.notices == []


def test_an_answer_elsewhere_is_unread_and_notified_unless_muted(hand: Hand) -> None:
    hand.tap("Noor")
    say(hand, "Hello")
    hand.ui.back()
    step(hand)
    assert hand.data.chats[2]["unread"] == 1
    assert hand.env.notices == [("Noor", "Hm?", ("open", "h3"))]
    hand.data.chats[2]["muted"] = True
    hand.send(("hear", "h3", "Noor", "Still there?"))
    assert (hand.data.chats[2]["unread"], len(hand.env.notices)) == (2, 1)


def test_a_reaction_is_given_and_taken_back(hand: Hand) -> None:
    hand.tap("Choir")
    hand.hold("Hello all")
    hand.tap("Like")
    assert hand.data.chats[1]["messages"][0]["reactions"] == {"Like": ["me"]}
    hand.tap("Like 1")
    assert hand.data.chats[1]["messages"][0]["reactions"] == {}


def test_only_my_own_message_can_be_deleted_for_everyone_and_only_after_a_question(hand: Hand) -> None:
    hand.tap("Choir")
    hand.hold("Hello all")
    assert "Delete for everyone" not in hand.texts()
    hand.ui.dialog = None
    hand.hold("Hi")
    hand.tap("Delete for everyone")
    hand.tap("Cancel")
    assert words_of(hand, "h2") == ["Hello all", "Hi"]
    hand.hold("Hi")
    hand.tap("Delete for everyone")
    hand.tap("Delete")
    assert words_of(hand, "h2") == ["Hello all", ""]
    assert "This message was deleted" in hand.texts()


def test_a_message_is_forwarded_or_deleted_for_me(hand: Hand) -> None:
    hand.tap("Choir")
    hand.hold("Hello all")
    hand.tap("Forward")
    hand.tap("Noor")
    assert words_of(hand, "h3")[-1] == "Hello all"
    hand.hold("Hello all")
    hand.tap("Delete for me")
    assert words_of(hand, "h2") == ["Hi"]


def test_a_vote_can_be_changed_and_taken_back(hand: Hand) -> None:
    made = said("s3", "Ada", "", NOW, poll=poll("Where?", [("Here", 1), ("There", 0)]))
    hand.data.chats[1]["messages"].append(made)
    hand.tap("Choir")
    hand.tap("Here")
    assert {"Votes: 2", "Your vote"} <= set(hand.texts())
    hand.tap("There")
    assert (made["poll"]["mine"], made["poll"]["options"][0]["votes"]) == (1, 1)
    hand.tap("There")
    assert made["poll"]["mine"] == -1


def test_a_poll_needs_a_question_and_two_options(hand: Hand) -> None:
    hand.tap("Choir")
    hand.tap("New poll")
    hand.type("Question", "Where?")
    hand.type("Option 1", "Here")
    hand.tap("Post poll")
    assert "A poll needs a question and two options" in hand.texts()
    hand.type("Option 3", "There")
    hand.tap("Post poll")
    assert hand.data.chats[1]["messages"][-1]["poll"] == poll("Where?", [("Here", 0), ("There", 0)])


def test_pin_and_mute_are_kept_and_pinned_chats_come_first(hand: Hand) -> None:
    hand.hold("Assistant")
    hand.tap("Pin chat")
    names = [t for t in hand.texts() if t in ("Assistant", "Choir", "Noor")]
    assert names[0] == "Assistant"
    hand.tap("Choir")
    hand.tap("Chat info")
    hand.tap("Mute notifications")
    assert hand.data.chats[1]["muted"] is True
    assert "Ada" in hand.texts()


def test_leaving_and_deleting_are_asked_first(hand: Hand) -> None:
    hand.send(("open", "h2"))
    hand.tap("Chat info")
    hand.tap("Leave group")
    hand.tap("Cancel")
    assert len(hand.data.chats) == 3
    hand.tap("Leave group")
    hand.tap("Leave group")
    assert [c["id"] for c in hand.data.chats] == ["h1", "h3"]
    hand.hold("Noor")
    hand.tap("Delete chat")
    hand.tap("Delete")
    assert [c["id"] for c in hand.data.chats] == ["h1"]


def test_a_new_chat_is_started_once(hand: Hand) -> None:
    for _ in range(2):
        hand.tap("New chat")
        hand.tap("Zoë Lind")
        assert hand.ui.page.args == {"id": "h4"}
        hand.ui.back()
    assert len(hand.data.chats) == 4


def test_search_reads_messages_and_names(hand: Hand) -> None:
    hand.tap("Search chats")
    for query, found in (("hello", {"Hello all"}), ("NOOR", {"Are you there?"}), ("zz", set())):
        hand.type("Search chats", query)
        assert {t for t in hand.texts() if t in ("Hello all", "Hi", "Are you there?")} == found
    assert "No matching messages" in hand.texts()


@given(st.integers())
def test_the_same_seed_gives_the_same_data(seed: int) -> None:
    one, two = (asdict(fresh(random.Random(seed), NOW)) for _ in range(2))
    assert one == two == json.loads(json.dumps(one))


def test_every_text_has_a_translation() -> None:
    assert untranslated(APP, chat, chat_pages, chat_talk) == []
    tables = [*chat_pages.SIGNS, "Search chats", "Option 1", "Option 2", "Option 3", "Option 4", "Leave this group?", "Leave group",
              "You can only come back when somebody adds you.", "Delete this chat?", "All its messages are deleted on this phone."]  # fmt: skip
    for language in ("zh", "ar"):
        assert [t for t in tables if t not in table(language, APP.words)] == []
        assert APP.words[language].keys() == APP.words["zh"].keys()


def test_no_page_speaks_english_on_a_phone_that_does_not() -> None:
    phone = Phone(3, apps=[contacts.APP, APP], locale="zh-CN")
    for c in phone.core.apps["chat"].data.chats:
        c.update({"name": "群", "members": ["静"]})
        for m in c["messages"]:
            m.update({"who": "静", "text": "你好"})
    for p in phone.core.apps["contacts"].data.people:
        p.update({"first": "静", "last": "王"})
    for way in ([], [("open", "h2")], [("open", "h2"), ("message_menu", "h2", "s1")], [("info", "h2")], [("more", "h2")],
                [("poll", "h2"), ("post_poll", "h2")], [("ask_leave", "h2")], [("new",)], [("search",)]):  # fmt: skip
        assert english_on(phone, APP, "home", way, frozenset()) == set()
