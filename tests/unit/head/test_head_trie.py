import pytest
from fake_phone import look, mark
from hypothesis import given
from hypothesis import strategies as st

from kit.errors import UsageError
from kit.head import weights
from kit.head.calls import parse
from kit.head.legal import legal
from kit.head.trie import Option, build, check_tokenizer, copyable, likely_path, options, target

REAL = weights.cache_dir() / "smollm2-135m"


def spell(text):
    """One token a character: the simplest tokenizer there is."""
    return [ord(c) for c in text]


def walks(node, written=()):
    found = ["".join(map(chr, written))] if node.end or node.text else []
    return found + [w for token, child in node.children.items() for w in walks(child, (*written, token))]


SCREEN = look(
    [mark(n, f"Item {n}") for n in range(1, 13)]
    + [mark(13, "Name", role="field", actions=("type",)), mark(14, "List", actions=("scroll",))]
)


def test_the_trie_holds_exactly_the_legal_calls_and_all_can_be_read_back():
    can = legal(SCREEN, [], ["clock", "notes"])
    listed = [o.completion for o in options(can)]
    assert sorted(walks(build(options(can), spell))) == sorted(listed)
    assert len(set(listed)) == len(listed) == 12 + 2 + 4 + 4 + 2 + 3 + 2
    for completion in listed:
        assert parse(completion, SCREEN).name


@given(st.sets(st.integers(1, 200), max_size=30), st.lists(st.text("abc ", max_size=5), max_size=4))
def test_any_set_of_marks_and_apps_is_held_exactly(numbers, apps):
    seen = look([mark(n, "x") for n in sorted(numbers)])
    choices = options(legal(seen, [], apps))
    assert set(walks(build(choices, spell))) == {o.completion for o in choices}


def test_longer_numbers_go_on_where_shorter_ones_end():
    trie = build([Option(" tap 1"), Option(" tap 12")], spell)
    node = trie
    for token in spell(" tap 1"):
        node = node.children[token]
    assert node.end
    assert list(node.children) == spell("2")


def test_the_guess_leads_into_the_largest_branch_up_to_its_first_choice():
    assert likely_path(build(options(legal(SCREEN, [], [])), spell))[:1] == spell(" ")
    only_taps = build([Option(" tap 1"), Option(" tap 2"), Option(" back")], spell)
    assert likely_path(only_taps.children[ord(" ")]) == spell("tap ")
    assert likely_path(build([Option(" back")], spell)) == []


def test_a_call_inside_the_free_text_of_another_is_refused():
    with pytest.raises(UsageError):
        build([Option(" type 1\n", "some"), Option(" type 1\nx")], spell)


def test_a_tokenizer_that_merges_across_a_border_is_refused():
    def greedy(text):
        return spell(text.replace("\nA", "\u2190"))

    check_tokenizer(spell)
    with pytest.raises(UsageError, match="merges"):
        check_tokenizer(greedy)


def test_words_can_be_copied_with_and_without_their_space():
    def words(text):
        return [hash(w) for w in text.replace(" ", "| ").split("|") if w]

    allowed = copyable('Add "Ada Lovelace".', words)
    assert set(words("Ada Lovelace")) <= allowed
    assert set(words("Bob")) & allowed == set()


@pytest.fixture(scope="module")
def real():
    if not weights.is_model_folder(REAL):
        pytest.skip("the weights were never fetched here")
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(REAL)
    return lambda text: tokenizer.encode(text, add_special_tokens=False)


def test_the_default_tokenizer_keeps_the_borders(real):
    check_tokenizer(real)
    assert len(real("\n")) == 1


@given(st.lists(st.from_regex(r"[A-Za-z0-9.,@+-]{1,8}", fullmatch=True), min_size=1, max_size=5), st.integers(1, 40))
def test_training_tokens_are_those_of_the_whole_call(real, words, number):
    text = " ".join(words)
    for completion in (f" type {number}\n{text}", f" finish ok\n{text}", f" tap {number}", f" scroll down {number}"):
        assert list(target(completion, real)) == real(completion)
        assert real("Act:" + completion) == [*real("Act:"), *target(completion, real)]


@given(st.lists(st.from_regex(r"[A-Za-z0-9]{1,8}", fullmatch=True), min_size=1, max_size=5))
def test_what_stands_in_the_goal_can_be_copied(real, words):
    text = " ".join(words)
    assert set(real(text)) <= copyable(f'Goal: Write "{text}" into the note', real)
