"""``numero-cam game`` and ``play``, their options, and the games of the live table that were kept."""

import sys
import time
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple, get_args

import typer

from numero_cam.catalogue import ngettext, tr
from numero_cam.cli.options import (
    BadArgumentsError,
    GameOptions,
    check_out,
    command_group,
    effort_of,
    finite,
    games_address,
    grouped,
    make_options,
    no_player,
    print_json,
    raw_game,
    written_options,
)
from numero_cam.cli.watch import watch_game
from numero_cam.games.numero.rules.choices import By, CharacterName

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numero_cam.app.kept_games import SimulatedGames
    from numero_cam.app.table_games import RecordEntry, Records, TableGame
    from numero_cam.games.numero.engine import Game
    from numero_cam.games.numero.engine.history import GameHistory
    from numero_cam.games.numero.players.analysis import GameAnalysis

MAX_NUMBER_DIGITS = 10  #: Maximum number of digits of the number of a game.
NumberArgument = Annotated[int, typer.Argument(min=1, metavar="N", help="Number of the game, as game list shows it.")]
OneJsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object for other programs.")]


def list_games(*, json: Annotated[bool, typer.Option("--json", help="Print JSON for other programs, one object a line.")] = False) -> None:
    """Lists the games of the live table, newest first: when, who, the scores, and whether they are over.

    \b
    Examples:
      numero-cam game list
      numero-cam game list --json
    """
    from numero_cam.app.table_games import UNCOUNTED, listed_games, open_games
    from numero_cam.text import console

    with open_games(games_address()) as store:
        games = listed_games(store)
    if json:
        for game in games:
            print_json(game.to_dict())
    elif games:
        rows = [(str(game.kept.game), game.when, _scores(game), game.snapshot.by, game.status) for game in games]
        console.print_table((tr("game"), tr("began"), tr("scores"), tr("by"), tr("stands")), rows, numbers=(0,))
        if any(game.snapshot is UNCOUNTED for game in games):
            console.print_lines([tr("Some games were not counted yet; this counts all: numero-cam game records")])
    else:
        console.print_lines([tr("No game of the live table was kept yet; play one: numero-cam live")])


def export_game(
    *,
    number: NumberArgument,
    outs: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE...",
            help="Files to write: .html, the score sheet to print; .csv, the same for a spreadsheet; .txt, the game as text.",
        ),
    ],
) -> None:
    """Writes a game of the live table to files: its score sheet with every item on a line, or the game itself, for game replay and play.

    \b
    Examples:
      numero-cam game export 3 sheet.html
      numero-cam game export 3 sheet.csv game.txt
    """
    for out in outs:
        check_out(out, (".html", ".htm", ".csv", ".txt"), "FILE")
    table_game = _table_game(number)
    from numero_cam.app.table_games import export

    for path in export(table_game, outs):
        print(tr("Game {number} is in {file}", number=number, file=path))


def delete_game(*, number: NumberArgument, yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False) -> None:
    """Removes a game of the live table, so that nothing of it stays in the file. It asks first.

    Files that you exported, and recordings, are yours to remove.

    \b
    Examples:
      numero-cam game delete 3
      numero-cam game delete 3 --yes
    """
    table_game = _table_game(number)
    from numero_cam.app.table_games import open_games, remove

    if not yes:
        if not sys.stdin.isatty():
            raise BadArgumentsError(tr("nobody is there to be asked; say --yes to delete the game"))
        if not typer.confirm(tr("Delete {game}, {scores}? It cannot be brought back.", game=table_game.title, scores=_scores(table_game))):
            print(tr("Nothing was deleted."))
            return
    with open_games(games_address()) as store:
        remove(store, number)
    print(tr("Game {number} was deleted. Files that you exported, and recordings, are yours to remove.", number=number))


def show_records(*, json: OneJsonOption = False) -> None:
    """Shows the records of the live table: the best take, the highest score, and what each player reached.

    Games for points and games for cards are counted apart. Scores count of games that were played to their end, takes of all.

    \b
    Example:
      numero-cam game records
    """
    from numero_cam.app.table_games import open_games, records, table_games
    from numero_cam.text import console

    with open_games(games_address()) as store:
        games = table_games(store)
    of_kinds = [records(games, by) for by in get_args(By)]
    if json:
        print_json({each.by: each.to_dict() for each in of_kinds})
        return
    if not any(each.players for each in of_kinds):
        console.print_lines([tr("There are no records yet; play a game: numero-cam live")])
    for each in of_kinds:
        if each.players:
            _print_records(each)


