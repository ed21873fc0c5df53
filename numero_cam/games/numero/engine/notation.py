"""The text form of a game, which people can read and write: `parse_game(game_text(game)) == game`.

    numero game 1
    players: Anna, Ben
    level: 2
    by: cards
    cards: 7 4 3 10 2 -4 11 1 -2 9 13 6 15 12 14 11 -3 7 14

    1 Anna: take 11: 13 -2
    1 Anna: draw 15 12
    2 Ben: build 4: 6 + 4 = 10

The header has one `name: value` in a line; then follows one operation in a line. `cards:` is the order of the deal; `seed: 7` shuffles
the pack instead; for a game at a real table `hand Anna: ...` and `centre: ...` are the cards dealt, and the stock is the rest of the pack
in unknown order. The number of the turn may be left out; # begins a comment.
`3 Ben: find 6r [4b 2g]; 4r 5g ?; 1r` is a table found in mid-game: the centre, the hand of each player, and that it is Ben's turn. A game
that begins with it has no deal.
"""

import re
from collections.abc import Iterable, Sequence

from numero_cam.catalogue import and_list, tr
from numero_cam.games.numero.engine.game import Game
from numero_cam.games.numero.engine.notation_header import (
    card_list,
    check_head_value,
    deal_lines,
    game_from_head,
    options_lines,
    parse_hand,
    parse_head_key,
)
from numero_cam.games.numero.engine.operations import (
    Built,
    Challenged,
    Dealt,
    Discarded,
    Drawn,
    Ended,
    Found,
    HandShown,
    Laid,
    Move,
    Operation,
    Passed,
    Returned,
    Taken,
)
from numero_cam.games.numero.engine.options import OptionsError
from numero_cam.games.numero.engine.state import Phase, State
from numero_cam.games.numero.rules import Build, Card, NotationError, parse_card, parse_cards
from numero_cam.games.numero.rules.articles import RuleBreakError
from numero_cam.games.numero.rules.calculation import Way, WayError, value_of, way_text
from numero_cam.games.numero.rules.notation import joined_colours, parse_item
from numero_cam.games.shared import texts
from numero_cam.games.shared.breaks import check
from numero_cam.games.shared.names import MAX_NAME_LENGTH, split_names
from numero_cam.games.shared.texts import LineError, check_length, read_text

# A build, a stated value (which is no card), or a number without a colour that is no part of a wild card.
_BARE_CARD = re.compile(r"(?P<build>\[[^\[\]]*\])|=\s*[^\s;]+|(?<![\w./\-−–×*÷⁄^√])(?P<number>[0-9]{1,2})(?![\w./⁄%])")


def with_colours(state: State, word: str, rest: str) -> str:
    """Return the cards of a play, the text `rest` after its `word`, with colours added where they are not written.

    A number without a colour stands for the first card of this number that the play may use; one whose colour is unknown comes before all
    others, so that a game without colours is read as it is written.
    """
    hand = [card for card in state.seat.hand if card.is_number]
    centre = [item for item in state.centre if isinstance(item, Card) and item.is_number]
    builds = [item for item in (*state.centre, *(claim.build for claim in state.claims)) if isinstance(item, Build)]
    match word:
        case "find":
            return rest
        case "discard":
            return _with_pool_cards(rest, hand, ())
        case "draw":
            return _with_pool_cards(rest, state.stock[: state.missing + state.missing_in_centre] if state.ordered else (), ())
        case "show":
            return _with_pool_cards(rest, state.stock, ())
        case "take" | "build":
            card, colon, ways = rest.partition(":")
            card = _with_pool_cards(card, hand, ())
            own = [held for held in hand if word == "build" and str(held) == card.strip()]
            return card + colon + _with_pool_cards(ways, [*own, *centre], builds)
    return _with_pool_cards(rest, centre, builds)


def _with_pool_cards(text: str, pool: Iterable[Card], builds: Sequence[Build]) -> str:
    """Return a text with each number without a colour replaced by a card of the pool, and each build by one with the same numbers."""
    left = list(pool)

    def full(match: re.Match[str]) -> str:
        """Return the replacement of one match of `_BARE_CARD`."""
        found = match[0]
        if match["build"]:
            return _build_of_faces(found, builds)
        card = _card_of_number(found, left) if match["number"] else None
        if card is None:
            return found
        left.remove(card)
        return str(card)

    return _BARE_CARD.sub(full, text)


