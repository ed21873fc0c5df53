"""What a page is told of a play that is built by taps: in words and cards, with what it would end."""

import random
from typing import Any

import pytest

from numero_cam.games.numero.engine import Game, State
from numero_cam.games.numero.engine.operations import Built, Discarded, Drawn, Taken
from numero_cam.games.numero.rules import Build
from numero_cam.games.numero.watching.corrections import PlayCorrectionError, append_play, replace_play
from numero_cam.games.numero.watching.tapped_play import VERBS
from numero_cam.live.page_fields import ProtocolError
from numero_cam.live.play_draft import draft_message, parse_draft, question_play_messages
from numero_cam.live.table_commands import DraftPlay
from tests.kept_game import played
from tests.tables import table
from tests.tapped_kinds import KINDS, TappedKind

GAME = played(3, level="all")


def drafted(**asked: Any) -> dict[str, Any]:  # noqa: ANN401 - fields of a draft
    return dict(draft_message(GAME, DraftPlay(1, **asked), ()))


def plays_of(kind: type) -> list[int]:
    return [k for k, operation in enumerate(GAME.operations) if isinstance(operation, kind)]


@pytest.mark.parametrize("kind", [Taken, Built, Discarded, Drawn])
@pytest.mark.slow
def test_the_play_that_is_mended_stands_there_first_and_saves_as_itself(kind: type) -> None:
    for k in plays_of(kind)[:6]:
        told = drafted(k=k)
        assert told["player"] == GAME.names[GAME.operations[k].player]  # type: ignore[union-attr]
        assert told["plays"]
        (play, *_) = told["plays"]
        assert play["ends"] == 0
        assert replace_play(GAME, k, play["line"]).game.state.phase == GAME.state.phase


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("mended", [False, True])
@pytest.mark.slow
def test_every_kind_of_play_is_tapped_together(kind: TappedKind, *, mended: bool) -> None:
    game, play, k = kind.game, kind.tapped, kind.k if mended else None
    before = game if mended else game.replayed(kind.k)
    card = "" if play.card is None else str(play.card)
    for n in range(len(play.items) + 1):
        asked = DraftPlay(1, k, game.names[play.player], play.verb or "", card, tuple(map(str, play.items[:n])))
        told: dict[str, Any] = dict(draft_message(before, asked, ()))
        assert play.verb in told["verbs"]
        alive = {face for face, may in told["hand"] if may} | {one["item"] for one in told["centre"] if one["alive"]} | {*told["unseen"]}
        assert {*asked.items, card} - {""} <= alive
    lines = [offered["line"] for offered in told["plays"]]
    states = [(append_play(before, line) if k is None else replace_play(game, k, line)).game.state for line in lines]
    assert gist(game.state) in map(gist, states)


def gist(state: State) -> tuple[object, ...]:
    """What a state is, whatever the order in which cards were added to a build."""
    worth = sorted(str(item.value) if isinstance(item, Build) else str(item) for item in state.centre)
    return state.phase, state.player, [sorted(map(str, seat.hand)) for seat in state.seats], worth


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.slow
def test_every_kind_of_play_is_tapped_together_without_its_name(kind: TappedKind) -> None:
    play, before = kind.tapped, kind.game.replayed(kind.k)
    items = () if play.verb == "challenge" else tuple(map(str, play.items))  # which stands there as soon as it may be
    asked = DraftPlay(1, None, kind.game.names[play.player], "", "" if play.card is None else str(play.card), items)
    told: dict[str, Any] = dict(draft_message(before, asked, ()))
    assert (told["verb"], told["card"], told["items"]) == ("", asked.card, [*items])
    states = [append_play(before, offered["line"]).game.state for offered in told["plays"]]
    assert gist(kind.game.state) in map(gist, states)


def test_what_comes_of_a_challenge_is_not_told_before() -> None:
    kind = next(kind for kind in KINDS if kind.tapped.verb == "challenge")
    told: dict[str, Any] = dict(draft_message(kind.game.replayed(kind.k), DraftPlay(1, player=kind.game.names[kind.tapped.player]), ()))
    (offered,) = (play for play in told["plays"] if ": challenge " in play["line"])
    assert offered["said"].endswith(".")
    assert "bluff" not in offered["said"]
    assert not offered["points"]