def _print_records(records: "Records") -> None:
    from numero_cam.text import console

    lines = [tr("Games for points") if records.by == "points" else tr("Games for cards")]
    lines += [tr("Best take: {record}. {take}", record=_record_words(take, records.by), take=take.words) for take in records.takes]
    lines += [tr("Highest score: {record}.", record=_record_words(score, records.by)) for score in records.scores]
    console.print_lines(lines)
    rows = [
        (
            one.player,
            str(one.games),
            str(one.wins),
            "" if one.best_score is None else str(one.best_score),
            "" if one.mean_score is None else f"{one.mean_score:.1f}",
            str(one.best_take),
        )
        for one in records.players
    ]
    head = (tr("player"), tr("games"), tr("wins"), tr("best score"), tr("mean score"), tr("best take"))
    console.print_table(head, rows, numbers=range(1, 6))


def _record_words(reached: "RecordEntry", by: By) -> str:
    """Return a record in words: its count, player, game and date."""
    from numero_cam.text.words import count

    won = count(reached.count, by.removesuffix("s"))
    return tr("{count}, {record.player} (game {record.game}, {record.when})", count=won, record=reached)


def _scores(game: "TableGame") -> str:  # of each player, in words
    return ", ".join(f"{name} {game.scores[name]}" if name in game.scores else name for name in game.names)


def _game_history(number: int) -> "GameHistory":
    from numero_cam.app.table_games import kept_history, open_games

    with open_games(games_address()) as store:
        return kept_history(store.lines(number))


def _table_game(number: int) -> "TableGame":
    from numero_cam.app.table_games import open_games, table_game

    with open_games(games_address()) as store:
        return table_game(store, number)


game_app = command_group()

ThinkOption = Annotated[
    float, typer.Option(min=0.05, max=60, callback=finite, metavar="SECONDS", help="How long champion and expert think about a play.")
]
PlayThinkOption = Annotated[
    float,
    typer.Option(min=0.05, max=60, callback=finite, metavar="SECONDS", help="How long a player that searches and the advice think."),
]
CharacterOption = Annotated[
    CharacterName,
    typer.Option(
        metavar="CHARACTER",
        help="Playing for points, how computers bluff and challenge: honest for a game without bluffs, careful, or bold.",
    ),
]
SeedOption = Annotated[str, typer.Option(metavar="SEED", help="Shuffles the cards: the same seed, the same game.")]


@game_app.callback()
def game() -> None:
    """Whole games: replayed from a file, watched, played by the thousand, or kept at the live table."""


GameArgument = Annotated[
    str, typer.Argument(metavar="FILE|N", help="A game as text, - for standard input; or the number of one of the live table.")
]


@game_app.command()
def replay(*, game: GameArgument, json: OneJsonOption = False) -> None:
    """Tells a game turn by turn and prints its score sheet, and of a game of the live table its history.

    A file that goes wrong on some line is told up to there; what is wrong is said with line, turn and rule, and the exit status is 1.

    \b
    Examples:
      numero-cam game replay ours.txt
      numero-cam game replay - < ours.txt
      numero-cam game replay 3
    """
    from numero_cam.app.kept_games import load_game
    from numero_cam.base.errors import GameError
    from numero_cam.cli.play import print_game
    from numero_cam.games.numero.engine import Reading, read_game
    from numero_cam.text import console
    from numero_cam.text.game_words import game_json
    from numero_cam.text.history_words import history_texts

    kept = _kept_number(game)
    found = _table_game(kept) if kept else None
    reading = Reading(found.require_game(), None) if found else load_game(game, raw_game(Path(game)), read_game)
    if reading.game is not None and json:
        print_json(game_json(reading))
    elif reading.game is not None:
        console.print_lines([found.title] if found else [])
        print_game(reading.game)
        happened = list(history_texts(reading.game.names, _game_history(kept))) if kept else []
        console.print_lines([tr("What happened, by whom and when:"), *happened] if happened else [])
    if reading.error is not None:
        sys.stdout.flush()
        raise GameError(f"{game}: {reading.error}")


