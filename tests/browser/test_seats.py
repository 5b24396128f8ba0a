"""Sitting down: names are asked among people only, one seat a person, the last seat is one."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import robot
from tests.browser.company import Company


def sit_here(page: Page) -> None:
    """Press "Sit here" on the first free stool."""
    page.get_by_role("button", name="Sit here").first.click()


def say_name(page: Page, name: str) -> None:
    """Answer the question that comes up then."""
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()


def open_table(company: Company, free: int, **wish: Any) -> tuple[Page, str]:
    """Ada's table of Gnav with some free stools, and the link to play."""
    host = company.come()
    bots = {str(seat): "easy" for seat in range(1, 4 - free)}
    company.sit_down(host, "gnav", bots=bots, **{"start": False, **wish})
    return host, host.locator("#link-play").input_value()


def test_names_are_asked_only_on_sitting_with_other_people(company: Company) -> None:
    page = company.come()
    robot.play_with_bots(page, "milkuro")
    robot.wait_for_turn(page)
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.goto("/")
    page.locator("[data-open=milkuro]").click()
    expect(page.get_by_label("Your name")).not_to_be_empty()
    say_name(page, "Marie")
    expect(page.locator(".place").first).to_contain_text("Marie (you)")
    page.get_by_role("button", name="Stand up").click()
    sit_here(page)
    expect(page.locator(".place").first).to_contain_text("Marie (you)")


def test_who_would_not_say_a_name_does_not_sit(company: Company) -> None:
    _, link = open_table(company, free=1)
    friend = company.come()
    friend.goto(link)
    sit_here(friend)
    expect(friend.get_by_role("dialog")).to_be_visible()
    friend.keyboard.press("Escape")
    expect(friend.get_by_role("dialog")).to_have_count(0)
    expect(friend.get_by_role("button", name="Sit here")).to_have_count(1)


def test_those_who_are_here_play_without_the_free_seats(company: Company) -> None:
    host, link = open_table(company, free=3)
    just_us = host.get_by_role("button", name="Play with 2")
    expect(host.get_by_role("button", name="Fill with bots")).to_be_visible()
    expect(just_us).to_have_count(0)
    friend = company.come()
    friend.goto(link)
    sit_here(friend)
    say_name(friend, "Bo")
    just_us.click()
    expect(host.locator(".place")).to_have_count(2)
    host.get_by_role("button", name="Start", exact=True).click()
    expect(friend.locator(".gnav-seat")).to_have_count(2)


def test_09_two_want_the_last_seat_and_one_gets_it(company: Company) -> None:
    company.expect_complaints("status of 409")
    _, link = open_table(company, free=1)
    quick, slow = company.come(), company.come()
    for page in (quick, slow):
        page.goto(link)
        sit_here(page)
    say_name(quick, "Quick")
    expect(quick.locator(".place-name", has_text="Quick (you)")).to_be_visible()
    say_name(slow, "Slow")
    expect(slow.get_by_text("That seat was just taken. Watch instead?")).to_be_visible()
    expect(slow.locator(".place-name", has_text="Quick")).to_be_visible()


def test_a_stranger_who_fills_a_table_that_starts_by_itself_plays(company: Company) -> None:
    host, link = open_table(company, free=1, start=True)
    friend = company.come()
    friend.goto(link)
    sit_here(friend)
    say_name(friend, "Grace")
    robot.play_match([host, friend], seed=4)
    for page in (host, friend):
        expect(page.locator(".end")).to_contain_text("(you)")
    friend.set_viewport_size({"width": 320, "height": 568})
    for way in friend.locator(".end-ways > *").all():
        expect(way).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("started", [False, True], ids=["before", "playing"])
def test_who_comes_too_late_is_told_so_and_watches(company: Company, started: bool) -> None:
    links = links_of_a_full_table(company, start=started)
    late = company.come()
    late.goto(links["play"])
    expect(late.get_by_text("All seats are taken. Watch instead")).to_be_visible()
    expect(late.get_by_role("button", name="Sit here")).to_have_count(0)
    expect(late.locator(".board")).to_have_count(int(started))


def test_who_has_the_link_for_watching_is_told_nothing_of_seats(company: Company) -> None:
    links = links_of_a_full_table(company, start=True)
    watcher = company.come()
    watcher.goto(links["watch"])
    expect(watcher.get_by_text("You are watching")).to_be_visible()
    watcher.get_by_role("tab", name="People").click()
    expect(watcher.get_by_text("You are only watching: no seat is yours.")).to_be_visible()
    expect(watcher.get_by_text("All seats are taken")).to_have_count(0)


def links_of_a_full_table(company: Company, **wish: Any) -> Any:
    """Of one with Ada and bots."""
    host = company.come()
    table = company.sit_down(host, "gnav", **wish)
    return company.call(host, "GET", f"/api/tables/{table}")["links"]


def test_10_the_maker_opens_the_own_link_and_holds_one_seat(company: Company) -> None:
    host, link = open_table(company, free=2)
    again = host.context.new_page()
    again.goto(link)
    expect(again.locator(".place").first).to_contain_text("Ada (you)")
    expect(again.get_by_role("button", name="Sit here")).to_have_count(0)


def test_a_public_table_is_joined_from_the_lobby(company: Company) -> None:
    visitor = company.come()
    visitor.goto("/")
    company.sit_down(company.come(), "gnav", bots={}, visibility="public")
    little = visitor.locator(".little-tables li", has_text="Ada").first
    little.get_by_role("link", name="Sit down").click()
    sit_here(visitor)
    say_name(visitor, "Grace")
    expect(visitor.locator(".place-name", has_text="Grace (you)")).to_be_visible()
