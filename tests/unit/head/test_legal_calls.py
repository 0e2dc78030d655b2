from fake_phone import look, mark

from kit.head.legal import among, legal
from kit.types import Tool


def tool(tool_name, /, **properties):
    return Tool(name=tool_name, description="", parameters={"type": "object", "properties": properties})


SCREEN = look(
    [
        mark(1, "Go", actions=("tap", "long_press")),
        mark(2, "Name", role="field", actions=("tap", "type")),
        mark(3, "Off", states=("disabled",)),
        mark(4, "Behind", op="blocked"),
        mark(5, "List", role="list", actions=("scroll",)),
    ]
)


def numbers(marks):
    return [m.number for m in marks]


def test_each_family_has_the_marks_that_can_do_it():
    can = legal(SCREEN, [])
    assert numbers(can.tap) == [1, 2]
    assert numbers(can.long_press) == [1]
    assert numbers(can.type) == [2]
    assert numbers(can.scroll_marks) == [5]


def test_only_offered_tools_are_legal():
    can = legal(SCREEN, [tool("tap"), tool("back"), tool("type_text")])
    assert numbers(can.tap) == [1, 2]
    assert can.plain == ("back",)
    assert not can.scroll
    assert not can.long_press
    assert not can.submit


def test_app_names_come_from_the_schema_before_the_fallback():
    listed = tool("launch_app", name={"type": "string", "enum": ["clock", "notes"]})
    assert legal(SCREEN, [listed], ["maps"]).launch == ("clock", "notes")
    assert legal(SCREEN, [tool("launch_app", name={"type": "string"})], ["maps"]).launch == ("maps",)
    assert legal(SCREEN, [tool("tap")], ["maps"]).launch == ()


def test_submit_is_legal_where_the_schema_knows_it():
    assert legal(SCREEN, [tool("type_text", submit={"type": "boolean"})]).submit


def test_nothing_is_addressable_without_an_observation():
    can = legal(None, [])
    assert not can.tap
    assert "finish" in can.plain


def test_among_keeps_only_shown_marks():
    assert numbers(among(legal(SCREEN, []), [SCREEN.marks[1]]).tap) == [2]