@game_app.command()
def analyse(*, game: GameArgument, json: OneJsonOption = False) -> None:
    """Says what each play of a game lost, where the game turned, and what was luck.

    The champion plays on from every turn, by what its player could see, which takes some seconds. For a game of the live table that is
    kept; one that was broken off goes on.

    \b
    Examples:
      numero-cam game analyse ours.txt
      numero-cam game analyse 3
      numero-cam game analyse ours.txt --json
    """
    from numero_cam.app.game_analysis import analyse_kept
    from numero_cam.app.kept_games import load_whole_game
    from numero_cam.app.table_games import open_games, table_game
    from numero_cam.games.numero.engine import read_game
    from numero_cam.games.numero.players.analysis import analyse as analyse_game
    from numero_cam.text.analysis import analysis_json

    kept = _kept_number(game)
    if kept:
        with open_games(games_address()) as store:
            found = table_game(store, kept)
            played = found.require_game()
            analysis = _with_progress(analyse_kept(store, found), quiet=json)
    else:
        played = load_whole_game(game, raw_game(Path(game)), read_game)
        analysis = _with_progress(analyse_game(played), quiet=json)
    if json:
        print_json(analysis_json(played, analysis))
    else:
        _print_analysis(played, analysis)


def _with_progress(steps: "Iterator[GameAnalysis]", *, quiet: bool) -> "GameAnalysis":
    """Return the last of the steps of an analysis, with a bar for its final plays."""
    from numero_cam.text import console

    last = next(steps)
    with console.progress(last.turns, tr("Plays"), quiet=quiet) as advance:
        done = 0
        for step in chain((last,), steps):
            for _ in range(step.done - done):
                advance()
            done, last = step.done, step
    return last


def _print_analysis(game: "Game", analysis: "GameAnalysis") -> None:
    from numero_cam.text import console
    from numero_cam.text.analysis import NO_ANALYSIS, PLAYER_HEAD, player_rows, summary_line, turning_lines, unknown_line

    if not analysis.turns:
        console.print_lines([NO_ANALYSIS])
        return
    console.print_table(PLAYER_HEAD, player_rows(game, analysis), numbers=range(1, len(PLAYER_HEAD)))
    console.print_lines([line for line in (summary_line(game, analysis), unknown_line(analysis)) if line])
    for player, name in enumerate(game.names):
        if lines := list(turning_lines(game, analysis, player)):
            console.print_lines([tr("Where the game turned for {name}:", name=name), *lines])


def _kept_number(game: str) -> int:
    """Return the number of a game of the live table; 0 for a file."""
    return int(game) if game.isascii() and game.isdigit() and len(game) <= MAX_NUMBER_DIGITS else 0


game_app.command("watch")(watch_game)
game_app.command("list")(list_games)
game_app.command("export")(export_game)
game_app.command("delete")(delete_game)
game_app.command("records")(show_records)


