"""A play that somebody builds card by card on a page: what may be tapped next, what it makes so far, and the likeliest plays."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from numero_cam.catalogue import tr
from numero_cam.games.numero.engine import Game, Phase, RuleBreakError, State
from numero_cam.games.numero.engine.notation import play_text
from numero_cam.games.numero.engine.operations import Built, Challenged, Dealt, Discarded, Drawn, Laid, Move, Operation, Passed, Taken
from numero_cam.games.numero.engine.points import entries
from numero_cam.games.numero.rules import Build, Card
from numero_cam.games.numero.rules.calculation import Way, value_of
from numero_cam.games.numero.watching.corrections import PlayCorrectionError, replace_play
from numero_cam.games.numero.watching.tapped_play import (
    Item,
    TapChoices,
    TappedPlay,
    as_tapped,
    players_of,
    sets_so_far,
    tap_choices,
    verbs_of,
)
from numero_cam.live.game_messages import points_items
from numero_cam.live.page_fields import ProtocolError, number_field, text_field
from numero_cam.live.page_messages import Message
from numero_cam.live.table_commands import DraftPlay
from numero_cam.text.game_words import arithmetic
from numero_cam.text.play_story import play_story

MAX_TAPPED = 40  #: Maximum number of cards of a play in a message.


def parse_draft(message: Mapping[str, Any]) -> DraftPlay:
    """Return the draft in a message of a page.

    Its `draft` is the number of the question, which the answer repeats; `k` is the index of the play to correct, None for a new play.
    """
    items = message.get("items", [])
    if not isinstance(items, list) or len(items) > MAX_TAPPED or not all(isinstance(one, str) for one in items):
        raise ProtocolError(tr("the cards are not a list of cards"))
    k = None if message.get("k") is None else number_field(message, "k")
    player, verb, card = (text_field(message, key, needed=False) for key in ("player", "verb", "card"))
    return DraftPlay(number_field(message, "draft"), k, player, verb, card, tuple(items))


def draft_message(game: Game, asked: DraftPlay, likely: Sequence[tuple[Move, float]], *, challenges: bool = True) -> Message:
    """Return what may be tapped next, and the legal plays of exactly the cards tapped so far.

    `stories` are the likely plays, ready to be chosen. `gone` says that play `k` is no longer in the game.

    Args:
        game: The game; it is not changed.
        asked: The play so far.
        likely: Plays that it may have been, each with its probability, the likeliest first.
        challenges: Whether challenges are among the plays.
    """
    if asked.k is not None and not 1 <= asked.k < len(game.operations):
        return {"type": "draft", "draft": asked.draft, "k": asked.k, "gone": True}
    before = game if asked.k is None else game.replayed(asked.k)
    state = before.state
    able = players_of(state)
    tapped, choices = _as_far_as_possible(state, _tapped(game, state, asked, able))
    player = tapped.player
    decided = None if asked.k is None else game.operations[asked.k]
    plays = [play for play in choices.plays if challenges or not isinstance(play, Challenged)]
    return {
        "type": "draft",
        "draft": asked.draft,
        "k": asked.k,
        "gone": False,
        "last": state.phase.name == "LAST",
        "player": game.names[player],
        "players": [[name, number in able] for number, name in enumerate(game.names)],
        "verb": tapped.verb or "",
        "verbs": list(verbs_of(state, player)),
        "card": "" if tapped.card is None else str(tapped.card),
        "items": list(map(str, tapped.items)),
        **_cards(state, player, choices),
        **_arithmetic(state, tapped),
        "only": _is_only_play(state, tapped, choices),
        "plays": [_offered(game, before, asked.k, play) for play in _as_decided_first(plays, decided)],
        "stories": list(_stories(game, before, asked.k, likely)),
    }


def _player(game: Game, state: State, asked: DraftPlay, able: Sequence[int]) -> int:
    """Return the index of the player: the one chosen on the page; else the one whose turn it is, if `able`; else the first of `able`."""
    if asked.player in game.names:
        return game.names.index(asked.player)
    return state.player if state.player in able else next(iter(able), state.player)


def _tapped(game: Game, state: State, asked: DraftPlay, able: Sequence[int]) -> TappedPlay:
    """Return the play so far. Until the page names a player, a correction starts with the play that is corrected."""
    if asked.k is not None and not asked.player and (decided := as_tapped(game.operations[asked.k])) is not None:
        return replace(decided, verb=None, items=() if decided.verb == "challenge" else decided.items)
    player = _player(game, state, asked, able)
    known: dict[str, Item] = {str(item): item for item in (*state.stock, *state.seats[player].hand, *state.centre)}
    card = known.get(asked.card)
    items = tuple(known[item] for item in asked.items if item in known)
    verb = next((verb for verb in verbs_of(state, player) if verb == asked.verb), None)
    return TappedPlay(player, verb, card if isinstance(card, Card) else None, items)


def _as_far_as_possible(state: State, tapped: TappedPlay) -> tuple[TappedPlay, TapChoices]:
    """Return a play without the last taps that lead to no play: who taps faster than a page is answered does no harm."""
    choices = tap_choices(state, tapped)
    while (tapped.items or tapped.card) and choices == TapChoices():
        tapped = replace(tapped, items=tapped.items[:-1]) if tapped.items else replace(tapped, card=None)
        choices = tap_choices(state, tapped)
    return tapped, choices


def _cards(state: State, player: int, choices: TapChoices) -> Message:
    """Return the cards of hand and middle, each with whether it may be tapped, and the unseen cards that may be."""
    hand = state.seats[player].hand
    unseen = sorted(choices.unseen, key=lambda card: card.sort_key)
    return {
        "hand": [[str(card), card in choices.hand] for card in hand],
        "centre": [
            {
                "item": str(item),
                "cards": list(map(str, item)) if isinstance(item, Build) else [str(item)],
                "value": str(item.value) if isinstance(item, Build) else "",
                "alive": item in choices.centre,
            }
            for item in state.centre
        ],
        "unseen": list(map(str, unseen)),
        "numbers": [] if state.phase is Phase.DRAW else [str(card) for card in (*hand, *unseen) if card.is_number],
    }


def _arithmetic(state: State, tapped: TappedPlay) -> Message:
    """Return the calculation of each set so far with its value, and the number that each is to make; empty where they make none."""
    if state.phase is Phase.DRAW:
        return {"sum": [], "goal": ""}
    goal = ""
    if tapped.card in tap_choices(state, replace(tapped, verb="take")).hand:
        goal = str(tapped.card.value) if tapped.card else ""
    elif tapped.card is not None:  # a build, which holds it
        tapped = replace(tapped, card=None, items=(*tapped.items, tapped.card))
    sets = sets_so_far(state, tapped)
    return {"sum": [[list(map(str, items)), arithmetic(way) if way else "", _value(state, way)] for items, way in sets], "goal": goal}


def _is_only_play(state: State, tapped: TappedPlay, choices: TapChoices) -> bool:
    """Return whether the cards tapped so far are one take or one discard, and no card can be added: nothing is left to decide.

    A build is none of these: it is a promise.
    """
    if len(choices.plays) != 1 or not isinstance(choices.plays[0], Taken | Discarded):
        return False
    left = Counter[Item]((*(card for card in state.seats[tapped.player].hand if card.is_wild or tapped.card is None), *state.centre))
    left.subtract(tapped.items)
    more = [item for item in (*choices.hand, *choices.centre) if left[item] > 0]
    return not more and not choices.unseen


def _value(state: State, way: Way | None) -> str:
    """Return the value of a calculation; empty where the game's rules do not allow it."""
    if way is None:
        return ""
    try:
        return str(value_of(way, whole=state.options.values == "whole", negative=state.options.negative == "yes"))
    except RuleBreakError:
        return ""


