"""A finished episode as it is kept: goal, way, outcome, lessons, derived from its steps alone. Pure.

A record holds no typed text, no answer, no picture and no mark id. What was typed is told as `[typed]` wherever it stands,
also in the goal, so that two runs that differ only in it teach the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Literal

from kit.memory.experience import experience_id, worked
from kit.memory.words import Clean, has_han, runs, scrub, words
from kit.screen.signature import structural
from kit.types import Episode, Observation, Receipt, Step

SCHEMA = 1
ACTIONS = frozenset({"tap", "long_press", "type_text", "swipe", "scroll", "back", "home", "launch_app"})
"""Tools whose calls are a way through an app."""

MOST_STEPS, MOST_LESSONS, MOST_NAMES = 40, 8, 8
KEYS = "[keys]"
"""What stands for a run of taps on keys of one character."""

LABEL_MAX, GOAL_MAX = 48, 300
"""Characters of a label and of a goal that are kept."""

Verdict = Literal["verified", "contradicted", "unknown"]


def verdict_of(episode: Episode) -> tuple[Verdict, str]:
    """Whether somebody other than the agent says it worked, and who: "check", "verifier" or "".

    The check of the true state beats the verifier. A fault of the infrastructure or of the verifier says nothing.
    """
    outcome = episode.outcome
    judged = str(episode.extras.get("finish_verifier", ""))
    if outcome.success is not None:
        if outcome.success:
            return "verified", "check"
        return ("contradicted", "check") if outcome.fault == "agent" else ("unknown", "")
    if judged == "fail":
        return "contradicted", "verifier"
    if judged == "pass" and outcome.ending == "finish" and outcome.fault is None:
        return "verified", "verifier"
    return "unknown", ""


def record_of(
    episode: Episode, clean: Clean, *, apps: Collection[str] = (), given: Sequence[str] = ()
) -> dict[str, Any]:
    """The episode as it is kept: goal, route, outcome, verdict, steps, lessons. Raises whatever `clean` raises.

    Args:
        episode: finished.
        clean: takes secrets out of a text.
        apps: packages that can be launched; only these are apps of the route. Empty: all.
        given: ids of the experiences this episode had in its prompt.
    """
    typed = typed_texts(episode.steps, clean)

    def plain(
        text: str,
    ) -> str:  # secrets first: what is taken out of the middle of one would hide the rest from the rules
        return _untyped(clean(text), typed)

    did = _keys_as_one([_action(receipt, before, plain) for receipt, before in _calls(episode.steps)])
    goal = plain(episode.goal)
    verdict, by = verdict_of(episode)
    route = list(dict.fromkeys(a["app"] for a in did if a["app"] and (not apps or a["app"] in apps)))
    steps = [{k: a[k] for k in ("tool", "label", "app", "status", "code", "effect")} for a in did[:MOST_STEPS]]
    kept = {
        "schema": SCHEMA,
        "task": episode.task,
        "goal": (goal if words(goal) else clean(episode.goal))[:GOAL_MAX],
        "ending": episode.outcome.ending,
        "code": episode.outcome.code,
        "success": episode.outcome.success,
        "verdict": verdict,
        "by": by,
        "apps": route,
        "names": list(dict.fromkeys(_names(did, clean(episode.goal))))[:MOST_NAMES],
        "steps": steps,
        "lessons": list(_lessons(did))[:MOST_LESSONS],
        "given": list(given),
    }
    kept = scrub(kept, clean)
    kept["names"] = [name for name in kept["names"] if "[" not in name]
    return {**kept, "experience": experience_id(kept), "time": episode.started, "episode": episode.id}


def typed_texts(steps: Sequence[Step], clean: Clean) -> tuple[str, ...]:
    """Every text that was typed, as it is and without its secrets, longest first.

    Those of one or two characters are left out: they would be found inside of any word.
    """
    texts = {
        str(r.call.arguments.get("text", "")).strip()
        for step in steps
        for r in step.receipts
        if r.call.name == "type_text"
    }
    return tuple(sorted((t for text in texts for t in {text, clean(text)} if len(t) > 2), key=len, reverse=True))


# --- inside ---------------------------------------------------------------------------------------------------------


def _calls(steps: Sequence[Step]) -> Iterator[tuple[Receipt, Observation | None]]:
    """Every action with the observation it was made on."""
    for step in steps:
        before = step.observation
        for receipt in step.receipts:
            if receipt.call.name in ACTIONS and receipt.status != "skipped":
                yield receipt, before
            before = receipt.observation or before


def _action(receipt: Receipt, before: Observation | None, plain: Clean) -> dict[str, str]:
    mark = receipt.target
    given = receipt.call.arguments
    said = next((str(given[k]) for k in ("target_description", "name", "direction") if given.get(k)), "")
    named = lead(plain(mark.label)) if mark is not None and mark.label else plain(said)
    if mark is not None and "password" in mark.states:
        named = "password"
    seen = receipt.observation
    front = before.foreground.package if before is not None else ""
    entered = seen.foreground.package if seen is not None else ""
    return {
        "tool": receipt.call.name,
        "label": named[:LABEL_MAX],
        "named": lead(mark.label if mark is not None and mark.label else said),
        "app": entered if receipt.call.name == "launch_app" and entered else front,
        "screen": structural(before) if before is not None else "",
        "activity": before.foreground.activity.rpartition(".")[2] if before is not None else "",
        "status": receipt.status,
        "code": receipt.code,
        "effect": effect(before, seen),
    }


def _keys_as_one(did: Sequence[dict[str, str]]) -> list[dict[str, str]]:
    """Taps on keys of one character are typing by another way: which keys they were is not kept."""
    kept: list[dict[str, str]] = []
    for action in did:
        key = action["tool"] == "tap" and len(action["label"]) == 1 and action["status"] == "ok"
        action = {**action, "label": KEYS} if key else action
        if not (key and kept and kept[-1]["label"] == KEYS):
            kept.append(action)
    return kept


def effect(before: Observation | None, seen: Observation | None) -> str:
    """What an action changed: "screen", "content", "none", or "" where nobody looked."""
    if before is None or seen is None:
        return ""
    if structural(before) != structural(seen):
        return "screen"
    same = [(m.full_label, m.states, m.value) for m in before.marks] == [
        (m.full_label, m.states, m.value) for m in seen.marks
    ]
    return "none" if same and before.texts == seen.texts else "content"


def lead(label: str) -> str:
    """What a control is called, without the state or summary that many rows append after a comma or a line's end."""
    first = label.replace("，", ",").replace("\n", ",").split(",")[0].strip()
    return first if len(first) > 1 else label.strip()


