"""What everybody reads of the house itself, on pages and, on request, over the sockets."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Literal

from typing_extensions import TypedDict

from app.codec.times import time_text
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


class NewsJson(TypedDict):
    """All that is to be read now; `now`: the server's time, for who counts down."""

    announcements: list[AnnouncementJson]
    maintenance: MaintenanceJson | None
    now: str


class HouseMessage(TypedDict):
    """The news, at first and whenever they change; only with `news=1` in the address."""

    type: Literal["house"]
    news: NewsJson


def news_json(news: News, now: datetime) -> NewsJson:
    """The news as they are written for everybody."""
    return {
        "announcements": [announcement_json(each) for each in news.announcements],
        "maintenance": None if news.maintenance is None else maintenance_json(news.maintenance),
        "now": time_text(now),
    }


def announcement_json(announcement: Announcement) -> AnnouncementJson:
    """One announcement."""
    return {
        "id": announcement.id,
        "texts": announcement.texts,
        "ends_at": time_text(announcement.ends_at),
    }


def maintenance_json(maintenance: Maintenance) -> MaintenanceJson:
    """The maintenance with its hours."""
    return {
        "from": time_text(maintenance.begins),
        "until": None if maintenance.until is None else time_text(maintenance.until),
        "texts": maintenance.texts,
    }
