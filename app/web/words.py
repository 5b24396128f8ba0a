"""The words on the pages: one JSON file a language, read by the server and the browser alike.

A file maps flat keys to a text with `{name}` places, or to one text for each CLDR plural category
of its language, chosen by the parameter `count` (`static/js/lib/t.js` does the same).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import orjson
from babel import Locale
from babel.numbers import format_decimal

Message = str | Mapping[str, str]
Translate = Callable[..., str]
"""`t(key, **parameters)`, the one function that pages take their words from."""

FALLBACK = "en"
OWN_NAME = "site.language"
_PLACE = re.compile(r"\{([a-z_]+)\}")
_WEIGHTED = re.compile(
    r"\s*([A-Za-z]{2,3})(?:-[A-Za-z0-9]+)*\s*(?:;\s*q=([01](?:\.[0-9]{0,3})?)\s*)?"
)


@dataclass(frozen=True, slots=True)
class Words:
    """All languages of the product, by their code."""

    languages: Mapping[str, Mapping[str, Message]]

    @property
    def names(self) -> dict[str, str]:
        """What each language calls itself."""
        return {code: self.translator(code)(OWN_NAME) for code in self.languages}

    def translator(self, language: str) -> Translate:
        """`t` for one language; a key that it lacks is looked up in English, then shown as is."""
        own = self.languages.get(language, {})
        fallback = self.languages[FALLBACK]
        locale = Locale(language if language in self.languages else FALLBACK)

        def t(key: str, **parameters: object) -> str:
            message = own.get(key, fallback.get(key, key))
            text = message if isinstance(message, str) else _plural(message, locale, parameters)
            return _fill(text, locale, parameters)

        return t

    def best(self, accept_language: str) -> str:
        """The language that fits an `Accept-Language` header best; English if none does."""
        wanted = [
            (float(match[2] or 1), match[1].lower())
            for part in accept_language.split(",")[:20]
            if (match := _WEIGHTED.fullmatch(part))
        ]
        known = [pair for pair in wanted if pair[1] in self.languages and pair[0] > 0]
        return max(known, key=lambda pair: pair[0], default=(0.0, FALLBACK))[1]


def load_words(folder: Path, *more: Path) -> Words:
    """Read `<folder>/<language>.json`, and from the folders of installed games what they add.

    The first folder says which languages there are; what a game lacks in one of them, it adds in
    English. Raises `OSError` or `ValueError` on a broken file.
    """
    languages = {file.stem: _read_words(file) for file in sorted(folder.glob("*.json"))}
    for language, words in languages.items():
        for place in more:
            words |= _read_words(place / f"{FALLBACK}.json")
            own = place / f"{language}.json"
            words |= _read_words(own) if own.exists() else {}
    return Words(languages)


def _read_words(file: Path) -> dict[str, Message]:
    words: dict[str, Message] = orjson.loads(file.read_bytes())
    return words


def _plural(message: Mapping[str, str], locale: Locale, parameters: Mapping[str, object]) -> str:
    count = parameters.get("count", 0)
    category = locale.plural_form(count if isinstance(count, int | float) else 0)
    return message.get(category, message["other"])


def _fill(text: str, locale: Locale, parameters: Mapping[str, object]) -> str:
    def put(place: re.Match[str]) -> str:
        value = parameters.get(place[1], place[0])
        if isinstance(value, int | float) and not isinstance(value, bool):
            return format_decimal(value, locale=locale)
        return str(value)

    return _PLACE.sub(put, text)
