"""Codes of a hall, which many devices may use until they are renewed: one for watchers, one for referees, one for each table.

A code has ten of 31 letters, so there are 8.2e14. At 1,200 guesses a second for ten hours somebody finds one of 202 codes with a
probability of 1.1e-5. So no guess needs to be counted, and nobody can end a code or make others wait.
Codes and tokens are derived from one secret in a private file: no database holds any, and with a new secret all are void.

The code of a table ends with a pin of 14 letters, 69 bits of the hash of the hall's authority, where the hall is open to the network. A
table trusts the authority that has this hash and is signed by its own key, and says its code only then. So whoever stands between a table
and its hall needs 2^69 certificates, each with a signature of its own, to find one of the same pin: 20,000 years at 10^9 a second.
"""

import hashlib
import hmac
import secrets
import time
from collections.abc import Callable
from pathlib import Path

from numero_cam.base.bounded_reader import read_bytes
from numero_cam.base.errors import StoreError
from numero_cam.base.outputs import write_private
from numero_cam.catalogue import tr
from numero_cam.hall.records import MAX_TABLES
from numero_cam.web.pairing import CODE_LETTERS, PAIRED_SECONDS, DevicePairing, PairingError
from numero_cam.web.protocol import DeviceRole

HALL_CODE_LENGTH = 10  #: Length of a code, in letters.
PIN_LENGTH = 14  #: Length of the pin behind the code of a table, in letters.
GROUP_LENGTH = 5  #: Number of letters between two dashes of a code.
SECRET_BYTES = 32
_LASTING_ROLES: tuple[DeviceRole, ...] = ("watcher", "referee", "table")


class HallPairing(DevicePairing):
    """Knows the devices of a hall. The owner comes in by the key, everybody else by a lasting code.

    Args:
        path: File of the secret; None to keep it in memory.
        now: Returns the present time, in seconds since 1970.
    """

    def __init__(self, path: Path | None = None, now: Callable[[], float] = time.time) -> None:
        super().__init__(None, now, owner="organiser")
        self._path_of_secret = path
        if path is not None and path.exists():
            self._use_secret(read_bytes(path, SECRET_BYTES, StoreError))
        else:
            self.renew()

    def renew(self) -> None:
        """Make new codes; every device but the owners' has to come in anew."""
        secret = secrets.token_bytes(SECRET_BYTES)
        if self._path_of_secret is not None:
            write_private(self._path_of_secret, secret, StoreError)
        self._use_secret(secret)

    def lasting_code(self, role: DeviceRole, table: int = 0) -> str:
        """Return the code of a watcher, a referee (`table` 0) or of a table of this number, such as ``K7QM2-F3DXY``."""
        return readable_code(_letters(self._mac(f"code {role} {table}"), HALL_CODE_LENGTH))

    def redeem_code(self, code: str) -> tuple[str, DeviceRole]:
        """Return a token and the role for a code, which stays valid; the token is `ROLE.TABLE.END.MAC`, END in seconds since 1970."""
        typed = plain_code(code)[:HALL_CODE_LENGTH]
        found = self._codes_by_letters.get(typed)
        if found is None:
            raise PairingError(tr("This code is wrong. The organiser of the hall has the right one."))
        role, table = found
        about = f"{role}.{table}.{int(self._now() + PAIRED_SECONDS)}"
        return f"{about}.{self._mac(f'token {about}').hex()}", role

    def role_of(self, token: str) -> DeviceRole | None:
        """Return the role of the device with this token; None where it has none, or no longer."""
        found = self._checked_token(token)
        return found[0] if found is not None else super().role_of(token)

    def table_of(self, token: str) -> int | None:
        """Return the number of the table that a device is; None for one that is no table."""
        found = self._checked_token(token)
        return found[1] if found is not None and found[0] == "table" else None

    def _checked_token(self, token: str) -> tuple[DeviceRole, int] | None:
        """Return role and table of a token that `redeem_code` made and whose time is not over; None for any other token."""
        about, _, mac = token.rpartition(".")
        if not hmac.compare_digest(self._mac(f"token {about}").hex().encode(), mac.encode(errors="replace")):
            return None
        name, table, until = about.split(".")
        role = next(role for role in _LASTING_ROLES if role == name)
        return (role, int(table)) if int(until) > self._now() else None

    def _use_secret(self, secret: bytes) -> None:
        """Derive all codes from a secret."""
        if len(secret) != SECRET_BYTES:
            raise StoreError(
                tr("{path}: the secret of the hall cannot be read; delete the file, and give out new codes", path=self._path_of_secret)
            )
        self._secret = secret
        self._codes_by_letters: dict[str, tuple[DeviceRole, int]] = {
            plain_code(self.lasting_code(role, table)): (role, table)
            for role in _LASTING_ROLES
            for table in (range(1, MAX_TABLES + 1) if role == "table" else (0,))
        }

    def _mac(self, text: str) -> bytes:  # the signature of a text by the secret
        return hmac.digest(self._secret, text.encode(errors="replace"), "sha256")


def plain_code(code: str) -> str:
    """Return the letters of a code as it was typed: in upper or lower case, with any other characters between them."""
    return "".join(letter for letter in code.upper()[:100] if letter in CODE_LETTERS)


def readable_code(letters: str) -> str:
    """Return letters of a code as people read them, such as ``K7QM2-F3DXY``."""
    return "-".join(letters[begin : begin + GROUP_LENGTH] for begin in range(0, len(letters), GROUP_LENGTH))


def table_in(cookie: str) -> int | None:
    """Return the number of the table in a cookie of a hall, unverified; None where it is not that of a table."""
    role, _, rest = cookie.partition("=")[2].strip('"').partition(".")
    number = rest.partition(".")[0]
    return int(number) if role == "table" and number.isdecimal() and 1 <= int(number[:6]) <= MAX_TABLES else None


def pin_of(authority: bytes) -> str:
    """Return the pin of an authority's certificate, DER: ``PIN_LENGTH`` letters of its SHA-256 hash."""
    return _letters(hashlib.sha256(authority).digest(), PIN_LENGTH)


def _letters(digest: bytes, length: int) -> str:
    """Return the last digits, least first, of a digest as a number in base 31, each as its code letter."""
    number, letters = int.from_bytes(digest), ""
    for _ in range(length):
        number, place = divmod(number, len(CODE_LETTERS))
        letters += CODE_LETTERS[place]
    return letters
