from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from screen_samples import HEAD, displays, dump, node, window

from kit.errors import HierarchyError
from kit.screen import tree
from kit.types import Node, Rect

ONE = dump(node("android.widget.Button", (10, 20, 110, 80), text="Save", clickable=True))


def nodes_of(data):
    return [n for w in tree.parse(data) for n in w.nodes]


def test_a_node_keeps_every_attribute_android_prints():
    text = dump(
        node(
            "android.widget.EditText", (1, 2, 3, 4), text="a", content_desc="b", resource_id="p:id/c", pkg="p", hint="h",
            checkable=True, checked=True, clickable=True, enabled=False, focusable=True, focused=True, scrollable=True,
            long_clickable=True, password=True, selected=True, NAF=True,
        )
    )  # fmt: skip
    assert nodes_of(text.encode()) == [
        Node(
            index=0, parent=-1, depth=0, text="a", content_desc="b", resource_id="p:id/c",
            class_name="android.widget.EditText", package="p", bounds=Rect(1, 2, 3, 4), hint="h", checkable=True,
            checked=True, clickable=True, enabled=False, focusable=True, focused=True, scrollable=True,
            long_clickable=True, password=True, selected=True, naf=True,
        )
    ]  # fmt: skip


def test_nodes_are_real_frozen_nodes():
    (found,) = nodes_of(ONE.encode())
    assert type(found) is Node
    with pytest.raises(AttributeError):
        found.text = "other"
    assert hash(found) == hash(nodes_of(ONE)[0])


def test_parents_and_depths_follow_the_nesting():
    text = dump(node("A", (0, 0, 9, 9), node("B", (0, 0, 9, 9), node("C")), node("D")))
    assert [(n.class_name, n.parent, n.depth) for n in nodes_of(text)] == [
        ("A", -1, 0),
        ("B", 0, 1),
        ("C", 1, 2),
        ("D", 0, 1),
    ]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("text instead of bytes", ONE),
        ("utf-8 byte order mark", b"\xef\xbb\xbf" + ONE.encode()),
        ("utf-16 little endian with mark", b"\xff\xfe" + ONE.encode("utf-16-le")),
        ("utf-16 big endian with mark", b"\xfe\xff" + ONE.encode("utf-16-be")),
        ("utf-16 without mark", ONE.encode("utf-16-le")),
        ("utf-16 cut inside a unit after the end", b"\xff\xfe" + ONE.encode("utf-16-le") + b"\n"),
        ("log lines before", b"[DeviceManager] Found USB device\r\nWARNING: linker: libhoudini.so\n" + ONE.encode()),
        ("vendor exception before", b"java.io.FileNotFoundException: theme.xml (No such file)\n" + ONE.encode()),
        ("CR CR LF", ONE.replace("><", ">\r\r\n<").encode()),
        ("status line before", b"UI hierchary dumped to: /dev/tty\n" + ONE.encode()),
        ("status line after, no newline", ONE.encode() + b"UI hierchary dumped to: /dev/tty"),
        ("status line after, spelling fixed", ONE.encode() + b"\nUI hierarchy dumped to: /dev/tty\r\n"),
        ("root is a node", ONE.replace('<hierarchy rotation="0">', "").replace("</hierarchy>", "").encode()),
        ("grep prefix", b"window_dump.xml:1:" + ONE.encode()),
        ("encoding declared wrong", ONE.replace("UTF-8", "UTF-16").encode()),
    ],
)
def test_every_wrapping_gives_the_same_node(name, data):
    (found,) = nodes_of(data)
    assert (found.text, found.class_name, found.bounds) == ("Save", "android.widget.Button", Rect(10, 20, 110, 80)), (
        name
    )


def test_lines_wrapped_by_a_terminal_every_1024_bytes_are_joined():
    whole = dump(
        *(node(text=f"Zeile {i} – ü", clickable=True, pkg="com.example.long.package") for i in range(9))
    ).encode()
    wrapped = b"\n".join(whole[i : i + 1024] for i in range(0, len(whole), 1024))
    assert wrapped != whole
    assert tree.read(wrapped).windows == tree.read(whole).windows
    assert "line breaks of a terminal taken out" in tree.read(wrapped).notes


def test_wrapping_counts_from_the_start_of_the_stream():
    whole = b"UI hierchary dumped to: /dev/tty " + dump(*(node(text=f"item {i}") for i in range(9))).encode()
    wrapped = b"\n".join(whole[i : i + 1024] for i in range(0, len(whole), 1024))
    assert [n.text for n in nodes_of(wrapped)] == [f"item {i}" for i in range(9)]


