"""A file of kept games on which tests have something go wrong."""

from numero_cam.store.games import GameStore


def set_pragma(store: GameStore, words: str) -> None:
    """Set a pragma of the connection that the store uses next."""
    with store.transaction("alone") as connection:
        connection.execute(f"PRAGMA {words}")
