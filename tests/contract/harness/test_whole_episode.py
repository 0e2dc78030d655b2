"""One episode of more than thirty turns in which every part of the harness contract does its work, through a real server.

A chat server on this machine plays all models: the actor, the summariser, the one that locates in pictures and the judge.
What is checked is only what is on disk afterwards and what the server was sent.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from chat_server import native, reply, serving

from kit.agent.traced import run_recorded
from kit.settings import resolve
from kit.trace.read import EpisodeRecord, read_episode, read_run
from kit.types import Episode

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("whole_episode")]

KEY_NAME, KEY = "WHOLE_EPISODE_KEY", "sk-whole-episode-0123456789abcdefghij"
THOUGHT = "The screen shows what I expected after the last action, so I go on with the next item of the route. " * 3
HTML = "<!doctype html><h1>Receipt</h1><p>The three prices make 123.17 in total.</p>"
SUMMARY = "Opened Files, Documents and the receipt (ax_6@e5); its prices are 31.67, 48.69 and 42.81."
EVIDENCE = {"evidence": ["The calculator shows 123.17"], "answer": "123.17"}
TARGET = 6500
READ, ADD, WRITE = (
    {"id": "read", "text": "Read the receipt"}, {"id": "add", "text": "Add up its prices"},
    {"id": "write", "text": "Write it down"},
)  # fmt: skip

Body = dict[str, Any]
Call = tuple[str, dict[str, Any]]


def texts(body: Body) -> list[str]:
    """Every text of a request, message by message and part by part."""
    found: list[str] = []
    for message in body["messages"]:
        content = message["content"] or ""
        found += [content] if isinstance(content, str) else [p["text"] for p in content if p["type"] == "text"]
    return found


def words(body: Body) -> str:
    return "\n".join(texts(body))


def pictures(body: Body) -> int:
    return sum(
        p["type"] == "image_url" for m in body["messages"] if isinstance(m["content"], list) for p in m["content"]
    )


def newest(body: Body, label: str) -> str:
    """The id of the mark with this label on the newest screen of a prompt."""
    return re.findall(rf"(ax_\d+@e\d+) \| \w+ \| {re.escape(label)} \|", words(body))[-1]


def key(label: str) -> Callable[[Body], list[Call]]:
    """A tap on the calculator's key with this label, by the id of its mark."""
    return lambda body: [("tap", {"target_mark_id": newest(body, label)})]


def board(*items: dict[str, str], **more: Any) -> list[Call]:
    return [("update_task_doc", {"route": list(items), **more})]


def at(item: dict[str, str], status: str) -> dict[str, str]:
    note = {"evidence_note": "seen on the screen"} if status == "completed" else {}
    return {**item, "status": status, **note}


def said(tool: str, /, **arguments: Any) -> list[Call]:
    return [(tool, arguments)]


def turns() -> Iterator[Any]:
    """What the actor answers, turn by turn: calls, a function of the prompt that gives them, or what a server sends."""
    yield board(at(READ, "in_progress"), at(ADD, "pending"), at(WRITE, "pending"))
    yield said("locate", description="the blue folder in the first row")
    yield said("tap", target_mark_id="ax_2@e1")  # of the batch that the hit has made void
    yield lambda body: [("tap", {"target_mark_id": re.findall(r"ax_1@e\d+", words(body))[-1]})]
    yield said("tap", target_description="Documents")
    yield reply(native("tap", '{"target_description": "receipt', id="cut"), usage=usage(9, 2))
    yield said("tap", target_description="receipt-3356.txt")
    facts = ["31.67", "48.69", "42.81"]
    yield board(at(READ, "completed"), at(ADD, "in_progress"), at(WRITE, "pending"), facts=facts)
    yield (500, {"error": {"message": "overloaded"}}, {"retry-after": "0"})
    yield said("launch_app", name="Calculator")
    yield said("tap", target_description="3") + said("tap", target_description="1")
    yield from (key(c) for c in ".67")
    yield said("tap", target_description="the orange key that adds")
    yield from (key(c) for c in "48.69")
    yield said("search_screens", query="42.81")
    yield lambda body: said("recall_screen", frame=int(re.findall(r"screen#(\d+) of com", words(body))[-1]))
    yield from (key(c) for c in "+42.81=")
    yield board(at(READ, "completed"), at(ADD, "completed"), at(WRITE, "in_progress"))
    yield said("write_document", title="Receipt", html=HTML)
    yield board(at(READ, "completed"), at(ADD, "completed"), at(WRITE, "completed"))
    yield said("finish", **EVIDENCE)
    yield said("finish", **EVIDENCE, confirm=True)
    yield said("read_screen")
    yield said("finish", **EVIDENCE)
    yield said("finish", **EVIDENCE, confirm=True) + said("home")


