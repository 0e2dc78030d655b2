from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from screen_samples import PHONE, displays, dump, made, node, only, window

from kit.screen import coordinates, marks, tree
from kit.types import Rect, Screen

BUTTON = "android.widget.Button"
TEXT = "android.widget.TextView"
ROW = "android.widget.LinearLayout"
IMAGE = "android.widget.ImageView"


def row(top: int, *children: str, **attrs) -> str:
    return node(ROW, (0, top, 1080, top + 150), *children, **({"clickable": True} | attrs))


def test_a_settings_row_takes_its_title_and_the_state_of_its_switch():
    mark = only(
        row(
            300,
            node(TEXT, (50, 390, 600, 430), text="Not connected", resource_id="android:id/summary"),
            node(TEXT, (50, 310, 600, 380), text="Bluetooth", resource_id="android:id/title"),
            node("android.widget.Switch", (900, 330, 1040, 420), text="ON", checkable=True, checked=True),
        )
    )
    assert (mark.label, mark.role, mark.states, mark.actions) == (
        "Bluetooth, Not connected",
        "switch",
        ("on",),
        ("tap",),
    )
    assert mark.bounds == Rect(0, 300, 1080, 450)


def test_a_switch_of_its_own_stays_a_mark_and_takes_the_name_of_its_row():
    switch = node("android.widget.Switch", (900, 330, 1040, 420), clickable=True, checkable=True)
    plain = made(row(300, node(TEXT, (50, 310, 600, 380), text="Wi-Fi"), switch, clickable=False))
    assert [(m.label, m.role, m.states) for m in plain.marks] == [("Wi-Fi", "switch", ("off",))]
    both = made(row(300, node(TEXT, (50, 310, 600, 380), text="Wi-Fi"), switch))
    assert [(m.label, m.role) for m in both.marks] == [("Wi-Fi", "button"), ("Wi-Fi", "switch")]


def test_toggles_that_share_a_row_do_not_share_a_name():
    switches = [node("android.widget.Switch", (x, 300, x + 90, 390), clickable=True, checkable=True) for x in (0, 500)]
    named = made(node(ROW, (0, 300, 1080, 390), node(TEXT, (200, 300, 300, 390), text="Auto"), *switches))
    assert [m.label for m in named.marks] == ["switch", "switch"]


@pytest.mark.parametrize(
    ("attrs", "label"),
    [
        ({"text": "Save", "content_desc": "save changes", "resource_id": "a:id/ok"}, "Save"),
        ({"content_desc": "save changes", "resource_id": "a:id/ok_button"}, "save changes"),
        ({"resource_id": "com.x:id/btn_search_close"}, "search close"),
        ({"content_desc": "com.x:id/very_long_technical_name_of_a_view_1"}, "very long technical name of a 1"),
        ({"text": "\ue8b6", "content_desc": "Search"}, "Search"),
        ({"text": "\ue8b6 Find", "content_desc": "x"}, "Find"),
        ({"text": "÷", "content_desc": "divide"}, "÷"),
        ({"resource_id": "com.tencent.mm:id/kbq"}, "button"),
        ({"text": "two\nlines\u202e"}, "two lines"),
    ],
)
def test_label_is_text_then_description_then_words_of_the_id(attrs, label):
    assert only(node(BUTTON, clickable=True, **attrs)).full_label == label


def test_labels_are_shown_to_32_characters_and_kept_whole():
    long = "A very long title that does not fit anywhere"
    mark = only(node(BUTTON, clickable=True, text=long))
    assert mark.label == "A very long title that does not…"
    assert len(mark.label) == 32
    assert mark.full_label == long
    assert only(node(BUTTON, clickable=True, text="x" * 32)).label == "x" * 32


