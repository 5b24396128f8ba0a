"""A night: tables of all games played through bad weather, the server killed now and then."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

from app.storage.store import open_store
from tests.chaos.ear import Wrong
from tests.chaos.guest import GONE, Calls, Guest
from tests.chaos.judge import Verdict, judge
from tests.serving import ServerProcess
from tests.system.people import Person, Web, calling

GAMES = (("milkuro", 4), ("mino_dice", 3), ("gnav", 4), ("milkman", 2))
PACES = ({"kind": "relaxed"}, {"kind": "live", "seconds": 15}, {"kind": "live", "seconds": 30})
OPENING_SECONDS = 120
"""How long it may take until people sit at every table."""

CALM_SECONDS = 60
"""How long the end may take: everybody is back, hears the rest and gets every answer."""

STUCK_AFTER = 60
"""Seconds of calm without a move after which a running table is stuck."""


@dataclass
class Night:
    """Forty tables, match after match; what happened at each is kept for the judgement."""

    server: ServerProcess
    rng: Random
    tables: int
    people: list[list[Person]] = field(default_factory=list)
    matches: list[list[Guest]] = field(default_factory=list)
    ending: asyncio.Event = field(default_factory=asyncio.Event)
    kills: int = 0
    rematches: int = 0

    def address(self) -> str:
        """Where the server is, alive or not."""
        return self.server.url

    # Tables

    async def invite(self) -> None:
        """Make everybody known."""
        async with calling(self.address()) as web:
            for number in range(self.tables):
                _, seats = GAMES[number % len(GAMES)]
                count = self.rng.randint(1, seats)
                self.people.append(
                    [await web.newcomer(f"Guest {number}.{each}") for each in range(count)]
                )

    async def play(self, number: int) -> None:
        """One table, match after match, until the night ends."""
        guests: list[Guest] = []
        while not self.ending.is_set():
            with suppress(*GONE, AssertionError):
                guests = await self._next_match(number, guests)
                self.matches.append(guests)
                await asyncio.gather(*(guest.stay() for guest in guests))
                continue
            await asyncio.sleep(0.3)

    async def wait_for_tables(self, playing: Sequence[asyncio.Task[None]]) -> None:
        """Until each table is open, however slow the machine: the night's seconds begin then."""
        async with asyncio.timeout(OPENING_SECONDS):
            while len(self.matches) < self.tables:
                check_nothing_failed(task for task in playing if task.done())
                await asyncio.sleep(0.1)

    async def _next_match(self, number: int, before: list[Guest]) -> list[Guest]:
        async with calling(self.address()) as web:
            if before and self.rng.random() < 0.5:
                table = await self._rematch(web, before)
            else:
                table = await self._open(web, number)
        by_id = {person.id: person for person in self.people[number]}
        return [
            Guest(
                table["id"],
                place["seat"],
                by_id[place["player"]["id"]],
                Random(self.rng.getrandbits(64)),
                self.address,
            )
            for place in table["seats"]
            if place["player"] is not None
        ]

    async def _open(self, web: Web, number: int) -> dict[str, Any]:
        game, seats = GAMES[number % len(GAMES)]
        people = self.people[number]
        order = {
            "game": game,
            "seats": seats,
            "pace": PACES[number % len(PACES)],
            "bots": {str(seat): "easy" for seat in range(len(people), seats)},
            "visibility": "public",
            "start": True,
        }
        table = await web.post("/api/tables", order, people[0])
        for seat, person in enumerate(people[1:], start=1):
            path = f"/api/tables/{table['id']}/seats/{seat}"
            table = await web.post(path, {"who": "me"}, person)
        assert table["state"] == "playing", table
        return dict(table)

    async def _rematch(self, web: Web, before: list[Guest]) -> dict[str, Any]:
        """Two press at once; everybody sends a new word for the shuffle."""
        path = f"/api/tables/{before[0].table_id}/rematch"
        offers = await asyncio.gather(*(web.post(path, {}, guest.person) for guest in before[:2]))
        table: dict[str, Any] = offers[0]
        if len({offer["id"] for offer in offers}) != 1:
            raise Wrong(f"two rematches of {before[0].table_id}")
        by_id = {guest.person.id: guest.person for guest in before}
        for place in offers[0]["seats"]:
            if place["player"] is not None and place["held"]:
                seat = f"/api/tables/{table['id']}/seats/{place['seat']}"
                table = await web.post(seat, {"who": "me"}, by_id[place["player"]["id"]])
        self.rematches += 1
        assert table["state"] == "playing", table
        return table

    # The server

    async def kill_now_and_then(self, pause: float) -> None:
        """Pull the plug every `pause` seconds or so, until the night ends."""
        while not self.ending.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(self.ending.wait(), self.rng.uniform(0.5, 1.5) * pause)
                return
            await asyncio.to_thread(self.server.kill9)
            self.kills += 1
            await asyncio.sleep(self.rng.uniform(0, 2))
            await asyncio.to_thread(self.server.restart)

    # The end

    async def calm_down(self) -> None:
        """Fair weather: everybody comes back; every table has to move or be over."""
        self.ending.set()
        running = [guests for guests in self.matches if not all(guest.done for guest in guests)]
        for guests in running:
            for guest in guests:
                guest.calm_down()
        before = [self._seen(guests) for guests in running]
        moving = [
            asyncio.create_task(self._moves(guests, seen))
            for guests, seen in zip(running, before, strict=True)
        ]
        stuck = [task for task in await asyncio.gather(*moving) if task]
        if stuck:
            raise Wrong(f"stuck: {stuck}")

    def _seen(self, guests: list[Guest]) -> int:
        return max((seq for guest in guests for seq, _ in guest.transcript.shown), default=0)

    async def _moves(self, guests: list[Guest], before: int) -> str | None:
        """What is wrong with a table that does not go on."""
        end = asyncio.get_running_loop().time() + STUCK_AFTER
        while asyncio.get_running_loop().time() < end:
            if self._seen(guests) > before or any(guest.over for guest in guests):
                return None
            await asyncio.sleep(0.1)
        tables = [ear.table for guest in guests for ear in guest.ears]
        return f"{guests[0].table_id} at {before}: {tables[:1]}"


