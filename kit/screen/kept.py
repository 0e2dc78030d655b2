"""What keeps looking cheap: identity as the key of a small cache, and frozen values made without their slow constructor."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

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


def draft(kind: type[Any]) -> type[Any]:
    """A class of the same slots as a frozen dataclass: what is filled in becomes one by `made.__class__ = kind`.

    A frozen dataclass sets each field through `object.__setattr__`, six times slower than plain slots.
    """
    return type("_Draft", (), {"__slots__": tuple(sorted(kind.__slots__))})
