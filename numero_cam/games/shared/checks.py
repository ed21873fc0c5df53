"""A check that raises an error with a one-line message."""


def check(fine: bool, error: type[ValueError], message: str) -> None:  # noqa: FBT001 - the condition is the whole point
    """Raise `error` with a message unless the condition `fine` holds."""
    if not fine:
        raise error(message)
