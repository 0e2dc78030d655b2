import json
import random
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.device.transport import ShellResult
from kit.errors import VerifierError
from kit.tasks.base import ANY, Task, Template, differences

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=12,
)


class FakePhone:
    """Answers the privileged commands from one plain state."""

    def __init__(self, data: dict[str, Any], *, broken: bool = False) -> None:
        self.fresh, self.broken = data, broken
        self.data = json.loads(json.dumps(data))
        self.asked: list[str] = []

    def shell(self, command: str, *, stdin: bytes = b"", timeout: float = 10.0) -> ShellResult:
        self.asked.append(command)
        if self.broken:
            return ShellResult(stdout=b"", stderr=b"no such path", code=1)
        verb, *rest = command.split()[1:]
        if verb == "reset":
            self.data = json.loads(json.dumps(self.fresh))
        if verb == "set":
            self.data[rest[0]] = json.loads(stdin)
        reply = {"data": self.data, "front": {"app": "launcher"}, "clock": "2026-03-02T09:00:00"}
        return ShellResult(stdout=json.dumps(reply).encode() if verb == "state" else b"", stderr=b"", code=0)


def device(phone: FakePhone) -> Any:
    return SimpleNamespace(transport=phone)


def silent(params: Any, seen: Any) -> Iterator[Any]:
    yield "finish", {}


def template(**more: Any) -> Template:
    base: dict[str, Any] = {
        "name": "demo_set",
        "goals": {"en": "Set x to {x}", "zh": "把 x 设为 {x}"},
        "apps": ("demo",),
        "tags": ("input",),
        "difficulty": 1,
        "budget": 8,
        "draw": lambda rng: {"x": rng.randrange(10**9)},
        "oracle": silent,
        "expect": lambda data, params: None,
    }
    return Template(**{**base, **more})


def set_x(data: dict[str, Any], params: dict[str, Any]) -> None:
    data["demo"] = params["x"]


@given(JSON)
def test_a_value_does_not_differ_from_itself_and_any_takes_everything(value: Any) -> None:
    assert differences(value, json.loads(json.dumps(value))) == []
    assert differences(ANY, value) == []
    assert differences({"a": [ANY, 1]}, {"a": [value, 1]}) == []


@given(JSON, JSON)
def test_what_differs_is_always_told(one: Any, other: Any) -> None:
    same = json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)
    if not same and one != other:
        assert differences(one, other) != []


@pytest.mark.parametrize(
    ("want", "got", "told"),
    [
        ({"a": {"b": 1}}, {"a": {"b": 2}}, ["a.b: wanted 1, found 2"]),
        ({"a": 1}, {"a": 1, "b": "é"}, ['b: unasked "é"']),
        ({"a": 1, "b": 2}, {"a": 1}, ["b: missing 2"]),
        ({"l": [1, 2]}, {"l": [1, 3]}, ["l.1: wanted 2, found 3"]),
        ({"l": [1]}, {"l": [1, 2]}, ["l: unasked 2"]),
        ({"l": [{"n": 1}, {"n": 2}]}, {"l": [{"n": 2}]}, ['l: missing {"n": 1}']),
        ({"l": [1]}, {"l": [1, 1]}, ["l: wanted 1 items, found 2"]),
        ({"l": [{"id": ANY, "t": "x"}]}, {"l": [{"id": "n7", "t": "y"}]}, ['l.0.t: wanted "x", found "y"']),
    ],
)
def test_a_difference_names_its_path_and_both_sides(want: Any, got: Any, told: list[str]) -> None:
    assert differences(want, got) == told


def test_a_task_is_the_same_for_the_same_seed_and_another_for_another() -> None:
    one, two, other = Task.of(template(), 5), Task.of(template(), 5), Task.of(template(), 6)
    assert one.params == two.params != other.params
    assert one.goal() == f"Set x to {one.params['x']}"
    assert one.goal("zh") == f"把 x 设为 {one.params['x']}"


def test_setup_resets_the_phone_to_the_seed_before_anything_else() -> None:
    phone = FakePhone({"demo": 0})
    task = Task.of(template(setup=lambda p, params: p.set("other", [params["x"]])), 3)
    phone.data["demo"] = 99
    task.setup(device(phone))
    assert phone.asked[0] == "simphone reset 3"
    assert task.before == {"demo": 0, "other": [task.params["x"]]}


def test_success_needs_the_wanted_change_and_no_other() -> None:
    phone = FakePhone({"demo": 0, "calm": 1})
    task = Task.of(template(expect=set_x), 1)
    task.setup(device(phone))
    assert not task.check(device(phone)).success
    phone.data["demo"] = task.params["x"]
    assert task.check(device(phone)).success
    phone.data["calm"] = 2
    verdict = task.check(device(phone))
    assert not verdict.success
    assert "calm: wanted 1, found 2" in verdict.reason


def test_ignored_paths_never_count() -> None:
    phone = FakePhone({"mail": [{"read": False, "text": "hi"}]})
    task = Task.of(template(apps=("mail",), ignore=("mail.*.read",)), 1)
    task.setup(device(phone))
    phone.data["mail"][0]["read"] = True
    assert task.check(device(phone)).success
    phone.data["mail"][0]["text"] = "ho"
    assert not task.check(device(phone)).success


@pytest.mark.parametrize(
    ("said", "right"), [("Pier 7", True), (" pier  7. ", True), ("Pier 8", False), ("", False), ("At Pier 7", False)]
)
def test_answers_are_compared_without_case_and_spacing(said: str, right: bool) -> None:
    phone = FakePhone({"demo": 0})
    task = Task.of(template(answer=lambda data, params: ("Pier 7",)), 1)
    task.setup(device(phone))
    assert task.check(device(phone), said).success is right


def test_a_question_also_fails_when_something_was_changed() -> None:
    phone = FakePhone({"demo": 0})
    task = Task.of(template(answer=lambda data, params: ("yes",)), 1)
    task.setup(device(phone))
    phone.data["demo"] = 1
    assert not task.check(device(phone), "yes").success


def test_the_extra_condition_sees_the_whole_state() -> None:
    phone = FakePhone({"demo": 0})
    task = Task.of(template(end=lambda state, params: f"in {state['front']['app']}"), 1)
    task.setup(device(phone))
    assert task.check(device(phone)).reason == "in launcher"


def test_a_check_that_cannot_run_is_the_verifiers_fault_not_a_failed_task() -> None:
    with pytest.raises(VerifierError, match="before it was set up"):
        Task.of(template(), 1).check(device(FakePhone({})))
    with pytest.raises(VerifierError, match="no such path"):
        Task.of(template(), 1).setup(device(FakePhone({}, broken=True)))


def test_parameters_do_not_depend_on_the_global_generator() -> None:
    random.seed(1)
    one = Task.of(template(), 9).params
    random.seed(2)
    assert Task.of(template(), 9).params == one
