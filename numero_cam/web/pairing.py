"""Pairing of devices with the table: codes that pair one device each, and the tokens of the devices that are paired.

This module knows nothing of the network. It keeps only the hash of each secret, so the file reveals none.

The probability that somebody guesses a code: its first `CODE_PREFIX_LENGTH` letters name the code, the other five are its secret. A code
ends after `MAX_WRONG_SECRETS` wrong secrets, from all addresses together. So the probability is at most 100 / 31^5 = 3.5e-6 for one code
in its ten minutes, at any rate of guesses, and 1.1e-4 while all 32 codes are valid. Somebody who does not know the prefix needs 31^3 =
29,791 guesses to hit one. At 1,200 guesses a second for ten minutes, more than a table answered when it was tried, the probability is
8.4e-7, and only 5,000 a second could end a code. Wrong guesses count against the code, never against a person or an address, so nobody
has to wait.
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
from typing import get_args

from numero_cam.base.bounded_reader import finite_number, parse_json, plain_text, read_text
from numero_cam.base.errors import NumeroCamError, StoreError
from numero_cam.base.outputs import write_private
from numero_cam.catalogue import tr
from numero_cam.web.protocol import ROLES, ClassRole, DeviceRole, Role

CODE_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  #: Letters and digits of codes, without those that are easily confused on a screen.
CODE_LENGTH = 8  #: Length of a code, in letters.
CODE_PREFIX_LENGTH = 3  #: Length of the part that names a code, in letters; no two valid codes share it.
MAX_WRONG_SECRETS = 100  #: Maximum number of wrong secrets for one code; after them the code is no longer valid.
CODE_SECONDS = 600.0  #: Time for which a code is valid, in seconds.
PAIRED_SECONDS = 30 * 24 * 3600.0  #: Time for which a device stays paired, in seconds.
MAX_CODES = 32  #: Maximum number of codes; the newest are kept.
MAX_DEVICES = 200  #: Maximum number of devices; the newest are kept.
MAX_DEVICES_FILE_BYTES = 1_000_000  #: Maximum size of the file of paired devices, in bytes; one row takes about 200.
MAX_PLAYER_NAME_LENGTH = 300  #: Maximum length of a player's name, in characters.
_VERSION = 2


def _steady_seconds() -> float:
    """Return the seconds of a clock that nobody sets; where the system has one, it goes on while the computer sleeps."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


#: Role of a paired device to the roles that its pages may have at the table.
ALLOWED_ROLES: dict[DeviceRole, tuple[Role, ...]] = {
    "keeper": ROLES,
    "player": ("player", "watcher"),
    "watcher": ("watcher",),
    "camera": ("camera",),
    "teacher": (),
    "photographer": (),
    "organiser": (),
    "referee": (),
    "table": (),
}


class PairingError(NumeroCamError):
    """A code that cannot be used; the text is for the person who typed it."""


@dataclass(frozen=True)
class Invitation:
    """A code that pairs one device."""

    code: str  #: As people read it, such as ``K7QM-2F3D``.
    role: DeviceRole  #: The role of the device.
    player: str = ""  #: The player it belongs to; empty where it belongs to none, or to the first player chosen on it.
    seconds: float = CODE_SECONDS  #: Time for which the code is valid.


@dataclass(frozen=True)
class _Grant:
    """The right of one paired device."""

    role: DeviceRole  #: The role for which it was paired.
    until: float = 0.0  #: End of the pairing, in seconds of the clock.
    player: str = ""  #: The player it belongs to; empty where that is open.
    of_key: bool = False  #: Whether it was paired by the key of this run, or invited by a device that was.


@dataclass
class _PairingCode:
    """A code that was issued; its prefix is the key in `_codes`."""

    secret: str  #: Hash of the whole code.
    grant: _Grant  #: The right of the device that types it.
    until: float  #: Its end, in seconds of the clock `now`.
    steady_until: float  #: Its end, in seconds of the clock `steady`.
    wrong: int = 0  #: Number of wrong secrets that were typed.


