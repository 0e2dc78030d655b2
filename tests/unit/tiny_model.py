"""A two-layer Llama with random weights and a tokenizer trained on the spot: a whole model folder in a second."""

from __future__ import annotations

from pathlib import Path

SENTENCES = [
    "Goal: Turn on Bluetooth\nDid: nothing\nApp: settings / Settings\nBluetooth #2 switch off\nWi-Fi #1\nAct: tap 2",
    "Goal: add Ada Lovelace\nDid: launch contacts -> opened\nApp: contacts / People\nName #4 field\nAct: type 4\nAda",
    "scroll up down left right launch clock notes back home wait finish ok impossible submit hold changed same failed",
] * 3


def save(folder: Path, *, seed: int = 0, chat: bool = False) -> Path:
    import torch
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

    raw = Tokenizer(models.BPE())
    raw.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)]
    )
    raw.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=420,
        special_tokens=["<end>", "<start>"],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    raw.train_from_iterator(SENTENCES, trainer)
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=raw, eos_token="<end>", pad_token="<end>")
    if chat:
        tokenizer.chat_template = (
            "{% for m in messages %}<start>{{ m['role'] }}\n{{ m['content'] }}<end>\n{% endfor %}<start>assistant\n"
        )
    torch.manual_seed(seed)
    config = LlamaConfig(
        vocab_size=len(tokenizer),
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=2048,
        tie_word_embeddings=True,
        initializer_range=0.3,
        eos_token_id=tokenizer.eos_token_id,
        bos_token_id=None,
        pad_token_id=tokenizer.eos_token_id,
    )
    LlamaForCausalLM(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder
