"""`python3 -m app verify FILE`: re-deal and replay a record, say what holds."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from app.codec.record import BadRecord, parse_record
from app.games.registry import REGISTRY, Registry
from app.tables.record import Verdict, check_record


def main(argv: Sequence[str], out: TextIO | None = None, registry: Registry = REGISTRY) -> int:
    """0 if the record holds, 1 if it does not, 2 if it cannot be read."""
    out = out or sys.stdout
    if len(argv) != 1:
        out.write("usage: python3 -m app verify FILE\n")
        return 2
    try:
        data = sys.stdin.buffer.read() if argv[0] == "-" else Path(argv[0]).read_bytes()
        _, game, record = parse_record(data, registry)
    except OSError as problem:
        out.write(f"{argv[0]} cannot be read: {problem.strerror}.\n")
        return 2
    except BadRecord as problem:
        out.write(f"{argv[0]} is not a record: {problem}.\n")
        return 2
    verdict = check_record(game, record)
    for line in report(verdict):
        out.write(line + "\n")
    return 0 if verdict.holds else 1


def report(verdict: Verdict) -> list[str]:
    """One line a check, then the sum."""
    checks = {
        "commitment": verdict.commitment,
        "match seed": verdict.match_seed,
        "every move legal": verdict.moves,
        "result": verdict.result,
    }
    lines = [f"{'holds' if good else 'FAILS':6} {name}" for name, good in checks.items()]
    lines.append(
        "The record holds." if verdict.holds else f"The record does not hold: {verdict.problem}"
    )
    return lines
