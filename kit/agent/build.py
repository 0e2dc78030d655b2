"""From settings to objects: the only place where a name in a setting becomes a model."""

from __future__ import annotations

import sys
from collections.abc import Callable, MutableMapping
from dataclasses import dataclass
from typing import Any

from kit.agent import plugins
from kit.agent.bound import Limit, bounded
from kit.context.compact import Summariser
from kit.errors import KitError, MissingDependency, UnknownName, UsageError
from kit.head.weights import fetch, find
from kit.models.fallback import Attempt, Candidate, Fallback, parse_fallbacks
from kit.models.own import as_model
from kit.models.prepare import Preparation, protocol_of
from kit.named import part_named
from kit.phones.open import check_spec
from kit.screen.locate import Locator, choose
from kit.settings import OBJECT, Settings
from kit.tasks.base import Task
from kit.types import Model, Sampler

POLICIES = ("oracle", "random", "do-nothing")
WEIGHTS = ("smollm2-135m",)
FORMS = "remote:NAME, local:FOLDER or module:function"


def known_models() -> tuple[str, ...]:
    """Every name that needs no more words; besides these there are remote:NAME, local:FOLDER and module:function."""
    return POLICIES + WEIGHTS


def sampler(settings: Settings, seed: int | None = None) -> Sampler:
    """The sampler these settings describe."""
    return Sampler(
        temperature=settings.temperature,
        top_p=settings.top_p,
        top_k=settings.top_k,
        max_tokens=settings.max_tokens,
        seed=seed,
    )


def model(
    settings: Settings, *, task: Task | None = None, seed: int = 0, loaded: MutableMapping[str, Any] | None = None
) -> Model:
    """The model or policy that `settings.model` names or is.

    Args:
        settings: `model` and, for remote ones, the endpoint and its options.
        task: needed by the oracle.
        seed: of the random policy.
        loaded: keeps loaded weights between episodes of one process; the caller's own dict.

    Raises:
        UnknownName: no such model; UsageError: the oracle without a task, a remote model without an endpoint, an object
            of another process.
    """
    name = settings.model
    if name.startswith(f"{OBJECT}:"):
        return _object(settings)
    if name in POLICIES:
        return _policy(name, task, seed)
    kind, _, rest = name.partition(":")
    if kind == "remote" and rest:
        return _remote(rest, settings)
    if name in WEIGHTS or (kind == "local" and rest):
        return _local(name if name in WEIGHTS else rest, settings, {} if loaded is None else loaded)
    if rest:
        return _named(kind, rest, settings)
    raise UnknownName("model or policy", name, [*known_models(), *FORMS.replace(" or", ",").split(", ")])


def check(settings: Settings, *, task: bool = True) -> None:
    """Raises what `model` and `open_device` would raise for a wrong name, without loading or starting anything.

    Args:
        settings: what shall be run.
        task: there is a task to play; without one the oracle has no solution.

    Raises:
        UnknownName, UsageError: as `model` and `open_device`.
    """
    check_spec(settings.device)
    plugins.load(settings)
    if settings.model == "oracle" and not task:
        raise UsageError("The oracle needs a task; it cannot play a free goal.", fix="Choose another --model.")
    if not settings.locate_model:
        choose(settings)
    for name, _ in parse_fallbacks(settings.fallback_models, settings.fallback_windows):
        check(settings.model_copy(update={"model": name, "fallback_models": "", "fallback_windows": ""}), task=task)
    kind, _, rest = settings.model.partition(":")
    if settings.model in known_models():
        return
    if kind == "local" and rest:
        _weights(rest, settings)
        return
    if kind == "remote" and rest:
        if not settings.model_base_url:
            raise UsageError(
                f"Model {settings.model} needs an endpoint.",
                fix="Set model_base_url (PHONE_AGENT_MODEL_BASE_URL), such as http://127.0.0.1:8000/v1.",
            )
        return
    model(settings)


def ready(settings: Settings) -> None:
    """Fetches the weights a known name needs when this machine has none; takes about a minute, once, and says so.

    Raises:
        MissingDependency: they cannot be had; the message says how else to get them.
        UsageError: the model is an object of another process.
    """
    if settings.model.startswith(f"{OBJECT}:"):
        _object(settings)
    if settings.model in WEIGHTS:
        fetch(settings.model, _say, weights_dir=settings.weights_dir)