def test_a_tap_that_leads_to_no_play_is_left_out_and_the_others_stay() -> None:
    game = table(["10r 9g", "1b"], "7r 3b 4g", by="points")
    game = Game(game.options, ("Anna", "Ben")).begun_at(game.state)

    def items(*tapped: str) -> list[str]:
        told: dict[str, Any] = dict(draft_message(game, DraftPlay(1, None, "Anna", "", "10r", tapped), ()))
        found = told["items"]
        assert isinstance(found, list)
        return found

    assert items("7r", "3b") == ["7r", "3b"]
    assert items("7r", "4g") == ["7r"]
    told: dict[str, Any] = dict(draft_message(game, DraftPlay(1, None, "Anna", "", "10r", ("7r", "3b")), ()))
    assert told["sum"] == [[["7r", "3b"], "7 + 3", "10"]]
    assert (told["goal"], told["only"]) == ("10", True)  # the 4 green alone makes no ten


@pytest.mark.slow
def test_the_kinds_are_all_that_there_are() -> None:
    assert {kind.tapped.verb for kind in KINDS} == set(VERBS)


@pytest.mark.slow
def test_how_many_later_plays_a_correction_ends_is_said_before() -> None:
    order = random.Random(1)  # noqa: S311 - an order, no secret
    seen = set()
    for k in order.sample(plays_of(Discarded), 8):
        card = order.choice([face for face, alive in drafted(k=k, player=drafted(k=k)["player"], verb="discard")["hand"] if alive])
        told = drafted(k=k, player=drafted(k=k)["player"], verb="discard", items=(card,))
        for play in told["plays"]:
            ended = replace_play(GAME, k, play["line"], ends_there=True)
            assert len(ended.game.operations) == k + 1
            seen.add(play["ends"] > 0)
            if play["ends"]:
                with pytest.raises(PlayCorrectionError):
                    replace_play(GAME, k, play["line"])
    assert seen == {True, False}


def test_who_is_to_play_is_asked_first_also_where_another_may_challenge() -> None:
    game = played(1)
    for k in [k for k, operation in enumerate(game.operations) if isinstance(operation, Drawn)][:20]:
        before = game.replayed(k + 1)
        if before.state.phase.name == "PLAY":
            assert draft_message(before, DraftPlay(1), ())["player"] == before.player


def test_a_play_that_is_gone_is_said_to_be() -> None:
    assert drafted(k=9999) == {"type": "draft", "draft": 1, "k": 9999, "gone": True}
    assert drafted(k=0)["gone"]


def test_likely_plays_are_told_in_cards_and_those_that_are_not_possible_any_more_are_left_out() -> None:
    game = played(3, level="all", stop=plays_of(Taken)[0])
    gone = Discarded(game.state.player, (game.state.seats[1 - game.state.player].hand[0],))
    told = draft_message(game, DraftPlay(1), [(gone, 0.9)])
    assert told["stories"] == []
    assert [one["said"] for one in question_play_messages(game, [gone])] == ["something else"]


def test_cards_that_are_not_there_and_messages_that_fit_nothing_do_no_harm() -> None:
    assert drafted(k=plays_of(Taken)[0], player=GAME.names[0], verb="take", card="99r", items=("7x", "[1b]"))["plays"] == []
    for wrong in ({}, {"draft": 1, "items": "7r"}, {"draft": 1, "items": ["7r"] * 99}, {"draft": 1, "k": "7"}):
        with pytest.raises(ProtocolError):
            parse_draft({"type": "draft", **wrong})
    assert parse_draft({"type": "draft", "draft": 2, "k": None, "player": "Ann"}) == DraftPlay(2, None, "Ann")


def test_equal_cards_of_two_packs_are_tapped_one_by_one() -> None:
    game = table(["10r 1r 2r 3r 9g", "1b"], "5r 5r 4g", by="points", packs=2)
    asked = DraftPlay(1, None, "Anna", "take", "10r", ("5r", "5r"))
    game = Game(game.options, ("Anna", "Ben")).begun_at(game.state)
    told: dict[str, Any] = dict(draft_message(game, asked, ()))
    assert told["items"] == ["5r", "5r"]
    assert [play["line"] for play in told["plays"]] == ["Anna: take 10r: 5r + 5r"]
    once = dict(draft_message(game, DraftPlay(1, None, "Anna", "take", "10r", ("5r",)), ()))
    assert [one["alive"] for one in once["centre"]] == [True, True, False]  # type: ignore[attr-defined]