async def live_through(night: Night, seconds: float, kill_every: float) -> None:
    """Play, kill, and calm down. Raises `Wrong`."""
    await night.invite()
    playing = [asyncio.create_task(night.play(number)) for number in range(night.tables)]
    killing: list[asyncio.Task[None]] = []
    try:
        await night.wait_for_tables(playing)
        killing.append(asyncio.create_task(night.kill_now_and_then(kill_every)))
        failed, _ = await asyncio.wait(
            {*playing, *killing}, timeout=seconds, return_when="FIRST_EXCEPTION"
        )
        check_nothing_failed(failed)
        night.ending.set()
        await asyncio.gather(*killing)
        await night.calm_down()
        check_nothing_failed(task for task in playing if task.done())
    finally:
        for task in (*playing, *killing):
            task.cancel()
        await asyncio.gather(*playing, *killing, return_exceptions=True)


def check_nothing_failed(ended: Iterable[asyncio.Task[None]]) -> None:
    """Raises what one of these tasks has raised."""
    for task in ended:
        task.result()


async def settle_answers(night: Night) -> None:
    """Every message that waits for its answer gets it, in fair weather."""
    waiting = [
        guest
        for guests in night.matches
        for guest in guests
        if any(sent.open for sent in guest.sent.values())
    ]
    async with asyncio.timeout(CALM_SECONDS):
        await asyncio.gather(*(ask_again(night, guest) for guest in waiting))


async def ask_again(night: Night, guest: Guest) -> None:
    """By HTTP, which is the same call as the socket's."""
    async with Calls.to(night.address(), guest.table_id, guest.person) as calls:
        for ref, sent in tuple(guest.sent.items()):
            if not sent.open:
                continue
            body = {key: sent.frame[key] for key in ("seq", "move") if key in sent.frame}
            verb = "/undo" if sent.frame["type"] == "undo" else "/moves"
            answer = await calls.post(verb, {**body, "ref": ref})
            if answer.status_code == 200:
                sent.ok = answer.json()["seq"]
            else:
                sent.refused = answer.json()["error"]["code"]


async def spend(
    settings: dict[str, str], *, seconds: float, tables: int, kill_every: float, seed: int
) -> tuple[Night, Verdict]:
    """A whole night on one store and its judgement. Raises `Wrong`, with what the server said."""
    server = ServerProcess({"RATE_LIMITS": "off", "BOT_PACE": "0", **settings})
    await asyncio.to_thread(server.start)
    night = Night(server, Random(seed), tables)
    try:
        await live_through(night, seconds, kill_every)
        await settle_answers(night)
        if await asyncio.to_thread(server.stop) != 0:
            raise Wrong("the server did not stop in order")
        if "Traceback" in server.output:
            raise Wrong("the server had a bug")
        return night, await judge_all(settings["DATABASE_URL"], night)
    except BaseException as failure:
        failure.add_note(f"seed {seed}; the server said: {server.output[-3000:]}")
        raise
    finally:
        if server.process.poll() is None:
            await asyncio.to_thread(server.kill9)


async def judge_all(url: str, night: Night) -> Verdict:
    """Every match of the night."""
    verdict = Verdict()
    store = await open_store(url)
    try:
        for guests in night.matches:
            await judge(store, guests, verdict)
    finally:
        await store.close()
    return verdict


def figures(name: str, seconds: float, night: Night, verdict: Verdict) -> str:
    """The night in one line."""
    counts: dict[str, int] = {}
    for guests in night.matches:
        for guest in guests:
            for what, count in guest.counts.items():
                counts[what] = counts.get(what, 0) + count
    told = ", ".join(f"{count:,} {what}" for what, count in sorted(counts.items()))
    return (
        f"{name}: {night.tables} tables, {seconds:.0f} s, {night.kills} kills, "
        f"{verdict.matches} matches ({verdict.finished} finished, {night.rematches} rematches), "
        f"{verdict.entries:,} entries ({verdict.undone} undone, {verdict.timed_out} timed out), "
        f"{verdict.answered:,} answered and all there, {verdict.views:,} views as the log gives "
        f"them, none stuck; {told}"
    )
