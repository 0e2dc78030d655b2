import json
import random
import re
from dataclasses import asdict
from pathlib import Path

import pytest
from app_driver import NOW, Hand

import kit.simphone.apps
from kit.simphone.apps import store_apps
from kit.simphone.apps.store import APP, STEP_MS, StoreData, fresh, listing
from kit.simphone.apps.store_pages import CATEGORIES
from kit.simphone.phone import Phone
from kit.simphone.words import COMMON


@pytest.fixture
def phone() -> Phone:
    own = {APP.name, *(a.name for a in store_apps.APPS)}
    others = [a for a in kit.simphone.apps.ALL if a.name not in own]
    made = Phone(2, apps=[*others, APP, *store_apps.APPS])
    made.core.system.removed = ["tally"]
    made.core.apps["store"].data = StoreData(
        listings=[
            listing(
                "s1",
                "tally",
                "Tally Counter",
                "Fern Labs",
                size=12,
                permissions=["camera"],
                reviews=[["Ada", 5, "Counts."]],
            ),
            listing("s2", "dice", "Dice Roller", "Fern Works", version="1.0", newer="1.1"),
            listing("s3", "", "Star Atlas", "Moss Labs", price=299),
        ],
        codes={"GIFT1": 500},
    )
    made.launch("store")
    return made


@pytest.fixture
def hand(phone: Phone) -> Hand:
    """A finger on the Store of a real phone."""
    state = phone.core.apps["store"]
    found = Hand(APP, state.data)
    found.ui, found.env = state.ui, phone.env("store")  # pyright: ignore[reportAttributeAccessIssue]
    found.run.ui, found.run.env = state.ui, phone.env("store")
    return found


def packages(phone: Phone) -> str:
    return phone.run("pm list packages -3").text


def test_what_is_installed_is_on_the_launcher_and_in_the_package_list(phone: Phone, hand: Hand) -> None:
    assert "com.simphone.tally" not in packages(phone)
    hand.tap("Tally Counter")
    hand.tap("Install")
    phone.advance(STEP_MS / 1000 * 2)
    assert "Installing, 50%" in hand.texts()
    assert "com.simphone.tally" not in packages(phone)
    phone.advance(3)
    assert "com.simphone.tally" in packages(phone)
    assert "tally" in [a.name for a in phone.home_order()]
    hand.tap("Open")
    assert phone.core.system.front == "tally"


def test_an_installation_can_be_called_off(phone: Phone, hand: Hand) -> None:
    hand.tap("Tally Counter")
    hand.tap("Install")
    hand.tap("Cancel")
    phone.advance(10)
    assert phone.core.system.removed == ["tally"]
    assert "Install" in hand.texts()


def test_uninstalling_asks_first_and_takes_the_data_along(phone: Phone, hand: Hand) -> None:
    phone.core.apps["dice"].data.value = 5
    hand.tap("Dice Roller")
    hand.tap("Uninstall")
    hand.tap("Cancel")
    assert "com.simphone.dice" in packages(phone)
    hand.tap("Uninstall")
    hand.tap("Uninstall")
    assert "com.simphone.dice" not in packages(phone)
    assert phone.core.apps["dice"].data.value == 0
    assert not phone.launch("dice")


def test_an_update_changes_the_version_only(phone: Phone, hand: Hand) -> None:
    hand.tap("My apps")
    assert "Updates: 1" in hand.texts()
    hand.tap("Update all")
    phone.advance(3)
    assert (hand.data.listings[1]["version"], hand.data.listings[1]["newer"]) == ("1.1", "")
    assert "Updates: 0" in hand.texts()
    assert phone.core.system.removed == ["tally"]


def test_an_app_is_bought_only_with_enough_balance(phone: Phone, hand: Hand) -> None:
    hand.tap("Star Atlas")
    hand.tap("Buy for 2.99 €")
    assert "Not enough balance" in hand.texts()
    hand.tap("OK")
    hand.send(("back",))
    hand.tap("My apps")
    for code in ("nonsense", "gift1", "gift1"):
        hand.tap("Redeem a gift code")
        hand.type("Gift code", code)
        hand.tap("Redeem")
    assert (hand.data.balance, hand.data.codes) == (500, {})
    hand.send(("back",))
    hand.tap("Star Atlas")
    hand.tap("Buy for 2.99 €")
    hand.tap("Buy")
    assert hand.data.balance == 201
    assert "Star Atlas does not run on this phone." in hand.texts()


def test_without_a_connection_nothing_is_installed(phone: Phone, hand: Hand) -> None:
    phone.core.settings.wifi = phone.core.settings.data = False
    hand.tap("Tally Counter")
    hand.tap("Install")
    assert "No internet connection" in hand.texts()
    phone.advance(10)
    assert phone.core.system.removed == ["tally"]


def test_search_finds_names_and_makers(hand: Hand) -> None:
    hand.tap("Search apps and games")
    for query, names in (("fern", ["Tally Counter", "Dice Roller"]), ("fern star", []), ("moss LABS", ["Star Atlas"])):
        hand.type("Search apps and games", query)
        assert [w.text for w, _ in hand.widgets() if w.id == "title"] == names


def test_a_page_tells_size_price_permissions_and_reviews(hand: Hand) -> None:
    hand.tap("Tally Counter")
    for words in ("Size: 12 MB", "Price: Free", "Permissions: camera", "Counts.", "Fern Labs"):
        assert words in hand.texts()
    hand.tap("Rate")
    hand.tap("5 of 5")
    assert hand.data.ratings == {"s1": 5}


def test_the_small_apps_do_what_they_are_called(phone: Phone) -> None:
    for app, event in (("clicks", ("add", 1)), ("luckydice", ("roll",))):
        phone.launch(app)
        phone.send(app, event)
        assert 1 <= phone.core.apps[app].data.value <= 6
    phone.launch("fairshare")
    hand = Hand(next(a for a in store_apps.APPS if a.name == "fairshare"), phone.core.apps["fairshare"].data)
    hand.env.settings = phone.core.settings
    hand.type("Bill", "90")
    assert "Enter the bill and the people" in hand.texts()
    hand.type("People", "4")
    assert "Each pays 22.50" in hand.texts()
    assert phone.internal_errors == []


@pytest.mark.parametrize("seed", range(12))
def test_the_same_seed_gives_the_same_shop(seed: int) -> None:
    one, two = (asdict(fresh(random.Random(seed), NOW)) for _ in range(2))
    assert one == two == json.loads(json.dumps(one))
    assert {p["app"] for p in one["listings"]} == {"", *(a.name for a in store_apps.APPS)}
    assert {p["category"] for p in one["listings"]} == set(CATEGORIES)


def test_every_text_is_translated() -> None:
    folder = Path(kit.simphone.apps.__file__).parent
    for names, app in ((("store.py", "store_pages.py"), APP), (("store_apps.py",), store_apps.APPS[0])):
        source = "".join((folder / name).read_text() for name in names)
        said = set(re.findall(r"""run\.t\(\s*["']([^"']+)["']""", source))
        said |= {*CATEGORIES, "camera", "contacts", "location", "microphone", "storage"} if app is APP else set()
        for language in ("zh", "ar"):
            known = COMMON[language].keys() | app.words[language].keys()
            assert sorted(said - known) == []
            assert sorted(app.words[language].keys() - said) == []
