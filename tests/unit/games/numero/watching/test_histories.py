"""Several histories live until one is sure: what was seen is told as plays or as a problem, and a game is taken up at any moment."""

import math
import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise

import pytest

from numero_cam.games.numero.engine import Options, State, game_text
from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.games.numero.engine.notation import parse_game
from numero_cam.games.numero.engine.operations import Dealt, Discarded, Found, Operation
from numero_cam.games.numero.rules import Build, parse_card
from numero_cam.games.numero.watching import GameSetup, GameWatcher, Hands
from numero_cam.games.numero.watching.evidence import TableEvidence
from numero_cam.games.numero.watching.histories import Histories, PlayProbabilities
from numero_cam.games.numero.watching.play_chains import ChainSearch, History, PlayChain
from numero_cam.games.numero.watching.table_fit import Residue, TableFit, TableObservation
from numero_cam.games.numero.watching.take_arithmetic import TakeArithmetic
from numero_cam.games.numero.watching.track_evidence import TrackEvidence
from numero_cam.games.numero.watching.weights import HIDDEN_BY_HAND, MIN_DOUBT
from numero_cam.games.shared.line import Line
from numero_cam.games.shared.sight import Sight, TablePlace
from tests.simulated_table import TROUBLED, sights_of
from tests.unit.games.numero.watching.test_game_watcher import ANN, BEN, CENTRE, SightTable, decided_lines
from tests.unit.games.numero.watching.test_whole_games import random_game_to_watch


class LateTable(SightTable):
    """A table whose watcher first sees it after the deal."""

    def __init__(self, hands: Hands = "open") -> None:
        super().__init__(hands)
        self.watching = GameWatcher(GameSetup(Options.level("2"), ("Ann", "Ben"), hands))


def covered(table: SightTable, times: int, arm: TablePlace, *hidden: str) -> list[LogEntry]:
    """Look while an arm rests over a place and hides some of its cards."""
    events: list[LogEntry] = []
    for _ in range(times):
        table.t += 0.1
        cards = tuple(card for name, card in table.cards.items() if name not in hidden)
        events += table.watching.see(Sight(table.t, cards, busy=frozenset({arm})))
    return events


def told_anew(events: list[LogEntry]) -> list[LogEntry]:
    return [event for event in events if event.kind in ("deal", "undo")]


@pytest.mark.parametrize(("hands", "arm", "hidden"), [("open", "BEN", "1r 2g"), ("open", "CENTRE", "4b"), ("hidden", "CENTRE", "4b")])
def test_a_game_that_begins_under_an_arm_says_that_something_may_have_been_played(hands: Hands, arm: str, hidden: str) -> None:
    table = LateTable(hands)
    events = covered(table, 15, {"BEN": BEN, "CENTRE": CENTRE}[arm], *hidden.split())
    text = "the game begins with cards that nobody saw yet; whether something was played before, nobody knows"
    assert [(event.kind, event.text) for event in events[1:]] == [("problem", text)]


def test_a_card_that_went_under_a_resting_arm_was_taken_or_is_a_problem() -> None:
    table = SightTable()
    table.look(2, CENTRE, ANN)
    table.lay("7o", CENTRE)
    events = covered(table, 20, CENTRE)
    table.lay("12g", ANN)
    events += covered(table, 10, CENTRE)
    for card in ("2g", "9r"):  # Ben takes 7o + 2g with the 9r
        table.take_away(card)
    table.take_away("7o")
    events += covered(table, 10, CENTRE)
    events += table.look(30)
    lines = decided_lines(events)
    problems = [event.text for event in events if event.kind == "problem"]
    assert "1 Ann: discard 7o" in lines
    assert "2 Ben: take 9r: 7o + 2g" in lines or any("the 7o is gone" in text for text in problems)


def test_a_game_begins_although_an_arm_rests_over_a_row() -> None:
    table = LateTable()
    events = covered(table, 15, BEN, "1r", "2g", "3b")
    (begun,) = [event for event in events if event.kind == "deal"]
    assert begun.after.seats[1].unknown == 3
    assert isinstance(table.watching.game.operations[0], Dealt)
    events = covered(table, 3, BEN, "1r", "2g", "3b")
    table.look(2, CENTRE, ANN)
    table.lay("7o", CENTRE)
    events = table.look(4)
    assert "1 Ann: discard 7o" in decided_lines(events)
    assert not told_anew([*events, *table.look(10)])
    assert {str(card) for card in table.watching.game.state.seats[1].hand} == {"1r", "2g", "3b", "8o", "9r"}


