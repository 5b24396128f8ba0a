"""What everybody reads of the house itself, on pages and, on request, over the sockets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Literal

from typing_extensions import TypedDict

from app.codec.times import time_text
from app.tables.cautions import Caution
from app.tables.house_rules import Announcement, Maintenance, News


class AnnouncementJson(TypedDict):
    """An announcement that runs now; its words by language, English always among them."""

    id: str
    texts: Mapping[str, str]
    ends_at: str


MaintenanceJson = TypedDict(
    "MaintenanceJson", {"from": str, "until": str | None, "texts": Mapping[str, str]}
)
"""A maintenance that runs or has yet to come. No tables are opened while it runs."""


class CautionJson(TypedDict):
    """That the reader was warned about a line of theirs: its words, or a phrase; both null once
    it is kept no more."""

    id: str
    text: str | None
    phrase: str | None
    at: str


class NewsJson(TypedDict):
    """All that is to be read now; `now`: the server's time, for who counts down. `cautions` are
    the reader's own alone."""

    announcements: list[AnnouncementJson]
    maintenance: MaintenanceJson | None
    cautions: list[CautionJson]
    now: str


class HouseMessage(TypedDict):
    """The news, at first and whenever they change; only with `news=1` in the address."""

    type: Literal["house"]
    news: NewsJson


def news_json(news: News, cautions: Iterable[Caution], now: datetime) -> NewsJson:
    """The news as they are written for somebody who was given these cautions."""
    return {
        "announcements": [announcement_json(each) for each in news.announcements],
        "maintenance": None if news.maintenance is None else maintenance_json(news.maintenance),
        "cautions": [caution_json(each) for each in cautions],
        "now": time_text(now),
    }


def announcement_json(announcement: Announcement) -> AnnouncementJson:
    """One announcement."""
    return {
        "id": announcement.id,
        "texts": announcement.texts,
        "ends_at": time_text(announcement.ends_at),
    }


def caution_json(caution: Caution) -> CautionJson:
    """A caution for its own player."""
    return {
        "id": caution.id,
        "text": caution.text,
        "phrase": caution.phrase,
        "at": time_text(caution.at),
    }


def maintenance_json(maintenance: Maintenance) -> MaintenanceJson:
    """The maintenance with its hours."""
    return {
        "from": time_text(maintenance.begins),
        "until": None if maintenance.until is None else time_text(maintenance.until),
        "texts": maintenance.texts,
    }
