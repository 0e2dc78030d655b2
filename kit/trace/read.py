"""Reads runs and episodes back, whole or crashed, and says clearly when one is damaged."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from kit.errors import RunError, UnknownName, UsageError
from kit.trace.commit import EPISODES, PART, stored
from kit.trace.header import read_header
from kit.trace.record import step_record
from kit.trace.restore import to_step
from kit.trace.write import STEPS_FILE, TRACE_FILE
from kit.types import Episode, Step


@dataclass(frozen=True, slots=True, kw_only=True)
class EpisodeRecord:
    """One episode as it was written.

    Attributes:
        folder: where it lies.
        id: its id.
        start: what it is (goal, task, arm, seed ...).
        steps: one dict a turn: index, observation, reply, receipts, seconds. Marks and whole texts only where
            `steps.jsonl` was kept.
        events: everything else, in order.
        end: how it ended; None when it crashed.
        whole: whether `steps.jsonl` was kept, so that the steps can be typed again.
    """

    folder: Path
    id: str
    start: Mapping[str, Any]
    steps: tuple[Mapping[str, Any], ...]
    events: tuple[Mapping[str, Any], ...]
    end: Mapping[str, Any] | None
    whole: bool = False

    @property
    def crashed(self) -> bool:
        """Whether the end record is missing."""
        return self.end is None

    def typed(self) -> tuple[Step, ...]:
        """The steps as types again, for learning. Raises RunError when only the clipped trace was kept."""
        if self.steps and not self.whole:
            raise RunError(f"{self.folder} holds no {STEPS_FILE}.", fix="Record it again with keep_steps on.")
        return tuple(to_step(step) for step in self.steps)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRecord:
    """A run's folder and the content of its run.json."""

    folder: Path
    header: Mapping[str, Any]

    def ids(self) -> list[str]:
        """Ids of the committed episodes, sorted."""
        return sorted(stored(self.folder))

    def episodes(self) -> Iterator[EpisodeRecord]:
        """The committed episodes, by id."""
        for name in self.ids():
            yield read_episode(self.folder / EPISODES / name)

    def crashed(self) -> Iterator[EpisodeRecord]:
        """Episodes that were begun and never ended; one that is being written right now is among them."""
        folder = self.folder / EPISODES
        for part in sorted(folder.glob(f"{PART}*")) if folder.is_dir() else []:
            if (part / TRACE_FILE).is_file():
                yield read_episode(part)


def read_run(folder: Path | str) -> RunRecord:
    """Opens a run's folder. Raises RunError when it is none or run.json is damaged."""
    folder = Path(folder)
    return RunRecord(folder=folder, header=read_header(folder))


def read_episode(folder: Path | str) -> EpisodeRecord:
    """Reads one episode's folder, crashed or whole.

    Raises:
        RunError: there is no trace in it, or a line in the middle cannot be read. A torn LAST line is what a crash leaves
            behind and is dropped.
    """
    folder = Path(folder)
    trace = read_lines(folder / TRACE_FILE)
    whole = read_lines(folder / STEPS_FILE) if (folder / STEPS_FILE).is_file() else []
    start = next((r for r in whole or trace if r.get("kind") == "start"), {})
    end = next((r for r in reversed(trace) if r.get("kind") == "end"), None)
    if end is not None and whole and whole[-1].get("kind") == "end":
        end = whole[-1]
    steps = [r for r in whole if r.get("kind") == "step"] if whole else list(_grouped(trace))
    known = {"start", "end", "step", "observation", "model_call", "tool_call"}
    events = [r for r in trace if r.get("kind") not in known or (r["kind"] == "model_call" and "step" not in r)]
    name = str(start.get("episode") or folder.name)
    return EpisodeRecord(
        folder=folder, id=name, start=start, steps=tuple(steps), events=tuple(events), end=end, whole=bool(whole)
    )


