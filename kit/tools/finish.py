"""Tools that end a run: finish, in two phases and judged by an independent verifier, and take_over.

Spec: harness, finish. The first finish brings a review packet, the second, with `confirm=true`, settles it, if the screen
is still the one the packet was shown at. A refused finish leaves no trace in the session's state.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from annotated_types import Len
from pydantic import WithJsonSchema

from kit.errors import ToolRefused
from kit.events import FinishJudged
from kit.tools.phrases import clip, say, shortlist
from kit.tools.review import Claim, Verdict
from kit.tools.risks import is_launcher, risky_words
from kit.tools.session import Done, Session
from kit.tools.spec import verb
from kit.tools.taskdoc import check_finish, missing_evidence

REJECTIONS = 2
"""Rejections in a row after which the run is handed over (spec: harness, finish)."""
SHOWN_TEXTS = 8
SHOWN_CHARS = 200

PHRASES: dict[str, dict[str, str]] = {
    "no_evidence": {
        "en": "evidence is empty: say what was seen that proves it, one fact each. Nothing was recorded.",
        "zh": "evidence 为空：请逐条写明看到的证据。未记录任何状态。",
    },
    "no_note": {
        "en": "These route items are claimed completed without an evidence_note: {items}. Add it with update_task_doc.",
        "zh": "以下路线项声明为 completed 但没有 evidence_note：{items}。请先用 update_task_doc 补上证据。",
    },
    "rejected": {
        "en": "The independent verifier rejected this finish: {reason} The run goes on; correct it, then finish again.",
        "zh": "独立验收未通过：{reason} run 继续；请修正后再 finish。",
    },
    "handed_over": {
        "en": "The independent verifier rejected the finish {count} times in a row; handed over to the person: {reason}",
        "zh": "独立验收连续 {count} 次未通过；已交给用户：{reason}",
    },
    "head": {
        "en": "Review before finishing, screen#{seq}. Nothing has ended yet.",
        "zh": "定稿前复核，screen#{seq}。任务尚未结束。",
    },
    "moved": {
        "en": "The screen has moved on from screen#{old} since the last review, so it was not settled.",
        "zh": "屏幕自上次复核（screen#{old}）后已变化，本次未定稿。",
    },
    "facts": {"en": "## World facts", "zh": "## 世界事实"},
    "route": {"en": "## Route state", "zh": "## 路线状态"},
    "doubts": {"en": "## Doubts", "zh": "## 疑点"},
    "options": {"en": "## Options", "zh": "## 选项"},
    "front": {"en": "- in front: {front}; {count} marks{keyboard}", "zh": "- 前台：{front}；marks {count}{keyboard}"},
    "keyboard": {"en": "; keyboard open", "zh": "；键盘已打开"},
    "blind": {"en": "- there is no valid observation of the screen", "zh": "- 当前没有有效观测"},
    "texts": {"en": "- it reads: {texts}", "zh": "- 屏幕文字：{texts}"},
    "last": {"en": "- last action: {tool} -> {status}: {words}", "zh": "- 最后动作：{tool} → {status}：{words}"},
    "fact": {"en": "- noted: {words}", "zh": "- 已记事实：{words}"},
    "claim": {"en": "- claimed: {status}, answer {answer!r}", "zh": "- 声明：{status}，answer {answer!r}"},
    "evidence": {"en": "- evidence: {words}", "zh": "- 证据：{words}"},
    "no_board": {"en": "- no route was written down", "zh": "- 没有路线"},
    "no_doubts": {"en": "- none found", "zh": "- 未发现"},
    "failed": {"en": "- the last action did not succeed ({code})", "zh": "- 最后一步工具未成功（{code}）"},
    "invalid": {"en": "- the observation is not valid ({code})", "zh": "- 观测无效（{code}）"},
    "launcher": {"en": "- the home screen is in front", "zh": "- 前台是桌面"},
    "blocked": {"en": "- not done: {id} ({reason})", "zh": "- 未完成：{id}（{reason}）"},
    "choices": {
        "en": "- all of it holds: call finish again with confirm=true (the answer may be corrected)\n"
        "- something is missing: go on working\n- it cannot be done: finish with status=impossible\n"
        "- only the person can do it: take_over",
        "zh": "- 确认无误：以 confirm=true 再次调用 finish（可更正 answer）\n- 还有遗漏：继续操作\n"
        "- 无法达成：以 status=impossible 调用 finish\n- 只能由用户完成：take_over",
    },
    "no_reason": {
        "en": "reason is empty: say what the person has to do. The run goes on.",
        "zh": "reason 为空：请写明需要用户做什么。run 继续。",
    },
    "declined": {
        "en": "The person does not take over; the run goes on.",
        "zh": "用户未接手；run 继续。",
    },
}

Evidence = Annotated[
    list[str],
    "What was seen on the screen that proves it, one fact each; at least one.",
    WithJsonSchema({"type": "array", "minItems": 1, "items": {"type": "string"}}),
]


@verb(
    zh="结束任务，分两段：第一次返回复核包，核对后带 confirm=true 再次调用才定稿。evidence 必填；问题类任务把答案写在 answer；"
    "确实无法完成时 status 写 impossible。",
    observes=False,
)
def finish(
    session: Session,
    evidence: Evidence,
    answer: Annotated[str, "The answer, when the goal asks for one; otherwise empty."] = "",
    status: Annotated[
        Literal["completed", "impossible"], "impossible: the goal cannot be reached on this phone."
    ] = "completed",
    confirm: Annotated[bool, "true settles it, after the review that the first call brings."] = False,
) -> Done:
    """Ends the run, in two steps: the first call brings a review, a second one with confirm=true settles it.

    Raises:
        ToolRefused: finish_no_evidence, taskdoc_open, finish_no_note; finish_rejected by the verifier. The run goes on.
    """
    lang, mode = session.settings.lang, session.settings.finish_verify
    facts = tuple(line for words in evidence if (line := " ".join(words.split())))
    if not facts:
        raise _refused(session, "no_evidence")
    check_finish(session.board, lang)
    if bare := missing_evidence(session.board):
        raise _refused(session, "no_note", items=", ".join(item.id for item in bare))
    claim = _claim(session, facts, answer, status)
    if mode != "off":
        seq = _sequence(session)
        if not confirm or session.review.packet != seq:
            moved = session.review.packet if confirm else None
            session.review.packet = seq
            return Done(text=_packet(session, claim, seq, moved), code="finish_review")
        handed_over = _judge(session, claim)
        if handed_over is not None:
            return handed_over
    return Done(text=say(lang, "finished", status=status), final="finish", answer=answer, details={"status": status})


@verb(zh="交给用户处理（登录、支付、验证码等需要本人操作时）。", observes=False)
def take_over(session: Session, reason: Annotated[str, "What the person has to do.", Len(1, 500)]) -> Done:
    """Hands over to the person, for what only they may do: log in, pay, prove who they are. Ends the run.

    Raises:
        ToolRefused: take_over_no_reason, take_over_declined by the person; the run goes on.
    """
    if not reason.strip():
        raise ToolRefused(_say(session, "no_reason"), code="take_over_no_reason")
    if session.person is not None and not session.person(reason):
        raise ToolRefused(_say(session, "declined"), code="take_over_declined")
    return Done(text=say(session.settings.lang, "taken_over", reason=reason), final="take_over", answer=reason)


def contradictions(session: Session) -> list[tuple[str, str]]:
    """What speaks against any finish now, as (phrase key, code): last action failed, observation invalid, home in front."""
    found: list[tuple[str, str]] = []
    last, seen = session.review.last, session.observation
    if last is not None and last.status != "ok":
        found.append(("failed", last.code or last.status))
    if seen is None or seen.marks_code:
        found.append(("invalid", seen.marks_code if seen else "none"))
    if seen is not None and is_launcher(seen.foreground.package):
        found.append(("launcher", "launcher"))
    return found


def triggered(session: Session, claim: Claim) -> bool:
    """Whether the verifier has to judge this finish (spec: harness, finish: auto, always, off)."""
    mode = session.settings.finish_verify
    if mode != "auto":
        return mode == "always"
    return bool(risky_words(claim.goal) or contradictions(session))


def _judge(session: Session, claim: Claim) -> Done | None:
    """The verifier's word, where it is asked: None lets the finish through, a second rejection hands the run over."""
    review = session.review
    if not triggered(session, claim):
        return None
    if review.verify is None:
        verdict = Verdict(status="skipped", approve=None, reason="There is no verifier in this session.")
    else:
        verdict = review.verify(claim)
    review.verdicts.append(verdict)
    session.bus.emit(FinishJudged(episode=session.episode, **review.fields()))
    if verdict.status != "fail":
        review.rejections = 0
        return None
    review.rejections += 1
    review.packet = None
    if review.rejections < REJECTIONS:
        raise _refused(session, "rejected", reason=verdict.reason)
    words = _say(session, "handed_over", count=review.rejections, reason=verdict.reason)
    return Done(text=words, final="take_over", answer=verdict.reason, code="finish_rejected")


