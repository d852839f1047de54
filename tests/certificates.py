"""Certificates for the tests of mail over TLS, made by the program `openssl`."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest

CA = ("basicConstraints=critical,CA:TRUE", "keyUsage=critical,keyCertSign,cRLSign")
SERVER = (
    "subjectAltName=IP:127.0.0.1", "basicConstraints=critical,CA:FALSE", "extendedKeyUsage=serverAuth",
    "keyUsage=critical,digitalSignature",
)  # fmt: skip


class Certificates(NamedTuple):
    """Where they lie: the authority's certificate, and the server's with its key."""

    ca: Path
    server: Path
    key: Path


def make_certificates(folder: Path) -> Certificates:
    """Make an authority, and a server's certificate that it vouches for."""
    if not shutil.which("openssl") and os.environ.get("CI") != "true":
        pytest.skip("no openssl on this machine")
    _make(folder, "ca", CA)
    _make(folder, "server", SERVER, "-CA", str(folder / "ca.pem"), "-CAkey", str(folder / "ca.key"))
    return Certificates(folder / "ca.pem", folder / "server.pem", folder / "server.key")


def _make(folder: Path, name: str, extensions: tuple[str, ...], *signed_by: str) -> None:
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    command += ["-days", "30", "-subj", f"/CN=test {name}", *signed_by]
    for extension in extensions:
        command += ["-addext", extension]
    command += ["-keyout", str(folder / f"{name}.key"), "-out", str(folder / f"{name}.pem")]
    subprocess.run(command, check=True, capture_output=True, timeout=60)
