"""Hints for the player to move in Numero, at the level that a page asks for, from open cards only."""

from collections.abc import Sequence

from numero_cam.app.play import hint_of
from numero_cam.catalogue import and_list, tr
from numero_cam.games.numero.engine import Game, Phase, State
from numero_cam.games.numero.engine.operations import Operation, Taken
from numero_cam.games.numero.players.advice import advise_player
from numero_cam.games.numero.players.advisor import Effort
from numero_cam.games.numero.players.candidates import PlayOption
from numero_cam.games.numero.rules import Build, Card
from numero_cam.games.numero.rules.calculation import Way, items_of
from numero_cam.live.hints import HINT_LEVELS, HintLevel
from numero_cam.text.analysis import advised_plays, why_line
from numero_cam.text.game_words import equation
from numero_cam.text.play_facts import PlayKind, play_facts
from numero_cam.text.play_story import play_story
from numero_cam.text.words import count, figure

ADVISOR_EFFORT = Effort(seconds=1.5)  #: Limit of the advisor's search.
MAX_ADVISED_PLAYS = 3  #: Maximum number of the advisor's plays that are shown.
#: For each kind of play that is hinted at, the sentence of each level that says more than the one before.
_SENTENCES: dict[PlayKind, dict[HintLevel, str]] = {
    "take": {
        "cards": tr("There is a take of {cards}."),
        "with": tr("Take with your {card}."),
        "begin": tr("Take with your {card}; begin with {first}."),
        "play": tr("Take {cards} with your {card}: {sets}."),
    },
    "build": {
        "cards": tr("There is no take, but you can build."),
        "with": tr("Build with your {card}."),
        "play": tr("Build with your {card}: {equation}."),
    },
    "discard": {"cards": tr("There is no take, and I see no build: put a card down."), "play": tr("Put down your {cards}.")},
    "pass": {"cards": tr("There is nothing to take: pass.")},
}


def hint_message(game: Game, level: HintLevel) -> dict[str, object]:
    """Return a hint for the player to move, in plain words and in cards.

    Args:
        game: The game.
        level: `none`; `cards`: that there is a take, and of how many cards; `with`: its card of the hand; `begin`: with which card to
            begin; `play`: the play; `advise`: the advisor's best plays with reasons.

    Returns:
        The message: `level`, `player`, `lines` (empty without a hint), `why` (why there is none), `card` of the hand and `sets` (the cards
        of each set) that it shows, `plays` (the advisor's, each with `said`, `card`, `sets`, `worth` and `why`), and `levels`: those that
        say more than the one before, the weakest first. At any other level the message is that of the one before.
    """
    state = game.state
    message: dict[str, object] = {
        "type": "hint",
        "level": level,
        "player": None,
        "lines": [],
        "why": "",
        "card": "",
        "sets": [],
        "plays": [],
        "levels": [],
    }
    if level == "none" or state.phase not in (Phase.PLAY, Phase.LAST):
        return message
    message["player"] = game.player
    if state.seat.unknown:
        return message | {"why": tr("{game.player} holds cards that nobody has seen", game=game)}
    if state.laid:
        return message | {"lines": [tr("A wild card was laid; use it in this turn.")], "levels": ["cards"]}
    found = hint_of(state)
    sentences = _sentences(state, found)
    may_advise = state.phase is Phase.PLAY and not state.options.is_solitaire
    message["levels"] = [*sentences, *(["advise"] if may_advise else [])]
    if level == "advise" and may_advise:
        told = advised_plays(game, advise_player(state, ADVISOR_EFFORT), MAX_ADVISED_PLAYS)
        plays = [_advised(state, play, less, why) for play, less, why in told]
        best = {key: plays[0][key] for key in ("card", "sets")} if plays else {}
        return message | best | {"plays": plays}
    level_shown = [one for one in sentences if HINT_LEVELS.index(one) <= HINT_LEVELS.index(level)][-1]
    why = why_line(game, found) if level_shown == "play" else ""
    return message | {"lines": [line for line in (sentences[level_shown], why) if line], **_shown(state, found, level_shown)}


def _advised(state: State, play: PlayOption, less: str, why: str) -> dict[str, object]:
    """Return one of the advisor's plays: what to do, its cards, how much less it brings than the best, and why."""
    story = play_story([""] * len(state.seats), state, play.operation)
    said = _sentences(state, play.operation)["play"]
    return {
        "said": said if play.then is None else tr("{play} Then put down your {card}.", play=said, card=figure(play.then)),
        "card": story["card"],
        "sets": story["sets"],
        "worth": less,
        "why": why,
    }


def _shown(state: State, operation: Operation, level: HintLevel) -> dict[str, object]:
    """Return the `card` of the hand and the `sets` of cards that a hint of a level shows; no field for what it does not show."""
    if level == "cards":
        return {}
    story = play_story([""] * len(state.seats), state, operation)
    if level == "with":
        return {"card": story["card"]}
    if level == "begin":
        first = _first_item(operation.ways[0]) if isinstance(operation, Taken) else None
        return {"card": story["card"], "sets": [] if first is None else [[_faces(first)]]}
    return {"card": story["card"], "sets": story["sets"]}


def _faces(item: Card | Build) -> str | tuple[str, ...]:
    """Return a card as text, and a build as the texts of its cards."""
    return tuple(map(str, item)) if isinstance(item, Build) else str(item)


def _sentences(state: State, operation: Operation) -> dict[HintLevel, str]:
    """Return the sentence of each level that says more than the one before, the weakest first."""
    facts = play_facts(state, operation)
    calculated = and_list(map(equation, facts.ways))
    words: dict[str, object] = {
        "cards": count(facts.won, "card") if facts.card else and_list(map(figure, facts.cards)),
        "card": figure(facts.card) if facts.card else "",
        "first": _first_step_words(facts.ways),
        "sets": calculated,
        "equation": calculated,
    }
    return {level: template.format(**words) for level, template in _SENTENCES[facts.kind].items()}


def _first_item(way: Way) -> Card | Build:
    """Return the highest number card or build of a set: a child begins to calculate there."""
    items = list(items_of(way))
    numbers = [item for item in items if isinstance(item, Build) or item.is_number]
    return max(numbers or items, key=lambda item: item.value or 0)


def _first_step_words(ways: Sequence[Way]) -> str:
    """Return what to begin with, in words; nothing where nothing is calculated."""
    if not ways:
        return ""
    best = _first_item(ways[0])
    return tr("the build of {best.value}", best=best) if isinstance(best, Build) else tr("the {best}", best=figure(best))
