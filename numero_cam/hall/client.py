"""HTTP requests of a table to a hall: it joins by a code that has the hash of the trusted certificate, then sends JSON with its cookie."""

import contextlib
import http.client
import ipaddress
import json
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode, urlsplit

from numero_cam.base.bounded_reader import parse_json
from numero_cam.base.errors import HallError, SourceError
from numero_cam.catalogue import tr
from numero_cam.hall.messages import MAX_MESSAGE_BYTES

ANSWER_SECONDS = 10.0  #: Maximum wait for an answer of the hall, in seconds.
FORMER_CODE_LENGTH = 18  #: Length of a table's code in earlier versions, whose pin was too short to be safe, in letters.
#: OpenSSL's `X509_V_FLAG_CHECK_SS_SIGNATURE`, which Python does not name: else a trusted authority may bear any signature.
CHECK_SELF_SIGNATURE = ssl.VerifyFlags(0x4000)
MAX_LABEL_LENGTH = 63  #: Maximum length of a part of a computer's name, in characters.


class HallAwayError(HallError):
    """The hall does not answer, or not as a hall; the request is repeated later."""


class HallRefusedError(HallError):
    """The hall refused a request; `status` is that of its answer."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


@dataclass(frozen=True)
class HallDoor:
    """The address of a hall, and the cookie and certificate with which a table reaches it."""

    address: str  #: Of the hall, such as ``https://192.168.0.5:8443``.
    cookie: str = ""  #: The cookie by which the hall knows the table, `NAME=VALUE`; empty before it joined.
    authority: bytes = b""  #: The certificate that is trusted, DER; empty for a hall on this computer.


def check_address(address: str) -> str:
    """Return the address of a hall as `SCHEME://HOST` or `SCHEME://HOST:PORT`; https where none is given."""
    try:
        parts = urlsplit(address if "//" in address else f"https://{address}")
        scheme, path, host, port = parts.scheme, parts.path, parts.hostname or "", parts.port
    except ValueError:
        scheme, path, host, port = "", "", "", None
    if not _is_host(host) or scheme not in ("http", "https") or path not in ("", "/"):
        raise SourceError(tr("{address}: is no address of a hall; write one such as https://192.168.0.5:8443", address=address))
    if scheme == "http" and not _is_loopback(host):
        raise SourceError(tr("{address}: a hall on another computer is reached by https", address=address))
    named = f"[{host}]" if ":" in host else host
    return f"{scheme}://{named}:{port}" if port else f"{scheme}://{named}"


def join(address: str, code: str) -> HallDoor:
    """Join a hall by the code of a table, and return its address with the cookie and the trusted certificate.

    Args:
        address: As `check_address` returns it.
        code: As it was typed: its letters, and the pin of the certificate for a hall that is reached by https.
    """
    from numero_cam.hall.codes import plain_code  # noqa: PLC0415 - of the hall, which a table asks once

    letters = plain_code(code)
    authority = _pinned_authority(address, letters) if address.startswith("https") else b""
    try:
        status, head, _ = ask_hall(HallDoor(address, authority=authority), "POST", "/hall/pair", urlencode({"code": letters}).encode())
    except HallAwayError as error:
        if not isinstance(error.__cause__, ssl.SSLCertVerificationError):
            raise
        raise SourceError(
            tr("what answers at {address} cannot prove to be the hall; the code was not said to it", address=address)
        ) from error
    cookie = head.get("set-cookie", "").split(";")[0]
    if status != 303 or not cookie:
        raise SourceError(tr("the hall does not know this code; the organiser has the right one"))
    return HallDoor(address, cookie, authority)


def _pinned_authority(address: str, letters: str) -> bytes:
    """Return the certificate of a hall's authority, DER, after checking that its hash is the pin of a code."""
    from numero_cam.hall.codes import HALL_CODE_LENGTH, PIN_LENGTH, pin_of  # noqa: PLC0415 - as above

    if len(letters) == FORMER_CODE_LENGTH:
        raise SourceError(tr("this code is of an earlier version; make new ones: the organiser prints the page Codes again"))
    authority = ask_hall(HallDoor(address), "GET", "/hall/authority", verify=False)[2]
    if not _is_one_authority(authority) or pin_of(authority) != letters[HALL_CODE_LENGTH:]:
        most = HALL_CODE_LENGTH + PIN_LENGTH
        raise SourceError(tr("the code does not belong to the hall at {address}; type all its {most} letters", address=address, most=most))
    return authority


def _is_one_authority(authority: bytes) -> bool:
    """Return whether bytes are the certificate of one authority and nothing else, in the one way in which DER writes it.

    What a signature does not cover could be varied until the pin fits: a second certificate behind it, or another way to write it.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    try:
        context.load_verify_locations(cadata=authority)
    except (ssl.SSLError, ValueError):
        return False
    return context.get_ca_certs(binary_form=True) == [authority]


def tell_hall(door: HallDoor, what: str, message: Mapping[str, Any]) -> Mapping[str, Any]:
    """Send a message of a table to `/hall/table/` and `what`, and return the answer's JSON object."""
    status, _, body = ask_hall(door, "POST", f"/hall/table/{what}", json.dumps(message).encode())
    try:
        answer = parse_json(body.decode(errors="replace"), tr("the answer of the hall"), HallError)
    except HallError as error:
        raise HallAwayError(tr("what answers there is no hall")) from error
    if not isinstance(answer, dict):
        raise HallAwayError(tr("what answers there is no hall"))
    if status == http.client.OK:
        return answer
    why = str(answer.get("why", ""))[:300] or tr("the hall refuses this table")
    raise HallAwayError(why) if status >= http.client.INTERNAL_SERVER_ERROR else HallRefusedError(status, why)


def _is_host(host: str) -> bool:
    """Return whether a text can be the name or the address of a computer."""
    labels = host.removesuffix(".").split(".")
    return all(0 < len(label) <= MAX_LABEL_LENGTH and all(sign.isalnum() or sign in "-_:%" for sign in label) for label in labels)


def _is_loopback(host: str) -> bool:  # whether it is this computer
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def ask_hall(
    door: HallDoor, method: str, path: str, body: bytes | None = None, *, verify: bool = True
) -> tuple[int, dict[str, str], bytes]:
    """Send a request, and return status, headers (names in lower case) and body of the answer.

    With `verify` the hall must have a certificate of the door's authority; without it nothing secret may be sent.
    """
    try:
        parts = urlsplit(door.address)
        with contextlib.closing(_connection(door, parts.hostname or "", parts.port, verify=verify)) as connection:
            connection.request(method, path, body, {"Cookie": door.cookie} if door.cookie else {})
            answer = connection.getresponse()
            return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read(MAX_MESSAGE_BYTES)
    except (OSError, http.client.HTTPException, ValueError) as error:  # ValueError: a name or a certificate that is none
        reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
        raise HallAwayError(tr("the hall at {address} does not answer: {reason}", address=door.address, reason=reason)) from error


def _connection(door: HallDoor, host: str, port: int | None, *, verify: bool) -> http.client.HTTPConnection:
    """Return a connection with TLS that trusts the door's authority alone; without TLS to this computer."""
    if door.address.startswith("http:"):
        return http.client.HTTPConnection(host, port, timeout=ANSWER_SECONDS)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    if verify:
        context.load_verify_locations(cadata=door.authority)
        context.verify_flags |= CHECK_SELF_SIGNATURE
    else:  # nothing but the public certificate is asked for so, and it is compared with the pin
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return http.client.HTTPSConnection(host, port, timeout=ANSWER_SECONDS, context=context)
