"""The product with less patience than people have: paces of few seconds, stand-ins at once.

`python3 -m tests.browser.hurried serve`. What is allowed in it is decided as everywhere; only the
two tables of numbers that say how long something may take are others.
"""

from __future__ import annotations

import sys
from datetime import timedelta
from unittest import mock

from app.cli import main
from app.tables import decisions
from app.tables.clock import PACES

PACE = {"kind": "live", "seconds": 4}
DAILY = {"kind": "daily", "seconds": 6}
HURRIED = {
    **PACES,
    "live": (PACE["seconds"], *PACES["live"]),
    "daily": (DAILY["seconds"], *PACES["daily"]),
}
"""What else a decision may take."""

if __name__ == "__main__":
    with (
        mock.patch.object(decisions, "PACES", HURRIED),
        mock.patch.object(decisions, "STAND_IN_AFTER", timedelta(0)),
    ):
        sys.exit(main(sys.argv[1:]))
