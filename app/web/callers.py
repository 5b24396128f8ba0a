"""Who is calling: a session cookie, a bearer token, or nobody yet (protocol.md)."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from random import Random

from starlette.requests import HTTPConnection

from app.live.guest_book import GuestBook
from app.live.house_rules import RulesInForce
from app.tables.names import OTHERWISE, check_name, make_up_name
from app.tables.people import CredentialKind, Players, Session
from app.tables.ports import Mint, Now
from app.tables.refusals import Code, Refused
from app.tables.table import Player
from app.web.context import web_of
from app.web.limits import Limits
from app.web.origins import HOST_ONLY, SAFE_METHODS, Origins

COOKIE = "kt_session"
CREDENTIAL_LIFE = timedelta(days=400)
"""As long as browsers keep a cookie at most."""

NEW_COOKIE = "kitchen_table.new_cookie"
"""Where in the scope a new session's cookie waits for the answer's headers."""

LANGUAGE = "kitchen_table.language"
"""Where in the scope stands which language was chosen by who was recognized: a page that says no
is in it as well."""

MAX_SECRET = 256

RECOVERY_LIFE = timedelta(days=30)
"""How long a recovery link waits to be used."""

RECOVERY_GRACE = timedelta(minutes=1)
"""A link that was used works so much longer: on a phone's line the answer may be lost."""

OPEN_TO_ALL = frozenset(
    (
        ("GET", "/privacy"),
        ("HEAD", "/privacy"),
        ("GET", "/api/me/export"),
        ("DELETE", "/api/me"),
        ("PATCH", "/api/me"),
    )
)
"""Doors that are open to who is kept out: what is kept of them, having it deleted, and the language
that they read all this in; `PATCH /api/me` itself refuses them what is more than that."""

NO_RECOVERY = "This link has been used, has ended, or was taken back."
SOMEBODY_HERE = "In this browser you are somebody else already."


@dataclass(frozen=True, slots=True)
class Caller:
    """Somebody who sent a request. `browser`: one of our own pages sent it."""

    address: str
    session: Session | None = None
    browser: bool = False

    @property
    def player(self) -> Player | None:
        """The person, None before there is a name."""
        return self.session.player if self.session else None

    @property
    def session_id(self) -> str | None:
        """The session's id, None for a first-time visitor."""
        return self.session.id if self.session else None


def address_of(connection: HTTPConnection) -> str:
    """The network address that limits are counted by."""
    return connection.client.host if connection.client else "local"


def language_of(connection: HTTPConnection, caller: Caller) -> str:
    """The language that was chosen, or the one that the browser asks for."""
    words = web_of(connection).words
    chosen = caller.session.language if caller.session else connection.scope.get(LANGUAGE)
    if chosen is not None and chosen in words.languages:
        return chosen
    return words.best(connection.headers.get("accept-language", ""))


def who_is_who(here: Player | None, there: Player) -> dict[str, object]:
    """For a refusal: the names of who is in the browser and of whom the link would bring."""
    return {"here": here.name if here else None, "there": there.name}


def hash_secret(secret: str) -> bytes:
    """How session and bearer secrets are stored: SHA-256; they are long and random."""
    return hashlib.sha256(secret.encode()).digest()


def has_cookie(connection: HTTPConnection) -> bool:
    """Whether a browser sent its session along, and nothing that outranks it."""
    sent = COOKIE in connection.cookies or f"{HOST_ONLY}{COOKIE}" in connection.cookies
    return sent and "authorization" not in connection.headers


