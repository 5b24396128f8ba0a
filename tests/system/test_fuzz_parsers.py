"""Whatever is written, readers understand it or refuse it by the error that they promise."""

from __future__ import annotations

import pytest

from tests.fuzz.parsers import Target, targets
from tests.fuzz.trying import try_out
from tests.scale import scaled

CASES = scaled(50, 5_000)


@pytest.mark.parametrize("target", targets(), ids=lambda target: target.name)
def test_readers_refuse_by_the_error_they_promise(target: Target) -> None:
    for sample in target.samples:
        target.check(sample)
    assert try_out(target.strategy(), target.check, cases=CASES, number=1) >= CASES // 2
