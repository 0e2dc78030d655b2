"""Harness specification, sections "Trace 与脱敏" and "上下文请求与缓存观测", with P0 row "Trace": one test a rule."""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from fake_leaks import SECRETS, SENTENCES, shreds
from fake_phone import look, mark
from fake_turns import did, seen, turn
from PIL import Image

from kit.agent.episode import Job, play
from kit.agent.record import record, recorder_for
from kit.context.request import attempt_usage, context_request
from kit.device.device import Device
from kit.errors import ModelUnreachable
from kit.models.fallback import Attempt
from kit.models.prepare import Preparation, estimate, prepare
from kit.models.remote import Remote
from kit.settings import Settings, resolve
from kit.simphone.local import LocalTransport
from kit.simphone.phone import Phone
from kit.trace.header import run_header
from kit.trace.record import trace_lines
from kit.trace.redact import CLIP, arguments, clean
from kit.trace.write import Recorder
from kit.types import Message, Reply, Sampler, Text, Tool, Usage

TOKENS = {"input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens"}
PROMPT = [
    Message(role="system", parts=(Text(text="secret words of the prompt"),)),
    Message(role="user", parts=(Text(text="goal"),)),
]


def settle(**values: object) -> Settings:
    return Settings(**({"locate": "off"} | values))  # type: ignore[arg-type]


def events(folder: Path) -> list[dict[str, Any]]:
    (trace,) = folder.rglob("trace.jsonl")
    return [json.loads(line) for line in trace.read_text(encoding="utf-8").splitlines()]


