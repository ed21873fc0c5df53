"""What a play may have been instead is asked beside it wherever it is told, if the camera was not sure."""

from dataclasses import replace

import pytest

from numero_cam.app.table_games import kept_history
from numero_cam.games.numero.engine.history import cards_of_operation
from numero_cam.games.numero.engine.log_entry import MIN_UNDOUBTED, EntryAuthor, LogEntry
from numero_cam.games.numero.engine.operations import Discarded, Drawn, Move, Taken
from numero_cam.games.numero.rules import parse_card
from numero_cam.live.game_messages import play_messages
from numero_cam.text.history_words import history_lines
from numero_cam.text.watched_words import event_lines
from numero_cam.text.words import cards_in_words
from tests.kept_game import log_of, played

GAME = played(7)
TAKE = next(k for k, operation in enumerate(GAME.operations) if isinstance(operation, Taken))
DISCARD = next(k for k, one in enumerate(GAME.operations) if isinstance(one, Discarded) and one.cards[0].is_number)


def told(k: int, other: Move, sure: float = 0.8, by: EntryAuthor = "eyes") -> set[object]:
    """What is asked beside a play, on a page, in the history, and in the terminal."""
    line = GAME.line.up(k + 1)
    log = log_of(GAME)[: k + 1]
    log[k] = replace(log[k], sure=sure, others=((other, 1 - sure),), line=line, by=by)
    lines = [line for line in event_lines(GAME.names, log[k]) if line.startswith("Or was it")]
    asked = play_messages(GAME.at(line), log[1:])[k - 1]["perhaps"], history_lines(GAME.names, kept_history(log))[-1]["perhaps"]
    return {*asked, "".join(lines)}


def another_discard(k: int) -> Discarded:
    """The discard of a number card of the hand that play ``k`` does not use."""
    seat, played_card = GAME.states[k].seat, cards_of_operation(GAME.operations[k])
    return Discarded(GAME.states[k].player, (next(card for card in seat.hand if card.is_number and card not in played_card),))


def test_a_play_that_differs_in_one_card_is_asked_by_that_card() -> None:
    other = another_discard(DISCARD)
    assert told(DISCARD, other) == {f"Or was it the {cards_in_words(str(other.cards[0]))}?"}


def test_another_play_is_asked_by_its_sentence() -> None:
    other = another_discard(TAKE)
    assert told(TAKE, other) == {f"Or was it so: {GAME.names[other.player]} puts down the {other.cards[0].value}."}


@pytest.mark.parametrize(("sure", "by"), [(MIN_UNDOUBTED, "eyes"), (1.0, "eyes"), (0.5, "person")])
def test_nothing_is_asked_of_a_play_that_is_sure_or_that_a_person_stated(sure: float, by: EntryAuthor) -> None:
    assert told(DISCARD, another_discard(DISCARD), sure, by) == {""}


def test_nothing_is_asked_of_a_draw() -> None:
    entry = LogEntry("operation", operation=Drawn(0, (parse_card("3g"),)), sure=0.5, others=((another_discard(DISCARD), 0.5),))
    assert entry.perhaps is None
