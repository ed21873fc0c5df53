"""Names of challenges: stored in English in place of a week and of a level, shown in the language of the reader."""

from numero_cam.catalogue import tr

_STORED = "Challenge "


def challenge_name(number: int) -> str:
    """Return the name of a challenge as it is stored."""
    return f"{_STORED}{number}"


def shown_name(name: str) -> str:
    """Return the name of a week, an occasion or a level as it is shown."""
    number = name.removeprefix(_STORED)
    return tr("Challenge {number}", number=number) if number != name and number.isdecimal() else name