def test_a_game_begins_although_an_arm_rests_over_the_centre() -> None:
    table = LateTable()
    events = covered(table, 15, CENTRE, "4b")
    (begun,) = [event for event in events if event.kind == "deal"]
    assert begun.after.unknown_centre == 1
    assert not told_anew(table.look(10))
    assert {str(card) for card in table.watching.game.state.centre} == {"6r", "4b"}
    assert isinstance(table.watching.game.operations[0], Dealt)


@pytest.mark.parametrize(("taken", "told"), [("4r", "take 4r: 4"), ("10b 6r", "take 10b: 6r + 4")])
def test_a_card_that_nobody_saw_under_an_arm_is_taken(taken: str, told: str) -> None:
    table = LateTable()
    events = covered(table, 15, CENTRE, "4b")
    card, *others = taken.split()
    table.take_away(card, "4b", *others)
    events += covered(table, 10, CENTRE)
    events += [*table.look(12), *table.look(2, TablePlace("stock"))]
    table.lay("9o", ANN)
    events += table.look(20)
    assert [line.split(" ", 2)[2][:-1] for line in decided_lines(events) if "take" in line] == [told]
    (line,) = [event.text for event in events if event.kind == "problem" and "was taken" in event.text]
    assert line.startswith("nobody saw the 4")
    assert line.endswith("that was taken; it may be another 4")
    assert parse_game(game_text(table.watching.game)) == table.watching.game


@pytest.mark.parametrize("number", [50, 500])
def test_what_comes_to_light_as_an_arm_goes_was_dealt_and_what_came_beside_it_was_played(number: int) -> None:
    table = LateTable("hidden")
    cards, table.cards = table.cards, {}
    table.look(5)  # an empty table
    table.cards = cards
    events = covered(table, 15, CENTRE, "4b")
    table.lay("9o", CENTRE)
    table.cards["9o"] = replace(table.cards["9o"], id=number)
    events += [*covered(table, 15, CENTRE, "4b"), *table.look(20)]
    assert {str(card) for card in table.watching.game.states[1].centre} == {"6r", "4b"}
    assert decided_lines(events) == ["1 Ann: discard 9o"]


def test_a_card_that_comes_to_an_open_middle_was_not_dealt_there() -> None:
    table = LateTable("hidden")
    events = covered(table, 15, CENTRE, "4b")
    table.take_away("4b")  # no look finds it
    events += [*table.look(10), *table.look(2, CENTRE, ANN)]
    table.lay("9o", CENTRE)
    events += table.look(20)
    assert decided_lines(events) == ["1 Ann: discard 9o"]
    assert table.watching.game.state.unknown_centre == 1


def test_no_card_is_taken_unseen_while_it_lies_there_or_where_no_number_fits() -> None:
    table = LateTable()
    table.cards["4b"] = replace(table.cards["4b"], faces=())  # nobody can read it
    covered(table, 15, CENTRE, "4b")
    table.look(4)
    table.take_away("10b", "6r")  # 6 + 4, if the 4 were gone too
    assert "take" not in " ".join(decided_lines(table.look(60)))
    other = LateTable()
    covered(other, 15, CENTRE, "4b")
    other.take_away("10b", "4b", "6r", "7o")  # two numbers are gone, and only one of them took
    (told,) = decided_lines(covered(other, 10, CENTRE) + other.look(30))
    assert told in ("1 Ann: take 7o: 6r + 1o", "1 Ann: take 10b: 6r + 4o")


def test_a_game_is_taken_up_in_the_middle_by_the_player_who_plays() -> None:
    table = LateTable()
    table.lay("9o", CENTRE)
    table.lay("4g", CENTRE, on="6r")
    table.look(20)
    assert isinstance(table.watching.game.operations[0], Found)
    assert "[6r 4g]" in game_text(table.watching.game)
    table.look(2, CENTRE, BEN)
    table.lay("8o", CENTRE)
    assert [line.split(" ", 1)[1] for line in decided_lines(table.look(10))] == ["Ben: discard 8o"]
    assert parse_game(game_text(table.watching.game)) == table.watching.game


