"""Bringing a database to the newest form of the tables."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from models.store import Store

MIGRATIONS = Path(__file__).parent.parent / "migrations"


def migrate(store: Store) -> None:
    """Run the migrations that the database has not seen."""
    config = _config()
    config.attributes["engine"] = store.engine
    command.upgrade(config, "head")


def is_current(store: Store) -> bool:
    """Say whether the database has the tables of this version."""
    with store.reading() as session:
        found = MigrationContext.configure(session.connection()).get_current_revision()
    return found == ScriptDirectory.from_config(_config()).get_current_head()


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    return config