def test_a_badge_does_not_name_a_tab():
    parts = [node(TEXT, (10, 2300, 40, 2330), text="3"), node(TEXT, (0, 0, 0, 0), text="Chats")]
    assert only(node(ROW, (0, 2280, 270, 2400), *parts, clickable=True)).full_label == "Chats, 3"
    assert (
        only(node(ROW, (0, 2280, 270, 2400), parts[0], clickable=True, content_desc="Chats tab")).label == "Chats tab"
    )


def test_nested_controls_stay_apart_and_a_tap_on_the_outer_one_misses_the_inner():
    inner = node(BUTTON, (400, 310, 700, 440), text="Delete", clickable=True)
    outer = row(300, node(TEXT, (20, 310, 300, 440), text="Note"), inner)
    first, second = made(outer).marks
    assert (first.label, second.label) == ("Note", "Delete")
    point = coordinates.to_pixels(first.center, PHONE)
    assert first.bounds.contains(*point)
    assert not second.bounds.contains(*point)


def test_a_tap_misses_what_is_drawn_over_the_middle():
    tab = node(ROW, (810, 2200, 1080, 2330), node(TEXT, (850, 2240, 1000, 2290), text="Stopwatch"), clickable=True)
    floating = node("android.widget.ImageButton", (890, 2150, 1040, 2290), content_desc="Add", clickable=True)
    marks_made = {m.label: m for m in made(tab, floating).marks}
    point = coordinates.to_pixels(marks_made["Stopwatch"].center, PHONE)
    assert marks_made["Stopwatch"].bounds.contains(*point)
    assert not marks_made["Add"].bounds.contains(*point)


def test_nodes_with_the_same_bounds_are_one_mark():
    mark = only(row(300, row(300, node(TEXT, (0, 300, 100, 400), text="Once"), long_clickable=True)))
    assert (mark.label, mark.actions) == ("Once", ("tap", "long_press"))


@pytest.mark.parametrize(
    "bounds",
    [
        (96, 2798, 399, 2784),
        (399, 10, 96, 90),
        (0, 0, 0, 0),
        (10, 10, 10, 90),
        (1080, 0, 1200, 90),
        (0, 2400, 90, 2500),
        (-90, 0, 0, 90),
    ],
)
def test_inverted_empty_and_off_screen_controls_are_no_marks(bounds):
    assert made(node(BUTTON, bounds, text="Ghost", clickable=True)).marks == ()


def test_a_partly_visible_control_is_hit_in_its_visible_part():
    mark = only(node(BUTTON, (-300, 100, 40, 200), text="Edge", clickable=True))
    assert mark.bounds == Rect(0, 100, 40, 200)
    assert coordinates.to_pixels(mark.center, PHONE)[0] in range(40)


def test_disabled_controls_stay_and_say_so():
    assert only(node(BUTTON, text="Send", clickable=True, enabled=False)).states == ("disabled",)


def test_states_come_in_their_fixed_order():
    mark = only(
        node(
            "android.widget.CheckBox", text="All", clickable=True, checkable=True, checked=True, selected=True, focused=True,
            enabled=False,
        )
    )  # fmt: skip
    assert mark.states == ("on", "selected", "focused", "disabled")


def test_a_field_is_named_by_its_hint_and_keeps_its_text_as_value():
    field = {"clickable": True, "long_clickable": True}
    mark = only(node("android.widget.EditText", text="Ada", hint="First name", **field))
    assert (mark.label, mark.value, mark.role, mark.actions) == (
        "First name",
        "Ada",
        "field",
        ("tap", "long_press", "type"),
    )
    empty = only(node("android.widget.EditText", text="First name", hint="First name", **field))
    assert (empty.label, empty.value) == ("First name", "")
    bare = only(node("android.widget.EditText", text="Ada", **field))
    assert (bare.label, bare.value) == ("Ada", "")


def test_the_text_of_a_password_field_is_never_shown():
    mark = only(node("android.widget.EditText", text="••••secret", password=True, clickable=True))
    assert (mark.label, mark.value, mark.states) == ("password", "", ("password",))


