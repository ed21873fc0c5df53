"""The champion: what it compares, that it sees no hidden card, and that the same deals give the same play."""

from dataclasses import replace

import pytest

from numero_cam.games.numero.engine import Game, Options, Phase
from numero_cam.games.numero.engine.operations import Discarded, Operation
from numero_cam.games.numero.players.advisor import Effort
from numero_cam.games.numero.players.book import ATTACK, DEFENCE, BookPlayer
from numero_cam.games.numero.players.candidates import PlayOption, play_options
from numero_cam.games.numero.players.champion import ChampionPlayer, PlayoutSearch, Prospect, PublicScores, Search, parted
from numero_cam.games.numero.players.playouts import Board, Playouts, state_of
from numero_cam.games.numero.players.tournament import EVERY_PLAYER, one_game
from numero_cam.games.numero.players.view import UnseenDeal, view_of
from numero_cam.games.numero.rules import parse_cards
from numero_cam.games.numero.rules.choices import CharacterName
from numero_cam.games.numero.solve.kernel import SWITCH
from tests.needs import needs_kernel
from tests.unit.games.numero.players.test_advisor import with_other_hidden_cards

FEW = Effort(deals=3)


def state_after(cards: str, options: Options | None = None) -> Game:
    """A game of two in which these cards are dealt: hands one by one, then the centre, then the stock."""
    game = Game(options or Options.level("all"))
    game.deal(cards)
    return game


@pytest.mark.parametrize(
    ("options", "character"),
    [
        (Options.level("all"), "careful"),
        (Options.level("3", by="cards"), "honest"),
        (Options.level("all", players=3), "bold"),
        (Options.level("1", players=4), "bold"),
    ],
)
def test_every_player_ends_a_game(options: Options, character: CharacterName) -> None:
    for name in EVERY_PLAYER:
        others = ["greedy"] * (options.players - 1)
        assert one_game(options, [name, *others], "1", FEW, character).state.phase is Phase.OVER


def test_the_same_deals_give_the_same_play_and_hidden_cards_change_nothing() -> None:
    game = Game(Options.level("all"))
    game.deal(seed=4)
    state = game.state
    other = with_other_hidden_cards(state)
    plays: set[Operation] = {ChampionPlayer(Effort(deals=20, seed=2)).play(one) for one in (state, state, other)}
    assert len(plays) == 1


@needs_kernel
def test_without_the_kernel_the_same_deals_give_the_same_play(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(Options.level("1"))
    game.deal(seed=6)
    compiled = ChampionPlayer(Effort(deals=2)).play(game.state)
    monkeypatch.setenv(SWITCH, "off")
    assert ChampionPlayer(Effort(deals=2)).play(game.state) == compiled
    assert ChampionPlayer(Effort(0.05)).play(game.state) in [option.operation for option in options_of_turn(game)]


def options_of_turn(game: Game) -> list[PlayOption]:
    return play_options(view_of(game.state), seconds=None, bluffs=False)


def test_a_play_is_worth_what_its_playout_ends_with() -> None:
    game = Game(Options.level("1"))
    game.deal(seed=3)
    state = game.state
    view = view_of(state)
    playouts = Playouts(state.options)
    search = PlayoutSearch(view, PublicScores.of(state), playouts, Search(rounds=100))
    deal = UnseenDeal((state.seats[1].hand,), state.stock)
    for option in play_options(view, seconds=None, bluffs=False):
        after = Game(state.options).begun_at(state)
        after.do(option.operation)
        if after.state.phase is Phase.DRAW:
            after.draw()
        assert search.after(option, deal).hands == tuple(seat.hand for seat in after.state.seats)
        assert search.after(option, deal).won == tuple(len(seat.won) for seat in after.state.seats)
        assert search.after(option, deal).scores == tuple(seat.score for seat in after.state.seats)
        end = playouts.play(search.after(option, deal), 512)
        assert search.value(option, deal) == end.scores[0] - end.scores[1]


def test_who_sees_the_hand_leaves_nothing_for_it() -> None:
    # The other holds a 13 and nothing else that takes; a discard of the 13 would be a present.
    game = state_after("13r 13b 9r 1b 12r 2b 14r 3b 15r 1g 11g 11o" + " 4r 5r 6r 7r 8r 10r 4b 5b 6b 7b")
    seen = ChampionPlayer(Effort(deals=40), sees="all").play(game.state)
    assert not (isinstance(seen, Discarded) and seen.cards == parse_cards("13r"))


@needs_kernel
def test_the_last_cards_of_three_are_searched_where_a_build_tells_who_holds_what() -> None:
    # The others hold a 12 and a 13: with a 7 beside it the 5 or the 6 could be taken, with a 3 nothing.
    options = Options.level("1", players=3)
    hand, others, centre = parse_cards("7r 3r"), (parse_cards("12r"), parse_cards("13r")), parse_cards("5r 6r")
    board = Board(centre, (hand, *others), (), 0, (20, 20, 16), (0, 0, 0))
    state = state_of(options, board)
    unknown = replace(view_of(state), unseen=(*others[0], *others[1]))
    view = replace(unknown, answers=((12,), ()))
    search = PlayoutSearch(view, PublicScores.of(state), Playouts(options), Search())
    playouts = PlayoutSearch(unknown, PublicScores.of(state), Playouts(options), Search())
    deal = UnseenDeal(others, ())
    for option in play_options(view, seconds=None, bluffs=False):
        scores = Playouts(options).end_of_many(search.after(option, deal), 1 << 20)
        assert scores is not None
        assert search.value(option, deal) == scores[0] - (scores[1] + scores[2]) / 2
        greedy = Playouts(options).play(playouts.after(option, deal), 6)
        assert playouts.value(option, deal) == playouts.worth(greedy)
    best = search.prospects(play_options(view, seconds=None, bluffs=False), Effort(deals=4), 0.0)[0]
    assert best.option.kind == "discard"
    assert best.option.hand == parse_cards("7r")  # is left


def test_plays_clearly_behind_are_dropped_and_close_ones_are_not() -> None:
    game = Game(Options.level("all"))
    game.deal(seed=1)
    options = play_options(view_of(game.state), seconds=None, bluffs=False)
    best, close, far = (
        Prospect(option, values)
        for option, values in zip(options, ([9.0, 7, 9, 7] * 4, [7.0, 9, 8, 8] * 4, [0.0, 1, 0, 1] * 4), strict=False)
    )
    assert parted([close, far, best]) == ([close, best], [far])


def test_each_rule_of_the_book_names_its_page_and_proposes_cards_of_the_hand() -> None:
    used: set[str] = set()
    game = one_game(Options.level("all"), ["book", "greedy"], "2")
    for state in game.states:
        if state.phase is not Phase.PLAY or not any(card.is_number for card in state.seat.hand):
            continue
        for advice in {*ATTACK, *DEFENCE}:
            assert 8 <= advice.page <= 34
            chosen = advice.choose(state)
            used |= {advice.text} if chosen else set()
            assert set(chosen) <= set(state.seat.hand)
    assert len(used) >= 6


def test_the_book_does_not_give_easy_points() -> None:
    # Example 1 of the guide's Tactics: the 15 would take the build of 15 and leave the other's 13 alone.
    game = state_after("8b 1o 15o 13r 9r 2b 4g 5b 11g 3b 12g 7r" + " 6b 10r 10b 10g 5r 6r 1r 2r")
    game.build("8b", "7r + 8b")
    game.draw()
    game.build("1o", "12g + 1o")
    game.draw()
    assert isinstance(BookPlayer().play(game.state), Discarded)
