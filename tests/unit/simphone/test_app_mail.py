import json
import random
from dataclasses import asdict
from datetime import timedelta

import pytest
from app_driver import NOW, Hand
from hypothesis import example, given
from hypothesis import strategies as st
from translated import english_on, untranslated

from kit.simphone.apps import contacts, mail, mail_compose, mail_links, mail_pages
from kit.simphone.apps.contacts import ContactsData, person
from kit.simphone.apps.mail import APP, MailData, fresh
from kit.simphone.apps.mail_compose import mail as letter
from kit.simphone.apps.mail_compose import packed, unpacked
from kit.simphone.apps.people import stamp
from kit.simphone.files import FileTree
from kit.simphone.phone import Phone
from kit.simphone.words import table

ME = "alex.winter@mail.example"
ADA = ("Ada Lind", "ada@example.com")


def old(id: str, hours: int, subject: str, body: str = "Hello", **more: object) -> dict:
    return letter(id, ADA, ME, subject, body, stamp(NOW - timedelta(hours=hours)), **more)


@pytest.fixture
def hand() -> Hand:
    mails = [
        old("m1", 5, "Boat", "It leaks.\nBadly.", files=[{"name": "plan.txt", "data": "Plan A"}], read=False),
        old("m2", 4, "Soup"),
        old("m3", 3, "Re: Boat", thread="m1"),
        old("m4", 2, "Old news", folder="trash"),
        old("m5", 1, "Office", account="a2"),
    ]
    accounts = [
        {"id": "a1", "name": "Alex Winter", "address": ME},
        {"id": "a2", "name": "A", "address": "work@x.example"},
    ]
    data = MailData(accounts=accounts, mails=mails, labels=[{"id": "l1", "name": "Travel"}])
    people = [person("c1", "Noor", "Haddad", email="noor@example.org")]
    hand = Hand(APP, data, contacts=ContactsData(people=people))
    hand.env.files = FileTree()  # pyright: ignore[reportAttributeAccessIssue]
    hand.env.files.write("/sdcard/Documents/list.txt", b"eggs")  # pyright: ignore[reportAttributeAccessIssue]
    return hand


def fill(hand: Hand, to: str, subject: str, body: str) -> None:
    for hint, text in (("To", to), ("Subject", subject), ("Message", body)):
        hand.type(hint, text)


def test_a_conversation_is_one_row_and_opening_it_reads_it(hand: Hand) -> None:
    assert [t for t in hand.texts() if t in ("Boat", "Re: Boat", "Soup", "Old news", "Office")] == ["Re: Boat", "Soup"]
    hand.tap("Re: Boat")
    assert {"It leaks.\nBadly.", "Hello", "plan.txt"} <= set(hand.texts())
    assert hand.data.mails[0]["read"] is True


def test_a_reply_stays_in_the_conversation(hand: Hand) -> None:
    hand.tap("Soup")
    hand.tap("Reply")
    assert hand.ui.fields["to"] == ADA[1]
    hand.type("Message", "Thank you")
    hand.tap("Send")
    sent = hand.data.mails[-1]
    assert (sent["folder"], sent["to"], sent["subject"], sent["body"], sent["thread"]) == (
        "sent", ADA[1], "Re: Soup", "Thank you", "m2",
    )  # fmt: skip
    assert hand.ui.page.name == "thread"
    assert len(hand.data.mails) == 6, "no draft is left"


def test_a_forwarded_mail_takes_text_and_files_along(hand: Hand) -> None:
    hand.tap("Re: Boat")
    hand.send(("forward", "m1"))
    hand.type("To", "noor@example.org")
    hand.tap("Send")
    sent = hand.data.mails[-1]
    assert sent["subject"] == "Fwd: Boat"
    assert "It leaks." in sent["quote"]
    assert sent["files"] == [{"name": "plan.txt", "data": "Plan A"}]


def test_what_cannot_be_sent_says_why(hand: Hand) -> None:
    hand.tap("Compose")
    for to, body, said in (
        ("", "x", "Add a recipient"),
        ("noor", "x", "Enter a valid address"),
        ("a@b.example, c", "x", "Enter a valid address"),
        ("a@b.example", "", "An empty message cannot be sent"),
    ):
        fill(hand, to, "Hi", body)
        hand.tap("Send")
        assert said in hand.texts()
    assert not [m for m in hand.data.mails if m["folder"] == "sent"]


def test_a_missing_subject_is_asked_about(hand: Hand) -> None:
    hand.tap("Compose")
    fill(hand, "a@b.example; c@d.example", "", "Hello")
    hand.tap("Send")
    hand.tap("Cancel")
    assert hand.data.mails[-1]["folder"] == "drafts"
    hand.tap("Send")
    hand.send(("send_now",))
    assert (hand.data.mails[-1]["folder"], hand.data.mails[-1]["to"]) == ("sent", "a@b.example, c@d.example")