def test_pretty_printed_documents_are_not_taken_for_wrapped_ones():
    text = f'{HEAD}\n<hierarchy rotation="0">\n  {node(text="a b")}\n  {node(text="c")}\n</hierarchy>\n'
    assert [n.text for n in nodes_of(text.encode())] == ["a b", "c"]


def test_line_breaks_android_wrote_as_references_stay():
    assert nodes_of(dump(node(text="x")).replace('"x"', '"one&#10;two"').encode())[0].text == "one\ntwo"


def test_text_in_a_legacy_code_page_is_read():
    raw = dump(node(text="KOREAN")).encode().replace(b"KOREAN", "빠른 설정".encode("cp949"))
    reading = tree.read(raw)
    assert reading.windows[0].nodes[0].text == "빠른 설정"
    assert reading.notes == ("text that is not UTF-8 read as cp949",)
    chinese = dump(node(text="CHINESE")).encode().replace(b"CHINESE", "设置网络".encode("gb18030"))
    assert nodes_of(chinese)[0].text == "设置网络"


def test_forbidden_characters_are_repaired():
    raw = (
        dump(node(text="T"))
        .encode()
        .replace(b'"T"', b'"a\x01b &#55357;&#56832; c&#0;&#55357;d &#x1F600; e & f &amp; g"')
    )
    assert nodes_of(raw)[0].text == "ab 😀 cd 😀 e & f & g"


def test_surrogate_halves_in_bytes_and_text_become_the_character():
    raw = dump(node(text="T")).encode().replace(b'"T"', b'"\xed\xa0\xbd\xed\xb8\x80"')
    assert nodes_of(raw)[0].text == "😀"
    assert nodes_of(dump(node(text="T")).replace('"T"', '"\ud83d\ude00 \ud83d"'))[0].text.strip() == "😀"


def test_bounds_are_kept_as_printed():
    text = dump(node(bounds=(96, 2798, 399, 2784)), node(bounds=(-27, 0, 5, 5)), node(bounds=(0, 0, 0, 0)))
    assert [n.bounds for n in nodes_of(text)] == [Rect(96, 2798, 399, 2784), Rect(-27, 0, 5, 5), Rect(0, 0, 0, 0)]


def test_missing_and_senseless_bounds_are_an_empty_rectangle():
    text = f'{HEAD}<hierarchy rotation="0"><node text="a" /><node text="b" bounds="[1,2][9]" /></hierarchy>'
    assert [n.bounds for n in nodes_of(text.encode())] == [Rect(0, 0, 0, 0)] * 2


def test_each_root_of_a_legacy_dump_is_a_weak_window():
    first, second = tree.parse(dump(node(pkg="a", bounds=(0, 0, 5, 5)), node(pkg="b", bounds=(1, 1, 9, 9)), rotation=1))
    assert (first.package, second.package, second.bounds, second.rotation) == ("a", "b", Rect(1, 1, 9, 9), 1)
    assert not first.real
    assert (first.index, second.index, second.nodes[0].index) == (0, 1, 0)


def test_windows_dump_gives_layers_types_and_focus():
    top = window(node(pkg="s"), kind="TYPE_SYSTEM", layer=7, bounds=(0, 0, 1080, 90), title="Status bar")
    app = window(node(pkg="a"), layer=1, active=True)
    first, second = tree.parse(displays(top, app))
    assert (first.kind, first.layer, first.title, first.package, first.bounds.height) == (
        "TYPE_SYSTEM",
        7,
        "Status bar",
        "s",
        90,
    )
    assert second.active
    assert second.focused
    assert second.real


def test_child_windows_and_null_roots_and_other_displays():
    popup = window(node(pkg="popup"), layer=5)
    app = window(node(pkg="app"), layer=2, inner=popup)
    null = window(layer=9, kind="TYPE_SYSTEM")
    found = tree.parse(displays(app, null, other=window(node(pkg="second"), layer=3)))
    assert [(w.package, w.layer, w.display, len(w.nodes)) for w in found] == [
        ("", 9, 0, 0), ("popup", 5, 0, 1), ("app", 2, 0, 1), ("second", 3, 6, 1),
    ]  # fmt: skip
    assert [w.index for w in found] == [0, 1, 2, 3]


def test_class_named_tags_of_appium():
    text = (
        f"{HEAD}<hierarchy index='0' class='hierarchy' rotation='0' width='9' height='9'>"
        "<android.widget.FrameLayout package='p' bounds='[0,0][9,9]'><android.widget.Button class='android.widget.Button' "
        "text='Go' clickable='true' bounds='[1,1][5,5]'/></android.widget.FrameLayout></hierarchy>"
    )
    assert [n.class_name for n in nodes_of(text)] == ["android.widget.FrameLayout", "android.widget.Button"]
    assert nodes_of(text)[1].clickable


