"""What cannot be is refused in one line."""


def check(fine: bool, error: type[ValueError], message: str) -> None:  # noqa: FBT001 - the condition is the whole point
    """Raise an error with this message unless the condition holds.

    Raises:
        ValueError: Of the kind given, if it does not.
    """
    if not fine:
        raise error(message)
