import json
import random
from dataclasses import asdict

import pytest
from app_driver import NOW, Hand
from hypothesis import given
from hypothesis import strategies as st
from translated import english_on, untranslated

from kit.simphone.apps import contacts, contacts_pages
from kit.simphone.apps import people as pool
from kit.simphone.apps.contacts import APP, ContactsData, fresh, person
from kit.simphone.phone import Phone
from kit.simphone.words import table


@pytest.fixture
def hand() -> Hand:
    people = [
        person("c1", "Zoë", "Brontë", "415-555-0101", email="zoe@example.com"),
        person("c2", "Anna", "Lind", "415-555-0102", work_phone="212-555-0177", starred=True),
        person("c3", "Anna", "Linden", "415-555-0103", company="Kestrel Air", note="Met in Oslo"),
    ]
    return Hand(APP, ContactsData(people=people))


def names(hand: Hand) -> list[str]:
    return [t for t in hand.texts() if t.startswith(("Anna ", "Zoë "))]


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
    hand.tap("Delete contact")
    hand.tap("Cancel")
    assert len(hand.data.people) == 3
    hand.tap("More options")
    hand.tap("Delete contact")
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


def test_a_group_is_chosen_on_the_card_and_filters_the_list(hand: Hand) -> None:
    hand.tap("Anna Lind")
    hand.tap("More options")
    hand.tap("Group")
    hand.tap("Friends")
    assert hand.data.people[1]["group"] == "Friends"
    hand.tap("Navigate up")
    hand.tap("Friends")
    assert names(hand) == ["Anna Lind"]
    hand.tap("Family")
    assert "Nobody in this group" in hand.texts()
    hand.tap("All contacts")
    assert len(names(hand)) == 3


def test_a_contact_is_shared_with_all_it_can_be_reached_by(hand: Hand) -> None:
    hand.tap("Anna Lind")
    hand.tap("More options")
    hand.tap("Share contact")
    assert hand.env.shared == [("Anna Lind\n415-555-0102\n212-555-0177", "")]


def test_every_text_of_the_source_is_translated() -> None:
    assert untranslated(APP, contacts, contacts_pages) == []
    said = [hint for _, _, hint, *_ in contacts_pages.FORM]
    said += ["Search contacts", "Add a name or a number to save this contact", "Enter a valid email address"]
    for lang in ("zh", "ar"):
        assert not {*said, *contacts_pages.GROUPS, "Enter a valid phone number"} - table(lang, APP.words).keys()


PAGES = (
    (), (("open", "c1"),), (("open", "c1"), ("more", "c1")), (("ask_group", "c1"),), (("ask_delete", "c1"),), (("search",),),
    (("create",), ("more_fields",), ("save",)), (("edit", "c1"),), (("call", "1"),), (("open", "c9"),), (("show_group", "Family"),),
)  # fmt: skip


@pytest.mark.parametrize("locale", ["zh-CN", "ar"])
def test_no_page_speaks_english_on_a_phone_that_does_not(locale: str) -> None:
    phone = Phone(3, locale=locale)
    more = {"work_phone": "2", "email": "3", "company": "4", "note": "5", "group": "Work"}
    phone.core.apps["contacts"].data = ContactsData(people=[person("c1", "X", "", "1", starred=True, **more)])
    for events in PAGES:
        assert english_on(phone, APP, "home", events, frozenset()) == set(), events


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
