"""The text form of a game: what a person can read and write, and `parse(text_of(game)) == game`.

    numero game 1
    players: Anna, Ben
    level: 2
    by: cards
    cards: 7 4 3 10 2 -4 11 1 -2 9 13 6 15 12 14 11 -3 7 14

    1 Anna: take 11: 13 -2
    1 Anna: draw 15 12
    2 Ben: build 4: 6 + 4 = 10

First the head, one `name: value` a line, then what happened, one operation a line. `cards:` is the order of the deal;
`seed: 7` shuffles the pack instead; at a real table `hand Anna: ...` and `centre: ...` say what was dealt, and the
stock is the rest of the pack in unknown order. The turn's number may be left out; # begins a comment.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from numero_cam.game.operations import Built, Challenged, Dealt, Discarded, Drawn, Laid, Operation, Passed, Taken
from numero_cam.game.options import CHOICES, LEVELS, Options, OptionsError
from numero_cam.game.record import Game
from numero_cam.game.rulebook import RuleBreakError
from numero_cam.game.state import State, without
from numero_cam.game.ways import Way, WayError, value_of, way_text
from numero_cam.rules import Card, NotationError, PrintedPoints, parse_card, parse_cards

VERSION = 1
FIRST_LINE = f"numero game {VERSION}"
MOST_POINTS = 100
_LINE = re.compile(r"(?:(?P<turn>[0-9]{1,9})[.]?\s+)?(?P<name>[^:]+?)\s*:\s*(?P<word>[a-z]+)\b\s*(?P<rest>.*)")
_CARD_FIRST = re.compile(r"(?P<card>[^:]+):(?P<rest>.+)")
_STATED = re.compile(r"(?P<way>.+?)(?:\s=\s*(?P<value>\S+))?\s*")
_YES_NO = {"yes": True, "no": False}


class GameTextError(ValueError):
    """A game text that cannot be used from some line on.

    Attributes:
        line: Number of that line, from 1.
        turn: Number of the turn, 0 in the head.
        reason: What is wrong.
    """

    def __init__(self, line: int, turn: int, reason: str) -> None:
        """Make the one line that names line and turn."""
        self.line = line
        self.turn = turn
        self.reason = reason
        where = f"line {line}, turn {turn}" if turn else f"line {line}"
        super().__init__(f"{where}: {reason}")


@dataclass(frozen=True)
class Reading:
    """What could be read of a game text.

    Attributes:
        game: The game up to the first line that is wrong; `None` if even the deal is.
        error: What is wrong with that line; `None` where all is well.
    """

    game: Game | None
    error: GameTextError | None


def game_text(game: Game) -> str:
    """Return the game as text; `parse_game` reads it back."""
    lines = [FIRST_LINE, f"players: {', '.join(game.names)}", *_options_lines(game.options)]
    for state, operation in zip(game.states, game.operations, strict=False):
        lines += operation_lines(game, state, operation)
    return "\n".join(lines) + "\n"


def operation_lines(game: Game, state: State, operation: Operation) -> list[str]:
    """Return the lines of one operation: the deal has several."""
    if isinstance(operation, Dealt):
        return _deal_lines(game, operation)
    return [f"{state.turn} {game.names[operation.player]}: {play_text(operation)}"]


def play_text(operation: Operation) -> str:
    """Return an operation as it is written behind the player's name: `take 11g: 13b -2`."""
    text = "pass"
    match operation:
        case Drawn(_, cards, centre):
            text = f"draw {_list((*centre, *cards))}".rstrip()
        case Laid(_, way):
            text = f"lay {way_text(way)} = {value_of(way, whole=False)}"
        case Taken(_, card, ways):
            text = f"take {card}: {'; '.join(map(way_text, ways))}"
        case Built(_, card, way):
            text = f"build {card}: {way_text(way)} = {value_of(way, whole=False)}"
        case Discarded(_, cards):
            text = f"discard {_list(cards)}"
        case Challenged(_, build):
            text = f"challenge {build}"
    return text


def _list(cards: tuple[Card, ...]) -> str:
    return " ".join(map(str, cards))


def _deal_lines(game: Game, deal: Dealt) -> list[str]:
    if not deal.ordered:
        hands = [f"hand {name}: {_list(hand)}" for name, hand in zip(game.names, deal.hands, strict=True)]
        return [*hands, f"centre: {_list(deal.centre)}", f"stock: {_list(deal.stock)}", ""]
    in_turn = tuple(card for row in zip(*deal.hands, strict=True) for card in row)
    first, second = (deal.centre, in_turn) if game.options.is_solitaire else (in_turn, deal.centre)
    return [f"cards: {_list((*first, *second, *deal.stock))}", ""]


