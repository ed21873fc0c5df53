"""Everything that can be wrong with an input, as one tree of exceptions.

    NumeroCamError                 one clear line: what is wrong and what to do
    ├── PictureError               a photo that cannot be read
    │   ├── PictureTooLargeError   more pixels than are decoded safely
    │   └── SeveralPicturesError   one picture is expected (``picture_header``)
    ├── SourceError                a camera, film or stream that gives no pictures
    ├── ModelError                 a model file is missing, changed or of another version
    ├── ConfigError                a configuration file is missing, of another version, or has an unknown field
    ├── CalibrationError           a calibration cannot be made, or does not belong to this picture or program
    ├── DeckError                  a deck cannot be learned from these photos, or its file cannot be used
    ├── GameError                  a game file that cannot be read, or goes wrong on some turn
    ├── PositionError              a file of positions that cannot be read
    ├── ClassError                 a class that cannot be used, or a list of pupils that is wrong
    ├── HallError                  an event of many tables that cannot be used as asked
    ├── StoreError                 the file of the classes, or the kept games, cannot be used
    │   └── StaleError             somebody else wrote to a kept game since it was read
    └── ReadingError               readings that cannot be used (a correction of a card that is not there)

Notation errors belong to ``rules`` (``rules.notation.NotationError``), because ``rules`` imports nothing of ours.
The library raises, ``cli`` prints the message as one line and exits with the status of the contract.
"""


def reason_of(error: BaseException) -> str:
    """Return why something failed: what the operating system says, else the error's own text, in lower case."""
    return (getattr(error, "strerror", None) or str(error)).lower()


class NumeroCamError(Exception):
    """Base of all errors that are the input's fault; its text is shown to the user as one line."""


class PictureError(NumeroCamError):
    """A photo could not be opened or decoded."""


class PictureTooLargeError(PictureError):
    """A photo has more pixels than can be decoded safely."""


class SourceError(NumeroCamError):
    """A camera, a film or a stream that cannot be opened."""


class ModelError(NumeroCamError):
    """A model file is missing, was changed, or does not fit this version."""


class ConfigError(NumeroCamError):
    """A configuration file cannot be used."""


class CalibrationError(NumeroCamError):
    """A calibration cannot be made from these photos, or cannot be used for this one."""


class DeckError(NumeroCamError):
    """A deck cannot be learned, or what was learned cannot be used."""


class GameError(NumeroCamError):
    """A game file cannot be read, or a play in it breaks a rule."""


class PositionError(NumeroCamError):
    """A file of positions cannot be read."""


class ReadingError(NumeroCamError):
    """Readings of a photo cannot be used as asked."""


class ClassError(NumeroCamError):
    """A class cannot be used, or a list of pupils is wrong."""


class HallError(NumeroCamError):
    """An event of many tables cannot be used as asked, or what a table sent cannot be taken."""


class StoreError(NumeroCamError):
    """The file of the classes, or the kept games, cannot be used."""


class StaleError(StoreError):
    """Somebody else wrote to a kept game since it was read."""
