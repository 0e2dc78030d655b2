"""The everyday apps on a whole phone: nothing a finger does makes one of them fail, and one opens the other."""

import json
import random

import pytest

from kit.simphone.phone import Phone

APPS = ("contacts", "messages", "notes", "calendar")


def tap(phone: Phone, *words: str) -> None:
    """Taps the controls with these words, one after the other."""
    for word in words:
        boxes = [
            b for win in phone.windows() if win.box for b in _boxes(win.box) if b.widget.on_tap and word in _said(b)
        ]
        box = boxes[0]
        x, y = (box.left + box.right) // 2, (box.top + box.bottom) // 2
        assert phone.run(f"input tap {x} {y}").code == 0


def _boxes(box):
    yield box
    for kid in box.kids:
        yield from _boxes(kid)


def _said(box) -> list[str]:
    return [t for b in _boxes(box) for t in (b.widget.text, b.widget.desc) if t]


@pytest.mark.parametrize("app", APPS)
def test_no_tap_key_or_text_makes_the_app_fail(app: str) -> None:
    rng = random.Random(app)
    phone = Phone(3)
    for _ in range(500):
        if phone.core.system.front != app:
            phone.launch(app)
        act = rng.random()
        if act < 0.75:
            phone.run(f"input tap {rng.randrange(1080)} {rng.randrange(70, 2330)}")
        elif act < 0.85:
            phone.run(f"input text {rng.choice(('7', 'hello', '2026-02-30', '555-0199'))}")
        elif act < 0.92:
            phone.run(f"input swipe 500 1700 500 {rng.randrange(300, 1700)} 300")
        else:
            phone.run(f"input keyevent {rng.choice(('KEYCODE_BACK', 'KEYCODE_ENTER', 'KEYCODE_DEL'))}")
        phone.windows()
    assert phone.internal_errors == []
    assert json.loads(phone.run("simphone state").stdout)["data"].keys() >= set(APPS)


def test_contacts_opens_the_thread_and_back_returns_to_the_person() -> None:
    phone = Phone(3)
    person = phone.core.apps["contacts"].data.people[0]
    phone.launch("contacts")
    phone.send("contacts", ("open", person["id"]))
    tap(phone, "Message")
    front = phone.state()["front"]
    assert (front["app"], front["page"]) == ("messages", "thread")
    phone.run("input tap 400 2250")
    phone.run("input text hello")
    tap(phone, "Send message")
    threads = phone.state()["data"]["messages"]["threads"]
    assert (threads[-1]["number"], threads[-1]["messages"][0]["text"]) == (person["phone"], "hello")


def test_an_arranged_reply_arrives_as_a_notification_while_another_app_is_in_front() -> None:
    phone = Phone(3)
    number = phone.core.apps["contacts"].data.people[0]["phone"]
    phone.core.apps["messages"].data.replies.append({"number": number, "text": "On my way", "delay": 60_000})
    phone.launch("messages", page="thread", args={"number": number})
    phone.run("input tap 400 2250")
    phone.run("input text where?")
    tap(phone, "Send message")
    phone.launch("notes")
    phone.advance(59)
    assert len(phone.state()["data"]["messages"]["threads"][-1]["messages"]) == 1
    phone.advance(60)
    assert phone.state()["data"]["messages"]["threads"][-1]["messages"][-1]["text"] == "On my way"
    assert "On my way" in phone.run("dumpsys notification --noredact").text


def test_a_reply_in_the_thread_in_front_is_no_notification() -> None:
    phone = Phone(3)
    number = phone.core.apps["contacts"].data.people[0]["phone"]
    thread = lambda: phone.state()["data"]["messages"]["threads"][-1]  # noqa: E731
    phone.launch("messages", page="thread", args={"number": number})
    phone.send("messages", ("receive", number, "one"))
    assert (thread()["unread"], phone.core.system.notices) == (False, [])
    phone.send("messages", ("receive", "415-555-0199", "from somebody else"))
    assert [n.body for n in phone.core.system.notices] == ["from somebody else"]
    phone.core.apps["messages"].data.threads.pop()
    phone.home()
    phone.send("messages", ("receive", number, "two"))
    assert [n.body for n in phone.core.system.notices] == ["two", "from somebody else"]
    assert thread()["unread"] is True
    phone.launch("messages")
    assert thread()["unread"] is False, "the open conversation is read when it is seen again"
    phone.run("input keyevent POWER")
    phone.send("messages", ("receive", number, "three"))
    assert phone.core.system.notices[0].body == "three"
