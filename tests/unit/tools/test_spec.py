import pytest

from kit.errors import BadArguments
from kit.tools.execute import VERBS

TABLE = {v.name: v for v in VERBS}


def test_the_contract_has_these_tools() -> None:
    assert set(TABLE) == {
        "tap", "long_press", "type_text", "swipe", "scroll", "back", "home", "wait", "launch_app", "read_screen",
        "take_over", "finish",
    }  # fmt: skip


@pytest.mark.parametrize("name", sorted(TABLE))
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_tool_takes_intent_and_note_and_describes_everything(name: str, lang: str) -> None:
    tool = TABLE[name].tool(lang)
    properties = tool.parameters["properties"]
    assert {"intent", "note"} <= set(properties)
    assert not {"intent", "note"} & set(tool.parameters["required"])
    assert tool.description
    assert all(p.get("description") and (p.get("type") or p.get("enum")) for p in properties.values())
    assert tool.parameters["additionalProperties"] is False


def test_schemas_come_from_the_signatures() -> None:
    swipe = TABLE["swipe"].tool().parameters
    assert swipe["required"] == ["start", "end"]
    assert swipe["properties"]["start"]["minItems"] == 2
    assert swipe["properties"]["duration_ms"]["minimum"] == 50
    assert TABLE["scroll"].tool().parameters["properties"]["direction"]["enum"] == ["down", "up", "left", "right"]
    assert TABLE["tap"].tool().parameters["properties"]["target_mark_id"]["type"] == "string"


@pytest.mark.parametrize(
    ("name", "arguments", "words"),
    [
        ("tap", {"target": "Wi-Fi"}, "target is not an argument of tap"),
        ("type_text", {}, "text: Field required"),
        ("type_text", {"text": ""}, "text: "),
        ("wait", {"seconds": 900}, "less than or equal to 60"),
        ("scroll", {"direction": "south"}, "'down', 'up', 'left' or 'right'"),
        ("swipe", {"start": [1], "end": [2, 3]}, "start: "),
    ],
)
def test_arguments_that_do_not_fit_are_refused_with_the_range(name: str, arguments: dict, words: str) -> None:
    with pytest.raises(BadArguments, match=words):
        TABLE[name].check(arguments)


def test_defaults_are_filled_in_and_intent_is_not_passed_on() -> None:
    assert TABLE["type_text"].check({"text": "hi", "intent": "greet", "note": "n"}) == {
        "text": "hi", "target_mark_id": None, "target_description": None, "clear": True, "submit": False,
    }  # fmt: skip
