"""QR codes, drawn by the server: a phone across the kitchen needs no typing."""

from __future__ import annotations

import io

import segno

QUIET_ZONE = 3


def draw_code(address: str) -> bytes:
    """The address as an SVG picture that scales, dark on white in every colour scheme."""
    picture = io.BytesIO()
    code = segno.make(address, error="m", micro=False)
    code.save(
        picture,
        kind="svg",
        border=QUIET_ZONE,
        dark="#1d1712",
        light="#ffffff",
        omitsize=True,
        xmldecl=False,
    )
    return picture.getvalue()
