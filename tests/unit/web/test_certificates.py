"""What stands in the table's certificates, and exactly when they are made anew, for private addresses only."""

import datetime as dt
import ipaddress
import plistlib
import re
import ssl
import uuid
from pathlib import Path

import pytest

pytest.importorskip("cryptography", reason="the extra phone is not installed")

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.x509.oid import ExtendedKeyUsageOID

from numero_cam.base.errors import StoreError
from numero_cam.web.certificates import TableCertificates, apple_profile, ensure_certificates, may_certify

NOW = dt.datetime(2026, 11, 23, 12, 30, tzinfo=dt.UTC)
DAY, SECOND = dt.timedelta(days=1), dt.timedelta(seconds=1)


def leaf(made: TableCertificates) -> x509.Certificate:
    return x509.load_pem_x509_certificate(made.chain.read_bytes())


def authority(made: TableCertificates) -> x509.Certificate:
    return x509.load_der_x509_certificate(made.authority)


def names(made: TableCertificates) -> list[str]:
    """In the order in which they stand there."""
    return [str(name.value) for name in leaf(made).extensions.get_extension_for_class(x509.SubjectAlternativeName).value]


def test_the_authority_is_for_ten_years_and_the_certificate_for_396_days_from_yesterday(tmp_path: Path) -> None:
    made = ensure_certificates(tmp_path, [], [], NOW)
    top, own = authority(made), leaf(made)
    assert (top.not_valid_before_utc, top.not_valid_after_utc) == (NOW - DAY, NOW + 3650 * DAY)
    assert (own.not_valid_before_utc, own.not_valid_after_utc) == (NOW - DAY, NOW + 396 * DAY)
    assert made.until == own.not_valid_after_utc
    assert own.not_valid_after_utc - own.not_valid_before_utc <= 397 * DAY  # browsers take no more


def test_the_certificate_is_for_a_server_and_signed_by_the_authority(tmp_path: Path) -> None:
    made = ensure_certificates(tmp_path, ["table.local"], ["10.0.0.7"], NOW)
    top, own = authority(made), leaf(made)
    own.verify_directly_issued_by(top)
    top.verify_directly_issued_by(top)
    assert own.subject.rfc4514_string() == "CN=Numero Cam table"
    assert re.fullmatch(r"CN=Numero Cam\\, a table of its own \(2026-11-23\\, [0-9a-f]{6}\)", top.subject.rfc4514_string())
    constraints = own.extensions.get_extension_for_class(x509.BasicConstraints)
    assert (constraints.critical, constraints.value.ca) == (True, False)
    constraints = top.extensions.get_extension_for_class(x509.BasicConstraints)
    assert (constraints.critical, constraints.value.ca, constraints.value.path_length) == (True, True, 0)
    assert list(own.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value) == [ExtendedKeyUsageOID.SERVER_AUTH]
    limits = top.extensions.get_extension_for_class(x509.NameConstraints)
    assert limits.critical
    assert [str(one.value) for one in limits.value.excluded_subtrees or ()] == ["::/0"]
    usage = top.extensions.get_extension_for_class(x509.KeyUsage)
    assert (usage.critical, usage.value.key_cert_sign, usage.value.crl_sign) == (True, True, True)
    others = ("digital_signature", "content_commitment", "key_encipherment", "data_encipherment", "key_agreement")
    assert not any(getattr(usage.value, name) for name in others)
    known = own.extensions.get_extension_for_class(x509.AuthorityKeyIdentifier).value
    assert known.key_identifier == top.extensions.get_extension_for_class(x509.SubjectKeyIdentifier).value.digest


def test_keys_are_of_the_certificates_and_only_their_owner_reads_them(tmp_path: Path) -> None:
    made = ensure_certificates(tmp_path / "new" / "folder", [], [], NOW)
    for place, certificate in ((made.key, leaf(made)), (made.key.with_name("authority.key"), authority(made))):
        key = serialization.load_pem_private_key(place.read_bytes(), None)
        assert isinstance(key, ec.EllipticCurvePrivateKey)
        assert key.public_key() == certificate.public_key()
        assert key.curve.name == "secp256r1"
        assert place.stat().st_mode & 0o777 == 0o600
    assert made.chain.parent.stat().st_mode & 0o777 == 0o700
    assert sorted(file.name for file in made.chain.parent.iterdir()) == ["authority.crt", "authority.key", "table.crt", "table.key"]


def test_names_and_private_addresses_are_in_it_once_and_public_ones_are_not(tmp_path: Path) -> None:
    made = ensure_certificates(tmp_path, ["table.local", "localhost"], ["10.0.0.7", "8.8.8.8", "10.0.0.7"], NOW)
    assert names(made) == sorted(["127.0.0.1", "localhost", "table.local", "10.0.0.7"])
    kinds = {type(name) for name in leaf(made).extensions.get_extension_for_class(x509.SubjectAlternativeName).value}
    assert kinds == {x509.DNSName, x509.IPAddress}


@pytest.mark.parametrize(
    ("first", "last"),
    [
        ("10.0.0.0", "10.255.255.255"),
        ("100.64.0.0", "100.127.255.255"),
        ("169.254.0.0", "169.254.255.255"),
        ("172.16.0.0", "172.31.255.255"),
        ("192.168.0.0", "192.168.255.255"),
    ],
)
def test_only_addresses_of_private_networks_are_certified(first: str, last: str) -> None:
    assert may_certify(first)
    assert may_certify(last)
    assert not may_certify(str(ipaddress.ip_address(first) - 1))
    assert not may_certify(str(ipaddress.ip_address(last) + 1))


