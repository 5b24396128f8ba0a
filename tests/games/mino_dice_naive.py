"""Mino Dice a second time, written from its rules page alone: plain dicts, nothing clever.

It answers the JSON of moves, events, views and outcomes, to be compared with the game's own.
"""

from __future__ import annotations

from typing import Any

from app.games.chance import Chance

TABLE = [
    ("minotaur", 1, ["minotaur"] * 4 + ["flag"] * 2),
    ("griffin", 3, ["griffin"] * 4 + ["flag"] * 2),
    ("mermaid", 2, ["mermaid"] * 4 + ["flag"] * 2),
    ("red", 7, [5, 5, 6, 6, 7, 7]),
    ("yellow", 7, [3, 3, 4, 4, 5, 5]),
    ("purple", 8, [1, 1, 2, 2, 3, 3]),
    ("grey", 8, ["flag", "flag", "flag", 1, 1, 7]),
]
NAMES = [name for name, _, _ in TABLE]
NUMBER_DICE = NAMES[3:]
LAST_HAND = {3: 8, 4: 8, 5: 7, 6: 6}


class NaiveMatch:
    """One match; every method reads like a sentence of the page."""

    def __init__(self, seats: int, options: dict[str, Any], chance: Chance) -> None:
        self.seats = seats
        self.options = options
        self.first = chance.below(seats)
        self.scores = [0] * seats
        self.played: list[Any] = []
        self.last_trick: Any = None
        self.over = False
        self.n = 0
        self.events: list[Any] = []
        self.draw(chance)

    def draw(self, chance: Chance) -> None:
        self.n += 1
        bag = [name for name, count, _ in TABLE for _ in range(count)]
        chance.shuffle(bag)
        self.hands = [bag[s * self.n : (s + 1) * self.n] for s in range(self.seats)]
        self.bids: list[Any] = [None] * self.seats
        self.tricks = [0] * self.seats
        self.bonus = [0] * self.seats
        self.leader = (self.first + self.n - 1) % self.seats
        self.trick_leader = self.leader
        self.plays: list[Any] = []
        self.events.append({"type": "draw", "hand_no": self.n, "leader": self.leader})

    def bidding(self) -> bool:
        return None in self.bids

    def to_act(self) -> list[int]:
        if self.over:
            return []
        if self.bidding():
            return [s for s in range(self.seats) if self.bids[s] is None]
        return [(self.trick_leader + len(self.plays)) % self.seats]

    def colour(self) -> Any:
        lead_only = self.options["colour_set_by"] == "leader"
        candidates = self.plays[:1] if lead_only else self.plays
        numbers = [play["die"] for play in candidates if play["die"] in NUMBER_DICE]
        return numbers[0] if numbers else None

    def legal(self, seat: int) -> list[Any]:
        if seat not in self.to_act():
            return []
        if self.bidding():
            return [{"type": "bid", "tricks": tricks} for tricks in range(self.n + 1)]
        held = set(self.hands[seat])
        if self.colour() in held:
            held = {die for die in held if die == self.colour() or die not in NUMBER_DICE}
        return [{"type": "roll", "die": die} for die in NAMES if die in held]

    def play(self, seat: int, move: dict[str, Any], chance: Chance) -> None:
        self.events = []
        if move["type"] == "bid":
            self.bids[seat] = move["tricks"]
            self.events.append({"type": "bid", "seat": seat})
            if not self.bidding():
                self.events.append({"type": "bids", "all": list(self.bids)})
            return
        die = move["die"]
        face = chance.choice(TABLE[NAMES.index(die)][2])
        self.hands[seat].remove(die)
        self.plays.append({"seat": seat, "die": die, "face": face})
        self.events.append({"type": "roll", "seat": seat, "die": die, "face": face})
        if len(self.plays) == self.seats:
            self.end_trick(chance)

    def end_trick(self, chance: Chance) -> None:
        winner, bonus = self.judge()
        self.events.append({"type": "trick", "winner": winner, "bonus": bonus})
        self.tricks[winner] += 1
        self.bonus[winner] += bonus
        self.last_trick = {
            "leader": self.trick_leader,
            "colour": self.colour(),
            "plays": self.plays,
            "winner": winner,
        }
        self.trick_leader = winner
        self.plays = []
        if not any(self.hands):
            self.end_hand(chance)

    def judge(self) -> tuple[int, int]:
        def last(face: Any) -> int:
            return [play["seat"] for play in self.plays if play["face"] == face][-1]

        faces = [play["face"] for play in self.plays]
        bonus = 0
        if "minotaur" in faces and "mermaid" in faces:
            winner, bonus = last("mermaid"), 50
        elif "minotaur" in faces:
            winner, bonus = last("minotaur"), 30 * faces.count("griffin")
        elif "griffin" in faces:
            winner = last("griffin")
        elif "mermaid" in faces:
            winner = last("mermaid")
        elif all(face == "flag" for face in faces):
            winner = self.plays[0]["seat"]
        else:
            winner = last(max(0 if face == "flag" else face for face in faces))
        if self.options["flag_cancels_bonus"] and "flag" in faces:
            bonus = 0
        if self.options["scoring"] == "simple":
            bonus = 0
        return winner, bonus

    def end_hand(self, chance: Chance) -> None:
        points, paid = [], []
        for bid, took, bonus in zip(self.bids, self.tricks, self.bonus, strict=True):
            exact = bid == took
            paid.append(bonus if exact else 0)
            if bid == 0:
                points.append(10 * self.n if exact else -10 * self.n)
            elif exact:
                points.append(20 * bid + bonus)
            elif self.options["scoring"] == "simple":
                points.append(0)
            else:
                points.append(-10 * abs(bid - took))
        self.scores = [had + won for had, won in zip(self.scores, points, strict=True)]
        self.played.append(
            {"bids": self.bids, "tricks": self.tricks, "bonus": paid, "points": points}
        )
        self.events.append({"type": "hand_end", "points": points})
        if self.n == LAST_HAND[self.seats]:
            self.over = True
            self.events.append({"type": "match_end"})
        else:
            self.draw(chance)

    def view(self, viewer: int | str | None) -> dict[str, Any]:
        all_in = not self.bidding()
        answer = {
            "phase": "over" if self.over else "roll" if all_in else "bid",
            "hand_no": self.n,
            "hands": LAST_HAND[self.seats],
            "leader": self.leader,
            "hand": [],
            "hand_sizes": [len(hand) for hand in self.hands],
            "bids": [
                bid if all_in or viewer in (seat, "all") else None
                for seat, bid in enumerate(self.bids)
            ],
            "bid_made": [bid is not None for bid in self.bids],
            "trick": {"leader": self.trick_leader, "colour": self.colour(), "plays": self.plays},
            "last_trick": self.last_trick,
            "tricks": self.tricks,
            "bonus": self.bonus,
            "scores": self.scores,
            "hands_played": self.played,
        }
        if isinstance(viewer, int):
            answer["hand"] = sorted(self.hands[viewer], key=NAMES.index)
        if viewer == "all":
            answer["hands"] = [sorted(hand, key=NAMES.index) for hand in self.hands]
        return answer

    def result(self) -> dict[str, Any] | None:
        if not self.over:
            return None
        places = [1 + sum(other > score for other in self.scores) for score in self.scores]
        winners = [seat for seat, place in enumerate(places) if place == 1]
        return {"scores": self.scores, "places": places, "winners": winners}
