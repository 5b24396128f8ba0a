"""Milkman once more, from its rules page and nothing else: plain dicts, changed in place.

Slow and simple on purpose; the real rules have to agree with it on every list, view and event.
"""

from __future__ import annotations

import re
from itertools import product
from typing import Any

from app.games.chance import Chance

FACES = ["money", "milk", "bottle", "labor", "truck", "spilt"]
KINDS = ["whole", "skim", "chocolate"]
PAGE = """
| 1: 2/0/0 → 2 | 2: 2/0/0 → 2 | 3: 3/0/0 → 4 | 4: 3/0/0 → 4 |
| 5: 4/0/0 → 6 | 6: 0/2/0 → 2 | 7: 0/2/0 → 2 | 8: 0/3/0 → 4 |
| 9: 0/3/0 → 4 | 10: 0/4/0 → 6 | 11: 0/0/2 → 2 | 12: 0/0/2 → 2 |
| 13: 0/0/3 → 4 | 14: 0/0/3 → 4 | 15: 0/0/4 → 6 | 16: 1/1/0 → 3 |
| 17: 2/1/0 → 5 | 18: 1/2/0 → 5 | 19: 2/2/0 → 7 | 20: 1/0/1 → 3 |
| 21: 2/0/1 → 5 | 22: 1/0/2 → 5 | 23: 2/0/2 → 7 | 24: 0/1/1 → 3 |
| 25: 0/2/1 → 5 | 26: 0/1/2 → 5 | 27: 0/2/2 → 7 | 28: 1/1/1 → 5 |
| 29: 1/1/1 → 5 | 30: 2/1/1 → 7 | 31: 1/2/1 → 7 | 32: 1/1/2 → 7 |
| 33: 2/2/2 → 11 | 34: 3/3/3 → 17 |  |  |
"""
DECK = {
    int(id): {"id": int(id), "order": [int(w), int(s), int(c)], "points": int(points)}
    for id, w, s, c, points in re.findall(r"(\d+): (\d)/(\d)/(\d) → (\d+)", PAGE)
}


