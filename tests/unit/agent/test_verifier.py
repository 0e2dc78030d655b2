from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from fake_judges import Judge
from fake_phone import look, mark
from fake_session import do, fake_session
from PIL import Image

from kit.agent.traced import run_episode, run_recorded
from kit.agent.verifier import Verifier, read_verdict, verdict_fields, verifier_of
from kit.errors import Killed, ModelUnreachable, UsageError
from kit.models.fallback import Attempt, Candidate, Fallback
from kit.models.repair import UnusableReply
from kit.settings import Settings, resolve
from kit.tools.review import Claim
from kit.tools.taskdoc import RouteItem
from kit.types import Model, Picture, Reply, ToolCall, Usage

ROUTE = (RouteItem(id="r1", text="Flip the switch", status="completed", evidence_note="it shows on"),)
KEYS = {"finish_verifier", "finish_verifier_verdict"}


def claim(**changes: Any) -> Claim:
    picture = Image.new("RGB", (1080, 2400), "white")
    seen = look([mark(1, "Wi-Fi switch")], image=picture)
    given = {"goal": "Turn on Wi-Fi", "answer": "on", "status": "completed", "evidence": ("it is blue",)}
    return Claim(**({**given, "route": ROUTE, "screens": (seen,)} | changes))


def verifier(model: Model, **settings: Any) -> Verifier:
    return Verifier(make=lambda: model, settings=Settings(**settings))


def test_it_is_asked_once_with_only_a_verdict_to_give_and_no_randomness() -> None:
    judge = Judge(True)
    assert verifier(judge)(claim()).status == "pass"
    ((messages, tools, sampler),) = judge.prompts
    assert [t.name for t in tools] == ["verdict"]
    assert sampler.temperature == 0.0
    assert [m.role for m in messages] == ["system", "user"]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_its_prompt_holds_the_claim_and_the_screens(lang: str) -> None:
    judge = Judge(True)
    verifier(judge, lang=lang)(claim())
    text = judge.prompts[0][0][1].text
    for words in ("Turn on Wi-Fi", "it is blue", "Flip the switch", "it shows on", "Wi-Fi switch", "'on'"):
        assert words in text


def test_one_that_sees_gets_the_screenshots_scaled_and_unmarked() -> None:
    judge = Judge(True, sees=True)
    verifier(judge, image_side=600)(claim())
    parts = judge.prompts[0][0][1].parts
    (picture,) = [p for p in parts if isinstance(p, Picture)]
    assert picture.image.size == (270, 600)
    assert picture.image.getcolors() == [(270 * 600, (255, 255, 255))]
    assert "Wi-Fi switch" not in judge.prompts[0][0][1].text


def test_pictures_stay_home_when_none_may_be_sent() -> None:
    judge = Judge(True, sees=True)
    verifier(judge, send_images=False)(claim())
    assert not any(isinstance(p, Picture) for p in judge.prompts[0][0][1].parts)


def test_the_verdict_is_one_redacted_line_of_200_characters_with_time_and_tokens() -> None:
    verdict = verifier(Judge(False, "Card 4111 1111 1111 1111\nis\tshown. " + "x y " * 90))(claim())
    assert (verdict.status, verdict.approve) == ("fail", False)
    assert verdict.reason.startswith("Card [card] is shown. x y x")
    assert len(verdict.reason) == 200
    assert verdict.latency_ms >= 0
    assert verdict.record()["usage"] == {
        "input_tokens": 40,
        "output_tokens": 7,
        "cache_read_tokens": 0,
        "cache_write_tokens": None,
    }


def test_a_secret_is_redacted_before_it_is_cut() -> None:
    verdict = verifier(Judge(False, "y " * 95 + "4111 1111 1111 1111"))(claim())
    assert "4111" not in verdict.reason


class Broken:
    name = "broken"

    def __init__(self, error: Exception | Reply) -> None:
        self.error = error

    def complete(self, *_: Any) -> Reply:
        if isinstance(self.error, Reply):
            return self.error
        raise self.error


def said(**arguments: Any) -> Reply:
    return Reply(calls=(ToolCall(id="v", name="verdict", arguments=arguments),))


@pytest.mark.parametrize(
    "trouble",
    [
        ModelUnreachable("down"),
        RuntimeError("a bug"),
        Reply(text="I think it is fine."),
        said(approve="yes", reason="r"),
        said(reason="r"),
        Reply(calls=(ToolCall(id="t", name="tap", arguments={}),)),
    ],
)
def test_whatever_goes_wrong_is_skipped_and_never_a_pass(trouble: Any) -> None:
    verdict = verifier(Broken(trouble))(claim())
    assert (verdict.status, verdict.approve) == ("skipped", None)
    assert verdict.reason


def test_tokens_of_an_unreadable_reply_are_booked() -> None:
    reply = Reply(text="hm", usage=Usage(input_tokens=5))
    verdict = verifier(Broken(UnusableReply("no call", reply=reply)))(claim())
    assert (verdict.status, verdict.usage.input_tokens) == ("skipped", 5)


def test_one_that_cannot_be_built_is_skipped() -> None:
    def fails() -> Model:
        raise UsageError("no endpoint")

    verdict = Verifier(make=fails, settings=Settings())(claim())  # type: ignore[call-arg,unused-ignore]
    assert verdict.status == "skipped"
    assert "no endpoint" in verdict.reason


def test_the_kill_switch_is_no_failure_of_the_verifier() -> None:
    with pytest.raises(Killed):
        verifier(Broken(Killed("stop")))(claim())


