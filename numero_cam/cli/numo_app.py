"""The commands ``numo`` and their options."""

from pathlib import Path
from typing import Annotated

import typer

HELP_NAMES = {"help_option_names": ["-h", "--help"]}

numo_app = typer.Typer(rich_markup_mode=None, context_settings=HELP_NAMES)

JudgedLevelOption = Annotated[
    int | None,
    typer.Option("--level", metavar="1-8", show_default=False, help="Only the melds of this level; without it every kind."),
]
CardsOption = Annotated[
    Path | None,
    typer.Option("--cards", metavar="FILE", show_default=False, help="TOML table of the characters and seasons on your cards."),
]
MeldRuleOption = Annotated[
    list[str] | None,
    typer.Option("--rule", metavar="NAME=VALUE", help="A rule that is open, as in docs/numo-rules.md: equal-parts=no. May be repeated."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object for other programs.")]


@numo_app.callback()
def numo() -> None:
    """NUMO, the rummy of number cards: its melds, and whether cards are one."""


@numo_app.command()
def melds(
    *,
    hand: Annotated[str, typer.Option(metavar="CARDS", help='Your cards after the draw: "3 4 7 7 28"; in full 7-troll-winter.')],
    table: Annotated[str, typer.Option(metavar="MELDS", help='Melds that lie on the table: "R 9 12 15; P 7 11 13".')] = "",
    level: JudgedLevelOption = None,
    cards: CardsOption = None,
    rule: MeldRuleOption = None,
    json: JsonOption = False,
) -> None:
    """Finds all melds of a hand, the best side by side, what can be laid off, and whether you can go out in this turn.

    \b
    Examples:
      numero-cam numo melds --hand "3 4 7 28 2 6 24 11 13 9 30"
      numero-cam numo melds --hand "6 18 3 4 7" --table "R 9 12 15" --level 6
      numero-cam numo melds --hand "90-dragon-winter 96-dragons-lair-winter 3" --level 2
    """
    from numero_cam.assistant.numo import Asked
    from numero_cam.cli.numo import run_melds

    run_melds(hand, table, Asked(level, cards, tuple(rule or ())), as_json=json)


@numo_app.command()
def check(
    *,
    cards_: Annotated[str, typer.Argument(metavar="CARDS", help='The cards of one meld: "7 4 28".')],
    level: JudgedLevelOption = None,
    cards: CardsOption = None,
    rule: MeldRuleOption = None,
    json: JsonOption = False,
) -> None:
    """Says whether cards are a meld, of which kinds, and of each other kind why not. The exit status is 1 where they are none.

    \b
    Examples:
      numero-cam numo check "7 4 28"
      numero-cam numo check "2 3 4 6 24" --level 8
      numero-cam numo check "3-dwarf-winter 7-dwarf-spring 11-dwarf-summer"
    """
    from numero_cam.assistant.numo import Asked
    from numero_cam.cli.numo import run_check

    run_check(cards_, Asked(level, cards, tuple(rule or ())), as_json=json)
