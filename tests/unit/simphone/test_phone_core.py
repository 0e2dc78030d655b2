"""The phone as a person uses it: boot, touch, type, wait, go back; and as a researcher does: reset, snapshot, fork."""

from __future__ import annotations

import json

import demo_app as demo
from hypothesis import given, settings
from hypothesis import strategies as st


def test_boots_to_the_launcher_and_an_icon_opens_its_app() -> None:
    phone = demo.phone()
    assert phone.state()["front"] == {"app": "launcher", "page": "home", "window": "launcher"}
    demo.tap(phone, "Demo")
    assert phone.state()["front"] == {"app": "demo", "page": "home", "window": "app"}
    assert not phone.internal_errors


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 2**31))
def test_a_seed_gives_one_phone(seed: int) -> None:
    one, two = demo.phone(seed), demo.phone(seed + 1)
    two.reset(seed)
    assert one.state() == two.state()
    assert (
        one.run("uiautomator dump; cat /sdcard/window_dump.xml").stdout
        == two.run("uiautomator dump; cat /sdcard/window_dump.xml").stdout
    )


def test_seeds_differ() -> None:
    assert demo.phone(1).state()["data"]["demo"]["lucky"] != demo.phone(2).state()["data"]["demo"]["lucky"]


def test_snapshot_restores_everything_and_a_fork_is_independent() -> None:
    phone = demo.opened(3, "form")
    demo.tap(phone, "Name")
    phone.run("input text abc; echo hi > /sdcard/x.txt")
    kept, before = phone.snapshot(), phone.state()
    twin = phone.fork()
    phone.run("input text def; rm /sdcard/x.txt; settings put global wifi_on 0; input keyevent HOME")
    assert twin.state() == before
    twin.run("input text Z")
    assert demo.find(twin, "abcZ") is not None
    phone.restore(kept)
    assert phone.state() == before
    assert demo.find(phone, "abc") is not None


def test_timers_fire_in_order_and_only_when_due() -> None:
    phone = demo.opened()
    phone.send("demo", ("later", 1500))
    phone.send("demo", ("later", 500))
    phone.advance(0.4)
    assert phone.core.apps["demo"].data.count == 0
    phone.run("sleep 0.2")
    assert phone.core.apps["demo"].data.count == 1
    phone.advance(5)
    assert phone.core.apps["demo"].data.count == 2


def test_a_toast_lasts_two_seconds() -> None:
    phone = demo.opened()
    phone.env("demo").toast("Saved")
    phone.advance(1.9)
    assert phone.core.system.toast == "Saved"
    phone.advance(0.2)
    assert phone.core.system.toast == ""


def test_the_clock_moves_with_sleep_and_shows_in_the_status_bar() -> None:
    phone = demo.phone()
    before = phone.now
    clock = f"{before:%H:%M}"
    assert demo.find(phone, clock) is not None
    phone.run("sleep 120")
    assert (phone.now - before).total_seconds() >= 120
    assert demo.find(phone, clock) is None


def test_every_page_keeps_its_own_scroll_place() -> None:
    phone = demo.opened()
    phone.run("input swipe 540 1800 540 1000 800")
    place = phone.core.apps["demo"].ui.scroll["list"]
    assert place == 800
    demo.tap(phone, "Row 10")
    assert demo.find(phone, "Part 0") is not None
    phone.run("input swipe 540 1800 540 900 800; input keyevent BACK")
    assert phone.core.apps["demo"].ui.scroll["list"] == place


def test_rows_scrolled_away_are_gone_and_a_cut_row_has_cut_bounds() -> None:
    phone = demo.opened()
    phone.run("input swipe 540 1800 540 1500 800")
    assert demo.find(phone, "Power") is None
    rows = [n for n in demo.dump(phone).iter("node") if n.get("class") == "androidx.recyclerview.widget.RecyclerView"]
    left, top, right, bottom = demo.bounds(rows[0])
    assert rows[0].get("scrollable") == "true"
    for node in rows[0].iter("node"):
        x0, y0, x1, y1 = demo.bounds(node)
        assert left <= x0 < x1 <= right
        assert top <= y0 < y1 <= bottom


