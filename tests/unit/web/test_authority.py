"""What the table's authority may sign: really signed with its key, and judged by OpenSSL as any device would."""

import datetime as dt
import ipaddress
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

pytest.importorskip("cryptography", reason="the extra phone is not installed")

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID, ObjectIdentifier

from numero_cam.web.certificates import TableCertificates, ensure_certificates
from tests.needs import missing

OPENSSL = shutil.which("openssl") or ""
SERVER = ExtendedKeyUsageOID.SERVER_AUTH
HERE = (x509.DNSName("table.local"),)
DAY = dt.timedelta(days=1)


@pytest.fixture
def certified(tmp_path: Path) -> TableCertificates:
    if not OPENSSL:
        missing("openssl is not installed")
    return ensure_certificates(tmp_path, ["table.local"], ["192.168.0.7", "10.1.2.3"])


def signed(
    certified: TableCertificates, names: tuple[x509.GeneralName, ...], use: ObjectIdentifier, subject: str = "Numero Cam table"
) -> Path:
    """Sign a certificate with the real key of the authority, as a thief of the key would."""
    folder = certified.chain.parent
    key = serialization.load_pem_private_key((folder / "authority.key").read_bytes(), None)
    assert isinstance(key, ec.EllipticCurvePrivateKey)
    authority = x509.load_der_x509_certificate(certified.authority)
    now = dt.datetime.now(dt.UTC)
    own = ec.generate_private_key(ec.SECP256R1())
    builder = (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, subject)]))
        .issuer_name(authority.subject)
        .public_key(own.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - DAY)
        .not_valid_after(now + 90 * DAY)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([use]), critical=use == ExtendedKeyUsageOID.TIME_STAMPING)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(key.public_key()), critical=False)
    )
    place = folder / "leaf.crt"
    place.write_bytes(builder.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM))
    return place


def verified(certified: TableCertificates, leaf: Path, *options: str) -> str:
    """Return what OpenSSL finds wrong; empty where it trusts the certificate."""
    command = [OPENSSL, "verify", "-x509_strict", "-CAfile", str(certified.chain.parent / "authority.crt"), *options, str(leaf)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else done.stderr


@dataclass(frozen=True)
class Use:
    """What somebody might use the authority for."""

    what: str  #: In words.
    names: tuple[x509.GeneralName, ...]  #: In the certificate.
    use: ObjectIdentifier  #: Its extended key usage.
    options: tuple[str, ...]  #: How it is checked.
    refused: str  #: What OpenSSL says.
    subject: str = "Numero Cam table"  #: Whom the certificate is for.


LIMITS = "permitted subtree violation"
PURPOSE = "certificate purpose"
PURPOSES = ("sslserver", "sslclient", "smimesign", "smimeencrypt", "timestampsign")
USES = (
    Use("S/MIME", HERE, ExtendedKeyUsageOID.EMAIL_PROTECTION, ("-purpose", "smimesign"), PURPOSE),
    Use("TLS client", HERE, ExtendedKeyUsageOID.CLIENT_AUTH, ("-purpose", "sslclient"), PURPOSE),
    Use("time stamp", HERE, ExtendedKeyUsageOID.TIME_STAMPING, ("-purpose", "timestampsign"), LIMITS, "Time of the school"),
    Use("code signing", HERE, ExtendedKeyUsageOID.CODE_SIGNING, ("-purpose", "codesign"), PURPOSE),
    Use("e-mail name", (*HERE, x509.RFC822Name("head@school.example")), SERVER, ("-verify_email", "head@school.example"), LIMITS),
    Use("URI name", (*HERE, x509.UniformResourceIdentifier("https://school.example/")), SERVER, (), LIMITS),
    Use("public address", (x509.IPAddress(ipaddress.ip_address("8.8.8.8")),), SERVER, ("-verify_ip", "8.8.8.8"), LIMITS),
    Use("public name", (x509.DNSName("bank.example"),), SERVER, ("-verify_hostname", "bank.example"), LIMITS),
    Use("192.0.2.1", (x509.IPAddress(ipaddress.ip_address("192.0.2.1")),), SERVER, ("-verify_ip", "192.0.2.1"), LIMITS),
    Use("IPv6", (x509.IPAddress(ipaddress.ip_address("fe80::1")),), SERVER, ("-verify_ip", "fe80::1"), "subtree violation"),
)


@pytest.mark.parametrize("wanted", USES, ids=lambda wanted: wanted.what)
def test_the_authority_is_trusted_for_nothing_but_servers_of_the_local_network(certified: TableCertificates, wanted: Use) -> None:
    leaf = signed(certified, wanted.names, wanted.use, wanted.subject)
    told = verified(certified, leaf, *wanted.options)
    if "Invalid purpose" in told:  # OpenSSL knows code signing since 3.2: until then it must be refused for all purposes that there are
        told = min((verified(certified, leaf, "-purpose", each) for each in PURPOSES), key=len)
    assert wanted.refused in told
    assert "Invalid purpose" not in told


def test_the_table_s_own_certificate_is_trusted_and_so_is_any_private_address(certified: TableCertificates) -> None:
    for options in (("-verify_hostname", "table.local"), ("-verify_ip", "192.168.0.7"), ("-verify_ip", "127.0.0.1")):
        assert verified(certified, certified.chain, "-purpose", "sslserver", *options) == ""
    for name, how in (
        (x509.IPAddress(ipaddress.ip_address("192.168.1.1")), ("-verify_ip", "192.168.1.1")),
        (x509.DNSName("fileserver.local"), ("-verify_hostname", "fileserver.local")),
    ):
        assert verified(certified, signed(certified, (name,), SERVER), "-purpose", "sslserver", *how) == ""


def test_each_limit_of_the_authority_is_critical(certified: TableCertificates) -> None:
    """A device that does not know a limit must refuse the authority, and not trust it without."""
    limits = x509.load_der_x509_certificate(certified.authority).extensions
    critical = {found.oid for found in limits if found.critical}
    assert critical == {x509.BasicConstraints.oid, x509.KeyUsage.oid, x509.ExtendedKeyUsage.oid, x509.NameConstraints.oid}
    assert list(limits.get_extension_for_class(x509.ExtendedKeyUsage).value) == [SERVER]


def test_an_authority_with_other_limits_is_replaced_and_named(tmp_path: Path) -> None:
    first = ensure_certificates(tmp_path, ["table.local"], ["192.168.0.7"])
    assert first.replaced == ""
    place = tmp_path / "authority.crt"
    known = x509.load_pem_x509_certificate(place.read_bytes())
    key = serialization.load_pem_private_key((tmp_path / "authority.key").read_bytes(), None)
    assert isinstance(key, ec.EllipticCurvePrivateKey)
    builder = (
        x509.CertificateBuilder()
        .subject_name(known.subject)
        .issuer_name(known.subject)
        .public_key(known.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(known.not_valid_before_utc)
        .not_valid_after(known.not_valid_after_utc)
    )
    for found in known.extensions:
        if found.oid != x509.ExtendedKeyUsage.oid:
            critical = found.critical and found.oid != x509.NameConstraints.oid
            builder = builder.add_extension(found.value, critical=critical)
    place.write_bytes(builder.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM))
    second = ensure_certificates(tmp_path, ["table.local"], ["192.168.0.7"])
    assert second.fingerprint != first.fingerprint
    assert known.subject.rfc4514_string() == f"CN={second.replaced}"
    assert verified(second, second.chain, "-verify_ip", "192.168.0.7") == ""
    assert ensure_certificates(tmp_path, ["table.local"], ["192.168.0.7"]).authority == second.authority