def usage(read: int, wrote: int) -> dict[str, Any]:
    return {"prompt_tokens": read, "completion_tokens": wrote, "prompt_tokens_details": {"cached_tokens": 0}}


@dataclass
class Models:
    """Plays every model; who is asked is told from the only tool that is offered."""

    script: Iterator[Any] = field(default_factory=turns)
    asked: list[tuple[str, Body]] = field(default_factory=list)
    verdicts: list[bool] = field(default_factory=lambda: [False, True])
    counter: int = 0

    def __call__(self, body: Body) -> Any:
        names = [t["function"]["name"] for t in body["tools"]]
        role = {"report": "locator", "write_summary": "summarizer", "verdict": "verifier"}.get(names[0], "agent")
        self.asked.append((role, body))
        return getattr(self, role)(body)

    def of(self, role: str) -> list[Body]:
        return [body for who, body in self.asked if who == role]

    def locator(self, body: Body) -> Any:
        box = [320, 150, 440, 260] if "folder" in words(body) else self.plus()
        return reply(
            native("report", {"found": True, "box": box, "words": "", "confidence": 0.9}), usage=usage(900, 20)
        )

    def plus(self) -> list[int]:
        """Around the centre that the actor's last prompt gave for the key."""
        place = re.findall(r"\| \+ \| \((\d+),(\d+)\)", words(self.of("agent")[-1]))[-1]
        x, y = (int(v) for v in place)
        return [x - 40, y - 20, x + 40, y + 20]

    def summarizer(self, body: Body) -> Any:
        return reply(
            native("write_summary", {"summary": SUMMARY}), usage={"prompt_tokens": 700, "completion_tokens": 30}
        )

    def verifier(self, body: Body) -> Any:
        approve = self.verdicts.pop(0)
        call = native("verdict", {"approve": approve, "reason": "fine" if approve else "Call +1 202 555 0143 first"})
        return reply(call, usage=usage(800, 15))

    def agent(self, body: Body) -> Any:
        step = next(self.script)
        if isinstance(step, dict | tuple):
            return step
        calls: list[Call] = step(body) if callable(step) else step
        made = []
        for name, arguments in calls:
            self.counter += 1
            made.append(native(name, {**arguments, "intent": f"step {self.counter}"}, id=f"call-{self.counter}"))
        seen = len(re.sub(r"base64,[^\"]*", "", json.dumps(body))) // 4 + 355 * pictures(body)
        return reply(*made, text=THOUGHT, usage=usage(seen, 50))


@dataclass
class Played:
    episode: Episode
    folder: Path
    models: Models
    headers: list[dict[str, str]]
    record: EpisodeRecord
    root: Path

    def events(self, kind: str, **wanted: Any) -> list[Mapping[str, Any]]:
        return [e for e in self.record.events if e["kind"] == kind and wanted.items() <= e.items()]

    def receipts(self, name: str) -> list[Mapping[str, Any]]:
        return [r for s in self.record.steps for r in s["receipts"] if r["call"]["name"] == name]

    @property
    def trace(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in (self.record.folder / "trace.jsonl").read_text("utf-8").splitlines()]


@pytest.fixture(scope="module", params=["sim:3", "sim+adb:3"])
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    root = tmp_path_factory.mktemp("whole")
    models = Models()
    with serving(models) as server, pytest.MonkeyPatch.context() as patch:
        for name in [n for n in os.environ if n.startswith("PHONE_AGENT_")]:
            patch.delenv(name)
        patch.setenv(KEY_NAME, KEY)
        given = {
            "device": request.param, "model": "remote:actor", "locate_model": "remote:seer", "verifier_model": "remote:judge",
            "model_base_url": server.url, "model_api_key_env": KEY_NAME, "finish_verify": "always",
            "obs_archive": True, "obs_archive_dir": str(root / "archive"), "deliverable_dir": str(root / "documents"),
            "context_target": TARGET, "cache_marks": "ephemeral", "observe_settle_ms": 0, "trace_images": True,
            "trace_dir": str(root / "traces"), "plugins": "off",
        }  # fmt: skip
        settings, origins = resolve(given, environ={}, dotenv=root / "none.env")
        episode = run_recorded("task:calculator_receipt_total", settings, origins, seed=3)
        folder = episode.trace
        assert folder is not None
        record = next(read_run(folder).episodes())
        yield Played(episode, folder, models, server.headers, record, root)


