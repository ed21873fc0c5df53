"""What people correct: properties of corrected games, and a watched game that is corrected while it goes on."""

import random

import pytest

from numero_cam.games.numero.engine import Game, Options, game_text, parse_game
from numero_cam.games.numero.engine.notation import operation_lines
from numero_cam.games.numero.engine.operations import Discarded, Drawn
from numero_cam.games.numero.players.tournament import one_game
from numero_cam.games.numero.watching import Decided, Setting, TakenBack, Watching
from numero_cam.games.numero.watching.command_text import parse_command
from numero_cam.games.numero.watching.corrections import CorrectionError, another_card, another_play, exchanged, one_more, taken_back
from numero_cam.games.numero.watching.events import Asked, Begun, Event, Unexplained
from numero_cam.games.numero.watching.watch import Asking
from tests.seeds import few_of
from tests.simulated_table import CLEAR, sights_of
from tests.unit.games.numero.watching.test_games_come_back import game_of, is_whole


def played(number: int) -> Game:
    return one_game(Options.level("all", by="points", players=2), ("random", "greedy"), f"corrected {number}")


def line_of(game: Game, k: int) -> str:
    return operation_lines(game, game.states[k], game.operations[k])[0]


@pytest.mark.parametrize("number", few_of(12, quick=2))
def test_a_play_said_to_be_what_it_was_changes_nothing(number: int) -> None:
    game = played(number)
    for k in range(1, len(game.operations), 5):
        corrected = another_play(game, k, line_of(game, k))
        assert corrected.game == game
        assert corrected.same == k == corrected.said


@pytest.mark.parametrize("number", few_of(12, quick=2))
def test_another_discard_keeps_all_that_follows_or_says_what_would_not_be_possible(number: int) -> None:
    game, rng = played(number), random.Random(number)  # noqa: S311 - a test that is drawn again
    for k in range(1, len(game.operations)):
        operation, state = game.operations[k], game.states[k]
        if not isinstance(operation, Discarded) or not operation.cards[0].is_number:
            continue
        other = rng.choice([card for card in state.seat.hand if card.is_number])
        try:
            corrected = another_play(game, k, f"{game.names[operation.player]}: discard {other}")
        except CorrectionError:
            continue
        assert len(corrected.game.operations) == len(game.operations)
        assert parse_game(game_text(corrected.game)) == corrected.game  # legal, and written


@pytest.mark.parametrize("number", few_of(12, quick=2))
def test_a_game_in_which_two_cards_were_exchanged_is_the_same_after_it_was_done_twice(number: int) -> None:
    game, rng = played(number), random.Random(number)  # noqa: S311 - a test that is drawn again
    pack = game.options.pack()
    for _ in range(10):
        card, other = rng.sample(pack, 2)
        try:
            changed = another_card(game, card, other).game
        except CorrectionError:
            continue
        assert another_card(changed, card, other).game == game
        assert sorted(map(str, changed.state.cards())) == sorted(map(str, game.state.cards()))


def test_cards_are_exchanged_in_every_part_of_an_operation() -> None:
    game = played(3)
    one, two = game.operations[0].hands[0][:2]  # type: ignore[union-attr]
    deal = exchanged(game.operations[0], {one: two, two: one})
    assert deal.hands[0][:2] == (two, one)  # type: ignore[union-attr]
    assert exchanged(deal, {one: two, two: one}) == game.operations[0]


@pytest.mark.parametrize(("k", "line"), [(0, "Ann: pass"), (999, "Ann: pass"), (1, "nonsense"), (1, "Nobody: discard 5r"), (1, "x" * 500)])
def test_what_cannot_be_is_said_in_a_line(k: int, line: str) -> None:
    game = played(1)
    with pytest.raises(CorrectionError) as told:
        another_play(game, k, line)
    assert "\n" not in str(told.value)
    with pytest.raises(CorrectionError):
        one_more(game, line)


def test_a_game_is_taken_back_to_a_play() -> None:
    game = played(2)
    corrected = taken_back(game, 4)
    assert corrected.game.operations == game.operations[:4]
    with pytest.raises(CorrectionError):
        taken_back(game, 0)


def stands(stand: list[Decided], events: tuple[Event, ...]) -> None:
    for event in events:
        if isinstance(event, Begun):
            stand.clear()
        elif isinstance(event, Decided):
            stand.append(event)
        elif isinstance(event, TakenBack):
            stand.pop()


@pytest.mark.parametrize("number", few_of(6, quick=1))
def test_a_play_taken_back_at_the_wrong_moment_and_said_again_gives_the_same_game(number: int) -> None:
    game = game_of(number)
    film = sights_of(game, "open", CLEAR, number)
    watching = Watching(Setting(game.options, game.names, "open"))
    stand: list[Decided] = []
    rng = random.Random(number)  # noqa: S311 - a test that is drawn again
    at = set(rng.sample(range(len(film.sights)), 5))
    for n, sight in enumerate(film.sights):
        stands(stand, watching.see(sight))
        if n in at and len(watching.game.operations) > 3:
            k = rng.randrange(max(1, len(watching.game.operations) - 4), len(watching.game.operations))
            lines = [line_of(watching.game, number) for number in range(k, len(watching.game.operations))]
            stands(stand, watching.execute(parse_command(f"back {k}")))
            assert len(watching.game.operations) == k
            for line in lines:
                stands(stand, watching.execute(parse_command(f"add {line}")))
            assert [event.operation for event in stand] == list(watching.game.operations[1:])
            assert stand[-1].said
    stands(stand, watching.finish(film.sights[-1].t))
    assert is_whole(film, stand, "open")


