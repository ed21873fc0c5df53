"""Which devices may look at the table: codes that pair one, each once and not for long, and the tokens of those that are paired.

Nothing of the network is known here. What is kept of a secret is its hash, so that who reads the file learns nothing.

The chance that somebody guesses a code: its first `NAME` letters say which code is meant, the other five are its secret. Of one code
at most `TRIES` wrong secrets are looked at, from all addresses together; then it is no code any more. So the chance is at most
100 / 31^5 = 3.5e-6 for a code in its ten minutes, however many guess and however fast; 1.1e-4 where all 32 codes are alive. Who does not
know the first letters needs 31^3 = 29,791 guesses for one that is looked at. At 1,200 a second for ten minutes, more than a table answered
in `benchmarks/attacks.py codes`, he finds a code with a chance of 8.4e-7, and only at 5,000 a second he could end it. Nobody has to wait: a
wrong code counts against the code that it names, never against the person or the address that types the right one.
"""

import hashlib
import hmac
import json
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from numero_cam.base.bounded_reader import finite_number, parse_json, plain_text, read_text
from numero_cam.base.errors import NumeroCamError, StoreError
from numero_cam.base.outputs import write_private
from numero_cam.web.protocol import ROLES, Role

LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Of codes: none that is taken for another when it is read from a screen."""
LENGTH = 8
"""Letters of a code."""
NAME = 3
"""Letters of a code that say which one it is; no two codes share them."""
TRIES = 100
"""Wrong secrets of one code that are looked at."""
CODE_LASTS = 600.0
"""Seconds for which a code can be used."""
PAIRED_LASTS = 30 * 24 * 3600.0
"""Seconds for which a device stays paired."""
MOST_CODES = 32
"""Maximum number of codes; the newest are kept."""
MOST_PAIRED = 200
"""Maximum number of devices; the newest are kept."""
MAX_KEPT_BYTES = 1_000_000
"""Maximum size of the file of paired devices, in bytes; one row takes about 200."""
MAX_NAME = 300
"""Maximum length of a player's name, in characters."""
_VERSION = 2

MAY_BE: dict[Role, tuple[Role, ...]] = {
    "keeper": ROLES,
    "player": ("player", "watcher"),
    "watcher": ("watcher",),
    "camera": ("camera",),
}
"""What a page may be on a device that was paired as this."""


class PairingError(NumeroCamError):
    """A code that cannot be used; the text is for the person who typed it."""


@dataclass(frozen=True)
class Invitation:
    """A code that pairs one device.

    Attributes:
        code: As people read it, such as ``K7QM-2F3D``.
        role: What pages of the device may be.
        player: Whose device it is; empty where it is nobody's, or the first player that is chosen there.
        seconds: For which it can be used.
    """

    code: str
    role: Role
    player: str = ""
    seconds: float = CODE_LASTS


@dataclass(frozen=True)
class _Granted:
    """What a device may be.

    Attributes:
        role: As what it was paired.
        until: Seconds of the clock at which that ends.
        player: Whose it is; empty where that is open.
        of_key: Whether it came in by the key of this run, or was invited by one that did.
    """

    role: Role
    until: float = 0.0
    player: str = ""
    of_key: bool = False


@dataclass
class _Code:
    secret: str
    granted: _Granted
    until: float
    wrong: int = 0


