"""Milkuro: win tricks in black and in white equally often."""

from app.games.milkuro.policy import POLICY
from app.games.milkuro.rules import GAME
from app.games.milkuro.search import SEARCH

__all__ = ["GAME", "POLICY", "SEARCH"]
