"""Candidates in order, and how settings name them."""

from __future__ import annotations

import pickle

import pytest
from fake_turns import Says

from kit.errors import ModelUnreachable, UsageError
from kit.models.fallback import Attempt, Candidate, Fallback, parse_fallbacks
from kit.models.prepare import Preparation
from kit.models.scripted import DoNothing
from kit.types import Message, Reply, Sampler, Text, Usage

ASK = (Message(role="user", parts=(Text(text="Goal: x"),)),)


class Sees(Says):
    sees = True


def test_the_first_that_answers_is_taken_and_a_substitute_says_so() -> None:
    one, two = Says(name="a"), Says(name="b")
    both = Fallback([Candidate(model=one), Candidate(model=two)])
    assert both.complete(ASK, (), Sampler()).extras == {}
    assert two.asked == []
    one.answer = ModelUnreachable("down")
    assert both.complete(ASK, (), Sampler()).extras == {"attempt": 2}
    assert both.name == "a"


def test_it_sees_when_one_of_them_does() -> None:
    assert Fallback([Candidate(model=Says()), Candidate(model=Sees())]).sees
    assert not Fallback([Candidate(model=Says())]).sees


def test_what_the_report_raises_ends_the_call() -> None:
    def report(attempt: Attempt) -> None:
        raise RuntimeError(attempt.model)

    with pytest.raises(RuntimeError, match="says"):
        Fallback([Candidate(model=Says())], report=report).complete(ASK, (), Sampler())


def test_errors_that_are_not_the_models_are_not_hidden() -> None:
    one, two = Says(ValueError("bug")), Says()
    with pytest.raises(ValueError, match="bug"):
        Fallback([Candidate(model=one), Candidate(model=two)]).complete(ASK, (), Sampler())
    assert two.asked == []


def test_it_can_be_pickled_and_closed() -> None:
    closed: list[str] = []

    class Closes(Says):
        def close(self) -> None:
            closed.append(self.name)

    Fallback([Candidate(model=Closes(name="a")), Candidate(model=Says())]).close()
    assert closed == ["a"]
    copy = pickle.loads(pickle.dumps(Fallback([Candidate(model=DoNothing(), how=Preparation(window=9000))])))
    assert isinstance(copy.complete(ASK, (), Sampler()), Reply)


def test_no_candidates_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(UsageError):
        Fallback([])


def test_fallback_models_as_settings_name_them() -> None:
    assert parse_fallbacks("") == ()
    assert parse_fallbacks("remote:a, remote:b@2024") == (("remote:a", 0), ("remote:b@2024", 0))
    assert parse_fallbacks("remote:a,remote:b", "8000, 0") == (("remote:a", 8000), ("remote:b", 0))
    for names, windows in (("a,b", "1"), ("a", "x"), ("", "5"), ("a", "-1")):
        with pytest.raises(UsageError, match="fallback_windows"):
            parse_fallbacks(names, windows)


def test_what_a_provider_says_corrects_the_measure_for_that_model_alone() -> None:
    attempts: list[Attempt] = []
    one, two = Says(Reply(usage=Usage(input_tokens=40)), name="a"), Says(name="b")
    one.protocol = two.protocol = "openai_chat"  # type: ignore[attr-defined]
    both = Fallback([Candidate(model=one), Candidate(model=two)], report=attempts.append)
    long = (Message(role="user", parts=(Text(text="x" * 64),)),)
    both.complete(long, (), Sampler())
    both.complete(long, (), Sampler())
    assert [(a.request.estimate.tokens, a.request.estimate.source) for a in attempts] == [
        (20, "heuristic"),
        (40, "calibrated"),
    ]
    one.answer = ModelUnreachable("down")
    both.complete(long, (), Sampler())
    assert attempts[-1].request.estimate.tokens == 20
