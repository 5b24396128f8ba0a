"""What a process tells Prometheus, in its text format.

Nothing is kept for it: a reading looks at the counts that the rooms keep anyway.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from multiprocessing import active_children
from typing import Literal

from app.live.gauges import MICROSECONDS, Gauges, resident_bytes
from app.live.house import House
from app.tables.tallies import Histogram

MEDIA_TYPE = "text/plain; version=0.0.4"

Kind = Literal["counter", "gauge", "histogram"]
Labels = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Sample:
    """One number. `suffix` tells the parts of a histogram apart."""

    value: float
    labels: Labels = ()
    suffix: str = ""


@dataclass(frozen=True, slots=True)
class Family:
    """All samples of one name, which ends in its unit."""

    name: str
    kind: Kind
    meaning: str
    samples: tuple[Sample, ...]


def metrics_text(house: House) -> str:
    """Everything that can be read off this process now."""
    return "".join(text_of(family) for family in families_of(house))


def families_of(house: House) -> Iterator[Family]:
    """The whole reading, by subject."""
    yield from people_and_tables(house)
    yield from moves_and_answers(house.gauges)
    yield from health_of(house)
    yield from bots_of(house.gauges)
    yield from process_of()


def people_and_tables(house: House) -> Iterator[Family]:
    """Who and what is here."""
    census = house.census()
    yield gauge("kitchen_table_people", "Players who are connected, each once.", census.people)
    yield gauge("kitchen_table_watchers", "Sockets that look on without a seat.", census.watchers)
    sockets = {"lobby": census.lobby_sockets, "table": census.table_sockets}
    yield labelled("kitchen_table_sockets", "gauge", "Open WebSockets.", "at", sockets)
    tables = (
        Sample(count, (("game", game), ("state", state)))
        for (game, state), count in sorted(census.tables.items())
    )
    yield Family("kitchen_table_tables", "gauge", "Tables in memory.", tuple(tables))


def moves_and_answers(gauges: Gauges) -> Iterator[Family]:
    """What was done, how quickly, and what was refused."""
    moved = "Entries that went into the log, by who made them."
    yield labelled("kitchen_table_moves_total", "counter", moved, "by", gauges.log.moves)
    yield histogram(
        "kitchen_table_move_seconds",
        "From the arrival of a move to its ok, which is after its commit.",
        gauges.moves,
        MICROSECONDS,
    )
    yield labelled(
        "kitchen_table_errors_total", "counter", "Refusals, by code.", "code", gauges.refusals
    )
    yield labelled(
        "kitchen_table_bugs_total",
        "counter",
        "Failures that nobody foresaw; each is in the log with its trace.",
        "where",
        gauges.bugs,
    )
    grouped = "Rows that one transaction put into the log."
    yield histogram("kitchen_table_log_group_rows", grouped, gauges.log.groups, 1)
    yield counter(
        "kitchen_table_log_failures_total",
        "Groups of moves that the database did not take.",
        gauges.log.failures,
    )


def health_of(house: House) -> Iterator[Family]:
    """Whether everything goes on."""
    liveness, pulse = house.liveness, house.pulse
    yield gauge(
        "kitchen_table_database_up",
        "Whether the database took the last beat, which is due each second.",
        int(pulse.is_fresh),
    )
    yield counter(
        "kitchen_table_outages_total",
        "Times in which no process could accept a move, as the database knows them.",
        len(pulse.known),
    )
    yield gauge(
        "kitchen_table_running_tables", "Running tables of the last round.", liveness.checked
    )
    yield gauge(
        "kitchen_table_frozen_tables",
        "Running tables that nothing would move on; above zero is a bug.",
        len(liveness.violations),
    )
    yield counter(
        "kitchen_table_liveness_violations_total",
        "Frozen tables that were found, and set going again.",
        liveness.found,
    )
    mended = "What staff did to tables, by kind."
    yield labelled("kitchen_table_repairs_total", "counter", mended, "kind", house.gauges.repairs)
    late = "By how much the event loop was late for what it had promised."
    yield histogram("kitchen_table_loop_lag_seconds", late, house.gauges.lag, MICROSECONDS)


def bots_of(gauges: Gauges) -> Iterator[Family]:
    """How the bots are doing."""
    tally = gauges.bots
    yield gauge(
        "kitchen_table_bots_thinking", "Questions that bots think about now.", tally.thinking
    )
    yield labelled(
        "kitchen_table_bots_failed_total",
        "counter",
        "Bots for which the default move was made.",
        "why",
        {"bug": tally.failures, "late": tally.late},
    )
    yield gauge(
        "kitchen_table_worker_processes",
        "Processes in which bots think.",
        len(active_children()),
    )


def process_of() -> Iterator[Family]:
    """What the process costs; under the names that all processes use."""
    yield counter("process_cpu_seconds_total", "Time on the processor.", time.process_time())
    memory = resident_bytes()
    if memory is not None:
        yield gauge("process_resident_memory_bytes", "Memory in use.", memory)


def gauge(name: str, meaning: str, value: float) -> Family:
    """A number that goes up and down."""
    return Family(name, "gauge", meaning, (Sample(value),))


def counter(name: str, meaning: str, value: float) -> Family:
    """A number that only grows."""
    return Family(name, "counter", meaning, (Sample(value),))


def labelled(
    name: str, kind: Kind, meaning: str, label: str, values: Mapping[str, float]
) -> Family:
    """A number for each value of one label."""
    samples = (Sample(value, ((label, key),)) for key, value in sorted(values.items()))
    return Family(name, kind, meaning, tuple(samples))


def histogram(name: str, meaning: str, values: Histogram, scale: int) -> Family:
    """How values are spread; `scale`: what the integers are divided by for the unit."""
    samples, below = [], 0
    for bound, count in zip(values.bounds, values.counts, strict=False):
        below += count
        samples.append(Sample(below, (("le", number(bound / scale)),), "_bucket"))
    every = below + values.counts[-1]
    samples.append(Sample(every, (("le", "+Inf"),), "_bucket"))
    samples.append(Sample(values.total / scale, (), "_sum"))
    samples.append(Sample(every, (), "_count"))
    return Family(name, "histogram", meaning, tuple(samples))


def text_of(family: Family) -> str:
    """A family as Prometheus reads it."""
    lines = [f"# HELP {family.name} {family.meaning}", f"# TYPE {family.name} {family.kind}"]
    for sample in family.samples:
        labels = ",".join(f'{key}="{escaped(value)}"' for key, value in sample.labels)
        shown = f"{{{labels}}}" if labels else ""
        lines.append(f"{family.name}{sample.suffix}{shown} {number(sample.value)}")
    return "\n".join(lines) + "\n"


def escaped(value: str) -> str:
    """A label's value between its quotes."""
    return value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")


def number(value: float) -> str:
    """Whole numbers without a point."""
    return str(int(value)) if value == int(value) else repr(float(value))
