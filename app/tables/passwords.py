"""Which passwords the staff may have: long ones that nobody guesses first. No other rules."""

from __future__ import annotations

from unicodedata import normalize

from app.tables.refusals import Code, Refused

SHORTEST = 12
LONGEST = 256
LEAST_LETTERS = 5
"""Different letters in it, at least."""

RUNS = ("abcdefghijklmnopqrstuvwxyz", "01234567890123456789", "qwertyuiopasdfghjklzxcvbnm")
COMMON = (
    "password", "passwort", "motdepasse", "parola", "letmein", "welcome", "iloveyou", "sunshine",
    "princess", "football", "baseball", "superman", "trustno", "dragon", "monkey", "changeme",
    "administrator", "admin", "kitchentable", "kitchen",
)  # fmt: skip
"""What is tried first; what is left of a password without these counts."""


def check_password(password: str, name: str) -> None:
    """Raises `invalid` for one that is too short, too long, or among the first to be tried."""
    told = normalize("NFKC", password)
    if not len(told) >= SHORTEST or len(password) > LONGEST:
        raise refused(f"A password has {SHORTEST} to {LONGEST} characters.")
    small = told.casefold()
    if len(set(small)) < LEAST_LETTERS or len(rest_of(small, name)) < SHORTEST // 2:
        raise refused("That is among the first passwords to be tried. Take a few words at random.")


def rest_of(small: str, name: str) -> str:
    """What is left of a password without common words, the name, and runs of keys."""
    for word in (*COMMON, name.casefold()):
        small = small.replace(word, "")
    rest = [
        letter
        for before, letter in zip(" " + small, small, strict=False)
        if not any(before + letter in run or letter + before in run for run in RUNS)
    ]
    return "".join(rest)


def refused(sentence: str) -> Refused:
    """The refusal of a password."""
    return Refused(Code.INVALID, sentence, {"at": "password"})
