"""Properties of corrected games, and corrections of a watched game while it goes on."""

import random

import pytest

from numero_cam.games.numero.engine import Game, Options, Phase, game_text, parse_game
from numero_cam.games.numero.engine.notation import operation_lines
from numero_cam.games.numero.engine.operations import Discarded, Drawn
from numero_cam.games.numero.players.tournament import one_game
from numero_cam.games.numero.watching import GameSetup, GameWatcher, PlayDecided, PlayTakenBack
from numero_cam.games.numero.watching.command_text import parse_command
from numero_cam.games.numero.watching.corrections import (
    CorrectionError,
    append_play,
    exchange_card,
    replace_play,
    undo_from,
    with_cards_exchanged,
)
from numero_cam.games.numero.watching.events import Event, GameBegun, QuestionAsked, Unexplained
from numero_cam.games.numero.watching.question_desk import QuestionDesk
from tests.seeds import few_of
from tests.simulated_table import CLEAR, sights_of
from tests.unit.games.numero.watching.test_whole_games import is_whole, random_game_to_watch


def random_game(number: int) -> Game:
    return one_game(Options.level("all", by="points", players=2), ("random", "greedy"), f"corrected {number}")


def short_game_to_watch(number: int) -> Game:
    """Return the first turns of a game, the last with its draw: so every play is followed by sights."""
    game = random_game_to_watch(number)
    return game.replayed(next(count for count in range(20, 0, -1) if game.states[count].phase is Phase.PLAY))


def play_line(game: Game, k: int) -> str:
    return operation_lines(game, game.states[k], game.operations[k])[0]


@pytest.mark.parametrize("number", few_of(12, quick=1))
def test_replacing_a_play_by_itself_changes_nothing(number: int) -> None:
    game = random_game(number)
    for k in range(1, len(game.operations), 5):
        corrected = replace_play(game, k, play_line(game, k))
        assert corrected.game == game
        assert corrected.unchanged == k == corrected.stated


@pytest.mark.parametrize("number", few_of(12, quick=1))
def test_replacing_a_discard_keeps_later_plays_or_is_refused(number: int) -> None:
    game, rng = random_game(number), random.Random(number)  # noqa: S311 - a test that is drawn again
    for k in range(1, len(game.operations)):
        operation, state = game.operations[k], game.states[k]
        if not isinstance(operation, Discarded) or not operation.cards[0].is_number:
            continue
        other = rng.choice([card for card in state.seat.hand if card.is_number])
        try:
            corrected = replace_play(game, k, f"{game.names[operation.player]}: discard {other}")
        except CorrectionError:
            continue
        assert len(corrected.game.operations) == len(game.operations)
        assert parse_game(game_text(corrected.game)) == corrected.game  # legal, and written


@pytest.mark.parametrize("number", few_of(12, quick=1))
def test_exchanging_two_cards_twice_restores_the_game(number: int) -> None:
    game, rng = random_game(number), random.Random(number)  # noqa: S311 - a test that is drawn again
    pack = game.options.pack()
    for _ in range(10):
        card, other = rng.sample(pack, 2)
        try:
            changed = exchange_card(game, card, other).game
        except CorrectionError:
            continue
        assert exchange_card(changed, card, other).game == game
        assert sorted(map(str, changed.state.cards())) == sorted(map(str, game.state.cards()))


def test_cards_are_exchanged_in_every_part_of_an_operation() -> None:
    game = random_game(3)
    one, two = game.operations[0].hands[0][:2]  # type: ignore[union-attr]
    deal = with_cards_exchanged(game.operations[0], {one: two, two: one})
    assert deal.hands[0][:2] == (two, one)  # type: ignore[union-attr]
    assert with_cards_exchanged(deal, {one: two, two: one}) == game.operations[0]


@pytest.mark.parametrize(("k", "line"), [(0, "Ann: pass"), (999, "Ann: pass"), (1, "nonsense"), (1, "Nobody: discard 5r"), (1, "x" * 500)])
def test_an_impossible_correction_is_refused_in_one_line(k: int, line: str) -> None:
    game = random_game(1)
    with pytest.raises(CorrectionError) as error:
        replace_play(game, k, line)
    assert "\n" not in str(error.value)
    with pytest.raises(CorrectionError):
        append_play(game, line)


def test_undo_from_a_play_keeps_the_operations_before_it() -> None:
    game = random_game(2)
    corrected = undo_from(game, 4)
    assert corrected.game.operations == game.operations[:4]
    with pytest.raises(CorrectionError):
        undo_from(game, 0)


def apply_events(decided: list[PlayDecided], events: tuple[Event, ...]) -> None:
    for event in events:
        if isinstance(event, GameBegun):
            decided.clear()
        elif isinstance(event, PlayDecided):
            decided.append(event)
        elif isinstance(event, PlayTakenBack):
            decided.pop()


@pytest.mark.parametrize("number", few_of(6, quick=1))
def test_undoing_plays_and_adding_them_again_gives_the_same_game(number: int) -> None:
    game = short_game_to_watch(number)
    film = sights_of(game, "open", CLEAR, number)
    watching = GameWatcher(GameSetup(game.options, game.names, "open"))
    decided: list[PlayDecided] = []
    rng = random.Random(number)  # noqa: S311 - a test that is drawn again
    at = set(rng.sample(range(len(film.sights)), 5))
    for n, sight in enumerate(film.sights):
        apply_events(decided, watching.see(sight))
        if n in at and len(watching.game.operations) > 3:
            k = rng.randrange(max(1, len(watching.game.operations) - 4), len(watching.game.operations))
            lines = [play_line(watching.game, number) for number in range(k, len(watching.game.operations))]
            apply_events(decided, watching.execute(parse_command(f"back {k}")))
            assert len(watching.game.operations) == k
            for line in lines:
                apply_events(decided, watching.execute(parse_command(f"add {line}")))
            assert [event.operation for event in decided] == list(watching.game.operations[1:])
            assert decided[-1].by_person
    apply_events(decided, watching.finish(film.sights[-1].t))
    assert is_whole(film, decided, "open")


