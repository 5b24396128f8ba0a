"""Words: every key that a page uses is there, in every language, in the same shape."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import orjson
import pytest
from babel import Locale

from app.tables.refusals import Code
from app.web.words import Message, Words, load_words

ROOT = Path(__file__).resolve().parents[2]
LOCALES = ROOT / "static" / "locales"
LANGUAGES = sorted(file.stem for file in LOCALES.glob("*.json"))
SOURCES = sorted((ROOT / "static" / "js").rglob("*.js")) + sorted(
    (ROOT / "templates").rglob("*.html")
)

QUOTED = re.compile(r"""["'`]([a-z][a-z_]*(?:\.[A-Za-z0-9_${}()?:\s]*)*)["'`]""")
CALLED = re.compile(r"""(?<![A-Za-z0-9_.])t\(\s*["']([^"']+)["']\s*[,)]""")
PREFIX = re.compile(r"""["'`]([a-z][a-z_.]*\.)(?:\$\{|["'] ~)""")
PLACE = re.compile(r"\{([^}]*)\}")
THAI_WORDS = re.compile(
    "มิโนทอร์|นางเงือก|พร่องมันเนย|ตัวตลก|ตัวเอง|เก็บไว้|ออร์เดอร์|ผู้สังเกตการณ์|ผู้ดูแล|"
    "ผู้เล่น|ผู้ชนะ|ผู้เข้าชม|รหัสผ่าน|หน่วยความจำ|หน่วยประมวลผล|เชื่อมต่อ|หลังบ้าน|"
    "เครือข่าย|ผิดพลาด|ฐานข้อมูล|ครั้งเดียว|คราวเดียว|คำสัญญา|คำตอบ|คำสั่ง|คำเตือน|คำเชิญ|"
    "คำแนะนำ|คำตัดสิน|ตรวจสอบ|ย้อนหลัง|ย้อนกลับ|ยืนยันตัวตน|ที่นั่ง|สมุดบันทึก|ถูกต้อง|"
    "เกิดขึ้น|ห้องครัว|ครัวเรือน|ชั้นวาง|สิ้นสุด|ส่วนตัว|ส่วนแบ่ง|ลูกขาว|ลูกดำ|จำง่าย|เดายาก|"
    "นับผล|ซ้ายมือ|คิวอาร์โค้ด|ตอนนี้|เดี๋ยวนี้|สักครู่|สักพัก|อีกครั้ง|เท่ากัน|ตรงกัน|"
    "รายวัน|จับฉลาก|จับเวลา|บทเรียน|ข้างบน|ด้านล่าง|ด้านใน|หมดอายุ|เพิ่มเติม|เกี่ยวกับ|"
    "ตัดสินใจ|ทำร้ายใจ|สงบสุข|ติดตั้ง|แปลกหน้า|พิษภัย|ว่างเปล่า|เปิดเผย|เจ้าตัว|ก่อนหน้า|"
    "ภายหลัง|คนอื่น|วันเกิด|อย่างน้อย|อย่างอื่น|ต่อวินาที|การเดิน|การแจก|การสับ|การแบน|"
    "การแลก|การคิด|การจ่าย|การทดสอบ|การล็อกอิน|ร้องเรียน"
)
"""Each of them is one word, which a browser would break in the middle."""
NUMBERS = "number|count|seq|total|size|rounds|hands|last"


def read(language: str) -> dict[str, Message]:
    words: dict[str, Message] = orjson.loads((LOCALES / f"{language}.json").read_bytes())
    return words


def texts(message: Message) -> list[str]:
    return [message] if isinstance(message, str) else list(message.values())


def found(pattern: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    """What a pattern finds in scripts and templates: the file's name and the match."""
    for source in SOURCES:
        for match in pattern.finditer(source.read_text()):
            yield source.name, match[1]


def test_every_key_that_is_used_has_words() -> None:
    english = read("en")
    used = list(found(CALLED))
    assert len(used) > 100
    assert [(name, key) for name, key in used if key not in english] == []


def test_every_key_made_from_a_prefix_has_words_behind_it() -> None:
    english = read("en")
    prefixes = set(found(PREFIX))
    assert {"error.", "status.", "bot.name."} <= {prefix for _, prefix in prefixes}
    empty = {(name, p) for name, p in prefixes if not any(key.startswith(p) for key in english)}
    assert empty == set()


def test_no_words_lie_about_unused() -> None:
    quoted = {key for _, key in found(QUOTED)} | {key for _, key in found(CALLED)}
    prefixes = tuple({prefix for _, prefix in found(PREFIX)})
    assert [k for k in read("en") if k not in quoted and not k.startswith(prefixes)] == []


def test_every_refusal_has_a_sentence() -> None:
    assert {f"error.{code.value}" for code in Code} <= read("en").keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_languages_have_the_same_keys(language: str) -> None:
    assert read(language).keys() == read("en").keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_keys_are_sorted(language: str) -> None:
    assert list(read(language)) == sorted(read(language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_plurals_have_exactly_the_categories_of_the_language(language: str) -> None:
    categories = set(Locale(language).plural_form.tags) | {"other"}
    plurals = {key: set(m) for key, m in read(language).items() if not isinstance(m, str)}
    assert plurals
    assert {key: found for key, found in plurals.items() if found != categories} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_places_are_names_and_the_same_in_every_language(language: str) -> None:
    english = read("en")
    for key, message in read(language).items():
        places = {place for text in texts(message) for place in PLACE.findall(text)}
        allowed = {place for text in texts(english[key]) for place in PLACE.findall(text)}
        assert places - {"count"} == allowed - {"count"}, key
        assert all(re.fullmatch("[a-z_]+", place) for place in places), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_carry_no_markup_and_no_loose_ends(language: str) -> None:
    for key, message in read(language).items():
        for text in texts(message):
            assert text.strip() == text != "", key
            assert not re.search(r"[<>]|&\w+;", text), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_quotes_and_apostrophes_are_those_of_print(language: str) -> None:
    straight = re.compile("['\"]")
    assert [k for k, m in read(language).items() if any(map(straight.search, texts(m)))] == []


def test_french_signs_have_their_one_kind_of_space() -> None:
    """A whole space that does not break before a colon, a narrow one at the others."""
    other = re.compile("[^\u00a0]:|[^\u202f!?][;!?]|[^\u202f]»|«[^\u202f]")
    assert [k for k, m in read("fr").items() if any(map(other.search, texts(m)))] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_whose_a_name_is_stays_in_its_line(language: str) -> None:
    assert texts(read(language)["log.you"])[0].startswith("{name}\u00a0(")


def test_romanian_words_do_not_break_after_a_hyphen() -> None:
    """A word joiner follows it: "s-a" and "dintr-o" stay on one line."""
    loose = re.compile(r"\w-\w")
    assert [k for k, m in read("ro").items() if any(map(loose.search, texts(m)))] == []


def test_thai_words_stay_whole_in_a_line() -> None:
    """A word joiner holds them together."""
    rules = sorted((ROOT / "templates" / "rules" / "th").glob("*.html"))
    assert [k for k, m in read("th").items() if any(map(THAI_WORDS.search, texts(m)))] == []
    assert [page.name for page in rules if THAI_WORDS.search(page.read_text())] == []


def test_thai_numbers_stay_with_the_words_around_them() -> None:
    """With what is counted before them, and with the word of their kind behind."""
    kinds = "คน|ตัว|ใบ|ลูก|โต๊ะ|ครั้ง|ขวด|แต้ม|วัน|ชั่วโมง|นาที|วินาที|ทริก|เกม|รอบ"
    loose = re.compile(rf"[\u0e01-\u0e4e] \{{({NUMBERS})\}}|\{{({NUMBERS})\}} ({kinds})")
    counted = re.compile("(หนึ่ง|สอง|สาม|สี่|ห้า|เจ็ด|แปด|เก้า|กี่)(คน|ใบ|ลูก|ขวด|แต้ม|วัน|ทริก)")
    for key, message in read("th").items():
        assert not any(map(loose.search, texts(message))), key
        assert not any(map(counted.search, texts(message))), key


def test_thai_keeps_a_space_around_names_and_addresses() -> None:
    """They may be in any script; our own words may touch each other, and the marks of print."""
    names = "name|names|who|table|from|into|here|there|network|address|a|b|c"
    touching = re.compile(rf"[\u0e01-\u0e5b]\{{({names})\}}|\{{({names})\}}[\u0e01-\u0e5b]")
    assert [k for k, m in read("th").items() if any(map(touching.search, texts(m)))] == []


def test_thai_keeps_a_space_where_a_deed_is_about_a_name() -> None:
    """What a deed is about ends with a name but for what has none, and is one for a ban or game."""
    nameless = {"admin.audit.deed.judge_report.dismissed"}
    deeds = {k: str(m) for k, m in read("th").items() if k.startswith("admin.audit.deed.")}
    assert {k for k, m in deeds.items() if re.search(r"\{what\}[\u0e01-\u0e5b]", m)} == nameless
    bare = ("ban", "lift_ban", "certify_game", "switch_game", "change_staff", "dismiss")
    named = [m for k, m in deeds.items() if k.split(".")[3] in bare]
    assert [m for m in named if re.search(r"[\u0e01-\u0e5b]\{what\}", m)] == []


@pytest.mark.parametrize(
    ("language", "others"),
    [("ro", "din|dintre|privește|privesc|au|a"), ("fr", "sur|dans")],
)
def test_numbers_stay_with_their_noun(language: str, others: str) -> None:
    loose = re.compile(rf"\{{count\}} (?!({others})\b)\w|\w{{4}} \{{(number|seq)\}}|torul \d")
    assert [k for k, m in read(language).items() if any(map(loose.search, texts(m)))] == []


def test_no_colon_is_put_between_words_by_hand() -> None:
    """`list.label` does it, for the languages that want a space before it."""
    glued = re.compile(r"`[^`\n]*\}: \$\{|\}\}: ")
    sent = {"line.js"}  # to the house, which takes it apart again
    found_in = {source.name for source in SOURCES if glued.search(source.read_text())}
    assert found_in == sent


ENGLISH: Mapping[str, Message] = {
    "plain": "Hello",
    "many": {"one": "{count} card of {name}", "other": "{count} cards of {name}"},
}
ROMANIAN: Mapping[str, Message] = {
    "many": {"one": "o carte", "few": "{count} cărți", "other": "{count} de cărți"}
}
WORDS = Words({"en": ENGLISH, "ro": ROMANIAN})


@pytest.mark.parametrize(
    ("language", "key", "parameters", "text"),
    [
        ("en", "many", {"count": 1, "name": "Ada"}, "1 card of Ada"),
        ("en", "many", {"count": 1200, "name": "Ada"}, "1,200 cards of Ada"),
        ("en", "many", {"count": 2, "name": "{count}"}, "2 cards of {count}"),
        ("ro", "many", {"count": 1}, "o carte"),
        ("ro", "many", {"count": 19}, "19 cărți"),
        ("ro", "many", {"count": 20}, "20 de cărți"),
        ("ro", "plain", {}, "Hello"),
        ("xx", "plain", {}, "Hello"),
        ("en", "no.such", {}, "no.such"),
        ("en", "many", {"count": 2}, "2 cards of {name}"),
    ],
)
def test_t(language: str, key: str, parameters: dict[str, object], text: str) -> None:
    assert WORDS.translator(language)(key, **parameters) == text


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("ro", "ro"),
        ("ro-RO,ro;q=0.9,en;q=0.8", "ro"),
        ("en;q=0.4, ro;q=0.7", "ro"),
        ("ro;q=0", "en"),
        ("de, th;q=0.9", "en"),
        ("ro;q=1.2.3", "en"),
        ("ro;q=.", "en"),
        ("*", "en"),
        (";;;,,q=1", "en"),
    ],
)
def test_the_best_language_for_a_header(header: str, language: str) -> None:
    assert WORDS.best(header) == language


def test_the_files_are_read() -> None:
    assert load_words(LOCALES).translator("en")("site.name") == "Kitchen Table"


def test_an_installed_game_adds_its_words_and_english_where_it_lacks_others(
    tmp_path: Path,
) -> None:
    for name, words in {
        "ours/en.json": {"site.name": "Kitchen Table", "nav.me": "You"},
        "ours/fr.json": {"site.name": "Table de cuisine"},
        "game/en.json": {"sugar.table": "The table", "sugar.cup": "Cup"},
        "game/fr.json": {"sugar.table": "La table"},
        "game/de.json": {"sugar.table": "Der Tisch"},
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(orjson.dumps(words))
    languages = load_words(tmp_path / "ours", tmp_path / "game").languages
    assert languages == {
        "en": {
            "site.name": "Kitchen Table",
            "nav.me": "You",
            "sugar.table": "The table",
            "sugar.cup": "Cup",
        },
        "fr": {"site.name": "Table de cuisine", "sugar.table": "La table", "sugar.cup": "Cup"},
    }
