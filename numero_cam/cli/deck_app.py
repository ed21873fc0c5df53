"""The commands of ``deck`` and their options."""

from pathlib import Path
from typing import Annotated

import typer

from numero_cam.assistant.choices import DeckGame, Flip, Paper

deck_app = typer.Typer(rich_markup_mode=None, context_settings={"help_option_names": ["-h", "--help"]})

PaperOption = Annotated[Paper, typer.Option(help="Size of the paper.")]
CharactersOption = Annotated[
    Path | None,
    typer.Option(metavar="FILE", show_default=False, help="NUMO: TOML table of which character and season stand on which number."),
]


@deck_app.callback()
def deck() -> None:
    """Packs of cards: yours, which the program learns from photos, and the project's own, to print and cut."""


@deck_app.command("print")
def print_deck(
    *,
    out: Annotated[Path, typer.Argument(metavar="OUT.pdf", help="The file to write.")],
    paper: PaperOption = "a4",
    cards: Annotated[
        str | None, typer.Option(metavar="CARDS", show_default=False, help='These cards only, such as "7r 15o x3"; without, all.')
    ] = None,
    backs: Annotated[bool, typer.Option("--backs/--no-backs", help="Whether each sheet is followed by its reverse.")] = True,
    flip: Annotated[Flip, typer.Option(help="The edge over which your printer turns a sheet printed on both sides.")] = "long",
    answers: Annotated[
        Path | None, typer.Option(metavar="OUT.txt", show_default=False, help="Also write which card lies where on each sheet.")
    ] = None,
    game: Annotated[DeckGame, typer.Option(help="Whose cards: the 89 of Numero or the 80 of NUMO.")] = "numero",
    characters: CharactersOption = None,
) -> None:
    """Writes the project's own deck as a PDF to print and cut.

    Nine cards of 63 x 88 mm a sheet, with lines to cut along, backs on the reverse pages. Print at 100 %, on both sides. Each colour has
    its form too: red square, blue disc, green hexagon, orange diamond.

    \b
    Examples:
      numero-cam deck print deck.pdf
      numero-cam deck print deck.pdf --paper letter --flip short
      numero-cam deck print spare.pdf --cards "7r 15o x3" --no-backs
      numero-cam deck print deck.pdf --answers answers.txt
      numero-cam deck print numo.pdf --game numo
    """
    from numero_cam.cli.deck import run_print

    run_print(out, cards=cards, paper=paper, backs=backs, flip=flip, answers_out=answers, game=game, table=characters)


NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="Name of the deck.")]


@deck_app.command("learn")
def learn_deck(
    *,
    photos: Annotated[list[str], typer.Argument(metavar="PHOTO...", help="Photos of the pack laid out open, in rows.")],
    name: Annotated[str, typer.Option(metavar="NAME", help="A name for the deck.")],
    answers: Annotated[
        Path | None,
        typer.Option(metavar="FILE", show_default=False, help="Which cards lie in the photos; without it you are asked about unsure ones."),
    ] = None,
    copies: Annotated[int, typer.Option(min=1, max=20, metavar="N", help="How many of each card one pack has.")] = 1,
    replace: Annotated[bool, typer.Option("--replace", help="Replace a learned deck of this name.")] = False,
    ask: Annotated[bool, typer.Option("--ask/--no-ask", help="Whether to ask for cards that are not sure, or to leave them out.")] = True,
    game: Annotated[DeckGame, typer.Option(help="Whose cards these are.")] = "numero",
    characters: CharactersOption = None,
) -> None:
    """Learns what the cards of your own pack look like.

    Lay the pack out in rows, no card on another, and take a few photos that it fills, in the light that you play in; a face may be in
    several, a back too. The answers are a text file with a line for each row, an empty line between photos, and none for a back or
    joker; deck print --answers writes one. Or .json: {"image": "a.jpg", "cards": [{"label": "7r", "quad": [[x, y], ...]}]}, or a list.

    \b
    Examples:
      numero-cam deck learn --name mine a.jpg b.jpg c.jpg
      numero-cam deck learn --name mine a.jpg b.jpg --answers rows.txt
      numero-cam deck learn --name tiles *.jpg --copies 2 --replace
      numero-cam deck learn --name ours *.jpg --game numo --answers rows.txt
    """
    from numero_cam.cli.deck_learn import run_learn

    run_learn(name, photos, answers=answers, copies=copies, replace=replace, ask=ask, game=game, table=characters)


@deck_app.command("list")
def list_decks() -> None:
    """Lists the decks that are known, and the one in use."""
    from numero_cam.cli.decks import run_list

    run_list()


@deck_app.command("show")
def show_deck(*, name: NameArgument) -> None:
    """Shows which faces of a deck are known."""
    from numero_cam.cli.decks import run_show

    run_show(name)


@deck_app.command("use")
def use_deck(
    *, name: Annotated[str, typer.Argument(metavar="NAME", help="Name of the deck; auto finds it out for each photo, none uses no deck.")]
) -> None:
    """Reads photos by this deck from now on, where --deck names no other.

    \b
    Examples:
      numero-cam deck use mine
      numero-cam deck use auto
    """
    from numero_cam.cli.decks import run_use

    run_use(name)


@deck_app.command("remove")
def remove_deck(*, name: NameArgument) -> None:
    """Forgets a learned deck."""
    from numero_cam.cli.decks import run_remove

    run_remove(name)
