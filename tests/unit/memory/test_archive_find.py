"""Finding: every substring in every script, nothing in a query an operator, and an index that heals itself."""

from __future__ import annotations

import sqlite3
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kit.errors import KitError
from kit.memory import archive_index
from kit.memory.archive import LOOKED_AT, Archive
from kit.memory.archive_text import body, fold, pieces, searchable, terms

SLOW = settings(max_examples=40, deadline=None)  # a busy machine is no failure
LABELS = [
    "蓝牙",
    "飞行模式",
    "Bluetooth",
    "Wi-Fi",
    'say "hi"',
    "50%",
    "a*b",
    "Émile",
    "ＡＢＣ１２",
    "王",
    "price: 12.50",
    "x\x00y",
]


def obs(frame: int, *labels: str, package: str = "app.a") -> str:
    lines = [f"[OBS] app={package} screen#{frame}", f"marks ({len(labels)}):"]
    lines += [f"ax_{n}@e{frame} | Button | {label} | (500,{n}) | op=likely" for n, label in enumerate(labels, 1)]
    return "\n".join(lines)


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with Archive(tmp_path, "r") as opened:
        yield opened


def add(archive: Archive, frame: int, *labels: str, package: str = "app.a") -> None:
    assert archive.append(obs(frame, *labels, package=package), epoch=frame, screen_seq=frame, package=package)


def frames(archive: Archive, query: str, limit: int = 20) -> list[int]:
    found = archive.search(query, limit)
    return sorted(f for hit in found.hits for f in (hit.screen.screen_seq, *hit.same)) if found.all_terms else []


@pytest.mark.parametrize(
    ("query", "label"),
    [
        ("蓝", "已连接蓝牙耳机"),
        ("蓝牙", "已连接蓝牙耳机"),
        ("耳机", "已连接蓝牙耳机"),  # the last two characters of everything
        ("连接蓝牙耳", "已连接蓝牙耳机"),
        ("tooth", "Bluetooth"),
        ("BLUE", "Bluetooth"),
        ("5", "5G"),
        ("g", "5G"),
        ("ABC", "ＡＢＣ"),
        ("ß", "Straße"),
        ("🙂", "smile 🙂"),
    ],
)
def test_every_substring_is_found(archive: Archive, query: str, label: str) -> None:
    add(archive, 1, "飞行 xyz")
    add(archive, 2, label)
    assert frames(archive, query) == [2]


@SLOW
@given(
    screens=st.lists(st.lists(st.sampled_from(LABELS), min_size=1, max_size=4), min_size=1, max_size=6),
    query=st.one_of(
        st.sampled_from([label[i:j] for label in LABELS for i in range(3) for j in range(i + 1, i + 5)]),
        st.text(st.sampled_from('蓝牙飞ab"*()-:^% '), max_size=6),
    ),
    joined=st.integers(1, 3),
)
def test_search_says_what_a_plain_scan_says(screens: list[list[str]], query: str, joined: int) -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        Archive(Path(folder), "r") as archive,
        pytest.MonkeyPatch.context() as m,
    ):
        m.setattr(archive_index, "JOINED", joined)  # so that few grams already take several questions
        for frame, labels in enumerate(screens):
            add(archive, frame, *labels)
        wanted = terms(query)
        plain = [n for n, labels in enumerate(screens) if wanted and all(t in body(obs(n, *labels)) for t in wanted)]
        assert frames(archive, query) == plain


@SLOW
@given(st.text(st.characters(), max_size=40))
def test_no_query_raises(query: str) -> None:
    with tempfile.TemporaryDirectory() as folder, Archive(Path(folder), "r") as archive:
        add(archive, 1, "Bluetooth", "蓝牙")
        assert len(archive.search(query).hits) <= 1


@pytest.mark.parametrize(
    "query", ["blue OR zebra", "blue NOT zebra", "zebra*", "body:blue", "NEAR(blue zebra)", "^blue", '"blue', "(blue"]
)
def test_nothing_in_a_query_is_an_operator(archive: Archive, query: str) -> None:
    add(archive, 1, "blue")
    found = archive.search(query)
    assert not found.all_terms or query == '"blue'  # a quote around a word is dropped, every other sign is looked for


def test_signs_are_looked_for_as_they_are_written(archive: Archive) -> None:
    add(archive, 1, "a*b (c) NOT 10%")
    add(archive, 2, "ab c not 10")
    assert frames(archive, "a*b NOT (c) 10%") == [1]


