"""Seeds that are committed to before anybody sits down (chance.md, "Seeds")."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

BOT_SEED = "bot"
MAX_CLIENT_SEED = 64


def commitment_of(server_seed: bytes) -> str:
    """SHA-256 of the 32 bytes, lower-case hex."""
    return hashlib.sha256(server_seed).hexdigest()


def match_seed_of(server_seed: bytes, client_seeds: Sequence[str]) -> bytes:
    """SHA-256 of the server's seed and each seat's word, in order, a zero byte between them."""
    words = (word.encode("ascii") for word in client_seeds)
    return hashlib.sha256(b"\0".join((server_seed, *words))).digest()


def can_be_client_seed(word: str) -> bool:
    """1 to 64 printable ASCII characters without spaces."""
    return 1 <= len(word) <= MAX_CLIENT_SEED and all("!" <= letter <= "~" for letter in word)