@pytest.mark.parametrize("number", few_of(6, quick=1))
def test_a_wrong_play_stated_by_a_person_is_not_taken_back_and_the_game_stays_legal(number: int) -> None:
    game = short_game_to_watch(number)
    film = sights_of(game, "open", CLEAR, number)
    watching = GameWatcher(GameSetup(game.options, game.names, "open"))
    stated = ""
    for n, sight in enumerate(film.sights):
        watching.see(sight)
        state = watching.game.state
        if not stated and n > len(film.sights) // 3 and isinstance(watching.game.operations[-1], Drawn) and state.seat.hand:
            number_card = next((card for card in state.seat.hand if card.is_number), None)
            if number_card is not None:
                line = f"{watching.game.player}: discard {number_card}"
                stated = "" if any(isinstance(event, Unexplained) for event in watching.execute(parse_command(f"add {line}"))) else line
                at = len(watching.game.operations) - 1
    assert stated
    assert play_line(watching.game, at).endswith(stated)
    assert parse_game(game_text(watching.game)) == watching.game


def test_correcting_a_card_corrects_the_deal() -> None:
    game = random_game_to_watch(0)
    film = sights_of(game, "open", CLEAR, 0)
    watching = GameWatcher(GameSetup(game.options, game.names, "open"))
    first = film.sights[0]
    track = next(card for card in first.cards if card.place.zone == "centre" and card.faces)
    truth = track.faces[0][0]
    other = next(str(card) for card in game.options.pack() if str(card) not in {c.faces[0][0] for c in first.cards if c.faces})
    misread = {track.id: ((other, 1.0),)}
    for sight in film.sights[:12]:
        cards = tuple(
            card if card.id not in misread or not card.faces else type(card)(card.id, card.places, misread[card.id]) for card in sight.cards
        )
        watching.see(type(sight)(sight.t, cards, sight.unclear, sight.busy))
    assert other in map(str, watching.game.states[1].centre)
    decided: list[PlayDecided] = []
    events = watching.execute(parse_command(f"card {track.id} {truth}"))
    assert any(isinstance(event, GameBegun) for event in events)
    apply_events(decided, events)
    assert truth in map(str, watching.game.states[1].centre)
    assert other not in map(str, watching.game.states[1].centre)
    refused, *_ = watching.execute(parse_command("card 9999 5r"))
    assert refused == Unexplained(film.sights[11].t, "there is no card 9999 on the table", refused=True)


@pytest.mark.parametrize("corrected", [False, True])
def test_a_track_that_is_no_card_is_ignored(*, corrected: bool) -> None:
    game = random_game_to_watch(0)
    film = sights_of(game, "open", CLEAR, 0)
    watching = GameWatcher(GameSetup(game.options, game.names, "open"))
    watching.see(film.sights[0])
    track = next(card for card in film.sights[0].cards if card.place.zone == "centre")
    if corrected:
        watching.execute(parse_command(f"card {track.id} none"))
    begun = [event for event in watching.see(film.sights[1]) if isinstance(event, GameBegun)]
    assert bool(begun) is not corrected, "a deal that lacks a card is no deal"
    gone = Unexplained(film.sights[1].t, f"there is no card {track.id} on the table", refused=True)
    assert (watching.execute(parse_command(f"card {track.id} {track.faces[0][0]}")) == (gone,)) is corrected


def test_a_lasting_doubt_is_asked_once_and_withdrawn_when_settled() -> None:
    desk = QuestionDesk()
    plays = [("1 Ann: discard 6r", 0.55), ("1 Ann: discard 6o", 0.4), ("1 Ann: discard 9r", 0.01)]
    assert desk.doubt(1.0, plays, quiet=True) == []
    assert desk.doubt(2.0, plays, quiet=False) == []  # a hand came: it may be over soon
    assert desk.doubt(3.0, plays, quiet=True) == []
    assert desk.doubt(5.0, plays, quiet=True) == []
    (question,) = desk.doubt(6.0, plays, quiet=True)
    assert isinstance(question, QuestionAsked)
    assert [line for line, _ in question.choices] == ["1 Ann: discard 6r", "1 Ann: discard 6o"]
    assert desk.doubt(9.0, plays, quiet=True) == []
    assert desk.choice(question.id, 2) == "1 Ann: discard 6o"
    assert desk.choice(question.id, 3) is desk.choice(7, 1) is None
    taken_back = PlayTakenBack(9.5, "x")
    assert desk.close_if_settled([taken_back], 9.5) == (taken_back, QuestionAsked(9.5, question.id, question.question, ()))
    assert desk.choice(question.id, 1) is None


def test_an_answer_without_a_question_is_refused_with_a_reason() -> None:
    game = random_game_to_watch(0)
    watching = GameWatcher(GameSetup(game.options, game.names, "open"))
    watching.see(sights_of(game, "open", CLEAR, 0).sights[0])
    (event,) = watching.execute(parse_command("answer 3 1"))
    assert isinstance(event, Unexplained)
    assert event.refused
