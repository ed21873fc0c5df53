"""The head of a game's text: who plays, by which options, and what was dealt."""

import re
from collections.abc import Callable, Iterable, Mapping

from numero_cam.catalogue import tr
from numero_cam.games.numero.engine.game import Game, check_names
from numero_cam.games.numero.engine.operations import Dealt
from numero_cam.games.numero.engine.options import CHOICES, LEVELS, Options
from numero_cam.games.numero.engine.state import without
from numero_cam.games.numero.rules import Card, PrintedPoints, parse_card, parse_cards
from numero_cam.games.numero.rules.articles import RuleBreakError
from numero_cam.games.shared.checks import check
from numero_cam.games.shared.names import split_names
from numero_cam.games.shared.texts import LineError

MAX_POINTS = 100
"""Highest points of a card that a header can state."""
_YES_NO = {"yes": True, "no": False}


def card_list(cards: tuple[Card, ...]) -> str:
    """Return cards as they are written in a line."""
    return " ".join(map(str, cards))


UNKNOWN = "?"
"""A card of a hand that nobody has seen."""


def hand_list(cards: tuple[Card, ...], unknown: int) -> str:
    """Return cards of a hand as they are written in a line, the unknown ones last."""
    return " ".join([*map(str, cards), *[UNKNOWN] * unknown])


def parse_hand(text: str) -> tuple[tuple[Card, ...], int]:
    """Return the cards that a list names, and how many more it leaves unknown.

    Raises:
        NotationError: If it names something else.
    """
    words = text.replace(",", " ").split()
    unknown = words.count(UNKNOWN)
    return parse_cards(" ".join(word for word in words if word != UNKNOWN) if unknown else text), unknown


def deal_lines(game: Game, deal: Dealt) -> list[str]:
    """Return the lines of a deal."""
    if not deal.ordered:
        unknown = deal.unknown or (0,) * len(deal.hands)
        hands = [f"hand {name}: {hand_list(*each)}" for name, each in zip(game.names, zip(deal.hands, unknown, strict=True), strict=True)]
        return [*hands, f"centre: {card_list(deal.centre)}", f"stock: {card_list(deal.stock)}", ""]
    in_turn = tuple(card for row in zip(*deal.hands, strict=True) for card in row)
    first, second = (deal.centre, in_turn) if game.options.is_solitaire else (in_turn, deal.centre)
    return [f"cards: {card_list((*first, *second, *deal.stock))}", ""]


def options_lines(options: Options) -> list[str]:
    """Return a line for each option that differs from its default."""
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
            text = card_list(value) or "none"
        lines.append(f"{name.replace('_', '-')}: {text}")
    return lines


def head_key(name: str) -> str | None:
    """Return what a line of the head is about, by the word before its colon; `None` where the head has no such line."""
    key = name.lower().replace("-", "_")
    if key.startswith("hand "):
        return "hand " + name[5:]
    return key if key in _HEAD or key in CHOICES else None


def _parse_wilds(text: str) -> tuple[Card, ...]:
    return () if text == "none" else parse_cards(text)


def _parse_numbers(text: str) -> int:
    number = re.fullmatch("[0-9]{1,2}", text)
    check(number is not None, LineError, tr('numbers is "{text}"; it is the highest number card, such as 15', text=text))
    return int(text)


def _parse_yes_no(text: str) -> bool:
    check(text in _YES_NO, LineError, tr('"{text}" is neither yes nor no', text=text))
    return _YES_NO[text]


def _parse_printed(text: str) -> PrintedPoints:
    table = {}
    for pair in [] if text == "none" else text.split():
        face, sign, points = pair.rpartition("=")
        known = bool(sign and re.fullmatch("[0-9]{1,3}", points)) and int(points) <= MAX_POINTS
        check(
            known,
            LineError,
            tr('printed: "{pair}"; write card=points, such as 15=2, points from 0 to {most}', pair=pair, most=MAX_POINTS),
        )
        table[parse_card(face).face] = int(points)
    return PrintedPoints(table)


_FIELDS: dict[str, Callable[[str], object]] = {
    "numbers": _parse_numbers,
    "wilds": _parse_wilds,
    "playing": _parse_yes_no,
    "printed": _parse_printed,
}
_HEAD = {"players", "level", "cards", "seed", "centre", "stock", *_FIELDS}


