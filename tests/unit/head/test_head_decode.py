import math

import pytest
import torch
from fake_phone import look, mark

from kit.errors import ModelError, UsageError
from kit.head.decode import Decoder, draw
from kit.head.legal import legal
from kit.head.trie import Node, Option, build, copyable, options
from kit.types import Sampler

PROMPTS = [
    "Goal: Turn on Bluetooth\nDid: nothing\nApp: settings\nWi-Fi #1\nBluetooth #2\nAct:",
    "Goal: add Ada\nDid: launch contacts -> opened\nApp: contacts\nName #4 field\nSave #12\nAct:",
    "Goal: go back\nDid: tap Save -> same\nApp: notes\nHello #3\nAct:",
]
GREEDY = Sampler(temperature=0.0)


@pytest.fixture(scope="module")
def decoder(tiny_folder):
    return load(tiny_folder)


def load(folder):
    from transformers import AutoModelForCausalLM, AutoTokenizer

    model = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32).eval()
    return Decoder(model, AutoTokenizer.from_pretrained(folder))


@pytest.fixture(scope="module")
def model(tiny_folder):
    from transformers import AutoModelForCausalLM

    return AutoModelForCausalLM.from_pretrained(tiny_folder, dtype=torch.float32).eval()


def logits(model, ids):
    with torch.inference_mode():
        return model(input_ids=torch.tensor([list(ids)])).logits[0, -1]


def reference(model, decoder, prompt, choices):
    """Token by token with the whole head and no cache: the greedy path among whole sequences, and its probability."""
    sequences = [(*decoder.encode(c.completion), "stop") for c in choices]
    written, probability = [], 1.0
    while True:
        n = len(written)
        following = {s[n] for s in sequences if list(s[:n]) == written}
        if following == {"stop"}:
            return tuple(written), probability
        if len(following) > 1:
            scores = logits(model, [*prompt, *written])
            keys = sorted(following - {"stop"})
            values = [scores[k] for k in keys]
            if "stop" in following:
                values.append(scores[sorted(decoder.text_stops)].logsumexp(0))
                keys.append("stop")
            spread = torch.stack(values).softmax(0)
            probability *= float(spread.max())
            chosen = keys[int(spread.argmax())]
        else:
            (chosen,) = following
        if chosen == "stop":
            return tuple(written), probability
        written.append(chosen)


@pytest.mark.parametrize("text", PROMPTS)
@pytest.mark.parametrize("count", [1, 3, 9, 14, 40])
def test_greedy_is_the_plain_masked_greedy_path(model, decoder, text, count):
    choices = [
        o for o in options(legal(look([mark(n, "x") for n in range(1, count + 1)]), [], ["clock"])) if not o.text
    ]
    prompt = decoder.encode(text)
    found = decoder.decode(prompt, build(choices, decoder.encode), GREEDY)
    tokens, probability = reference(model, decoder, prompt, choices)
    assert found.tokens == tokens
    assert found.confidence == pytest.approx(probability, rel=1e-3)


@pytest.mark.parametrize("text", PROMPTS)
def test_with_one_choice_point_greedy_is_the_likeliest_whole_sequence(model, decoder, text):
    choices = [Option(f" tap {n}") for n in range(1, 8)]
    prompt = decoder.encode(text)
    scores = {}
    for choice in choices:
        ids = decoder.encode(choice.completion)
        total = 0.0
        for n, token in enumerate(ids):
            total += float(logits(model, [*prompt, *ids[:n]]).log_softmax(0)[token])
        scores[choice.completion] = total
    found = decoder.decode(prompt, build(choices, decoder.encode), GREEDY)
    assert found.completion == max(scores, key=scores.__getitem__)
    spread = torch.tensor(list(scores.values())).softmax(0)
    assert found.confidence == pytest.approx(float(spread.max()), rel=1e-3)


def test_a_single_legal_call_costs_nothing(decoder):
    found = decoder.decode(decoder.encode(PROMPTS[0]), build([Option(" back")], decoder.encode), GREEDY)
    assert (found.completion, found.forwards, found.confidence) == (" back", 0, 1.0)


def test_the_guess_saves_a_forward_and_never_changes_the_choice(decoder, tiny_folder):
    plain = load(tiny_folder)
    plain._can_guess = False
    choices = options(legal(look([mark(n, "x") for n in range(1, 10)]), [], ["clock", "notes"]))
    saved = 0
    for text in PROMPTS:
        trie = build(choices, decoder.encode)
        for seed in range(12):
            sampler = Sampler(temperature=1.0, seed=seed)
            quick = decoder.decode(decoder.encode(text), trie, sampler, copy_ids=copyable(text, decoder.encode))
            slow = plain.decode(plain.encode(text), trie, sampler, copy_ids=copyable(text, plain.encode))
            assert quick.tokens == slow.tokens
            assert quick.confidence == pytest.approx(slow.confidence, rel=1e-3)
            saved += slow.forwards - quick.forwards
    assert saved > 0


def test_a_kept_prefix_changes_nothing_but_the_work(decoder):
    trie = build(options(legal(look([mark(n, "x") for n in range(1, 6)]), [], [])), decoder.encode)
    prefix, prompt = decoder.encode("You operate a phone.\n"), decoder.encode(PROMPTS[1])
    ids = copyable(PROMPTS[1], decoder.encode)
    whole = decoder.decode((*prefix, *prompt), trie, GREEDY, copy_ids=ids)
    first = decoder.decode(prompt, trie, GREEDY, prefix=prefix, copy_ids=ids)
    second = decoder.decode(prompt, trie, GREEDY, prefix=prefix, copy_ids=ids)
    assert whole.tokens == first.tokens == second.tokens
    assert (first.cached_tokens, second.cached_tokens) == (0, len(prefix))
    assert second.prompt_tokens == whole.prompt_tokens
    assert second.confidence == first.confidence


