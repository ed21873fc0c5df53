"""The score sheet of a game, every item that brought or cost points on a line of its own: as a page to print, and for a spreadsheet."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from numero_cam.games.numero.engine import Entry, Game, Phase
from numero_cam.games.numero.engine.notation import operation_lines as operation_texts
from numero_cam.games.numero.engine.operations import Dealt
from numero_cam.games.numero.engine.points import entries
from numero_cam.games.shared.game import Tally
from numero_cam.text import game_words
from numero_cam.text.plays import reason_words
from numero_cam.text.spreadsheet import table_csv

STYLE = Path(__file__).with_suffix(".css")
COLUMNS = ("turn", "player", "play", "item", "for", "points", "total")
END = "At the end"
_POLICY = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"


@dataclass(frozen=True)
class Scored:
    """What one play brought, or the end of the game.

    Attributes:
        turn: Of the game.
        play: The play as the text of the game says it; empty for the end.
        words: The play for people.
        items: What it brought and cost.
    """

    turn: int
    play: str
    words: str
    items: tuple[Entry, ...]


def scored(game: Game) -> Iterator[Scored]:
    """Give all plays that brought or cost something, then what the end of the game did."""
    for before, operation, after in game.steps():
        found = entries(before, operation, after)
        items = tuple(entry for entry in found if entry.item not in game_words.END_ITEMS)
        if items:
            words = next(game_words.operation_lines(game.names, before, operation, after))
            yield Scored(before.turn, operation_texts(game, before, operation)[0], words, items)
        if len(items) < len(found):
            yield Scored(before.turn, "", END, tuple(entry for entry in found if entry.item in game_words.END_ITEMS))


def sheet_csv(game: Game) -> str:
    """Return the score sheet as a table, a line for each item."""
    tally = Tally(len(game.names))
    rows: list[dict[str, object]] = []
    for play in scored(game):
        for entry in play.items:
            told = {
                "turn": entry.turn,
                "player": game.names[entry.player],
                "play": play.play,
                "item": entry.item,
                "for": reason_words(entry),
            }
            rows.append({**told, "points": entry.points, "total": tally.add(entry)})
    return table_csv(COLUMNS, rows)


def sheet_html(game: Game, title: str, style: str | None = None, links: Sequence[tuple[str, str]] = ()) -> str:
    """Return the score sheet as a page that can be printed; nothing in it runs.

    Args:
        game: The game.
        title: Which game it is, and when it was played.
        style: Address of the style sheet; None to put it into the page, which then needs nothing from elsewhere.
        links: Addresses with their words, shown above the sheet and not printed.
    """
    unit = game.options.by
    over = game.state.phase is Phase.OVER
    said = game_words.winner_line(game) if over else game_words.end_line(game)
    body = [
        *_links(links),
        f"<h1>{escape(title)}</h1>",
        f'<p class="winner">{escape(said)}</p>',
        _totals(game),
        _items(game, unit),
        "<h2>Play by play</h2>",
        *_story(game),
    ]
    return page(title, body, style)


def page(title: str, body: Sequence[str], style: str | None = None) -> str:
    """Return a page in the style of the score sheet.

    Args:
        title: Of the page, as text.
        body: Its parts, as HTML.
        style: See `sheet_html`.
    """
    looks = (
        f"{_POLICY}<style>\n{style_sheet()}</style>"
        if style is None
        else f'<link rel="icon" href="data:,">\n<link rel="stylesheet" href="{escape(style)}">'
    )
    head = f"<title>{escape(title)}</title>\n{looks}"
    about = '<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">'
    lines = "\n".join(body)
    return f'<!DOCTYPE html>\n<html lang="en">\n<head>\n{about}\n{head}\n</head>\n<body>\n<main>\n{lines}\n</main>\n</body>\n</html>\n'


def table(head: Sequence[str], rows: Sequence[Sequence[str]], caption: str, numbers: Sequence[int] = ()) -> str:
    """Return a table as HTML.

    Args:
        head: Names of the columns, as text.
        rows: Cells as HTML; the first of each row names it.
        caption: What the table tells, as text.
        numbers: Columns of numbers.
    """
    names = "".join(f'<th scope="col"{_right(place, numbers)}>{escape(name)}</th>' for place, name in enumerate(head))
    lines = []
    for first, *others in rows:
        cells = "".join(f"<td{_right(place, numbers)}>{cell}</td>" for place, cell in enumerate(others, 1))
        lines.append(f'<tr><th scope="row"{_right(0, numbers)}>{first}</th>{cells}</tr>')
    inside = "\n".join(lines)
    return f"<table><caption>{escape(caption)}</caption>\n<thead><tr>{names}</tr></thead>\n<tbody>\n{inside}\n</tbody></table>"


def style_sheet() -> str:
    """Return the style sheet of the page."""
    return STYLE.read_text(encoding="utf-8")


def _totals(game: Game) -> str:
    rows = [
        (escape(name), str(seat.score), str(len(seat.won)), str(seat.hand_size))
        for name, seat in zip(game.names, game.state.seats, strict=True)
    ]
    return table(("Player", game.options.by.capitalize(), "Cards won", "In the hand"), rows, "Scores", (1, 2, 3))


def _items(game: Game, unit: str) -> str:
    tally = Tally(len(game.names))
    parts = []
    for play in scored(game):
        lines = [f'<tr class="play"><th scope="rowgroup" colspan="4">{escape(play.words.rstrip("."))}</th></tr>']
        for entry in play.items:
            cells = f"<td>{escape(reason_words(entry))}</td><td>{escape(game.names[entry.player])}</td>"
            points = f'<td class="n">{_signed(entry.points)}</td><td class="n">{tally.add(entry)}</td>'
            lines.append(f'<tr class="item">{cells}{points}</tr>')
        parts.append("\n".join(["<tbody>", *lines, "</tbody>"]))
    if not parts:
        return "<p>Nothing was scored yet.</p>"
    columns = enumerate(("For", "Player", unit.capitalize(), "Total"))
    names = "".join(f'<th scope="col"{_right(place, (2, 3))}>{name}</th>' for place, name in columns)
    inside = "\n".join(parts)
    return f"<table><caption>Score sheet</caption>\n<thead><tr>{names}</tr></thead>\n{inside}\n</table>"


def _story(game: Game) -> Iterator[str]:
    yield "<ol>"
    for before, operation, after in game.steps():
        first, *others = game_words.operation_lines(game.names, before, operation, after)
        yield f"<li>{escape(' '.join([first, *others] if isinstance(operation, Dealt) else [first]))}</li>"
    yield "</ol>"


def _links(links: Sequence[tuple[str, str]]) -> Iterator[str]:
    if links:
        shown = " · ".join(f'<a href="{escape(to)}">{escape(words)}</a>' for to, words in links)
        yield f"<nav>{shown}</nav>"


def _signed(points: int) -> str:
    return f"+{points}" if points > 0 else f"−{-points}" if points < 0 else "0"


def _right(place: int, numbers: Sequence[int]) -> str:
    return ' class="n"' if place in numbers else ""
