import pytest
from app_driver import Hand
from hypothesis import given
from hypothesis import strategies as st
from translated import english_on, untranslated

from kit.simphone.apps import files, files_actions
from kit.simphone.apps.files import APP, FilesData
from kit.simphone.apps.files_actions import size_words
from kit.simphone.files import FileTree
from kit.simphone.phone import Phone


@pytest.fixture
def tree() -> FileTree:
    tree = FileTree()
    tree.write("/sdcard/Documents/plan.txt", b"Rent 900\n\nFood 310", mtime=1_767_225_600)
    tree.write("/sdcard/Documents/zebra.pdf", b"x" * 2500, mtime=1_767_312_000)
    tree.write("/sdcard/Documents/Budget.csv", b"a,b", mtime=1_767_000_000)
    tree.write("/sdcard/Documents/.hidden", b"secret")
    tree.write("/sdcard/Documents/Old/plan.txt", b"old plan")
    return tree


@pytest.fixture
def hand(tree: FileTree) -> Hand:
    hand = Hand(APP, FilesData())
    hand.env.files = tree  # pyright: ignore[reportAttributeAccessIssue]
    hand.tap("Documents")
    return hand


def names(hand: Hand) -> list[str]:
    return [w.text for w, _ in hand.widgets() if w.id == "title"]


def documents(tree: FileTree) -> set[str]:
    return {p.removeprefix("/sdcard/Documents/") for p in tree.walk("/sdcard/Documents")} - {".hidden"}


def test_folders_come_first_and_dot_files_are_hidden(hand: Hand) -> None:
    assert names(hand) == ["Old", "Budget.csv", "plan.txt", "zebra.pdf"]


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("Modified (newest first)", "zebra.pdf plan.txt Budget.csv"),
        ("Size (largest first)", "zebra.pdf plan.txt Budget.csv"),
    ],
)
def test_sorting(hand: Hand, order: str, expected: str) -> None:
    hand.tap("More options")
    hand.tap("Sort by…")
    hand.tap(order)
    assert names(hand) == ["Old", *expected.split()]


def test_a_text_file_opens_line_by_line(hand: Hand) -> None:
    hand.tap("plan.txt")
    assert [w.text for w, _ in hand.widgets() if w.id == "line"] == ["Rent 900", "Food 310"]


def test_a_file_nothing_can_open_says_so(hand: Hand) -> None:
    hand.tap("zebra.pdf")
    assert hand.env.toasts == ["Can't open file"]


def test_search_finds_names_anywhere_in_any_case(hand: Hand) -> None:
    hand.tap("Search")
    assert "Type a file name" in hand.texts()
    hand.type("Search this phone", "PLAN")
    assert names(hand) == ["plan.txt", "plan.txt"]
    hand.type("Search this phone", "nothing like it")
    assert "No matches in this phone" in hand.texts()


def test_deleting_asks_and_takes_only_what_was_chosen(hand: Hand, tree: FileTree) -> None:
    hand.hold("plan.txt")
    hand.tap("zebra.pdf")
    assert "2 selected" in hand.texts()
    hand.tap("Delete")
    hand.tap("Cancel")
    assert "plan.txt" in documents(tree)
    hand.tap("Delete")
    hand.tap("OK")
    assert documents(tree) == {"Budget.csv", "Old/plan.txt"}
    assert hand.ui.page.name == "folder"


def test_renaming_keeps_the_content_and_refuses_a_taken_name(hand: Hand, tree: FileTree) -> None:
    hand.hold("plan.txt")
    hand.tap("More options")
    hand.tap("Rename")
    hand.type("Name", "zebra.pdf")
    hand.tap("OK")
    assert hand.env.toasts == ["An item with this name already exists here."]
    assert "plan.txt" in documents(tree)
    hand.tap("More options")
    hand.tap("Rename")
    hand.type("Name", "2026 plan.txt", submit=True)
    assert tree.read("/sdcard/Documents/2026 plan.txt") == b"Rent 900\n\nFood 310"
    assert "plan.txt" not in documents(tree)


def test_moving_to_another_folder(hand: Hand, tree: FileTree) -> None:
    hand.hold("Budget.csv")
    hand.tap("More options")
    hand.tap("Move to…")
    hand.tap("Music")
    hand.tap("Move")
    assert tree.read("/sdcard/Music/Budget.csv") == b"a,b"
    assert "Budget.csv" not in documents(tree)
    assert hand.ui.page.args["path"] == "/sdcard/Documents"


