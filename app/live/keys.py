"""Link keys: an HMAC of series, kind and generation under the server's secret, stored nowhere."""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Sequence

from app.tables.links import Link

KEY_BYTES = 18
"""144 bits: 24 characters of URL-safe Base64 without padding."""


class LinkKeys:
    """Makes and recognises the keys of links."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def key_of(self, link: Link) -> str:
        """The key, the same whenever it is shown."""
        message = f"link:{link.series}:{link.kind}:{link.generation}".encode()
        digest = hmac.digest(self._secret, message, hashlib.sha256)
        return base64.urlsafe_b64encode(digest[:KEY_BYTES]).decode()

    def find(self, links: Sequence[Link], key: str) -> Link | None:
        """The link that this key belongs to; every link is compared, in constant time each."""
        given = key.encode("utf-8", "replace")
        found = None
        for link in links:
            if hmac.compare_digest(self.key_of(link).encode(), given):
                found = link
        return found
