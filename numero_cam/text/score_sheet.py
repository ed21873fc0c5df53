"""The score sheet of a game with a line for each score item: as a page to print, and as a spreadsheet."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from numero_cam.catalogue import tr
from numero_cam.games.numero.engine import Game, Phase, ScoreEntry
from numero_cam.games.numero.engine.notation import operation_lines as operation_texts
from numero_cam.games.numero.engine.points import END_OF_GAME_ITEMS, entries
from numero_cam.games.shared.game import Tally
from numero_cam.text import game_words
from numero_cam.text.page_templates import page_html
from numero_cam.text.play_story import bonus_words, play_story
from numero_cam.text.plays import reason_words
from numero_cam.text.spreadsheet import table_csv
from numero_cam.text.words import gained

CSV_COLUMNS = ("turn", "player", "play", "item", "for", "points", "total")
END_WORDS = tr("At the end")


@dataclass(frozen=True)
class ScoredPlay:
    """A play, or the end of the game, with its score items."""

    turn: int  #: Number of the turn.
    play: str  #: The play in the notation of a game's text; empty for the end.
    words: str  #: The play in words.
    items: tuple[ScoreEntry, ...]  #: Its score items.


def scored_plays(game: Game) -> Iterator[ScoredPlay]:
    """Yield all plays with score items, then the end of the game if it has some."""
    for before, operation, after in game.steps():
        found = entries(before, operation, after)
        items = tuple(entry for entry in found if entry.item not in END_OF_GAME_ITEMS)
        if items:
            words = play_story(game.names, before, operation)["said"]
            yield ScoredPlay(before.turn, operation_texts(game, before, operation)[0], words, items)
        if len(items) < len(found):
            yield ScoredPlay(before.turn, "", END_WORDS, tuple(entry for entry in found if entry.item in END_OF_GAME_ITEMS))


def sheet_csv(game: Game) -> bytes:
    """Return the score sheet as CSV, a line for each score item."""
    tally = Tally(len(game.names))
    rows: list[dict[str, object]] = []
    for play in scored_plays(game):
        for entry in play.items:
            row = {
                "turn": entry.turn,
                "player": game.names[entry.player],
                "play": play.play,
                "item": entry.item,
                "for": reason_words(entry.scored),
            }
            rows.append({**row, "points": entry.points, "total": tally.add(entry)})
    return table_csv(CSV_COLUMNS, rows)


def sheet_html(game: Game, title: str, at: str | None = None, links: Sequence[tuple[str, str]] = ()) -> str:
    """Return the score sheet as a page that can be printed; nothing in it runs.

    Args:
        game: The game.
        title: Title of the page: which game it is, and when it was played.
        at: Address under which a server serves the style sheets; None for one file that loads nothing.
        links: Links as address and text, shown above the sheet and not printed.
    """
    over = game.state.phase is Phase.OVER
    return page_html(
        "sheet.html",
        at=at,
        links=links,
        heading=title,
        said=game_words.winner_line(game) if over else game_words.end_line(game),
        by=tr("Points") if game.options.by == "points" else tr("Cards"),
        scores=[(name, seat.score, len(seat.won), seat.hand_size) for name, seat in zip(game.names, game.state.seats, strict=True)],
        left=game_words.left_line(game.state, game.names),
        plays=list(_play_rows(game)),
        story=[play_story(game.names, before, operation)["said"] for before, operation, _ in game.steps()],
    )


def _play_rows(game: Game) -> Iterator[tuple[str, list[tuple[str, str, str, str]]]]:
    """Yield the words of each play, with its lines of reason, player, points and total."""
    tally = Tally(len(game.names))
    for play in scored_plays(game):
        lines = [
            (
                bonus_words(each.scored),
                game.names[each.player],
                gained(each.points),
                str(tally.add(each)),
            )
            for each in play.items
        ]
        yield play.words.rstrip("."), lines