def outline(played: Played) -> list[str]:
    return [
        f"{r['call']['name']} {r['status']} {r['code']}".strip() for s in played.record.steps for r in s["receipts"]
    ]


# --- the episode ---------------------------------------------------------------------------------------------------------


def test_it_is_long_ends_in_a_confirmed_finish_and_the_phone_agrees(played: Played) -> None:
    """Architecture, main loop; finish: the whole arrow, judged by the phone's true state."""
    end = played.record.end
    assert end is not None
    assert (end["ending"], end["success"], end["answer"], end["fault"]) == ("finish", True, "123.17", None)
    assert end["steps"] >= 30
    assert played.models.verdicts == []
    assert not list(played.models.script)  # every turn of the script was played


def test_every_call_has_its_receipt_in_order(played: Played) -> None:
    """Receipts: what was refused is refused, the rest is done."""
    unusual = [line for line in outline(played) if not line.endswith(" ok") and "finish" not in line]
    assert unusual == ["tap error target_stale", "error malformed_reply", "home skipped run_ended"]
    finishes = [line for line in outline(played) if line.startswith("finish")]
    assert finishes == [
        "finish ok finish_review", "finish error finish_rejected", "finish ok finish_review", "finish ok",
    ]  # fmt: skip


def test_the_run_is_read_back_whole(played: Played) -> None:
    """Trace: steps.jsonl gives the typed steps again."""
    typed = played.record.typed()
    assert [s.index for s in typed] == list(range(len(played.episode.steps)))
    assert [c.name for s in typed for c in s.reply.calls] == [
        c.name for s in played.episode.steps for c in s.reply.calls
    ]


# --- addressing and location ---------------------------------------------------------------------------------------------


def test_a_mark_of_an_older_batch_is_refused(played: Played) -> None:
    """Addressing: a badge whose epoch is not the current one is refused; locate has voided the batch before."""
    stale = played.receipts("tap")[0]
    assert stale["code"] == "target_stale"
    assert "ax_2@e1" in stale["text"]
    assert stale["epoch"] is None


def test_locate_opens_a_batch_of_one_mark_and_its_artifact_goes_to_the_trace_only(played: Played) -> None:
    """Coordinates; addressing: the artifact has the resolutions of input and frame and never reaches a model."""
    [found] = played.receipts("locate")
    [batch] = [
        s["observation"] for s in played.record.steps if (s["observation"] or {}).get("epoch") == found["epoch"]
    ][:1]
    assert [(m[0], m[1], m[3]) for m in batch["marks"]] == [(1, found["epoch"], "spot")]
    first, second = played.events("locate")
    assert first["call_id"] == found["call"]["id"]
    assert (first["locator"], first["frame"], first["same_frame"]) == ("vision", [1080, 2400], True)
    assert first["input"] == [461, 1024]
    assert second["call_id"] != first["call_id"]
    for _, body in played.models.asked:
        assert "2400" not in words(body)
        assert "same_frame" not in words(body)


def test_a_description_no_mark_reads_falls_back_to_location_and_the_receipt_says_so(played: Played) -> None:
    """Addressing: zero text hits cost one vision call; the hit is carried out and told."""
    fallen = [
        r for r in played.receipts("tap") if r["call"]["arguments"].get("target_description", "").startswith("the ")
    ]
    assert [r["status"] for r in fallen] == ["ok"]
    assert "Found by visual location instead." in fallen[0]["text"].splitlines()[1]
    assert [m["model"] for m in played.models.of("locator")] == ["seer", "seer"]
    assert [pictures(m) for m in played.models.of("locator")] == [1, 1]


# --- what the server was sent --------------------------------------------------------------------------------------------


def test_at_most_two_pictures_are_sent_and_older_ones_are_told_as_pruned(played: Played) -> None:
    """History pruning: the newest two messages with a picture keep it."""
    counts = [pictures(body) for body in played.models.of("agent")]
    assert max(counts) == 2
    assert set(counts[4:]) == {2}
    assert "[screen#1 pruned]" in words(played.models.of("agent")[5])


def test_at_most_two_screens_are_whole_and_older_ones_can_be_recalled(played: Played) -> None:
    """History pruning; archive: folded screens say that recall_screen can show them."""
    for body in played.models.of("agent"):
        assert sum("\nmarks (" in text for text in texts(body)) <= 2
    last = words(played.models.of("agent")[8])
    assert re.search(r"\[OBS\] app=\S+ screen#1 \[marks folded:\d+\] \[recall_screen can show it\]", last)


