"""Mino Dice: say how many tricks you will take, then take exactly so many."""

from app.games.mino_dice.policy import POLICY
from app.games.mino_dice.rules import GAME

__all__ = ["GAME", "POLICY"]
