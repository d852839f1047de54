"""Bringing a database to the newest form of the tables."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config

from models.store import Store

MIGRATIONS = Path(__file__).parent.parent / "migrations"


def migrate(store: Store) -> None:
    """Run the migrations that the database has not seen."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["engine"] = store.engine
    command.upgrade(config, "head")