def test_a_tool_call_never_goes_without_its_receipt(played: Played) -> None:
    """Context engineering: a reply and the receipts of all its calls are folded together or not at all."""
    for body in played.models.of("agent"):
        made = [c["id"] for m in body["messages"] for c in m.get("tool_calls") or []]
        answered = [m["tool_call_id"] for m in body["messages"] if m["role"] == "tool"]
        assert made == answered


def test_the_board_is_pinned_once_into_every_prompt_and_is_the_newest(played: Played) -> None:
    """Task board: pinned each turn with a fixed id, with the flow line; the goal stands on it."""
    bodies = played.models.of("agent")
    for body in bodies:
        assert sum(text.startswith("[TASK_DOC]") for text in texts(body)) == 1
    [pinned] = [text for text in texts(bodies[-1]) if text.startswith("[TASK_DOC]")]
    assert played.episode.goal in pinned
    assert pinned.count("completed") >= 3
    assert "42.81" in pinned
    assert len(pinned.split("## flow\n")[1].splitlines()) == 8


def test_calls_one_at_a_time_are_asked_for(played: Played) -> None:
    """Single batch: the hint parallel_tool_calls=false is sent with every request."""
    assert {body["parallel_tool_calls"] for _, body in played.models.asked} == {False}


def test_cache_marks_are_on_the_actors_copies_only(played: Played) -> None:
    """Context request: marks go onto the request copy; another model inherits none, and the history has none."""
    for role, body in played.models.asked:
        marks = json.dumps(body).count("cache_control")
        assert 1 <= marks <= 2 if role in ("agent", "summarizer") else marks == 0, role
    assert "cache_control" not in on_disk(played)


def test_the_key_travels_in_the_header_and_nowhere_else(played: Played) -> None:
    """Trace: no authentication data on disk or in a prompt."""
    assert {h["authorization"] for h in played.headers} == {f"Bearer {KEY}"}
    assert KEY not in json.dumps([body for _, body in played.models.asked])
    assert KEY not in on_disk(played)


def on_disk(played: Played) -> str:
    """Everything that was written except pictures, the index of the archive and the document."""
    files = [p for p in played.root.rglob("*") if p.is_file() and p.suffix in (".json", ".jsonl")]
    assert len(files) >= 4
    return "\n".join(p.read_text("utf-8") for p in files)


# --- receipts within a turn, bad replies, retries ------------------------------------------------------------------------


def test_of_two_calls_in_a_turn_the_first_gets_a_compact_receipt(played: Played) -> None:
    """Receipts in the middle of a turn: both observe, only the last is shown whole."""
    [pair] = [s for s in played.record.steps if [c["name"] for c in s["reply"]["calls"]] == ["tap", "tap"]]
    assert pair["receipts"][1]["epoch"] == pair["receipts"][0]["epoch"] + 1
    ids = [c["id"] for c in pair["reply"]["calls"]]
    after = next(b for b in played.models.of("agent") if any(m.get("tool_call_id") == ids[1] for m in b["messages"]))
    shown = {m["tool_call_id"]: json.dumps(m["content"]) for m in after["messages"] if m["role"] == "tool"}
    assert "since the last look" in shown[ids[0]]
    assert "marks (" not in shown[ids[0]]
    assert "marks (" in shown[ids[1]]


def test_a_reply_that_cannot_be_read_is_told_to_the_model_and_the_run_goes_on(played: Played) -> None:
    """Receipts: an unreadable reply costs a turn, is written down with its tokens, and reaches the next prompt."""
    [bad] = [s for s in played.record.steps if not s["reply"]["calls"]]
    assert bad["reply"]["usage"]["input_tokens"] == 9
    told = [body for body in played.models.of("agent") if "no JSON object" in words(body)]
    assert told
    assert 'receipt"}' not in json.dumps(told[0])


def test_a_server_error_is_tried_again_inside_one_attempt(played: Played) -> None:
    """Context request: attempt_scope handler_invoke does not pretend to see the retries inside the client."""
    asked = played.models.of("agent")
    twice = [n for n in range(1, len(asked)) if asked[n] == asked[n - 1]]
    assert len(twice) == 1
    attempts = played.events("model_attempt_usage", role="agent")
    assert len(attempts) == len(asked) - 1
    assert {a["attempt_scope"] for a in attempts} == {"handler_invoke"}


