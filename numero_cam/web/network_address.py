"""The addresses under which other devices of the local network reach this computer."""

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
from numero_cam.catalogue import tr
from numero_cam.web.certificates import TableCertificates, ensure_certificates, may_certify

#: One address in each kind of private network. The system names the own address from which it would send there; nothing is sent.
PROBE_ADDRESSES = ("10.255.255.255", "172.31.255.255", "192.168.255.255", "169.254.255.255", "198.51.100.1")
#: Message that the certificate authority was replaced; the name of the old one follows it.
REPLACED_AUTHORITY_MESSAGE = tr(
    "Its authority was made anew and may certify less. Each device has to trust the new one; remove the old one there:"
)
CODE_MARK = "#"  #: Mark before the code in an address. Browsers keep what follows it, so no code crosses the network unencrypted.


def own_addresses() -> tuple[str, ...]:
    """Return the IPv4 addresses of this computer in its networks, the likeliest first."""
    addresses: dict[str, None] = {}
    for target in PROBE_ADDRESSES:
        with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
            probe.connect((target, 9))
            addresses[str(probe.getsockname()[0])] = None
    return tuple(address for address in addresses if not address.startswith(("127.", "0.")))


def own_names() -> tuple[str, ...]:
    """Return the name of this computer in the local network, such as ``laptop.local``; empty where it has none."""
    name = socket.gethostname().split(".")[0].lower()
    return (f"{name}.local",) if re.fullmatch(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", name) else ()


@dataclass(frozen=True)
class NetworkAddress:
    """Where other devices of the local network find the table."""

    addresses: tuple[str, ...]  #: IPv4 addresses of this computer, the likeliest first.
    names: tuple[str, ...]  #: Names of this computer in the local network.
    https_port: int  #: Port of the table's page, HTTPS.
    certificate_port: int  #: Port of the page that says how to trust the certificate, plain HTTP.
    certificates: TableCertificates  #: The certificates of the HTTPS page.

    def host(self) -> str:
        """Return the host that is shown to people: the first address that the certificate covers."""
        return next((address for address in self.addresses if may_certify(address)), self.names[0] if self.names else "127.0.0.1")

    def pairing_page(self, code: str = "", under: str = "") -> str:
        """Return the address of the page that pairs a device with the pages under the path `under`; a code is filled in there."""
        return f"https://{self.host()}:{self.https_port}{under}/pair" + (CODE_MARK + code if code else "")

    def certificate_page(self, code: str = "", under: str = "") -> str:
        """Return the address of the page that says how to trust the certificate; it leads on to the pages under the path `under`."""
        return f"http://{self.host()}:{self.certificate_port}{under or '/'}" + (CODE_MARK + code if code else "")

    def pairing_data(self, code: str, under: str = "") -> dict[str, Any]:
        """Return `address` (pairing page), `trust` (certificate page) and `qr`, a QR code of the latter with the code, as a data URI."""
        picture = segno.make(self.certificate_page(code, under), error="m", micro=False).svg_data_uri(scale=4, border=4)
        return {"address": self.pairing_page(under=under), "trust": self.certificate_page(under=under), "qr": picture}


def find_network_address(folder: Path, https_port: int, certificate_port: int) -> NetworkAddress:
    """Return the addresses of this computer, with certificates for them."""
    addresses, names = own_addresses(), own_names()
    if not addresses:
        raise SourceError(tr("this computer is in no network; join one, or leave --network out"))
    return NetworkAddress(addresses, names, https_port, certificate_port, ensure_certificates(folder, names, addresses))


def terminal_qr_code(address: str) -> str:
    """Return a QR code of an address for a terminal: half blocks, dark on light whatever the colours of the terminal."""
    rows = [[bool(dark) for dark in row] for row in segno.make(address, error="l", micro=False).matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    half_blocks = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
    lines = io.StringIO()
    for upper, lower in zip(rows[::2], rows[1::2], strict=True):
        lines.write("\x1b[30;107m" + "".join(half_blocks[pair] for pair in zip(upper, lower, strict=True)) + "\x1b[0m\n")
    return lines.getvalue().rstrip("\n")


def pairing_instructions(address: NetworkAddress, codes: Iterable[tuple[str, str]]) -> list[str]:
    """Return the lines of the terminal that say how other devices come in."""
    code_lines = [f"  {code}  {what}" for what, code in codes]
    invitation = (
        tr("Other devices of this network open {page} and type a code; each works once, within 10 minutes:")
        if code_lines
        else tr("Other devices of this network open {page} and type a code; each works once, within 10 minutes.")
    )
    return [
        invitation.format(page=address.pairing_page()),
        *(code_lines or [tr("The page that keeps the game shows codes under Another device.")]),
        tr("The first time a device opens {page} - it says how to trust the table's certificate.", page=address.certificate_page()),
        *([f"{REPLACED_AUTHORITY_MESSAGE} {address.certificates.replaced}"] if address.certificates.replaced else []),
        tr("The SHA-256 fingerprint of its authority is {fingerprint}", fingerprint=address.certificates.fingerprint),
    ]
