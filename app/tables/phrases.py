"""Ready-made lines of chat: each reader's page shows them in the reader's own language.

The words stand in `static/locales` under `phrase.` and the key.
"""

from __future__ import annotations

from typing import Literal, get_args

Phrase = Literal[
    "hello",
    "good_luck",
    "your_turn",
    "thinking",
    "one_moment",
    "well_played",
    "thanks",
    "oops",
    "good_game",
    "again",
    "bye",
]

PHRASES: tuple[str, ...] = get_args(Phrase)