def _say(words: str) -> None:
    print(f"weights: {words}", file=sys.stderr, flush=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """A model as the loop uses it: prepared for its provider, with its substitutes.

    Attributes:
        model: who acts.
        summariser: who writes summaries of old turns; None for policies that do not read the prompt.
        judge: the same model without anybody listening to its attempts, for the verifier.
    """

    model: Model
    summariser: Summariser | None
    judge: Model


def actor(
    settings: Settings,
    *,
    task: Task | None = None,
    seed: int = 0,
    loaded: MutableMapping[str, Any] | None = None,
    limit: Limit | None = None,
) -> Actor:
    """The acting model; arguments and errors as `model`. With a `limit`, no call of it outlasts the episode."""
    raw = bounded(model(settings, task=task, seed=seed, loaded=loaded), limit)
    if protocol_of(raw) == "in_process" and not settings.fallback_models:
        return Actor(model=raw, summariser=None, judge=raw)
    first = Preparation(window=settings.context_window, cache=settings.cache_marks, system=settings.system_messages)
    candidates = [Candidate(model=raw, how=first)]
    for name, window in parse_fallbacks(settings.fallback_models, settings.fallback_windows):
        other = model(settings.model_copy(update={"model": name}), task=task, seed=seed, loaded=loaded)
        candidates.append(Candidate(model=bounded(other, limit), how=Preparation(window=window)))
    summariser = Summariser(model=Fallback(candidates), window=settings.context_window)
    return Actor(model=Fallback(candidates), summariser=summariser, judge=Fallback(candidates))


def prepared(raw: Model, report: Callable[[Attempt], None] | None = None, limit: Limit | None = None) -> Model:
    """A model of its own beside the acting one, such as the verifier's, which prepares and reports its requests.

    Args:
        raw: the model; it takes over neither the acting one's window nor its cache marks (spec: harness, context request).
        report: told every attempt.
        limit: no call outlasts it.
    """
    return Fallback([Candidate(model=bounded(raw, limit))], report=report)


def locator(
    settings: Settings, report: Callable[[Attempt], None] | None = None, limit: Limit | None = None
) -> Locator | None:
    """What finds things in the picture for these settings: a vision model when one is named, else text recognition.

    Args:
        settings: `locate`, `locate_model`, `locate_side`, and how models are reached.
        report: told every attempt of the vision model.
        limit: no call of it outlasts it.
    """
    if not settings.locate_model or settings.locate not in ("auto", "vision"):
        return choose(settings)
    sees = settings.model_copy(update={"model": settings.locate_model, "image_side": settings.locate_side})
    return choose(settings, prepared(model(sees), report, limit))


def _policy(name: str, task: Task | None, seed: int) -> Model:
    from kit.models.scripted import DoNothing, Oracle, Random

    if name == "random":
        return Random(seed)
    if name == "do-nothing":
        return DoNothing()
    if task is None:
        raise UsageError("The oracle needs a task; it cannot play a free goal.", fix="Choose another --model.")
    return Oracle(task.oracle)


def _remote(name: str, settings: Settings) -> Model:
    from kit.models.remote import Remote

    check(settings)
    return Remote(
        name,
        base_url=settings.model_base_url,
        api_key_env=settings.model_api_key_env,
        timeout=settings.model_timeout_s,
        retries=settings.model_retries,
        tool_mode=settings.model_tool_mode,
        send_images=settings.send_images,
        image_side=settings.image_side,
        parallel_tool_calls=settings.parallel_tool_calls,
    )


def _local(name: str, settings: Settings, loaded: MutableMapping[str, Any]) -> Model:
    from kit.models.local import Local

    if name not in loaded:
        _weights(name, settings, known=False)
        ready(settings.model_copy(update={"model": name}))
        loaded[name] = Local(name, weights_dir=settings.weights_dir)
    return loaded[name]


def _weights(name: str, settings: Settings, *, known: bool = True) -> None:
    """Looks whether weights are there; a folder that was named wrongly is the person's to put right.

    Args:
        name: a known name or a folder.
        settings: `weights_dir`.
        known: look for those of known names as well, which can be fetched.
    """
    if name in WEIGHTS and not known:
        return
    try:
        find(name, weights_dir=settings.weights_dir)
    except MissingDependency as error:
        if name in WEIGHTS:
            raise
        raise UsageError(error.message, fix=error.fix, code=str(error.code)) from None


def _object(settings: Settings) -> Model:
    found = as_model(settings.own_model())
    if found is None:
        name = settings.model.partition(":")[2]
        raise UsageError(
            f"The model {name} is an object of the process it was made in and cannot be sent to another one.",
            fix='Name it: "module:factory", where factory(settings) in module.py returns it; a benchmark then makes one '
            "for each episode.",
        )
    return found


def _named(module: str, function: str, settings: Settings) -> Model:
    try:
        made = part_named(f"{module}:{function}")(settings)
    except KitError:
        raise
    except (Exception, SystemExit) as error:  # whatever a person's module raises while it is loaded or called
        raise UsageError(
            f"{module}:{function} cannot be loaded as a model ({type(error).__name__}: {error}).",
            fix=f"A model is one of {', '.join(known_models())}, {FORMS}, where function(settings) returns a Model.",
        ) from error
    found = as_model(made, name=f"{module}:{function}")
    if found is None:
        raise UsageError(
            f"{module}:{function} returned {type(made).__name__}, which has no complete(messages, tools, sampler).",
            fix="Return an object as kit.types.Model describes, or a function f(messages, tools).",
        )
    return found
