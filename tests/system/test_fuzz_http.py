"""Calls as the OpenAPI document describes them and as it does not: no 500, answers as promised."""

from __future__ import annotations

from pathlib import Path

from tests.fuzz.calls import fuzz_calls
from tests.scale import scaled
from tests.web.conftest import kitchens


def test_every_call_answers_as_described_or_refuses(tmp_path: Path) -> None:
    with kitchens(tmp_path) as open_it:
        kitchen = open_it(rate_limits=False)
        assert fuzz_calls(kitchen, cases=scaled(2, 200), number=1) > 40