def steps_of(episode: Any) -> Sequence[Step | Mapping[str, Any]]:
    """The steps of an episode: of this session, as it was read, of the folder of one, or the steps themselves.

    Raises:
        UsageError: this is no episode. RunError: the folder holds none.
    """
    if isinstance(episode, str | Path):
        episode = read_episode(episode)
    if isinstance(episode, Episode | EpisodeRecord):
        return episode.steps
    if isinstance(episode, Sequence) and all(isinstance(step, Step | Mapping) for step in cast("Any", episode)):
        return cast("Sequence[Step | Mapping[str, Any]]", episode)
    raise UsageError(
        f"A {type(episode).__name__} is no episode.",
        fix="Give what kit.run_episode returned, or the folder of one episode (RUN/episodes/ID).",
    )


def read_ends(folder: Path) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """Only the start and end record of an episode: what a results table needs, without reading the steps between."""
    source = folder / (STEPS_FILE if (folder / STEPS_FILE).is_file() else TRACE_FILE)
    with _opened(source) as file:
        first = file.readline()
        size = file.seek(0, 2)
        file.seek(max(0, size - 65_536))
        tail = file.read()
    if not first.endswith(b"\n"):
        raise _damage(source, 1, "it is cut short")
    if not tail.endswith(b"\n"):
        return _parsed(source, 1, first), None
    body = tail[:-1].rsplit(b"\n", 1)
    if len(body) == 1 and size > 65_536:  # an end record longer than what was read
        last = read_lines(source)[-1]
    else:
        last = _parsed(source, 0, body[-1])
    return _parsed(source, 1, first), last if last.get("kind") == "end" else None


def read_lines(path: Path) -> list[dict[str, Any]]:
    """The records of a JSONL file; a last line without newline is dropped. Raises RunError on any other damage."""
    with _opened(path) as file:
        data = file.read()
    lines = data.split(b"\n")
    return [_parsed(path, number, line) for number, line in enumerate(lines[:-1], 1)]


def _opened(path: Path) -> Any:
    try:
        return path.open("rb")
    except OSError as error:
        raise RunError(f"{path} cannot be read: {error.strerror or error}.", fix="Name an episode's folder.") from error


def _parsed(path: Path, number: int, line: bytes) -> dict[str, Any]:
    try:
        record = json.loads(line)
    except ValueError as error:
        raise _damage(path, number, str(error)) from error
    if not isinstance(record, dict):
        raise _damage(path, number, "it holds no object")
    return record


def _damage(path: Path, number: int, why: str) -> RunError:
    where = f"Line {number}" if number else "The last line"
    return RunError(
        f"{where} of {path} is damaged: {why}.", fix="Delete the episode's folder and resume the run to redo it."
    )


