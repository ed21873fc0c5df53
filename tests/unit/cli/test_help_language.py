"""The help and the refusals of the command line in another language."""

import pytest
import typer.core
from typer.main import get_command

from numero_cam.cli import help_language, shell
from numero_cam.cli.app import app


@pytest.fixture
def brackets(monkeypatch: pytest.MonkeyPatch) -> None:
    """A language in which every text that the catalogue gets stands between brackets."""
    known = {text for _, text in help_language.help_texts()}
    context = get_command(app).context_class
    monkeypatch.setattr(context, "formatter_class", context.formatter_class)  # put back after the test
    monkeypatch.setitem(vars(typer.core), "_", vars(typer.core)["_"])
    monkeypatch.setattr(shell, "is_english", lambda: False)
    monkeypatch.setattr(help_language, "translate", lambda text: f"<{text}>" if text in known else text)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("solve --hnad 5", "<No such option: --hnad (Possible options: "),
        ("slove", "<No such command 'slove'. Did you mean 'solve', "),
        ("watch 0 --top x", "<Invalid value for '--top': <'x' is not a valid int range>>"),
        ("watch 0 --top 0", "<Invalid value for '--top': <0 is not in the range x>=1>>"),
        ("solve --by x", "<Invalid value for '--by': <'x' is not one of 'points', 'cards'>>"),
        ("solve --think nan", "<Invalid value for '--think': nan is no number that can be counted with; "),
        ("solve --top", "<Option '--top' requires an argument>"),
        ("solve --advise=3", "<Option '--advise' does not take a value>"),
        ("read", "<Missing argument '<PHOTO...>'>"),
        ("deck learn a.jpg", "<Missing option '--name'>"),
        ("play a b", "<Got unexpected extra argument(s) (b)>"),
    ],
)
@pytest.mark.usefixtures("brackets")
def test_what_typer_refuses_is_translated(arguments: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert shell.run(arguments.split()) == shell.BAD_ARGUMENTS
    assert capsys.readouterr().err.startswith(f"numero-cam: {told}")


@pytest.mark.parametrize("command", ["", "solve", "deck learn", "play"])
@pytest.mark.usefixtures("brackets")
def test_help_leaves_only_what_is_typed_and_default_values(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert shell.run([*command.split(), "--help"]) == 0
    for line in capsys.readouterr().out.splitlines():
        if line and not line.startswith(" "):
            assert line.startswith("<"), line  # the usage and the headings


def test_the_catalogue_gets_every_text_once() -> None:
    texts = [text for _, text in help_language.help_texts()]
    assert len(texts) == len(set(texts))
    assert {"Usage: ", "What counts", "Examples:", "How long it thinks.", "N=CARD", "a file of yours"} <= set(texts)
    assert not {text for text in texts if text.startswith("numero-cam ")}  # examples are the same in every language
