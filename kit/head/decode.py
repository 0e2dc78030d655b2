# pyright: basic
"""Constrained decoding on the kit's own trie: only legal calls, and no work for tokens that are forced.

Where only one token may follow, it is taken without asking the model and enters with the next real forward pass. Where
several may, only their rows of the output head are multiplied, on the 2-D hidden state of the last position. Free text
is restricted to tokens that occur in the prompt. The product of the probabilities of all choices, each over its legal
set and at temperature 1, is the confidence.
"""

from __future__ import annotations

import copy
import inspect
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch

from kit.errors import ModelError
from kit.head.trie import Node, check_tokenizer, likely_path
from kit.types import Sampler

MAX_TEXT = 48


@dataclass(frozen=True, slots=True, kw_only=True)
class Decoded:
    """What was decoded.

    Attributes:
        completion: the compact call.
        confidence: product of the probabilities of the choices made, 0-1; 1 when nothing was to be chosen.
        forwards: how often the model was run.
        prompt_tokens: tokens read, of them `cached_tokens` from the kept prefix.
        tokens: tokens written, forced ones included, the stop not.
    """

    completion: str
    confidence: float
    forwards: int
    prompt_tokens: int
    cached_tokens: int
    tokens: tuple[int, ...]


class Decoder:
    """A causal language model of transformers (or PEFT around one) with its tokenizer, ready to choose among calls.

    Not safe for use from two threads at once.

    Args:
        model: it must have `get_output_embeddings`; its body is run without the head.
        tokenizer: a fast tokenizer.

    Raises:
        UsageError: the tokenizer merges across the borders of the format.
    """

    def __init__(self, model: Any, tokenizer: Any) -> None:
        plain = model.get_base_model() if hasattr(model, "get_base_model") else model
        self.body = plain.base_model
        self.head = plain.get_output_embeddings().weight
        self.device = self.head.device
        self.tokenizer = tokenizer
        # transformers 5.24 renamed the argument; the old name warns there and the new one is unknown to older versions.
        known = inspect.signature(self.body.forward).parameters
        self._cache_name = "cache" if "cache" in known else "past_key_values"
        self._can_guess = not getattr(self.body.config, "sliding_window", None)  # sliding layers forget: no way back
        self._known: dict[str, tuple[int, ...]] = {}
        self._breaks: dict[int, bool] = {}
        self._prefix: tuple[tuple[int, ...], Any] = ((), None)
        check_tokenizer(self.encode)
        newline = self.encode("\n")
        self.stops = _stops(model, tokenizer)
        self.text_stops = self.stops | (set(newline) if len(newline) == 1 else set())
        self._special = set(tokenizer.all_special_ids)

    def encode(self, text: str) -> tuple[int, ...]:
        """Token ids of a text, nothing added. Short texts (calls, labels) are remembered."""
        found = self._known.get(text)
        if found is None:
            found = tuple(self.tokenizer.encode(text, add_special_tokens=False))
            if len(text) <= 64 and len(self._known) < 50_000:
                self._known[text] = found
        return found

    @torch.inference_mode()
    def decode(
        self,
        prompt: Sequence[int],
        trie: Node,
        sampler: Sampler,
        *,
        prefix: Sequence[int] = (),
        copy_ids: frozenset[int] = frozenset(),
        max_text: int = MAX_TEXT,
    ) -> Decoded:
        """Chooses one call.

        Args:
            prompt: token ids up to the call, `prefix` not included; at least one.
            trie: the legal calls.
            sampler: temperature, top_p, top_k and seed act on the legal tokens of each choice.
            prefix: token ids in front of the prompt whose keys and values are kept for the next decision.
            copy_ids: tokens that free text may use.
            max_text: longest free text in tokens; `sampler.max_tokens` limits it as well.

        Raises:
            ModelError: nothing at all is legal.
        """
        if not trie.children:
            raise ModelError(
                "No call is legal here.", fix="Offer the model at least one tool it knows.", code="no_legal_call"
            )
        run = _Run(self, prompt, self._start(tuple(prefix)), sampler)
        node = self._walk(run, trie)
        if node.text:
            self._free(run, node, copy_ids, min(max_text, sampler.max_tokens))
        text = self.tokenizer.decode(list(run.written), skip_special_tokens=False, clean_up_tokenization_spaces=False)
        return Decoded(
            completion=text.replace("\ufffd", ""),
            confidence=run.confidence,
            forwards=run.forwards,
            prompt_tokens=len(prefix) + len(prompt),
            cached_tokens=len(prefix) if run.reused else 0,
            tokens=tuple(run.written),
        )

    def _walk(self, run: _Run, node: Node) -> Node:
        """Follows the trie to the end of a call or to where its free text begins."""
        guess = likely_path(node) if self._can_guess else []
        while node.children:
            tokens = list(node.children)
            if len(tokens) == 1 and not node.end:
                chosen = tokens[0]
            else:
                # Where " tap 1" could go on as " tap 12", a new line ends it as well as the end token does.
                chosen = run.choose(tokens, self.text_stops if node.end else set(), guess if not run.written else [])
                if chosen is None:
                    return Node(end=True)
            run.write(chosen)
            node = node.children[chosen]
        return node

    def _free(self, run: _Run, node: Node, copy_ids: frozenset[int], longest: int) -> None:
        allowed = [i for i in sorted(copy_ids - self._special - self.text_stops) if not self._breaks_line(i)]
        for n in range(longest if allowed else 0):
            chosen = run.choose(allowed, set() if n == 0 and node.text == "some" else self.text_stops)
            if chosen is None:
                return
            run.write(chosen)

    def _breaks_line(self, token: int) -> bool:
        """Whether a token holds a new line among other characters, as some vocabularies have; free text is one line."""
        found = self._breaks.get(token)
        if found is None:
            found = self._breaks[token] = not {"\n", "\r"}.isdisjoint(self.tokenizer.decode([token]))
        return found

    def _start(self, prefix: tuple[int, ...]) -> tuple[Any, bool]:
        """A cache that holds the prefix, and whether it was there already.

        The prefix is always run by itself, so that a decision never depends on which prompts came before it.
        """
        from transformers import DynamicCache

        if not prefix:
            return DynamicCache(config=self.body.config), False
        reused = self._prefix[0] == prefix
        if not reused:
            cache = DynamicCache(config=self.body.config)
            self.forward(prefix, cache)
            self._prefix = (prefix, cache)
        return copy.deepcopy(self._prefix[1]), reused

    def forward(self, tokens: Sequence[int], cache: Any) -> torch.Tensor:
        """Runs the body on new tokens, which enter the cache; returns their hidden states, shape (tokens, width)."""
        ids = torch.tensor([list(tokens)], device=self.device)
        return self.body(input_ids=ids, use_cache=True, **{self._cache_name: cache}).last_hidden_state[0]


