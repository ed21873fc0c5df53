"""What the program remembers in one file: SQLite, in whole transactions, nothing left of what was removed."""

from numero_cam.store.sqlite_file import class_file_path, open_database, vacuum

__all__ = ["class_file_path", "open_database", "vacuum"]
