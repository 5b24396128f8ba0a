"""What a page costs, read from Chromium's own trace: script and layout of each picture, and tasks.

Times are those of the thread, not of the clock, so that other jobs of the machine do not count.
"""

from __future__ import annotations

import bisect
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import orjson

CATEGORIES = [
    "devtools.timeline",
    "toplevel",
    "disabled-by-default-devtools.timeline",
    "__metadata",
]
SCRIPT = frozenset(("FunctionCall", "RunMicrotasks", "EvaluateScript", "v8.evaluateModule"))
LAYOUT = frozenset(("UpdateLayoutTree", "Layout"))
TASKS = frozenset(("RunTask", "ThreadControllerImpl::RunTask"))
HANDED_OVER = "Commit"
"""A picture is ready: what comes after it belongs to the next one."""


@dataclass(frozen=True, slots=True)
class Cost:
    """Milliseconds of every picture in which script ran, and of the longest task."""

    frames: tuple[float, ...]
    longest: float


def read_trace(trace: bytes) -> Cost:
    """The costs on the main thread that ran most scripts, which is the page's."""
    events = orjson.loads(trace)["traceEvents"]
    main = Counter(
        (event["pid"], event["tid"]) for event in events if event["name"] == "FunctionCall"
    ).most_common(1)[0][0]
    own = [event for event in events if (event["pid"], event["tid"]) == main]
    own.sort(key=lambda event: event.get("ts", 0))
    tasks = [cost_of(event) for event in own if event["name"] in TASKS and event["ph"] == "X"]
    return Cost(tuple(frames_of(own)), max(tasks, default=0.0))


def cost_of(event: dict[str, Any]) -> float:
    """Milliseconds of the thread, or of the clock where the trace has no others."""
    return float(event.get("tdur", event["dur"])) / 1000


def frames_of(events: Sequence[dict[str, Any]]) -> list[float]:
    """The cost of each picture with a script in it; what was called by a script counts once."""
    ready = [event["ts"] for event in events if event["name"] == HANDED_OVER]
    costs: Counter[int] = Counter()
    scripted: set[int] = set()
    end = 0.0
    for event in events:
        if event["ph"] != "X" or event["name"] not in SCRIPT | LAYOUT or event["ts"] < end:
            continue
        end = event["ts"] + event["dur"]
        picture = bisect.bisect(ready, event["ts"])
        costs[picture] += round(cost_of(event) * 1000)
        if event["name"] in SCRIPT:
            scripted.add(picture)
    return [costs[picture] / 1000 for picture in sorted(scripted)]