@pytest.mark.parametrize(
    ("cls", "role"),
    [
        (BUTTON, "button"), ("android.widget.ImageButton", "icon"), ("android.widget.EditText", "field"),
        ("android.widget.SeekBar", "slider"), ("android.widget.Spinner", "dropdown"), (TEXT, "button"), (IMAGE, "icon"),
        ("android.app.ActionBar$Tab", "tab"),
    ],
)  # fmt: skip
def test_role_words(cls, role):
    assert only(node(cls, text="x", clickable=True)).role == role


def test_a_slider_is_named_by_its_row_and_keeps_its_position_as_value():
    slider = node("android.widget.SeekBar", (300, 300, 1000, 390), text="70.0")
    (mark,) = made(node(ROW, (0, 300, 1080, 390), node(TEXT, (0, 300, 290, 390), text="Brightness"), slider)).marks
    assert (mark.label, mark.role, mark.value, mark.actions) == ("Brightness", "slider", "70.0", ("tap",))


def test_radio_and_checkbox_roles():
    radio = only(node("android.widget.RadioButton", text="Red", clickable=True, checkable=True, checked=True))
    assert (radio.role, radio.states) == ("radio", ("on",))
    assert only(node("android.view.View", text="Agree", clickable=True, checkable=True)).role == "checkbox"


def test_rows_of_a_list_and_the_list_itself():
    rows = [row(top, node(TEXT, (0, top, 500, top + 90), text=f"Item {top}")) for top in (200, 400)]
    found = made(node("androidx.recyclerview.widget.RecyclerView", (0, 200, 1080, 2400), *rows, scrollable=True))
    assert [(m.label, m.role, m.path) for m in found.marks] == [
        ("list", "list", "list"), ("Item 200", "row", "list"), ("Item 400", "row", "list"),
    ]  # fmt: skip
    assert found.marks[0].actions == ("scroll",)


def test_a_tiny_scroller_is_no_mark():
    assert made(node("android.widget.ScrollView", (0, 0, 90, 90), scrollable=True)).marks == ()


def test_numbers_follow_the_reading_order():
    places = {"c": (0, 500, 90, 590), "b": (700, 100, 1000, 200), "a": (0, 110, 90, 190)}
    found = made(*(node(BUTTON, bounds, text=name, clickable=True) for name, bounds in places.items()))
    assert [(m.number, m.label, m.id) for m in found.marks] == [
        (1, "a", "ax_1@e12"),
        (2, "b", "ax_2@e12"),
        (3, "c", "ax_3@e12"),
    ]


def test_texts_that_are_on_no_mark_are_listed_in_reading_order():
    found = made(
        node(TEXT, (0, 900, 500, 960), text="Total: 12.30"),
        node(TEXT, (0, 100, 500, 160), text="Cart"),
        node(IMAGE, (0, 200, 90, 260), content_desc="Barcode"),
        node(TEXT, (0, 0, 0, 0), text="invisible"),
        node(BUTTON, (0, 1000, 500, 1090), node(TEXT, (0, 1000, 500, 1090), text="Pay"), clickable=True),
    )
    assert found.texts == ("Cart", "Barcode", "Total: 12.30")


def test_a_dialogs_clickable_background_is_no_mark_and_its_message_is_a_text():
    message = node(TEXT, (100, 900, 980, 1000), text="Delete everything?")
    buttons = [
        node(BUTTON, (x, 1100, x + 300, 1200), text=t, clickable=True) for x, t in ((100, "Cancel"), (600, "OK"))
    ]
    root = node(ROW, (60, 800, 1020, 1300), message, *buttons, clickable=True)
    found = marks.make(tree.parse(dump(root)), PHONE, 1)
    assert [(m.label, m.path) for m in found.marks] == [("Cancel", "dialog"), ("OK", "dialog")]
    assert found.texts == ("Delete everything?",)


