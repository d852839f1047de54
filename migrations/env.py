"""Alembic's environment: `flask db` and the start of the service run the migrations through it."""

from alembic import context
from sqlmodel import SQLModel

import models.tables  # noqa: F401 - fills the metadata
from models.store import connect, take_turns

engine = context.config.attributes.get("engine") or connect(context.config.get_main_option("sqlalchemy.url"))

with engine.connect() as connection:
    context.configure(connection=connection, target_metadata=SQLModel.metadata, render_as_batch=True)
    with context.begin_transaction():
        take_turns(connection, "migrations")  # two processes may start at once
        context.run_migrations()
    connection.commit()
