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
from collections.abc import Iterable, Sequence

from numero_cam.catalogue import and_list, tr
from numero_cam.games.numero.engine.game import Game
from numero_cam.games.numero.engine.notation_header import (
    card_list,
    deal_lines,
    game_of,
    hand_list,
    head_key,
    head_value,
    options_lines,
    parse_hand,
)
from numero_cam.games.numero.engine.operations import Built, Challenged, Dealt, Discarded, Drawn, Laid, Operation, Passed, Returned, Taken
from numero_cam.games.numero.engine.options import OptionsError
from numero_cam.games.numero.engine.state import Phase, State
from numero_cam.games.numero.rules import Build, Card, NotationError, parse_card, parse_cards
from numero_cam.games.numero.rules.articles import RuleBreakError
from numero_cam.games.numero.rules.calculation import Way, WayError, value_of, way_text
from numero_cam.games.numero.rules.notation import joined_colours
from numero_cam.games.shared import texts
from numero_cam.games.shared.checks import check
from numero_cam.games.shared.names import MAX_NAME_LENGTH, split_names
from numero_cam.games.shared.texts import LineError, check_length, read_text

# A build, a stated value (which is no card), or a bare number that is no part of a wild card.
_BARE = re.compile(r"(?P<build>\[[^\[\]]*\])|=\s*[^\s;]+|(?<![\w./\-−–×*÷⁄^√])(?P<number>[0-9]{1,2})(?![\w./⁄%])")


def with_colours(state: State, word: str, rest: str) -> str:
    """Return a play's cards with the colours that they have where they lie.

    Of cards of one number the first is meant; who minds writes the colour. What lies there without a colour is meant
    before all others, so that a game that knows no colours is read as it is written.

    Args:
        state: Where the cards lie; it is this player's turn.
        word: What is played, such as `take`.
        rest: The cards behind that word.
    """
    hand = [card for card in state.seat.hand if card.is_number]
    centre = [item for item in state.centre if isinstance(item, Card) and item.is_number]
    builds = [item for item in (*state.centre, *(claim.build for claim in state.claims)) if isinstance(item, Build)]
    match word:
        case "discard":
            return _filled(rest, hand, ())
        case "draw":
            return _filled(rest, state.stock[: state.missing + state.missing_in_centre] if state.ordered else (), ())
        case "take" | "build":
            card, colon, ways = rest.partition(":")
            card = _filled(card, hand, ())
            own = [held for held in hand if word == "build" and str(held) == card.strip()]
            return card + colon + _filled(ways, [*own, *centre], builds)
    return _filled(rest, centre, builds)


def _filled(text: str, pool: Iterable[Card], builds: Sequence[Build]) -> str:
    """Put cards of the pool, each once, for bare numbers, and builds for those of the same numbers."""
    left = list(pool)

    def full(match: re.Match[str]) -> str:
        found = match[0]
        if match["build"]:
            return _build(found, builds)
        card = _meant(found, left) if match["number"] else None
        if card is None:
            return found
        left.remove(card)
        return str(card)

    return _BARE.sub(full, text)


def _meant(number: str, cards: Sequence[Card]) -> Card | None:
    same = [card for card in cards if card.face == number]
    return next((card for card in same if card.colour is None), same[0] if same else None)


def _build(text: str, builds: Sequence[Build]) -> str:
    """Return the cards of the build that is meant; a value behind them is left as it is."""
    cards = text.strip("[]").split()
    lying = [[str(card) for card in build.cards] for build in builds]
    faces = [[card.face for card in build.cards] for build in builds]
    if cards in lying or cards not in faces:
        return text
    return f"[{' '.join(lying[faces.index(cards)])}]"


VERSION = 1
FIRST_LINE = f"numero game {VERSION}"
PLAYS = and_list(("take", "build", "discard", "lay", "return", "draw", "challenge", "pass"))
UNSAID = " unsaid"
"""Behind a build that was not said aloud, where that is a rule of the game (article 6.9)."""
SHOWN = " shown"
"""Follows a challenge of a player whose hand is not known, where the answer was shown (article 8.6)."""
BLUFF = " bluff"
"""Follows such a challenge where the answer was not shown."""
_LINE = re.compile(r"(?:(?P<turn>[0-9]{1,9})[.]?\s+)?(?P<name>[^:]+?)\s*:\s*(?P<word>[A-Za-z]+)\b\s*(?P<rest>.*)")
_CARD_FIRST = re.compile(r"(?P<card>[^:]+):(?P<rest>.+)")
# A value behind a closing square bracket is the build's own, unless a space parts them.
_STATED = re.compile(r"(?P<way>.+?)(?:(?:\s|(?<!\]))=\s*(?P<value>\S+))?\s*")


