"""Removes pupils and classes with everything that is remembered of them: results, ladder, slips, pictures."""

from pathlib import Path

from numero_cam.assistant.slip_store import open_store
from numero_cam.store import class_place, empty_space


def forget(name: str, number: int | None = None, path: Path | None = None) -> str:
    """Remove everything of a pupil, or of the whole class, so that nothing of it stays in the file; return the class's name.

    Raises:
        ClassError: There is no such class or pupil.
        StoreError: The file cannot be used.
    """
    place = path or class_place()
    with open_store(place) as store:
        called = store.classes.room(name).name
        store.forget(called, number)
        store.classes.forget(called, number)
    empty_space(place)
    return called