@pytest.mark.parametrize("number", few_of(6, quick=1))
def test_a_wrong_play_that_a_person_said_is_not_taken_back_by_what_is_seen_and_no_game_is_impossible(number: int) -> None:
    game = game_of(number)
    film = sights_of(game, "open", CLEAR, number)
    watching = Watching(Setting(game.options, game.names, "open"))
    said = ""
    for n, sight in enumerate(film.sights):
        watching.see(sight)
        state = watching.game.state
        if not said and n > len(film.sights) // 3 and isinstance(watching.game.operations[-1], Drawn) and state.seat.hand:
            number_card = next((card for card in state.seat.hand if card.is_number), None)
            if number_card is not None:
                line = f"{watching.game.player}: discard {number_card}"
                said = "" if any(isinstance(event, Unexplained) for event in watching.execute(parse_command(f"add {line}"))) else line
                at = len(watching.game.operations) - 1
    assert said
    assert line_of(watching.game, at).endswith(said)
    assert parse_game(game_text(watching.game)) == watching.game


def test_a_card_is_told_and_the_deal_was_with_it() -> None:
    game = game_of(0)
    film = sights_of(game, "open", CLEAR, 0)
    watching = Watching(Setting(game.options, game.names, "open"))
    first = film.sights[0]
    thing = next(card for card in first.cards if card.place.zone == "centre" and card.faces)
    truth = thing.faces[0][0]
    other = next(str(card) for card in game.options.pack() if str(card) not in {c.faces[0][0] for c in first.cards if c.faces})
    misread = {thing.id: ((other, 1.0),)}
    for sight in film.sights[:12]:
        cards = tuple(
            card if card.id not in misread or not card.faces else type(card)(card.id, card.places, misread[card.id]) for card in sight.cards
        )
        watching.see(type(sight)(sight.t, cards, sight.unclear, sight.busy))
    assert other in map(str, watching.game.states[1].centre)
    stand: list[Decided] = []
    events = watching.execute(parse_command(f"card {thing.id} {truth}"))
    assert any(isinstance(event, Begun) for event in events)
    stands(stand, events)
    assert truth in map(str, watching.game.states[1].centre)
    assert other not in map(str, watching.game.states[1].centre)
    refused, *_ = watching.execute(parse_command("card 9999 5r"))
    assert refused == Unexplained(film.sights[11].t, "there is no card 9999 on the table", refused=True)


@pytest.mark.parametrize("said", [False, True])
def test_what_is_no_card_is_seen_no_more(*, said: bool) -> None:
    game = game_of(0)
    film = sights_of(game, "open", CLEAR, 0)
    watching = Watching(Setting(game.options, game.names, "open"))
    watching.see(film.sights[0])
    thing = next(card for card in film.sights[0].cards if card.place.zone == "centre")
    if said:
        watching.execute(parse_command(f"card {thing.id} none"))
    begun = [event for event in watching.see(film.sights[1]) if isinstance(event, Begun)]
    assert bool(begun) is not said, "a deal that lacks a card is none"
    gone = Unexplained(film.sights[1].t, f"there is no card {thing.id} on the table", refused=True)
    assert (watching.execute(parse_command(f"card {thing.id} {thing.faces[0][0]}")) == (gone,)) is said


def test_a_doubt_that_lasts_is_asked_once_and_taken_back_when_it_is_over() -> None:
    asking = Asking()
    plays = [("1 Ann: discard 6r", 0.55), ("1 Ann: discard 6o", 0.4), ("1 Ann: discard 9r", 0.01)]
    assert asking.doubt(1.0, plays, quiet=True) == []
    assert asking.doubt(2.0, plays, quiet=False) == []  # a hand came: it may be over soon
    assert asking.doubt(3.0, plays, quiet=True) == []
    assert asking.doubt(5.0, plays, quiet=True) == []
    (asked,) = asking.doubt(6.0, plays, quiet=True)
    assert isinstance(asked, Asked)
    assert [line for line, _ in asked.choices] == ["1 Ann: discard 6r", "1 Ann: discard 6o"]
    assert asking.doubt(9.0, plays, quiet=True) == []
    assert asking.choice(asked.id, 2) == "1 Ann: discard 6o"
    assert asking.choice(asked.id, 3) is asking.choice(7, 1) is None
    decided = TakenBack(9.5, "x")
    assert asking.told([decided], 9.5) == (decided, Asked(9.5, asked.id, asked.question, ()))
    assert asking.choice(asked.id, 1) is None


def test_an_answer_that_nobody_asked_for_is_refused_in_words() -> None:
    game = game_of(0)
    watching = Watching(Setting(game.options, game.names, "open"))
    watching.see(sights_of(game, "open", CLEAR, 0).sights[0])
    (event,) = watching.execute(parse_command("answer 3 1"))
    assert isinstance(event, Unexplained)
    assert event.refused
