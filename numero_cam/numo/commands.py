"""``numero-cam numo``: melds, checks, scores, photos and games of NUMO."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from numero_cam.catalogue import tr
from numero_cam.cli.options import (
    BadArgumentsError,
    JsonOption,
    command_group,
    grouped,
    no_player,
    photo_only,
    print_json,
    raw_game,
    refused,
    say_notices,
)

if TYPE_CHECKING:
    from numero_cam.numo.photos import NumoPhoto
    from numero_cam.numo.play import NumoGameChoice, SimulatedNumoGames
    from numero_cam.numo.questions import HandMelds, MeldQuestion, MeldVerdict

numo_app = command_group()


class MeldOptions(NamedTuple):
    """Which melds count; see the help of these options."""

    level: Annotated[
        int | None,
        typer.Option("--level", metavar="1-8", show_default=False, help="Only the melds of this level; without it every kind."),
    ] = None
    rule: Annotated[
        list[str] | None,
        typer.Option(
            "--rule",
            metavar="NAME=VALUE",
            help="A rule of docs/numo-rules.md: equal-parts=no; or cards=FILE, your table of characters. May be repeated.",
        ),
    ] = None

    def question(self) -> "MeldQuestion":
        """Return the level and the rules by which melds are judged."""
        from numero_cam.numo.questions import MeldQuestion

        return MeldQuestion(self.level, *_rules_of(self.rule))


class NumoPhotoOptions(NamedTuple):
    """The options of a photo; see their help."""

    deck: Annotated[
        str | None,
        typer.Option(
            "--deck", metavar="NAME", show_default=False, help="The learned deck in the photo; auto finds it out, none uses no deck."
        ),
    ] = None
    correct: Annotated[
        list[str] | None,
        typer.Option("--correct", metavar="N=CARD", help="Mend card N of the photo: 3=7; 5=none where no card lies. May be repeated."),
    ] = None
    annotate: Annotated[
        Path | None,
        typer.Option(
            "--annotate", metavar="OUT.jpg", show_default=False, help="Write the photo with cards, melds and points drawn into it."
        ),
    ] = None


class NumoGameOptions(NamedTuple):
    """Which game is played; see the help of these options."""

    deck: Annotated[str, typer.Option(metavar="DECK", help="lower, upper, both, or lower with sets of the upper: lower+wizard+dragon.")] = (
        "lower"
    )
    level: Annotated[int, typer.Option(metavar="1-8", help="Which melds count, as in docs/numo-rules.md.")] = 1
    scoring: Annotated[str, typer.Option(metavar="NAME", help="melds: to 500; leftovers: to -500.")] = "melds"
    rule: Annotated[
        list[str] | None,
        typer.Option(
            "--rule",
            metavar="NAME=VALUE",
            help="A rule of docs/numo-rules.md: lay-before=no; or cards=FILE, your table of characters. May be repeated.",
        ),
    ] = None

    def choice(self) -> "NumoGameChoice":
        """Return the deck, level, scoring and rules of the game that is chosen."""
        from numero_cam.numo.play import NumoGameChoice

        return NumoGameChoice(self.deck, self.level, self.scoring, *_rules_of(self.rule))


def _rules_of(given: list[str] | None) -> tuple[Path | None, tuple[str, ...]]:
    """Return the file of the characters and seasons on the cards (the last ``cards=``), or None, and all other rules."""
    tables = [rule.partition("=")[2] for rule in given or () if rule.startswith("cards=")]
    return Path(tables[-1]) if tables else None, tuple(rule for rule in given or () if not rule.startswith("cards="))


@numo_app.callback()
def numo() -> None:
    """NUMO, the rummy of number cards: melds, points, and whole games."""


@numo_app.command()
@grouped
def melds(
    *,
    hand: Annotated[str, typer.Option(metavar="CARDS", help='Your cards after the draw: "3 4 7 7 28"; in full 7-troll-winter.')],
    table: Annotated[str, typer.Option(metavar="MELDS", help='Melds that lie on the table: "R 9 12 15; P 7 11 13".')] = "",
    options: MeldOptions,
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
    from numero_cam.numo.questions import find_melds
    from numero_cam.numo.words import hand_hint
    from numero_cam.text import console

    with _options_refused():
        found = find_melds(hand, table, options.question())
    if hint is not None:
        sentence = hand_hint(found.hinted, len(found.lays), hint)
        print_json({"hint": sentence, "strength": hint}) if json else console.print_sentence(sentence)
    elif json:
        print_json(found.to_dict())
    else:
        _print_melds(found)


def _print_melds(found: "HandMelds") -> None:
    from numero_cam.numo.words import ASSUMED, cards_line, kinds_words, meld_words, melds_sentence, way_words
    from numero_cam.text import console

    console.print_sentence(melds_sentence(found.best))
    print()
    rows = [(meld.kind.value, meld_words(meld), str(meld.value)) for meld in found.melds]
    if rows:
        console.print_table((tr("kind"), tr("meld"), tr("points")), rows, numbers=(2,))
    laid = [
        tr("On {meld} you can lay {cards}.", meld=meld_words(found.table[place]), cards=cards_line(cards)) for place, cards in found.lays
    ]
    out = tr("You can go out: {way}.", way=way_words(found.way, found.table)) if found.way else tr("You cannot go out in this turn.")
    if found.needed and not found.way:
        out = " ".join((out, tr("A meld of {kinds} is needed for that.", kinds=kinds_words(found.needed))))
    console.print_lines([*laid, out, *([ASSUMED] if found.assumed else [])])


@numo_app.command()
@grouped
def check(
    *,
    cards_: Annotated[str, typer.Argument(metavar="CARDS|PHOTO", help='The cards of one meld, "7 4 28", or a photo of rows of cards.')],
    options: MeldOptions,
    of_photo: NumoPhotoOptions,
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
    from numero_cam.numo.questions import check_meld

    asked = options.question()
    if _is_photo(cards_):
        _check_photo(cards_, asked, of_photo, as_json=json)
        return
    _refuse_without_photo(of_photo)
    with _options_refused():
        verdict = check_meld(cards_, asked)
    if json:
        print_json(verdict.to_dict())
    else:
        _print_verdict(verdict)
    if not verdict.kinds:
        raise typer.Exit(1)


def _print_verdict(verdict: "MeldVerdict") -> None:
    from numero_cam.numo.words import ASSUMED, cards_line, is_meld_line, kind_words
    from numero_cam.text import console

    console.print_sentence(is_meld_line(cards_line(verdict.cards), verdict.kinds))
    if not verdict.kinds:
        print()
        console.print_table((tr("kind"), tr("why not")), [(kind_words(kind), reason) for kind, reason in verdict.reasons])
    if verdict.assumed:
        console.print_lines([ASSUMED])


def _check_photo(name: str, asked: "MeldQuestion", options: NumoPhotoOptions, *, as_json: bool) -> None:
    """Print for each row of a photo whether it is a meld and why not."""
    from numero_cam.numo.photos import check_lines

    photo = _read_photo(name, asked, options)
    _print_photo(photo, check_lines(photo), options, as_json=as_json)
    if not photo.all_melds:
        raise typer.Exit(1)


@numo_app.command()
@grouped
def score(
    *,
    photo: Annotated[
        str | None, typer.Argument(metavar="[PHOTO]", show_default=False, help="A photo of melds or leftovers, open in rows.")
    ] = None,
    melds: Annotated[str | None, typer.Option(metavar="MELDS", show_default=False, help='Melds to add: "3 4 7; R 9 12 15".')] = None,
    left: Annotated[str | None, typer.Option(metavar="CARDS", show_default=False, help='Cards left in a hand: "7 12 30".')] = None,
    options: MeldOptions,
    of_photo: NumoPhotoOptions,
    json: JsonOption = False,
) -> None:
    """Adds the melds of whoever went out, or counts the cards that were left in a hand against their player.

    \b
    Examples:
      numero-cam numo score --melds "+ 3 4 7; R 9 12 15 18"
      numero-cam numo score --left "7 12 30 144"
      numero-cam numo score melds.jpg
    """
    from numero_cam.numo.play import score as score_of
    from numero_cam.numo.words import meld_words
    from numero_cam.text import console
    from numero_cam.text.words import count

    asked = options.question()
    if photo is not None and not _is_photo(photo):
        raise BadArgumentsError(tr('"{photo}" is no photo; give cards by --melds "3 4 7; R 9 12 15" or --left "7 12 30"', photo=photo))
    if photo is not None:
        if melds is not None or left is not None:
            raise BadArgumentsError(tr("give a photo or cards (--melds, --left), not both"))
        _score_photo(photo, asked, of_photo, as_json=json)
        return
    _refuse_without_photo(of_photo)
    if (melds is None) == (left is None):
        raise BadArgumentsError(tr("give a photo, the melds of whoever went out (--melds), or the cards that were left in a hand (--left)"))
    with _options_refused():
        scored = score_of(melds, left, asked)
    if json:
        print_json(scored.to_dict())
        return
    console.print_sentence(f"{count(scored.points, 'point')}.")
    rows = [(meld_words(meld), str(meld.value)) for meld in scored.melds] or [(str(card.number), str(-card.number)) for card in scored.left]
    print()
    console.print_table((tr("meld") if scored.melds else tr("card left"), tr("points")), rows, numbers=(1,))


def _score_photo(name: str, asked: "MeldQuestion", options: NumoPhotoOptions, *, as_json: bool) -> None:
    """Print the points of the cards of a photo as melds and as leftovers; exit with status 1 where a card is unknown."""
    from numero_cam.numo.photos import score_lines

    photo = _read_photo(name, asked, options)
    _print_photo(photo, score_lines(photo), options, as_json=as_json)
    if photo.unknown:
        raise typer.Exit(1)


def _is_photo(text: str) -> bool:
    """Return whether an argument names a file instead of cards: a file that exists, or a name with an ending."""
    return Path(text).is_file() or (Path(text).suffix[1:].isalnum() and not Path(text).suffix[1:].isdigit() and " " not in text)


def _refuse_without_photo(options: NumoPhotoOptions) -> None:
    """Refuse options that have no meaning for typed cards."""
    wrong = [f"--{name}" for name, value in options._asdict().items() if value]
    if wrong:
        raise BadArgumentsError(photo_only(wrong))


def _read_photo(name: str, asked: "MeldQuestion", options: NumoPhotoOptions) -> "NumoPhoto":
    from numero_cam.app.corrections import CorrectionError
    from numero_cam.cli.photos import check_annotate
    from numero_cam.numo.photos import open_numo_reader, parse_numo_corrections, read_numo_photo

    check_annotate(options.annotate, [name])
    with refused(CorrectionError, "--correct "):
        corrections = parse_numo_corrections(tuple(options.correct or ()))
    with _options_refused():
        asked.kinds()  # before the models are loaded
        reader, left_out = open_numo_reader(options.deck)
        for line in left_out:
            say_notices([tr("left out: {line}", line=line)])
        return read_numo_photo(name, asked, reader, corrections)


def _print_photo(photo: "NumoPhoto", lines: list[str], options: NumoPhotoOptions, *, as_json: bool) -> None:
    """Print lines on a photo, its unknown cards and problems, or JSON; write the annotated photo if there is a file for it."""
    from numero_cam.cli.photos import annotate
    from numero_cam.numo.words import ASSUMED
    from numero_cam.text import console

    if as_json:
        print_json(photo.to_dict())
    else:
        unknown = [tr("Card {number} of the photo is not known: its points are missing.", number=n) for n in photo.unknown]
        assumed = any(row.verdict and row.verdict.assumed and not row.is_meld for row in photo.rows)
        problems = [tr("Problem: {problem}", problem=problem) for problem in photo.state.problems]
        console.print_lines([*lines, *unknown, *problems, *([ASSUMED] if assumed else [])])
    if options.annotate:
        annotate(options.annotate, photo)


@contextmanager
def _options_refused() -> Iterator[None]:
    """Turn an error about a level, a rule or a deck into one about arguments."""
    from numero_cam.numo.rules.options import NumoOptionsError

    with refused(NumoOptionsError):
        yield


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
    from numero_cam.app.kept_games import load_game
    from numero_cam.base.errors import GameError
    from numero_cam.numo.play import game_dict
    from numero_cam.numo.rules.game_text import read_game
    from numero_cam.numo.terminal_play import print_sheet
    from numero_cam.numo.words import game_lines
    from numero_cam.text import console

    reading = load_game(str(file), raw_game(file), read_game)
    if reading.game is not None and json:
        print_json(game_dict(reading, reading.game))
    elif reading.game is not None:
        console.print_lines(game_lines(reading.game))
        print_sheet(reading.game)
    if reading.error is not None:
        sys.stdout.flush()
        raise GameError(f"{file}: {reading.error}")


@numo_app.command(hidden=True)  # for who works on the players
@grouped
def simulate(
    *,
    players: Annotated[str, typer.Option(metavar="NAMES", help="Who plays, 2-6 of greedy and random.")] = "greedy,random",
    games: Annotated[int, typer.Option(min=1, metavar="N", help="How many games.")] = 10,
    hands: Annotated[int, typer.Option(min=1, max=10_000, metavar="N", help="After so many hands a game is left without a winner.")] = 500,
    seed: Annotated[str, typer.Option(metavar="SEED", help="Shuffles the cards: the same seed, the same games.")] = "1",
    chosen: NumoGameOptions,
    json: JsonOption = False,
) -> None:
    """Plays many games among programs and says who wins. The seats go round from game to game.

    \b
    Examples:
      numero-cam numo simulate --players greedy,random --games 20
      numero-cam numo simulate --players greedy,greedy,greedy --deck both --level 2 --scoring leftovers
    """
    from numero_cam.numo.play import NumoResult, SimulatedNumoGames, make_options, play_many
    from numero_cam.numo.rules.players import PLAYERS
    from numero_cam.text import console

    names = [name.strip() for name in players.split(",")]
    if unknown := [name for name in names if name not in PLAYERS]:
        raise BadArgumentsError(no_player("--players", unknown[0], PLAYERS))
    with _options_refused():
        options = make_options(chosen.choice(), len(names))
    results: list[NumoResult] = []
    with console.progress(games, tr("Games"), quiet=json) as advance:
        for result in play_many(options, names, games, seed, hands):
            results.append(result)
            advance()
    simulated = SimulatedNumoGames(options, tuple(names), seed, tuple(results))
    if json:
        print_json(simulated.to_dict())
    else:
        _print_simulated(simulated, hands)


def _print_simulated(simulated: "SimulatedNumoGames", hands: int) -> None:
    from statistics import fmean

    from numero_cam.games.shared.statistics import share_interval
    from numero_cam.text import console
    from numero_cam.text.words import count

    games, rows = len(simulated.results), []
    for one in simulated.standings:
        low, high = share_interval(one.wins, games)
        share = tr("{low:.0%} to {high:.0%}", low=low, high=high)
        rows.append((one.name, str(one.wins), share, str(one.shared), f"{fmean(one.scores):.1f}"))
    head = (tr("player"), tr("won"), tr("share (95 %)"), tr("shared"), tr("points a game"))
    console.print_table(head, rows, numbers=(1, 2, 3, 4))
    lines = [tr("{games} of {hands:.1f} hands.", games=count(games, "game"), hands=simulated.mean_hands)]
    if simulated.unended:
        lines.append(tr("{games} of them had no end after {hands} hands.", games=simulated.unended, hands=hands))
    console.print_lines([*lines, *(tr("Note: {warning}.", warning=warning) for warning in simulated.options.warnings())])


@numo_app.command()
@grouped
def play(
    *,
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", show_default=False, help="A saved game to go on with; you are its first player.")
    ] = None,
    name: Annotated[str, typer.Option(metavar="NAME", help="Your name.")] = tr("Player"),
    against: Annotated[str, typer.Option(metavar="PLAYER", help="greedy or random.")] = "greedy",
    players: Annotated[int, typer.Option(metavar="2-6", help="How many play, you among them.")] = 2,
    seed: Annotated[
        str | None, typer.Option(metavar="SEED", show_default=False, help="Shuffles the cards: the same seed, the same game.")
    ] = None,
    chosen: NumoGameOptions,
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
    from numero_cam.numo.terminal_play import run_play

    run_play(file, chosen.choice(), name=name, against=against, players=players, seed=seed, rise=rise)