def test_an_empty_clickable_strip_is_no_mark():
    assert made(row(300, node(IMAGE, (0, 300, 90, 390), content_desc="Photo"))).marks != ()
    assert made(node(ROW, (0, 300, 1080, 340), clickable=True)).marks == ()


# --- windows ---------------------------------------------------------------------------------------------------------


def button(label: str, bounds=(100, 100, 400, 200), **attrs) -> str:
    return node(BUTTON, bounds, text=label, clickable=True, **attrs)


def in_windows(*windows: str, other: str = "", limit: int | None = None) -> marks.MarkSet:
    return marks.make(tree.parse(displays(*windows, other=other)), PHONE, 1, limit=limit)


def keyboard(layer: int, *keys: str) -> str:
    return window(*keys, kind="TYPE_INPUT_METHOD", layer=layer, bounds=(0, 1500, 1080, 2400))


def test_one_weak_window_is_flat_and_has_no_op():
    found = made(button("A"))
    assert not found.grouped
    assert found.marks[0].op == ""


def test_one_real_window_is_grouped_and_confirmed():
    found = in_windows(window(button("A"), active=True))
    assert found.grouped
    assert found.marks[0].op == "confirmed"


def test_a_modal_dialog_blocks_the_whole_window_below_it():
    dialog = window(
        button("Allow", (300, 1200, 700, 1300)), kind="TYPE_SYSTEM", layer=42, bounds=(60, 800, 1020, 1600), active=True
    )
    app = window(button("Back", (0, 50, 120, 170)), layer=10)
    found = in_windows(dialog, app)
    assert [(m.label, m.op, m.window) for m in found.marks] == [("Allow", "confirmed", 0), ("Back", "blocked", 1)]
    assert found.covered_by == {1: 0}
    assert found.marks[0].path == "dialog"


def test_a_window_that_takes_no_input_blocks_only_what_lies_under_it():
    tile = window(button("Play", (700, 1800, 900, 1900)), layer=5, bounds=(600, 1700, 1060, 2000))
    app = window(button("Under", (650, 1750, 750, 1850)), button("Free", (0, 100, 90, 190)), layer=1, active=True)
    found = in_windows(tile, app)
    assert {m.label: m.op for m in found.marks} == {"Play": "confirmed", "Under": "blocked", "Free": "confirmed"}
    assert found.covered_by == {}


def test_a_see_through_overlay_blocks_nothing():
    app = window(button("A"), layer=1, active=True)
    for overlay in (window(layer=9, kind="TYPE_SYSTEM"), window(node(), layer=9, kind="TYPE_ACCESSIBILITY_OVERLAY")):
        assert in_windows(overlay, app).marks[-1].op == "confirmed"


def test_weak_windows_are_never_confirmed_or_blocked():
    popup = node(
        "android.widget.FrameLayout", (60, 800, 1020, 1600), button("Yes", (300, 1200, 700, 1300)), pkg="android"
    )
    app = node("android.widget.FrameLayout", (0, 0, 1080, 2400), button("Back", (0, 50, 120, 170)), pkg="a")
    found = marks.make(tree.parse(dump(app, popup)), PHONE, 1)
    assert found.grouped
    assert {m.label: m.op for m in found.marks} == {"Back": "unknown", "Yes": "likely"}
    assert found.covered_by == {0: 1}


def test_a_status_bar_root_leaves_the_app_likely():
    bar = node("android.widget.FrameLayout", (0, 0, 1080, 90), pkg="com.android.systemui")
    app = node("android.widget.FrameLayout", (0, 0, 1080, 2400), button("Home", (0, 500, 120, 600)), pkg="a")
    assert [m.op for m in marks.make(tree.parse(dump(app, bar)), PHONE, 1).marks] == ["likely"]