def of_kind(found: Sequence[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [event for event in found if event["kind"] == kind]


class Persons(LocalTransport):
    """A simphone that passes for a person's phone: what it shows is not known to be made up."""

    simulated = False


# --- Trace 与脱敏: what is written ----------------------------------------------------------------------------------------------


def test_the_trace_is_on_and_in_dot_traces_by_default() -> None:
    """Trace 与脱敏: PHONE_AGENT_TRACE on, PHONE_AGENT_TRACE_DIR .traces."""
    given, _ = resolve(environ={})
    assert (given.trace, given.trace_dir) == (True, Path(".traces"))
    given, _ = resolve(environ={"PHONE_AGENT_TRACE": "off", "PHONE_AGENT_TRACE_DIR": "there"})
    assert (given.trace, given.trace_dir) == (False, Path("there"))


def test_every_model_and_tool_event_is_a_line_that_is_appended_as_it_happens(tmp_path: Path) -> None:
    """Trace 与脱敏: one JSONL file a run; each event is on the disk before the next turn begins."""
    recorder = Recorder(tmp_path, None)
    recorder.start("e1", {"goal": "g"})
    sizes: list[int] = []
    for n in range(3):
        recorder.step(turn(n, did("a", observation=seen(n + 2)), did("b", "back")))
        sizes.append(len(events(tmp_path)))
    assert sizes == sorted(set(sizes))
    found = events(tmp_path)
    assert [len(of_kind(found, kind)) for kind in ("model_call", "tool_call")] == [3, 6]
    recorder.close()


@pytest.mark.parametrize(("length", "shown"), [(64, "x " * 32), (65, "x " * 32 + "…"), (900, "x " * 32 + "…")])
def test_texts_are_cut_to_64_characters_with_an_ellipsis(length: int, shown: str) -> None:
    """Trace 与脱敏: 64 characters, … where more were."""
    assert CLIP == 64
    assert clean(("x " * 450)[:length]) == shown
    assert clean({"deep": [{"er": "y" * 70}]}) == {"deep": [{"er": "y" * 64 + "…"}]}


def test_sensitive_parts_are_replaced_before_the_text_is_cut() -> None:
    """Trace 与脱敏: first redact, then cut, so that no half of a secret remains."""
    for at in range(40, 64):
        shown = clean("z" * at + " 4111 1111 1111 1111")
        assert "4111" not in shown
        assert len(shown) <= 65


def test_pictures_become_type_screen_seq_and_bytes_estimated_from_the_base64() -> None:
    """Trace 与脱敏: {type, screen_seq, bytes}, bytes by the length of the base64; base64 is never written."""
    raw = bytes(range(256)) * 12
    coded = base64.b64encode(raw).decode()
    block = {"type": "image_url", "screen_seq": 7, "image_url": {"url": f"data:image/png;base64,{coded}"}}
    assert clean([block]) == [{"type": "image_url", "screen_seq": 7, "bytes": len(raw)}]
    assert coded[:40] not in json.dumps(clean({"anything": f"look: {coded}"}))


def test_an_observations_picture_is_only_named() -> None:
    """Trace 与脱敏: an observation is written with {type, screen_seq, bytes} in place of its picture."""
    step = turn(0, did("a"))
    from dataclasses import replace

    shown = replace(seen(4), image=Image.new("RGB", (10, 20)))
    (line,) = of_kind(trace_lines(replace(step, observation=shown)), "observation")
    assert line["image"] == {"type": "image", "screen_seq": 4, "bytes": 600}


def test_no_base64_of_a_screenshot_reaches_the_disk(tmp_path: Path) -> None:
    """Trace 与脱敏 and P0 Trace: screenshots stay off the disk, whatever the phone."""
    phone = Device(Persons(Phone(3)))
    header = run_header(settle(), {})
    with recorder_for(phone, tmp_path, header, settle()) as recorder:
        record(recorder, phone, Job(goal="look", seed=1), settle(model="random", max_steps=4))
    assert [p.suffix for p in tmp_path.rglob("*") if p.is_file()] == [".json", ".jsonl"]
    written = b"".join(p.read_bytes() for p in tmp_path.rglob("*.json*"))
    assert b"iVBOR" not in written
    assert b"base64" not in written


def test_the_html_of_a_deliverable_is_omitted_at_the_top_level_and_cut_when_nested() -> None:
    """Trace 与脱敏: {"type": "text", "omitted": true, "bytes": N}; the same name deeper down is cut to 64."""
    html = "<p>é</p>" * 30
    shown = arguments({"title": "T", "html": html, "more": {"html": html}})
    assert shown["html"] == {"type": "text", "omitted": True, "bytes": len(html.encode())}
    assert shown["more"]["html"] == html[:64] + "…"
    (line,) = of_kind(
        trace_lines(turn(0, did("w", "write_document", arguments={"title": "T", "html": html}))), "tool_call"
    )
    assert line["arguments"]["html"]["omitted"] is True


# --- figures of a request --------------------------------------------------------------------------------------------------------

FIGURES = {
    "role", "attempt", "attempt_scope", "protocol", "cache_mode", "messages", "estimated_tokens", "estimate_source",
    "estimate_covers", "capacity", "window", "target", "over_target", "labels", "fingerprint_basis", "fingerprint", "diff",
}  # fmt: skip


def request(**more: Any) -> dict[str, Any]:
    return context_request(PROMPT, estimate(PROMPT, []), **more)


def test_a_request_is_told_in_numbers_and_bounded_labels() -> None:
    """Trace 与脱敏 and 上下文请求与缓存观测: role, attempt, messages, capacity, source and cover of the estimate, protocol, cache."""
    figures = request(verdict="ok", window=1000, target=500, protocol="openai_chat", cache="ephemeral")
    assert set(figures) == FIGURES
    assert (figures["role"], figures["attempt"], figures["messages"]) == ("agent", 1, 2)
    assert (figures["capacity"], figures["protocol"], figures["cache_mode"]) == ("ok", "openai_chat", "ephemeral")
    assert "words of the prompt" not in json.dumps(figures)


def test_the_fingerprint_is_over_the_clients_messages_in_order_and_says_so() -> None:
    """Trace 与脱敏: fingerprint_basis=ordered_client_messages; a swap of two messages changes it."""
    assert request()["fingerprint_basis"] == "ordered_client_messages"
    swapped = context_request(PROMPT[::-1], estimate(PROMPT, []))
    assert swapped["fingerprint"] != request()["fingerprint"] == request()["fingerprint"]


def test_the_attempts_scope_is_the_handlers_call() -> None:
    """Trace 与脱敏: attempt_scope=handler_invoke; HTTP retries inside the client are not claimed to be seen."""
    assert request()["attempt_scope"] == "handler_invoke"
    assert attempt_usage(attempt(Usage()))["attempt_scope"] == "handler_invoke"


def attempt(usage: Usage | None, code: str = "", number: int = 1) -> Attempt:
    made = prepare(PROMPT, [], Sampler(), Preparation(), sees=False)
    return Attempt(number=number, model="m", protocol="openai_chat", request=made, usage=usage, code=code)


def test_recorded_figures_let_no_text_through(tmp_path: Path) -> None:
    """上下文请求与缓存观测: numbers only, no prompt, HTML, credentials or screenshot, even if somebody passes them."""
    recorder = Recorder(tmp_path, None)
    recorder.start("e1", {})
    recorder.event("context_request", request() | {"prompt": "secret words of the prompt", "html": "<p>x y</p>"})
    recorder.close()
    (event,) = of_kind(events(tmp_path), "context_request")
    assert (event["prompt"], event["html"]) == (26, 10)
    assert "secret words" not in json.dumps(event)


# --- the four token counts --------------------------------------------------------------------------------------------------------


def test_missing_counts_are_null_and_zero_is_zero() -> None:
    """Trace 与脱敏 and 上下文请求与缓存观测: null and 0 are kept apart."""
    usage = Usage(input_tokens=7, output_tokens=0)
    (line,) = of_kind(trace_lines(turn(0, did("a"), usage=usage)), "model_call")
    assert {k: line[k] for k in TOKENS} == {
        "input_tokens": 7, "output_tokens": 0, "cache_read_tokens": None, "cache_write_tokens": None,
    }  # fmt: skip
    assert set(attempt_usage(attempt(Usage()))) >= TOKENS


@pytest.mark.parametrize("tier", ["", "priority_", "flex_"])
def test_cached_tokens_of_plain_priority_and_flex_requests_are_read(tier: str) -> None:
    """上下文请求与缓存观测: the details of ordinary, priority and flex caches."""
    details = {f"{tier}cached_tokens": 40} if not tier else {f"{tier}cache_read": 40, "cached_tokens": None}
    found = _usage({"prompt_tokens": 50, "completion_tokens": 5, "prompt_tokens_details": details})
    assert (found.input_tokens, found.cache_read_tokens) == (50, 40)


def _usage(payload: dict[str, Any]) -> Usage:
    from chat_server import native, reply, serving

    with serving(reply(native("back", {}), usage=payload | {"total_tokens": 55})) as server:
        model = Remote("m", base_url=server.url, retries=0, timeout=5)
        tool = Tool(name="back", description="b", parameters={"type": "object", "properties": {}})
        return model.complete(PROMPT, [tool], Sampler()).usage


def test_a_failed_call_has_none_of_the_four_keys_only_error_and_latency(tmp_path: Path) -> None:
    """Trace 与脱敏: the keys are absent as a whole."""
    (line,) = of_kind(trace_lines(turn(0, extras={"error": "503"})), "model_call")
    assert not TOKENS & set(line)
    assert line["error"] == "503"
    assert "seconds" in line
    assert not TOKENS & set(attempt_usage(attempt(None, "model_unreachable")))
    recorder = Recorder(tmp_path, None)
    recorder.start("e1", {})
    recorder.event("model_call", {"model": "m", "error": "503", "seconds": 0.1, "input_tokens": 3})
    recorder.close()
    (event,) = of_kind(events(tmp_path), "model_call")
    assert not TOKENS & set(event)


class Fails:
    """A model server that is down."""

    name, sees = "fails", False

    def complete(self, messages: Sequence[Message], tools: Sequence[Tool], sampler: Sampler) -> Reply:
        raise ModelUnreachable("The model server does not answer.")


def test_a_call_that_failed_stands_in_the_recorded_trace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Trace 与脱敏: every model event is written, the failed one too: error and latency, no token keys."""
    from kit.agent import build

    monkeypatch.setattr(build, "model", lambda *_, **__: Fails())
    phone = Device(LocalTransport(Phone(3)))
    with recorder_for(phone, tmp_path, run_header(settle(), {}), settle()) as recorder:
        record(recorder, phone, Job(goal="look"), settle(model="remote:fails", model_base_url="http://127.0.0.1:9/v1"))
    (event,) = of_kind(events(tmp_path), "model_call")
    assert "does not answer" in event["error"]
    assert event["seconds"] >= 0
    assert not TOKENS & set(event)


def test_cached_input_still_counts_against_context_and_budget() -> None:
    """Trace 与脱敏: 缓存输入仍计入上下文与原 token 预算."""
    from kit.context.budget import spent

    assert spent([Usage(input_tokens=100, output_tokens=1, cache_read_tokens=90)], 101).exhausted


# --- the secrets -------------------------------------------------------------------------------------------------------------------


def test_forty_secrets_of_twelve_kinds_are_at_hand() -> None:
    """The next tests plant these."""
    assert len({s for _, _, s in SECRETS}) == 40
    assert len({kind for kind, _, _ in SECRETS}) == 12


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Every file that the recorded episodes of a leaking agent on a leaking phone leave on the disk."""
    root = tmp_path_factory.mktemp("runs")
    for name, keep in (("production", False), ("research", True)):
        phone = Device(Persons(_leaking_phone()))
        given = settle(model="fake_leaks:leaky", max_steps=90, trace_dir=root)
        header = run_header(given, {}, extra={"remark": " ".join(SENTENCES)})
        if keep:
            recorder = Recorder(root / name, header, keep_steps=True, redact_steps=True)
        else:
            recorder = recorder_for(phone, root / name, header, given)
        with recorder:
            episode = record(recorder, phone, Job(goal="Read: " + "; ".join(SENTENCES)), given)
        assert episode.outcome.ending == "take_over"
        assert len(episode.steps) > 40
        looks = [r.observation for s in episode.steps for r in s.receipts if r.observation]
        shown = "\n".join(words for o in looks for words in (*(m.full_label for m in o.marks), *o.texts))
        assert sum(s.split("\n")[0] in shown for s in SENTENCES) == 40, "the screens did show them"
    return {p.relative_to(root).as_posix(): p.read_bytes() for p in root.rglob("*") if p.is_file()}


def _leaking_phone() -> Phone:
    """Notes whose titles and bodies are the sentences."""
    phone = Phone(3)
    data = phone.core.apps["notes"].data
    model = data.notes[0]
    data.notes = [
        {**model, "id": f"n{n}", "title": s, "body": f"{s}\n{SENTENCES[-n]}", "trashed": False}
        for n, s in enumerate(SENTENCES)
    ]
    phone.touch()
    return phone


def test_the_episodes_did_write_something(written: dict[str, bytes]) -> None:
    """The episode is real: model calls, tool calls, an end, and in the research record the screens."""
    names = {Path(name).name for name in written}
    assert {"run.json", "trace.jsonl", "steps.jsonl"} <= names
    trace = next(
        text for name, text in written.items() if name.startswith("production") and name.endswith("trace.jsonl")
    )
    assert trace.count(b'"kind":"model_call"') > 40
    assert b"take_over" in trace
    assert b"[card]" in trace
    assert b"[email]" in trace


@pytest.mark.parametrize(
    ("kind", "secret"), [(k, s) for k, _, s in SECRETS], ids=[f"{n} {k}" for n, (k, _, _) in enumerate(SECRETS)]
)
def test_no_file_on_disk_holds_the_secret_or_half_of_it(written: dict[str, bytes], kind: str, secret: str) -> None:
    """Trace 与脱敏: call arguments, receipts, replies and screen texts of a recorded episode: not one secret is found."""
    for name, content in written.items():
        text = content.decode("utf-8")
        plain = "\n".join([text, text.encode().decode("unicode_escape", "replace") if "\\u" in text else ""])
        for shred in shreds(secret):
            at = plain.find(shred)
            assert at < 0, f"{kind} {secret!r} in {name}: …{plain[max(0, at - 60) : at + 60]}…"


def test_a_label_that_was_cut_on_the_screen_does_not_leak_its_first_half() -> None:
    """Trace 与脱敏: labels are cut to 32 characters before they reach a receipt; the half secret is recognised by the whole."""
    from dataclasses import replace

    label = "Pay with 4111 1111 1111 1111 now"
    long = "Amount due, pay with 4111 1111 1111 1111"
    for full in (label, long):
        target = replace(mark(1, full), label=full[:31].rstrip() + "…")
        receipt = did(
            "t",
            text=f'Tapped "{target.label}" (ax_1).',
            arguments={"target_description": target.label[:-1]},
            target=target,
        )
        step = replace(turn(0, receipt, thought=f"I tap {target.label}"), observation=look([target]))
        assert "4111" not in json.dumps(trace_lines(step))


def test_the_last_screen_of_a_research_record_does_not_leak_cut_labels_either(tmp_path: Path) -> None:
    """Trace 与脱敏: the screen after the last action stands in the end record."""
    from kit.types import Episode, Outcome

    target = mark(1, "Amount due, pay with 4111 1111 1111 1111")
    last = turn(0, did("a", observation=look([target], epoch=2)))
    ended = Episode(
        id="e1", task="", goal="g", arm="a", seed=0, trial=0, device="d", steps=(last,), started="", seconds=1.0,
        outcome=Outcome(success=None, ending="finish"),
    )  # fmt: skip
    recorder = Recorder(tmp_path, None, keep_steps=True)
    recorder.start("e1", {})
    recorder.step(last)
    recorder.end(ended)
    written = b"".join(p.read_bytes() for p in tmp_path.rglob("*.jsonl"))
    assert b"Amount due" not in written or b"4111" not in written
    assert b"4111" not in written


def test_play_without_a_recorder_writes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Trace 与脱敏: no recorder, no file."""
    monkeypatch.chdir(tmp_path)
    play(Device(LocalTransport(Phone(3))), Job(goal="x"), settle(model="random", max_steps=2))
    assert list(tmp_path.rglob("*")) == []
