"""Gnav: one card, three lives, and do not be left with the lowest card."""

from app.games.gnav.policy import POLICY
from app.games.gnav.rules import GAME
from app.games.gnav.search import SEARCH

__all__ = ["GAME", "POLICY", "SEARCH"]
