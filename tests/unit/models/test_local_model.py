import threading
import time

import pytest
import tiny_model
from fake_phone import look, mark

from kit.errors import MissingDependency, ModelError, UnknownName
from kit.head import weights
from kit.models.local import Local, instruction
from kit.types import Message, Sampler, Text, Tool, ToolCall

REAL = weights.cache_dir() / "smollm2-135m"
SAMPLER = Sampler()
APPS = {"type": "string", "enum": ["settings", "clock"]}
TOOLS = [
    Tool(name=n, description="", parameters={"type": "object", "properties": p})
    for n, p in [("tap", {}), ("type_text", {}), ("launch_app", {"name": APPS}), ("back", {}), ("finish", {})]
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tiny_model.save(tmp_path_factory.mktemp("local") / "tiny", chat=True)


def prompt(seen, goal="Open row 3"):
    return [Message(role="user", parts=(Text(text=f"Goal: {goal}"),), observation=seen)]


def rows(count, epoch=1):
    return look([mark(n, f"Row {n}", epoch=epoch) for n in range(1, count + 1)], epoch=epoch)


def test_making_one_is_cheap_and_loads_nothing(folder):
    started = time.perf_counter()
    model = Local(folder)
    assert time.perf_counter() - started < 0.2
    assert model._loaded is None
    assert model.name == "tiny"


def test_unknown_and_missing_weights_are_said_at_once(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    with pytest.raises(UnknownName):
        Local("smolm2")
    with pytest.raises(MissingDependency, match="kit models fetch"):
        Local("smollm2-135m")


def test_weights_that_cannot_be_read_are_a_model_error(folder, tmp_path):
    import shutil

    broken = shutil.copytree(folder, tmp_path / "broken")
    model = Local(broken)
    (broken / "config.json").write_text("{}")
    with pytest.raises(ModelError) as caught:
        model.complete(prompt(rows(3)), TOOLS, SAMPLER)
    assert caught.value.code == "weights_unusable"


def test_the_static_part_is_read_once(folder):
    model = Local(folder)
    first = model.complete(prompt(rows(3)), TOOLS, SAMPLER)
    second = model.complete(prompt(rows(5, epoch=2), "Something else"), TOOLS, SAMPLER)
    assert first.usage.cache_read_tokens == 0
    assert second.usage.cache_read_tokens > 50
    assert second.usage.input_tokens > second.usage.cache_read_tokens
    assert first.usage.output_tokens >= 1


def test_only_marks_the_prompt_shows_can_be_chosen(folder):
    model = Local(folder)
    seen = rows(80)
    for seed in range(10):
        answer = model.complete(prompt(seen, "zebra"), TOOLS[:1], Sampler(temperature=3.0, seed=seed))
        number = int(answer.calls[0].arguments["target_mark_id"].split("_")[1].split("@")[0])
        assert 1 <= number <= 40


def test_the_history_is_part_of_the_prompt(folder):
    model = Local(folder)
    call = ToolCall(id="c", name="tap", arguments={"target_mark_id": "ax_1@e1"})
    before = prompt(rows(3))
    after = [
        *before,
        Message(role="assistant", calls=(call,)),
        Message(role="tool", call_id="c", parts=(Text(text="Tapped."),), observation=rows(3, epoch=2)),
    ]
    plain = model.complete(before, TOOLS, SAMPLER).usage.input_tokens
    assert model.complete(after, TOOLS, SAMPLER).usage.input_tokens > plain


def test_with_one_seed_each_turn_draws_anew(folder):
    model = Local(folder)
    call = ToolCall(id="c", name="back", arguments={})
    messages = prompt(rows(9))
    found = []
    for _ in range(12):
        found.append(model.complete(messages, TOOLS[:1], Sampler(temperature=50.0, seed=1)).calls[0].arguments)
        # an unanswered call is no history: only the turn tells the prompts apart
        messages = [*messages, Message(role="assistant", calls=(call,))]
    assert len({str(a) for a in found}) > 3


def test_threads_take_turns_and_get_the_same_answers(folder):
    model = Local(folder)
    seen = rows(9)
    wanted = [
        model.complete(prompt(seen), TOOLS, Sampler(temperature=1.0, seed=s)).calls[0].arguments for s in range(4)
    ]
    found: dict[int, object] = {}

    def one(seed):
        found[seed] = model.complete(prompt(seen), TOOLS, Sampler(temperature=1.0, seed=seed)).calls[0].arguments

    threads = [threading.Thread(target=one, args=(s,)) for s in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[s] for s in range(4)] == wanted


def test_the_instruction_names_only_what_is_legal():
    from kit.head.legal import legal

    told = instruction(legal(rows(2), TOOLS))
    assert "launch NAME - open an app: settings, clock" in told
    assert "scroll" not in told
    assert "back" in told.splitlines()


def test_nothing_is_printed(folder, capfd):
    Local(folder).complete(prompt(rows(3)), TOOLS, SAMPLER)
    assert capfd.readouterr() == ("", "")


@pytest.mark.slow
def test_the_default_weights_choose_legal_calls_on_a_twenty_mark_screen():
    if not weights.is_model_folder(REAL):
        pytest.skip("the weights were never fetched here")
    model = Local(REAL)
    for epoch in range(1, 4):
        answer = model.complete(prompt(rows(20, epoch)), TOOLS, Sampler(temperature=1.0, seed=epoch))
        (call,) = answer.calls
        assert call.name in {t.name for t in TOOLS}
        if "target_mark_id" in call.arguments:
            assert call.arguments["target_mark_id"] in {m.id for m in rows(20, epoch).marks}
        assert 0 < answer.confidence <= 1