def _card_of_number(number: str, cards: Sequence[Card]) -> Card | None:
    """Return the first card of a number, preferably one without a colour; None where there is none."""
    same = [card for card in cards if card.face == number]
    return next((card for card in same if card.colour is None), same[0] if same else None)


def _build_of_faces(text: str, builds: Sequence[Build]) -> str:
    """Return the text of the first build with the same faces as a build's text; the same text where there is none."""
    cards = text.strip("[]").split()
    lying = [[str(card) for card in build.cards] for build in builds]
    faces = [[card.face for card in build.cards] for build in builds]
    if cards in lying or cards not in faces:
        return text
    return f"[{' '.join(lying[faces.index(cards)])}]"


FIRST_LINE = "numero game 1"  #: First line of a game's text, with the version of the format.
PLAY_WORDS = and_list(("take", "build", "discard", "lay", "return", "draw", "challenge", "pass", "end", "show"))
#: By their words: the operations that name no cards.
_WITHOUT_CARDS: dict[str, type[Returned | Passed | Ended]] = {"return": Returned, "pass": Passed, "end": Ended}
LAST_SUFFIX = " last"  #: End of the line of a draw with which the stock is used up, though more cards were thought to be in it.
UNSAID_SUFFIX = " unsaid"  #: End of the line of a build that was not said aloud, in games where builds must be (article 6.9).
SHOWN_SUFFIX = " shown"  #: End of the line of a challenge in which the answer was shown, if the challenged hand is unknown (article 8.6).
BLUFF_SUFFIX = " bluff"  #: End of the line of a challenge in which the answer was not shown, if the challenged hand is unknown.
_OPERATION_LINE = re.compile(r"(?:(?P<turn>[0-9]{1,9})[.]?\s+)?(?P<name>[^:]+?)\s*:\s*(?P<word>[A-Za-z]+)\b\s*(?P<rest>.*)")
_ITEM = re.compile(r"\[[^\]]*\](?:=\S+)?|\S+")
_CARD_AND_WAYS = re.compile(r"(?P<card>[^:]+):(?P<rest>.+)")
# A value directly after a closing square bracket is that of the build; after a space it is that of the whole way.
_WAY_WITH_VALUE = re.compile(r"(?P<way>.+?)(?:(?:\s|(?<!\]))=\s*(?P<value>\S+))?\s*")


Reading = texts.GameReading[Game]  #: The game that could be read from a text, and the first error.


def game_text(game: Game) -> str:
    """Return the game as text; `parse_game` reads it back."""
    lines = [FIRST_LINE, f"players: {', '.join(game.names)}", *options_lines(game.options)]
    for state, operation in zip(game.states, game.operations, strict=False):
        lines += operation_lines(game, state, operation)
    return "\n".join(lines) + "\n"


def operation_lines(game: Game, state: State, operation: Operation) -> list[str]:
    """Return the lines of one operation; a deal has several, every other operation one."""
    if isinstance(operation, Dealt):
        return deal_lines(game, operation)
    return [play_line(game.names, state, operation)]


def play_line(names: Sequence[str], state: State, operation: Move) -> str:
    """Return the line of an operation that is played in a state, such as `3 Ben: take 10b: 6b + 4g`."""
    return f"{state.turn} {names[operation.player]}: {play_text(operation)}"


def play_text(operation: Operation) -> str:
    """Return the text of an operation after the player's name, such as `take 11g: 13b -2`."""
    text = "pass"
    match operation:
        case Drawn(_, cards, centre, unknown, last):
            text = f"draw {card_list((*centre, *cards), unknown)}".rstrip() + (LAST_SUFFIX if last else "")
        case Laid(_, way):
            text = f"lay {way_text(way)} = {value_of(way, whole=False)}"
        case Taken(_, card, ways):
            text = f"take {card}: {'; '.join(map(way_text, ways))}"
        case Built(_, card, way, said):
            text = f"build {card}: {way_text(way)} = {value_of(way, whole=False)}{'' if said else UNSAID_SUFFIX}"
        case Discarded(_, cards) | HandShown(_, cards):
            text = f"{'discard' if isinstance(operation, Discarded) else 'show'} {card_list(cards)}"
        case Challenged(_, build, shown):
            text = f"challenge {build}{'' if shown is None else SHOWN_SUFFIX if shown else BLUFF_SUFFIX}"
        case Returned():
            text = "return"
        case Ended():
            text = "end"
        case Found(_, centre, hands, unknown):
            text = "find " + "; ".join([" ".join(map(str, centre)), *map(card_list, hands, unknown)])
    return text


