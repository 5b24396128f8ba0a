"""Codes of an authenticator app (TOTP, RFC 6238): derived, stored nowhere."""

from __future__ import annotations

import base64
import hashlib
import hmac
from datetime import datetime

import pyotp

from app.tables.staff import AdminRow

ISSUER = "Kitchen Table"
STEP_SECONDS = 30
SLACK = (-1, 0, 1)
"""Steps that a phone's clock may be off."""
SECRET_BYTES = 20


class Codes:
    """Makes and judges codes with the server's secret."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def secret_of(self, row: AdminRow) -> str:
        """The account's secret as apps read it, Base32."""
        word = f"totp:{row.id}:{row.totp_generation}"
        digest = hmac.new(self._secret, word.encode(), hashlib.sha256).digest()
        return base64.b32encode(digest[:SECRET_BYTES]).decode()

    def address_of(self, row: AdminRow) -> str:
        """The address that apps read from a QR code."""
        totp = pyotp.TOTP(self.secret_of(row), interval=STEP_SECONDS)
        return totp.provisioning_uri(name=row.name, issuer_name=ISSUER)

    def find_step(self, row: AdminRow, code: str, at: datetime) -> int | None:
        """The time step that the code is of; None for a wrong one and for one used before."""
        totp = pyotp.TOTP(self.secret_of(row), interval=STEP_SECONDS)
        given = "".join(code.split()).encode()
        now = int(at.timestamp()) // STEP_SECONDS
        fitting = [
            now + slack
            for slack in SLACK
            if hmac.compare_digest(totp.generate_otp(now + slack).encode(), given)
        ]
        fresh = [step for step in fitting if step > row.totp_step]
        return fresh[0] if fresh else None
