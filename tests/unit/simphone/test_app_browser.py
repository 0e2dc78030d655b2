import json
import random
import re
from dataclasses import asdict
from pathlib import Path

import pytest
from app_driver import NOW, Hand

import kit.simphone.apps
from kit.simphone.apps import browser_sites as web
from kit.simphone.apps.browser import APP, BrowserData, fresh
from kit.simphone.files import FileTree
from kit.simphone.phone import Phone
from kit.simphone.settings_state import SystemSettings
from kit.simphone.words import COMMON


@pytest.fixture
def hand() -> Hand:
    found = Hand(APP, BrowserData(serial=500))
    found.env.settings, found.env.files = SystemSettings(), FileTree()
    return found


def tick(hand: Hand) -> None:
    """Lets everything that was scheduled happen."""
    while hand.env.timers:
        hand.send(hand.env.timers.pop(0)[1])


def visit(hand: Hand, address: str) -> None:
    hand.type("Search or type address", address, submit=True)
    tick(hand)


def test_a_page_takes_time_and_then_stands_in_a_web_view(hand: Hand) -> None:
    hand.type("Search or type address", "https://www.kettle.example/", submit=True)
    assert "Loading" in hand.texts()
    assert hand.data.history == []
    tick(hand)
    assert "Plain food for every day." in hand.texts()
    assert [w.kind for w, _ in hand.widgets() if w.kind == "web"] == ["web"]
    assert [h["url"] for h in hand.data.history] == ["kettle.example"]


def test_words_are_searched_for_and_a_title_counts_most(hand: Hand) -> None:
    visit(hand, "lake tarn")
    rows = [w.text for w, _ in hand.widgets() if w.id == "title"]
    assert rows[0] == "Lake Tarn"
    hand.tap("Lake Tarn")
    tick(hand)
    assert "Lake Tarn is a mountain lake. It is 29 metres deep." in hand.texts()
    visit(hand, "zzz")
    assert "No results" in hand.texts()


def test_back_and_forward_go_along_the_pages_of_the_tab(hand: Hand) -> None:
    for address in ("kettle.example", "openpedia.example"):
        visit(hand, address)
    hand.send(("back",))
    assert "Plain food for every day." in hand.texts()
    hand.tap("More options")
    hand.tap("Forward")
    assert "The open encyclopedia." in hand.texts()
    hand.send(("back",))
    visit(hand, "townhall.example")
    hand.tap("More options")
    assert not next(w for w, _ in hand.widgets() if w.on_tap == ("forward",)).enabled


def test_tabs_keep_their_own_pages(hand: Hand) -> None:
    visit(hand, "kettle.example")
    hand.tap("More options")
    hand.tap("New tab")
    assert "Shortcuts" in hand.texts()
    visit(hand, "openpedia.example")
    hand.tap("Tabs (2)")
    hand.tap("Kettle Recipes")
    assert "Plain food for every day." in hand.texts()
    hand.send(("back",))
    assert "Shortcuts" in hand.texts()
    hand.tap("Tabs (2)")
    hand.tap("Close Openpedia")
    assert [t["id"] for t in hand.data.tabs] == ["t1"]
    hand.tap("Close New tab")
    assert hand.data.tabs == [{"id": "t1", "url": "start"}]


def test_a_cookie_banner_covers_the_page_until_it_is_answered(hand: Hand) -> None:
    visit(hand, "harbourhouse.example")
    assert "Sea view from every window." not in hand.texts()
    hand.tap("Reject all")
    assert hand.data.cookies == {"harbourhouse.example": "necessary"}
    assert "Sea view from every window." in hand.texts()
    visit(hand, "harbourhouse.example/book")
    assert "We value your privacy" not in hand.texts()


def test_a_form_says_what_is_wrong_and_confirms_with_a_number(hand: Hand) -> None:
    hand.data.cookies = {"harbourhouse.example": "all"}
    visit(hand, "harbourhouse.example/book")
    hand.tap("Book room")
    assert "Please fill in: Full name" in hand.texts()
    hand.type("Full name", "Zoë Brontë")
    hand.type("Nights", "two")
    hand.tap("Room type")
    hand.tap("Family")
    hand.tap("Book room")
    assert "Nights must be a whole number" in hand.texts()
    assert hand.data.orders == []
    hand.type("Nights", "2")
    hand.tap("Breakfast")
    hand.tap("Book room")
    tick(hand)
    values = {"Full name": "Zoë Brontë", "Nights": "2", "Room type": "Family", "Breakfast": True}
    assert hand.data.orders == [{"id": "o1", "url": "harbourhouse.example/book", "values": values, "number": "HH-500"}]
    assert "Confirmation number: HH-500" in hand.texts()
    assert "Breakfast: Yes" in hand.texts()
    assert hand.data.serial != 500