def test_the_last_of_several_documents_counts():
    reading = tree.read((dump(node(text="stale")) + dump(node(text="middle")) + dump(node(text="new"))).encode())
    assert [n.text for n in reading.windows[0].nodes] == ["new"]
    assert reading.notes == ("3 documents in one text: the last one is used",)


def test_a_cut_old_document_before_a_whole_new_one_does_no_harm():
    old, new = dump(node(text="stale")), dump(node(text="new"))
    assert [n.text for n in nodes_of((old[:-40] + new).encode())] == ["new"]


def test_a_whole_old_document_never_stands_in_for_a_cut_new_one():
    with pytest.raises(HierarchyError) as caught:
        tree.parse((dump(node(text="stale")) + dump(node(text="new"))[:-40]).encode())
    assert caught.value.code == "dump_truncated"


def test_an_empty_hierarchy_is_valid():
    assert tree.parse(f'{HEAD}<hierarchy rotation="0" />'.encode()) == ()


BIG = dump(*(node(text=f"Eintrag {i}", clickable=True) for i in range(40))).encode()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "dump_empty"),
        (b" \r\n\x00", "dump_empty"),
        (b"\xff\xfe", "dump_empty"),
        (b"ERROR: could not get idle state.\n", "dump_idle_state"),
        (b"ERROR: null root node returned by UiTestAutomationBridge.\n", "dump_null_root"),
        (b"Killed \n", "dump_killed"),
        (b"cat: /sdcard/window_dump.xml: No such file or directory\n", "dump_no_file"),
        (b"Unknown option: --windows\n", "dump_unsupported"),
        (b"java.lang.IllegalArgumentException: Illegal character (d83d)\n", "dump_failed"),
        (b"UI hierchary dumped to: /dev/tty\n", "dump_not_xml"),
        (b"<html><body>502</body></html>", "dump_not_hierarchy"),
        (b"<?xml version='1.0'?><resources><a/></resources>", "dump_not_hierarchy"),
        (
            b"<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b 'c'>]><node bounds='[0,0][1,1]' text='&b;'/>",
            "dump_not_hierarchy",
        ),
        (BIG[:5000], "dump_truncated"),
        (BIG[: BIG.index(b"Eintrag 20")], "dump_truncated"),
        (dump(node(text="日本")).encode().split("本".encode())[0] + "本".encode()[:2], "dump_truncated"),
        (BIG[:5000] + BIG[700:5000], "dump_spliced"),
        (BIG[:3000] + BIG[4111:], "dump_spliced"),
        (displays().encode(), "dump_no_windows"),
        (b"ERROR: could not get idle state.\n" + BIG, "dump_idle_state"),
        (BIG + b"ERROR: null root node returned by UiTestAutomationBridge.\n", "dump_null_root"),
    ],
)
def test_what_cannot_be_read_fails_with_its_code_and_a_reason(data, code):
    with pytest.raises(HierarchyError) as caught:
        tree.parse(data)
    assert caught.value.code == code
    assert len(caught.value.message.split()) > 3


@given(st.binary(max_size=400))
def test_arbitrary_bytes_raise_nothing_but_hierarchy_errors(data):
    for text in (data, HEAD.encode() + data, dump(node(text="x")).encode() + data, data + ONE.encode()):
        try:
            tree.parse(text)
        except HierarchyError:
            continue


@given(st.data())
@settings(max_examples=150)
def test_a_damaged_dump_raises_nothing_but_hierarchy_errors(data):
    raw = bytearray(displays(window(node(text="ü", clickable=True), layer=1), window(layer=2)).encode())
    for _ in range(data.draw(st.integers(1, 6))):
        place = data.draw(st.integers(0, len(raw) - 1))
        raw[place : place + data.draw(st.integers(0, 40))] = data.draw(st.binary(max_size=8))
    try:
        tree.parse(bytes(raw))
    except HierarchyError:
        return


@given(st.text(max_size=60))
def test_arbitrary_text_raises_nothing_but_hierarchy_errors(text):
    for data in (text, HEAD + text, f'{HEAD}<hierarchy rotation="0">{text}</hierarchy>'):
        try:
            tree.parse(data)
        except HierarchyError:
            continue


def test_five_thousand_levels_do_not_overflow():
    deep = f'{HEAD}<hierarchy rotation="0">{"<node bounds=" + chr(34) + "[0,0][9,9]" + chr(34) + ">"}'
    text = HEAD + '<hierarchy rotation="0">' + '<node bounds="[0,0][9,9]">' * 5000 + "</node>" * 5000 + "</hierarchy>"
    assert nodes_of(text.encode())[-1].depth == 4999
    with pytest.raises(HierarchyError):
        tree.parse(deep)
