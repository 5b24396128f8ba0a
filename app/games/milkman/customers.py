"""The deck (milkman.md, "Customers")."""

from __future__ import annotations

from collections.abc import Mapping

from app.games.milkman.model import Customer

CUSTOMERS: Mapping[int, Customer] = {
    id: Customer(id, order, points)
    for id, (order, points) in enumerate(
        [
            ((2, 0, 0), 2),
            ((2, 0, 0), 2),
            ((3, 0, 0), 4),
            ((3, 0, 0), 4),
            ((4, 0, 0), 6),
            ((0, 2, 0), 2),
            ((0, 2, 0), 2),
            ((0, 3, 0), 4),
            ((0, 3, 0), 4),
            ((0, 4, 0), 6),
            ((0, 0, 2), 2),
            ((0, 0, 2), 2),
            ((0, 0, 3), 4),
            ((0, 0, 3), 4),
            ((0, 0, 4), 6),
            ((1, 1, 0), 3),
            ((2, 1, 0), 5),
            ((1, 2, 0), 5),
            ((2, 2, 0), 7),
            ((1, 0, 1), 3),
            ((2, 0, 1), 5),
            ((1, 0, 2), 5),
            ((2, 0, 2), 7),
            ((0, 1, 1), 3),
            ((0, 2, 1), 5),
            ((0, 1, 2), 5),
            ((0, 2, 2), 7),
            ((1, 1, 1), 5),
            ((1, 1, 1), 5),
            ((2, 1, 1), 7),
            ((1, 2, 1), 7),
            ((1, 1, 2), 7),
            ((2, 2, 2), 11),
            ((3, 3, 3), 17),
        ],
        start=1,
    )
}
"""All customers by id, ascending."""