def _options_lines(options: Options) -> list[str]:
    changed = options.changed()
    changed.pop("players", None)
    lines = []
    level = next((name for name, cards in LEVELS.items() if cards == (options.numbers, options.wilds)), None)
    if level:
        lines.append(f"level: {level}")
        changed.pop("numbers", None)
        changed.pop("wilds", None)
    for name, value in changed.items():
        text = str(value)
        if isinstance(value, PrintedPoints):
            text = " ".join(f"{face}={points}" for face, points in value.table.items()) or "none"
        elif isinstance(value, bool):
            text = "yes" if value else "no"
        elif isinstance(value, tuple):
            text = _list(value) or "none"
        lines.append(f"{name.replace('_', '-')}: {text}")
    return lines


def parse_game(text: str) -> Game:
    """Return the game that a text writes.

    Raises:
        GameTextError: At the first line that is wrong.
    """
    reading = read_game(text)
    if reading.game is None or reading.error is not None:
        raise reading.error or GameTextError(1, 0, "no game")
    return reading.game


def read_game(text: str) -> Reading:
    """Read a game as far as it is right: nothing is lost of what was valid before the first wrong line."""
    reader = _Reader()
    lines = text.removeprefix("\ufeff").splitlines()
    at = 0
    try:
        for line in lines:
            at += 1
            plain = line.partition("#")[0].strip()
            if plain:
                reader.read(plain)
        reader.finish_head()
    except (OptionsError, NotationError, WayError, RuleBreakError, _LineError) as error:
        turn = reader.game.state.turn if reader.game else 0
        return Reading(reader.game, GameTextError(max(at, 1), turn, str(error)))
    return Reading(reader.game, None)


class _LineError(ValueError):
    """A line of a game text that says nothing."""


class _Reader:
    """Reads the lines of a game text one after the other."""

    def __init__(self) -> None:
        self.game: Game | None = None
        self._head: dict[str, str] = {}
        self._begun = False

    def read(self, line: str) -> None:
        """Take one line that is not empty."""
        if not self._begun:
            if line.lower() != FIRST_LINE:
                message = f'a game begins with the line "{FIRST_LINE}"'
                raise _LineError(message)
            self._begun = True
            return
        name, colon, value = line.partition(":")
        key = name.strip().lower().replace("-", "_")
        if self.game is None and colon and _is_head(key):
            key = "hand " + " ".join(name.split())[5:] if key.startswith("hand ") else key
            if key in self._head:
                message = f'"{name.strip()}" is there twice'
                raise _LineError(message)
            self._head[key] = value.strip()
            _check_head(key, value.strip())
            return
        dealt = any(key in ("cards", "seed", "centre") for key in self._head)
        if colon and not dealt and not self._is_play(name):
            message = f'"{name.strip()}" is unknown; the head has players, level and other options, and the deal'
            raise _LineError(message)
        self.finish_head()
        if self.game is not None:
            read_operation(self.game, line)

    def _is_play(self, name: str) -> bool:
        """Whether a line may be the first play: it begins with a player."""
        plain = name.strip().lstrip("0123456789").lstrip(". ")
        return plain in [" ".join(known.split()) for known in self._head.get("players", plain).split(",")]

    def finish_head(self) -> None:
        """Deal, once the head is complete."""
        if self.game is not None:
            return
        if not self._begun:
            message = f'a game begins with the line "{FIRST_LINE}"'
            raise _LineError(message)
        names, options = _game_of(self._head)
        game = Game(options, names)
        game.do(_deal_of(game, self._head))
        self.game = game


def _is_head(key: str) -> bool:
    return key in _HEAD or key in CHOICES or key.startswith("hand ")


def _parse_wilds(text: str) -> tuple[Card, ...]:
    return () if text == "none" else parse_cards(text)


def _parse_numbers(text: str) -> int:
    if not re.fullmatch("[0-9]{1,2}", text):
        message = f'numbers is "{text}"; it is the highest number card, such as 15'
        raise _LineError(message)
    return int(text)


def _parse_yes_no(text: str) -> bool:
    if text not in _YES_NO:
        message = f'"{text}" is neither yes nor no'
        raise _LineError(message)
    return _YES_NO[text]


def _parse_printed(text: str) -> PrintedPoints:
    table = {}
    for pair in [] if text == "none" else text.split():
        face, sign, points = pair.rpartition("=")
        if not sign or not re.fullmatch("[0-9]{1,3}", points) or int(points) > MOST_POINTS:
            message = f'printed: "{pair}"; write card=points, such as 15=2, points from 0 to {MOST_POINTS}'
            raise _LineError(message)
        table[parse_card(face).face] = int(points)
    return PrintedPoints(table)


_FIELDS: dict[str, Callable[[str], object]] = {
    "numbers": _parse_numbers,
    "wilds": _parse_wilds,
    "playing": _parse_yes_no,
    "printed": _parse_printed,
}
_HEAD = {"players", "level", "cards", "seed", "centre", "stock", *_FIELDS}


