"""Reads the fields of the messages of pages."""

from collections.abc import Mapping
from typing import Any

from numero_cam.catalogue import tr

MAX_LINE_LENGTH = 300  #: Maximum length of a text in a message, in characters.
MAX_NUMBER = 999_999_999  #: Maximum of a number in a message.


class ProtocolError(Exception):
    """A message that cannot be accepted; the text is for the person at the page."""


def text_field(message: Mapping[str, Any], key: str, *, needed: bool = True) -> str:
    """Return a text of a message on one line; empty where it is missing and not needed."""
    value = message.get(key)
    if value is None and not needed:
        return ""
    text = printable(value) if isinstance(value, str) and len(value) <= MAX_LINE_LENGTH else None
    if text is None or (needed and not text):
        raise ProtocolError(tr('"{key}" of the message is no short text', key=key))
    return text


def printable(text: str) -> str:
    """Return a text on one line without unprintable characters."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def number_field(message: Mapping[str, Any], key: str) -> int:
    """Return a whole number of a message, 0 to `MAX_NUMBER`."""
    value = message.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= MAX_NUMBER:
        raise ProtocolError(tr('"{key}" of the message is no number', key=key))
    return value
