"""Messages for people: all of them in the catalogue, and none left in English where another language is asked for."""

import ast
import json
import os
import re
import string
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("babel")

from babel.messages import Catalog, Message
from babel.messages.pofile import read_po
from typer.main import get_command

from numero_cam.cli.app import app
from workshop import messages

PACKAGE = Path(__file__).parents[1] / "numero_cam"
LOOKUPS = ("tr", "ngettext")
BRACKETS = re.compile(r"«[^«»]*»")  #: An innermost message of the pseudo-language.
ENGLISH = re.compile(r"\b[a-z]{3,}\b")
NO_ENGLISH = {"numero", "cam", "help", "www"}  #: Words that no language translates: names, and what is typed.


def _lookups() -> Iterator[tuple[Path, ast.Call]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.name == "catalogue.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in LOOKUPS:
                yield path, node


def _placeholders(template: str) -> set[str]:
    return {re.split(r"[.\[]", name)[0] for _, name, _, _ in string.Formatter().parse(template) if name is not None}


def test_each_message_is_a_literal_with_its_values() -> None:
    """A message that is put together at run time is in no catalogue, and a placeholder without a value is an error before people."""
    faults = []
    for path, call in _lookups():
        count = 1 if isinstance(call.func, ast.Name) and call.func.id == "tr" else 2
        texts = [arg.value if isinstance(arg, ast.Constant) else None for arg in call.args[:count]]
        given = {keyword.arg for keyword in call.keywords}
        for text in texts:
            if not isinstance(text, str):
                faults.append(f"{path.relative_to(PACKAGE)}:{call.lineno}: no literal")
            elif (count == 2 or given) and not _placeholders(text) <= given | {"n"}:
                faults.append(f"{path.relative_to(PACKAGE)}:{call.lineno}: {text}")
    assert not faults


def test_the_template_holds_every_message() -> None:
    """Translators get the messages of the program as it is: `python -m workshop.messages extract` writes them anew."""
    assert messages.TEMPLATE.read_text(encoding="utf-8") == messages.template_text(messages.collect())


@pytest.mark.slow
def test_the_collector_sees_each_message() -> None:
    """Babel sees no message inside an f-string, so that it would stay English without a word."""
    collected = {message.id if isinstance(message.id, str) else message.id[0] for message in messages.collect()}
    written = {text.value for _, call in _lookups() if isinstance(text := call.args[0], ast.Constant)}
    assert written - collected == set()


def test_german_is_complete() -> None:
    """Whoever changes a message changes its translation: `python -m workshop.messages extract`, translate, and `compile`."""
    with (messages.LOCALE / "de" / "LC_MESSAGES" / "numero_cam.po").open("rb") as file:
        german = read_po(file)
    done = {key(message) for message in german if message.id and all(forms(message.string)) and not message.fuzzy}
    assert {key(message) for message in messages.collect()} - {""} == done
    compiled = json.loads((messages.LOCALE / "de" / "page.json").read_text(encoding="utf-8"))
    assert compiled.get("Hint") == "Tipp"


def key(message: Message) -> str:
    """Return the English text of a message, of several forms the first."""
    return message.id if isinstance(message.id, str) else message.id[0]


def forms(text: str | Sequence[str] | None) -> Sequence[str]:
    """Return the forms of a translation; an empty one where there is none."""
    return (text or "",) if text is None or isinstance(text, str) else text


def test_a_translation_with_a_wrong_placeholder_is_refused() -> None:
    catalogue = Catalog(locale="de")
    catalogue.add("{name} wins", "{name} gewinnt")
    catalogue.add(("{n} card", "{n} cards"), ("{n} Karte", "{zahl} Karten"))
    catalogue.add("a {{brace}}", "eine {{Klammer}}")
    assert list(messages.faults(catalogue)) == ["de: '{n} card': its translation has {zahl}, which the message does not have"]


def left_in_english(text: str, ignored: frozenset[str] = frozenset()) -> list[str]:
    """Return the English words of a text that stand outside of the messages of the pseudo-language."""
    while BRACKETS.search(text):
        text = BRACKETS.sub(" ", text)
    return sorted(set(ENGLISH.findall(text)) - NO_ENGLISH - ignored)


COMMANDS = {
    "solve": ["solve", "--centre", "11r 8o 3b 5r", "--hand", "11g x3 -4 /2"],
    "solve, three takes": ["solve", "--centre", "11r 8o 3b 5r 2o", "--hand", "11g x3 -4 /2", "--top", "3", "--by", "cards"],
    "check": ["check", "8 + 4 = 12; 12", "--centre", "8b 4r 12g", "--hand", "12o", "--show-best"],
    "wrong check": ["check", "(13 + 12) x 2/6", "--centre", "13r 12b 2g", "--hand", "10o 2/5"],
    "wrong option": ["solve", "--hnad", "5r"],
    "no such file": ["read", "nothing.jpg"],
    "puzzle": ["puzzle", "make", "--seed", "3"],
    "score": ["score", "nothing.txt"],
    "help": ["--help"],
    "help of solve": ["solve", "--help"],
    "help of game": ["game", "--help"],
}


def _typed_words() -> frozenset[str]:
    """Return the words of commands, options and their choices, which are typed the same in every language, and of file names."""
    typed = {"jpg", "jsonl", "csv", "json", "txt", "toml", "sqrt", "cbrt"}

    def collect(command: Any) -> None:  # noqa: ANN401 - of Typer's copy of click, which is private
        names = [command.name or ""]
        for param in command.params:
            names += [*param.opts, *param.secondary_opts, *getattr(param.type, "choices", ()), str(param.default), str(param.metavar)]
        typed.update(word for name in names for word in re.findall(r"[a-z]+", str(name)))
        for inner in getattr(command, "commands", {}).values():
            collect(inner)

    collect(get_command(app))
    return frozenset(typed)


EXAMPLES = re.compile(r"^ +numero-cam .*$", re.MULTILINE)


#: Runs each command, and prints the text of each as JSON: in one process, as the language is read once.
RUN_EACH = """
import contextlib, io, json, sys
from numero_cam.cli.shell import run
for words in json.loads(sys.argv[1]):
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        run(words)
    print(json.dumps(printed.getvalue()))
"""


@pytest.mark.slow
def test_commands_leave_no_english(tmp_path: Path) -> None:
    """What a command prints in another language comes from the catalogue."""
    messages.pseudo(tmp_path / "locale")
    own = {"NUMERO_CAM_LOCALE": str(tmp_path / "locale"), "NUMERO_CAM_LANGUAGE": messages.PSEUDO_LANGUAGE}
    environment = {**os.environ, **own, "COLUMNS": "200", "HOME": str(tmp_path)}
    command = [sys.executable, "-c", RUN_EACH, json.dumps([*COMMANDS.values()])]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=tmp_path, check=True)
    for (name, words), line in zip(COMMANDS.items(), done.stdout.splitlines(), strict=True):
        printed = json.loads(line)
        assert "«" in printed, name
        typed = frozenset(re.findall(r"[a-z]+", " ".join(words))) | (_typed_words() if "--help" in words else frozenset())
        assert left_in_english(EXAMPLES.sub("", printed), typed) == [], (name, printed)
