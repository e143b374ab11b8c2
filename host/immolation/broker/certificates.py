"""Makes the certificates of a broker on the club's own network: an authority, once, and the broker's own.

There is no public authority for ``raspberrypi.local`` or ``192.168.1.20``, so the host is its own: boards and other
clients are given ``ca.crt`` once and then know this broker from every other. The authority's key never leaves the
folder, and the broker's certificate is made anew when the machine's names or addresses change.
"""

from __future__ import annotations

import contextlib
import datetime
import ipaddress
import os
import socket
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

AUTHORITY_DAYS = 3650
"""Ten years: a board in a cupboard still knows its broker."""

BROKER_DAYS = 397
"""The longest that every TLS client accepts for a server's certificate."""

RENEW_DAYS = 60
"""A broker certificate with fewer days left is made anew at the next start."""

_BEFORE = datetime.timedelta(days=1)  # a client whose clock is some hours behind is not turned away
_ADDRESS_PROBES = (("192.0.2.1", socket.AF_INET), ("2001:db8::1", socket.AF_INET6))
"""Addresses for documentation: asking the kernel for the way there sends nothing, and tells our own address."""


def own_names() -> list[str]:
    """This machine's names and addresses, as others on the network would write them; always with ``localhost``."""
    host = socket.gethostname()
    names = ["localhost", host, host.split(".")[0] + ".local", "127.0.0.1", "::1"]
    with contextlib.suppress(OSError):
        names += [str(info[4][0]).split("%")[0] for info in socket.getaddrinfo(host, None)]
    names += own_addresses()
    return list(dict.fromkeys(name for name in names if name))


def own_addresses() -> list[str]:
    """The addresses by which this machine reaches its network, most likely first; empty without a network."""
    found = []
    for probe, family in _ADDRESS_PROBES:
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as sock:
            sock.connect((probe, 9))
            found.append(str(sock.getsockname()[0]).split("%")[0])
    return [name for name in found if not ipaddress.ip_address(name).is_loopback]


def prepare(folder: Path, names: list[str]) -> tuple[Path, Path, Path]:
    """Make what is missing or out of date in ``folder``; the paths of the authority, the certificate and its key.

    Raises ValueError naming the file if one that is there cannot be read.
    """
    ca_path, ca_key_path = folder / "ca.crt", folder / "ca.key"
    path, key_path = folder / "broker.crt", folder / "broker.key"
    if not (ca_path.exists() and ca_key_path.exists()):
        _make_authority(ca_path, ca_key_path)
        path.unlink(missing_ok=True)
    authority, authority_key = _certificate(ca_path), _key(ca_key_path)
    if not (path.exists() and key_path.exists()) or not _still_good(_certificate(path), authority, names):
        _make_broker(path, key_path, names, authority, authority_key)
    return ca_path, path, key_path


def _make_authority(path: Path, key_path: Path) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"Immolation on {socket.gethostname()[:40]}")])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _BEFORE)
        .not_valid_after(now + datetime.timedelta(days=AUTHORITY_DAYS))
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(sign_certificates=True), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    _write_key(key_path, key)
    path.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))


def _make_broker(
    path: Path, key_path: Path, names: list[str], authority: x509.Certificate, authority_key: ec.EllipticCurvePrivateKey
) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Immolation broker")]))
        .issuer_name(authority.subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _BEFORE)
        .not_valid_after(now + datetime.timedelta(days=BROKER_DAYS))
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(sign_certificates=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName([_general_name(name) for name in names]), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(authority_key.public_key()), critical=False)
        .sign(authority_key, hashes.SHA256())
    )
    _write_key(key_path, key)
    path.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))


def _still_good(certificate: x509.Certificate, authority: x509.Certificate, names: list[str]) -> bool:
    try:
        certificate.verify_directly_issued_by(authority)
        known = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except Exception:  # not of this authority, or without names: make a new one
        return False
    left = certificate.not_valid_after_utc - datetime.datetime.now(datetime.UTC)
    return left > datetime.timedelta(days=RENEW_DAYS) and set(known) >= {_general_name(name) for name in names}


def _general_name(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _usage(*, sign_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not sign_certificates,
        key_cert_sign=sign_certificates,
        crl_sign=sign_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _certificate(path: Path) -> x509.Certificate:
    try:
        return x509.load_pem_x509_certificate(path.read_bytes())
    except ValueError:
        raise ValueError(f"{path} is no certificate; delete it, and it is made anew.") from None


def _key(path: Path) -> ec.EllipticCurvePrivateKey:
    try:
        key: object = serialization.load_pem_private_key(path.read_bytes(), None)
    except (ValueError, TypeError):
        key = None
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise ValueError(f"{path} is no key of ours; delete it and ca.crt, and give the new ca.crt to your boards.")
    return key


def _write_key(path: Path, key: ec.EllipticCurvePrivateKey) -> None:
    pem = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    write_private(path, pem)


def write_private(path: Path, data: bytes) -> None:
    """Write a file that only this user may read, whole or not at all."""
    fresh = path.with_name(path.name + ".new")
    fresh.unlink(missing_ok=True)
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
    os.replace(fresh, path)
