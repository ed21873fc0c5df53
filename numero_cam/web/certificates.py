"""The table's own certificate authority and HTTPS certificate: browsers open a camera only over HTTPS.

The authority is made once, and each telephone trusts it once. It may certify only TLS servers at private IPv4 addresses and under names
of the local network, so a device that trusts it trusts it for nothing else. The table's certificate is renewed when the addresses change
or it is about to expire.

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
from numero_cam.catalogue import tr

ONE_DAY = dt.timedelta(days=1)
AUTHORITY_LIFETIME = 10 * 365 * ONE_DAY
#: Lifetime of the certificate from today; it is valid a day earlier too, because clocks of telephones may be behind.
CERTIFICATE_LIFETIME = 396 * ONE_DAY
RENEWAL_PERIOD = 30 * ONE_DAY  #: Time before its end at which the certificate is renewed.
#: Networks that cannot be reached from elsewhere (IANA special-purpose address registry), the only ones the authority may certify.
PRIVATE_NETWORKS = tuple(
    ipaddress.ip_network(text)
    for text in ("10.0.0.0/8", "100.64.0.0/10", "127.0.0.1/32", "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16")
)
PERMITTED_DOMAINS = ("localhost", "local")
#: A domain that never exists (RFC 2606). It is the only permitted name of kinds that the authority must not certify. All verifiers agree on
#: permitted names, but not on excluded ones.
IMPOSSIBLE_DOMAIN = "invalid"
#: Subject of every certificate that the authority may issue. It excludes uses that some programs do not check against the authority's own
#: key usage, as OpenSSL does not for time stamps: such a certificate would have to bear this name.
TABLE_SUBJECT = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Numero Cam table")])
_REPLACED_FILE = "authority-before.crt"


@dataclass(frozen=True)
class TableCertificates:
    """The table's certificate and its authority."""

    chain: Path  #: PEM file with the certificate of the table.
    key: Path  #: PEM file with its private key.
    authority: bytes  #: The authority's certificate, DER.
    until: dt.datetime  #: When the certificate of the table expires.
    replaced: str = ""  #: Name of an older authority with wider limits that was replaced recently and may still be trusted; else empty.

    @property
    def fingerprint(self) -> str:
        """SHA-256 fingerprint of the authority as telephones show it: ``AB:CD:...``."""
        digest = x509.load_der_x509_certificate(self.authority).fingerprint(hashes.SHA256())
        return ":".join(f"{byte:02X}" for byte in digest)


def may_certify(address: str) -> bool:
    """Return whether the authority may certify an IPv4 address: it is in one of `PRIVATE_NETWORKS`."""
    return any(ipaddress.ip_address(address) in network for network in PRIVATE_NETWORKS)


def ensure_certificates(folder: Path, names: Sequence[str], addresses: Sequence[str], now: dt.datetime | None = None) -> TableCertificates:
    """Return certificates for the table's names and addresses. Those that are missing, too old or for other names are made.

    Only the owner of the folder may read it. Addresses that are not private are left out.
    """
    now = now or dt.datetime.now(dt.UTC)
    authority, signer = _authority(folder, now)
    wanted = {*("localhost", "127.0.0.1"), *names, *(address for address in addresses if may_certify(address))}
    chain, key = folder / "table.crt", folder / "table.key"
    found = _read_certificate(chain) if chain.exists() and key.exists() else None
    if found is not None and found.public_key() != _read_key(key).public_key():  # two processes wrote them at once, or the disk was full
        found = None
    if found is None or _names(found) != wanted or found.issuer != authority.subject or found.not_valid_after_utc - now < RENEWAL_PERIOD:
        found = _issue(authority, signer, wanted, now, key)
        write_private(chain, found.public_bytes(serialization.Encoding.PEM), StoreError)
    old = folder / _REPLACED_FILE
    replaced = _common_name(_read_certificate(old)) if old.exists() and now - authority.not_valid_before_utc < RENEWAL_PERIOD else ""
    return TableCertificates(chain, key, authority.public_bytes(serialization.Encoding.DER), found.not_valid_after_utc, replaced)


def apple_profile(certificates: TableCertificates) -> bytes:
    """Return the authority as a configuration profile that iPhones, iPads and Macs install."""
    name = _common_name(x509.load_der_x509_certificate(certificates.authority))
    one = uuid.uuid5(uuid.NAMESPACE_OID, certificates.fingerprint)
    common = {"PayloadVersion": 1, "PayloadDisplayName": name}
    inner = {
        **common,
        "PayloadType": "com.apple.security.root",
        "PayloadIdentifier": f"numero-cam.authority.{one}",
        "PayloadUUID": str(one).upper(),
        "PayloadCertificateFileName": "numero-cam.crt",
        "PayloadContent": certificates.authority,
    }
    outer = {
        **common,
        "PayloadType": "Configuration",
        "PayloadIdentifier": f"numero-cam.{one}",
        "PayloadUUID": str(uuid.uuid5(one, "profile")).upper(),
        "PayloadDescription": tr("Lets this device open the Numero Cam table of your own network."),
        "PayloadContent": [inner],
    }
    return plistlib.dumps(outer)


