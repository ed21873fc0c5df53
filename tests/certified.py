"""Authorities and certificates for tests."""

import datetime as dt
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

DAY = dt.timedelta(days=1)


class Authority:
    """An authority of a school, as its administrator makes one."""

    def __init__(self, name: str) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        self._own = self._begun(self._name, self._key).add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)

    def write(self, path: Path) -> Path:
        """Write its own certificate, and return where."""
        path.write_bytes(self._own.sign(self._key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM))
        return path

    def certify(self, host: str, certificate: Path, key: Path) -> None:
        """Write a certificate for a name, and its key."""
        own = ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)])
        made = self._begun(name, own).add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
        certificate.write_bytes(made.sign(self._key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM))
        plain = serialization.NoEncryption()
        key.touch(0o600)
        key.write_bytes(own.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain))

    def _begun(self, name: x509.Name, key: ec.EllipticCurvePrivateKey) -> x509.CertificateBuilder:
        now = dt.datetime.now(dt.UTC)
        builder = x509.CertificateBuilder().subject_name(name).issuer_name(self._name).public_key(key.public_key())
        return builder.serial_number(x509.random_serial_number()).not_valid_before(now - DAY).not_valid_after(now + DAY)
