"""Messages for people in the language of the process: one catalogue for commands, pages and prints, by GNU gettext.

The English message in the source is its own key. The language is decided once, when this module is loaded: the environment variable
``NUMERO_CAM_LANGUAGE``, else ``LANGUAGE``, ``LC_ALL``, ``LC_MESSAGES`` and ``LANG`` in this order, as every gettext program reads them.
A language without a catalogue in ``locale/`` is English. How one is added: ``docs/translating.md``.
"""

import gettext as gnu
import json
import os
from collections.abc import Iterable
from pathlib import Path

DOMAIN = "numero_cam"  #: Name of the catalogues' files.
LANGUAGE_VARIABLE = "NUMERO_CAM_LANGUAGE"  #: Environment variable that names the language.
FOLDER_VARIABLE = "NUMERO_CAM_LOCALE"  #: Environment variable of another folder of catalogues, to try a translation that is not installed.
FOLDER = Path(os.environ.get(FOLDER_VARIABLE) or Path(__file__).with_name("locale"))  #: Folder of the catalogues.

_named = os.environ.get(LANGUAGE_VARIABLE)
_translations = gnu.translation(DOMAIN, FOLDER, [_named] if _named else None, fallback=True)


def language() -> str:
    """Return the language of the messages as pages name it, such as ``de`` or ``pt-BR``."""
    return _translations.info().get("language", "en").replace("_", "-")


def is_english() -> bool:
    """Return whether the messages are those of the source."""
    return not _translations.info()


def tr(message: str, **values: object) -> str:
    """Return a message for people.

    Args:
        message: English, a literal, as it stands in the catalogue. With values it is a template of `str.format`.
        values: What the template's placeholders stand for.
    """
    text = _translations.gettext(message)
    return text.format(**values) if values else text


def translate(message: str) -> str:
    """Return the translation of a text that stands in the catalogue, but not in a `tr` at this place: the help of a command."""
    return _translations.gettext(message)


def ngettext(one: str, many: str, n: int, **values: object) -> str:
    """Return the form of a message that belongs to a number.

    Args:
        one: English for 1, a literal template of `str.format`.
        many: English for every other number.
        n: The number, which the template may show as ``{n}``.
        values: What the other placeholders stand for.
    """
    return _translations.ngettext(one, many, n).format(n=n, **values)


def and_list(names: Iterable[object]) -> str:
    """Return names in one sentence: `a`, `a and b`, `a, b and c`; of no name nothing."""
    *others, last = ["", *map(str, names)]
    return tr("{a} and {b}", a=tr(", ").join(others[1:]), b=last) if others[1:] else last


def or_list(names: Iterable[object]) -> str:
    """Return names to choose from: `a`, `a or b`, `a, b or c`; of no name nothing."""
    *others, last = ["", *map(str, names)]
    return tr("{a} or {b}", a=tr(", ").join(others[1:]), b=last) if others[1:] else last


def page_messages() -> dict[str, object]:
    """Return what the scripts of a page need: its messages by their English, and the form of a plural for each number.

    It is empty for English, and for a language whose `page.json` was not written: `python -m workshop.messages compile` writes it.
    """
    path = FOLDER / language().replace("-", "_") / "page.json"
    if is_english() or not path.is_file():
        return {}
    return {"messages": json.loads(path.read_text(encoding="utf-8")), "forms": plural_forms()}


PLURAL_NUMBERS = 200  #: No language's plural depends on more than whether a number is below 100, and on its last two digits.


def plural_forms() -> list[int]:
    """Return which plural form each number from 0 to 199 takes; from 200 a number takes that of 100 plus its last two digits."""
    choose = getattr(_translations, "plural", lambda n: int(n != 1))
    return [choose(n) for n in range(PLURAL_NUMBERS)]