def _offered(game: Game, before: Game, k: int | None, operation: Operation) -> Message:
    """Return a play that can be chosen in place of play `k`: line, words, cards, points, and how many later plays it would end."""
    assert not isinstance(operation, Dealt)  # noqa: S101 - a deal is no play
    line = f"{game.names[operation.player]}: {play_text(operation)}"
    return {
        "line": line,
        "makes": _makes(operation),
        "ends": 0 if k is None else _ended_plays(game, k, line),
        **_told(game, before, operation),
    }


def _told(game: Game, before: Game, operation: Move) -> Message:
    """Return how a play is told before it is made: what comes of a challenge, only where a person says it."""
    if isinstance(operation, Challenged) and operation.shown is None:
        said = tr("{name} challenges the build of {value}.", name=game.names[operation.player], value=operation.build.value)
        return {"said": said, "card": "", "sets": [[list(map(str, operation.build))]], "points": 0, "items": []}
    after = before.copy()
    after.do(operation)
    return story_fields(before, after)


def _makes(operation: Operation) -> str:
    """Return the number that the cards of a play make; empty where they make none."""
    match operation:
        case Taken(_, card):
            return str(card.value)
        case Built(_, _, way) | Laid(_, way):
            return str(value_of(way, whole=False))
    return ""


def _as_decided_first(plays: Sequence[Operation], decided: Operation | None) -> list[Operation]:
    """Return the plays, the decided one first.

    It replaces the play of the same cards and value, because later plays refer to the build that it made.
    """
    if decided is None or (whole := as_tapped(decided)) is None:
        return list(plays)

    def is_decided(play: Operation) -> bool:
        """Return whether a play has the kind, cards and value of the decided one."""
        other = as_tapped(play)
        cards = None if other is None else (other.verb, other.card, sorted(map(str, other.items)))
        return cards == (whole.verb, whole.card, sorted(map(str, whole.items))) and _makes(play) == _makes(decided)

    return sorted((decided if is_decided(play) else play for play in plays), key=lambda play: play != decided)


def _ended_plays(game: Game, k: int, line: str) -> int:
    """Return how many later plays are lost if play `k` becomes `line`: none, else all of them; draws and passes do not count."""
    try:
        replace_play(game, k, line)
    except PlayCorrectionError:
        return sum(not isinstance(operation, Drawn | Passed) for operation in game.operations[k + 1 :])
    return 0


def question_play_messages(game: Game, plays: Sequence[Move]) -> tuple[Message, ...]:
    """Return a message for each play that a question offers; that of one that is not possible has a sentence without cards."""
    nothing: Message = {"said": tr("something else"), "card": "", "sets": [], "points": 0}
    return tuple(nothing if (played := _played(game, play)) is None else story_fields(game, played) for play in plays)


def story_fields(game: Game, played: Game) -> Message:
    """Return the last operation of `played` in words and cards, and its points; `game` is the game before it."""
    operation = played.operations[-1]
    found = entries(game.state, operation, played.state)
    player = getattr(operation, "player", None)
    return {**play_story(game.names, game.state, operation), **points_items(game.names, player, found)}


def _played(game: Game, play: Move) -> Game | None:
    """Return the game with one more play; None where the play is not possible."""
    after = game.copy()
    try:
        after.do(play)
    except RuleBreakError:
        return None
    return after


def _stories(game: Game, before: Game, k: int | None, likely: Sequence[tuple[Move, float]]) -> Iterator[Message]:
    """Yield the likely plays that are still possible in place of play `k`, None for a new one, as plays that can be chosen."""
    for play, _ in likely:
        played = _played(before, play)
        if played is not None:  # else the game has gone on since
            yield _offered(game, before, k, played.operations[-1])