def begun_with_heap(*heap: str) -> LateTable:
    """A game that is taken up in its middle, with cards of the centre that lie on each other, and with the 9o."""
    table = LateTable()
    for under, card in pairwise(heap):
        table.lay(card, CENTRE, on=under)
    table.lay("9o", CENTRE)
    table.look(20)
    return table


@pytest.mark.parametrize(("heap", "apart", "left"), [("6r 4g", "4g", set()), ("6r 4b 1g", "1g", {"[6r 4b]"}), ("6r 4b 1g", "1g 4b", set())])
def test_cards_that_only_touched_as_the_game_began_are_no_build(heap: str, apart: str, left: set[str]) -> None:
    table = begun_with_heap(*heap.split())
    assert f"[{heap}]" in game_text(table.watching.game)
    for card in apart.split():
        table.lay(card, CENTRE)
    events = table.look(30)
    assert {event.text for event in events if event.kind == "change"} == {"a card lies otherwise than it was told"}
    assert {str(item) for item in table.watching.game.state.centre if isinstance(item, Build)} == left
    assert parse_game(game_text(table.watching.game)) == table.watching.game


def test_a_play_with_a_card_that_only_touched_another_is_told_as_it_was() -> None:
    table = begun_with_heap("6r", "4g")
    table.look(2, CENTRE, BEN)
    table.lay("4g", CENTRE)
    table.lay("8o", CENTRE, on="4g")
    assert [line.split(" ", 1)[1] for line in decided_lines(table.look(40))][-1] == "Ben: build 8o: 4g + 8o = 12"


def test_a_build_of_the_beginning_that_is_seen_apart_for_a_moment_stays_one() -> None:
    table = begun_with_heap("6r", "4g")
    table.lay("4g", CENTRE)
    events = table.look(3)
    table.lay("4g", CENTRE, on="6r")
    assert not [event for event in [*events, *table.look(30)] if event.kind == "change"]
    assert "[6r 4g]" in game_text(table.watching.game)


def test_much_that_nothing_explains_is_a_problem_and_the_game_goes_on_from_the_table() -> None:
    table = SightTable()
    table.look(2, CENTRE, ANN)
    table.take_away("6r", "4b")  # no card of a hand takes them
    events = table.look(60)
    problems = [event.text for event in events if event.kind == "problem"]
    assert problems == [
        "the 6r is gone from the middle and the 4b is gone from the middle; no play explains that: say what was played, or put it back"
    ]
    assert table.watching.game.state.centre == ()
    assert parse_game(game_text(table.watching.game)) == table.watching.game
    table.look(2, CENTRE, ANN)
    table.lay("7o", CENTRE)
    assert decided_lines(table.look(6)) == ["1 Ann: discard 7o"]


@pytest.mark.slow
@pytest.mark.parametrize("number", range(2))
def test_what_is_told_of_a_troubled_table_is_a_game_by_the_rules(number: int) -> None:
    game = random_game_to_watch(number)
    game = game.replayed(min(30, len(game.operations)))
    watching = GameWatcher(GameSetup(game.options, game.names, "open"))
    standing: list[object] = []
    for sight in sights_of(game, "open", TROUBLED, number).sights:
        for event in watching.see(sight):
            if event.kind == "operation":
                standing.append(event.operation)
            elif event.kind == "undo":
                standing.pop()
    assert len(standing) == max(0, len(watching.game.operations) - 1)
    assert parse_game(game_text(watching.game)) == watching.game


def test_discards_under_a_resting_arm_are_told() -> None:
    table = SightTable()
    table.look(2, CENTRE, ANN)
    unseen: list[str] = []
    for card, new, row in (("7o", "12g", ANN), ("8o", "13r", BEN)):
        covered(table, 10, CENTRE, *unseen)
        table.lay(card, CENTRE)
        table.cards[card] = replace(table.cards[card], id=table.cards[card].id + 50)  # nobody followed it under the arm
        unseen.append(card)
        covered(table, 10, CENTRE, *unseen)
        table.lay(new, row)
    covered(table, 10, CENTRE, *unseen)
    table.look(10)
    told = [line for line in game_text(table.watching.game).splitlines() if "discard" in line]
    assert told == ["1 Ann: discard 7o", "2 Ben: discard 8o"]