def _check_head(key: str, value: str) -> None:
    """Read a line of the head at once, so that an error is told with its own line."""
    if key == "level":
        Options.level(value)
    elif key in CHOICES:
        Options(**{key: value})  # type: ignore[arg-type]
    elif key in _FIELDS:
        _FIELDS[key](value)
    elif key in ("cards", "centre", "stock") or key.startswith("hand "):
        parse_cards(value)


def _game_of(head: dict[str, str]) -> tuple[list[str], Options]:
    if "players" not in head:
        message = 'who plays is missing: "players: Anna, Ben", the first is left of the dealer'
        raise _LineError(message)
    names = [" ".join(name.split()) for name in head["players"].split(",")]
    given: dict[str, object] = {key: head[key] for key in CHOICES if key in head}
    given |= {key: parse(head[key]) for key, parse in _FIELDS.items() if key in head}
    given["players"] = len(names)
    return names, Options.level(head["level"], **given) if "level" in head else Options(**given)  # type: ignore[arg-type]


def _deal_of(game: Game, head: dict[str, str]) -> Dealt:
    """Return the deal that the head says in one of three ways."""
    hands = [key for key in head if key.startswith("hand ")]
    if ("cards" in head) + ("seed" in head) + bool(hands or "centre" in head) > 1:
        message = 'the deal is there twice; give one of "cards: ...", "seed: ..." or the hands with the centre'
        raise _LineError(message)
    if strangers := [key for key in hands if key.removeprefix("hand ") not in game.names]:
        message = f'"{strangers[0]}": there is no such player'
        raise _LineError(message)
    if "cards" in head:
        return game.deal_of(head["cards"])
    if "seed" in head:
        return game.deal_of(game.options.shuffled(head["seed"]))
    wanted = [*(f"hand {name}" for name in game.names), "centre"]
    if missing := [key for key in wanted if key not in head]:
        message = f'the deal is missing: "cards: ..." in their order, "seed: ...", or every hand and the centre (no "{missing[0]}: ...")'
        raise _LineError(message)
    dealt = tuple(parse_cards(head[f"hand {name}"]) for name in game.names)
    centre = parse_cards(head["centre"])
    rest = without(game.options.pack(), [*centre, *(card for hand in dealt for card in hand)])
    return Dealt(dealt, centre, parse_cards(head["stock"]) if "stock" in head else rest, ordered=False)


def read_operation(game: Game, line: str) -> None:
    """Do what one line says, such as `3 Anna: build 2: [6 4] + 2 = 12`.

    Raises:
        WayError: If its cards or arithmetic cannot be read, or its words.
        NotationError: If a card cannot be read.
        RuleBreakError: If it breaks a rule.
    """
    match = _LINE.fullmatch(line)
    if match is None:
        message = f'"{line}" says nothing; write the player and the play, such as "Anna: discard 8", with take, build, discard, lay, draw, \
challenge or pass'
        raise WayError(message)
    if match["name"] not in game.names:
        message = f'there is no player "{match["name"]}" (head lines come before the first play)'
        raise WayError(message)
    player = game.names.index(match["name"])
    if match["turn"] and int(match["turn"]) != game.state.turn:
        message = f"the line says turn {match['turn']}, the game is at turn {game.state.turn}"
        raise WayError(message)
    game.do(_operation(game, player, match["word"], match["rest"].strip()))


def _operation(game: Game, player: int, word: str, rest: str) -> Operation:
    operation: Operation | None = None
    match word:
        case "take":
            card, ways = _card_first(word, rest)
            operation = Taken(player, card, tuple(game.way_of(text) for text in ways.split(";")))
        case "build":
            card, ways = _card_first(word, rest)
            operation = Built(player, card, _stated_way(game, ways))
        case "lay":
            operation = Laid(player, _stated_way(game, rest))
        case "draw":
            cards, centre = parse_cards(rest), game.state.missing_in_centre
            operation = Drawn(player, cards[centre:], cards[:centre])
        case "discard":
            operation = Discarded(player, parse_cards(rest))
        case "challenge":
            operation = Challenged(player, game.build_of(rest))
        case "pass" if not rest:
            operation = Passed(player)
    if operation is None:
        message = f'"{word} {rest}" is no play: there are take, build, discard, lay, draw, challenge and pass'
        raise WayError(message)
    return operation


def _card_first(word: str, rest: str) -> tuple[Card, str]:
    match = _CARD_FIRST.fullmatch(rest)
    if match is None:
        message = f'write the number card of the hand, a colon and the cards: "{word} 8r: 5b + 3g"'
        raise WayError(message)
    return parse_card(match["card"]), match["rest"]


def _stated_way(game: Game, text: str) -> Way:
    """Return a way behind which its value may be written, which must then be right."""
    match = _STATED.fullmatch(text)
    if match is None or match["value"] is None:
        return game.way_of(text)
    way = game.way_of(match["way"])
    value = value_of(way, whole=False)
    if match["value"] != str(value):
        message = f"{way_text(way)} is {value}, not {match['value']}"
        raise WayError(message)
    return way
