"""How a value that is slow to compare becomes the key of a small cache."""

from __future__ import annotations

from typing import Generic, TypeVar

T = TypeVar("T")


class Same(Generic[T]):
    """A value by its identity: a cache finds it again only when it is the very same object, and keeps it alive so long.

    For tuples of nodes, whose comparison would cost more than what is kept spares. The value must never change.
    """

    __slots__ = ("value",)

    def __init__(self, value: T) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.value is other.value  # pyright: ignore[reportUnknownMemberType]
