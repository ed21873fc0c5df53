"""A table says its code only to a hall whose authority has the pin of the code, and is one certificate that is signed by itself."""

import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("cryptography", reason="the extra phone is not installed")

from numero_cam.base.errors import SourceError
from numero_cam.hall.client import join
from numero_cam.hall.codes import HALL_CODE_LENGTH, PIN_LENGTH, HallPairing, pin_of, readable_code
from numero_cam.web.certificates import TableCertificates, ensure_certificates
from numero_cam.web.pairing import CODE_LETTERS

CODE = "K7QM2-F3DXY"


class FalseHall:
    """Answers as a hall does with its door's certificates, with any authority."""

    def __init__(self, certificates: TableCertificates, authority: bytes) -> None:
        self._authority, self.heard = authority, list[bytes]()
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificates.chain, certificates.key)
        self._context, self._listening = context, socket.create_server(("127.0.0.1", 0))
        self.address = f"https://127.0.0.1:{self._listening.getsockname()[1]}"
        threading.Thread(target=self._serve, daemon=True).start()

    def close(self) -> None:
        self._listening.close()

    def _serve(self) -> None:
        while True:
            try:
                accepted, _ = self._listening.accept()
            except OSError:
                return
            try:
                with self._context.wrap_socket(accepted, server_side=True) as asked:
                    self._answer(asked)
            except OSError:
                continue

    def _answer(self, asked: ssl.SSLSocket) -> None:
        head = asked.recv(65_536)
        if head.startswith(b"GET /hall/authority"):
            size = b"%d" % len(self._authority)
            asked.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: " + size + b"\r\nConnection: close\r\n\r\n" + self._authority)
            return
        while b"code=" not in head:
            head += asked.recv(65_536)
        self.heard.append(head)
        asked.sendall(b"HTTP/1.1 303 x\r\nSet-Cookie: a=b\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> TableCertificates:
    return ensure_certificates(tmp_path_factory.mktemp("hall"), [], ["127.0.0.1"])


@pytest.fixture
def opened(certificates: TableCertificates) -> Iterator[Callable[[bytes], FalseHall]]:
    halls: list[FalseHall] = []

    def make(authority: bytes) -> FalseHall:
        halls.append(FalseHall(certificates, authority))
        return halls[-1]

    yield make
    for hall in halls:
        hall.close()


def test_a_pin_has_65_bits_and_more_and_its_code_is_joined(certificates: TableCertificates, opened: Callable[[bytes], FalseHall]) -> None:
    assert len(CODE_LETTERS) ** PIN_LENGTH >= 2**65
    hall = opened(certificates.authority)
    door = join(hall.address, f"{CODE}-{readable_code(pin_of(certificates.authority))}")
    assert (door.cookie, door.authority) == ("a=b", certificates.authority)
    assert len(hall.heard) == 1


def bit_flipped(authority: bytes) -> bytes:
    return authority[:-1] + bytes([authority[-1] ^ 1])


def written_longer(authority: bytes) -> bytes:
    """The same certificate, its length written with a zero before it, which DER forbids and OpenSSL reads."""
    assert authority[:2] == b"\x30\x82"
    return b"\x30\x83\x00" + authority[2:]


FORGED: dict[str, Callable[[bytes, bytes], bytes]] = {
    "a signature of garbage": lambda own, _: own[:-8] + bytes(8),
    "a signature with one other bit": lambda own, _: bit_flipped(own),
    "a second certificate": lambda own, other: own + other,
    "a second certificate of garbage": lambda own, other: own + bit_flipped(other),
    "before another one": lambda own, other: other + own,
    "bytes behind it": lambda own, _: own + b"\x00",
    "written in another way": lambda own, _: written_longer(own),
    "nothing": lambda *_: b"",
    "text": lambda *_: b"-----BEGIN CERTIFICATE-----",
}


@pytest.mark.parametrize("kind", FORGED)
def test_an_authority_that_was_varied_until_its_pin_fits_hears_no_code(
    certificates: TableCertificates, opened: Callable[[bytes], FalseHall], tmp_path: Path, kind: str
) -> None:
    """The code that is typed has the pin of what was forged: it stands for the search that finds such a one."""
    other = ensure_certificates(tmp_path, [], ["127.0.0.1"])
    forged = FORGED[kind](certificates.authority, other.authority)
    hall = opened(forged)
    with pytest.raises(SourceError) as told:
        join(hall.address, CODE + pin_of(forged))
    assert "\n" not in str(told.value)
    assert hall.heard == []


@pytest.mark.parametrize(
    ("pin", "why"),
    [
        ("ABCDEFGH", "this code is of an earlier version; make new ones: the organiser prints the page Codes again"),
        ("", "does not belong to the hall"),
        ("A" * PIN_LENGTH, "does not belong to the hall"),
        ("A" * (PIN_LENGTH + 1), "does not belong to the hall"),
    ],
)
def test_a_code_of_an_earlier_version_or_of_another_hall_is_told(
    certificates: TableCertificates, opened: Callable[[bytes], FalseHall], pin: str, why: str
) -> None:
    hall = opened(certificates.authority)
    with pytest.raises(SourceError, match=why):
        join(hall.address, CODE + pin)
    assert hall.heard == []


def test_letters_stand_in_groups_of_five() -> None:
    assert readable_code("K7QM2F3DXYABCDEFGHJKMNPQ") == "K7QM2-F3DXY-ABCDE-FGHJK-MNPQ"
    assert readable_code("") == ""
    assert len(HallPairing().lasting_code("table", 3)) == HALL_CODE_LENGTH + 1