@pytest.mark.parametrize("policy", ["oracle", "random", "do-nothing"])
def test_a_policy_that_plays_a_script_cannot_judge(policy: str) -> None:
    verdict = verifier_of(Settings(model=policy), acting=Judge(True))(claim())
    assert verdict.status == "skipped"
    assert "verifier_model" in verdict.reason


def test_the_acting_model_judges_when_it_is_a_remote_or_local_one() -> None:
    acting = Judge(True)
    assert verifier_of(Settings(model="remote:m"), acting=acting)(claim()).status == "pass"
    assert len(acting.prompts) == 1


def test_the_model_named_judges_instead() -> None:
    acting = Judge(True)
    settings = Settings(model="remote:m", verifier_model="fake_judges:rejects")
    assert verifier_of(settings, acting=acting)(claim()).status == "fail"
    assert acting.prompts == []


def test_a_reply_with_a_verdict_is_read() -> None:
    assert read_verdict(said(approve=False, reason="no")) == (False, "no")


def test_without_a_session_there_are_no_fields() -> None:
    assert verdict_fields(None) == {}


def test_the_rejections_receipt_says_what_is_written_down(monkeypatch: pytest.MonkeyPatch) -> None:
    session = fake_session(monkeypatch, finish_verify="always")
    session.review.verify = verifier(Judge(False, "Mail a@b.example is unsent"))
    do(session, "finish", evidence=["x"])
    receipt = do(session, "finish", evidence=["x"], confirm=True)
    reason = verdict_fields(session)["finish_verifier_verdict"]["reason"]
    assert reason == "Mail [email] is unsent"
    assert reason in receipt.text


# --- whole runs ------------------------------------------------------------------------------------------------------------

FAST = {"model": "oracle", "screenshots": False, "observe_settle_ms": 0, "plugins": "off"}


def test_an_episode_says_what_its_verifier_said() -> None:
    episode = run_episode(
        "clock_alarm_on", FAST | {"finish_verify": "always", "verifier_model": "fake_judges:approves"}
    )
    assert episode.outcome.success is True
    assert episode.extras["finish_verifier"] == "pass"
    assert episode.extras["finish_verifier_verdict"]["usage"]["input_tokens"] == 40


def test_a_verifier_that_keeps_rejecting_hands_the_run_over() -> None:
    episode = run_episode("clock_alarm_on", FAST | {"finish_verify": "always", "verifier_model": "fake_judges:rejects"})
    assert (episode.outcome.success, episode.outcome.ending) == (False, "take_over")
    assert episode.outcome.answer == "The switch is off."
    assert episode.extras["finish_verifier"] == "fail"


@pytest.mark.parametrize(("mode", "status"), [("always", "pass"), ("auto", "skipped"), ("off", "skipped")])
def test_a_single_run_writes_both_keys_to_run_json(tmp_path: Path, mode: str, status: str) -> None:
    given = FAST | {"finish_verify": mode, "verifier_model": "fake_judges:approves", "trace_dir": str(tmp_path)}
    settings, origins = resolve(given, environ={})
    episode = run_recorded("task:clock_alarm_on", settings, origins)
    folder = episode.trace
    assert folder is not None
    header = json.loads((folder / "run.json").read_text("utf-8"))
    assert header["finish_verifier"] == episode.extras["finish_verifier"] == status
    assert (header["finish_verifier_verdict"] is None) is (mode != "always")
    assert header["fingerprint"]


def test_a_run_that_never_had_a_session_writes_neither_key() -> None:
    from kit.agent.episode import Job, play
    from kit.errors import DeviceLost
    from kit.phones.open import open_device

    settings = Settings(**FAST)  # type: ignore[arg-type]
    with open_device("sim:0", settings=settings) as phone:

        def lost(*_: Any, **__: Any) -> Any:
            raise DeviceLost("unplugged")

        phone.transport.shell = lost  # type: ignore[method-assign]
        episode = play(phone, Job(goal="Turn on Wi-Fi"), settings.model_copy(update={"model": "do-nothing"}))
    assert episode.outcome.ending == "error"
    assert not KEYS & episode.extras.keys()


def test_every_verdict_is_in_the_trace(tmp_path: Path) -> None:
    given = FAST | {"finish_verify": "always", "verifier_model": "fake_judges:rejects", "trace_dir": str(tmp_path)}
    settings, origins = resolve(given, environ={})
    folder = run_recorded("task:clock_alarm_on", settings, origins).trace
    assert folder is not None
    (trace,) = folder.glob("episodes/*/trace.jsonl")
    events = [json.loads(line) for line in trace.read_text("utf-8").splitlines()]
    verdicts = [e for e in events if e["kind"] == "finish_verifier"]
    assert [(v["status"], v["reason"]) for v in verdicts] == [("fail", "The switch is off.")] * 2


def test_the_acting_model_as_judge_reports_its_attempts_as_the_verifiers() -> None:
    told: list[Attempt] = []
    acting = Fallback([Candidate(model=Judge(True))])
    assert verifier_of(Settings(model="remote:m"), acting=acting, report=told.append)(claim()).status == "pass"
    assert [a.code for a in told] == [""]


def test_a_judge_of_its_own_reports_its_attempts_and_inherits_no_cache_marks() -> None:
    told: list[Attempt] = []
    settings = Settings(model="remote:m", verifier_model="fake_judges:approves", cache_marks="ephemeral")
    assert verifier_of(settings, report=told.append)(claim()).status == "pass"
    assert [(a.request.cache, a.window) for a in told] == [("off", 0)]
