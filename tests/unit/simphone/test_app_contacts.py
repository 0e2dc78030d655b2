import json
import random
from dataclasses import asdict

import pytest
from app_driver import NOW, Hand
from hypothesis import given
from hypothesis import strategies as st

from kit.simphone.apps import people as pool
from kit.simphone.apps.contacts import APP, ContactsData, fresh, person


@pytest.fixture
def hand() -> Hand:
    people = [
        person("c1", "Zoë", "Brontë", "415-555-0101", email="zoe@example.com"),
        person("c2", "Anna", "Lind", "415-555-0102", work_phone="212-555-0177", starred=True),
        person("c3", "Anna", "Linden", "415-555-0103", company="Kestrel Air", note="Met in Oslo"),
    ]
    return Hand(APP, ContactsData(people=people))


def names(hand: Hand) -> list[str]:
    return [t for t in hand.texts() if " " in t and t[0] in "ZA" and t != "Add a name"]


def test_the_list_shows_favourites_first_and_then_the_alphabet(hand: Hand) -> None:
    assert names(hand) == ["Anna Lind", "Anna Linden", "Zoë Brontë"]
    shown = hand.texts()
    assert shown.index("Favorites") < shown.index("Anna Lind") < shown.index("A") < shown.index("Anna Linden")


def test_a_saved_contact_is_kept_as_typed_and_shown(hand: Hand) -> None:
    hand.tap("Create new contact")
    hand.type("First name", "Émile")
    hand.type("Last name", "Roux")
    hand.type("Phone", "(303) 555 0144")
    hand.type("Email", "emile@example.org")
    hand.tap("Save")
    assert hand.data.people[-1] == person("c4", "Émile", "Roux", "303-555-0144", email="emile@example.org")
    assert hand.ui.page.name == "contact"
    assert "Émile Roux" in hand.texts()


@pytest.mark.parametrize(
    ("hint", "text", "error"),
    [
        ("First name", "  ", "Add a name or a number to save this contact"),
        ("Email", "nobody", "Enter a valid email address"),
        ("Phone", "call me", "Enter a valid phone number"),
    ],
)
def test_a_bad_form_is_not_saved_and_says_why(hand: Hand, hint: str, text: str, error: str) -> None:
    hand.tap("Create new contact")
    hand.type(hint, text)
    hand.tap("Save")
    assert len(hand.data.people) == 3
    assert error in hand.texts()


def test_editing_changes_only_what_was_edited(hand: Hand) -> None:
    before = dict(hand.data.people[1])
    hand.tap("Anna Lind")
    hand.tap("Edit contact")
    hand.type("Phone", "2065550111")
    hand.tap("Save")
    assert hand.data.people[1] == before | {"phone": "206-555-0111"}


def test_deleting_asks_first_and_takes_only_that_one(hand: Hand) -> None:
    hand.tap("Anna Linden")
    hand.tap("More options")
    hand.tap("Delete")
    hand.tap("Cancel")
    assert len(hand.data.people) == 3
    hand.tap("More options")
    hand.tap("Delete")
    hand.tap("Delete")
    assert [p["id"] for p in hand.data.people] == ["c1", "c2"]
    assert hand.ui.page.name == "home"


def test_search_finds_names_mail_company_and_digits_but_not_an_empty_query(hand: Hand) -> None:
    hand.tap("Search contacts")
    assert "Type a name or a number" in hand.texts()
    for query, found in (("bron", ["Zoë Brontë"]), ("KESTREL", ["Anna Linden"]), ("5550102", ["Anna Lind"])):
        hand.type("Search contacts", query)
        assert names(hand) == found
    hand.type("Search contacts", "qqq")
    assert "No contacts found" in hand.texts()


def test_a_call_is_logged_and_message_opens_the_thread(hand: Hand) -> None:
    hand.tap("Anna Lind")
    hand.tap("Message")
    assert hand.env.opened == [("messages", "thread", {"number": "415-555-0102"})]
    assert hand.data.calls == []
    hand.tap("Call")
    assert hand.data.calls == [{"id": "k1", "number": "415-555-0102", "time": NOW.isoformat()}]
    hand.tap("End call")
    assert hand.ui.page.name == "contact"


def test_a_star_is_switched_on_and_off(hand: Hand) -> None:
    hand.tap("Zoë Brontë")
    hand.tap("Add to favorites")
    assert hand.data.people[0]["starred"] is True
    hand.tap("Remove from favorites")
    assert hand.data.people[0]["starred"] is False


def test_an_empty_address_book_says_so() -> None:
    assert "No contacts yet" in Hand(APP, ContactsData()).texts()


@given(st.integers())
def test_the_same_seed_gives_the_same_people_as_plain_json(seed: int) -> None:
    one, two = (asdict(fresh(random.Random(seed), NOW)) for _ in range(2))
    assert one == two == json.loads(json.dumps(one))
    ids = [p["id"] for p in one["people"]]
    assert len(ids) == len(set(ids)) >= 8


@given(st.from_regex(r"\d{10}", fullmatch=True))
def test_numbers_are_written_the_same_however_they_are_grouped(digits: str) -> None:
    digits = "".join(str(int(d)) for d in digits)
    tidy = pool.tidy_number(f"({digits[:3]}) {digits[3:6]}.{digits[6:]}")
    assert tidy == f"{digits[:3]}-{digits[3:6]}-{digits[6:]}" == pool.tidy_number(tidy)
    assert pool.same_number(tidy, digits)
