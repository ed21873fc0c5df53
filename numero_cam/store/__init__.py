"""What the program remembers in one file: SQLite, in whole transactions, nothing left of what was removed."""

from numero_cam.store.database import class_place, empty_space, open_database

__all__ = ["class_place", "empty_space", "open_database"]
