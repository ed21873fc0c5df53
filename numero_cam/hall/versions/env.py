"""Run by Alembic: takes the steps on the connection that `schema.upgrade` gives, within its transaction."""

from alembic import context

from numero_cam.hall.schema import VERSION_TABLE


def take_steps() -> None:
    """Run the migrations that the database lacks."""
    context.configure(connection=context.config.attributes["connection"], version_table=VERSION_TABLE)
    with context.begin_transaction():
        context.run_migrations()


if __name__ == "env_py":  # the name under which Alembic loads this file
    take_steps()