def _authority(folder: Path, now: dt.datetime) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
    """Return the authority's certificate and key; made anew where missing, about to expire, or with other constraints than today's."""
    path, key_path = folder / "authority.crt", folder / "authority.key"
    if path.exists() and key_path.exists():
        found, key = _read_certificate(path), _read_key(key_path)
        if not _has_todays_constraints(found):
            write_private(folder / _REPLACED_FILE, found.public_bytes(serialization.Encoding.PEM), StoreError)
        elif found.not_valid_after_utc - now > CERTIFICATE_LIFETIME + RENEWAL_PERIOD and found.public_key() == key.public_key():
            return found, key
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"Numero Cam, a table of its own ({now:%Y-%m-%d}, {uuid.uuid4().hex[:6]})")])
    builder = _builder(name, name, key.public_key(), now, AUTHORITY_LIFETIME)
    for limit in _constraints():
        builder = builder.add_extension(limit, critical=True)
    identifier = x509.SubjectKeyIdentifier.from_public_key(key.public_key())
    made = builder.add_extension(identifier, critical=False).sign(key, hashes.SHA256())
    write_private(key_path, _pem(key), StoreError)
    write_private(path, made.public_bytes(serialization.Encoding.PEM), StoreError)
    return made, key


def _constraints() -> tuple[x509.ExtensionType, ...]:
    """Return the authority's constraints. Each is critical, so that a verifier that does not know one rejects the authority."""
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
    names = [x509.DNSName(text) for text in PERMITTED_DOMAINS]
    addresses = [x509.IPAddress(network) for network in PRIVATE_NETWORKS]
    others = [x509.RFC822Name(IMPOSSIBLE_DOMAIN), x509.UniformResourceIdentifier(IMPOSSIBLE_DOMAIN), x509.DirectoryName(TABLE_SUBJECT)]
    return (
        x509.BasicConstraints(ca=True, path_length=0),
        usage,
        x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]),
        x509.NameConstraints([*names, *addresses, *others], [x509.IPAddress(ipaddress.ip_network("::/0"))]),
    )


def _has_todays_constraints(authority: x509.Certificate) -> bool:
    """Return whether an authority has exactly the constraints of `_constraints`, each critical."""
    critical = {found.oid: found.value for found in authority.extensions if found.critical}
    return critical == {limit.oid: limit for limit in _constraints()}


def _common_name(authority: x509.Certificate) -> str:  # what telephones list it as
    return authority.subject.rfc4514_string().removeprefix("CN=")


def _issue(
    authority: x509.Certificate, signer: ec.EllipticCurvePrivateKey, wanted: set[str], now: dt.datetime, key_path: Path
) -> x509.Certificate:
    """Return a new certificate of the table for the `wanted` names and addresses, signed by the authority; its key is written."""
    key = ec.generate_private_key(ec.SECP256R1())
    write_private(key_path, _pem(key), StoreError)
    known = authority.extensions.get_extension_for_class(x509.SubjectKeyIdentifier).value
    return (
        _builder(TABLE_SUBJECT, authority.subject, key.public_key(), now, CERTIFICATE_LIFETIME)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName([_general_name(text) for text in sorted(wanted)]), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(known), critical=False)
        .sign(signer, hashes.SHA256())
    )


def _builder(
    name: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey, now: dt.datetime, lasts: dt.timedelta
) -> x509.CertificateBuilder:
    """Return a certificate to be extended and signed, valid from a day before `now` until `lasts` after it."""
    builder = x509.CertificateBuilder().subject_name(name).issuer_name(issuer).public_key(key)
    return builder.serial_number(x509.random_serial_number()).not_valid_before(now - ONE_DAY).not_valid_after(now + lasts)


def _general_name(text: str) -> x509.GeneralName:  # text: host name or address
    try:
        return x509.IPAddress(ipaddress.ip_address(text))
    except ValueError:
        return x509.DNSName(text)


def _names(certificate: x509.Certificate) -> set[str]:  # host names and addresses that it is for
    names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return {str(name.value) for name in names}


def _pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())


def _read_certificate(path: Path) -> x509.Certificate:
    try:
        return x509.load_pem_x509_certificate(path.read_bytes())
    except (OSError, ValueError) as error:
        raise StoreError(_unreadable_message(path)) from error


def _read_key(path: Path) -> ec.EllipticCurvePrivateKey:
    try:
        found = serialization.load_pem_private_key(path.read_bytes(), None)
    except (OSError, ValueError, TypeError) as error:
        raise StoreError(_unreadable_message(path)) from error
    if not isinstance(found, ec.EllipticCurvePrivateKey):
        raise StoreError(_unreadable_message(path))
    return found


def _unreadable_message(path: Path) -> str:
    return tr("{path}: cannot be read; delete the folder {path.parent}, and let each telephone trust the new certificate", path=path)
