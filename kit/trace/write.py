"""The recorder: what happened, written down before anything else happens. Not a listener: a run it cannot write must stop."""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from kit.errors import TraceError
from kit.trace.commit import encode, inside, open_part, publish, trouble
from kit.trace.header import write_header
from kit.trace.record import TOKENS, cut_labels, image_note, observation_record, step_record, trace_lines, usage_dict
from kit.trace.redact import Rules, clean, figures
from kit.types import Episode, Observation, Step

TRACE_FILE = "trace.jsonl"
STEPS_FILE = "steps.jsonl"
BLOBS = "blobs"
_FIGURES_ONLY = frozenset({"context_request", "model_attempt_usage"})


class _Lines:
    """An append-only JSONL file. A line that cannot be written whole is taken back and the file takes no more."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.size = 0
        self.handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o644)

    def append(self, data: bytes) -> None:
        try:
            # a deleted file can be written to for ever, and nobody would find it
            if not os.fstat(self.handle).st_nlink:
                raise FileNotFoundError(2, "the file is gone")
            rest = memoryview(data)
            while rest:
                rest = rest[os.write(self.handle, rest) :]
        except OSError as error:
            self._take_back()
            raise trouble("Trace", self.path, error) from error
        self.size += len(data)

    def _take_back(self) -> None:
        try:
            os.ftruncate(self.handle, self.size)
        except OSError:
            return  # the reader drops a last line without its newline

    def close(self, *, durable: bool) -> None:
        if self.handle < 0:
            return
        handle, self.handle = self.handle, -1
        try:
            if durable:
                os.fsync(handle)
        except OSError as error:
            raise trouble("Trace", self.path, error) from error
        finally:
            os.close(handle)


class Recorder:
    """Writes one run's episodes, one at a time.

    Each episode gets a folder with `trace.jsonl` (one line an event, redacted and clipped to 64 characters; spec:
    harness, trace), and with `keep_steps` also `steps.jsonl` (whole steps to learn from, redacted but not clipped).
    Without an `end` record, an episode has crashed; its folder keeps the name it was written under.

    Args:
        folder: the run's folder; made when missing.
        run_header: content of run.json, or None when somebody else writes it (a worker of a fleet).
        keep_steps: write `steps.jsonl`.
        redact_steps: redact `steps.jsonl`. Turn it off only for phones whose data are made up (simphones): a model that
            learns to copy a phone number into a field needs to see the number.
        images: keep each screenshot as a PNG named by its SHA-256 under `blobs/`; costs some 50 ms a step.
        durable: wait for the disk when an episode is committed.

    Raises:
        RunError: the folder holds a run made with other settings.
        TraceError: it cannot be written.
    """

    def __init__(
        self,
        folder: Path,
        run_header: Mapping[str, Any] | None,
        *,
        keep_steps: bool = False,
        redact_steps: bool = True,
        images: bool = False,
        durable: bool = True,
    ) -> None:
        self.folder = Path(folder)
        self.keep_steps, self.redact_steps, self.images, self.durable = keep_steps, redact_steps, images, durable
        self._rules = Rules(limit=None, redacted=redact_steps)
        self.header = write_header(self.folder, run_header) if run_header is not None else None
        self.episode = ""
        self._part: Path | None = None
        self._trace: _Lines | None = None
        self._steps: _Lines | None = None
        self._last: Observation | None = None
        self._recorded = -1
        self._broken: TraceError | None = None
        self._lock = threading.RLock()

    def start(self, episode_id: str, header: Mapping[str, Any]) -> None:
        """Begins an episode. `header` says what it is: goal, task, arm, seed, trial, device, apps, tags, difficulty.

        Raises:
            RunError: an episode of this id is stored.
            TraceError: it cannot be written, or the one before was not ended.
        """
        with self._lock:
            if self._trace is not None:
                raise TraceError(
                    f"Episode {self.episode} was not ended before the next began.", fix="Call end() or close()."
                )
            self.episode, self._last, self._recorded, self._broken = episode_id, None, -1, None
            self._part = open_part(self.folder, episode_id)
            try:
                self._trace = _Lines(self._part / TRACE_FILE)
                self._steps = _Lines(self._part / STEPS_FILE) if self.keep_steps else None
            except OSError as error:
                self.close()
                raise trouble("Trace", self._part, error) from error
            first = {"kind": "start", "episode": episode_id}
            self._write([first | clean(header) | first], first | self._whole(header) | first)

    def event(self, kind: str, fields: Mapping[str, Any]) -> None:
        """Writes an event beside the steps: a model failure, a veto, a memory that was recalled, figures of a request.

        Of `context_request` and `model_attempt_usage` only numbers and short labels are kept. A `model_call` without an
        "error" always has the four token counts, one with it never has.
        """
        with self._lock:
            if kind in _FIGURES_ONLY:
                shown, named = figures(fields), {"kind": kind}
                self._write([named | shown | named], named | shown | named)
                return
            named = dict(fields)
            if kind == "model_call":
                failed = "error" in named
                counts = {} if failed else {name: named.get(name) for name in TOKENS}
                named = {k: v for k, v in named.items() if k not in TOKENS} | counts
            first = {"kind": kind}
            self._write([first | clean(named) | first], first | self._whole(named) | first)

    def step(self, step: Step) -> None:
        """Writes one turn; returns when the operating system has it. Raises TraceError."""
        with self._lock:
            self._check()
            blob = self._keep_image(step.observation)
            lines = trace_lines(step)
            if blob and step.observation is not None and lines[0]["kind"] == "observation":
                note = image_note(step.observation) or {}
                lines[0]["image"] = {**note, "bytes": blob[1], "sha256": blob[0]}
            whole = (
                step_record(step, redacted=self.redact_steps, image=blob[0] if blob else None) if self._steps else None
            )
            self._write(lines, whole)
            self._recorded = step.observation.epoch if step.observation else self._recorded
            self._last = next((r.observation for r in reversed(step.receipts) if r.observation), self._last)

    def end(self, episode: Episode) -> Path:
        """Writes the end record and commits the episode.

        Returns:
            The folder of the committed episode.
        """
        with self._lock:
            self._check()
            record = end_record(episode)
            named = {"kind": "end", "episode": episode.id}
            whole = named | self._whole(record) | named
            if self._last is not None and self._last.epoch > self._recorded:
                halves = cut_labels(self._last.marks) if self.redact_steps else ()
                whole["observation"] = observation_record(self._last, replace(self._rules, halves=halves))
            self._write([named | clean(record) | named], whole)
            part = self._part
            assert part is not None
            self._shut(durable=self.durable)
            return publish(part, self.folder, episode.id, durable=self.durable)

    def close(self) -> None:
        """Leaves an episode that was not ended where it is, marked as crashed by its missing end record."""
        with self._lock:
            self._shut(durable=False)

    def __enter__(self) -> Recorder:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _whole(self, value: Any) -> Any:
        return clean(value, self._rules)

    def _check(self) -> None:
        if self._broken is not None:
            raise self._broken
        if self._trace is None:
            raise TraceError("No episode is being recorded.", fix="Call start() first.")

    def _write(self, lines: list[dict[str, Any]], whole: Mapping[str, Any] | None) -> None:
        self._check()
        assert self._trace is not None
        try:
            data = b"".join([encode(line) for line in lines])
            research = encode(whole) if self._steps is not None and whole is not None else b""
        except (TypeError, ValueError) as error:
            raise TraceError(f"Something in episode {self.episode} is no JSON value: {error}.") from error
        try:
            if self._steps is not None and research:
                self._steps.append(research)
            self._trace.append(data)
        except TraceError as error:
            self._broken = error
            raise

    def _keep_image(self, seen: Observation | None) -> tuple[str, int] | None:
        if not self.images or seen is None or seen.image is None or self._part is None:
            return None
        import io

        buffer = io.BytesIO()
        seen.image.save(buffer, "PNG", compress_level=1)
        content = buffer.getvalue()
        name = hashlib.sha256(content).hexdigest()
        try:
            path = inside(self._part, f"{BLOBS}/{name}.png")
            if not path.exists():
                path.write_bytes(content)
        except OSError as error:
            self._broken = trouble("Picture in", self._part, error)
            raise self._broken from error
        return name, len(content)

    def _shut(self, *, durable: bool) -> None:
        files = [f for f in (self._trace, self._steps) if f is not None]
        self._trace = self._steps = self._part = None
        for file in files:
            file.close(durable=durable)


def end_record(episode: Episode) -> dict[str, Any]:
    """How an episode ended and what it cost: a row of every results table."""
    phases: dict[str, float] = {}
    for step in episode.steps:
        for name, seconds in step.seconds.items():
            phases[name] = phases.get(name, 0.0) + seconds
    outcome = episode.outcome
    return {
        "episode": episode.id,
        "task": episode.task,
        "arm": episode.arm,
        "seed": episode.seed,
        "trial": episode.trial,
        "device": episode.device,
        "success": outcome.success,
        "ending": outcome.ending,
        "answer": outcome.answer,
        "fault": outcome.fault,
        "code": outcome.code,
        "reason": outcome.reason,
        "started": episode.started,
        "seconds": round(episode.seconds, 6),
        "steps": len(episode.steps),
        "model_calls": len(episode.steps),
        "tool_calls": sum(len(step.receipts) for step in episode.steps),
        "phases": {name: round(seconds, 6) for name, seconds in phases.items()},
        **usage_dict(episode.usage),
        "extras": dict(episode.extras),
    }
