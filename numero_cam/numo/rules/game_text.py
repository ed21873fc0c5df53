"""The text form of a game of NUMO, which people can read and write: `parse_game(game_text(game)) == game`.

    numo game 1
    players: Anna, Ben
    deck: lower
    level: 6

    deal Ben: 3 4 ...
    1 Anna: draw 7
    1 Anna: meld R 6 8 10
    1 Anna: lay 12 on 1
    1 Anna: discard 9
    2 Ben: take 9

The header has one `name: value` in a line. `deal NAME:` names the dealer and all cards in the order of the deal; `deal NAME: seed 7`
shuffles them; `deal NAME, season: ...` also names the control card, if one is drawn for each hand. Then follows one operation in a line.
The number of the turn may be left out; # begins a comment.
"""

import re
from typing import Any

from numero_cam.catalogue import tr
from numero_cam.games.shared import texts
from numero_cam.games.shared.breaks import BrokenRuleError
from numero_cam.games.shared.choices import choices_of
from numero_cam.games.shared.names import split_names
from numero_cam.games.shared.texts import LineError, check_length, read_text
from numero_cam.numo.rules.cards import ALL_CARDS, CardPicture, NumoCard, NumoCardError
from numero_cam.numo.rules.character_table import CharacterTable
from numero_cam.numo.rules.game import NumoGame
from numero_cam.numo.rules.kinds import MeldRules, NumoKind
from numero_cam.numo.rules.notation import card_list, parse_cards, parse_named
from numero_cam.numo.rules.operations import LaidOff, Melded, NumoDealt, NumoDiscarded, NumoDrawn, Operation, TurnedOver
from numero_cam.numo.rules.options import NumoOptions, NumoOptionsError, check_choice
from numero_cam.numo.rules.state import NumoState

FIRST_LINE = "numo game 1"
PLAY_EXAMPLES = tr('there are "draw 7", "take 7" (the discard), "turn over", "meld R 6 8 10", "lay 12 on 1" and "discard 9"')
_OPERATION_LINE = re.compile(r"(?:(?P<turn>[0-9]{1,9})[.]?\s+)?(?P<name>[^:]+?)\s*:\s*(?P<play>.*)")
_LAY_OFF = re.compile(r"(?P<cards>.+?)\s+on\s+(?P<place>[0-9]{1,2})", re.IGNORECASE)
_LEVEL_NUMBER = re.compile("[0-9]{1,2}")


GameReading = texts.GameReading[NumoGame]  #: The game that could be read from a text, and the first error.


