"""Rows of elements as arrays. An element is a tuple that begins with its side, slot and node."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

SMALL = 800  # elements that are not worth a chunk of their own

Row = list[tuple[int, ...]]


def pack(rows: list[Row], fields: int) -> np.ndarray:
    """[fields, rows, length], with at least one row and one element; padding is 0, and node -1."""
    length = max((len(row) for row in rows), default=1)
    packed = np.zeros((fields, max(1, len(rows)), length), np.int64)
    packed[2] = -1
    for index, row in enumerate(rows):
        packed[:, index, : len(row)] = np.array(row, np.int64).T
    return packed


def chunks(
    rows: list[tuple[int, Row]], fields: int, nodes: int
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Rows with their episodes, sorted by length so that little of a chunk is padding: the fields,
    with nodes numbered through the batch (episode * nodes + node), and the episodes."""
    rows = sorted(rows, key=lambda row: len(row[1]))
    start = 0
    while start < len(rows):
        limit = max(len(rows[start][1]) * 1.4, 6)
        end = start
        while end < len(rows) and (len(rows[end][1]) <= limit or (end - start) * limit < SMALL):
            end += 1
        if (len(rows) - end) * limit < SMALL:
            end = len(rows)
        packed = pack([row for _, row in rows[start:end]], fields)
        episode = np.array([index for index, _ in rows[start:end]], np.int64)
        packed[2] += np.where(packed[2] >= 0, episode[:, None] * nodes, 0)
        yield packed, episode
        start = end
