"""The dump's form, byte for byte what uiautomator writes."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import demo_app as demo
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kit.simphone.boxes import Box, metrics
from kit.simphone.hierarchy import Form, Writer, escape
from kit.simphone.layout import Layouter
from kit.simphone.widgets import Widget, column, grid, row, scroll, text

SHARED = Path(__file__).resolve().parents[3] / "../shared"
ATTRIBUTES = (
    "index", "text", "resource-id", "class", "package", "content-desc", "checkable", "checked", "clickable", "enabled",
    "focusable", "focused", "scrollable", "long-clickable", "password", "selected", "bounds",
)  # fmt: skip


def _names(node: str) -> tuple[str, ...]:
    return tuple(re.findall(r'([\w-]+)="', node))


def test_one_line_declaration_and_attribute_order() -> None:
    data = demo.opened().run("uiautomator dump; cat /sdcard/window_dump.xml").stdout
    body = data.removeprefix(b"UI hierchary dumped to: /sdcard/window_dump.xml\n").decode()
    assert body.startswith(
        "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\"><node index=\"0\""
    )
    assert "\n" not in body
    assert body.endswith("</node></hierarchy>")
    for node in re.findall(r"<node [^>]*>", body):
        names = _names(node)
        assert names in ((*ATTRIBUTES, "drawing-order", "hint"), ("NAF", *ATTRIBUTES, "drawing-order", "hint"))


def test_older_phones_write_no_hint() -> None:
    body = demo.opened(api=33).run("uiautomator dump; cat /sdcard/window_dump.xml").text
    assert all(_names(n)[-1] == "bounds" for n in re.findall(r"<node [^>]*>", body))


def test_the_same_attributes_as_a_real_dump() -> None:
    real = SHARED / "dumps" / "003-permission-dialog-a16-es.xml"
    if not real.is_file():
        pytest.skip("the sample dumps are not here")
    sample = re.findall(r"<node [^>]*>", real.read_text(encoding="utf-8"))
    mine = re.findall(r"<node [^>]*>", demo.opened().run("uiautomator dump; cat /sdcard/window_dump.xml").text)
    assert {_names(n) for n in sample} <= {_names(n) for n in mine}


def test_windows_form_is_top_first_with_one_active_window() -> None:
    phone = demo.opened(0, "form")
    demo.tap(phone, "Name")
    body = phone.run("uiautomator dump --windows /sdcard/w.xml; cat /sdcard/w.xml").text.split("\n", 1)[1]
    assert '<displays><display id="0"><window index="0" title="Status bar"' in body
    heads = re.findall(r"<window [^>]*>", body)
    order = ("index", "title", "bounds", "active", "focused", "accessibility-focused", "id", "layer", "type")
    assert all(_names(h) == order for h in heads)
    layers = [int(re.findall(r'layer="(\d+)"', h)[0]) for h in heads]
    assert layers == sorted(layers, reverse=True)
    assert [h for h in heads if 'active="true"' in h] == [h for h in heads if 'title="Demo"' in h]
    assert ET.fromstring(body.encode()).find("./display/window/hierarchy") is not None


def test_a_plain_dump_is_the_active_window_alone() -> None:
    phone = demo.opened()
    packages = {n.get("package") for n in demo.dump(phone).iter("node")}
    assert packages == {"org.demo"}
    phone.open_shade()
    assert {n.get("package") for n in demo.dump(phone).iter("node")} == {"com.android.systemui"}


def test_a_clickable_without_words_is_marked_naf() -> None:
    nodes = [n for n in demo.dump(demo.opened()).iter("node") if n.get("NAF") == "true"]
    assert [n.get("class") for n in nodes] == ["android.widget.ImageButton"]


def test_controls_say_their_state() -> None:
    phone = demo.opened()
    found = next(n for n in demo.dump(phone).iter("node") if n.get("class") == "android.widget.Switch")
    assert (found.get("checkable"), found.get("checked"), found.get("clickable")) == ("true", "false", "false")
    demo.tap(phone, "Power")
    found = next(n for n in demo.dump(phone).iter("node") if n.get("class") == "android.widget.Switch")
    assert found.get("checked") == "true"
    tabs = [n for n in demo.dump(phone).iter("node") if n.get("content-desc") in ("One", "Two")]
    assert [(n.get("content-desc"), n.get("selected")) for n in tabs] == [("One", "true"), ("Two", "false")]


def test_an_empty_field_shows_its_hint_and_the_focused_one_says_so() -> None:
    phone = demo.opened(0, "form")
    demo.tap(phone, "Name")
    field = next(n for n in demo.dump(phone).iter("node") if n.get("resource-id") == "org.demo:id/name")
    assert (field.get("text"), field.get("hint"), field.get("focused")) == ("Name", "Name", "true")
    assert (field.get("class"), field.get("long-clickable")) == ("android.widget.EditText", "true")


@pytest.mark.parametrize(
    ("raw", "written"),
    [
        ("a&b<c>\"d'", "a&amp;b&lt;c&gt;&quot;d'"),
        ("two\nlines", "two&#10;lines"),
        ("grin 😀", "grin &#128512;"),
        ("bell\x07tab\t", "bell.tab."),
        ("Zoë 你好", "Zoë 你好"),
        ("\ud83d", "."),
        ("\ufffe", "."),
    ],
)
def test_escapes(raw: str, written: str) -> None:
    assert escape(raw) == written


@settings(deadline=None)
@given(st.text())
def test_any_text_gives_readable_xml(words: str) -> None:
    box = Layouter(metrics(420, 1.0), {}).run(text(words, id="x"), 0, 0, 1080, 2000)
    xml = Writer(Form("org.demo")).shell(box, (0, 0, 1080, 2400))
    node = list(ET.fromstring(xml).iter("node"))[-1]
    kept = "".join(c if c in "\n" or c >= " " else "." for c in words)
    assert len(node.get("text", "")) == len(kept)


_leaf = st.builds(
    Widget,
    kind=st.sampled_from(["text", "button", "icon_button", "switch", "field", "slider", "image", "chip", "divider"]),
    text=st.text(max_size=60),
    weight=st.sampled_from([0, 0, 1]),
    width=st.sampled_from([None, 30, 500]),
    height=st.sampled_from([None, 10, 90]),
    id=st.sampled_from(["", "a"]),
)
_tree = st.recursive(
    _leaf,
    lambda kids: st.builds(
        lambda make, inside, pad, weight: make(*inside, pad=pad, weight=weight),
        st.sampled_from([column, row, scroll, lambda *c, **p: grid(*c, columns=3, **p)]),
        st.lists(kids, max_size=4),
        st.sampled_from([0, 8, 16]),
        st.sampled_from([0, 1]),
    ),
    max_leaves=12,
)


def _check(box: Box, edges: tuple[int, int, int, int]) -> None:
    assert edges[0] <= box.left < box.right <= edges[2]
    assert edges[1] <= box.top < box.bottom <= edges[3]
    for kid in box.kids:
        _check(kid, (box.left, box.top, box.right, box.bottom))


@settings(deadline=None, max_examples=200)
@given(_tree, st.sampled_from([160, 320, 420, 560]), st.sampled_from([0.85, 1.0, 1.3]), st.integers(0, 5000))
def test_no_box_leaves_its_parent_whatever_the_tree(tree: Widget, density: int, font: float, offset: int) -> None:
    box = Layouter(metrics(density, font), {"list": offset}).run(column(tree, weight=1), 0, 63, 1080, 2337)
    _check(box, (0, 63, 1080, 2337))