def game_text(game: NumoGame) -> str:
    """Return the game as text; `parse_game` reads it back."""
    lines = [FIRST_LINE, f"players: {', '.join(game.names)}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in game.options.changed().items()]
    usual, table = CharacterTable.default(), game.options.melds.table
    lines += [] if table.assumed else ["assumed: no"]
    lines += [f"card {card}: {table.looks[card]}" for card in ALL_CARDS if table.looks[card] != usual.looks[card]]
    for state, operation in zip(game.states, game.operations, strict=False):
        if isinstance(operation, NumoDealt):
            drawn = f", {operation.control}" if operation.control else ""
            lines += ["", f"deal {game.names[operation.dealer]}{drawn}: {card_list(operation.cards)}"]
        else:
            lines.append(f"{state.turn} {game.names[operation.player]}: {play_text(operation)}")
    return "\n".join(lines) + "\n"


def play_text(operation: Operation) -> str:
    """Return the text of an operation after the player's name, such as `meld R 6 8 10`."""
    match operation:
        case NumoDealt(_, cards):
            return card_list(cards)
        case NumoDrawn(_, card, discard):
            return f"{'take' if discard else 'draw'} {card}"
        case TurnedOver():
            return "turn over"
        case Melded(_, kind, cards):
            return f"meld {kind.value} {card_list(cards)}"
        case LaidOff(_, place, cards):
            return f"lay {card_list(cards)} on {place + 1}"
        case NumoDiscarded(_, card):
            text = f"discard {card}"
    return text


def parse_game(text: str) -> NumoGame:
    """Return the game of a text."""
    return read_game(text).whole()


def read_game(text: str) -> GameReading:
    """Read a game up to the first wrong line, and return the game so far with the error."""
    return read_text(_NumoLineReader(), text, (NumoOptionsError, NumoCardError, BrokenRuleError))


class _NumoLineReader:
    """Reads the lines of a game text one after the other; `numero_cam.games.shared.texts.LineReader` documents its members."""

    def __init__(self) -> None:
        self.game: NumoGame | None = None
        self.at, self.turn = 0, 0  # turns are counted anew in each hand, so errors name the line only
        self._begun = False
        self._head: dict[str, str] = {}
        self._looks: dict[NumoCard, CardPicture] = {}

    def read(self, line: str) -> None:
        """Read one line that is not empty."""
        check_length(line)
        if not self._begun:
            if line.lower() != FIRST_LINE:
                raise LineError(tr('a game begins with the line "{first}"', first=FIRST_LINE))
            self._begun = True
            return
        name, colon, value = (part.strip() for part in line.partition(":"))
        if self.game is None and colon and not _is_play(name, self._head.get("players", "")):
            self._head_line(name, value)
            return
        self.finish_head()
        if self.game is not None:
            read_operation(self.game, line)

    def _head_line(self, name: str, value: str) -> None:
        """Store one header line, given as the texts before and after its colon."""
        key = name.lower().replace("-", "_")
        if key.startswith("card "):
            (card,) = parse_cards(key[5:]) or (None,)
            if card is not None:
                self._looks |= _parse_picture(card, value)
            return
        if key not in {"players", "deck", "level", "assumed", *choices_of(NumoOptions), *choices_of(MeldRules)}:
            raise LineError(
                tr('"{name}" is unknown; the head has players, deck, level, cards and rules, and then comes "deal NAME: ..."', name=name)
            )
        if key in self._head:
            raise LineError(tr('"{name}" is there twice', name=name))
        if key == "level" and not _LEVEL_NUMBER.fullmatch(value):
            raise LineError(tr('level is "{value}"; it is a number from 1 to 8', value=value))
        self._head[key] = value

    def finish_head(self) -> None:
        """Begin the game with the players and options of the header, if that is not done yet."""
        if self.game is not None:
            return
        if "players" not in self._head:
            raise LineError(tr('who plays is missing: "{first}", then "players: Anna, Ben"', first=FIRST_LINE))
        names = split_names(self._head.pop("players"))
        assumed = self._head.pop("assumed", "yes")
        check_choice("assumed", assumed, ("yes", "no"))
        table = CharacterTable({**CharacterTable.default().looks, **self._looks}, assumed == "yes")
        self.game = NumoGame(options_from_texts(self._head, table, len(names)), names)

    def line_of(self, _error: Exception) -> int:
        """Return the number of the line being read."""
        return max(self.at, 1)


def _is_play(name: str, players: str) -> bool:
    """Return whether the text before a colon begins a deal, or is the name of one of the players."""
    plain = name.lstrip("0123456789").lstrip(". ").casefold()
    return plain in [known.casefold() for known in split_names(players)] or plain.startswith("deal ")


def _parse_picture(card: NumoCard, value: str) -> dict[NumoCard, CardPicture]:
    """Return the picture of a header line such as `card 7: troll winter`."""
    table = CharacterTable.default()
    cards, known = parse_named(f"{card}-{value.replace(' ', '-')}", CharacterTable(table.looks, assumed=True))
    return {card: known.looks[cards[0]]}


def options_from_texts(given: dict[str, str], table: CharacterTable, players: int) -> NumoOptions:
    """Return the options of a game from texts.

    Args:
        given: Deck, level and rules, also those about melds, by the name of the field.
        table: The characters and seasons of the cards.
        players: Number of players.
    """
    about: dict[str, Any] = {name: value for name, value in given.items() if name in choices_of(MeldRules)}
    for name, value in about.items():
        check_choice(name, value, choices_of(MeldRules)[name])
    own: dict[str, Any] = {name: value for name, value in given.items() if name not in about}
    if "level" in own:
        own["level"] = int(own["level"])
    return NumoOptions(players=players, melds=MeldRules(table=table, **about), **own)


def read_operation(game: NumoGame, line: str) -> None:
    """Do the operation of one line, such as `3 Anna: meld R 6 8 10` or `deal Ben: seed 7`."""
    match = _OPERATION_LINE.fullmatch(line)
    if match is None:
        raise LineError(
            tr('"{line}" says nothing; write the player and the play, such as "Anna: discard 9"; {plays}', line=line, plays=PLAY_EXAMPLES)
        )
    if match["name"].lower().startswith("deal "):
        name, comma, control = match["name"][5:].partition(",")
        dealer, (word, _, seed) = _player_index(game, name), match["play"].partition(" ")
        drawn = control.strip().lower() if comma else None if word.lower() == "seed" else ""
        game.deal(None if word.lower() == "seed" else match["play"], seed=seed, dealer=dealer, control=drawn)
        return
    player = _player_index(game, match["name"])
    if match["turn"] and int(match["turn"]) != game.state.turn:
        raise LineError(tr("the line says turn {turn}, the hand is at turn {game.state.turn}", turn=match["turn"], game=game))
    game.do(_with_held_copies(game.state, _parse_operation(player, match["play"])))


def play_line(game: NumoGame, player: int, play: str) -> None:
    """Do the operation of a line without the player's name, such as `lay 12 on 1`."""
    game.do(_with_held_copies(game.state, _parse_operation(player, " ".join(play.split()))))


def _player_index(game: NumoGame, name: str) -> int:
    """Return the index of the player with this name in upper or lower case."""
    names = [known.casefold() for known in game.names]
    if name.strip().casefold() not in names:
        raise LineError(tr('there is no player "{name}"', name=name.strip()))
    return names.index(name.strip().casefold())


def _parse_operation(player: int, play: str) -> Operation:
    """Return the operation of a player's text such as `lay 12 on 1`."""
    word, _, rest = play.partition(" ")
    rest = rest.strip()
    operation: Operation | None = None
    match word.lower():
        case "draw" | "take":
            operation = NumoDrawn(player, _parse_single_card(rest, play), word.lower() == "take")
        case "turn" if rest.lower() == "over":
            operation = TurnedOver(player)
        case "meld":
            kind, _, cards = rest.partition(" ")
            operation = Melded(player, kind_of(kind), tuple(sorted(parse_cards(cards))))
        case "lay" if found := _LAY_OFF.fullmatch(rest):
            operation = LaidOff(player, int(found["place"]) - 1, tuple(sorted(parse_cards(found["cards"]))))
        case "discard":
            operation = NumoDiscarded(player, _parse_single_card(rest, play))
    if operation is None:
        raise LineError(tr('"{play}" is no play; {plays}', play=play, plays=PLAY_EXAMPLES))
    return operation


def _with_held_copies(state: NumoState, operation: Operation) -> Operation:
    """Return the operation with the copies of cards that lie in the hand, or on top of the pile; people write 7 for either card 7."""
    match operation:
        case NumoDrawn(player, card, discard):
            top = state.pile[-1:] if discard else state.stock[:1]
            return NumoDrawn(player, _matching_copies((card,), top)[0], discard)
        case Melded(player, kind, cards):
            return Melded(player, kind, _matching_copies(cards, state.own_hand))
        case LaidOff(player, place, cards):
            return LaidOff(player, place, _matching_copies(cards, state.own_hand))
        case NumoDiscarded(player, card):
            return NumoDiscarded(player, _matching_copies((card,), state.own_hand)[0])
    return operation


def _matching_copies(cards: tuple[NumoCard, ...], held: tuple[NumoCard, ...]) -> tuple[NumoCard, ...]:
    """Return the cards, sorted, with each that is not held replaced by the other card of its number if that one is."""
    found = list(cards)
    for place, card in enumerate(cards):
        other = next((one for one in held if one.number == card.number and one not in found), None)
        if card not in held and other is not None:
            found[place] = other
    return tuple(sorted(found))


def kind_of(text: str) -> NumoKind:
    """Return the kind of meld with this letter or sign; `×`, `*`, `−` and `–` are also accepted."""
    signs = {"×": "x", "*": "x", "÷": "/", "−": "-", "–": "-"}
    known = {kind.value.lower(): kind for kind in NumoKind}
    kind = known.get(signs.get(text, text.lower()))
    if kind is None:
        raise LineError(tr('"{text}" is no kind of meld; there are {choices}', text=text, choices=", ".join(one.value for one in NumoKind)))
    return kind


def _parse_single_card(text: str, play: str) -> NumoCard:
    """Return the only card of a text; `play` is the whole line for the message of the error."""
    cards = parse_cards(text)
    if len(cards) != 1:
        raise LineError(tr('"{play}" needs one card', play=play))
    return cards[0]
