"""The two games of Puzzle as plain lists of fields, row by row: sliding tiles (0 is the empty field) and lights out (1 is lit)."""

from __future__ import annotations

import random
from functools import lru_cache

Board = tuple[int, ...]


def goal(kind: str, size: int) -> Board:
    """The solved board."""
    count = size * size
    return (*range(1, count), 0) if kind == "tiles" else (0,) * count


def neighbours(field: int, size: int) -> list[int]:
    """The fields above, below, left and right of one."""
    row, column = divmod(field, size)
    near = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return [r * size + c for r, c in near if 0 <= r < size and 0 <= c < size]


def touch(kind: str, size: int, board: Board, field: int) -> Board:
    """The board after a field was touched; the same one when that does nothing."""
    fields = list(board)
    if kind == "lights":
        for n in (field, *neighbours(field, size)):
            fields[n] = 1 - fields[n]
    elif (gap := board.index(0)) in neighbours(field, size):
        fields[gap], fields[field] = fields[field], 0
    return tuple(fields)


@lru_cache(maxsize=4)
def layers(size: int, deepest: int) -> tuple[tuple[Board, ...], ...]:
    """Tile boards by the least number of moves that solve them, from 0 to `deepest`."""
    start = goal("tiles", size)
    seen = {start}
    found: list[tuple[Board, ...]] = [(start,)]
    for _ in range(deepest):
        fresh: dict[Board, None] = {}
        for board in found[-1]:
            for field in neighbours(board.index(0), size):
                after = touch("tiles", size, board, field)
                if after not in seen:
                    fresh[after] = None
        seen.update(fresh)
        found.append(tuple(fresh))
    return tuple(found)


def scrambled(kind: str, size: int, moves: int, rng: random.Random) -> Board:
    """A board exactly `moves` touches away from the solved one (lights: touches of different fields)."""
    if kind == "tiles":
        return rng.choice(layers(size, moves)[moves])
    board = goal(kind, size)
    for field in rng.sample(range(size * size), moves):
        board = touch(kind, size, board, field)
    return board


def solution(kind: str, size: int, board: Board) -> list[int]:
    """The fields to touch, in order, to solve a board of at most 3 x 3 fields; the shortest way there is."""
    target = goal(kind, size)
    came: dict[Board, tuple[Board, int] | None] = {board: None}
    edge = [board]
    while edge and target not in came:
        fresh: list[Board] = []
        for now in edge:
            fields = range(size * size) if kind == "lights" else neighbours(now.index(0), size)
            for field in fields:
                after = touch(kind, size, now, field)
                if after not in came:
                    came[after] = (now, field)
                    fresh.append(after)
        edge = fresh
    way: list[int] = []
    step = came.get(target)
    while step is not None:
        way.append(step[1])
        step = came[step[0]]
    return way[::-1]
