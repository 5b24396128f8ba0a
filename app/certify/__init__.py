"""The conformance suite over a game: `python3 -m app certify GAME`, and the tests."""

from app.certify.report import main

__all__ = ["main"]
