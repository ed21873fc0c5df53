"""Under which addresses other machines of the local network reach this one, and the three doors of a table that is open to them."""

import contextlib
import io
import re
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import segno

from numero_cam.base.errors import SourceError
from numero_cam.web.certificates import Certified, certify, may_certify

TOWARDS = ("10.255.255.255", "172.31.255.255", "192.168.255.255", "169.254.255.255", "198.51.100.1")
"""Somewhere in each kind of network: the system says from which address it would send there. Nothing is sent."""
WIDER = "Its authority was made anew and may certify less. Each device has to trust the new one; remove the old one there:"
"""What is said where an older authority was replaced, before the old one's name."""
CODE = "#"
"""What follows it in an address stays in the browser: no code crosses the network before it is encrypted."""


def own_addresses() -> tuple[str, ...]:
    """Return the IPv4 addresses of this machine in its networks, the likeliest first."""
    found: dict[str, None] = {}
    for place in TOWARDS:
        with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
            asking.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
            asking.connect((place, 9))
            found[str(asking.getsockname()[0])] = None
    return tuple(address for address in found if not address.startswith(("127.", "0.")))


def own_names() -> tuple[str, ...]:
    """Return the name under which many networks know this machine, such as ``laptop.local``; none where it has no such name."""
    name = socket.gethostname().split(".")[0].lower()
    return (f"{name}.local",) if re.fullmatch(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", name) else ()


@dataclass(frozen=True)
class Reach:
    """Where other machines find the table.

    Attributes:
        addresses: Of this machine.
        names: Of this machine.
        secure: Port of the page, HTTPS.
        trust: Port of the page that says how to trust its certificate, plain HTTP.
        certified: The certificates.
    """

    addresses: tuple[str, ...]
    names: tuple[str, ...]
    secure: int
    trust: int
    certified: Certified

    def host(self) -> str:
        """The address that is shown: of those in the certificate the first."""
        return next((address for address in self.addresses if may_certify(address)), self.names[0] if self.names else "127.0.0.1")

    def page(self, code: str = "") -> str:
        """Return the address where a device is paired."""
        return f"https://{self.host()}:{self.secure}/pair" + (CODE + code if code else "")

    def first(self, code: str = "") -> str:
        """Return the address that a device opens the first time."""
        return f"http://{self.host()}:{self.trust}/" + (CODE + code if code else "")

    def told(self, code: str) -> dict[str, Any]:
        """Return what the page of a keeper shows with a code."""
        picture = segno.make(self.first(code), error="m", micro=False).svg_data_uri(scale=4, border=4)
        return {"address": self.page(), "trust": self.first(), "qr": picture}


def reach(folder: Path, secure: int, trust: int) -> Reach:
    """Find out where this machine is reached, and have certificates for it.

    Raises:
        SourceError: It is in no network.
        StoreError: The certificates cannot be kept.
    """
    addresses, names = own_addresses(), own_names()
    if not addresses:
        message = "this computer is in no network; join one, or leave --network out"
        raise SourceError(message)
    return Reach(addresses, names, secure, trust, certify(folder, names, addresses))


def drawn(address: str) -> str:
    """Return a QR code of an address for a terminal, dark on light in half blocks whatever the colours of the terminal."""
    rows = [[bool(dark) for dark in row] for row in segno.make(address, error="l", micro=False).matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    signs = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
    lines = io.StringIO()
    for upper, lower in zip(rows[::2], rows[1::2], strict=True):
        lines.write("\x1b[30;107m" + "".join(signs[pair] for pair in zip(upper, lower, strict=True)) + "\x1b[0m\n")
    return lines.getvalue().rstrip("\n")


def lines_for(reach_: Reach, codes: Iterable[tuple[str, str]]) -> list[str]:
    """Return what is said in the terminal, for people who are not at the page.

    Args:
        reach_: Where the table is reached.
        codes: Each with what it is for.
    """
    told = [f"  {code}  {what}" for what, code in codes]
    return [
        f"Other devices of this network open {reach_.page()} and type a code; each works once, within 10 minutes{':' if told else '.'}",
        *(told or ["The page that keeps the game shows codes under Another device."]),
        f"The first time a device opens {reach_.first()} - it says how to trust the table's certificate.",
        *([f"{WIDER} {reach_.certified.replaced}"] if reach_.certified.replaced else []),
        f"The SHA-256 fingerprint of its authority is {reach_.certified.fingerprint}",
    ]
