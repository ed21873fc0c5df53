"""What pages are told of Numero: who has what, the plays, what is said aloud, and the best take of a table without a game."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from numero_cam.catalogue import and_list, ngettext, tr
from numero_cam.games.numero.engine import Game, Options, Phase, ScoreEntry, State
from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.games.numero.engine.notation import operation_lines as operation_texts
from numero_cam.games.numero.engine.notation import play_line
from numero_cam.games.numero.engine.notation_header import UNKNOWN_CARD
from numero_cam.games.numero.engine.operations import Dealt, Drawn, Passed
from numero_cam.games.numero.engine.points import entries
from numero_cam.games.numero.rules import Build
from numero_cam.games.numero.solve.layout_search import way_as_laid
from numero_cam.live.page_messages import Message
from numero_cam.text import game_words
from numero_cam.text.announcements import announcement
from numero_cam.text.game_words import arithmetic
from numero_cam.text.play_story import bonus_rule, bonus_words, card_row, perhaps_words, play_story
from numero_cam.text.words import figure

if TYPE_CHECKING:  # a page without a camera tells a game without the eyes
    from numero_cam.app.photos import PhotoSolved
    from numero_cam.games.numero.solve import Play


def game_fields(game: Game, hands: str, log: Sequence[LogEntry]) -> Message:
    """Return the part of a game's message that follows from the game: who has what, whose turn it is, and each play.

    Args:
        game: The game.
        hands: Whether the cards of each player lie `open` or `hidden`.
        log: The entry of each operation after the deal.
    """
    state = game.state
    return {
        "hands": hands,
        "by": game.options.by,
        "pack": list(dict.fromkeys(map(str, game.options.pack()))),
        "packs": game.options.packs,
        "plays": play_messages(game, log),
        **table_fields(game.names, state),
        "player": game.player if state.phase not in (Phase.DEAL, Phase.OVER) else None,
        "last": last_operation_line(game),
        "winner": game_words.winner_line(game) if state.phase is Phase.OVER else "",
    }


def table_fields(names: Sequence[str], state: State) -> Message:
    """Return for pages what lies on the table in a state: hands and centre as texts, won cards and stock as numbers; and the scores."""
    seats = list(zip(names, state.seats, strict=True))
    return {
        "turn": state.turn,
        "phase": state.phase.name.lower(),
        "scores": {name: seat.score for name, seat in seats},
        "hands_of": {name: [*map(str, seat.hand), *[UNKNOWN_CARD] * seat.unknown] for name, seat in seats},
        "won": {name: len(seat.won) for name, seat in seats},
        "centre": [str(item) for item in state.centre],
        "builds": [{"cards": list(map(str, item)), "value": str(item.value)} for item in state.centre if isinstance(item, Build)],
        "stock": state.stock_size if state.phase is not Phase.DEAL else None,
    }


def last_operation_line(game: Game) -> str:
    """Return what happened last, in words; empty before the deal."""
    if not game.operations:
        return ""
    return play_story(game.names, game.states[-2], game.operations[-1])["said"]


def play_messages(game: Game, log: Sequence[LogEntry]) -> list[Message]:
    """Return all operations of a game after the deal with their points, item by item."""
    return [_play(game, k, each) for k, each in enumerate(log[: max(0, len(game.operations) - 1)], 1)]


def _play(game: Game, k: int, entry: LogEntry) -> Message:
    """Return operation ``k`` of a game for pages: who did what, its points, and by its entry of the log how sure that is."""
    before, operation, after = game.states[k], game.operations[k], game.states[k + 1]
    player = None if isinstance(operation, Dealt) else operation.player
    found = entries(before, operation, after)
    rules = [(entry.item, bonus_rule(entry.scored)) for entry in found if entry.player == player]
    return {
        "k": k,
        "turn": before.turn,
        "player": None if player is None else game.names[player],
        "kind": type(operation).__name__.lower(),
        "text": operation_texts(game, before, operation)[0],
        **play_story(game.names, before, operation),
        **points_items(game.names, player, found),
        "bonuses": [[item, rule] for item, rule in rules if rule],
        "sure": round(entry.sure, 3),
        "perhaps": "" if entry.perhaps is None else perhaps_words(game.names, before, operation, entry.perhaps),
        "others": [[play_line(game.names, before, other), round(chance, 3)] for other, chance in entry.others],
        "by": entry.by,
    }


def points_items(names: Sequence[str], player: int | None, found: Sequence[ScoreEntry]) -> Message:
    """Return the points of a player in some lines of the score sheet, and as ``items`` these lines: words, points and name."""
    return {
        "points": sum(entry.points for entry in found if entry.player == player),
        "items": [[bonus_words(entry.scored), entry.points, names[entry.player]] for entry in found],
    }


def say_message(names: Sequence[str], events: Sequence[LogEntry]) -> Message | None:
    """Return the message with what is said aloud about the newest of these events that is announced; None where none is."""
    for event in reversed(events):
        match event:
            case LogEntry(kind="deal"):
                return {"type": "say", "text": tr("The game begins."), "clips": ["the-game-begins"]}
            case LogEntry(kind="undo"):
                return {"type": "say", "text": tr("Taken back."), "clips": ["taken-back"]}
            case LogEntry(kind="operation", operation=operation) if operation is not None and not isinstance(operation, Drawn | Passed):
                return {"type": "say", **announcement(names, event.before, operation, event.points)}
    return None


def practice_message(solved: "PhotoSolved") -> Message:
    """Return what lies on a table without a game, and its best take in words and in cards."""
    position = solved.table.position
    message = {
        "type": "practice",
        "pack": list(map(str, Options.level("all").pack())),
        "centre": list(map(str, position.centre)),
        "hand": list(map(str, position.hand)),
        "card": "",
        "sets": [],
    }
    if not position.centre or not position.hand:
        lay = tr("Lay cards in the middle, and a hand at the lower edge of the picture. Or tap a card and say where it is.")
        return message | {"lines": [lay]}
    return message | take_fields(next(iter(solved.answer.plays), None))


def take_fields(best: "Play | None") -> dict[str, object]:
    """Return a best take in words (`lines`), its card of the hand (`card`) and the cards of its sets (`sets`); or that there is none."""
    if best is None:
        return {"lines": [tr("There is nothing to take.")], "card": "", "sets": []}
    ways = [way_as_laid(one) for one in best.sets]
    sentence = ngettext(
        "Take {n} card with the {card}: {sets}.",
        "Take {n} cards with the {card}: {sets}.",
        best.cards,
        card=figure(best.taker),
        sets=and_list(list(map(arithmetic, ways))),
    )
    return {"lines": [sentence], "card": str(best.taker), "sets": list(map(card_row, ways))}
