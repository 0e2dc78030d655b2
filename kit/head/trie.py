"""The legal compact calls of one observation as a trie of the exact tokens a model was trained on (pure).

Constraint tokens must be the training tokens: a call is tokenised as a whole, never character by character, and a
tokenizer that merges across the borders between prompt, call and free text is refused (it would force tokens the model
has never seen there, which silently costs a fifth of its accuracy).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from kit.errors import UsageError
from kit.head.calls import one_line
from kit.head.legal import Legal
from kit.types import Mark

Encode = Callable[[str], Sequence[int]]
"""Text to token ids, without tokens that the tokenizer would add around it."""

ACT = "Act:"
"""The last thing of a prompt; a compact call follows it."""

_BORDERS = ((ACT, " tap 12"), (" type 1\n", "Ada"), (" finish ok\n", "42"), (ACT, " finish ok\n"))


@dataclass(slots=True)
class Node:
    """A state of the decoder: which tokens may follow.

    Attributes:
        children: what follows each token.
        end: a whole call ends here, so the model may stop.
        text: free text follows: "some" (at least one token), "any" (may be empty), or "" when none does.
    """

    children: dict[int, Node] = field(default_factory=dict["int", "Node"])
    end: bool = False
    text: str = ""


@dataclass(frozen=True, slots=True)
class Option:
    """One legal call up to its free text, if it has any."""

    completion: str
    text: str = ""


def options(can: Legal) -> list[Option]:
    """Every legal compact call, in a fixed order."""
    found = _aimed("tap", can.tap) + _aimed("hold", can.long_press)
    found += _typed("type", can.type) + (_typed("submit", can.type) if can.submit else [])
    for direction in can.scroll:
        found.append(Option(f" scroll {direction}"))
        found += _aimed(f"scroll {direction}", can.scroll_marks)
    found += [Option(f" launch {one_line(n)}") for n in can.launch if one_line(n)]
    found += [Option(f" {n}") for n in can.plain if n != "finish"]
    if "finish" in can.plain:
        found += [Option(" finish ok\n", "any"), Option(" finish impossible\n", "any")]
    return found


def build(choices: Iterable[Option], encode: Encode) -> Node:
    """The trie of these calls.

    Raises:
        UsageError: a call continues where another one's free text begins, so the two could not be told apart.
    """
    root = Node()
    for choice in choices:
        node = root
        for token in encode(choice.completion):
            node = node.children.setdefault(token, Node())
        node.end, node.text = not choice.text, choice.text
    _check(root)
    return root


def likely_path(root: Node) -> list[int]:
    """The tokens from the root into its largest branch up to the next choice: what is written most often."""
    path: list[int] = []
    node = root
    while node.children and (not path or (len(node.children) == 1 and not node.end)):
        token = max(node.children, key=lambda t: _size(node.children[t]))
        path.append(token)
        node = node.children[token]
    return path if node.children else []


def check_tokenizer(encode: Encode) -> None:
    """Raises UsageError when the tokenizer merges characters across a border of the format."""
    for left, right in _BORDERS:
        if [*encode(left), *encode(right)] != list(encode(left + right)):
            raise UsageError(
                f"This tokenizer merges across the border of {left!r} and {right!r}.",
                fix="Models with such a tokenizer cannot write compact calls; use another base model.",
            )


def target(completion: str, encode: Encode) -> tuple[int, ...]:
    """The tokens of a compact call as the decoder writes them: the call, then its free text by itself. Train on these.

    The end token is not among them.
    """
    call, newline, text = completion.partition("\n")
    return (*encode(call + newline), *(encode(text) if text else ()))


def copyable(text: str, encode: Encode) -> frozenset[int]:
    """The tokens that free text may be made of: those of the words in `text`, at the start of a line or after a space.

    A word of the prompt has its space merged into its first token; the same word at the start of an answer has not.
    """
    tokens = set(encode(text))
    for word in set(text.split()):
        for form in (word, word.strip(".,:;!?\"'“”‘’()[]")):
            if form:
                tokens |= set(encode(form)) | set(encode(f" {form}"))
    return frozenset(tokens)


def _aimed(verb: str, marks: Iterable[Mark]) -> list[Option]:
    return [Option(f" {verb} {m.number}") for m in marks]


def _typed(verb: str, marks: Iterable[Mark]) -> list[Option]:
    return [Option(f" {verb} {m.number}\n", "some") for m in marks]


def _size(node: Node) -> int:
    return 1 + sum(_size(child) for child in node.children.values())


def _check(node: Node) -> None:
    if node.text and node.children:
        raise UsageError("A compact call begins with the whole of another one that takes free text.")
    for child in node.children.values():
        _check(child)
