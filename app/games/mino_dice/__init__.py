"""Mino Dice: say how many tricks you will take, then take exactly so many."""

from app.games.mino_dice.policy import POLICY
from app.games.mino_dice.rules import GAME
from app.games.mino_dice.search import SEARCH

__all__ = ["GAME", "POLICY", "SEARCH"]