@pytest.mark.parametrize(
    ("later", "address", "same"),
    [(366 * DAY, "10.0.0.7", True), (366 * DAY + SECOND, "10.0.0.7", False), (500 * DAY, "10.0.0.7", False), (DAY, "10.0.0.8", False)],
)
def test_a_certificate_is_made_anew_for_other_addresses_or_when_less_than_30_days_are_left(
    tmp_path: Path, later: dt.timedelta, address: str, *, same: bool
) -> None:
    first = ensure_certificates(tmp_path, ["table.local"], ["10.0.0.7"], NOW)
    before = first.chain.read_bytes(), first.key.read_bytes()
    second = ensure_certificates(tmp_path, ["table.local"], [address], NOW + later)
    assert ((second.chain.read_bytes(), second.key.read_bytes()) == before) is same
    assert second.authority == first.authority  # telephones go on trusting it


@pytest.mark.parametrize(("left", "same"), [((396 + 30) * DAY + SECOND, True), ((396 + 30) * DAY, False), (DAY, False)])
def test_an_authority_outlives_every_certificate_that_it_gives(tmp_path: Path, left: dt.timedelta, *, same: bool) -> None:
    """It is followed by another when a certificate of 396 days and the 30 of its renewal do not fit any more."""
    first = ensure_certificates(tmp_path, [], [], NOW)
    second = ensure_certificates(tmp_path, [], [], NOW + 3650 * DAY - left)
    assert (second.authority == first.authority) is same
    assert leaf(second).issuer == authority(second).subject
    assert second.until < authority(second).not_valid_after_utc


@pytest.mark.parametrize("missing", ["table.crt", "table.key", "authority.crt", "authority.key"])
def test_what_is_missing_is_made_anew(tmp_path: Path, missing: str) -> None:
    first = ensure_certificates(tmp_path, [], [], NOW)
    (tmp_path / missing).unlink()
    second = ensure_certificates(tmp_path, [], [], NOW)
    assert (second.authority == first.authority) is missing.startswith("table")
    leaf(second).verify_directly_issued_by(authority(second))
    key = serialization.load_pem_private_key(second.key.read_bytes(), None)
    assert isinstance(key, ec.EllipticCurvePrivateKey)
    assert key.public_key() == leaf(second).public_key()


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
    renewed = ensure_certificates(tmp_path / "one", ["table.local"], [], NOW)
    leaf(renewed).verify_directly_issued_by(authority(renewed))


def test_a_certificate_of_another_authority_is_replaced(tmp_path: Path) -> None:
    one, other = ensure_certificates(tmp_path / "one", [], [], NOW), ensure_certificates(tmp_path / "other", [], [], NOW)
    one.chain.write_bytes(other.chain.read_bytes())
    again = ensure_certificates(tmp_path / "one", [], [], NOW)
    leaf(again).verify_directly_issued_by(authority(one))


@pytest.mark.parametrize("name", ["authority.crt", "authority.key", "table.crt"])
@pytest.mark.parametrize("data", [b"", b"nonsense", b"\xff" * 100])
def test_a_damaged_file_is_named_with_what_to_do(tmp_path: Path, name: str, data: bytes) -> None:
    ensure_certificates(tmp_path, [], ["10.0.0.7"], NOW)
    (tmp_path / name).write_bytes(data)
    with pytest.raises(StoreError, match=rf"{name}: cannot be read; delete the folder"):
        ensure_certificates(tmp_path, [], ["10.0.0.7"], NOW)


def test_a_key_of_another_kind_is_named_with_what_to_do(tmp_path: Path) -> None:
    ensure_certificates(tmp_path, [], [], NOW)
    key = rsa.generate_private_key(65537, 2048)
    pem = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    (tmp_path / "authority.key").write_bytes(pem)
    with pytest.raises(StoreError, match=r"authority\.key: cannot be read; delete the folder .*, and let each telephone trust the new"):
        ensure_certificates(tmp_path, [], [], NOW)


def test_the_fingerprint_is_sha_256_as_telephones_show_it(tmp_path: Path) -> None:
    made = ensure_certificates(tmp_path, [], [], NOW)
    assert re.fullmatch(r"([0-9A-F]{2}:){31}[0-9A-F]{2}", made.fingerprint)
    assert made.fingerprint.replace(":", "").lower() == authority(made).fingerprint(hashes.SHA256()).hex()


def test_the_profile_of_apple_carries_the_authority_the_same_each_time_and_another_for_another_table(tmp_path: Path) -> None:
    one, other = ensure_certificates(tmp_path / "one", [], [], NOW), ensure_certificates(tmp_path / "other", [], [], NOW)
    assert apple_profile(one) == apple_profile(one) != apple_profile(other)
    outer = plistlib.loads(apple_profile(one))
    (inner,) = outer["PayloadContent"]
    assert (outer["PayloadType"], outer["PayloadVersion"], inner["PayloadVersion"]) == ("Configuration", 1, 1)
    assert (inner["PayloadType"], inner["PayloadContent"]) == ("com.apple.security.root", one.authority)
    assert outer["PayloadDisplayName"] == inner["PayloadDisplayName"] == authority(one).subject.rfc4514_string().removeprefix("CN=")
    assert inner["PayloadCertificateFileName"] == "numero-cam.crt"
    assert outer["PayloadUUID"] != inner["PayloadUUID"]
    for told in (outer, inner):
        assert str(uuid.UUID(told["PayloadUUID"])).upper() == told["PayloadUUID"]
    assert inner["PayloadIdentifier"] == f"numero-cam.authority.{inner['PayloadUUID'].lower()}"
    assert outer["PayloadIdentifier"] == f"numero-cam.{inner['PayloadUUID'].lower()}"
