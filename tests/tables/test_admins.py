"""What each role of those who keep the house may do, line by line."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import get_args

import pytest

from app.tables.admins import (
    DANGEROUS,
    MAY,
    PROOF_LIFE,
    Admin,
    Deed,
    OnDuty,
    Role,
    check_ends_session,
    check_keeps_owner,
    check_may,
    check_still_owner,
    sees_all_sessions,
)
from app.tables.refusals import Code, Refused

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
OBSERVERS_DO = {"look", "verify_table"}
OWNERS_ONLY = {"switch_game", "announce", "maintain", "hire", "change_staff", "dismiss"}


def on_duty(role: Role, *, proved: timedelta = timedelta(0)) -> OnDuty:
    return OnDuty(Admin("a", "Ada", role), "s", NOW - proved)


def test_every_deed_has_its_roles() -> None:
    assert set(MAY) == set(get_args(Deed))


@pytest.mark.parametrize("deed", get_args(Deed))
def test_roles(deed: Deed) -> None:
    check_may(on_duty("owner"), deed, NOW)
    for role, allowed in (
        ("moderator", deed not in OWNERS_ONLY),
        ("observer", deed in OBSERVERS_DO),
    ):
        if allowed:
            check_may(on_duty(role), deed, NOW)  # type: ignore[arg-type]
        else:
            with pytest.raises(Refused) as refused:
                check_may(on_duty(role), deed, NOW)  # type: ignore[arg-type]
            assert refused.value.code is Code.FORBIDDEN
            assert refused.value.detail == {"deed": deed}


@pytest.mark.parametrize("deed", sorted(DANGEROUS))
def test_dangerous_deeds_want_a_recent_proof(deed: Deed) -> None:
    check_may(on_duty("owner", proved=PROOF_LIFE - timedelta(seconds=1)), deed, NOW)
    with pytest.raises(Refused) as refused:
        check_may(on_duty("owner", proved=PROOF_LIFE), deed, NOW)
    assert refused.value.detail == {"prove": True}


def test_others_sessions_are_the_owners() -> None:
    for role in ("observer", "moderator"):
        check_ends_session(on_duty(role), NOW, own=True)  # type: ignore[arg-type]
        assert not sees_all_sessions(on_duty(role))  # type: ignore[arg-type]
        with pytest.raises(Refused) as refused:
            check_ends_session(on_duty(role), NOW, own=False)  # type: ignore[arg-type]
        assert refused.value.detail == {"deed": "change_staff"}
    check_ends_session(on_duty("owner"), NOW, own=False)
    assert sees_all_sessions(on_duty("owner"))


def test_who_was_an_owner_acts_no_more() -> None:
    actor = on_duty("owner").admin
    check_still_owner(actor, {actor.id})
    check_still_owner(None, set())  # the command line
    with pytest.raises(Refused) as refused:
        check_still_owner(actor, {"another"})
    assert refused.value.code is Code.FORBIDDEN


def test_an_owner_who_can_log_in_stays() -> None:
    owner, moderator = on_duty("owner").admin, on_duty("moderator").admin
    check_keeps_owner(owner, {owner.id, "another"})
    check_keeps_owner(moderator, set())
    for ready in (set(), {owner.id}):
        with pytest.raises(Refused) as refused:
            check_keeps_owner(owner, ready)
        assert refused.value.code is Code.FORBIDDEN


def test_looking_wants_no_recent_proof() -> None:
    check_may(on_duty("observer", proved=timedelta(days=1)), "look", NOW)