def head_value(key: str, value: str) -> str:
    """Return what a line of the head says; it is read at once, so that an error is told with its own line.

    Raises:
        OptionsError: If an option cannot have this value.
        NotationError: If a card cannot be read.
        LineError: If it cannot be read otherwise.
    """
    check(bool(value) or key in ("cards", "stock"), LineError, tr('nothing stands behind "{key}:"', key=key.replace("_", "-")))
    if key == "players":
        names = split_names(value)
        check_names(names)
        Options(players=len(names))
    if key in ("players", "seed"):
        return value
    value = value.lower()
    if key == "level":
        Options.level(value)
    elif key in CHOICES:
        value = next((choice for choice in CHOICES[key] if choice.lower() == value), value)
        Options(**{key: value})  # type: ignore[arg-type]
    elif key in _FIELDS:
        _FIELDS[key](value)
    elif key.startswith("hand "):
        parse_hand(value)
    else:
        parse_cards(value)
    return value


def game_of(head: Mapping[str, str]) -> Game:
    """Return the game that a head says, dealt.

    Raises:
        LineError: If something is missing or there twice, or if there are not the cards for the deal.
        OptionsError: If the options or names do not go together.
    """
    check("players" in head, LineError, tr('who plays is missing: "players: Anna, Ben", the first is left of the dealer'))
    names = split_names(head["players"])
    game = Game(_options(head, len(names)), names)
    try:
        game.do(_deal_of(game, head))
    except RuleBreakError as error:
        raise LineError(str(error), next((key for key in ("cards", "centre") if key in head), "")) from None
    return game


def _options(head: Mapping[str, str], players: int) -> Options:
    given: dict[str, object] = {key: head[key] for key in CHOICES if key in head}
    given |= {key: parse(head[key]) for key, parse in _FIELDS.items() if key in head}
    given["players"] = players
    return Options.level(head["level"], **given) if "level" in head else Options(**given)  # type: ignore[arg-type]


def parse_options(lines: Iterable[str], players: int) -> Options:
    """Return the options that `options_lines` wrote.

    Args:
        lines: Of the head, such as `level: 2`; those that are about no option are left out.
        players: How many play.

    Raises:
        OptionsError: If an option cannot have its value, or the options do not go together.
        NotationError: If a card cannot be read.
        LineError: If a line cannot be read otherwise.
    """
    head = {}
    for line in lines:
        name, _, value = line.partition(":")
        key = head_key(name.strip())
        if key is not None:
            head[key] = head_value(key, value.strip())
    return _options(head, players)


def _deal_of(game: Game, head: Mapping[str, str]) -> Dealt:
    """Return the deal that the head says in one of three ways."""
    hands = [key for key in head if key.startswith("hand ")]
    deals = ("cards" in head) + ("seed" in head) + bool(hands or "centre" in head or "stock" in head)
    check(deals <= 1, LineError, tr('the deal is there twice; give one of "cards: ...", "seed: ..." or the hands with the centre'))
    if strangers := [key for key in hands if key.removeprefix("hand ") not in game.names]:
        message = tr('"{name}": there is no such player', name=strangers[0])
        raise LineError(message, strangers[0])
    if "cards" in head:
        return game.deal_of(head["cards"])
    if "seed" in head:
        return game.deal_of(game.options.shuffled(head["seed"]))
    wanted = [*(f"hand {name}" for name in game.names), "centre"]
    if missing := [key for key in wanted if key not in head]:
        message = tr(
            'the deal is missing: "cards: ..." in their order, "seed: ...", or every hand and the centre (no "{name}: ...")',
            name=missing[0],
        )
        raise LineError(message)
    said = [parse_hand(head[f"hand {name}"]) for name in game.names]
    dealt, unknown = tuple(hand for hand, _ in said), tuple(count for _, count in said)
    centre = parse_cards(head["centre"])
    known = (*centre, *(card for hand in dealt for card in hand))
    stock = parse_cards(head["stock"]) if "stock" in head else _rest(game.options.pack(), known)
    return Dealt(dealt, centre, stock, ordered=False, unknown=unknown if any(unknown) else ())


def _rest(pack: tuple[Card, ...], dealt: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards of the pack that were not dealt; where colours are left out, the rest has none either."""
    if any(card.is_number and card.colour is None for card in dealt):
        pack, dealt = (tuple(map(_colourless, cards)) for cards in (pack, dealt))
    return without(pack, dealt)


def _colourless(card: Card) -> Card:
    return Card(card.kind, card.value)
