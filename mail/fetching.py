"""Fetching a record from another service whose address somebody has given: by way of `mail.outside`."""

from __future__ import annotations

from games.contract import N_
from service import channels
from service.base import Refused
from service.origins import MOST_BYTES

MOST_LETTERS = 500  # of an address
SECONDS = 10.0
FOUND = 200


def fetch(url: str) -> bytes:
    """Return what is at an address, as far as a record can be long. Raises `Refused`.

    What is wrong is said in the same words whether a server of our own network answers or none does.
    """
    if not url.startswith("https://") or len(url) > MOST_LETTERS or not url.isprintable():
        raise Refused(
            N_("The address of a record begins with https:// and has up to {most} letters."), most=MOST_LETTERS
        )
    if not channels.are_installed():
        raise Refused(N_("This service fetches nothing itself: please download the record, and choose its file."))
    import requests

    from mail.outside import careful

    try:
        with careful(SECONDS, MOST_BYTES + 1):
            answer = requests.get(url, timeout=SECONDS, headers={"Accept": "application/json"})
    except (OSError, ValueError) as error:
        raise Refused(N_("Nothing could be fetched from there.")) from error
    if answer.status_code != FOUND:
        raise Refused(N_("The server there answers with {status} and no record."), status=answer.status_code)
    return answer.content