def test_a_discard_that_nobody_saw_is_told_when_another_player_shows_its_card() -> None:
    table = SightTable("hidden")
    covered(table, 10, CENTRE)  # Ann puts the 7o under the arm
    for card in ("7o", "7g"):
        table.look(1, BEN)
        table.lay(card, BEN)
    table.look(10)
    table.look(2, BEN)
    table.take_away("7o", "7g")
    table.look(2, BEN)
    events = table.look(40)
    assert decided_lines(events)[-1:] == ["2 Ben: take 7g: 7o"] or decided_lines(events)[-1:] == ["2 Ben: take 7o: 7g"]


def test_who_began_a_game_that_is_taken_up_is_corrected_by_what_is_shown() -> None:
    table = LateTable("hidden")
    table.lay("9o", CENTRE)
    table.look(80)
    table.look(2, CENTRE)
    table.lay("8o", CENTRE)
    assert decided_lines(table.look(10)) == ["1 Ann: discard 8o"]
    table.look(2, CENTRE)
    table.cards["8o"] = replace(table.cards["8o"], places=((ANN, 1.0),))
    table.look(2, CENTRE, ANN)
    table.lay("8r", ANN)
    table.look(10)
    table.look(2, ANN)
    table.take_away("8o", "8r")
    events = table.look(20)
    assert [event for event in events if event.kind == "undo"]
    assert decided_lines(events)[0] == "1 Ben: discard 8o"
    assert "2 Ann: take 8r: 8o" in decided_lines(events)
    assert parse_game(game_text(table.watching.game)) == table.watching.game


@pytest.mark.parametrize("many", [ANN, BEN])
def test_a_row_with_a_card_too_many_under_an_arm_is_no_game_yet(many: TablePlace) -> None:
    table = LateTable()
    table.lay("12g", many)
    table.lay("9o", CENTRE)
    events: list[LogEntry] = []
    for busy in (0, 0, 0, *[1] * 20):  # all were read before the arm came
        table.t += 0.1
        events += table.watching.see(Sight(table.t, tuple(table.cards.values()), busy=frozenset({many} if busy else ())))
    assert not [event for event in events if event.kind == "deal"]


class FollowedTable(SightTable):
    """A table whose histories are followed apart from its watcher, which tells nothing after the deal."""

    def __init__(self) -> None:
        super().__init__()
        game = self.watching.game
        self.evidence, self.told = TableEvidence(game.options.pack()), History(game.line)
        self.histories = Histories(TakeArithmetic(game.options), hands_open=True)
        self.histories.begin([self.told])

    def follow(self, times: int) -> None:
        for _ in range(times):
            self.t += 0.1
            self.evidence.update(Sight(self.t, tuple(self.cards.values())))
            self.histories.see(self.evidence, self.told)

    def forget(self, card: str) -> None:
        number = self.cards.pop(card).id
        self.evidence.correct(number, None)
        self.histories.forget_track(number)

    def scores(self) -> list[float]:
        outlook = self.histories.outlook(TableObservation(self.evidence, hands_open=True), self.told)
        return sorted((chain.score for chain in outlook.chains), reverse=True)


@pytest.mark.parametrize("thing", ["12g", "15r"])
def test_what_a_person_calls_no_card_weighs_on_no_history_any_more(thing: str) -> None:
    found = []
    for print_on_cloth in (False, True):
        table = FollowedTable()
        if print_on_cloth:
            table.lay(thing, CENTRE)
        table.follow(4)
        for card, place in (("7o", CENTRE), ("12b", ANN)):
            table.lay(card, place)
            table.follow(4)
        if print_on_cloth:
            table.forget(thing)
        table.follow(1)
        found.append(table.scores()[:3])
    assert found[1] == pytest.approx(found[0])


PLAYS = tuple(Discarded(0, (parse_card(card),)) for card in ("7o", "6b", "4r"))


FREE = Line[State, Operation].begin(State.start(Options()), lambda _state, _play: None, lambda state, _play: state)


