"""What a play may have been instead is asked beside it wherever it is told, if the camera was not sure."""

from dataclasses import replace

import pytest

from numero_cam.app.table_games import kept_history
from numero_cam.games.numero.engine.log_entry import MIN_UNDOUBTED, LogEntry
from numero_cam.games.numero.engine.operations import Discarded, Drawn, Move, Passed
from numero_cam.games.numero.rules import parse_card
from numero_cam.live.game_messages import play_messages
from numero_cam.text.history_words import history_lines
from numero_cam.text.watched_words import event_lines
from numero_cam.text.words import cards_in_words
from tests.kept_game import log_of, played

GAME = played(7)
K = next(k for k, operation in enumerate(GAME.operations) if isinstance(operation, Discarded) and not operation.cards[0].is_wild)
BEFORE, PLAY = GAME.states[K], GAME.operations[K]
assert isinstance(PLAY, Discarded)
OTHER = next(card for card in BEFORE.seat.hand if card.is_number and card not in PLAY.cards)


def told(other: Move, sure: float = 0.8, **more: object) -> set[str]:
    """What is asked beside the play, on a page, in the history, and in the terminal."""
    log = log_of(GAME)[: K + 1]
    log[K] = replace(log[K], sure=sure, others=((other, 1 - sure),), line=GAME.line.up(K + 1), **more)
    game, history = GAME.at(GAME.line.up(K + 1)), kept_history(log)
    lines = [line for line in event_lines(GAME.names, log[K]) if line.startswith("Or was it")]
    return {play_messages(game, log[1:])[K - 1]["perhaps"], history_lines(GAME.names, history)[-1]["perhaps"], "".join(lines)}


def test_a_play_that_differs_in_one_card_is_asked_by_that_card() -> None:
    assert told(replace(PLAY, cards=(OTHER,))) == {f"Or was it the {cards_in_words(str(OTHER))}?"}


def test_another_play_is_asked_by_its_sentence() -> None:
    assert told(Passed(PLAY.player)) == {f"Or was it so: {GAME.names[PLAY.player]} passes."}


@pytest.mark.parametrize(("sure", "by"), [(MIN_UNDOUBTED, "eyes"), (1.0, "eyes"), (0.5, "person")])
def test_nothing_is_asked_of_a_play_that_is_sure_or_that_a_person_stated(sure: float, by: str) -> None:
    assert told(replace(PLAY, cards=(OTHER,)), sure, by=by) == {""}


def test_nothing_is_asked_of_a_draw() -> None:
    entry = LogEntry("operation", operation=Drawn(0, (parse_card("3g"),)), sure=0.5, others=((PLAY, 0.5),))
    assert entry.perhaps is None