def test_all_words_are_wanted_and_part_of_them_is_said_to_be_part(archive: Archive) -> None:
    add(archive, 1, "Dark theme")
    add(archive, 2, "Dark chocolate")
    add(archive, 3, "Light theme")
    assert [h.screen.screen_seq for h in archive.search("theme dark").hits] == [1]
    near = archive.search("dark theme zebra")
    assert near.all_terms is False
    assert near.hits[0].screen.screen_seq == 1  # two of three words
    assert {h.screen.screen_seq for h in near.hits} == {1, 2, 3}


def test_a_chinese_word_of_two_places_is_found_in_part(archive: Archive) -> None:
    add(archive, 1, "蓝牙", "更多设置")
    add(archive, 2, "铃声设置")
    near = archive.search("蓝牙设置")
    assert near.all_terms is False
    assert [h.screen.screen_seq for h in near.hits] == [1, 2]


def test_newest_first_and_more_is_said(archive: Archive) -> None:
    for frame in range(1, 8):
        add(archive, frame, f"item {frame}")
    found = archive.search("item", 3)
    assert [h.screen.screen_seq for h in found.hits] == [7, 6, 5]
    assert found.more is True
    assert archive.search("item", 20).more is False


def test_alike_screens_are_one_hit(archive: Archive) -> None:
    for frame in (1, 2, 3):
        add(archive, frame, "Bluetooth", f"12:0{frame}")
    add(archive, 4, "Bluetooth", package="app.b")
    hits = archive.search("bluetooth").hits
    assert [(h.screen.screen_seq, h.same) for h in hits] == [(4, ()), (3, (2, 1))]
    assert hits[1].lines == ("ax_1@e3 | Button | Bluetooth | (500,1) | op=likely",)


def test_more_alike_screens_than_are_read_are_said_to_be_more(archive: Archive) -> None:
    for frame in range(LOOKED_AT + 5):
        add(archive, frame, "Bluetooth")
    found = archive.search("bluetooth")
    assert len(found.hits) == 1
    assert found.more is True


def test_addresses_are_not_searched_but_values_and_apps_are() -> None:
    line = "  ax_3@e12 | EditText | Amount | (500,522) | state=focused | value=1 | 2 | op=confirmed | path=dialog"
    assert searchable(line) == "EditText | Amount | state=focused | value=1 | 2"
    assert searchable("[OBS] app=com.tencent.mm screen#7") == "com.tencent.mm"
    assert searchable("marks (0) [accessibility:dump_timeout]") == ""
    assert searchable("W2 TYPE_APPLICATION com.tencent.mm layer=10 covered_by=W1") == "TYPE_APPLICATION com.tencent.mm"
    assert searchable("  (3,4) is a text") == "  (3,4) is a text"


def test_terms_and_pieces() -> None:
    assert terms(" “Dark”  DARK 'Wi-Fi' \" ") == ("dark", "wi-fi", '"')
    assert pieces(("蓝牙设置", "ab")) == ("蓝牙设置", "蓝牙", "牙设", "设置", "ab")
    assert terms("full　width　blank") == ("full", "width", "blank")


@SLOW
@given(st.text(st.characters()))
def test_folding_twice_changes_nothing_more_and_fits_the_index(text: str) -> None:
    once = fold(text)
    assert "\x00" not in once
    assert once.encode("utf-8").decode("utf-8") == once
    assert once.count("\n") == text.count("\n")


# --- the index ---------------------------------------------------------------------------------------------------------


def settled(folder: Path) -> Path:
    with Archive(folder, "r") as archive:
        add(archive, 1, "Bluetooth")
        assert frames(archive, "blue") == [1]
    return folder / "r.db"


def asked(index: Path, statement: str) -> list[tuple[int]]:
    db = sqlite3.connect(index)
    try:
        with db:
            return db.execute(statement).fetchall()
    finally:
        db.close()


def sign(index: Path) -> None:
    """Leaves something in the index that a rebuild does not bring back."""
    asked(index, "CREATE TABLE signed (x)")


def signed(index: Path) -> bool:
    return asked(index, "SELECT count(*) FROM sqlite_master WHERE name = 'signed'") == [(1,)]


