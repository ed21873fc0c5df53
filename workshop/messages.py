"""The catalogue of messages: collects them for translators, compiles translations, and makes the pseudo-language of the tests.

    python -m workshop.messages extract           # writes numero_cam/locale/numero_cam.pot and brings every translation up to it
python -m workshop.messages compile           # compiles each translation for the program
python -m workshop.messages pseudo FOLDER     # writes a language in which every message stands between « and »
"""

import argparse
import io
import json
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from babel.messages import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from numero_cam.cli.help_language import help_texts

PACKAGE = Path(__file__).parents[1] / "numero_cam"
BROWSER = PACKAGE.parent / "browser"  #: The page without a server shares the program's catalogue.
LOCALE = PACKAGE / "locale"
DOMAIN = "numero_cam"
TEMPLATE = LOCALE / f"{DOMAIN}.pot"
#: The pseudo-language takes the place of Esperanto: Babel and gettext know its name and plural, and it is no translation of ours.
PSEUDO_LANGUAGE = "eo"
METHODS = [
    ("**/vendor/**", "ignore"),
    ("*/static/js/**.js", "javascript"),
    ("*/templates/**.html", "jinja2.ext.babel_extract"),
    ("**.py", "python"),
]
BROWSER_METHODS = [("static/app/**.js", "javascript"), ("**.py", "python")]
OPTIONS = {"*/templates/**.html": {"trim_blocks": "true", "lstrip_blocks": "true", "newstyle_gettext": "true"}}
KEYWORDS = {"tr": None, "ngettext": (1, 2), "gettext": None, "_": None}
PAGE_FOLDERS = ("web/static/js/", "browser/static/app/")
ACCENTS = str.maketrans("aeiouAEIOUcnsyz", "åéîøûÅÉÎØÛçñšýž")
UNTRANSLATED = re.compile(r"(\{\{|\}\}|\{[^{}]*\}|%\(\w+\)[sd]|<[^>]*>)")  #: What a translation must leave as it is: placeholders and tags.
PLACEHOLDER = re.compile(r"(?<!\{)\{[^{}]+\}(?!\})")
HEADER_DATES = re.compile(r'^"(POT-Creation-Date|PO-Revision-Date|Generated-By): .*\n', re.MULTILINE)


def collect() -> Catalog:
    """Return every message of the package and of the page without a server, with the files it is in."""
    catalogue = Catalog(project="numero-cam", copyright_holder="the authors of numero-cam", fuzzy=False)
    for folder, prefix, methods in ((PACKAGE, "", METHODS), (BROWSER, "browser/", BROWSER_METHODS)):
        for file, _line, message, comments, context in extract_from_dir(folder, methods, OPTIONS, KEYWORDS, ("Translators:",)):
            catalogue.add(message, locations=[(prefix + file, 0)], auto_comments=comments, context=context)
    for where, text in help_texts():
        catalogue.add(text, locations=[(where, 0)])
    return catalogue


def template_text(catalogue: Catalog) -> str:
    """Return the template for translators: the same text for the same messages."""
    out = io.BytesIO()
    write_po(out, catalogue, sort_output=True, include_lineno=False, width=0)
    return HEADER_DATES.sub("", out.getvalue().decode())


def extract() -> None:
    """Write the template anew, and bring every translation up to it."""
    catalogue = collect()
    LOCALE.mkdir(exist_ok=True)
    TEMPLATE.write_text(template_text(catalogue), encoding="utf-8")
    for path in LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.po"):
        translation = _read(path)
        translation.update(catalogue)
        with path.open("wb") as file:
            write_po(file, translation, sort_output=True, include_lineno=False, width=0, ignore_obsolete=True)


def compile_catalogue(catalogue: Catalog, folder: Path) -> None:
    """Write what the program loads of a translation: LANGUAGE/LC_MESSAGES/numero_cam.mo in the folder of languages.

    For the scripts of the page it is `LANGUAGE/page.json`.
    """
    own = folder / str(catalogue.locale)
    (own / "LC_MESSAGES").mkdir(parents=True, exist_ok=True)
    with (own / "LC_MESSAGES" / f"{DOMAIN}.mo").open("wb") as file:
        write_mo(file, catalogue)
    page = {_key(message): message.string for message in catalogue if message.id and message.string and _is_of_page(message)}
    (own / "page.json").write_text(json.dumps(page, ensure_ascii=False, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def faults(catalogue: Catalog) -> Iterator[str]:
    """Yield a line for each translation with a placeholder that its message does not have: the program could not fill it in."""
    for message in catalogue:
        if message.id and message.string:
            known = set(PLACEHOLDER.findall("".join(_forms(message.id))))
            for extra in sorted(set(PLACEHOLDER.findall("".join(_forms(message.string)))) - known):
                yield f"{catalogue.locale}: {_key(message)!r}: its translation has {extra}, which the message does not have"


def _forms(text: str | Sequence[str]) -> Sequence[str]:
    return [text] if isinstance(text, str) else text


def pseudo(folder: Path) -> None:
    """Write the pseudo-language: every message with accents, between brackets. What is English on a page then was never translated."""
    catalogue = Catalog(locale=PSEUDO_LANGUAGE)
    for message in collect():
        if message.id:
            string = tuple(map(accented, message.id)) if isinstance(message.id, list | tuple) else accented(message.id)
            catalogue.add(message.id, string, locations=message.locations, context=message.context)
    compile_catalogue(catalogue, folder)


def accented(text: str) -> str:
    """Return a message of the pseudo-language; spaces at its ends stay outside the brackets."""
    inner = text.strip()
    if not inner:
        return text
    before, after = text[: text.index(inner)], text[text.index(inner) + len(inner) :]
    parts = UNTRANSLATED.split(inner)
    return before + "«" + "".join(part if place % 2 else part.translate(ACCENTS) for place, part in enumerate(parts)) + "»" + after


def _key(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def _is_of_page(message: Message) -> bool:
    return any(file.startswith(PAGE_FOLDERS) for file, _ in message.locations)


def _read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=path.parts[-3])


def main() -> None:
    """Run one of the three commands."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["extract", "compile", "pseudo"])
    parser.add_argument("folder", type=Path, nargs="?")
    given = parser.parse_args()
    match given.command:
        case "extract":
            extract()
        case "compile":
            translations = [_read(path) for path in sorted(LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))]
            if wrong := [fault for translation in translations for fault in faults(translation)]:
                sys.exit("\n".join(wrong))
            for translation in translations:
                compile_catalogue(translation, LOCALE)
        case _:
            if given.folder is None:
                parser.error("pseudo needs a folder")
            pseudo(given.folder)


if __name__ == "__main__":
    main()
