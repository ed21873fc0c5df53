"""What is done with the database of a hall by commands: its events are listed, deleted, copied."""

from collections.abc import Callable
from contextlib import closing

from numero_cam.base.errors import HallError
from numero_cam.catalogue import tr
from numero_cam.hall.records import Event
from numero_cam.store.hall_store import HallStore


def hall_events(database: str, damage: Callable[[str], object] = str) -> tuple[Event, ...]:
    """Return the events of a database, newest first.

    Args:
        database: Address of the database.
        damage: Is told of each that cannot be read; it is left out.
    """
    with closing(HallStore.open(database)) as store:
        return store.events(damage)


def delete_event(database: str, event: int) -> None:
    """Delete an event wholly.

    Args:
        database: Address of the database.
        event: Number of the event.
    """
    with closing(HallStore.open(database)) as store:
        if not store.delete_event(event):
            raise HallError(tr("there is no event {number} any more", number=event))


def copy_hall(database: str, into: str) -> int:
    """Copy all events into an empty database, and return their number.

    Args:
        database: Address of the database.
        into: Address of the empty one, of either kind.
    """
    with closing(HallStore.open(database)) as store, closing(HallStore.open(into)) as other:
        return store.copy_to(other)
