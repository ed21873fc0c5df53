"""The migrations of the tables of a hall's database, one a file, for Alembic."""
