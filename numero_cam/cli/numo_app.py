"""The commands ``numo`` and their options."""

from pathlib import Path
from typing import Annotated

import typer

from numero_cam.cli.options import GamesProgressOption

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
NumoDeckOption = Annotated[
    str | None,
    typer.Option("--deck", metavar="NAME", show_default=False, help="The learned deck in the photo; auto finds it out, none uses no deck."),
]
NumoCorrectOption = Annotated[
    list[str] | None,
    typer.Option("--correct", metavar="N=CARD", help="Mend card N of the photo: 3=7; 5=none where no card lies. May be repeated."),
]
NumoAnnotateOption = Annotated[
    Path | None,
    typer.Option("--annotate", metavar="OUT.jpg", show_default=False, help="Write the photo with cards, melds and points drawn into it."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object for other programs.")]

DeckOption = Annotated[str, typer.Option(metavar="DECK", help="lower, upper, both, or lower with sets of the upper: lower+wizard+dragon.")]
LevelOption = Annotated[int, typer.Option(metavar="1-8", help="Which melds count, as in docs/numo-rules.md.")]
ScoringOption = Annotated[str, typer.Option(metavar="NAME", help="melds: to 500; leftovers: to -500.")]
RuleOption = Annotated[
    list[str] | None,
    typer.Option("--rule", metavar="NAME=VALUE", help="A rule that is open, as in docs/numo-rules.md: lay-before=no. May be repeated."),
]


@numo_app.callback()
def numo() -> None:
    """NUMO, the rummy of number cards: melds, points, and whole games."""


@numo_app.command()
def melds(
    *,
    hand: Annotated[str, typer.Option(metavar="CARDS", help='Your cards after the draw: "3 4 7 7 28"; in full 7-troll-winter.')],
    table: Annotated[str, typer.Option(metavar="MELDS", help='Melds that lie on the table: "R 9 12 15; P 7 11 13".')] = "",
    level: JudgedLevelOption = None,
    cards: CardsOption = None,
    rule: MeldRuleOption = None,
    hint: Annotated[
        int | None,
        typer.Option(min=1, max=4, metavar="1-4", show_default=False, help="Only a hint: 1 says least, 4 the whole meld."),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Finds all melds of a hand, the best side by side, what can be laid off, and whether you can go out in this turn.

    \b
    Examples:
      numero-cam numo melds --hand "3 4 7 28 2 6 24 11 13 9 30"
      numero-cam numo melds --hand "6 18 3 4 7" --table "R 9 12 15" --level 6
      numero-cam numo melds --hand "6 18 3 4 7 28" --level 4 --hint 2
      numero-cam numo melds --hand "90-dragon-winter 96-dragons-lair-winter 3" --level 2
    """
    from numero_cam.cli.numo import run_melds
    from numero_cam.numo.questions import Asked

    run_melds(hand, table, Asked(level, cards, tuple(rule or ())), as_json=json, strength=hint)


@numo_app.command()
def check(
    *,
    cards_: Annotated[str, typer.Argument(metavar="CARDS|PHOTO", help='The cards of one meld, "7 4 28", or a photo of rows of cards.')],
    level: JudgedLevelOption = None,
    cards: CardsOption = None,
    rule: MeldRuleOption = None,
    deck: NumoDeckOption = None,
    correct: NumoCorrectOption = None,
    annotate: NumoAnnotateOption = None,
    json: JsonOption = False,
) -> None:
    """Says whether cards are a meld, of which kinds, and of each other kind why not. The exit status is 1 where they are none.

    In a photo each row is judged by itself; between rows that lie beside each other leave the width of a card.

    \b
    Examples:
      numero-cam numo check "7 4 28"
      numero-cam numo check "2 3 4 6 24" --level 8
      numero-cam numo check "3-dwarf-winter 7-dwarf-spring 11-dwarf-summer"
      numero-cam numo check melds.jpg --level 6
      numero-cam numo check melds.jpg --correct 3=7 --annotate checked.jpg
    """
    from numero_cam.cli.numo import NumoPhotoOptions, is_photo, refuse_without_photo, run_check, run_check_photo
    from numero_cam.numo.questions import Asked

    options = NumoPhotoOptions(deck, tuple(correct or ()), annotate)
    if is_photo(cards_):
        run_check_photo(cards_, Asked(level, cards, tuple(rule or ())), options, as_json=json)
        return
    refuse_without_photo(options)
    run_check(cards_, Asked(level, cards, tuple(rule or ())), as_json=json)


@numo_app.command()
def score(
    *,
    photo: Annotated[
        str | None, typer.Argument(metavar="[PHOTO]", show_default=False, help="A photo of melds or leftovers, open in rows.")
    ] = None,
    melds: Annotated[str | None, typer.Option(metavar="MELDS", show_default=False, help='Melds to add: "3 4 7; R 9 12 15".')] = None,
    left: Annotated[str | None, typer.Option(metavar="CARDS", show_default=False, help='Cards left in a hand: "7 12 30".')] = None,
    level: JudgedLevelOption = None,
    cards: CardsOption = None,
    rule: MeldRuleOption = None,
    deck: NumoDeckOption = None,
    correct: NumoCorrectOption = None,
    annotate: NumoAnnotateOption = None,
    json: JsonOption = False,
) -> None:
    """Adds the melds of whoever went out, or counts the cards that were left in a hand against their player.

    \b
    Examples:
      numero-cam numo score --melds "+ 3 4 7; R 9 12 15 18"
      numero-cam numo score --left "7 12 30 144"
      numero-cam numo score melds.jpg
    """
    from numero_cam.cli.numo import NumoPhotoOptions, is_photo, refuse_without_photo, run_score, run_score_photo
    from numero_cam.cli.options import BadArgumentsError
    from numero_cam.numo.questions import Asked

    options = NumoPhotoOptions(deck, tuple(correct or ()), annotate)
    if photo is not None and not is_photo(photo):
        raise BadArgumentsError(f'"{photo}" is no photo; give cards by --melds "3 4 7; R 9 12 15" or --left "7 12 30"')
    if photo is not None:
        run_score_photo(photo, melds, left, Asked(level, cards, tuple(rule or ())), options, as_json=json)
        return
    refuse_without_photo(options)
    if (melds is None) == (left is None):
        raise BadArgumentsError("give a photo, the melds of whoever went out (--melds), or the cards that were left in a hand (--left)")
    run_score(melds, left, Asked(level, cards, tuple(rule or ())), as_json=json)


@numo_app.command()
def replay(
    *,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A game as text; - for standard input.")],
    json: JsonOption = False,
) -> None:
    """Tells a game turn by turn and prints its score sheet. What is wrong in the file is said with line and rule; then the status is 1.

    \b
    Examples:
      numero-cam numo replay ours.txt
    """
    from numero_cam.cli.numo import run_replay

    run_replay(file, as_json=json)


@numo_app.command()
def simulate(
    *,
    players: Annotated[str, typer.Option(metavar="NAMES", help="Who plays, 2-6 of greedy and random.")] = "greedy,random",
    games: Annotated[int, typer.Option(min=1, metavar="N", help="How many games.")] = 10,
    hands: Annotated[int, typer.Option(min=1, max=10_000, metavar="N", help="After so many hands a game is left without a winner.")] = 500,
    seed: Annotated[str, typer.Option(metavar="SEED", help="Shuffles the cards: the same seed, the same games.")] = "1",
    deck: DeckOption = "lower",
    level: LevelOption = 1,
    scoring: ScoringOption = "melds",
    cards: CardsOption = None,
    rule: RuleOption = None,
    json: JsonOption = False,
    progress: GamesProgressOption = False,
) -> None:
    """Plays many games among programs and says who wins. The seats go round from game to game.

    \b
    Examples:
      numero-cam numo simulate --players greedy,random --games 20
      numero-cam numo simulate --players greedy,greedy,greedy --deck both --level 2 --scoring leftovers
    """
    from numero_cam.cli.numo import run_simulate
    from numero_cam.numo.play import Choice

    names = [name.strip() for name in players.split(",")]
    run_simulate(names, games, hands, seed, Choice(deck, level, scoring, cards, tuple(rule or ())), as_json=json, progress=progress)


@numo_app.command()
def play(
    *,
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", show_default=False, help="A saved game to go on with; you are its first player.")
    ] = None,
    name: Annotated[str, typer.Option(metavar="NAME", help="Your name.")] = "Player",
    against: Annotated[str, typer.Option(metavar="PLAYER", help="greedy or random.")] = "greedy",
    players: Annotated[int, typer.Option(metavar="2-6", help="How many play, you among them.")] = 2,
    seed: Annotated[
        str | None, typer.Option(metavar="SEED", show_default=False, help="Shuffles the cards: the same seed, the same game.")
    ] = None,
    deck: DeckOption = "lower",
    level: LevelOption = 1,
    scoring: ScoringOption = "melds",
    cards: CardsOption = None,
    rule: RuleOption = None,
    rise: Annotated[bool, typer.Option("--rise", help="After each game that ends go on with the next level.")] = False,
) -> None:
    """Plays a game with you in the terminal. hint helps, more each time it is asked; help lists all there is.

    \b
    Examples:
      numero-cam numo play
      numero-cam numo play --level 2 --players 3 --scoring leftovers
      numero-cam numo play --rise
      numero-cam numo play mygame.txt
    """
    from numero_cam.cli.numo import run_play
    from numero_cam.numo.play import Choice

    choice = Choice(deck, level, scoring, cards, tuple(rule or ()))
    run_play(file, choice, name=name, against=against, players=players, seed=seed, rise=rise)