def _untyped(text: str, typed: Sequence[str]) -> str:
    for entry in typed:
        text = text.replace(entry, "[typed]")
    return text


def _names(did: Sequence[Mapping[str, str]], goal: str) -> Iterator[str]:
    """What the goal and a control that was used both say: a contact, a folder, a setting."""
    asked = f" {' '.join(runs(goal))} "
    for action in did:
        form = " ".join(runs(action["named"]))
        if action["status"] != "ok" or action["tool"] == "launch_app":
            continue  # apps are known by their packages
        if len(form) < 2 or form.replace(" ", "").isdigit():
            continue
        if (form in asked) if has_han(form) else (f" {form} " in asked):
            yield action["named"][:LABEL_MAX]


def _lessons(did: Sequence[Mapping[str, str]]) -> Iterator[dict[str, str]]:
    """What failed or did nothing, on which screen, and the next thing that did something there."""
    told: set[tuple[str, str, str]] = set()
    for n, action in enumerate(did):
        kind = _trouble(action)
        key = (kind, action["label"], action["screen"])
        if not kind or key in told:
            continue
        told.add(key)
        instead = next((d for d in did[n + 1 :] if d["screen"] == action["screen"] and worked(d)), None)
        other = instead["label"] or instead["tool"] if instead is not None else ""
        yield {
            "kind": kind,
            "tool": action["tool"],
            "label": action["label"],
            "app": action["app"],
            "where": action["activity"],
            "code": action["code"],
            "instead": "" if instead is not None and other == action["label"] else other,
        }


def _trouble(action: Mapping[str, str]) -> str:
    if action["status"] in ("error", "warned"):
        return "warned" if action["status"] == "warned" else "failed"
    if action["status"] == "unknown":
        return "unknown"
    quiet = action["tool"] in ("tap", "long_press", "swipe", "scroll") and action["effect"] == "none"
    return "no_effect" if quiet else ""