def parse_game(text: str) -> Game:
    """Return the game of a text.

    Raises:
        GameTextError: A line is wrong; the error names the first one.
    """
    return read_game(text).whole()


def read_game(text: str) -> Reading:
    """Read a game up to the first wrong line, and return the game so far with the error."""
    return read_text(_GameLineReader(), text, (OptionsError, NotationError, WayError, RuleBreakError))


class _GameLineReader:
    """Reads the lines of a game text one after the other; `numero_cam.games.shared.texts.LineReader` documents its members."""

    def __init__(self) -> None:
        self.game: Game | None = None
        self.at = 0
        self._head: dict[str, str] = {}  # by key of `parse_head_key`: the checked value
        self._lines: dict[str, int] = {}  # by the same keys: the number of the line
        self._begun = False  # whether the first line was read

    @property
    def turn(self) -> int:
        """Number of the turn; 0 in the header."""
        return self.game.state.turn if self.game else 0

    def line_of(self, error: Exception) -> int:
        """Return the number of the line that an error is about: the header line that it names, else the line being read."""
        key = error.key if isinstance(error, LineError) else error.option if isinstance(error, OptionsError) else ""
        # Numbers and wild cards come from the level if they have no line of their own.
        return self._lines.get(key) or (self._lines.get("level") if key in ("numbers", "wilds") else None) or max(self.at, 1)

    def read(self, line: str) -> None:
        """Read one line that is not empty."""
        if not self._begun:
            check(line.lower() == FIRST_LINE, LineError, tr('a game begins with the line "{line}"', line=FIRST_LINE))
            self._begun = True
            return
        name, colon, value = (part.strip() for part in line.partition(":"))
        key = parse_head_key(name) if self.game is None and colon else None
        if key is None:
            self._end_head(name if colon else "", found=value.lower().split(maxsplit=1)[:1] == ["find"])
        check_length(line)
        check(key not in self._head, LineError, tr('"{name}" is there twice', name=name))
        if key is not None:
            self._lines[key] = self.at
            self._head[key] = check_head_value(key, value)
        elif self.game is not None:
            read_operation(self.game, line)

    def _end_head(self, name: str, *, found: bool) -> None:
        """Deal, because a line that is not part of the header follows, with `name` before its colon; empty where it has no colon.

        `found`: whether that line is a table found in mid-game, before which there need not be a deal.
        """
        dealt = any(key in ("cards", "seed", "centre") for key in self._head)
        fine = not name or self.game is not None or dealt or self._is_play(name)
        check(
            fine,
            LineError,
            tr('"{name}" is unknown; the head has players, level and other options, and the deal', name=name[:MAX_NAME_LENGTH]),
        )
        self.finish_head(found=found)

    def _is_play(self, name: str) -> bool:
        """Return whether the text before a colon, with or without the number of a turn, is the name of a player."""
        plain = name.lstrip("0123456789").lstrip(". ")
        return plain in split_names(self._head.get("players", plain))

    def finish_head(self, *, found: bool = False) -> None:
        """Deal, if that is not done yet."""
        if self.game is not None:
            return
        check(self._begun, LineError, tr('a game begins with the line "{line}"', line=FIRST_LINE))
        self.game = game_from_head(self._head, found=found)


def _parse_found(player: int, rest: str) -> Found:
    """Return the table that was found: the centre, then the hands, separated by semicolons."""
    centre, *hands = rest.split(";")
    read = [parse_hand(hand) for hand in hands]
    return Found(player, tuple(map(parse_item, _ITEM.findall(centre))), tuple(hand for hand, _ in read), tuple(count for _, count in read))


