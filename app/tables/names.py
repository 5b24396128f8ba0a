"""Names people go by: labels of 1 to 24 characters without anything invisible in them."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from app.tables.graphemes import can_join, count_graphemes, count_marks, is_blank
from app.tables.refusals import Code, Refused

MAX_NAME = 24
MAX_NAME_CODE_POINTS = 24 * 11
"""Enough for the longest emoji sequences."""

MAX_MARKS = 4
"""Marks on one letter; more are a pile that runs into the lines above."""


@dataclass(frozen=True, slots=True)
class MadeUp:
    """What made-up names of a language are put together from; every pair agrees."""

    qualities: tuple[str, ...]
    creatures: tuple[str, ...]
    pattern: str


MADE_UP: Mapping[str, MadeUp] = {
    "en": MadeUp(
        (
            "Brave", "Calm", "Cheery", "Clever", "Cosy", "Curious", "Gentle", "Happy", "Jolly",
            "Kind", "Lucky", "Merry", "Mellow", "Nimble", "Patient", "Quiet", "Rosy", "Sunny",
            "Swift", "Warm",
        ),
        (
            "Badger", "Beaver", "Blackbird", "Donkey", "Finch", "Goose", "Hare", "Hedgehog",
            "Heron", "Kettle", "Lark", "Magpie", "Marten", "Otter", "Owl", "Robin", "Sparrow",
            "Stork", "Teapot", "Wren",
        ),
        "{quality} {creature}",
    ),
    "fr": MadeUp(
        (
            "agile", "aimable", "brave", "calme", "chanceux", "curieux", "doux", "futé", "gai",
            "gentil", "heureux", "joyeux", "malin", "paisible", "patient", "radieux", "rêveur",
            "rieur", "serein", "vif",
        ),
        (
            "Ânon", "Blaireau", "Bouvreuil", "Castor", "Chaudron", "Écureuil", "Geai", "Hérisson",
            "Héron", "Hibou", "Lièvre", "Loir", "Loriot", "Martinet", "Merle", "Moineau", "Pinson",
            "Renard", "Rouge-gorge", "Samovar",
        ),
        "{creature} {quality}",
    ),
    "ro": MadeUp(
        (
            "Blând", "Calm", "Cuminte", "Curios", "Fericit", "Harnic", "Isteț", "Iute", "Jucăuș",
            "Liniștit", "Norocos", "Răbdător", "Senin", "Sprinten", "Vesel", "Visător", "Viteaz",
            "Voinic", "Voios", "Zglobiu",
        ),
        (
            "Arici", "Bursuc", "Castor", "Ceainic", "Cocostârc", "Fluture", "Greier", "Ibric",
            "Ied", "Iepure", "Jder", "Licurici", "Măgăruș", "Motan", "Pițigoi", "Sticlete",
            "Stârc", "Ursuleț", "Vulpoi", "Vrăbioi",
        ),
        "{creature} {quality}",
    ),
    "th": MadeUp(
        (
            "ใจกล้า", "ใจเย็น", "ใจดี", "ร่าเริง", "ช่างคิด", "ช่างฝัน", "ช่างสงสัย", "อ่อนโยน",
            "อารมณ์ดี", "โชคดี", "สดใส", "คล่องแคล่ว", "แสนสงบ", "ยิ้มแย้ม", "ว่องไว", "อบอุ่น",
            "ขยัน", "น่ารัก", "ฉลาด", "สุขใจ",
        ),
        (
            "นกฮูก", "นกกระจอก", "นกกระสา", "นกขุนทอง", "กระต่าย", "กระรอก", "เม่น", "นาก",
            "ห่าน", "บีเวอร์", "ลูกหมี", "ลูกช้าง", "ลูกหมา", "แมวน้อย", "เต่า", "ผีเสื้อ",
            "หิ่งห้อย", "กาน้ำชา", "หม้อดิน", "ลูกเป็ด",
        ),
        "{creature}{quality}",
    ),
}  # fmt: skip
OTHERWISE = "en"


def check_name(text: str) -> str:
    """The name as it is kept: NFC, trimmed, single spaces. Raises `invalid`."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if len(name) > MAX_NAME_CODE_POINTS or not 1 <= count_graphemes(name) <= MAX_NAME:
        raise Refused(Code.INVALID, "A name has 1 to 24 characters.", {"at": "name"})
    if any(is_blank(letter) and not can_join(name, at) for at, letter in enumerate(name)):
        raise Refused(Code.INVALID, "A name has no invisible characters.", {"at": "name"})
    if count_marks(name[0]) or count_marks(name) > MAX_MARKS:
        raise Refused(Code.INVALID, "Marks stand on letters, a few at most.", {"at": "name"})
    return name


def make_up_name(rng: Random, language: str = OTHERWISE) -> str:
    """A friendly name for a newcomer who reads that language, editable later."""
    words = MADE_UP.get(language, MADE_UP[OTHERWISE])
    quality, creature = rng.choice(words.qualities), rng.choice(words.creatures)
    return words.pattern.format(quality=quality, creature=creature)