class _Run:
    """One decision under way: the cache, the tokens not yet run, and what was chosen so far.

    A guess of what will be written is run together with the prompt. As long as it holds, its hidden states are there
    already; the first token that differs takes the rest of it out of the cache.
    """

    def __init__(self, decoder: Decoder, prompt: Sequence[int], start: tuple[Any, bool], sampler: Sampler) -> None:
        self.decoder = decoder
        self.cache, self.reused = start
        self.pending = list(prompt)
        self.hidden: torch.Tensor | None = None
        self.ahead: list[tuple[int, torch.Tensor]] = []
        self.sampler = sampler
        self.generator = None if sampler.seed is None else torch.Generator().manual_seed(sampler.seed)
        self.written: list[int] = []
        self.confidence = 1.0
        self.forwards = 0

    def write(self, token: int) -> None:
        """Appends a token, forced or chosen."""
        self.written.append(token)
        if self.ahead and self.ahead[0][0] == token:
            self.hidden = self.ahead.pop(0)[1]
            return
        if self.ahead:
            self.cache.crop(-len(self.ahead))
            self.ahead = []
        self.pending.append(token)
        self.hidden = None

    def choose(self, tokens: list[int], stops: set[int], guess: Sequence[int] = ()) -> int | None:
        """One of the tokens, or None for a stop; all stops together are one choice."""
        hidden = self._state(guess)
        rows = torch.tensor(tokens + sorted(stops), device=hidden.device)
        scores = (hidden @ self.decoder.head[rows].T).float().cpu()[0]
        if stops:
            scores = torch.cat([scores[: len(tokens)], scores[len(tokens) :].logsumexp(0, keepdim=True)])
        index, probability = draw(scores, self.sampler, self.generator)
        self.confidence *= probability
        return tokens[index] if index < len(tokens) else None

    def _state(self, guess: Sequence[int]) -> torch.Tensor:
        """The hidden state of the last token written, shape (1, width)."""
        if self.hidden is None:
            states = self.decoder.forward([*self.pending, *guess], self.cache)[len(self.pending) - 1 :]
            self.forwards += 1
            self.pending = []
            self.hidden = states[:1]
            self.ahead = [(token, states[n : n + 1]) for n, token in enumerate(guess, start=1)]
        return self.hidden


def draw(scores: torch.Tensor, sampler: Sampler, generator: torch.Generator | None = None) -> tuple[int, float]:
    """Draws from scores (logits, 1-D) as the sampler says.

    Temperature None or 0 takes the best one, the first of equals. top_k and top_p keep the likeliest; top_p always keeps
    the first that passes it.

    Returns:
        The index, and its probability at temperature 1 over all scores.
    """
    plain = scores.softmax(0)
    if not sampler.temperature:
        index = int(scores.argmax())
        return index, float(plain[index])
    weights = (scores / sampler.temperature).softmax(0)
    order = weights.argsort(descending=True, stable=True)
    kept = torch.ones_like(weights, dtype=torch.bool)
    if sampler.top_k is not None:
        kept[order[sampler.top_k :]] = False
    if sampler.top_p is not None:
        before = weights[order].cumsum(0) - weights[order]
        kept[order[before >= sampler.top_p]] = False
    index = int(torch.multinomial(weights * kept, 1, generator=generator))
    return index, float(plain[index])


def _stops(model: Any, tokenizer: Any) -> set[int]:
    """The ids that end a reply: the tokenizer's and those of the generation configuration."""
    configured = getattr(getattr(model, "generation_config", None), "eos_token_id", None)
    found = configured if isinstance(configured, list) else [configured]
    return {int(i) for i in (*found, tokenizer.eos_token_id) if i is not None}
