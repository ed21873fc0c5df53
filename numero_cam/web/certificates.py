"""Certificates of the table's own, so that a telephone may show the table its camera: browsers ask for HTTPS before they open one.

An authority of this table alone is made once and trusted once by each telephone. It may certify servers of TLS only, at private IPv4
addresses and under names of the local network: a device that trusts it takes its word for any of these, and for nothing else. The
certificate that it gives the table is made anew when the addresses change or its time runs out.

Source of the limits: Apple, support.apple.com/103769 (at most 825 days, names in the subject alternative name, use serverAuth); 397 days
is what browsers take from public authorities (CA/Browser Forum, SC31), so that no browser asks for less.
"""

import datetime as dt
import ipaddress
import plistlib
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from numero_cam.base.errors import StoreError
from numero_cam.base.outputs import write_private

DAY = dt.timedelta(days=1)
AUTHORITY_LASTS = 10 * 365 * DAY
LASTS = 396 * DAY
"""Of the certificate, and a day more before today: clocks of telephones may be behind."""
RENEWED = 30 * DAY
"""Before its end."""
PRIVATE = tuple(
    ipaddress.ip_network(text)
    for text in ("10.0.0.0/8", "100.64.0.0/10", "127.0.0.1/32", "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16")
)
"""No address of these is reached from elsewhere (IANA, special-purpose address registry); the authority may speak for them only."""
NAMES = ("localhost", "local")
NOWHERE = "invalid"
"""A domain that never exists (RFC 2606). Where names of a kind are permitted there only, no other name of that kind is: unlike a list of
what is excluded, this is read alike by all who check certificates."""
SUBJECT = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Numero Cam table")])
"""Of every certificate that the authority may give. It ends uses that some programs do not measure by the authority's own key usage, as
OpenSSL does not for time stamps: such a certificate would have to call itself this."""
_OLD = "authority-before.crt"


@dataclass(frozen=True)
class Certified:
    """Files and facts of the table's certificates.

    Attributes:
        chain: File with the certificate of the table.
        key: File with its key.
        authority: The authority's certificate, DER.
        until: When the certificate ends.
        replaced: Name of an older authority with wider limits that devices may still trust; empty where there was none of late.
    """

    chain: Path
    key: Path
    authority: bytes
    until: dt.datetime
    replaced: str = ""

    @property
    def fingerprint(self) -> str:
        """SHA-256 of the authority, as telephones show it."""
        digest = x509.load_der_x509_certificate(self.authority).fingerprint(hashes.SHA256())
        return ":".join(f"{byte:02X}" for byte in digest)


def may_certify(address: str) -> bool:
    """Return whether the authority may speak for an IPv4 address."""
    return any(ipaddress.ip_address(address) in network for network in PRIVATE)


def certify(folder: Path, names: Sequence[str], addresses: Sequence[str], now: dt.datetime | None = None) -> Certified:
    """Return certificates for a table under its names and addresses; makes what is missing, too old or for others.

    Args:
        folder: Where they are kept; only its owner may read it.
        names: Such as ``laptop.local``.
        addresses: IPv4 addresses; those that are not private are left out.
        now: The time; None for the present one.

    Raises:
        StoreError: A file there cannot be read or written.
    """
    now = now or dt.datetime.now(dt.UTC)
    authority, signer = _authority(folder, now)
    wanted = {*("localhost", "127.0.0.1"), *names, *(address for address in addresses if may_certify(address))}
    chain, key = folder / "table.crt", folder / "table.key"
    found = _certificate(chain) if chain.exists() and key.exists() else None
    if found is not None and found.public_key() != _key(key).public_key():  # written when the disk was full, or by two at once
        found = None
    if found is None or _names(found) != wanted or found.issuer != authority.subject or found.not_valid_after_utc - now < RENEWED:
        found = _issue(authority, signer, wanted, now, key)
        write_private(chain, found.public_bytes(serialization.Encoding.PEM), StoreError)
    old = folder / _OLD
    told = _called(_certificate(old)) if old.exists() and now - authority.not_valid_before_utc < RENEWED else ""
    return Certified(chain, key, authority.public_bytes(serialization.Encoding.DER), found.not_valid_after_utc, told)