# --- compaction ----------------------------------------------------------------------------------------------------------


def test_old_turns_are_folded_into_a_summary_by_the_summariser(played: Played) -> None:
    """Context engineering: target and low-water mark, whole turns, figures on disk, the summary in later prompts."""
    assert len(played.models.of("summarizer")) >= 1
    folded = [e for e in played.events("context_compaction") if not e["code"]]
    assert len(folded) == len(played.models.of("summarizer"))
    for event in folded:
        assert event["cause"] == "target"
        assert event["before_tokens"] > TARGET
        assert event["after_tokens"] < event["before_tokens"]
        assert event["first"] == 0
    assert "Opened Files" not in json.dumps(played.events("context_compaction"))
    last = words(played.models.of("agent")[-1])
    assert f"[HISTORY] Turns 1 to {folded[-1]['last'] + 1} in short" in last
    assert "past:ax_6@e5 (retired)" in last
    assert last.count("[HISTORY] Turns") == 1


def test_the_summariser_sees_words_only_and_the_request_of_the_turn_is_smaller_afterwards(played: Played) -> None:
    """Context engineering: the summary is made from receipts, without pictures."""
    for number, (role, body) in enumerate(played.models.asked):
        if role == "summarizer":
            assert pictures(body) == 0
            before, after = (len(words(played.models.asked[n][1])) for n in (number - 1, number + 1))
            assert after < before


def test_a_soft_target_that_cannot_be_kept_is_labelled_and_nothing_is_dropped_for_it(played: Played) -> None:
    """Context engineering: what is protected may exceed the low-water mark; the requests say so."""
    requests = played.events("context_request", role="agent")
    labelled = [e for e in requests if "soft_target_unattainable" in e["labels"]]
    assert labelled
    newest_board = [texts(b) for b in played.models.of("agent")][-1]
    assert any(t.startswith("[TASK_DOC]") for t in newest_board)


# --- archive -------------------------------------------------------------------------------------------------------------


def test_every_committed_look_is_archived_word_for_word_and_no_picture(played: Played) -> None:
    """Archive: one jsonl a run, the [OBS] texts of successful observations."""
    [truth] = (played.root / "archive").glob("*.jsonl")
    kept = [json.loads(line) for line in truth.read_text("utf-8").splitlines()]
    observed = [line for line in played.trace if line["kind"] == "observation"]
    located = {e["screen_seq"] for e in played.events("locate")}
    seqs = [k["screen_seq"] for k in kept if "screen_seq" in k]
    assert {o["screen_seq"] for o in observed} - located <= set(seqs)
    assert not located & set(seqs)
    assert "42.81" in truth.read_text("utf-8")
    assert "base64" not in truth.read_text("utf-8")


def test_search_and_recall_bring_back_a_folded_screen_with_retired_marks(played: Played) -> None:
    """Archive: recalled ids are told as retired and the receipt says that it is history."""
    [search], [recall] = played.receipts("search_screens"), played.receipts("recall_screen")
    frame = int(re.findall(r"screen#(\d+) of com", search["text"])[-1])
    assert recall["call"]["arguments"]["frame"] == frame
    assert recall["text"].startswith("History, not the screen now.")
    assert "42.81" in recall["text"]
    assert re.search(r"past:ax_\d+@e\d+ \(retired\)", recall["text"])
    assert not re.search(r"(?<!past:)ax_\d+@e", recall["text"])


# --- document, finish, verifier ------------------------------------------------------------------------------------------


def test_the_document_is_where_it_belongs_and_its_text_is_not_in_the_trace(played: Played) -> None:
    """Deliverable; trace: only the number of bytes."""
    document = played.root / "documents" / f"{played.episode.id}.html"
    assert document.read_text("utf-8") == HTML
    end = played.record.end
    assert end is not None
    assert end["extras"]["deliverable_path"] == str(document)
    trace = (played.record.folder / "trace.jsonl").read_text("utf-8")
    assert "<h1>" not in trace
    [call] = [line for line in played.trace if line["kind"] == "tool_call" and line["name"] == "write_document"]
    assert call["arguments"]["html"] == {"type": "text", "omitted": True, "bytes": len(HTML)}


def test_the_first_finish_brings_a_packet_without_the_goal(played: Played) -> None:
    """Finish, two phases: four sections; the goal stands on the board only."""
    packet = played.receipts("finish")[0]["text"]
    heads = ["## World facts", "## Route state", "## Doubts", "## Options"]
    assert [line for line in packet.splitlines() if line.startswith("## ")] == heads
    assert played.episode.goal not in packet