def test_copying_onto_a_taken_name_keeps_both(hand: Hand, tree: FileTree) -> None:
    hand.hold("plan.txt")
    hand.tap("More options")
    hand.tap("Copy to…")
    hand.tap("Documents")
    hand.tap("Old")
    hand.tap("Copy")
    assert tree.read("/sdcard/Documents/Old/plan.txt") == b"old plan"
    assert tree.read("/sdcard/Documents/Old/plan (1).txt") == tree.read("/sdcard/Documents/plan.txt")


def test_a_folder_cannot_go_into_itself(hand: Hand, tree: FileTree) -> None:
    hand.hold("Old")
    hand.tap("More options")
    hand.tap("Move to…")
    hand.tap("Documents")
    hand.tap("Old")
    hand.tap("Move")
    assert hand.env.toasts == ["Can't put a folder into itself"]
    assert tree.exists("/sdcard/Documents/Old/plan.txt")


def test_new_folder_and_its_empty_state(hand: Hand, tree: FileTree) -> None:
    hand.tap("More options")
    hand.tap("New folder")
    hand.type("Name", "Trips")
    hand.tap("OK")
    assert tree.is_dir("/sdcard/Documents/Trips")
    hand.tap("Trips")
    assert "No items" in hand.texts()


def test_info_gives_exact_bytes(hand: Hand) -> None:
    hand.hold("zebra.pdf")
    hand.tap("More options")
    hand.tap("Get info")
    assert {"2.50 kB (2500 bytes)", "PDF document", "Fri, Jan 2, 2026, 00:00", "/sdcard/Documents"} <= set(hand.texts())


def test_a_file_removed_over_adb_meanwhile_is_no_crash(hand: Hand, tree: FileTree) -> None:
    hand.hold("plan.txt")
    tree.remove("/sdcard/Documents/plan.txt")
    hand.tap("Delete")
    hand.tap("OK")
    assert hand.env.toasts == ["File not found"]


@given(st.integers(0, 10**11))
def test_sizes_are_within_rounding_of_the_bytes(size: int) -> None:
    number, unit = size_words(size).split()
    assert float(number) * {"B": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9}[unit] == pytest.approx(size, rel=0.02)


IN: list[tuple[object, ...]] = [("open", "/sdcard/Documents"), ("select", "/sdcard/Documents/1.txt")]
PAGES: list[list[tuple[object, ...]]] = [
    [], [("open", "/sdcard/Documents")], [("open", "/sdcard/Movies")], IN, [*IN, ("select_menu",)], [*IN, ("ask_delete",)],
    [*IN, ("choose", True, [])], [("menu", "/sdcard")], [("sort_menu",)], [("search",)], [("info", "/sdcard/Documents/1.txt")],
    [("ask_folder", "/sdcard")], [("info", "/sdcard/gone")],
]  # fmt: skip


def test_every_text_has_chinese_and_arabic() -> None:
    assert untranslated(APP, files, files_actions) == []
    endings = ("txt", "jpg", "mp3", "mp4", "pdf", "zip", "apk", "bin")
    kinds = (*(files_actions.kind(f"a.{e}")[0] for e in endings), "Folder", *files.SORTS.values())
    assert [k for k in kinds for lang in ("zh", "ar") if k not in APP.words[lang]] == []


@pytest.mark.parametrize("locale", ["zh-CN", "ar"])
def test_no_page_speaks_english_on_a_phone_that_does_not(locale: str) -> None:
    phone = Phone(3, locale=locale, sample_files=False)
    phone.files.write("/sdcard/Documents/1.txt", b"1")
    names = frozenset({*phone.files.listdir("/sdcard"), "sdcard", "txt"})
    for events in PAGES:
        assert english_on(phone, APP, "home", events, names) == set()


def test_a_menu_may_stand_in_another_order() -> None:
    orders: set[tuple[str, ...]] = set()
    for seed in range(6):
        phone = Phone(seed, shuffle_lists=True)
        phone.launch("files")
        for event in [("open", "/sdcard/Music"), ("file_menu", "/sdcard/Music/1.mp3")]:
            phone.send("files", event)
        dialog = phone.core.apps["files"].ui.dialog
        assert dialog is not None
        orders.add(tuple(w.id for w in dialog.body))
    assert len(orders) > 1
    assert len({frozenset(o) for o in orders}) == 1
