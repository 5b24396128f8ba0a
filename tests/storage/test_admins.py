"""The staff in the store: accounts, links, tries, sessions; races have one winner."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from app.storage.store import Store
from app.tables.refusals import Code, Refused
from app.tables.staff import (
    FIRST_LOCK,
    FREE_TRIES,
    IDLE_LIFE,
    MARK_LIFE,
    TRIES_LIFE,
    Admission,
    AuditQuery,
)
from tests.storage.staff import AT, DAY, account, hire, let_in, line, link

pytestmark = pytest.mark.anyio


async def deeds(store: Store) -> list[str]:
    """What the audit log tells, oldest first."""
    return [admission.line.deed for admission in reversed(await store.audit.list(AuditQuery()))]


async def test_a_link_makes_an_account_ready(store: Store) -> None:
    await store.staff.hire(account("Ada"), link("word"), line())
    found = await store.staff.find_link(b"word", AT)
    assert found == account("Ada")
    assert not found.ready
    assert await store.staff.set_password(b"word", "a hash", line("set_password"))
    ready = await store.staff.find("ada")
    assert ready is not None
    assert (ready.ready, ready.password_hash) == (True, "a hash")
    assert await store.staff.find_link(b"word", AT) is None
    assert not await store.staff.set_password(b"word", "another", line("set_password"))
    assert await deeds(store) == ["hire", "set_password"]


async def test_a_link_ends(store: Store) -> None:
    await store.staff.hire(account("Ada"), link("word"), line())
    late = line("set_password", at=AT + DAY)
    assert await store.staff.find_link(b"word", AT + DAY) is None
    assert not await store.staff.set_password(b"word", "a hash", late)


async def test_a_link_used_in_two_processes_at_once(store: Store, other_store: Store) -> None:
    await store.staff.hire(account("Ada"), link("word"), line())
    told = line("set_password")
    used = await asyncio.gather(
        *(each.staff.set_password(b"word", "a hash", told) for each in (store, other_store) * 3)
    )
    assert sorted(used) == [False] * 5 + [True]
    assert await deeds(store) == ["hire", "set_password"]


@pytest.mark.parametrize("name", ["Ada", "ADA", "Аda", "A d a", "Adа"])
async def test_no_name_is_like_anothers(store: Store, name: str) -> None:
    await hire(store, "Ada")
    with pytest.raises(Refused) as caught:
        await store.staff.hire(account(name), link("other"), line())
    assert (caught.value.code, caught.value.detail) == (Code.INVALID, {"at": "name"})
    assert len(await store.staff.list()) == 1
    assert await deeds(store) == ["hire", "set_password"]


async def test_a_reset_ends_every_way_in(store: Store) -> None:
    await hire(store, "Olga")
    ada = await hire(store, "Ada")
    assert await let_in(store, ada, "cookie", step=1)
    changed = await store.staff.reset("ada", link("newer"), line("make_link"))
    assert (changed.ready, changed.totp_generation) == (False, 1)
    assert await store.shifts.find_session(b"cookie", AT) is None
    assert await store.shifts.find_browser(b"cookie") is None
    again = await store.staff.reset("ada", link("newest"), line("make_link"))
    assert again.totp_generation == 2
    assert await store.staff.find_link(b"newer", AT) is None
    assert await store.staff.find_link(b"newest", AT) == again


async def test_who_is_judged_while_a_reset_comes_does_not_get_in(store: Store) -> None:
    ada = await hire(store, "Ada")
    await store.staff.reset("ada", link("newer"), line("make_link"))
    await store.staff.set_password(b"newer", "another hash", line("set_password"))
    assert not await let_in(store, ada, "cookie", step=1)


async def test_a_dismissal_ends_every_way_in_and_keeps_the_name(store: Store) -> None:
    await hire(store, "Olga")
    ada = await hire(store, "Ada")
    assert await let_in(store, ada, "cookie", step=1)
    gone = await store.staff.dismiss("ada", line("dismiss"))
    assert (gone.dismissed_at, gone.ready) == (AT, False)
    assert await store.shifts.find_session(b"cookie", AT) is None
    assert await store.staff.find("ada") is None
    assert not await let_in(store, ada, "cookie2", step=2)
    with pytest.raises(Refused):
        await store.staff.hire(account("Ada"), link("other"), line())
    for change in (
        store.staff.dismiss("ada", line("dismiss")),
        store.staff.reset("ada", link("x"), line("make_link")),
        store.staff.change_role("ada", "observer", line("change_staff")),
    ):
        with pytest.raises(Refused) as caught:
            await change
        assert caught.value.code is Code.NOT_FOUND


async def test_the_last_owner_who_can_log_in_stays(store: Store) -> None:
    olga = await hire(store, "Olga")
    await hire(store, "Ada", ready=False)
    await hire(store, "Bo", "moderator")
    for change in (
        store.staff.dismiss("olga", line("dismiss", olga.admin)),
        store.staff.change_role("olga", "observer", line("change_staff", olga.admin)),
    ):
        with pytest.raises(Refused) as caught:
            await change
        assert caught.value.code is Code.FORBIDDEN
    assert (await store.staff.dismiss("ada", line("dismiss", olga.admin))).dismissed_at == AT
    promoted = await store.staff.change_role("bo", "owner", line("change_staff", olga.admin))
    assert promoted.role == "owner"
    left = await store.staff.change_role("olga", "observer", line("change_staff", olga.admin))
    assert left.role == "observer"


async def test_two_owners_dismiss_each_other_at_once(store: Store, other_store: Store) -> None:
    owners = [await hire(store, name) for name in ("Olga", "Ada")]
    for _ in range(2):
        results = await asyncio.gather(
            store.staff.dismiss("ada", line("dismiss", owners[0].admin)),
            other_store.staff.dismiss("olga", line("dismiss", owners[1].admin)),
            return_exceptions=True,
        )
    assert [type(result) for result in results] == [Refused, Refused]
    left = [row.name for row in await store.staff.list() if row.ready]
    assert len(left) == 1
    assert (await deeds(store)).count("dismiss") == 1


async def test_who_was_dismissed_meanwhile_changes_nothing(store: Store) -> None:
    olga = await hire(store, "Olga")
    ada, _ = await hire(store, "Ada"), await hire(store, "Bo", "observer")
    await store.staff.dismiss("ada", line("dismiss", olga.admin))
    for change in (
        store.staff.hire(account("Eve"), link("eve"), line("hire", ada.admin)),
        store.staff.change_role("bo", "owner", line("change_staff", ada.admin)),
        store.staff.reset("olga", link("x"), line("make_link", ada.admin)),
    ):
        with pytest.raises(Refused) as caught:
            await change
        assert caught.value.code is Code.FORBIDDEN
    assert await store.staff.find("eve") is None


async def test_a_code_opens_one_session_in_two_processes(store: Store, other_store: Store) -> None:
    ada = await hire(store, "Ada")
    opened = await asyncio.gather(
        *(
            let_in(each, ada, f"cookie{number}", step=7)
            for number, each in enumerate((store, other_store) * 3)
        )
    )
    assert sorted(opened) == [False] * 5 + [True]
    assert not await let_in(store, ada, "older", step=6)
    assert await let_in(store, ada, "newer", step=8)
    assert len(await store.shifts.list_sessions(AT)) == 2


async def test_tries_are_counted_one_by_one(store: Store, other_store: Store) -> None:
    locks = await asyncio.gather(
        *(each.shifts.take_try(b"mark", AT) for each in (store, other_store) * 5)
    )
    assert locks.count(None) == FREE_TRIES
    assert set(locks) == {None, AT + FIRST_LOCK}
    assert await store.shifts.find_locks((b"mark", b"else"), AT) == {b"mark": AT + FIRST_LOCK}
    later = AT + FIRST_LOCK
    assert await store.shifts.find_locks((b"mark",), later) == {}
    assert await store.shifts.take_try(b"mark", later) is None
    assert await store.shifts.take_try(b"mark", later) == later + 2 * FIRST_LOCK
    assert await store.shifts.take_try(b"else", later) is None


async def test_tries_are_forgotten(store: Store) -> None:
    ada = await hire(store, "Ada")
    for _ in range(FREE_TRIES):
        await store.shifts.take_try(b"mark", AT)
    assert await let_in(store, ada, "cookie", step=1)
    assert await store.shifts.take_try(b"mark", AT) is None
    for _ in range(FREE_TRIES):
        await store.shifts.take_try(b"mark", AT)
    tomorrow = AT + TRIES_LIFE
    free = [await store.shifts.take_try(b"mark", tomorrow) for _ in range(FREE_TRIES + 1)]
    assert free == [None] * FREE_TRIES + [tomorrow + FIRST_LOCK]


async def test_tries_are_forgotten_while_others_try(store: Store, other_store: Store) -> None:
    ada = await hire(store, "Ada")
    tries = [other_store.shifts.take_try(b"mark", AT) for _ in range(20)]
    good = [let_in(store, ada, f"cookie{step}", step=step) for step in range(1, 9)]
    mixed = (each for pair in zip(tries[:8], good, strict=True) for each in pair)
    told = await asyncio.gather(*mixed, *tries[8:])
    assert set(told) <= {True, False, None, AT + FIRST_LOCK, AT + 2 * FIRST_LOCK}
    assert True in told


async def test_sessions_end_idle_out_and_are_remembered_for_a_while(store: Store) -> None:
    ada = await hire(store, "Ada")
    assert await let_in(store, ada, "cookie", step=1)
    just_before = AT + IDLE_LIFE - timedelta(seconds=1)
    assert await store.shifts.find_session(b"cookie", just_before) is not None
    assert await store.shifts.find_session(b"cookie", AT + IDLE_LIFE) is None
    await store.shifts.touch("cookie", just_before)
    assert await store.shifts.find_session(b"cookie", AT + IDLE_LIFE) is not None
    assert await store.shifts.list_sessions(AT + 12 * timedelta(hours=1)) == ()
    remembered = await store.shifts.find_browser(b"cookie")
    assert remembered is not None
    assert remembered.admin == ada.admin
    later = AT + DAY + MARK_LIFE
    assert await let_in(store, ada, "other", step=2, at=later)
    assert await store.shifts.find_browser(b"cookie") is None


async def test_leaving_ends_a_session_once(store: Store) -> None:
    ada = await hire(store, "Ada")
    assert await let_in(store, ada, "cookie", step=1)
    for _ in range(2):
        await store.shifts.leave("cookie", line("log_out", ada.admin))
    assert await store.shifts.find_session(b"cookie", AT) is None
    assert await store.shifts.find_browser(b"cookie") is not None
    assert (await deeds(store)).count("log_out") == 1


async def test_revoking_makes_a_stranger_of_the_browser(store: Store) -> None:
    ada = await hire(store, "Ada")
    assert await let_in(store, ada, "cookie", step=1)
    told = line("end_session", ada.admin)
    assert [await store.shifts.revoke("cookie", told) for _ in range(2)] == [True, False]
    assert await store.shifts.find_browser(b"cookie") is None
    assert (await deeds(store)).count("end_session") == 1


async def test_a_proof_wants_a_fresh_code_and_a_session(store: Store) -> None:
    ada = await hire(store, "Ada")
    assert await let_in(store, ada, "cookie", step=1)
    told = line("prove", ada.admin, AT + timedelta(minutes=5))
    admissions = [Admission(ada.id, 0, step, b"mark") for step in (1, 2, 2, 3)]
    ids = ("cookie", "cookie", "cookie", "nobody")
    proved = [
        await store.shifts.prove(place, admission, told)
        for place, admission in zip(ids, admissions, strict=True)
    ]
    assert proved == [False, True, False, False]
    (found,) = await store.shifts.list_sessions(AT, ada.id)
    assert found.proved_at == told.at
    assert await store.shifts.list_sessions(AT, "somebody else") == ()