def drawn_outlooks(seed: int) -> Iterator[tuple[list[PlayChain], tuple[Operation, ...]]]:
    """Chains of drawn plays and scores, some of which go on from the same history, and plays that are told."""
    rng = random.Random(seed)  # noqa: S311 - drawn again by its seed
    for _ in range(1500):
        chains = []
        for _ in range(rng.randint(1, 8)):
            plays = tuple(rng.choices(PLAYS, k=rng.randint(0, 4)))
            line = FREE.play_all(plays)
            chains.append(PlayChain(History(line.up(rng.randint(0, len(plays)))), line, TableFit(), rng.uniform(-40, 0)))
        yield chains, rng.choice(chains).line.operations[: rng.randint(0, 3)]


def test_where_what_is_told_is_in_doubt_it_has_only_its_share_of_what_may_have_been() -> None:
    doubts = 0
    for chains, told in drawn_outlooks(1):
        after = [chain for chain in chains if chain.line.operations[: len(told)] == told]
        doubted = max(chain.score for chain in after) + MIN_DOUBT < max(chain.score for chain in chains)
        doubts += doubted
        found = PlayProbabilities(chains).next_probabilities(FREE.play_all(told))
        whole = sum(math.exp(chain.score) for chain in (chains if doubted else after))
        for play in (None, *PLAYS):
            share = sum(math.exp(chain.score) for chain in after if (*chain.line.operations, None)[len(told)] == play)
            assert found.get(play, 0.0) == pytest.approx(share / whole)
    assert 200 < doubts < 1300


@pytest.mark.parametrize("fixed", [0, 1, 2])
def test_what_a_person_fixed_is_told_as_if_no_history_were_otherwise(fixed: int) -> None:
    instead = 0
    for chains, told in drawn_outlooks(2):
        line = FREE.play_all(told)
        found = PlayProbabilities(chains).worth_telling_instead(line, fixed)
        stays = told[:fixed]
        as_fixed = [chain for chain in chains if chain.line.operations[: len(stays)] == stays]
        assert found is PlayProbabilities(as_fixed).worth_telling_instead(line, 0)
        instead += found is not None
    assert instead > 5


@pytest.mark.parametrize("hands", ["open", "hidden"])
@pytest.mark.parametrize("number", [2, 5])
def test_a_history_that_a_chain_continues_to_is_as_probable_as_the_chain(
    number: int, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared, late = 0, 0
    outlook = Histories.outlook

    def compare(histories: Histories, observation: TableObservation, told: History) -> PlayProbabilities:
        nonlocal compared, late
        found = outlook(histories, observation, told)
        for chain in found.chains:
            assert chain.history.longer(chain).score == pytest.approx(chain.score - chain.waiting)
            compared, late = compared + 1, late + bool(chain.late)
        return found

    monkeypatch.setattr(Histories, "outlook", compare)
    game = random_game_to_watch(number)
    watching = GameWatcher(GameSetup(game.options, game.names, hands))
    for sight in sights_of(game, hands, TROUBLED, number).sights[:400]:
        watching.see(sight)
    assert compared
    assert late


def test_what_a_history_missed_may_be_explained_yet() -> None:
    game = SightTable().watching.game
    search = ChainSearch(TableObservation(TableEvidence(game.options.pack()), hands_open=True), TakeArithmetic(game.options))
    residue: dict[Residue, float] = {(parse_card("4b"), CENTRE): -9.0}
    paid, free = search.empty_chain(History(game.line, residue=residue)), search.empty_chain(History(game.line))
    assert paid.hope == pytest.approx(free.hope + HIDDEN_BY_HAND)


def test_a_card_that_a_history_missed_was_in_the_air_only_if_a_play_moves_it_and_explains_it() -> None:
    line, card = SightTable().watching.game.line, parse_card("7o")
    own, other = (card, ANN), (parse_card("4b"), CENTRE)
    discarded = line.play(Discarded(0, (card,)))
    lies_again = TableFit(matched={card: TrackEvidence(7, places={ANN: 1.0})})

    def late(fit: TableFit, score: float = -9.0) -> Mapping[Residue, float]:
        return PlayChain(History(line, residue={own: score, other: -9.0}), discarded, fit, 0.0).late

    assert late(TableFit()) == {own: HIDDEN_BY_HAND}
    assert late(TableFit(), HIDDEN_BY_HAND / 2) == {own: HIDDEN_BY_HAND / 2}
    assert late(TableFit(residue={own: -6.0})) == late(lies_again) == {}