@settings(max_examples=15, deadline=None)
@given(st.integers(100, 1500), st.integers(50, 900))
def test_a_fling_skips_no_row(distance: int, ms: int) -> None:
    phone = demo.opened()
    tall = next(b for b in demo.dump(phone).iter("node") if "RecyclerView" in b.get("class", ""))
    height = demo.bounds(tall)[3] - demo.bounds(tall)[1]
    phone.run(f"input swipe 540 2100 540 {2100 - distance} {ms}")
    assert distance <= phone.core.apps["demo"].ui.scroll["list"] <= max(distance, height * 85 // 100)


def test_back_hides_the_keyboard_then_leaves_the_page_then_the_app() -> None:
    phone = demo.opened(0, "form")
    demo.tap(phone, "Name")
    assert b"mInputShown=true" in phone.run("dumpsys input_method").stdout
    phone.run("input keyevent 4")
    assert b"mInputShown=false" in phone.run("dumpsys input_method").stdout
    assert phone.state()["front"]["page"] == "form"
    phone.run("input keyevent 4")
    assert phone.state()["front"]["page"] == "home"
    phone.run("input keyevent 4")
    assert phone.state()["front"]["app"] == "launcher"


def test_fields_are_forgotten_when_their_page_is_left_for_good() -> None:
    phone = demo.opened(0, "form")
    demo.tap(phone, "Name")
    phone.run("input text gone; input keyevent HOME")
    phone.launch("demo")
    assert demo.find(phone, "gone") is not None
    phone.run("input keyevent BACK")
    assert "name" not in phone.core.apps["demo"].ui.fields


def test_an_app_opened_by_another_gives_back_to_it() -> None:
    phone = demo.opened()
    phone.send("demo", ("jump",))
    assert phone.state()["front"]["app"] == "other"
    phone.run("input keyevent BACK")
    assert phone.state()["front"]["app"] == "demo"


def test_a_faulty_handler_is_kept_and_the_phone_lives_on() -> None:
    phone = demo.opened()
    phone.send("demo", ("boom",))
    phone.send("demo", ("no_such_event",))
    assert "ZeroDivisionError: boom" in phone.internal_errors[0]
    assert "no_such_event" in phone.internal_errors[1]
    demo.tap(phone, "New")
    assert phone.state()["front"]["page"] == "form"


def test_a_held_row_sends_its_long_event_and_a_held_button_its_tap() -> None:
    phone = demo.opened()
    node = demo.find(phone, "Row 0")
    assert node is not None
    x, y = demo.bounds(node)[0] + 5, demo.bounds(node)[1] + 5
    phone.run(f"input swipe {x} {y} {x} {y} 600")
    assert phone.core.system.toast == "held 0"
    phone.send("demo", ("go", "odds"))
    demo.tap(phone, "Bare")
    assert phone.core.apps["demo"].data.count == 1


def test_disabled_widgets_swallow_touches() -> None:
    phone = demo.opened(0, "odds")
    demo.tap(phone, "Off")
    assert phone.core.apps["demo"].data.count == 0


def test_a_slider_takes_the_place_it_is_touched_at() -> None:
    phone = demo.opened(0, "form")
    node = demo.find(phone, "Level")
    assert node is not None
    left, top, right, bottom = demo.bounds(node)
    phone.run(f"input tap {right - 1} {(top + bottom) // 2}")
    assert phone.core.apps["demo"].data.level == 100
    phone.run(f"input swipe {right - 120} {(top + bottom) // 2} {(left + right) // 2} {(top + bottom) // 2} 400")
    assert phone.core.apps["demo"].data.level == 50


def test_a_stroke_on_a_canvas_arrives_in_thousandths() -> None:
    phone = demo.opened(0, "odds")
    node = next(n for n in demo.dump(phone).iter("node") if n.get("resource-id") == "org.demo:id/board")
    left, top, right, bottom = demo.bounds(node)
    phone.run(f"input swipe {left + 216} {top} {(left + right) // 2} {(top + bottom) // 2} 500")
    ((start, end),) = phone.core.apps["demo"].data.strokes
    assert start == [200, 0]
    assert end[0] == 500
    assert end[1] in (499, 500)


def test_the_state_is_json_and_leaves_out_what_adb_commands_wrote() -> None:
    phone = demo.opened()
    phone.run("uiautomator dump; screencap -p /sdcard/s.png; echo note > /sdcard/Download/a.txt")
    state = json.loads(phone.run("simphone state").stdout)
    assert state["data"]["files"] == {"/sdcard/Download/a.txt": "note\n"}
    assert state["data"]["demo"]["saved"] == []
    assert state["clock"] == phone.now.isoformat()


def test_many_phones_are_small() -> None:
    import tracemalloc

    demo.phone().run("uiautomator dump")
    tracemalloc.start()
    phones = [demo.phone(n) for n in range(16)]
    for phone in phones:
        phone.run("uiautomator dump")
    used = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert used / len(phones) < 20 * 2**20


def test_a_right_to_left_language_mirrors_the_screen() -> None:
    plain, mirrored = demo.opened(), demo.opened(locale="ar-EG")
    one, two = demo.find(plain, "Search"), demo.find(mirrored, "Search")
    assert one is not None
    assert two is not None
    left, top, right, bottom = demo.bounds(one)
    assert demo.bounds(two) == (1080 - right, top, 1080 - left, bottom)