def test_split_screen_windows_do_not_cover_each_other():
    upper = window(button("Up", (0, 100, 300, 200)), layer=2, bounds=(0, 0, 1080, 1190), active=True)
    lower = window(button("Down", (0, 1400, 300, 1500)), layer=1, bounds=(0, 1210, 1080, 2400))
    divider = window(layer=3, kind="TYPE_SPLIT_SCREEN_DIVIDER", bounds=(0, 1190, 1080, 1210))
    assert [m.op for m in in_windows(divider, upper, lower).marks] == ["confirmed", "confirmed"]


@pytest.mark.parametrize(
    "word", ["Search", "Done", "Send", "OK", "GO", "Next", "Enter", "搜索", "完成", "发送", "确定", "前往", "下一步"]
)
def test_only_the_action_keys_of_a_keyboard_become_marks(word):
    keys = [button(c, (i * 90, 1600, i * 90 + 80, 1700)) for i, c in enumerate("qwertz")]
    action = node("android.widget.FrameLayout", (900, 2200, 1060, 2300), content_desc=word, clickable=True)
    found = in_windows(keyboard(5, *keys, action), window(button("Field"), active=True))
    assert [m.label for m in found.marks] == [word, "Field"]
    assert found.keyboard == 6


def test_a_keyboard_blocks_what_lies_under_its_keys():
    keys = keyboard(5, *(button(c, (i * 90, 1600, i * 90 + 80, 2300)) for i, c in enumerate("qwertzuiopas")))
    app = window(button("Low", (0, 1800, 300, 1900)), button("High", (0, 200, 300, 300)), active=True)
    assert {m.label: m.op for m in in_windows(keys, app).marks} == {"High": "confirmed", "Low": "blocked"}


def test_an_open_keyboard_without_nodes_is_open_and_has_no_keys():
    assert in_windows(keyboard(5), window(button("A"), active=True)).keyboard == 0
    assert in_windows(window(button("A"), active=True)).keyboard is None


def test_other_displays_get_no_marks_but_are_counted():
    found = in_windows(window(button("Here"), active=True), other=window(button("There"), layer=1))
    assert [m.label for m in found.marks] == ["Here"]
    assert found.elsewhere == 1


def test_texts_of_the_systems_bars_come_last():
    bar = window(
        node(TEXT, (0, 0, 90, 60), text="12:27", pkg="com.android.systemui"),
        kind="TYPE_SYSTEM",
        layer=3,
        bounds=(0, 0, 1080, 90),
    )
    assert in_windows(bar, window(node(TEXT, (0, 500, 90, 560), text="Balance"), active=True)).texts == (
        "Balance",
        "12:27",
    )


# --- limits ----------------------------------------------------------------------------------------------------------


def many(count: int) -> list[str]:
    return [button(f"B{i}", (0, 10 + i * 20, 200, 28 + i * 20)) for i in range(count)]


def test_the_top_dialog_keeps_its_marks_when_slots_are_few():
    dialog = window(*(button(f"D{i}", (300, 900 + 60 * i, 700, 950 + 60 * i)) for i in range(4)), kind="TYPE_SYSTEM", layer=9,
                    bounds=(60, 800, 1020, 1600), active=True)  # fmt: skip
    found = in_windows(dialog, window(*many(90), layer=1), limit=10)
    assert [m.label for m in found.marks if m.window == 0] == ["D0", "D1", "D2", "D3"]
    assert len(found.marks) == 10
    assert found.cut == {1: 84}
    assert [m.number for m in found.marks] == list(range(1, 11))


def test_every_window_keeps_at_least_one_mark():
    found = in_windows(window(*many(60), layer=3, active=True, bounds=(0, 0, 1080, 1300)),
                       window(button("Alone", (0, 1400, 200, 1500)), layer=1, bounds=(0, 1320, 1080, 2400)), limit=8)  # fmt: skip
    assert "Alone" in [m.label for m in found.marks]
    assert len(found.marks) == 8


