"""The App-KB: what is known of apps across runs, and the book of names."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from fake_past import CHAT, HOME, SETTINGS, did, episode, plain, screen, way
from fake_phone import look, mark

from kit.agent.memory import cleaner
from kit.errors import KitError
from kit.memory.knowledge import MOST_CONTROLS, AppFacts, Knowledge, facts_of
from kit.screen.signature import structural
from kit.tools.names import identify, learn
from kit.types import Episode

APPS = frozenset({SETTINGS, CHAT})


def facts(run: Episode, **more: object) -> dict[str, AppFacts]:
    return facts_of(run, cleaner(run.steps), apps=APPS, **more)  # type: ignore[arg-type]


def test_screens_and_the_controls_that_did_something() -> None:
    known = facts(episode("g", *way("Connected devices", "Bluetooth")))[SETTINGS]
    first = structural(screen(1, "Connected devices", "page 1"))
    assert len(known.screens) == 3
    assert known.useful(first) == (("tap", "button", "Connected devices", 1),)
    assert known.screens[first]["seen"] == 1
    assert (known.runs, known.last) == (1, "2026-11-01T10:00:00+00:00")


def test_what_did_nothing_or_failed_is_no_useful_control() -> None:
    a, same = screen(1, "Wi-Fi"), screen(2, "Wi-Fi")
    gone = did("tap", same, None, on="Wi-Fi", status="error", code="target_unknown")
    known = facts(episode("g", did("tap", a, same, on="Wi-Fi"), gone))[SETTINGS]
    assert known.useful(structural(a)) == ()


def test_where_a_launch_ends_and_what_the_home_screen_calls_the_app() -> None:
    home, front = screen(1, "Chatty", package=HOME), screen(2, "Anna", package=CHAT)
    dialog = screen(3, "Allow", package="com.android.permissioncontroller")
    run = episode("g", did("tap", home, front, on="Chatty"), did("launch_app", front, dialog, name="Chat"))
    known = facts(run, launched={"Chat": CHAT})
    assert set(known) == {CHAT}
    assert known[CHAT].labels == {"Chatty": 1}
    assert known[CHAT].entries == {"com.android.permissioncontroller": 1}


def test_words_of_the_person_are_no_facts_of_the_app() -> None:
    """Typed text, phone numbers, password fields, keypad keys and mark ids never become a control's name."""
    secret = mark(5, "hunter two", states=("password",), resource_id="id/5")
    labels = ["Ada Haddad", "Call 202-555-0179", "7", "ax_3@e4"]
    shown = [mark(n, label, resource_id=f"id/{n}") for n, label in enumerate(labels, 1)]
    page = look([*shown, secret], package=CHAT)
    after = screen(2, "Next", package=CHAT)
    calls = [did("type_text", page, after, on="7", text="Ada Haddad")]
    calls += [did("tap", page, after, on=label) for label in [*labels, "hunter two"]]
    known = facts(episode("g", *calls))[CHAT]
    assert known.useful(structural(page)) == ()


def test_facts_of_many_runs_add_up_within_their_bounds(tmp_path: Path) -> None:
    knowledge = Knowledge(tmp_path)
    for n in range(3):
        labels = [f"Item {i} of {n}" for i in range(20)]
        page = screen(1, *labels)
        same = look(
            [mark(i, label, resource_id=f"id/{i}", package=SETTINGS) for i, label in enumerate(labels)],
            package=SETTINGS,
        )
        del page
        calls = [did("tap", same, screen(2, "Next"), on=label) for label in labels]
        run = episode("g", *calls, time=f"2026-11-0{n + 1}T00:00:00+00:00")
        knowledge.add(facts_of(run, plain))
    known = knowledge.app(SETTINGS)
    assert known is not None
    assert (known.runs, known.last[:10]) == (3, "2026-11-03")
    assert max(len(s["controls"]) for s in known.screens.values()) == MOST_CONTROLS


def test_the_book_feeds_names_and_grows_by_successes(tmp_path: Path) -> None:
    phone = ("com.android.calendar/.A", "com.google.android.calendar/.B")
    knowledge = Knowledge(tmp_path)
    assert type(identify("Calendar", phone, learned=knowledge.book())).__name__ == "Ambiguous"
    for _ in range(2):
        knowledge.add({}, lambda book: learn(book, "Calendar", "com.google.android.calendar", "exact_alias"))
    book = Knowledge(tmp_path).book()
    assert book == {"calendar": {"com.google.android.calendar": {"exact_alias": 2}}}
    chosen = identify("Calendar", phone, learned=book)
    assert chosen.candidate.package == "com.google.android.calendar"  # type: ignore[union-attr]


def test_the_app_not_seen_for_longest_goes(tmp_path: Path) -> None:
    import os

    knowledge = Knowledge(tmp_path, keep=2)
    for n, package in enumerate(("a.one", "a.two", "a.three")):
        knowledge.add({package: AppFacts(package=package, runs=1)})
        for path in (tmp_path / "apps").glob(f"*{package.split('.')[1]}*"):
            os.utime(path, (n + 1, n + 1))
    knowledge.add({"a.three": AppFacts(package="a.three", runs=1)})
    assert {app.package for app in knowledge.apps()} == {"a.two", "a.three"}


def test_forgetting_an_app_takes_its_names_along(tmp_path: Path) -> None:
    knowledge = Knowledge(tmp_path)
    knowledge.add({CHAT: AppFacts(package=CHAT)}, lambda book: learn(book, "chatty", CHAT, "exact_alias"))
    knowledge.add({SETTINGS: AppFacts(package=SETTINGS)})
    assert knowledge.forget(CHAT) is True
    assert knowledge.forget(CHAT) is False
    assert knowledge.app(CHAT) is None
    assert knowledge.book() == {}
    assert [app.package for app in knowledge.apps()] == [SETTINGS]


def test_forgetting_a_name_takes_it_out_of_facts_and_book(tmp_path: Path) -> None:
    knowledge = Knowledge(tmp_path)
    run = episode("g", did("tap", screen(1, "Anna Borg"), screen(2, "Hi"), on="Anna Borg"), *way("Sound"))
    knowledge.add(facts_of(run, plain), lambda book: learn(book, "annas app", CHAT, "exact_alias"))
    assert knowledge.forget_name("ANNA") == 2
    assert b"Anna" not in b"".join(p.read_bytes() for p in tmp_path.rglob("*") if p.is_file())
    assert knowledge.forget_name("  ") == 0


def test_a_damaged_file_is_a_typed_error_and_can_be_forgotten(tmp_path: Path) -> None:
    knowledge = Knowledge(tmp_path)
    knowledge.add({CHAT: AppFacts(package=CHAT)})
    [path] = (tmp_path / "apps").glob("*.json")
    path.write_text("{half")
    with pytest.raises(KitError) as caught:
        knowledge.app(CHAT)
    assert caught.value.code == "memory_unreadable"
    assert knowledge.forget_all() == 1
    assert knowledge.app(CHAT) is None


def test_a_write_that_fails_leaves_the_old_facts_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    knowledge = Knowledge(tmp_path)
    knowledge.add({CHAT: AppFacts(package=CHAT, runs=1)})

    def full(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space"):
        knowledge.add({CHAT: AppFacts(package=CHAT, runs=1)})
    monkeypatch.undo()
    assert json.loads(next((tmp_path / "apps").glob("com*.json")).read_text())["runs"] == 1
    assert list((tmp_path / "apps").glob(".*.part")) == []