Reading = texts.GameReading[Game]
"""What could be read of a game text."""


def game_text(game: Game) -> str:
    """Return the game as text; `parse_game` reads it back."""
    lines = [FIRST_LINE, f"players: {', '.join(game.names)}", *options_lines(game.options)]
    for state, operation in zip(game.states, game.operations, strict=False):
        lines += operation_lines(game, state, operation)
    return "\n".join(lines) + "\n"


def operation_lines(game: Game, state: State, operation: Operation) -> list[str]:
    """Return the lines of one operation: the deal has several."""
    if isinstance(operation, Dealt):
        return deal_lines(game, operation)
    return [f"{state.turn} {game.names[operation.player]}: {play_text(operation)}"]


def play_text(operation: Operation) -> str:
    """Return an operation as it is written behind the player's name: `take 11g: 13b -2`."""
    text = "pass"
    match operation:
        case Drawn(_, cards, centre, unknown):
            text = f"draw {hand_list((*centre, *cards), unknown)}".rstrip()
        case Laid(_, way):
            text = f"lay {way_text(way)} = {value_of(way, whole=False)}"
        case Taken(_, card, ways):
            text = f"take {card}: {'; '.join(map(way_text, ways))}"
        case Built(_, card, way, said):
            text = f"build {card}: {way_text(way)} = {value_of(way, whole=False)}{'' if said else UNSAID}"
        case Discarded(_, cards):
            text = f"discard {card_list(cards)}"
        case Challenged(_, build, shown):
            text = f"challenge {build}{'' if shown is None else SHOWN if shown else BLUFF}"
        case Returned():
            text = "return"
    return text


def parse_game(text: str) -> Game:
    """Return the game that a text writes.

    Raises:
        GameTextError: At the first line that is wrong.
    """
    return read_game(text).whole()


def read_game(text: str) -> Reading:
    """Read a game as far as it is right: nothing is lost of what was valid before the first wrong line."""
    return read_text(_Reader(), text, (OptionsError, NotationError, WayError, RuleBreakError))


class _Reader:
    """Reads the lines of a game text one after the other; `at` is the number of the line that is read."""

    def __init__(self) -> None:
        self.game: Game | None = None
        self.at = 0
        self._head: dict[str, str] = {}
        self._lines: dict[str, int] = {}
        self._begun = False

    @property
    def turn(self) -> int:
        """The turn, 0 in the head."""
        return self.game.state.turn if self.game else 0

    def line_of(self, error: Exception) -> int:
        """Return the line that an error is about: of the head the one that says so, else the one that is read."""
        key = error.key if isinstance(error, LineError) else error.option if isinstance(error, OptionsError) else ""
        # Number and wild cards come from the level where no line of their own says them.
        return self._lines.get(key) or (self._lines.get("level") if key in ("numbers", "wilds") else None) or max(self.at, 1)

    def read(self, line: str) -> None:
        """Take one line that is not empty."""
        if not self._begun:
            check(line.lower() == FIRST_LINE, LineError, tr('a game begins with the line "{line}"', line=FIRST_LINE))
            self._begun = True
            return
        name, colon, value = (part.strip() for part in line.partition(":"))
        key = head_key(name) if self.game is None and colon else None
        if key is None:
            self._end_head(name if colon else "")
        check_length(line)
        check(key not in self._head, LineError, tr('"{name}" is there twice', name=name))
        if key is not None:
            self._lines[key] = self.at
            self._head[key] = head_value(key, value)
        elif self.game is not None:
            read_operation(self.game, line)

    def _end_head(self, name: str) -> None:
        """Deal before the first line that is no part of the head, which this name begins."""
        dealt = any(key in ("cards", "seed", "centre") for key in self._head)
        fine = not name or self.game is not None or dealt or self._is_play(name)
        check(
            fine,
            LineError,
            tr('"{name}" is unknown; the head has players, level and other options, and the deal', name=name[:MAX_NAME_LENGTH]),
        )
        self.finish_head()

    def _is_play(self, name: str) -> bool:
        """Return whether a line may be the first play: it begins with a player."""
        plain = name.lstrip("0123456789").lstrip(". ")
        return plain in split_names(self._head.get("players", plain))

    def finish_head(self) -> None:
        """Deal, once the head is complete."""
        if self.game is not None:
            return
        check(self._begun, LineError, tr('a game begins with the line "{line}"', line=FIRST_LINE))
        self.game = game_of(self._head)