def read_operation(game: Game, line: str) -> None:
    """Do the operation of one line, such as `3 Anna: build 2: [6 4] + 2 = 12`.

    A line that cannot be read is a `WayError` or `NotationError`; an operation that the rules forbid is a `RuleBreakError`.
    """
    match = _OPERATION_LINE.fullmatch(" ".join(line.split()))
    if match is None:
        raise WayError(
            tr(
                '"{line}" says nothing; write the player and the play, such as "Anna: discard 8"; there are {plays}',
                line=line,
                plays=PLAY_WORDS,
            )
        )
    player = _player_index(match["name"], game.names)
    state, word = game.state, match["word"].lower()
    if match["turn"] and int(match["turn"]) != state.turn:
        template = (
            tr("the line says turn {told}, the game is at turn {state.turn}, in which {game.player} draws cards")
            if state.phase is Phase.DRAW
            else tr("the line says turn {told}, the game is at turn {state.turn}, in which {game.player} plays")
        )
        raise WayError(template.format(told=match["turn"], state=state, game=game))
    rest = with_colours(state, word, joined_colours(match["rest"]))
    game.do(_parse_operation(game, player, word, rest))


def _player_index(name: str, names: tuple[str, ...]) -> int:
    """Return the index of the player with this name; case matters only if two names differ in nothing else."""
    alike = [place for place, known in enumerate(names) if known.casefold() == name.casefold()]
    if name in names:
        return names.index(name)
    check(len(alike) == 1, WayError, tr('there is no player "{name}" (head lines come before the first play)', name=name))
    return alike[0]


def _parse_operation(game: Game, player: int, word: str, rest: str) -> Operation:
    """Return the operation of a line: the index of the player, the word of the play in lower case, and the text after it with colours."""
    operation: Operation | None = None
    match word:
        case "take":
            card, ways = _split_card(word, rest)
            operation = Taken(player, card, tuple(_parse_way_with_value(game, text) for text in ways.split(";")))
        case "build":
            card, ways = _split_card(word, rest)
            unsaid = ways.lower().endswith(UNSAID_SUFFIX)
            operation = Built(player, card, _parse_way_with_value(game, ways[: -len(UNSAID_SUFFIX)] if unsaid else ways), not unsaid)
        case "lay":
            operation = Laid(player, _parse_way_with_value(game, rest))
        case "draw":
            last = f" {rest.lower()}".endswith(LAST_SUFFIX)
            (cards, unknown), centre = parse_hand(f" {rest}"[: -len(LAST_SUFFIX)] if last else rest), game.state.missing_in_centre
            operation = Drawn(player, cards[centre:], cards[:centre], unknown, last)
        case "discard" | "show":
            operation = (Discarded if word == "discard" else HandShown)(player, parse_cards(rest))
        case "challenge":
            suffix = next((end for end in (SHOWN_SUFFIX, BLUFF_SUFFIX) if rest.lower().endswith(end)), "")
            build = game.build_of(rest[: len(rest) - len(suffix)])
            operation = Challenged(player, build, {SHOWN_SUFFIX: True, BLUFF_SUFFIX: False}.get(suffix))
        case "find":
            operation = _parse_found(player, rest)
        case "return" | "pass" | "end" if not rest:
            operation = _WITHOUT_CARDS[word](player)
    if operation is None:
        raise WayError(tr('"{play}" is no play: there are {plays}', play=f"{word} {rest}".rstrip(), plays=PLAY_WORDS))
    return operation


def _split_card(word: str, rest: str) -> tuple[Card, str]:
    """Return the number card before the colon of a take or build, and the text after the colon."""
    match = _CARD_AND_WAYS.fullmatch(rest)
    if match is None:
        raise WayError(tr('write the number card of the hand, a colon and the cards: "{word} 8r: 5b + 3g"', word=word))
    return parse_card(match["card"]), match["rest"]


def _parse_way_with_value(game: Game, text: str) -> Way:
    """Return the way of a text, which may end with its value, `6 + 4 = 10`; another value is a `WayError`."""
    match = _WAY_WITH_VALUE.fullmatch(text)
    if match is None or match["value"] is None:
        return game.way_of(text)
    way = game.way_of(match["way"])
    value = value_of(way, whole=False)
    check(match["value"] == str(value), WayError, tr("{way} is {value}, not {told}", way=way_text(way), value=value, told=match["value"]))
    return way