class NaiveMilkman:
    """A match, changed by every move."""

    def __init__(self, seats: int, chance: Chance) -> None:
        self.seats = seats
        self.start = chance.below(seats)
        cards = list(range(1, 35))
        chance.shuffle(cards)
        self.display: list[int | None] = list(cards[:4])
        self.deck = cards[4:]
        self.discards: list[int] = []
        self.round = 0
        self.main = self.start
        self.over = False
        self.farms: list[dict[str, Any]] = [
            {
                "money": 3,
                "cows": 2,
                "tanks": [0, 0],
                "side": None,
                "barn": [0, 0, 0],
                "truck": {"at": 0, "big": False, "load": [0, 0, 0], "points": 0},
                "orders": [],
                "delivered": [],
                "score": 0,
            }
            for _ in range(seats)
        ]
        self.passed = [False] * seats
        self.events = self.roll_turn(chance)

    @property
    def rounds(self) -> int:
        return {2: 6, 3: 5, 4: 4}[self.seats]

    def roll_turn(self, chance: Chance) -> list[dict[str, Any]]:
        events: list[dict[str, Any]] = [{"type": "turn", "round": self.round, "main": self.main}]
        for k in range(self.seats):
            seat = (self.main + k) % self.seats
            dice = [{"colour": "black", "face": chance.choice(FACES), "used": False} for _ in "bb"]
            if seat == self.main:
                dice += [
                    {"colour": "white", "face": chance.choice(FACES), "used": False} for _ in "wwww"
                ]
            self.farms[seat].update(dice=dice, rerolls=2, acted=False, pouring=False, done=False)
            self.passed[seat] = False
            events.append({"type": "rolled", "seat": seat})
        return events

    def market(self, seat: int) -> str:
        if self.passed[seat] or self.farms[seat]["done"]:
            return "passed"
        order = [(self.main + k) % self.seats for k in range(self.seats)]
        before = order[: order.index(seat)]
        free = all(self.passed[other] or self.farms[other]["done"] for other in before)
        return "open" if free else "waiting"

    def view(self) -> dict[str, Any]:
        return {
            "phase": "over" if self.over else "turn",
            "round": self.round,
            "rounds": self.rounds,
            "start": self.start,
            "main": self.main,
            "deck": len(self.deck),
            "discards": len(self.discards),
            "customers": [None if id is None else DECK[id] for id in self.display],
            "farms": [
                {**farm, "market": self.market(seat)} for seat, farm in enumerate(self.farms)
            ],
        }

    def to_act(self) -> list[int]:
        return [seat for seat, farm in enumerate(self.farms) if not farm["done"]]

    def dice_for(self, seat: int, face: str) -> list[list[int]]:
        dice = self.farms[seat]["dice"]
        unused = [at for at, die in enumerate(dice) if not die["used"]]
        return [[at] for at in unused if dice[at]["face"] == face] + [
            [a, b] for a in unused for b in unused if a < b and dice[a]["face"] == dice[b]["face"]
        ]

    def legal(self, seat: int) -> list[dict[str, Any]]:
        farm = self.farms[seat]
        if farm["done"]:
            return []
        if farm["pouring"]:
            return [
                {"type": "pour", "from": place} for place, n in self.milk_in(farm).items() if n
            ] + [{"type": "pour_end"}]
        moves: list[dict[str, Any]] = [{"type": "done"}]
        if not farm["acted"] and farm["rerolls"] > 0:
            for dice in ([0], [1], [0, 1]):
                if not any(farm["dice"][at]["face"] == "spilt" for at in dice):
                    moves.append({"type": "reroll", "dice": dice})
        for at, die in enumerate(farm["dice"]):
            if not die["used"] and farm["money"] >= 2:
                moves.append({"type": "pay_reroll", "die": at})
            if not die["used"] and farm["money"] >= 4:
                for face in FACES:
                    if face != die["face"]:
                        moves.append({"type": "pay_change", "die": at, "face": face})
        if not self.passed[seat]:
            moves.append({"type": "pass_market"})
        for face in FACES:
            for use in self.dice_for(seat, face):
                moves += [{**action, "use": use} for action in self.actions(seat, face)]
        return moves + self.truck_moves(farm)

    def actions(self, seat: int, face: str) -> list[dict[str, Any]]:
        farm = self.farms[seat]
        zones = [z for z in (1, 2, 3, 4) if self.display[z - 1] and self.market(seat) == "open"]
        if face == "money":
            return [{"type": "earn"}]
        if face == "milk":
            return [{"type": "milk", "into": list(into)} for into in self.fills(farm)]
        if face == "bottle":
            return self.bottlings(farm)
        if face == "labor":
            claims = [{"type": "claim", "zone": zone} for zone in zones]
            return claims + [
                {"type": "upgrade", "what": what}
                for what, price in self.prices(farm).items()
                if price <= farm["money"]
            ]
        if face == "truck":
            return [{"type": "truck"}]
        spills = [{"type": "spill"}] if any(self.milk_in(farm).values()) else []
        return spills + [{"type": "remove_customer", "zone": zone} for zone in zones]

    def fills(self, farm: dict[str, Any]) -> list[tuple[int, ...]]:
        room = [4 - farm["tanks"][0], 4 - farm["tanks"][1]]
        room.append(0 if farm["side"] is None else 2 - farm["side"])
        ways = [
            into
            for into in product(range(5), range(5), range(3))
            if all(n <= r for n, r in zip(into, room, strict=True)) and sum(into) <= farm["cows"]
        ]
        most = max(map(sum, ways))
        return [into for into in ways if sum(into) == most and most > 0]

    def bottlings(self, farm: dict[str, Any]) -> list[dict[str, Any]]:
        moves = []
        for tank, kind, side in product((0, 1, 2), KINDS, (None, *KINDS)):
            held = farm["side"] if tank == 2 else farm["tanks"][tank]
            if not held or (side and (tank == 2 or not farm["side"])):
                continue
            moves.append({"type": "bottle", "tank": tank, "kind": kind, "side": side})
        return moves

    def prices(self, farm: dict[str, Any]) -> dict[str, int]:
        prices = {}
        if farm["cows"] < 5:
            prices["cow"] = {2: 2, 3: 3, 4: 5}[farm["cows"]]
        if farm["side"] is None:
            prices["side_tank"] = 4
        if not farm["truck"]["big"]:
            prices["big_truck"] = 9
        return prices

    def milk_in(self, farm: dict[str, Any]) -> dict[str, int]:
        places = {"tank0": farm["tanks"][0], "tank1": farm["tanks"][1], "side": farm["side"] or 0}
        for at, kind in enumerate(KINDS):
            places[f"barn_{kind}"] = farm["barn"][at]
            places[f"truck_{kind}"] = farm["truck"]["load"][at]
        return places

    def truck_moves(self, farm: dict[str, Any]) -> list[dict[str, Any]]:
        truck = farm["truck"]
        moves: list[dict[str, Any]] = []
        if truck["points"] == 0:
            return moves
        moves += [{"type": "drive", "to": to} for to in range(5) if abs(to - truck["at"]) == 1]
        if truck["at"] == 0:
            room = (9 if truck["big"] else 6) - sum(truck["load"])
            for bottles in product(range(13), repeat=3):
                has = all(n <= held for n, held in zip(bottles, farm["barn"], strict=True))
                if has and 0 < sum(bottles) <= room:
                    moves.append({"type": "load", "bottles": list(bottles)})
        for order in farm["orders"]:
            enough = all(h >= n for h, n in zip(truck["load"], order["order"], strict=True))
            if order["zone"] == truck["at"] and enough:
                moves.append({"type": "deliver", "customer": order["id"]})
        return moves

    def play(self, seat: int, move: dict[str, Any], chance: Chance) -> list[dict[str, Any]]:
        farm = self.farms[seat]
        if "use" in move:
            farm["acted"] = True
            for at in move["use"]:
                farm["dice"][at]["used"] = True
        events: list[dict[str, Any]] = getattr(self, "do_" + move["type"])(seat, farm, move, chance)
        return events

    def do_reroll(self, seat: int, farm: Any, move: Any, chance: Chance) -> list[dict[str, Any]]:
        farm["rerolls"] -= 1
        for at in move["dice"]:
            farm["dice"][at]["face"] = chance.choice(FACES)
        return [{"type": "rolled", "seat": seat}]

    def do_pay_reroll(
        self, seat: int, farm: Any, move: Any, chance: Chance
    ) -> list[dict[str, Any]]:
        farm["money"] -= 2
        die = farm["dice"][move["die"]]
        die["face"] = chance.choice([face for face in FACES if face != die["face"]])
        return [{"type": "paid"}, {"type": "rolled", "seat": seat}]

    def do_pay_change(
        self, seat: int, farm: Any, move: Any, chance: Chance
    ) -> list[dict[str, Any]]:
        farm["money"] -= 4
        farm["dice"][move["die"]]["face"] = move["face"]
        return [{"type": "paid"}]

    def do_earn(self, seat: int, farm: Any, move: Any, chance: Chance) -> list[dict[str, Any]]:
        farm["money"] += 3
        return [{"type": "earned"}]

    def do_milk(self, seat: int, farm: Any, move: Any, chance: Chance) -> list[dict[str, Any]]:
        farm["tanks"][0] += move["into"][0]
        farm["tanks"][1] += move["into"][1]
        if move["into"][2]:
            farm["side"] += move["into"][2]
        return [{"type": "milked"}]

    def do_bottle(self, seat: int, farm: Any, move: Any, chance: Chance) -> list[dict[str, Any]]:
        if move["tank"] == 2:
            todo = [(farm["side"], move["kind"])]
            farm["side"] = 0
        else:
            todo = [(farm["tanks"][move["tank"]], move["kind"])]
            farm["tanks"][move["tank"]] = 0
            if move["side"]:
                todo.append((farm["side"], move["side"]))
                farm["side"] = 0
        for amount, kind in todo:
            for _ in range(amount):
                if sum(farm["barn"]) < 12:
                    farm["barn"][KINDS.index(kind)] += 1
        return [{"type": "bottled"}]

    def do_claim(self, seat: int, farm: Any, move: Any, chance: Chance) -> list[dict[str, Any]]:
        id = self.display[move["zone"] - 1]
        assert id is not None
        farm["orders"].append({**DECK[id], "zone": move["zone"]})
        told = {"type": "claimed", "seat": seat, "id": id, "zone": move["zone"]}
        return [told, *self.fill(move["zone"], chance)]

    def do_remove_customer(
        self, seat: int, farm: Any, move: Any, chance: Chance
    ) -> list[dict[str, Any]]:
        id = self.display[move["zone"] - 1]
        assert id is not None
        self.discards.append(id)
        return [{"type": "removed"}, *self.fill(move["zone"], chance)]

    def fill(self, zone: int, chance: Chance) -> list[dict[str, Any]]:
        self.display[zone - 1] = None
        if not self.deck and self.discards:
            self.deck, self.discards = self.discards, []
            chance.shuffle(self.deck)
        if not self.deck:
            return []
        id = self.display[zone - 1] = self.deck.pop(0)
        return [{"type": "refilled", "zone": zone, "id": id}]

    def do_upgrade(self, seat: int, farm: Any, move: Any, chance: Chance) -> list[dict[str, Any]]:
        farm["money"] -= self.prices(farm)[move["what"]]
        if move["what"] == "cow":
            farm["cows"] += 1
        elif move["what"] == "side_tank":
            farm["side"] = 0
        else:
            farm["truck"]["big"] = True
        return [{"type": "upgraded"}]

    def do_truck(self, seat: int, farm: Any, move: Any, chance: Chance) -> list[dict[str, Any]]:
        farm["truck"]["points"] += 7 if farm["truck"]["big"] else 5
        return []

    def do_spill(self, seat: int, farm: Any, move: Any, chance: Chance) -> list[dict[str, Any]]:
        farm["pouring"] = True
        return []

    def do_pour(self, seat: int, farm: Any, move: Any, chance: Chance) -> list[dict[str, Any]]:
        place, _, kind = move["from"].partition("_")
        if place in ("tank0", "tank1"):
            farm["tanks"][int(place[-1])] -= 1
        elif place == "side":
            farm["side"] -= 1
        else:
            bottles = farm["barn"] if place == "barn" else farm["truck"]["load"]
            bottles[KINDS.index(kind)] -= 1
        return [{"type": "poured"}]

    def do_pour_end(self, seat: int, farm: Any, move: Any, chance: Chance) -> list[dict[str, Any]]:
        farm["pouring"] = False
        return []

    def do_load(self, seat: int, farm: Any, move: Any, chance: Chance) -> list[dict[str, Any]]:
        farm["truck"]["points"] -= 1
        for at, n in enumerate(move["bottles"]):
            farm["barn"][at] -= n
            farm["truck"]["load"][at] += n
        return [{"type": "loaded"}]

    def do_drive(self, seat: int, farm: Any, move: Any, chance: Chance) -> list[dict[str, Any]]:
        farm["truck"]["points"] -= 1
        farm["truck"]["at"] = move["to"]
        return [{"type": "drove"}]

    def do_deliver(self, seat: int, farm: Any, move: Any, chance: Chance) -> list[dict[str, Any]]:
        (order,) = [order for order in farm["orders"] if order["id"] == move["customer"]]
        farm["orders"].remove(order)
        farm["delivered"].append(order["id"])
        farm["score"] += order["points"]
        pay = {1: 0, 2: 0, 3: 1, 4: 2}[order["zone"]]
        farm["money"] += pay
        farm["truck"]["points"] -= 1
        for at, n in enumerate(order["order"]):
            farm["truck"]["load"][at] -= n
        told = {"type": "delivered", "seat": seat, "id": order["id"], "pay": pay}
        return [{**told, "points": order["points"]}]

    def do_pass_market(
        self, seat: int, farm: Any, move: Any, chance: Chance
    ) -> list[dict[str, Any]]:
        self.passed[seat] = True
        return [{"type": "passed"}]

    def do_done(self, seat: int, farm: Any, move: Any, chance: Chance) -> list[dict[str, Any]]:
        farm["done"] = True
        if self.to_act():
            return [{"type": "done"}]
        pay = []
        for other in self.farms:
            pay.append(len([die for die in other["dice"] if not die["used"]]))
            other["money"] += pay[-1]
            other["truck"]["points"] = 0
        events: list[dict[str, Any]] = [{"type": "done"}, {"type": "unused", "pay": pay}]
        main = (self.main + 1) % self.seats
        if main == self.start and self.round + 1 == self.rounds:
            self.over = True
            return [*events, {"type": "match_end"}]
        self.main = main
        if main == self.start:
            self.round += 1
        return events + self.roll_turn(chance)

    def places(self) -> list[int]:
        def beats(one: dict[str, Any], other: dict[str, Any]) -> bool:
            for key in (
                lambda farm: farm["score"],
                lambda farm: farm["money"],
                lambda farm: sum(farm["barn"]) + sum(farm["truck"]["load"]),
            ):
                if key(one) != key(other):
                    return bool(key(one) > key(other))
            return False

        return [1 + sum(beats(other, farm) for other in self.farms) for farm in self.farms]