class Callers:
    """Finds callers in the store and makes guests of those who need a name."""

    def __init__(
        self,
        players: Players,
        mint: Mint,
        now: Now,
        *,
        origins: Origins,
        limits: Limits,
        rules: RulesInForce | None = None,
        book: GuestBook,
    ) -> None:
        self.players = players
        self._mint = mint
        self._now = now
        self._origins = origins
        self._limits = limits
        self._book = book
        self._rules = rules or RulesInForce()

    async def identify(self, connection: HTTPConnection) -> Caller:
        """The caller. Raises `sign_in` for a token that is none, `forbidden` for foreign pages
        and for who is kept out of the house."""
        if connection.scope["type"] == "http" and connection.scope["method"] not in SAFE_METHODS:
            self._origins.check_change(connection, has_cookie=has_cookie(connection))
        caller = Caller(address_of(connection), browser=self._origins.is_ours(connection))
        self._check_welcome(connection, caller)
        caller = await self._recognized(connection, caller)
        connection.scope[LANGUAGE] = caller.session.language if caller.session else None
        self._check_welcome(connection, caller)
        if caller.player is not None:
            self._book.sign(caller.player.id, caller.address)
        return caller

    async def learn_language(self, connection: HTTPConnection) -> None:
        """For a page that is the same for everybody: in which language this visitor reads it."""
        caller = Caller(address_of(connection))
        with suppress(Refused):
            caller = await self._recognized(connection, caller)
        connection.scope[LANGUAGE] = caller.session.language if caller.session else None

    def check_welcome(self, caller: Caller) -> None:
        """Raises `forbidden` for who is kept out: a look into memory."""
        player = caller.player.id if caller.player else None
        self._rules.check_welcome(player, caller.address, self._now())

    def _check_welcome(self, connection: HTTPConnection, caller: Caller) -> None:
        """Before and after the store is asked who it is. Some doors are open to all."""
        if (connection.scope.get("method"), connection.scope["path"]) not in OPEN_TO_ALL:
            self.check_welcome(caller)

    async def _recognized(self, connection: HTTPConnection, caller: Caller) -> Caller:
        header = connection.headers.get("authorization")
        if header is not None:
            return replace(caller, session=await self._by_token(header))
        cookie = connection.cookies.get(self._origins.cookie_name(connection, COOKIE))
        return replace(caller, session=await self._find("session", cookie) if cookie else None)

    async def _by_token(self, header: str) -> Session:
        scheme, _, token = header.partition(" ")
        session = await self._find("token", token.strip()) if scheme.lower() == "bearer" else None
        if session is None:
            raise Refused(Code.SIGN_IN, "This token is not known here.")
        return session

    async def _find(self, kind: CredentialKind, secret: str) -> Session | None:
        if len(secret) > MAX_SECRET:
            return None
        return await self.players.find_session(kind, hash_secret(secret), self._now())

    async def with_session(self, connection: HTTPConnection, caller: Caller) -> Caller:
        """The caller with a session; a new one's cookie goes out with the answer."""
        if caller.session is not None:
            return caller
        self._limits.check("session", caller.address)
        session, secret = await self._open("session", None)
        self._hand_cookie(connection, secret)
        return replace(caller, session=session)

    async def with_player(self, connection: HTTPConnection, caller: Caller) -> Caller:
        """The caller as a person: one of our pages' visitors gets a friendly made-up name.

        Raises `sign_in` for a program without a token.
        """
        if caller.player is not None:
            return caller
        if not caller.browser:
            raise Refused(Code.SIGN_IN)
        return await self.with_guest(connection, caller, None)

    async def with_guest(
        self, connection: HTTPConnection, caller: Caller, name: str | None
    ) -> Caller:
        """The caller as a new guest of that name, in the session there is or in a new one.

        As the one who is there already, if another call of the same browser was faster.
        """
        label = self.suggest_name(language_of(connection, caller)) if name is None else name
        player = await self._create_guest(caller, label)
        if caller.session is None:
            session, secret = await self._open("session", player)
            self._hand_cookie(connection, secret)
        else:
            player = await self.players.give_player(caller.session.id, player)
            session = replace(caller.session, player=player)
            web_of(connection).house.introduce(session.id, player)
        return replace(caller, session=session)

    async def renamed(self, caller: Caller, name: str) -> Caller:
        """The same person under another label. Raises `sign_in` for who has no name yet."""
        if caller.session is None or caller.player is None:
            raise Refused(Code.SIGN_IN)
        await self.players.rename(caller.player.id, name)
        player = replace(caller.player, name=name)
        return replace(caller, session=replace(caller.session, player=player))

    async def with_language(
        self, connection: HTTPConnection, caller: Caller, language: str
    ) -> Caller:
        """The caller reading that language from now on."""
        caller = await self.with_session(connection, caller)
        if caller.session is None:
            return caller
        await self.players.set_language(caller.session.id, language)
        return replace(caller, session=replace(caller.session, language=language))

    async def create_program(self, caller: Caller, name: str | None) -> tuple[Player, str]:
        """A guest for a program, and the token that is shown this once."""
        label = self.suggest_name(OTHERWISE) if name is None else name
        player = await self._create_guest(caller, label)
        _, secret = await self._open("token", player)
        return player, secret

    async def recovery(self, caller: Caller) -> tuple[str, datetime]:
        """A secret that makes another browser this person's, and its end. Raises `sign_in`."""
        if caller.session is None or caller.player is None:
            raise Refused(Code.SIGN_IN)
        self._limits.check("recovery", caller.address, caller.player.id)
        secret, now = self._mint.token(), self._now()
        await self.players.add_recovery(
            caller.session.id, hash_secret(secret), at=now, until=now + RECOVERY_LIFE
        )
        return secret, now + RECOVERY_LIFE

    async def recovered(
        self, connection: HTTPConnection, caller: Caller, secret: str, *, replacing: bool
    ) -> Caller:
        """The person of that secret, in a session that nobody knew before.

        Raises `not_found` for a secret that is good for nothing, `forbidden` with both people
        when the browser is another person's and `replacing` is not said.
        """
        if not caller.browser:
            raise Refused(Code.FORBIDDEN, "Only a browser goes on as somebody, on our own page.")
        self._limits.check("recovery", caller.address, caller.session_id)
        found = await self._find("recovery", secret)
        if found is None or found.player is None:
            raise Refused(Code.NOT_FOUND, NO_RECOVERY)
        if caller.player not in (None, found.player) and not replacing:
            raise Refused(Code.FORBIDDEN, SOMEBODY_HERE, who_is_who(caller.player, found.player))
        now = self._now()
        if not await self.players.use_recovery(
            hash_secret(secret), at=now, until=now + RECOVERY_GRACE
        ):
            raise Refused(Code.NOT_FOUND, NO_RECOVERY)
        session, cookie = await self._open("session", found.player)
        await self.players.follow(found.id, session.id, now)
        self._hand_cookie(connection, cookie)
        return replace(caller, session=session)

    async def end_recovery(self, caller: Caller) -> None:
        """All recovery secrets of this person end."""
        if caller.player is not None:
            await self.players.end_recovery(caller.player.id, self._now())

    def take_cookie(self, connection: HTTPConnection) -> None:
        """The browser forgets its session with the answer."""
        name = self._origins.cookie_name(connection, COOKIE)
        secure = "; Secure" if self._origins.is_secure(connection) else ""
        connection.scope[NEW_COOKIE] = f"{name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax{secure}"

    def suggest_name(self, language: str) -> str:
        """A friendly name for a newcomer who reads that language."""
        return make_up_name(Random(self._mint.bot_seed()), language)  # noqa: S311

    async def _create_guest(self, caller: Caller, name: str) -> Player:
        label = check_name(name)
        self._limits.check("guest", caller.address, caller.session_id)
        player = Player(self._mint.player_id(), label)
        await self.players.create_guest(player, self._now())
        return player

    async def _open(self, kind: CredentialKind, player: Player | None) -> tuple[Session, str]:
        secret = self._mint.token()
        session = Session(self._mint.session_id(), player, None)
        now = self._now()
        await self.players.open_session(
            session.id,
            kind,
            hash_secret(secret),
            player_id=player.id if player else None,
            at=now,
            until=now + CREDENTIAL_LIFE,
        )
        return session, secret

    def _hand_cookie(self, connection: HTTPConnection, secret: str) -> None:
        secure = "; Secure" if self._origins.is_secure(connection) else ""
        name = self._origins.cookie_name(connection, COOKIE)
        age = int(CREDENTIAL_LIFE.total_seconds())
        connection.scope[NEW_COOKIE] = (
            f"{name}={secret}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{secure}"
        )