class DevicePairing:
    """Issues codes, redeems them, and knows the paired devices. Not thread-safe.

    Cameras, players, watchers and photographers stay paired over a restart; owners, which are keepers or teachers, do not. Somebody else
    could have taken the key, and a restart is how the owner removes him. Where the key was used a second time, devices that came by it, and
    those that they invited, are not kept either.

    Args:
        path: File of the paired devices; None to keep them in memory only.
        now: Returns the present time, in seconds since 1970.
        steady: Returns the seconds of a clock that nobody sets. A code ends by the first of both clocks: `now` may be set back, and this
            one may stop while the computer sleeps.
        owner: The role of the owner of this computer, which the key gives.
    """

    def __init__(
        self,
        path: Path | None = None,
        now: Callable[[], float] = time.time,
        owner: DeviceRole = "keeper",
        steady: Callable[[], float] = _steady_seconds,
    ) -> None:
        self._path, self._now, self.owner, self._steady = path, now, owner, steady
        self._codes: OrderedDict[str, _PairingCode] = OrderedDict()
        self._key = ""  # its hash
        self._key_used: Callable[[], None] | None = None  # called at the first use; None afterwards
        self._doubted = False  # whether the key was used twice
        self._paired = _read(path, owner)

    def invite(self, role: DeviceRole, player: str = "", by: str = "") -> Invitation:
        """Return a new code for a person to type.

        Args:
            role: The role of the device.
            player: The player it is to belong to; empty where that is open.
            by: Token of the device that invites; empty for the terminal.
        """
        self._drop_expired()
        name, code = "", ""
        while not name or name in self._codes:
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            name = code[:CODE_PREFIX_LENGTH]
        inviter = self._paired.get(_hash(by))
        grant = _Grant(role, player=player if role == "player" else "", of_key=inviter is not None and inviter.of_key)
        self._codes[name] = _PairingCode(_hash(code), grant, self._now() + CODE_SECONDS, self._steady() + CODE_SECONDS)
        while len(self._codes) > MAX_CODES:
            self._codes.popitem(last=False)
        return Invitation(f"{code[:4]}-{code[4:]}", role, grant.player)

    def new_key(self, used: Callable[[], None] | None = None) -> str:
        """Return a secret that pairs one owner, too long to be guessed; `used` is called at its first use. The former key is void."""
        key = secrets.token_urlsafe(24)
        self._key, self._key_used = _hash(key), used or (lambda: None)
        return key

    def redeem_key(self, key: str) -> str | None:
        """Return the token of a new owner for the key; None where the key is wrong or was used before."""
        if not hmac.compare_digest(_hash(key), self._key):
            return None
        if self._key_used is None:  # two people have the key, and which of them is the owner is unknown
            self._doubted = True
            self._save()
            return None
        token = self._pair(_Grant(self.owner, of_key=True))
        used, self._key_used = self._key_used, None
        used()
        return token

    def redeem_code(self, code: str) -> tuple[str, DeviceRole]:
        """Return the token and the role for a code, and end the code.

        Args:
            code: As it was typed: in upper or lower case, with any other characters between the letters.
        """
        self._drop_expired()
        typed = "".join(letter for letter in code.upper()[:100] if letter in CODE_LETTERS)
        pending, secret = self._codes.get(typed[:CODE_PREFIX_LENGTH]), _hash(typed)
        if pending is not None and hmac.compare_digest(pending.secret, secret):
            token = self._pair(pending.grant)
            del self._codes[typed[:CODE_PREFIX_LENGTH]]
            return token, pending.grant.role
        if pending is not None:
            pending.wrong += 1
            if pending.wrong >= MAX_WRONG_SECRETS:
                del self._codes[typed[:CODE_PREFIX_LENGTH]]
        raise PairingError(tr("This code is wrong, was used already, or is too old. The page that gave it gives a new one."))

    def _pair(self, grant: _Grant) -> str:
        """Store the right of a new device, and return its token; the oldest devices are dropped."""
        token = secrets.token_urlsafe(32)
        before = self._paired.copy()
        self._paired[_hash(token)] = replace(grant, until=self._now() + PAIRED_SECONDS)
        while len(self._paired) > MAX_DEVICES:
            self._paired.popitem(last=False)
        try:
            self._save()
        except StoreError:  # the key or code stays valid
            self._paired = before
            raise
        return token

    def role_of(self, token: str) -> DeviceRole | None:
        """Return the role of the device with this token; None where it is not paired, or no longer."""
        grant = self._paired.get(_hash(token))
        return grant.role if grant is not None and grant.until > self._now() else None

    def player_of(self, token: str) -> str | None:
        """Return the player a device belongs to, empty where that is open; None for a device that is not a player's."""
        grant = self._paired.get(_hash(token))
        return None if grant is None or grant.role != "player" else grant.player

    def bind(self, token: str, player: str) -> None:
        """Set the player a device belongs to, where that is open."""
        if self.player_of(token) == "":
            self._paired[_hash(token)] = replace(self._paired[_hash(token)], player=player)
            self._save()

    def unpair_others(self, token: str) -> int:
        """Unpair all devices but the one with this token, end all codes and the key, and return the number of devices."""
        remaining = OrderedDict((name, grant) for name, grant in self._paired.items() if name == _hash(token))
        gone = len(self._paired) - len(remaining)
        self._paired = remaining
        self._codes.clear()
        self._key_used = None
        self._save()
        return gone

    def _drop_expired(self) -> None:
        """Remove codes and devices whose time is over."""
        now, steady = self._now(), self._steady()
        self._codes = OrderedDict((name, code) for name, code in self._codes.items() if code.until > now and code.steady_until > steady)
        self._paired = OrderedDict((name, grant) for name, grant in self._paired.items() if grant.until > now)

    def _save(self) -> None:
        """Write the devices that stay paired over a restart; without a path nothing is written."""
        if self._path is None:
            return
        rows = {
            name: {"role": grant.role, "until": grant.until, "player": grant.player}
            for name, grant in self._paired.items()
            if grant.role != self.owner and not (grant.of_key and self._doubted)
        }
        write_private(self._path, json.dumps({"version": _VERSION, "paired": rows}).encode(), StoreError)


def _hash(secret: str) -> str:  # which is stored in its place
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()


def _read(path: Path | None, owner: DeviceRole) -> OrderedDict[str, _Grant]:
    """Return the stored devices by the hashes of their tokens; those of owners are left out."""
    if path is None or not path.exists():
        return OrderedDict()
    try:
        data = parse_json(read_text(path, MAX_DEVICES_FILE_BYTES, StoreError), str(path), StoreError)
        rows = {
            str(name): _Grant(row["role"], finite_number(row["until"]), plain_text(row.get("player", ""), MAX_PLAYER_NAME_LENGTH))
            for name, row in data["paired"].items()
        }
    except (StoreError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise StoreError(
            tr("{path}: the list of paired devices cannot be read; delete the file, and pair them again", path=path)
        ) from error
    kept = {*ROLES, *get_args(ClassRole)} - {owner}
    return OrderedDict((name, row) for name, row in rows.items() if row.role in kept)
