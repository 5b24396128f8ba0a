"""Names that look like another's: told apart by id, marked where people read them.

Unicode's confusables (UTS #39) as far as ordinary fonts show them and names of one language are
not torn into another's: letters that look like Latin ones, signs that are easily missed, and the
pairs that every sans-serif blurs. A mark hinders nobody; what is missing here costs a mark.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from app.games.base import Seat
from app.tables.table import SeatState

LOOKS_LIKE = {
    "2": "ƧϨᒿꙄꝚ",
    "3": "ƷȜЗзӠӡⳌꝪꞫ",
    "4": "Ꮞ",
    "5": "Ƽ",
    "6": "бᏮⳒ",
    "8": "Ȣȣ৪",
    "9": "৭ⳊꝮ",
    "a": "ɑΑαАаᎪᗅᴀꓮ",
    "b": "ƄʙΒβВЬвᏏᏴᑲᖯᗷꓐꞴ",
    "c": "ϲϹςСсᏟᴄⲤⲥꓚꮯ𐐕𐐽",
    "d": "đԁᎠᏧᑯᗞᗪᴅꓒꓓ",
    "e": "ΕЕеҽᎬⴹꓰꬲ",
    "f": "ϜքᖴẝꓝꞘꞙꬵ",
    "g": "ƍɡɢԌցᏀᏳᶃꓖ",
    "h": "ħʜΗНнһհᎻᏂᕼⲎꓧ",
    "i": "ıɩɪιіꙇꭵ",
    "j": "ͿϳЈјᎫᒍꓙꞲ",
    "k": "ΚκКкᏦᛕᴋⲔꓗ",
    "l": "łƖʟӏᏞᒪℓⳐꓡ𐐛ǀ",
    "m": "ΜϺМмᎷᗰᛖᴍⲘꓟ",
    "n": "ɴΝηոռⲚꓠ",
    "o": "øΟοσОоՕօ०০๐໐ဝ၀ჿᴏᴑⲞⲟⵔꓳꬽ𐐄𐐬𐓂𐓪",
    "p": "ΡρРрᏢᑭⲢⲣꓑ",
    "q": "ԛգզⵕ",
    "r": "ƦʀгᎡᏒᖇᴦⲅꓣꭇꭈꮁ𐒴",
    "s": "ƽЅѕՏᏕᏚꓢꜱꮪ𐐠𐑈",
    "t": "ΤτТтᎢᴛⲦꓔ",
    "u": "ʋυՍսᑌᴜꓴꞟꭎꭒ𐓎𐓶",
    "v": "νѴѵᏙᐯᴠⴸꓦꮩ",
    "w": "ɯωѡԜԝաᎳᏔᴡꓪꮃ",
    "x": "ΧχХхᕁᕽᚷⲬⵝꓫꞳ",
    "y": "ɣʏΥγУуҮүỿᎩᎽᶌⲨꓬꭚ",
    "z": "ΖζᏃᴢꓜꮓ𐋵",
    "I": "ΙІӀᎥⲒꓲᛁ",
}
"""Each Latin letter or digit with those that look like it, by code point; all small forms of
capitals count, because many fonts draw them as small capitals."""

TABLE = {ord(other): letter for letter, others in LOOKS_LIKE.items() for other in others} | {
    ord("0"): "o",
    ord("1"): "l",
    ord("|"): "l",
}
PAIRS = (("rn", "m"), ("vv", "w"))
FIRST_MARK, LAST_MARK = "\u0300", "\u036f"
"""Accents on letters; marks of scripts that cannot do without them are elsewhere."""


@lru_cache(1024)
def skeletons(name: str) -> frozenset[str]:
    """What is left of a name at a glance: two names that share one of these look alike.

    A capital I is an l to some and an i to others: both readings count.
    """
    plain = "".join(filter(_is_seen, unicodedata.normalize("NFKD", name.translate(TABLE)))) or name
    drawn = plain.translate(TABLE)
    return frozenset(_blur(drawn.replace("I", reading)) for reading in "il")


def _is_seen(letter: str) -> bool:
    """Whether the sign tells names apart at a glance: no accents, spaces, dots and dashes."""
    if FIRST_MARK <= letter <= LAST_MARK:
        return False
    return letter == "|" or unicodedata.category(letter)[0] not in "ZPC"


def _blur(drawn: str) -> str:
    small = drawn.casefold().translate(TABLE)
    for pair, letter in PAIRS:
        small = small.replace(pair, letter)
    return small


def look_alike(one: str, other: str) -> bool:
    """Whether a reader may take one name for the other; equal names certainly."""
    return not skeletons(one).isdisjoint(skeletons(other))


def doubles(seats: Sequence[SeatState]) -> frozenset[Seat]:
    """Seats whose person's name looks like that of another seat's person.

    Both get the mark: who came first says nothing about who is who.
    """
    named = [(place.seat, place.player.name) for place in seats if place.player is not None]
    return frozenset(
        seat
        for seat, name in named
        if any(look_alike(name, other) for another, other in named if another != seat)
    )