def test_a_draft_keeps_itself_and_can_be_continued_or_discarded(hand: Hand) -> None:
    hand.tap("Compose")
    assert len(hand.data.mails) == 5, "an empty form is no draft"
    hand.type("Subject", "Half")
    hand.ui.back()
    assert [(m["id"], m["folder"], m["subject"]) for m in hand.data.mails[5:]] == [("m6", "drafts", "Half")]
    hand.send(("go", "drafts", ""))
    hand.tap("Half")
    hand.type("Message", "done")
    assert [(m["id"], m["body"]) for m in hand.data.mails[5:]] == [("m6", "done")]
    hand.tap("Discard")
    assert len(hand.data.mails) == 5


def test_people_are_suggested_until_the_address_is_whole(hand: Hand) -> None:
    hand.tap("Compose")
    hand.type("To", "noo")
    hand.tap("Noor Haddad")
    assert hand.ui.fields["to"] == "noor@example.org"
    assert "Noor Haddad" not in hand.texts()


def test_a_file_of_the_phone_is_attached_and_removed(hand: Hand) -> None:
    hand.tap("Compose")
    hand.tap("Attach file")
    hand.tap("list.txt")
    assert hand.data.mails[-1]["files"] == [{"name": "list.txt", "data": "eggs"}]
    hand.tap("Remove list.txt")
    assert hand.data.mails[-1]["files"] == []


def test_an_attachment_is_shown_and_saved_under_a_free_name(hand: Hand) -> None:
    hand.tap("Re: Boat")
    hand.tap("plan.txt")
    assert "Plan A" in hand.texts()
    hand.tap("Save plan.txt")
    hand.tap("Save plan.txt")
    files = hand.env.files  # pyright: ignore[reportAttributeAccessIssue]
    assert [files.read(f"/sdcard/Download/{n}") for n in ("plan.txt", "plan (1).txt")] == [b"Plan A"] * 2


@given(st.binary(max_size=60))
@example(b"base64:aGVsbG8=")
def test_any_file_survives_being_packed(data: bytes) -> None:
    assert unpacked(packed(data)) == data


def test_deleting_archiving_and_restoring_move_whole_conversations(hand: Hand) -> None:
    hand.tap("Re: Boat")
    hand.tap("Archive")
    assert [m["folder"] for m in hand.data.mails[:3]] == ["archive", "inbox", "archive"]
    hand.tap("Soup")
    hand.tap("Delete")
    assert "No mail here" in hand.texts()
    hand.send(("go", "trash", ""))
    hand.tap("Soup")
    hand.tap("Move to inbox")
    assert hand.data.mails[1]["folder"] == "inbox"


def test_the_trash_is_emptied_only_after_a_question_and_only_of_this_account(hand: Hand) -> None:
    hand.data.mails[4]["folder"] = "trash"
    hand.send(("go", "trash", ""))
    hand.tap("Empty trash")
    hand.tap("Cancel")
    assert len(hand.data.mails) == 5
    hand.tap("Empty trash")
    hand.tap("Delete forever")
    assert [m["id"] for m in hand.data.mails] == ["m1", "m2", "m3", "m5"]


def test_one_mail_of_the_trash_is_deleted_forever(hand: Hand) -> None:
    hand.send(("go", "trash", ""))
    hand.tap("Old news")
    hand.tap("Delete forever")
    hand.tap("Delete forever")
    assert "m4" not in [m["id"] for m in hand.data.mails]


def test_several_mails_are_chosen_and_archived_together(hand: Hand) -> None:
    hand.hold("Soup")
    assert "1 selected" in hand.texts()
    hand.tap("Re: Boat")
    hand.tap("Archive")
    assert [m["folder"] for m in hand.data.mails[:3]] == ["archive"] * 3
    assert "Inbox" in hand.texts()


def test_star_label_spam_and_unread(hand: Hand) -> None:
    hand.tap("Soup")
    hand.tap("Star")
    hand.tap("More options")
    hand.tap("Labels")
    hand.tap("Travel")
    hand.tap("Done")
    assert (hand.data.mails[1]["starred"], hand.data.mails[1]["labels"]) == (True, ["l1"])
    hand.tap("More options")
    hand.tap("Mark as unread")
    assert hand.data.mails[1]["read"] is False
    for folder, label in (("starred", ""), ("", "l1")):
        hand.send(("go", folder, label))
        assert "Soup" in hand.texts()
    hand.tap("Soup")
    hand.tap("More options")
    hand.tap("Report spam")
    assert hand.data.mails[1]["folder"] == "spam"
    hand.send(("go", "spam", ""))
    hand.tap("Soup")
    hand.tap("More options")
    hand.tap("Not spam")
    assert hand.data.mails[1]["folder"] == "inbox"


