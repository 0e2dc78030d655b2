"""Numbers a reader will believe."""

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.errors import UnknownName, UsageError
from kit.lab.stats import mcnemar, paired, summary, wilson


def table(**arms):
    rows = [
        {
            "arm": arm,
            "task": f"t{n // 2}",
            "seed": n % 2,
            "trial": 0,
            "success": bool(ok),
            "fault": fault,
            "code": "",
            "steps": 4,
            "seconds": 2.0,
        }
        for arm, results in arms.items()
        for n, (ok, fault) in enumerate(results)
    ]
    frame = pd.DataFrame(rows)
    frame["success"] = frame["success"].astype("boolean")
    return frame


WON, LOST, BROKEN, UNSURE = (1, None), (0, "agent"), (0, "infrastructure"), (0, "verifier")


def test_wilson_is_the_published_interval():
    # Newcombe (1998), table I: 81 of 263 and 15 of 148 by Wilson's score method
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=1e-4)
    assert wilson(15, 148) == pytest.approx((0.0624, 0.1605), abs=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)
    with pytest.raises(UsageError):
        wilson(3, 2)


@given(st.integers(1, 200).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_holds_the_rate_and_stays_in_range(case):
    successes, episodes = case
    low, high = wilson(successes, episodes)
    assert -1e-9 <= low <= successes / episodes + 1e-9
    assert successes / episodes - 1e-9 <= high <= 1 + 1e-9
    assert high > low


def test_infrastructure_faults_are_failures_in_the_headline_and_stand_apart():
    (row,) = summary(table(a=[WON, WON, LOST, BROKEN, UNSURE]))
    assert row["success"] == pytest.approx(0.4)
    assert (row["episodes"], row["successes"], row["completed"]) == (5, 2, 3)
    assert row["completed_success"] == pytest.approx(2 / 3)
    assert (row["agent_faults"], row["infrastructure_faults"], row["verifier_faults"]) == (1, 1, 1)
    assert (row["low"], row["high"]) == pytest.approx(wilson(2, 5))
    assert (row["steps"], row["seconds"]) == (4.0, 2.0)


def test_what_was_not_run_is_shown_and_never_counted():
    rows = summary(table(a=[WON, LOST], b=[WON, WON]), not_run={"a": 6, "c": 8})
    assert [r["arm"] for r in rows] == ["b", "a", "c"]
    assert rows[1]["not_run"] == 6
    assert rows[1]["success"] == 0.5
    assert rows[2]["episodes"] == 0
    assert rows[2]["completed_success"] is None


def test_episodes_without_a_check_are_left_out():
    frame = table(a=[WON, LOST])
    frame.loc[1, "success"] = None
    assert summary(frame)[0]["episodes"] == 1


def test_arms_are_compared_on_the_same_episodes():
    result = paired(table(a=[WON, WON, WON, LOST, WON, WON], b=[LOST, WON, LOST, WON, LOST]), "a", "b")
    assert (result.pairs, result.tasks, result.better, result.worse, result.dropped) == (5, 3, 3, 1, 1)
    assert result.difference == pytest.approx(0.4)
    assert result.p_value == pytest.approx(0.625)
    assert result.low <= result.difference <= result.high
    back = paired(table(a=[WON, WON, WON, LOST, WON], b=[LOST, WON, LOST, WON, LOST]), "b", "a")
    assert back.difference == pytest.approx(-result.difference)


def test_episodes_of_one_task_are_not_independent():
    sure = paired(table(a=[WON] * 40, b=[LOST] * 40), "a", "b")
    assert (sure.low, sure.high) == (1.0, 1.0)
    one_task = table(a=[WON, LOST] * 20, b=[LOST] * 40)
    one_task["task"], one_task["seed"] = "same", [*range(40)] * 2
    single = paired(one_task, "a", "b")
    assert (single.tasks, single.low, single.high) == (1, 0.5, 0.5), "one task says nothing about other tasks"


def test_wrong_arms_are_named():
    frame = table(oracle=[WON], b=[LOST])
    with pytest.raises(UnknownName, match="oracle"):
        paired(frame, "orcale", "b")
    frame.loc[1, "seed"] = 9
    with pytest.raises(UsageError, match="share no"):
        paired(frame, "oracle", "b")


@pytest.mark.parametrize(("better", "worse", "p"), [(0, 0, 1.0), (5, 0, 0.0625), (6, 1, 0.125), (1, 1, 1.0)])
def test_mcnemar_is_exact(better, worse, p):
    assert mcnemar(better, worse) == pytest.approx(p)
