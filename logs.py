"""What is logged and how: to standard error, and never a token that opens something."""

from __future__ import annotations

import logging
import re

FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
SECRET_ADDRESSES = re.compile(r"(\+[rb])\w+(?:\.\w+)+(?=@)", re.ASCII)
SECRET_PATHS = re.compile(r"(/(?:k|i|j|c|o|b|h|s|p|u|sign-in|address|change|calendar/entry|calendar)/)[^\s\"'<>?#]+")


class Redacting(logging.Formatter):
    """Takes the tokens out of the paths of pages and out of mail addresses, in tracebacks too."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the text of a record, its tokens replaced."""
        return SECRET_ADDRESSES.sub(r"\1…", SECRET_PATHS.sub(r"\1…", super().format(record)))


def set_up() -> None:
    """Log what happens; the scheduler and the migrations speak only where something is wrong."""
    handler = logging.StreamHandler()
    handler.setFormatter(Redacting(FORMAT))
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    logging.getLogger("apscheduler").setLevel(logging.WARNING)
    logging.getLogger("alembic").setLevel(logging.WARNING)