class Pairing:
    """Gives codes, takes them, and knows the devices that are paired. To be used from one thread.

    Kept over a restart are cameras, players and those who look on. Who keeps the game is let in anew at each start: the key could have been
    taken by somebody else, and a restart is how the owner gets rid of him. Where the key was shown a second time nobody is kept who came
    by it, nor whom these invited.

    Args:
        kept: File of the devices; None for a table that forgets them.
        now: Gives the time in seconds.

    Raises:
        StoreError: The file cannot be read.
    """

    def __init__(self, kept: Path | None = None, now: Callable[[], float] = time.time) -> None:
        self._kept, self._now = kept, now
        self._codes: OrderedDict[str, _Code] = OrderedDict()
        self._key = ""
        self._key_used: Callable[[], None] | None = None
        self._doubted = False
        self._paired = _read(kept)

    def invite(self, role: Role, player: str = "", by: str = "") -> Invitation:
        """Return a new code for a person to type.

        Args:
            role: What pages of the device may be.
            player: Whose device it is to be; empty where that is open.
            by: The token of the device that invites; empty for the terminal.
        """
        self._forget_old()
        name, code = "", ""
        while not name or name in self._codes:
            code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
            name = code[:NAME]
        inviter = self._paired.get(_hash(by))
        granted = _Granted(role, player=player if role == "player" else "", of_key=inviter is not None and inviter.of_key)
        self._codes[name] = _Code(_hash(code), granted, self._now() + CODE_LASTS)
        while len(self._codes) > MOST_CODES:
            self._codes.popitem(last=False)
        return Invitation(f"{code[:4]}-{code[4:]}", role, granted.player)

    def key(self, used: Callable[[], None] | None = None) -> str:
        """Return a secret for an address of this machine: as a code of a keeper, but too long for anybody to guess.

        Args:
            used: Is called when it was used.
        """
        key = secrets.token_urlsafe(24)
        self._key, self._key_used = _hash(key), used or (lambda: None)
        return key

    def enter_key(self, key: str) -> str | None:
        """Return the token for a secret of this machine; None where there is none such, or it was used.

        Raises:
            StoreError: The list of devices cannot be written.
        """
        if not hmac.compare_digest(_hash(key), self._key):
            return None
        if self._key_used is None:  # two have it, and nobody knows which of them is the owner
            self._doubted = True
            self._keep()
            return None
        token = self._pair(_Granted("keeper", of_key=True))
        used, self._key_used = self._key_used, None
        used()
        return token

    def enter(self, code: str) -> tuple[str, Role]:
        """Return the token for a code, and its role; the code is used up.

        Args:
            code: As it was typed: in any letters, with any signs between them.

        Raises:
            PairingError: It is wrong, used or too old.
            StoreError: The list of devices cannot be written.
        """
        self._forget_old()
        typed = "".join(letter for letter in code.upper()[:100] if letter in LETTERS)
        named, secret = self._codes.get(typed[:NAME]), _hash(typed)
        if named is not None and hmac.compare_digest(named.secret, secret):
            token = self._pair(named.granted)
            del self._codes[typed[:NAME]]
            return token, named.granted.role
        if named is not None:
            named.wrong += 1
            if named.wrong >= TRIES:
                del self._codes[typed[:NAME]]
        message = "This code is wrong, was used already, or is too old. The page that keeps the game gives a new one."
        raise PairingError(message)

    def _pair(self, granted: _Granted) -> str:
        token = secrets.token_urlsafe(32)
        before = self._paired.copy()
        self._paired[_hash(token)] = replace(granted, until=self._now() + PAIRED_LASTS)
        while len(self._paired) > MOST_PAIRED:
            self._paired.popitem(last=False)
        try:
            self._keep()
        except StoreError:  # as if it had not come: its key or code can be used again
            self._paired = before
            raise
        return token

    def role_of(self, token: str) -> Role | None:
        """Return as what the device with a token was paired; None where it was not, or too long ago."""
        granted = self._paired.get(_hash(token))
        return granted.role if granted is not None and granted.until > self._now() else None

    def player_of(self, token: str) -> str | None:
        """Return whose device it is, empty where that is open yet; None for a device that may be any player's."""
        granted = self._paired.get(_hash(token))
        return None if granted is None or granted.role != "player" else granted.player

    def bind(self, token: str, player: str) -> None:
        """Say whose device it is, where that is open yet.

        Raises:
            StoreError: The list of devices cannot be written.
        """
        if self.player_of(token) == "":
            self._paired[_hash(token)] = replace(self._paired[_hash(token)], player=player)
            self._keep()

    def unpair_others(self, token: str) -> int:
        """Let go all devices but the one with this token, all codes and the key; return how many devices those were.

        Raises:
            StoreError: The list of devices cannot be written; they are let go all the same, until the table is started again.
        """
        kept = OrderedDict((name, granted) for name, granted in self._paired.items() if name == _hash(token))
        gone = len(self._paired) - len(kept)
        self._paired = kept
        self._codes.clear()
        self._key_used = None
        self._keep()
        return gone

    def _forget_old(self) -> None:
        now = self._now()
        self._codes = OrderedDict((name, code) for name, code in self._codes.items() if code.until > now)
        self._paired = OrderedDict((name, granted) for name, granted in self._paired.items() if granted.until > now)

    def _keep(self) -> None:
        if self._kept is None:
            return
        rows = {
            name: {"role": granted.role, "until": granted.until, "player": granted.player}
            for name, granted in self._paired.items()
            if granted.role != "keeper" and not (granted.of_key and self._doubted)
        }
        write_private(self._kept, json.dumps({"version": _VERSION, "paired": rows}).encode(), StoreError)


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()


def _read(kept: Path | None) -> OrderedDict[str, _Granted]:
    if kept is None or not kept.exists():
        return OrderedDict()
    try:
        told = parse_json(read_text(kept, MAX_KEPT_BYTES, StoreError), str(kept), StoreError)
        rows = {
            str(name): _Granted(row["role"], finite_number(row["until"]), plain_text(row.get("player", ""), MAX_NAME))
            for name, row in told["paired"].items()
        }
    except (StoreError, ValueError, TypeError, KeyError, AttributeError) as error:
        message = f"{kept}: the list of paired devices cannot be read; delete the file, and pair them again"
        raise StoreError(message) from error
    return OrderedDict((name, row) for name, row in rows.items() if row.role in ROLES and row.role != "keeper")
