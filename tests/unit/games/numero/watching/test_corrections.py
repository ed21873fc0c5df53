"""Properties of corrected games, and corrections of a watched game while it goes on."""

import random
from dataclasses import replace

import pytest

from numero_cam.games.numero.engine import Game, Options, Phase, game_text, parse_game
from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.games.numero.engine.notation import operation_lines
from numero_cam.games.numero.engine.operations import Discarded, Drawn, Operation
from numero_cam.games.numero.players.tournament import one_game
from numero_cam.games.numero.rules import parse_cards
from numero_cam.games.numero.watching import GameSetup, GameWatcher
from numero_cam.games.numero.watching.command_text import parse_command
from numero_cam.games.numero.watching.corrections import (
    PlayCorrectionError,
    append_play,
    exchange_card,
    replace_play,
    undo_from,
    with_cards_exchanged,
)
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


@pytest.mark.parametrize("number", range(4))
def test_replacing_a_play_by_itself_changes_nothing(number: int) -> None:
    game = random_game(number)
    for k in range(1, len(game.operations), 5):
        corrected = replace_play(game, k, play_line(game, k))
        assert corrected.game == game
        assert corrected.unchanged == k == corrected.stated


@pytest.mark.parametrize("number", range(4))
def test_replacing_a_discard_keeps_later_plays_or_is_refused(number: int) -> None:
    game, rng = random_game(number), random.Random(number)  # noqa: S311 - a test that is drawn again
    for k in range(1, len(game.operations)):
        operation, state = game.operations[k], game.states[k]
        if not isinstance(operation, Discarded) or not operation.cards[0].is_number:
            continue
        other = rng.choice([card for card in state.seat.hand if card.is_number])
        try:
            corrected = replace_play(game, k, f"{game.names[operation.player]}: discard {other}")
        except PlayCorrectionError:
            continue
        assert len(corrected.game.operations) == len(game.operations)
        assert parse_game(game_text(corrected.game)) == corrected.game  # legal, and written


@pytest.mark.parametrize("number", range(4))
def test_exchanging_two_cards_twice_restores_the_game(number: int) -> None:
    game, rng = random_game(number), random.Random(number)  # noqa: S311 - a test that is drawn again
    pack = game.options.pack()
    for _ in range(10):
        card, other = rng.sample(pack, 2)
        try:
            changed = exchange_card(game, card, other).game
        except PlayCorrectionError:
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
    with pytest.raises(PlayCorrectionError) as error:
        replace_play(game, k, line)
    assert "\n" not in str(error.value)
    with pytest.raises(PlayCorrectionError):
        append_play(game, line)


def test_undo_from_a_play_keeps_the_operations_before_it() -> None:
    game = random_game(2)
    corrected = undo_from(game, 4)
    assert corrected.game.operations == game.operations[:4]
    with pytest.raises(PlayCorrectionError):
        undo_from(game, 0)


def apply_events(decided: list[LogEntry], events: tuple[LogEntry, ...]) -> None:
    for event in events:
        if event.kind == "deal":
            decided.clear()
        elif event.kind == "operation":
            decided.append(event)
        elif event.kind == "undo":
            decided.pop()


@pytest.mark.parametrize("number", few_of(3, quick=1))
def test_undoing_plays_and_adding_them_again_gives_the_same_game(number: int) -> None:
    game = short_game_to_watch(number)
    film = sights_of(game, "open", CLEAR, number)
    watching = GameWatcher(GameSetup(game.options, game.names, "open"))
    decided: list[LogEntry] = []
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
            assert decided[-1].by == "person"
    apply_events(decided, watching.finish(film.sights[-1].t))
    assert is_whole(film, decided, "open")


@pytest.mark.parametrize("number", few_of(3, quick=1))
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
                stated = "" if any(event.kind == "problem" for event in watching.execute(parse_command(f"add {line}"))) else line
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
    decided: list[LogEntry] = []
    events = watching.execute(parse_command(f"card {track.id} {truth}"))
    assert any(event.kind == "deal" for event in events)
    apply_events(decided, events)
    assert truth in map(str, watching.game.states[1].centre)
    assert other not in map(str, watching.game.states[1].centre)
    refused, *_ = watching.execute(parse_command("card 9999 5r"))
    assert refused == LogEntry("refusal", "there is no card 9999 on the table", t=film.sights[11].t)


@pytest.mark.parametrize("corrected", [False, True])
def test_a_track_that_is_no_card_is_ignored(*, corrected: bool) -> None:
    game = random_game_to_watch(0)
    film = sights_of(game, "open", CLEAR, 0)
    watching = GameWatcher(GameSetup(game.options, game.names, "open"))
    watching.see(film.sights[0])
    track = next(card for card in film.sights[0].cards if card.place.zone == "centre")
    if corrected:
        watching.execute(parse_command(f"card {track.id} none"))
    begun = [event for event in watching.see(film.sights[1]) if event.kind == "deal"]
    assert bool(begun) is not corrected, "a deal that lacks a card is no deal"
    gone = LogEntry("refusal", f"there is no card {track.id} on the table", t=film.sights[1].t)
    assert (watching.execute(parse_command(f"card {track.id} {track.faces[0][0]}")) == (gone,)) is corrected


def test_a_lasting_doubt_is_asked_once_and_withdrawn_when_settled() -> None:
    desk, line = QuestionDesk(), random_game_to_watch(0).line
    discards = [Discarded(0, parse_cards(card)) for card in ("6r", "6o", "9r")]
    plays: dict[Operation | None, float] = dict(zip(discards, (0.55, 0.4, 0.01), strict=True))
    assert desk.doubt(1.0, line, plays, quiet=True) == []
    assert desk.doubt(2.0, line, plays, quiet=False) == []  # a hand came: it may be over soon
    assert desk.doubt(3.0, line, plays, quiet=True) == []
    assert desk.doubt(5.0, line, plays, quiet=True) == []
    (question,) = desk.doubt(6.0, line, plays, quiet=True)
    assert question.kind == "question"
    assert [play for play, _ in question.others] == discards[:2]
    assert desk.doubt(9.0, line, plays, quiet=True) == []
    assert desk.choice(question.n, 2) == discards[1]
    for number, place in ((question.n, 3), (7, 1)):
        with pytest.raises(PlayCorrectionError, match="is not open any more"):
            desk.choice(number, place)
    taken_back = LogEntry("undo", "x", t=9.5)
    assert desk.close_if_settled([taken_back], 9.5) == (taken_back, replace(question, others=(), t=9.5))
    with pytest.raises(PlayCorrectionError):
        desk.choice(question.n, 1)


def test_an_answer_without_a_question_is_refused_with_a_reason() -> None:
    game = random_game_to_watch(0)
    watching = GameWatcher(GameSetup(game.options, game.names, "open"))
    watching.see(sights_of(game, "open", CLEAR, 0).sights[0])
    (event,) = watching.execute(parse_command("answer 3 1"))
    assert event.kind == "refusal"
