"""The keys by which browsers know who may push to them (VAPID, RFC 8292): made from the secrets that sign links.

So any number of machines have the same, and nothing more has to be kept. A subscription is bound to the public key that
it was made for; it lasts as long as the secret that this comes from is still among the keys.
"""

from __future__ import annotations

import hashlib
import hmac
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # of the extra for channels
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of the curve P-256


def private_key(secret: str) -> EllipticCurvePrivateKey:
    """Return the key that comes from a secret."""
    from cryptography.hazmat.primitives.asymmetric import ec

    digest = hmac.new(secret.encode(), b"mousepost/push", hashlib.sha512).digest()
    return ec.derive_private_key(int.from_bytes(digest, "big") % (ORDER - 1) + 1, ec.SECP256R1())


def public_key(secret: str) -> str:
    """Return the public half, as browsers want it."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    point = private_key(secret).public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return urlsafe_b64encode(point).rstrip(b"=").decode()


def private_for(public: str, secrets: Sequence[str]) -> EllipticCurvePrivateKey | None:
    """Return the key whose public half is `public`, `None` when its secret is no longer among `secrets`."""
    return next((private_key(secret) for secret in secrets if public_key(secret) == public), None)