def _claim(session: Session, evidence: tuple[str, ...], answer: str, status: str) -> Claim:
    board = session.board
    screens = tuple(session.review.screens)[-session.settings.verifier_screens :]
    return Claim(
        goal=board.goal_base if board is not None else session.goal,
        answer=answer,
        status=status,
        evidence=evidence,
        route=board.route if board is not None else (),
        screens=screens,
    )


def _sequence(session: Session) -> int:
    """The number of the last committed frame; -1 before the first."""
    return session.before.screen_seq if session.before is not None else -1


def _packet(session: Session, claim: Claim, seq: int, moved: int | None) -> str:
    """The review: four sections. The goal is not repeated: it stands on the pinned board only."""
    head = [_say(session, "moved", old=moved)] if moved is not None else []
    sections = (("facts", _facts), ("route", _route), ("doubts", _doubts))
    lines = [*head, _say(session, "head", seq=seq)]
    for name, content in sections:
        lines += [_say(session, name), *content(session, claim)]
    return "\n".join([*lines, _say(session, "options"), _say(session, "choices")])


def _facts(session: Session, claim: Claim) -> list[str]:
    seen, last = session.observation, session.review.last
    lines = [_say(session, "blind")]
    if seen is not None:
        keyboard = _say(session, "keyboard") if seen.keyboard is not None else ""
        lines = [_say(session, "front", front=seen.foreground.component, count=len(seen.marks), keyboard=keyboard)]
        shown = shortlist(session.settings.lang, [_short(t) for t in seen.texts], SHOWN_TEXTS, joint=" | ")
        lines += [_say(session, "texts", texts=shown)] if shown else []
    if last is not None:
        words = _short(last.text.removeprefix("error: "))
        lines.append(_say(session, "last", tool=last.call.name, status=last.status, words=words))
    if session.board is not None:
        lines += [_say(session, "fact", words=fact) for fact in session.board.facts]
    lines.append(_say(session, "claim", status=claim.status, answer=_short(claim.answer)))
    return lines + [_say(session, "evidence", words=_short(words)) for words in claim.evidence]


def _route(session: Session, claim: Claim) -> list[str]:
    lines = [f"- [{i.status}] {i.id}: {_short(i.text)} | {_short(i.evidence_note or i.reason)}" for i in claim.route]
    return [line.removesuffix(" | ") for line in lines] or [_say(session, "no_board")]


def _doubts(session: Session, claim: Claim) -> list[str]:
    lines = [_say(session, key, code=code) for key, code in contradictions(session)]
    if claim.status == "completed":
        left = [item for item in claim.route if item.status == "blocked"]
        lines += [_say(session, "blocked", id=item.id, reason=_short(item.reason)) for item in left]
    return lines or [_say(session, "no_doubts")]


def _short(words: str) -> str:
    return clip(" ".join(words.split()), SHOWN_CHARS)


def _say(session: Session, key: str, **values: Any) -> str:
    return PHRASES[key][session.settings.lang].format(**values)


def _refused(session: Session, key: str, **values: Any) -> ToolRefused:
    return ToolRefused(_say(session, key, **values), code=f"finish_{key}")