def test_a_page_for_members_wants_the_right_password(hand: Hand) -> None:
    hand.data.accounts = [{"host": "readers.example", "user": "ada", "password": "fern-1"}]
    visit(hand, "readers.example/members")
    hand.type("User name", "ada")
    hand.type("Password", "fern")
    hand.tap("Sign in")
    assert "Wrong user name or password" in hand.texts()
    hand.type("Password", "fern-1", submit=True)
    assert hand.data.sessions == {"readers.example": "ada"}
    assert "Welcome to the reading room." in hand.texts()
    hand.tap("Sign out")
    assert "Sign in to see this page." in hand.texts()


def test_without_a_connection_a_page_says_so_and_can_be_tried_again(hand: Hand) -> None:
    hand.env.settings.wifi = hand.env.settings.data = False
    visit(hand, "kettle.example")
    assert "No internet connection" in hand.texts()
    hand.env.settings.data = True
    hand.tap("Retry")
    tick(hand)
    assert "Plain food for every day." in hand.texts()
    visit(hand, "kettle.example/nothing")
    assert "There is nothing at kettle.example/nothing." in hand.texts()


def test_downloads_never_overwrite(hand: Hand) -> None:
    visit(hand, "townhall.example")
    for _ in range(2):
        hand.tap("Download Waste calendar")
        tick(hand)
    assert hand.env.files.listdir("/sdcard/Download") == ["waste-calendar (1).txt", "waste-calendar.txt"]
    assert hand.env.files.read("/sdcard/Download/waste-calendar.txt").startswith(b"Paper:")
    assert [n[0] for n in hand.env.notices] == ["Download complete"] * 2


def test_bookmarks_history_find_and_share(hand: Hand) -> None:
    visit(hand, "kettle.example/plum-cake")
    hand.tap("More options")
    hand.tap("Add bookmark")
    assert [(b["url"], b["title"]) for b in hand.data.bookmarks] == [("kettle.example/plum-cake", "Plum cake")]
    hand.tap("More options")
    hand.tap("Share")
    assert hand.env.shared == [("https://kettle.example/plum-cake", "")]
    hand.tap("More options")
    hand.tap("Find in page")
    hand.type("Find in page", "PLUMS")
    assert "1 lines" in hand.texts()
    hand.tap("Stop finding")
    hand.tap("More options")
    hand.tap("Bookmarks")
    hand.tap("Remove Plum cake")
    assert "No bookmarks yet" in hand.texts()
    hand.send(("back",))
    hand.tap("More options")
    hand.tap("History")
    hand.tap("Clear history")
    hand.tap("Cancel")
    assert len(hand.data.history) == 1
    hand.tap("Clear history")
    hand.tap("Clear history")
    assert "No pages visited yet" in hand.texts()


def test_a_table_can_be_read_row_by_row(hand: Hand) -> None:
    hand.data.pages = [web.timetable(random.Random(4), "Elsby Park")]
    visit(hand, "northline.example/elsby-park")
    first = hand.data.pages[0]["blocks"][1][1][1]
    texts = hand.texts()
    at = texts.index(first[0])
    assert texts[at : at + 3] == first


@pytest.mark.parametrize("seed", range(12))
def test_every_link_of_a_new_phone_leads_to_a_page(seed: int) -> None:
    one, two = (asdict(fresh(random.Random(seed), NOW)) for _ in range(2))
    assert one == two == json.loads(json.dumps(one))
    pages = [*one["pages"], *web.FIXED.values()]
    links = [block[2] for p in pages for block in p["blocks"] if block[0] == "link"]
    assert links
    assert [url for url in links if web.find_page(one["pages"], url) is None] == []
    hosts = [host for host in web.SITES if host != web.SEARCH_HOST]
    assert [host for host in hosts if web.find_page(one["pages"], host) is None] == []


def test_the_phone_shows_every_page_without_an_error() -> None:
    phone = Phone(3, apps=[*kit.simphone.apps.ALL, APP], locale="ar-EG")
    phone.launch("browser")
    for url in [*web.FIXED, *(p["url"] for p in phone.core.apps["browser"].data.pages), "seek.example/?q=lake"]:
        phone.send("browser", ("visit", url))
        phone.advance(2)
        assert phone.windows()
    assert phone.internal_errors == []


def test_every_text_is_translated() -> None:
    folder = Path(kit.simphone.apps.__file__).parent
    source = "".join(p.read_text() for p in folder.glob("browser*.py"))
    said = set(re.findall(r'run\.t\(\s*"([^"]+)"', source)) | {"Add bookmark", "Remove bookmark", "Yes", "No"}
    for language in ("zh", "ar"):
        known = COMMON[language].keys() | APP.words[language].keys()
        assert sorted(said - known) == []
        assert sorted(APP.words[language].keys() - said) == []
