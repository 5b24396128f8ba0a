"""Milkman: from cow to cup, whole, skim and chocolate."""

from app.games.milkman.policy import POLICY
from app.games.milkman.rules import GAME
from app.games.milkman.search import SEARCH

__all__ = ["GAME", "POLICY", "SEARCH"]