def test_each_account_shows_its_own_mail_and_sends_as_itself(hand: Hand) -> None:
    hand.tap("Folders")
    hand.tap("work@x.example")
    assert "Office" in hand.texts()
    assert "Soup" not in hand.texts()
    hand.tap("Compose")
    fill(hand, "a@b.example", "Hi", "There")
    hand.tap("Send")
    assert (hand.data.mails[-1]["account"], hand.data.mails[-1]["from"]) == ("a2", "work@x.example")


def test_search_reads_subjects_bodies_and_senders_but_not_the_trash(hand: Hand) -> None:
    hand.tap("Search mail")
    for query, found in (("LEAKS", {"Boat"}), ("ada", {"Boat", "Soup", "Re: Boat"}), ("news", set())):
        hand.type("Search mail", query)
        assert {t for t in hand.texts() if t in ("Boat", "Soup", "Re: Boat", "Old news")} == found
    assert "No matching mail" in hand.texts()


def test_what_is_entered_behind_a_link_is_gone(hand: Hand) -> None:
    hand.data.mails[1]["link"] = {"label": "Open my account", "site": "bank-login.example"}
    hand.tap("Soup")
    hand.tap("Open my account")
    hand.tap("Sign in")
    assert "Fill in both fields" in hand.texts()
    hand.type("Email address", ME)
    hand.type("Password", "hunter2")
    hand.tap("Sign in")
    assert hand.data.forms == [{"site": "bank-login.example", "email": ME, "password": "hunter2"}]


def test_an_arranged_answer_arrives_in_the_conversation(hand: Hand) -> None:
    hand.data.replies.append({"to": "a@b.example", "name": "Bo", "text": "Yes!", "delay": 5000})
    hand.tap("Compose")
    fill(hand, "a@b.example", "Hi", "There")
    hand.tap("Send")
    ((ms, event),) = hand.env.timers
    assert ms == 5000
    hand.send(event)
    came = hand.data.mails[-1]
    assert (came["from_name"], came["subject"], came["body"], came["thread"], came["read"]) == (
        "Bo", "Re: Hi", "Yes!", "m6", False,
    )  # fmt: skip
    assert hand.env.notices[0][:2] == ("Bo", "Re: Hi")


def test_settings_are_kept_and_the_signature_is_added(hand: Hand) -> None:
    hand.send(("settings",))
    for key, words, value in (("signature", "Signature", "Alex"), ("forward_to", "Forward all mail to", "nobody")):
        hand.tap(words)
        hand.type(words, value)
        hand.tap("Save")
        assert hand.data.settings[key] == ("Alex" if key == "signature" else "")
    assert hand.env.toasts == ["Enter a valid address"]
    hand.send(("compose",))
    fill(hand, "a@b.example", "Hi", "There")
    hand.tap("Send")
    assert hand.data.mails[-1]["body"] == "There\n\nAlex"


@given(st.integers())
def test_the_same_seed_gives_the_same_data(seed: int) -> None:
    one, two = (asdict(fresh(random.Random(seed), NOW)) for _ in range(2))
    assert one == two == json.loads(json.dumps(one))
    assert {m["account"] for m in one["mails"]} == {a["id"] for a in one["accounts"]}


def test_every_text_has_a_translation() -> None:
    assert untranslated(APP, mail, mail_compose, mail_links, mail_pages) == []
    tables = [words for words, _ in mail_pages.FOLDERS.values()] + list(mail_pages.OPTIONS.values())
    tables += ["Search mail", "Save", "Star", "Remove star", "Report spam", "Not spam", "To", "Subject", "Message"]
    for language in ("zh", "ar"):
        assert [t for t in tables if t not in table(language, APP.words)] == []
        assert APP.words[language].keys() == APP.words["zh"].keys()


def test_no_page_speaks_english_on_a_phone_that_does_not() -> None:
    phone = Phone(3, apps=[contacts.APP, APP], locale="zh-CN")
    data = phone.core.apps["mail"].data
    for m in data.mails:
        m.update({"from_name": "静", "from": "", "to": "", "subject": "", "body": "你好"})
    for a in data.accounts:
        a["address"] = ""
    for x in data.labels:
        x["name"] = "标签"
    for way in ([], [("folders",)], [("open", "m1")], [("more", "m1")], [("ask_move", "m1")], [("ask_label", "m1")],
                [("compose",)], [("settings",)], [("ask_empty",)], [("choose", "m1")], [("search",)]):  # fmt: skip
        assert english_on(phone, APP, "home", way, frozenset({"com"})) == set()