def test_the_verifier_is_independent_of_the_actor(played: Played) -> None:
    """Finish, verifier: another context, with goal, evidence, route and at most two screens; never the actor's words."""
    bodies = played.models.of("verifier")
    assert [body["model"] for body in bodies] == ["judge", "judge"]
    for body in bodies:
        assert 1 <= pictures(body) <= 2
        assert [m["role"] for m in body["messages"]] == ["system", "user"]
        assert played.episode.goal in words(body)
        assert "The calculator shows 123.17" in words(body)
        assert THOUGHT[:40] not in words(body)
        assert "Tapped" not in words(body)


def test_verdicts_are_written_down_rejections_included(played: Played) -> None:
    """Finish, verdicts: run.json has the last one, the trace all; the reason is redacted and the receipt says the same."""
    first, last = played.events("finish_verifier")
    assert (first["status"], first["approve"], last["status"], last["approve"]) == ("fail", False, "pass", True)
    assert "555" not in first["reason"]
    assert first["reason"] in played.receipts("finish")[1]["text"]
    assert first["usage"] == {
        "input_tokens": 800, "output_tokens": 15, "cache_read_tokens": 0, "cache_write_tokens": None,
    }  # fmt: skip
    header = json.loads((played.folder / "run.json").read_text("utf-8"))
    assert header["finish_verifier"] == "pass"
    assert header["finish_verifier_verdict"]["approve"] is True
    assert first["latency_ms"] >= 0


# --- trace and figures ---------------------------------------------------------------------------------------------------


def test_every_request_of_every_role_has_its_figures(played: Played) -> None:
    """Context request: role, protocol, capacity, estimate; one event an attempt, and one of its tokens."""
    asked = {role: len(played.models.of(role)) for role in ("agent", "summarizer", "locator", "verifier")}
    asked["agent"] -= 1  # the retry inside the client
    for kind in ("context_request", "model_attempt_usage"):
        assert {role: len(played.events(kind, role=role)) for role in asked} == asked
    for event in played.events("context_request"):
        assert event["protocol"] == "openai_chat"
        assert event["fingerprint_basis"] == "ordered_client_messages"
        assert event["cache_mode"] == ("ephemeral" if event["role"] in ("agent", "summarizer") else "off")
        assert event["capacity"] == ("ok" if event["role"] in ("agent", "summarizer") else "unknown")
    sources = [e["estimate_source"] for e in played.events("context_request", role="agent")]
    assert (sources[0], sources[-1]) == ("heuristic", "calibrated")


def test_tokens_that_were_not_told_are_null_and_zero_stays_zero(played: Played) -> None:
    """Trace, usage: missing is null, 0 is 0."""
    agent = played.events("model_attempt_usage", role="agent")[0]
    assert (agent["cache_read_tokens"], agent["cache_write_tokens"]) == (0, None)
    summary = played.events("model_attempt_usage", role="summarizer")[0]
    assert (summary["input_tokens"], summary["cache_read_tokens"]) == (700, None)


def test_the_run_is_charged_for_every_role(played: Played) -> None:
    """Context engineering: the run's token budget counts what all roles used, cached tokens included."""
    attempts = played.events("model_attempt_usage")
    end = played.record.end
    assert end is not None
    for name in ("input_tokens", "output_tokens"):
        assert end[name] == sum(a[name] for a in attempts if a[name] is not None)


def test_texts_in_the_trace_are_short_and_no_picture_is_in_it(played: Played) -> None:
    """Trace: 64 characters; pictures are {type, screen_seq, bytes} (here with the name of the blob they were kept under)."""

    def strings(value: Any) -> Iterator[str]:
        if isinstance(value, str):
            yield value
        elif isinstance(value, Mapping):
            yield from (s for item in value.values() for s in strings(item))
        elif isinstance(value, Sequence):
            yield from (s for item in value for s in strings(item))

    assert max(len(s) for line in played.trace for s in strings(line)) <= 65
    assert "base64" not in on_disk(played)
    looks = [line for line in played.trace if line["kind"] == "observation"]
    assert all({"type", "screen_seq", "bytes"} <= line["image"].keys() for line in looks)


def test_the_episodes_folder_is_committed_once(played: Played) -> None:
    """Trace: one folder an episode, read again by its id."""
    assert read_episode(played.record.folder).id == played.episode.id
    assert not list(read_run(played.folder).crashed())
