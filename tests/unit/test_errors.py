import pickle

import pytest

from kit import errors


def all_errors(base: type[errors.KitError] = errors.KitError) -> list[type[errors.KitError]]:
    return [base, *(e for child in base.__subclasses__() for e in all_errors(child))]


def test_codes_are_stable_names_and_unique() -> None:
    codes = [vars(e)["code"] for e in all_errors() if "code" in vars(e)]
    assert len(codes) >= 36
    assert all(isinstance(c, str) and c.islower() and " " not in c for c in codes)
    assert len(set(codes)) == len(codes)


def test_every_error_says_whose_fault_it_is() -> None:
    assert {e.fault for e in all_errors()} == {"agent", "infrastructure", "verifier"}
    assert errors.DeviceLost("gone").fault == "infrastructure"
    assert errors.TargetError("no").fault == "agent"
    assert errors.VerifierError("bad").fault == "verifier"


def test_an_unknown_name_suggests_the_nearest() -> None:
    error = errors.UnknownName("policy", "orcale", ["oracle", "random"])
    assert "Did you mean oracle?" in str(error)
    assert error.near == ("oracle",)


def test_an_unknown_name_without_a_neighbour_lists_what_there_is() -> None:
    assert "Known: oracle, random." in str(errors.UnknownName("policy", "zzz", ["random", "oracle"]))


@pytest.mark.parametrize(
    "error",
    [
        errors.KitError("a", fix="b", code="c"),
        errors.UnknownName("task", "x", ["y"]),
        errors.ObservationFailed("drift", reference=None, code="observation_drift"),
    ],
)
def test_errors_cross_process_borders_whole(error: errors.KitError) -> None:
    copy = pickle.loads(pickle.dumps(error))
    assert (type(copy), str(copy), copy.code, copy.message, copy.fix) == (
        type(error), str(error), error.code, error.message, error.fix,
    )  # fmt: skip
