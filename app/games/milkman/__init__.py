"""Milkman: from cow to cup, whole, skim and chocolate."""

from app.games.milkman.policy import POLICY
from app.games.milkman.rules import GAME

__all__ = ["GAME", "POLICY"]