def profile(certified: Certified) -> bytes:
    """Return the authority as a profile that iPhones, iPads and Macs install."""
    name = _called(x509.load_der_x509_certificate(certified.authority))
    one = uuid.uuid5(uuid.NAMESPACE_OID, certified.fingerprint)
    common = {"PayloadVersion": 1, "PayloadDisplayName": name}
    inner = {
        **common,
        "PayloadType": "com.apple.security.root",
        "PayloadIdentifier": f"numero-cam.authority.{one}",
        "PayloadUUID": str(one).upper(),
        "PayloadCertificateFileName": "numero-cam.crt",
        "PayloadContent": certified.authority,
    }
    outer = {
        **common,
        "PayloadType": "Configuration",
        "PayloadIdentifier": f"numero-cam.{one}",
        "PayloadUUID": str(uuid.uuid5(one, "profile")).upper(),
        "PayloadDescription": "Lets this device open the Numero Cam table of your own network.",
        "PayloadContent": [inner],
    }
    return plistlib.dumps(outer)


def _authority(folder: Path, now: dt.datetime) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
    place, key_place = folder / "authority.crt", folder / "authority.key"
    if place.exists() and key_place.exists():
        found, key = _certificate(place), _key(key_place)
        if not _limited(found):
            write_private(folder / _OLD, found.public_bytes(serialization.Encoding.PEM), StoreError)
        elif found.not_valid_after_utc - now > LASTS + RENEWED and found.public_key() == key.public_key():
            return found, key
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"Numero Cam, a table of its own ({now:%Y-%m-%d}, {uuid.uuid4().hex[:6]})")])
    builder = _begun(name, name, key.public_key(), now, AUTHORITY_LASTS)
    for limit in _limits():
        builder = builder.add_extension(limit, critical=True)
    identifier = x509.SubjectKeyIdentifier.from_public_key(key.public_key())
    made = builder.add_extension(identifier, critical=False).sign(key, hashes.SHA256())
    write_private(key_place, _pem(key), StoreError)
    write_private(place, made.public_bytes(serialization.Encoding.PEM), StoreError)
    return made, key


def _limits() -> tuple[x509.ExtensionType, ...]:
    """Return what the authority may do; each is critical, so that who does not know it refuses all."""
    usage = x509.KeyUsage(
        digital_signature=False,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=True,
        crl_sign=True,
        encipher_only=False,
        decipher_only=False,
    )
    names = [x509.DNSName(text) for text in NAMES]
    addresses = [x509.IPAddress(network) for network in PRIVATE]
    others = [x509.RFC822Name(NOWHERE), x509.UniformResourceIdentifier(NOWHERE), x509.DirectoryName(SUBJECT)]
    return (
        x509.BasicConstraints(ca=True, path_length=0),
        usage,
        x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]),
        x509.NameConstraints([*names, *addresses, *others], [x509.IPAddress(ipaddress.ip_network("::/0"))]),
    )


def _limited(authority: x509.Certificate) -> bool:
    """Return whether an authority has the limits of today, each critical."""
    critical = {found.oid: found.value for found in authority.extensions if found.critical}
    return critical == {limit.oid: limit for limit in _limits()}


def _called(authority: x509.Certificate) -> str:
    return authority.subject.rfc4514_string().removeprefix("CN=")


def _issue(
    authority: x509.Certificate, signer: ec.EllipticCurvePrivateKey, wanted: set[str], now: dt.datetime, place: Path
) -> x509.Certificate:
    key = ec.generate_private_key(ec.SECP256R1())
    write_private(place, _pem(key), StoreError)
    known = authority.extensions.get_extension_for_class(x509.SubjectKeyIdentifier).value
    return (
        _begun(SUBJECT, authority.subject, key.public_key(), now, LASTS)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName([_general(text) for text in sorted(wanted)]), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(known), critical=False)
        .sign(signer, hashes.SHA256())
    )


def _begun(
    name: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey, now: dt.datetime, lasts: dt.timedelta
) -> x509.CertificateBuilder:
    builder = x509.CertificateBuilder().subject_name(name).issuer_name(issuer).public_key(key)
    return builder.serial_number(x509.random_serial_number()).not_valid_before(now - DAY).not_valid_after(now + lasts)


def _general(text: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(text))
    except ValueError:
        return x509.DNSName(text)


def _names(certificate: x509.Certificate) -> set[str]:
    names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return {str(name.value) for name in names}


def _pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())


def _certificate(place: Path) -> x509.Certificate:
    try:
        return x509.load_pem_x509_certificate(place.read_bytes())
    except (OSError, ValueError) as error:
        raise StoreError(_damaged(place)) from error


def _key(place: Path) -> ec.EllipticCurvePrivateKey:
    try:
        found = serialization.load_pem_private_key(place.read_bytes(), None)
    except (OSError, ValueError, TypeError) as error:
        raise StoreError(_damaged(place)) from error
    if not isinstance(found, ec.EllipticCurvePrivateKey):
        raise StoreError(_damaged(place))
    return found


def _damaged(place: Path) -> str:
    return f"{place}: cannot be read; delete the folder {place.parent}, and let each telephone trust the new certificate"