@pytest.mark.parametrize("seed", range(8))
def test_free_text_is_copied_from_the_prompt_and_not_empty_for_a_field(decoder, seed):
    allowed = copyable(PROMPTS[1], decoder.encode)
    trie = build([Option(" type 4\n", "some")], decoder.encode)
    sampler = Sampler(temperature=1.5, seed=seed)
    found = decoder.decode(decoder.encode(PROMPTS[1]), trie, sampler, copy_ids=allowed, max_text=6)
    text = found.tokens[len(decoder.encode(" type 4\n")) :]
    assert 1 <= len(text) <= 6
    assert set(text) <= allowed - decoder.text_stops
    assert found.completion.startswith(" type 4\n")
    assert "\n" not in found.completion.removeprefix(" type 4\n")


def test_tokens_that_hold_a_new_line_are_never_copied(decoder, monkeypatch):
    (token,) = decoder.encode("A")[:1]
    plain = decoder.tokenizer.decode
    monkeypatch.setattr(decoder.tokenizer, "decode", lambda ids, **k: "x\n" if ids == [token] else plain(ids, **k))
    monkeypatch.setattr(decoder, "_breaks", {})
    trie = build([Option(" type 4\n", "some")], decoder.encode)
    other = decoder.encode("B")[0]
    for seed in range(5):
        sampler = Sampler(temperature=2.0, seed=seed)
        found = decoder.decode(
            decoder.encode(PROMPTS[1]), trie, sampler, copy_ids=frozenset({token, other}), max_text=3
        )
        assert token not in found.tokens


def test_max_tokens_bounds_free_text(decoder):
    trie = build([Option(" type 4\n", "some")], decoder.encode)
    allowed = copyable(PROMPTS[1], decoder.encode)
    found = decoder.decode(
        decoder.encode(PROMPTS[1]), trie, Sampler(temperature=2.0, seed=1, max_tokens=1), copy_ids=allowed
    )
    assert len(found.tokens) == len(decoder.encode(" type 4\n")) + 1


def test_the_same_seed_gives_the_same_call_and_other_seeds_others(decoder):
    trie = build(options(legal(look([mark(n, "x") for n in range(1, 10)]), [], [])), decoder.encode)
    prompt = decoder.encode(PROMPTS[0])

    def draws(seed):
        return decoder.decode(prompt, trie, Sampler(temperature=1.5, seed=seed), copy_ids=frozenset(prompt)).tokens

    assert [draws(s) for s in range(5)] == [draws(s) for s in range(5)]
    assert len({draws(s) for s in range(20)}) > 3


def test_nothing_legal_is_an_error(decoder):
    with pytest.raises(ModelError) as caught:
        decoder.decode(decoder.encode("x"), Node(), GREEDY)
    assert caught.value.code == "no_legal_call"


@pytest.mark.filterwarnings("ignore:`is_gradient_checkpointing`:FutureWarning")  # PEFT 0.21 on transformers 5.24
def test_lora_around_the_model_is_run_with_its_adapter(decoder, tiny_folder):
    from peft import LoraConfig, get_peft_model
    from transformers import AutoModelForCausalLM, AutoTokenizer

    base = AutoModelForCausalLM.from_pretrained(tiny_folder, dtype=torch.float32)
    tuned = get_peft_model(
        base, LoraConfig(r=4, target_modules=["q_proj", "down_proj"], init_lora_weights=False)
    ).eval()
    trie = build([Option(f" tap {n}") for n in range(1, 10)], decoder.encode)
    other = Decoder(tuned, AutoTokenizer.from_pretrained(tiny_folder))
    prompt = decoder.encode(PROMPTS[0])
    assert other.decode(prompt, trie, GREEDY).confidence != decoder.decode(prompt, trie, GREEDY).confidence


def test_a_merging_tokenizer_is_refused(model):
    from tokenizers import Tokenizer, models
    from transformers import PreTrainedTokenizerFast

    whole = Tokenizer(models.WordLevel({"<end>": 0, "Act: tap 12": 1}, unk_token="<end>"))
    with pytest.raises(UsageError, match="merges"):
        Decoder(model, PreTrainedTokenizerFast(tokenizer_object=whole, eos_token="<end>"))


SCORES = torch.tensor([2.0, 1.0, 0.5, -1.0])


def frequencies(sampler, n=2000):
    generator = torch.Generator().manual_seed(0)
    found = [draw(SCORES, sampler, generator)[0] for _ in range(n)]
    return [found.count(i) / n for i in range(len(SCORES))]


def test_temperature_zero_or_none_takes_the_best():
    best = math.exp(2.0) / sum(math.exp(float(s)) for s in SCORES)
    for temperature in (0.0, None):
        assert draw(SCORES, Sampler(temperature=temperature)) == (0, pytest.approx(best, rel=1e-5))


def test_draws_follow_the_tempered_distribution():
    wanted = (SCORES / 0.7).softmax(0).tolist()
    assert frequencies(Sampler(temperature=0.7)) == pytest.approx(wanted, abs=0.04)


def test_top_k_and_top_p_keep_the_likeliest():
    two = frequencies(Sampler(temperature=1.0, top_k=2))
    assert two[2:] == [0, 0]
    assert two[1] > 0.1
    assert frequencies(Sampler(temperature=1.0, top_p=0.1)) == [1.0, 0, 0, 0]
    three = frequencies(Sampler(temperature=1.0, top_p=0.85))
    assert three[3] == 0
    assert three[2] > 0.05