@game_app.command(hidden=True)  # for who works on the players
@grouped
def simulate(
    *,
    players: Annotated[str, typer.Option(metavar="NAMES", help="Who plays: 2-4 players; one plays solitaire.")] = "greedy,random",
    games: Annotated[int, typer.Option(min=1, metavar="N", help="How many games.")] = 100,
    seed: SeedOption = "1",
    rules: GameOptions,
    think: ThinkOption = 0.1,
    character: CharacterOption = "careful",
    both_seats: Annotated[bool, typer.Option("--both-seats", help="Play each deal once from every seat, so that luck evens out.")] = False,
    jobs: Annotated[int, typer.Option(min=1, max=64, metavar="N", help="How many processes play at once.")] = 1,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object for other programs.")] = False,
) -> None:
    """Plays many games among programs and says who wins.

    random plays anything legal; greedy takes what brings most at once, else builds or discards; book follows the guide's tactics; expert
    looks beyond its turn; champion looks several turns ahead and plays the end without a mistake. sees-hands and sees-all are champions
    that see hidden cards, the most that could be reached. The seats go round from game to game.

    \b
    Examples:
      numero-cam game simulate --players greedy,random --games 1000 --seed 1
      numero-cam game simulate --players champion,expert --games 20 --both-seats
      numero-cam game simulate --players greedy --level 3 --rule values=any
    """
    from numero_cam.app.kept_games import SimulatedGames
    from numero_cam.games.numero.engine.options import MAX_PLAYERS
    from numero_cam.games.numero.players.tournament import EVERY_PLAYER, NumeroResult, Plan, play_all
    from numero_cam.text import console

    names = [name.strip() for name in players.split(",")]
    if unknown := [name for name in names if name not in EVERY_PLAYER]:
        raise BadArgumentsError(no_player("--players", unknown[0], EVERY_PLAYER))
    if len(names) > MAX_PLAYERS:
        raise BadArgumentsError(tr("--players: {players} are too many; up to {most} play", players=len(names), most=MAX_PLAYERS))
    said = rules.read(level="all", by="points")
    options = make_options(said, len(names))
    if both_seats and games % len(names):
        raise BadArgumentsError(
            tr("--both-seats: {games} games are no whole number of deals; {each} games are played of each", games=games, each=len(names))
        )
    plan = Plan(options, tuple(names), seed, both_seats, effort_of(think), character)
    start = time.perf_counter()
    results: list[NumeroResult] = []
    with console.progress(games, tr("Games"), quiet=json) as advance:
        for result in play_all(plan, games, jobs=jobs):
            results.append(result)
            advance()
    simulated = SimulatedGames(plan, said["level"], tuple(results), time.perf_counter() - start)
    if json:
        print_json(simulated.to_dict())
    else:
        _print_standings(simulated)


def _print_standings(simulated: "SimulatedGames") -> None:
    from statistics import fmean

    from numero_cam.games.shared.statistics import share_interval
    from numero_cam.text import console

    options, count = simulated.plan.options, len(simulated.results)
    mean = tr("mean cards") if options.by == "cards" else tr("mean points")
    head = (tr("player"), tr("wins"), tr("shared"), tr("wins in % (95 %)"), mean, tr("least"), tr("most"), tr("mean cards"))
    shown = head[: 7 if options.by == "cards" else 8]
    rows = [
        (
            one.name,
            str(one.wins),
            str(one.shared),
            "-".join(f"{100 * end:.0f}" for end in share_interval(one.wins, count)),
            f"{fmean(one.scores):.1f}",
            str(min(one.scores)),
            str(max(one.scores)),
            f"{simulated.mean_cards(one.player):.1f}",
        )[: len(shown)]
        for one in simulated.standings
    ]
    console.print_table(shown, rows, numbers=range(1, len(shown)))
    turns, seconds, rate = simulated.speed["turns"], simulated.seconds, simulated.speed["games_per_second"]
    speed = tr("{turns:.1f} turns in {seconds:.1f} seconds: {rate:.1f} games a second", turns=turns, seconds=seconds, rate=rate)
    console.print_lines([ngettext("{n} game of {speed}.", "{n} games of {speed}.", count, speed=speed)])


class PlayOptions(NamedTuple):
    """Against whom is played, and how; see the help of these options."""

    name: Annotated[str, typer.Option(metavar="NAME", help="Your name.")] = tr("Player")
    against: Annotated[str, typer.Option(metavar="PLAYER", help="champion, expert, book, greedy or random.")] = "greedy"
    think: PlayThinkOption = 0.1
    character: CharacterOption = "careful"
    solitaire: Annotated[bool, typer.Option("--solitaire", help="Play alone.")] = False
    seed: Annotated[
        str | None, typer.Option(metavar="SEED", show_default=False, help="Shuffles the cards: the same seed, the same game.")
    ] = None


@grouped
def play(
    context: typer.Context,
    *,
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", show_default=False, help="A saved game to go on with; you are its first player.")
    ] = None,
    chosen: PlayOptions,
    rules: GameOptions,
) -> None:
    """Plays a game with you in the terminal.

    Write your play, such as: take 13: 10 + 3, or: discard 8. hint helps, more each time it is asked; advise compares the plays; help
    lists all there is. The game keeps itself after each turn: whoever leaves can go on with it the next time.

    \b
    Examples:
      numero-cam play
      numero-cam play --level 3 --by points --seed 7
      numero-cam play --against champion --think 2 --character bold
      numero-cam play mygame.txt
      numero-cam play --solitaire --level all --by points
    """
    from numero_cam.cli.play import run_play

    run_play(file, chosen, rules.read(level="1"), written_options(context))
