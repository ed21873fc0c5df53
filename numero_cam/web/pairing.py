"""Which devices may look at the table: codes that pair one, each once and not for long, and the tokens of those that are paired.

Nothing of the network is known here. What is kept of a code or a token is its hash, so that who reads the file learns nothing.
"""

import hashlib
import json
import math
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from numero_cam.base.errors import NumeroCamError, StoreError
from numero_cam.base.outputs import write_private
from numero_cam.web.protocol import ROLES, Role

LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Of codes: none that is taken for another when it is read from a screen."""
LENGTH = 8
"""Letters of a code: 31 ** 8 are 850 thousand million codes."""
CODE_LASTS = 600.0
PAIRED_LASTS = 30 * 24 * 3600.0
"""Seconds for which a code can be used, and for which a device stays paired."""
MOST_CODES = 32
MOST_PAIRED = 200
"""At most so many at a time; of more the oldest are let go."""
FREE = 4
FREE_IN_ALL = 40
"""Wrong codes of one address, and of all, before the next has to wait."""
LONGEST_WAIT = 300.0
LONGEST_WAIT_IN_ALL = 15.0
"""Seconds. All together wait less: a stranger must not be able to keep everybody out for long."""
FORGOTTEN = 3600.0
"""Seconds after which wrong codes are forgotten."""
MOST_ADDRESSES = 256
LOCAL = "127."

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
        seconds: For which it can be used.
    """

    code: str
    role: Role
    seconds: float = CODE_LASTS


@dataclass(frozen=True)
class _Granted:
    role: Role
    until: float


@dataclass
class _Wrong:
    count: int = 0
    last: float = -math.inf

    def wait(self, free: int, longest: float, now: float) -> float:
        """Return the seconds until the next code is looked at: 2, 4, 8 ... after the free ones."""
        over = self.count - free
        return 0.0 if over < 0 else max(0.0, min(longest, 2.0 ** min(over + 1, 30)) - (now - self.last))

    def more(self, now: float) -> None:
        self.count, self.last = (1 if now - self.last > FORGOTTEN else self.count + 1), now


class Pairing:
    """Gives codes, takes them, and knows the devices that are paired. To be used from one thread.

    Args:
        kept: File of the devices; None for a table that forgets them.
        now: Gives the time in seconds.

    Raises:
        StoreError: The file cannot be read.
    """

    def __init__(self, kept: Path | None = None, now: Callable[[], float] = time.time) -> None:
        self._kept, self._now = kept, now
        self._codes: OrderedDict[str, _Granted] = OrderedDict()
        self._wrong: OrderedDict[str, _Wrong] = OrderedDict()
        self._wrong_in_all = _Wrong()
        self._paired = _read(kept)

    def invite(self, role: Role) -> Invitation:
        """Return a new code for a person to type."""
        code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        self._remember(code, role)
        return Invitation(f"{code[:4]}-{code[4:]}", role)

    def key(self) -> str:
        """Return a secret for an address of this machine: as a code of a keeper, but too long for anybody to guess."""
        key = secrets.token_urlsafe(24)
        self._remember(key, "keeper", PAIRED_LASTS)
        return key

    def _remember(self, code: str, role: Role, lasts: float = CODE_LASTS) -> None:
        self._forget_old()
        self._codes[_hash(code)] = _Granted(role, self._now() + lasts)
        while len(self._codes) > MOST_CODES:
            self._codes.popitem(last=False)

    def enter_key(self, key: str) -> str | None:
        """Return the token for a secret of this machine; None where there is none such, or it was used."""
        return self._use(key)

    def enter(self, code: str, address: str) -> tuple[str, Role]:
        """Return the token for a code, and its role; the code is used up.

        Args:
            code: As it was typed: in any letters, with any signs between them.
            address: From which it comes.

        Raises:
            PairingError: It is wrong, used or too old, or too many were wrong before.
        """
        now = self._now()
        own = self._wrong.get(address, _Wrong())
        wait = own.wait(FREE, LONGEST_WAIT, now)
        if not address.startswith(LOCAL):
            wait = max(wait, self._wrong_in_all.wait(FREE_IN_ALL, LONGEST_WAIT_IN_ALL, now))
        if wait > 0:
            message = f"Too many wrong codes. Wait {math.ceil(wait)} seconds, then try again."
            raise PairingError(message)
        typed = "".join(letter for letter in code.upper()[:100] if letter in LETTERS)
        token = self._use(typed) if len(typed) == LENGTH else None
        if token is None:
            own.more(now)
            self._wrong_in_all.more(now)
            self._wrong[address] = own
            self._wrong.move_to_end(address)
            while len(self._wrong) > MOST_ADDRESSES:
                self._wrong.popitem(last=False)
            message = "This code is wrong, was used already, or is too old. The page that keeps the game gives a new one."
            raise PairingError(message)
        self._wrong.pop(address, None)
        return token, self._paired[_hash(token)].role

    def _use(self, code: str) -> str | None:
        self._forget_old()
        granted = self._codes.pop(_hash(code), None)
        if granted is None:
            return None
        token = secrets.token_urlsafe(32)
        self._paired[_hash(token)] = _Granted(granted.role, self._now() + PAIRED_LASTS)
        while len(self._paired) > MOST_PAIRED:
            self._paired.popitem(last=False)
        self._keep()
        return token

    def role_of(self, token: str) -> Role | None:
        """Return as what the device with a token was paired; None where it was not, or too long ago."""
        granted = self._paired.get(_hash(token))
        return granted.role if granted is not None and granted.until > self._now() else None

    def unpair_others(self, token: str) -> int:
        """Let go all devices but the one with this token, and all codes; return how many devices those were."""
        kept = OrderedDict((name, granted) for name, granted in self._paired.items() if name == _hash(token))
        gone = len(self._paired) - len(kept)
        self._paired = kept
        self._codes.clear()
        self._keep()
        return gone

    def _forget_old(self) -> None:
        now = self._now()
        for kept in (self._codes, self._paired):
            for name in [name for name, granted in kept.items() if granted.until <= now]:
                del kept[name]

    def _keep(self) -> None:
        if self._kept is not None:
            text = json.dumps({"version": 1, "paired": {name: asdict(granted) for name, granted in self._paired.items()}})
            write_private(self._kept, text.encode(), StoreError)


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()


def _read(kept: Path | None) -> OrderedDict[str, _Granted]:
    if kept is None or not kept.exists():
        return OrderedDict()
    try:
        told = json.loads(kept.read_text(encoding="utf-8"))
        rows = {str(name): _Granted(row["role"], float(row["until"])) for name, row in told["paired"].items()}
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        message = f"{kept}: the list of paired devices cannot be read; delete the file, and pair them again"
        raise StoreError(message) from error
    return OrderedDict((name, row) for name, row in rows.items() if row.role in ROLES)