@given(
    sizes=st.dictionaries(st.integers(0, 5), st.integers(1, 40), min_size=1),
    limit=st.integers(0, 60),
    dialog=st.integers(0, 5),
)
def test_quotas_use_every_slot_and_never_more(sizes, limit, dialog):
    template = only(button("x"))
    all_marks = [
        template.__class__(**{**_fields(template), "window": w, "node": i}) for w, n in sizes.items() for i in range(n)
    ]
    kept = marks.select(all_marks, limit, dialog)
    assert len(kept) == min(limit, len(all_marks))
    assert sum(marks.count_cut(all_marks, kept).values()) == len(all_marks) - len(kept)
    if dialog in sizes:
        own = sum(m.window == dialog for m in kept)
        assert own >= min(sizes[dialog], max(12, limit // 2), limit)


def _fields(mark):
    return {name: getattr(mark, name) for name in mark.__dataclass_fields__}


# --- any tree --------------------------------------------------------------------------------------------------------

BOUNDS = st.tuples(*[st.integers(-300, 2700)] * 4)
LEAF = st.builds(
    lambda bounds, cls, text, desc, flags: node(
        cls, bounds, text=text, content_desc=desc, **dict.fromkeys(flags, True)
    ),
    BOUNDS,
    st.sampled_from(
        [BUTTON, TEXT, ROW, IMAGE, "android.widget.EditText", "android.widget.Switch", "android.webkit.WebView"]
    ),
    st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=50),
    st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=20),
    st.sets(
        st.sampled_from(
            ["clickable", "long_clickable", "checkable", "checked", "scrollable", "selected", "password", "focused"]
        )
    ),
)
TREES = st.recursive(
    LEAF,
    lambda inner: st.builds(
        lambda bounds, children, click: node(ROW, bounds, *children, clickable=click),
        BOUNDS, st.lists(inner, max_size=4), st.booleans(),
    ),
    max_leaves=12,
)  # fmt: skip


@given(roots=st.lists(TREES, max_size=3), width=st.integers(200, 3000), height=st.integers(200, 3000))
@settings(max_examples=150, deadline=None)
def test_marks_of_any_tree_are_sane(roots, width, height):
    screen = Screen(width=width, height=height)
    windows = tree.parse(dump(*roots).encode("utf-8", "replace"))
    found = marks.make(windows, screen, 3)
    assert found == marks.make(windows, screen, 3)
    assert [m.number for m in found.marks] == list(range(1, len(found.marks) + 1))
    places = [(m.window, m.bounds) for m in found.marks]
    assert len(set(places)) == len(places)
    for mark in found.marks:
        assert mark.bounds.area > 0
        assert 0 < len(mark.label) <= 32
        assert mark.bounds.intersect(Rect(0, 0, width, height)) == mark.bounds
        x, y = coordinates.to_pixels(mark.center, screen)
        if mark.bounds.width * 1000 >= 2 * width and mark.bounds.height * 1000 >= 2 * height:
            assert mark.bounds.contains(x, y)


@pytest.mark.parametrize("kind", ["android.widget.ListView", "android.widget.GridView"])
def test_rows_that_their_list_handles_can_be_tapped_though_android_calls_them_not_clickable(kind):
    rows = [row(300 + 150 * n, node(TEXT, (50, 320 + 150 * n, 600, 380 + 150 * n), text=t), clickable=False)
            for n, t in enumerate(("English", "Español"))]  # fmt: skip
    found = made(node(kind, (0, 300, 1080, 600), *rows, focusable=True))
    assert [(m.label, m.actions) for m in found.marks] == [("English", ("tap",)), ("Español", ("tap",))]


def test_rows_of_a_recycler_view_say_for_themselves_whether_they_can_be_tapped():
    words = node(TEXT, (50, 320, 600, 380), text="Header")
    found = made(
        node("androidx.recyclerview.widget.RecyclerView", (0, 300, 1080, 600), row(300, words, clickable=False))
    )
    assert found.marks == ()
    assert "Header" in found.texts
