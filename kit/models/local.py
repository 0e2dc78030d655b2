# pyright: basic
"""A causal language model on this machine, untuned: it reads the compact prompt and can only write legal calls.

The static part of the prompt (what the calls look like, which apps there are) comes first and is kept between decisions.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from kit.errors import KitError, ModelError
from kit.head.calls import parse
from kit.head.format import FORMAT_VERSION, remember, render
from kit.head.legal import Legal, among, legal
from kit.head.trie import ACT, build, copyable, options
from kit.head.weights import find
from kit.models.base import done, goal_of, live, look_call, make_call, turn_of, unsettled
from kit.types import Message, Reply, Sampler, Tool, Usage


@dataclass(slots=True)
class _Loaded:
    decoder: Any
    tokenizer: Any


class Local:
    """A small model that chooses among the legal calls of each screen.

    Making one is cheap and it can be pickled at any time; the weights are loaded at the first reply of each copy.
    Several threads may share one: they take turns.

    Args:
        name: a known name (`kit.head.weights.KNOWN`) or the path of a model folder.
        weights_dir: where to look for a known name besides the user cache.
        threads: torch's threads while it decides; None leaves them alone. One is the default because episodes run side
            by side: with more threads than free cores a decision takes ten times as long.
        device: "cpu", "cuda" or "auto" (cuda where there is one).
        apps: names for launch_app where the tool's schema lists none.

    Raises:
        UnknownName: neither a known name nor a folder.
        MissingDependency: the weights are not there; `fix` says how to get them.
    """

    def __init__(
        self,
        name: str | Path = "smollm2-135m",
        *,
        weights_dir: Path | None = None,
        threads: int | None = 1,
        device: str = "auto",
        apps: Sequence[str] = (),
    ) -> None:
        find(str(name), weights_dir=weights_dir)
        self.name = Path(name).name
        self._model = str(name)
        self._weights_dir = weights_dir
        self._threads = threads
        self._device = device
        self._apps = tuple(apps)
        self._loaded: _Loaded | None = None
        self._lock = threading.Lock()

    def __getstate__(self) -> dict[str, Any]:
        return {k: v for k, v in self.__dict__.items() if k not in ("_lock", "_loaded")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, _loaded=None, _lock=threading.Lock())

    def load(self) -> None:
        """Loads the weights now instead of at the first reply. Raises ModelError (code weights_unusable)."""
        with self._lock:
            self._ready()

    def complete(self, messages: Sequence[Message], tools: Sequence[Tool], sampler: Sampler) -> Reply:
        """One legal call on the live observation; read_screen when there is none.

        Raises:
            ModelError: the weights cannot be loaded or run, or no call is legal.
        """
        with self._lock:
            started = time.perf_counter()
            try:
                with _threads(self._threads):
                    return self._decide(messages, tools, sampler, started)
            except RuntimeError as error:  # torch: out of memory, a broken device
                raise ModelError(f"{self.name} could not be run: {error}.", code="model_failed") from error

    def _decide(self, messages: Sequence[Message], tools: Sequence[Tool], sampler: Sampler, started: float) -> Reply:
        turn = turn_of(messages)
        id = f"local_{turn + 1}"
        again = unsettled(messages, tools)
        if again is not None:  # it cannot read a review: its finish stands as it was
            return Reply(calls=(make_call("finish", again, tools, id=id),), model=self.name)
        observation = live(messages)
        if observation is None:
            return Reply(calls=(look_call(tools, id=id),), model=self.name)
        loaded = self._ready()
        shown = render(observation, goal_of(messages), remember(done(messages)))
        can = legal(observation, tools, self._apps)
        prefix, prompt = _split(loaded.tokenizer, instruction(can), shown.text.removesuffix(ACT).rstrip())
        found = loaded.decoder.decode(
            loaded.decoder.encode(prompt),
            build(options(among(can, shown.marks)), loaded.decoder.encode),
            of_turn(sampler, turn),
            prefix=loaded.decoder.encode(prefix),
            copy_ids=copyable(shown.text, loaded.decoder.encode),
        )
        call = parse(found.completion, observation, id=id)
        usage = Usage(
            input_tokens=found.prompt_tokens, output_tokens=len(found.tokens), cache_read_tokens=found.cached_tokens
        )
        return Reply(
            calls=(make_call(call.name, call.arguments, tools, id=id),),
            usage=usage,
            seconds=time.perf_counter() - started,
            model=self.name,
            confidence=found.confidence,
            extras={"completion": found.completion, "format": FORMAT_VERSION, "forwards": found.forwards},
        )

    def _ready(self) -> _Loaded:
        if self._loaded is None:
            try:
                self._loaded = _load(find(self._model, weights_dir=self._weights_dir), self._device)
            except (KitError, OSError, ValueError) as error:
                raise ModelError(
                    f"The weights of {self.name} cannot be used: {error}", code="weights_unusable"
                ) from error
        return self._loaded


def of_turn(sampler: Sampler, turn: int) -> Sampler:
    """The sampler with a seed of this turn's own; with one seed for all of them every turn would draw the same number."""
    if sampler.seed is None:
        return sampler
    return replace(sampler, seed=random.Random(f"{sampler.seed}/{turn}").getrandbits(62))


def instruction(can: Legal) -> str:
    """What an untuned model is told about the calls it may make; the same text on every screen of an episode."""
    lines = ["You operate a phone. Elements are listed as `label #N`. Answer with one action:"]
    lines += ["tap N - touch element N"]
    lines += ["type N, then the text on a new line - enter text into field N"]
    lines += ["scroll down | scroll up - see more"] if can.scroll else []
    lines += [f"launch NAME - open an app: {', '.join(can.launch)}"] if can.launch else []
    lines += [f"{n}" for n in can.plain if n != "finish"]
    lines += ["finish ok, then the answer on a new line - the goal is reached"] if "finish" in can.plain else []
    return "\n".join(lines)


def _split(tokenizer: Any, told: str, asked: str) -> tuple[str, str]:
    """The prompt's static part, and the rest of it up to the call."""
    if not tokenizer.chat_template:
        return f"{told}\n\n", f"{asked}\n{ACT}"
    from jinja2 import TemplateError

    turns = [{"role": "system", "content": told}, {"role": "user", "content": asked}]
    try:
        whole = tokenizer.apply_chat_template(turns, tokenize=False, add_generation_prompt=True)
    except TemplateError:  # models that know no system role
        turns = [{"role": "user", "content": f"{told}\n\n{asked}"}]
        whole = tokenizer.apply_chat_template(turns, tokenize=False, add_generation_prompt=True)
    prefix, _, rest = whole.partition(asked)
    return prefix, f"{asked}{rest}{ACT}"


@contextmanager
def _threads(count: int | None) -> Iterator[None]:
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(count or before)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def _load(folder: Path, device: str) -> _Loaded:
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    from kit.head.convert import quiet
    from kit.head.decode import Decoder

    if device == "auto":
        device = "cuda" if torch.cuda.is_available() else "cpu"
    with quiet():
        tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True)
        model: Any = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.bfloat16, local_files_only=True)
    return _Loaded(Decoder(model.to(device).eval(), tokenizer), tokenizer)