def read_operation(game: Game, line: str) -> None:
    """Do what one line says, such as `3 Anna: build 2: [6 4] + 2 = 12`.

    Raises:
        WayError: If its cards or arithmetic cannot be read, or its words.
        NotationError: If a card cannot be read.
        RuleBreakError: If it breaks a rule.
    """
    match = _LINE.fullmatch(" ".join(line.split()))
    if match is None:
        message = tr(
            '"{line}" says nothing; write the player and the play, such as "Anna: discard 8"; there are {plays}', line=line, plays=PLAYS
        )
        raise WayError(message)
    player = _player(match["name"], game.names)
    state, word = game.state, match["word"].lower()
    if match["turn"] and int(match["turn"]) != state.turn:
        told = (
            tr("the line says turn {told}, the game is at turn {state.turn}, in which {game.player} draws cards")
            if state.phase is Phase.DRAW
            else tr("the line says turn {told}, the game is at turn {state.turn}, in which {game.player} plays")
        )
        message = told.format(told=match["turn"], state=state, game=game)
        raise WayError(message)
    game.do(_operation(game, player, word, with_colours(state, word, joined_colours(match["rest"]))))


def _player(name: str, names: tuple[str, ...]) -> int:
    """Return who is meant; capital letters count only where two names differ in nothing else."""
    meant = [place for place, known in enumerate(names) if known.casefold() == name.casefold()]
    if name in names:
        return names.index(name)
    check(len(meant) == 1, WayError, tr('there is no player "{name}" (head lines come before the first play)', name=name))
    return meant[0]


def _operation(game: Game, player: int, word: str, rest: str) -> Operation:
    operation: Operation | None = None
    match word:
        case "take":
            card, ways = _card_first(word, rest)
            operation = Taken(player, card, tuple(_stated_way(game, text) for text in ways.split(";")))
        case "build":
            card, ways = _card_first(word, rest)
            unsaid = ways.lower().endswith(UNSAID)
            operation = Built(player, card, _stated_way(game, ways[: -len(UNSAID)] if unsaid else ways), not unsaid)
        case "lay":
            operation = Laid(player, _stated_way(game, rest))
        case "draw":
            (cards, unknown), centre = parse_hand(rest), game.state.missing_in_centre
            operation = Drawn(player, cards[centre:], cards[:centre], unknown)
        case "discard":
            operation = Discarded(player, parse_cards(rest))
        case "challenge":
            seen = next((said for said in (SHOWN, BLUFF) if rest.lower().endswith(said)), "")
            build = game.build_of(rest[: len(rest) - len(seen)])
            operation = Challenged(player, build, {SHOWN: True, BLUFF: False}.get(seen))
        case "return" if not rest:
            operation = Returned(player)
        case "pass" if not rest:
            operation = Passed(player)
    if operation is None:
        message = tr('"{play}" is no play: there are {plays}', play=f"{word} {rest}".rstrip(), plays=PLAYS)
        raise WayError(message)
    return operation


def _card_first(word: str, rest: str) -> tuple[Card, str]:
    match = _CARD_FIRST.fullmatch(rest)
    if match is None:
        message = tr('write the number card of the hand, a colon and the cards: "{word} 8r: 5b + 3g"', word=word)
        raise WayError(message)
    return parse_card(match["card"]), match["rest"]


def _stated_way(game: Game, text: str) -> Way:
    """Return a way behind which its value may be written, which must then be right."""
    match = _STATED.fullmatch(text)
    if match is None or match["value"] is None:
        return game.way_of(text)
    way = game.way_of(match["way"])
    value = value_of(way, whole=False)
    check(match["value"] == str(value), WayError, tr("{way} is {value}, not {told}", way=way_text(way), value=value, told=match["value"]))
    return way
