"""Certificates of the table: made once, renewed when they must be, for private addresses only."""

import datetime as dt
import plistlib
import ssl
from pathlib import Path

import pytest

pytest.importorskip("cryptography", reason="the extra phone is not installed")

from numero_cam.base.errors import StoreError
from numero_cam.web.certificates import CERTIFICATE_LIFETIME, apple_profile, ensure_certificates, may_certify

NOW = dt.datetime(2026, 11, 23, tzinfo=dt.UTC)
DAY = dt.timedelta(days=1)


@pytest.mark.parametrize(
    ("later", "addresses", "same"),
    [
        (DAY, ["10.0.0.7"], True),
        (DAY, ["10.0.0.8"], False),
        (CERTIFICATE_LIFETIME - 31 * DAY, ["10.0.0.7"], True),
        (CERTIFICATE_LIFETIME - 29 * DAY, ["10.0.0.7"], False),
    ],
)
def test_a_certificate_is_made_anew_for_other_addresses_or_when_its_end_is_near(
    tmp_path: Path, later: dt.timedelta, addresses: list[str], *, same: bool
) -> None:
    first = ensure_certificates(tmp_path, ["table.local"], ["10.0.0.7"], NOW)
    before = first.chain.read_bytes()
    second = ensure_certificates(tmp_path, ["table.local"], addresses, NOW + later)
    assert (second.chain.read_bytes() == before) is same
    assert second.authority == first.authority  # telephones go on trusting it
    assert second.until > NOW + later + 29 * DAY


def test_an_authority_that_ends_is_followed_by_another(tmp_path: Path) -> None:
    first = ensure_certificates(tmp_path, [], ["10.0.0.7"], NOW)
    assert ensure_certificates(tmp_path, [], ["10.0.0.7"], NOW + 9 * 365 * DAY).fingerprint != first.fingerprint


@pytest.mark.parametrize(
    ("address", "private"), [("192.168.0.7", True), ("10.1.2.3", True), ("172.31.0.1", True), ("172.32.0.1", False), ("8.8.8.8", False)]
)
def test_only_private_addresses_are_certified(address: str, *, private: bool) -> None:
    assert may_certify(address) is private


@pytest.mark.parametrize("name", ["authority.crt", "authority.key", "table.crt"])
@pytest.mark.parametrize("data", [b"", b"nonsense", b"\xff" * 100])
def test_a_damaged_file_is_named_with_what_to_do(tmp_path: Path, name: str, data: bytes) -> None:
    ensure_certificates(tmp_path, [], ["10.0.0.7"], NOW)
    (tmp_path / name).write_bytes(data)
    with pytest.raises(StoreError, match=rf"{name}: cannot be read; delete the folder"):
        ensure_certificates(tmp_path, [], ["10.0.0.7"], NOW)


def test_the_profile_of_apple_carries_the_authority(tmp_path: Path) -> None:
    made = ensure_certificates(tmp_path, [], ["10.0.0.7"], NOW)
    told = plistlib.loads(apple_profile(made))
    assert told["PayloadType"] == "Configuration"
    assert [(inner["PayloadType"], inner["PayloadContent"]) for inner in told["PayloadContent"]] == [
        ("com.apple.security.root", made.authority)
    ]


@pytest.mark.parametrize("part", ["table", "authority"])
def test_a_key_of_another_certificate_is_replaced_with_it(tmp_path: Path, part: str) -> None:
    """As after a full disk between the two files, or where two tables began at once."""
    ensure_certificates(tmp_path / "one", [], ["10.0.0.7"], NOW)
    ensure_certificates(tmp_path / "other", [], ["10.0.0.7"], NOW)
    (tmp_path / "one" / f"{part}.key").write_bytes((tmp_path / "other" / f"{part}.key").read_bytes())
    certified = ensure_certificates(tmp_path / "one", [], ["10.0.0.7"], NOW)
    ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certified.chain, certified.key)
    again = ensure_certificates(tmp_path / "one", [], ["10.0.0.7"], NOW)
    assert again == certified