@pytest.mark.parametrize("harm", ["missing", "garbage", "empty", "half", "no_tables", "other_version"])
def test_a_harmed_index_is_made_again(tmp_path: Path, harm: str) -> None:
    index = settled(tmp_path)
    if harm == "missing":
        index.unlink()
    elif harm == "garbage":
        index.write_bytes(b"not a database, but long enough to be read as the head of one" * 100)
    elif harm == "empty":
        index.write_bytes(b"")
    elif harm == "half":
        whole = index.read_bytes()
        index.write_bytes(whole[: len(whole) // 2])
    else:
        change = "DROP TABLE words" if harm == "no_tables" else "PRAGMA user_version = 99"
        asked(index, change)
    with Archive(tmp_path, "r") as archive:
        assert frames(archive, "blue") == [1]


def test_what_another_program_appended_is_found(tmp_path: Path) -> None:
    index = settled(tmp_path)
    with Archive(tmp_path, "other") as other:
        add(other, 9, "飞行模式")
    text = (tmp_path / "other.jsonl").read_bytes()
    with (tmp_path / "r.jsonl").open("ab") as file:
        file.write(text)
    sign(index)
    with Archive(tmp_path, "r") as archive:
        assert frames(archive, "飞行") == [9]
        assert frames(archive, "blue") == [1]
        with (tmp_path / "r.jsonl").open("ab") as file:
            file.write(text.replace(b"\xe9\xa3\x9e\xe8\xa1\x8c", "省电".encode()))  # and while this process runs
        assert frames(archive, "省电") == [9]
    assert not signed(index)  # made again, not patched: its byte count did not fit


def test_an_index_that_fits_is_not_made_again(tmp_path: Path) -> None:
    index = settled(tmp_path)
    sign(index)
    with Archive(tmp_path, "r") as archive:
        add(archive, 2, "Blue too")
        assert frames(archive, "blue") == [1, 2]
    assert signed(index)


def test_an_archive_cut_short_from_outside_is_indexed_anew(tmp_path: Path) -> None:
    with Archive(tmp_path, "r") as archive:
        add(archive, 1, "Bluetooth")
        first = archive.path.stat().st_size
        add(archive, 2, "Blue too")
        assert frames(archive, "blue") == [1, 2]
        with archive.path.open("rb+") as file:
            file.truncate(first)
        assert frames(archive, "blue") == [1]


def test_a_line_nobody_can_read_does_not_hide_the_others(tmp_path: Path) -> None:
    settled(tmp_path)
    with (tmp_path / "r.jsonl").open("ab") as file:
        file.write(b'{"half": \n\xff\xfe\n{"screen_seq": "x", "text": 1}\n[]\n')
    with Archive(tmp_path, "r") as archive:
        add(archive, 2, "Blue too")
        assert frames(archive, "blue") == [1, 2]


def test_damage_found_while_searching_heals(tmp_path: Path) -> None:
    with Archive(tmp_path, "r") as archive:
        add(archive, 1, "Bluetooth")
        assert archive.span() == (1, 1)
        asked(archive.index_path, "DROP TABLE words")
        assert frames(archive, "blue") == [1]


def test_what_cannot_be_read_is_said(tmp_path: Path) -> None:
    archive = Archive(tmp_path, "r")
    archive.path.mkdir()
    for ask in (lambda: archive.search("x"), lambda: archive.screen(1), archive.span):
        with pytest.raises(KitError) as caught:
            ask()
        assert caught.value.code == "archive_unreadable"


def test_nothing_archived_is_no_error(archive: Archive) -> None:
    assert archive.span() is None
    assert archive.screen(1) is None
    assert archive.search("x").hits == ()
    add(archive, 1, "x")
    assert archive.search("   ").hits == ()


def test_the_newest_screen_of_a_frame_number_wins(archive: Archive) -> None:
    add(archive, 1, "old")
    add(archive, 1, "new")
    past = archive.screen(1)
    assert past is not None
    assert "new" in past.text


def test_only_this_run_is_searched(tmp_path: Path) -> None:
    with Archive(tmp_path, "one") as one, Archive(tmp_path, "two") as two:
        add(one, 1, "secret of one")
        add(two, 2, "secret of two")
        assert frames(two, "secret") == [2]
        assert two.screen(1) is None


def test_threads_keep_and_find_at_once(archive: Archive) -> None:
    def work(first: int) -> None:
        for n in range(10):
            add(archive, first + n, f"label {first + n}")
            archive.search("label")

    threads = [threading.Thread(target=work, args=(first,)) for first in (0, 100, 200)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(archive.path.read_bytes().splitlines()) == 30
    assert len(frames(archive, "label", 30)) == 30
