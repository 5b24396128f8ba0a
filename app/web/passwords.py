"""Passwords as they are stored: Argon2id, hashed on a thread of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar
from unicodedata import normalize

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from app.tables.refusals import Code, Refused

T = TypeVar("T")

MOST_WAITING = 20
"""Passwords that wait to be hashed; each takes its time on purpose."""
RETRY_AFTER = 5


def demanding_hasher() -> PasswordHasher:
    """64 MiB, three passes, one lane (RFC 9106, "low memory", on one core)."""
    return PasswordHasher(time_cost=3, memory_cost=64 * 1024, parallelism=1)


class Passwords:
    """Hashes and compares. One at a time: who tries many passwords keeps one core busy, and the
    tables none the wiser."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or demanding_hasher()
        self._thread = ThreadPoolExecutor(1, "passwords")
        self._waiting = 0
        self._nobodys: str | None = None

    async def hash(self, password: str) -> str:
        """The password as it is stored. Raises `rate_limited` while too many wait."""
        return await self._run(lambda: self._hasher.hash(plain(password)))

    async def fits(self, stored: str | None, password: str) -> bool:
        """Whether it is the stored one; for nobody's the work is the same, and the answer no."""
        return await self._run(lambda: self._compare(stored, password))

    def is_old(self, stored: str) -> bool:
        """Whether it was hashed with other demands than today's."""
        return self._hasher.check_needs_rehash(stored)

    def _compare(self, stored: str | None, password: str) -> bool:
        if self._nobodys is None:
            self._nobodys = self._hasher.hash("nobody's")
        try:
            self._hasher.verify(stored or self._nobodys, plain(password))
        except (VerificationError, InvalidHashError):
            return False
        return stored is not None

    async def _run(self, act: Callable[[], T]) -> T:
        if self._waiting >= MOST_WAITING:
            raise Refused(Code.RATE_LIMITED, detail={"retry_after": RETRY_AFTER})
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, act)
        finally:
            self._waiting -= 1


def plain(password: str) -> bytes:
    """What is hashed: the same letters, however a keyboard composes them."""
    return normalize("NFKC", password).encode()