def _grouped(trace: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Steps from the events of the clipped trace, in the shape of the research record as far as that goes."""
    step: dict[str, Any] = {"observation": None, "reply": {}, "receipts": []}
    for record in trace:
        kind = record.get("kind")
        if "step" not in record:
            continue
        if kind == "observation":
            step["observation"] = record
        elif kind == "model_call":
            step["reply"] = {**record, "calls": tuple(record.get("calls", ()))}
        elif kind == "tool_call":
            call = {"id": record["call_id"], "name": record["name"], "arguments": record["arguments"]}
            step["receipts"].append({**record, "call": call})
        elif kind == "step":
            yield {**step, "index": record["step"], "seconds": record["seconds"]}
            step = {"observation": None, "reply": {}, "receipts": []}


# --- for people --------------------------------------------------------------------------------------------------------------


def format_step(step: Mapping[str, Any] | Step, *, marks: int = 40) -> str:
    """One step to read: what was seen, what the model said and asked for, what came of it, how long it took.

    Args:
        step: a typed step, or a dict out of `EpisodeRecord.steps`.
        marks: most marks that are listed.
    """
    if isinstance(step, Step):
        step = step_record(step)
    lines = [f"--- step {step['index'] + 1} {_times(step.get('seconds', {}))}".rstrip()]
    lines += _seen(step.get("observation"), marks)
    said = step.get("reply", {})
    if said.get("error"):
        lines.append(f"model failed: {said['error']}")
    if said.get("text"):
        lines.append(f"model: {said['text']}")
    for receipt in step.get("receipts", ()):
        call = receipt["call"]
        given = ", ".join(f"{k}={json.dumps(v, ensure_ascii=False)}" for k, v in call["arguments"].items())
        code = f" [{receipt['code']}]" if receipt.get("code") else ""
        lines.append(f"> {call['name'] or '(no call)'}({given})")
        lines.append(f"  {receipt['status']}{code} in {receipt['seconds']:.2f} s: {receipt['text']}")
    return "\n".join(lines)


def replay_text(folder: Path | str, episode: str = "") -> str:
    """What `kit replay` prints: one episode step by step, or a line for each episode of a run that has several.

    Args:
        folder: a run's folder or that of one episode.
        episode: how the id begins; may be empty.

    Raises:
        RunError: there is nothing to read, or it is damaged.
        UnknownName, UsageError: no episode's id begins so, or several do.
    """
    folder = Path(folder)
    if (folder / TRACE_FILE).is_file():
        return format_episode(read_episode(folder))
    run = read_run(folder)
    found = [*run.episodes(), *run.crashed()]
    chosen = [e for e in found if e.id.startswith(episode)]
    if len(chosen) == 1:
        return format_episode(chosen[0])
    if not episode:
        return "\n".join(_listed(e) for e in found) or f"{folder} holds no episode yet."
    if not chosen:
        raise UnknownName("episode", episode, [e.id for e in found])
    raise UsageError(f"{len(chosen)} episodes begin with {episode!r}.", fix="Give more of the id.")


def format_episode(episode: EpisodeRecord) -> str:
    """A whole episode to read: its goal, every step, how it ended."""
    start = episode.start
    facts = ", ".join(f"{k} {start[k]}" for k in ("task", "arm", "seed", "device") if start.get(k) not in (None, ""))
    head = f"episode {episode.id} ({facts})\ngoal: {start.get('goal', '')}"
    return "\n".join([head, *(format_step(step) for step in episode.steps), format_end(episode)])


def _listed(episode: EpisodeRecord) -> str:
    start = episode.start
    return f"{episode.id}  {start.get('arm', '')}  {start.get('task', '')}  seed {start.get('seed')}  {format_end(episode)}"


def format_end(episode: EpisodeRecord) -> str:
    """One line on how an episode ended."""
    end = episode.end
    if end is None:
        return f"crashed after {len(episode.steps)} steps: there is no end record"
    unchecked = "ended" if end["fault"] is None else f"failure ({end['fault']})"
    result = {True: "success", None: unchecked}.get(end["success"], f"failure ({end['fault'] or 'agent'})")
    why = f": {end['reason']}" if end.get("reason") else ""
    answer = f", answer {end['answer']!r}" if end.get("answer") else ""
    return f"{result} by {end['ending']} after {end['steps']} steps, {end['seconds']:.2f} s{answer}{why}"


def _times(seconds: Mapping[str, float]) -> str:
    return "(" + ", ".join(f"{name} {value:.2f} s" for name, value in seconds.items()) + ")" if seconds else ""


def _seen(seen: Mapping[str, Any] | None, limit: int) -> list[str]:
    if not seen:
        return ["saw nothing (no observation)"]
    front = seen["front"] if isinstance(seen["front"], str) else "/".join(part for part in seen["front"] if part)
    code = f", no marks: {seen['marks_code']}" if seen.get("marks_code") else ""
    lines = [f"saw {front} (epoch {seen['epoch']}, frame {seen['screen_seq']}{code})"]
    if isinstance(seen["marks"], int):
        return [f"{lines[0]}: {seen['marks']} marks, {seen['texts']} texts"]
    for mark in seen["marks"][:limit]:
        states = f" {' '.join(mark[4])}" if mark[4] else ""
        lines.append(f"  {mark[2]} #{mark[0]} {mark[3]}{states}")
    if len(seen["marks"]) > limit:
        lines.append(f"  … and {len(seen['marks']) - limit} more marks")
    if seen["texts"]:
        lines.append("  texts: " + " | ".join(seen["texts"]))
    return lines
