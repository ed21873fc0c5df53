"""The header of a game's text: players, options and deal."""

import re
from collections.abc import Callable, Iterable, Mapping

from numero_cam.catalogue import tr
from numero_cam.games.numero.engine.game import Game, check_names
from numero_cam.games.numero.engine.operations import Dealt
from numero_cam.games.numero.engine.options import CHOICES, LEVELS, Options
from numero_cam.games.numero.engine.state import without
from numero_cam.games.numero.rules import Card, PrintedPoints, parse_card, parse_cards
from numero_cam.games.numero.rules.articles import RuleBreakError
from numero_cam.games.shared.breaks import check
from numero_cam.games.shared.names import split_names
from numero_cam.games.shared.texts import LineError

MAX_HEADER_POINTS = 100  #: Highest points of a card that a header can state.
_YES_NO = {"yes": True, "no": False}
UNKNOWN_CARD = "?"  #: Text of a card of a hand, or of the centre at the deal, that nobody has seen.


def card_list(cards: tuple[Card, ...], unknown: int = 0) -> str:
    """Return the text of some cards, and of a number of unknown cards after them."""
    return " ".join([*map(str, cards), *[UNKNOWN_CARD] * unknown])


def parse_hand(text: str) -> tuple[tuple[Card, ...], int]:
    """Return the known cards and the number of unknown cards of a hand's text."""
    words = text.replace(",", " ").split()
    unknown = words.count(UNKNOWN_CARD)
    return parse_cards(" ".join(word for word in words if word != UNKNOWN_CARD) if unknown else text), unknown


def deal_lines(game: Game, deal: Dealt) -> list[str]:
    """Return the header lines of a deal: the order of the cards, or hands, centre and stock if that order is unknown."""
    if not deal.ordered:
        unknown = deal.unknown or (0,) * len(deal.hands)
        hands = [f"hand {name}: {card_list(*each)}" for name, each in zip(game.names, zip(deal.hands, unknown, strict=True), strict=True)]
        return [*hands, f"centre: {card_list(deal.centre, deal.unknown_centre)}", f"stock: {card_list(deal.stock)}", ""]
    in_turn = tuple(card for row in zip(*deal.hands, strict=True) for card in row)
    first, second = (deal.centre, in_turn) if game.options.is_solitaire else (in_turn, deal.centre)
    return [f"cards: {card_list((*first, *second, *deal.stock))}", ""]


def options_lines(options: Options) -> list[str]:
    """Return a header line for each option that differs from its default; cards of a level are written as the level."""
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


def parse_head_key(name: str) -> str | None:
    """Return the key of a header line from the text before its colon; None if the header has no such line."""
    key = name.lower().replace("-", "_")
    if key.startswith("hand "):
        return "hand " + name[5:]
    return key if key in _HEAD_KEYS or key in CHOICES else None


def _parse_numbers(text: str) -> int:
    """Return the highest number card of the line `numbers`."""
    number = re.fullmatch("[0-9]{1,2}", text)
    check(number is not None, LineError, tr('numbers is "{text}"; it is the highest number card, such as 15', text=text))
    return int(text)


def _parse_packs(text: str) -> int:
    """Return the number of packs of the line `packs`."""
    number = re.fullmatch("[0-9]{1,2}", text)
    check(number is not None, LineError, tr('packs is "{text}"; it is how many packs are mixed, such as 2', text=text))
    packs = int(text)
    Options(packs=packs)
    return packs


def _parse_yes_no(text: str) -> bool:
    """Return True for `yes` and False for `no`."""
    check(text in _YES_NO, LineError, tr('"{text}" is neither yes nor no', text=text))
    return _YES_NO[text]


def _parse_printed(text: str) -> PrintedPoints:
    """Return the table of the line `printed`, such as `15=2 x3=10`."""
    table = {}
    for pair in [] if text == "none" else text.split():
        face, sign, points = pair.rpartition("=")
        known = bool(sign and re.fullmatch("[0-9]{1,3}", points)) and int(points) <= MAX_HEADER_POINTS
        check(
            known,
            LineError,
            tr('printed: "{pair}"; write card=points, such as 15=2, points from 0 to {most}', pair=pair, most=MAX_HEADER_POINTS),
        )
        table[parse_card(face).face] = int(points)
    return PrintedPoints(table)


#: By key of a header line: the function that makes an option of `Options` of its value.
_FIELD_PARSERS: dict[str, Callable[[str], object]] = {
    "numbers": _parse_numbers,
    "packs": _parse_packs,
    "wilds": lambda text: () if text == "none" else parse_cards(text),
    "playing": _parse_yes_no,
    "printed": _parse_printed,
}
_HEAD_KEYS = {"players", "level", "cards", "seed", "centre", "stock", *_FIELD_PARSERS}


def check_head_value(key: str, value: str) -> str:
    """Check the value of a header line, so that an error is reported with its line, and return it in normal form."""
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
    elif key in _FIELD_PARSERS:
        _FIELD_PARSERS[key](value)
    elif key.startswith("hand ") or key == "centre":
        parse_hand(value)
    else:
        parse_cards(value)
    return value


def game_from_head(head: Mapping[str, str], *, found: bool = False) -> Game:
    """Return the game of a header, given as checked values by key, after its deal.

    `found`: whether the game begins with a table found in mid-game; then the header may lack the deal.
    """
    check("players" in head, LineError, tr('who plays is missing: "players: Anna, Ben", the first is left of the dealer'))
    names = split_names(head["players"])
    game = Game(_options_from_head(head, len(names)), names)
    if found and not any(key in ("cards", "seed", "centre", "stock") or key.startswith("hand ") for key in head):
        return game
    try:
        game.do(_deal_from_head(game, head))
    except RuleBreakError as error:
        raise LineError(str(error), next((key for key in ("cards", "centre") if key in head), "")) from None
    return game


def _options_from_head(head: Mapping[str, str], player_count: int) -> Options:
    """Return the options of a header."""
    given: dict[str, object] = {key: head[key] for key in CHOICES if key in head}
    given |= {key: parse(head[key]) for key, parse in _FIELD_PARSERS.items() if key in head}
    given["players"] = player_count
    return Options.level(head["level"], **given) if "level" in head else Options(**given)  # type: ignore[arg-type]


def parse_options(lines: Iterable[str], player_count: int) -> Options:
    """Return the options of header lines such as `level: 2`; lines of another kind are ignored."""
    head = {}
    for line in lines:
        name, _, value = line.partition(":")
        key = parse_head_key(name.strip())
        if key is not None:
            head[key] = check_head_value(key, value.strip())
    return _options_from_head(head, player_count)


def _deal_from_head(game: Game, head: Mapping[str, str]) -> Dealt:
    """Return the deal of a header, which may be given as the order of the cards, as a seed, or as hands and centre."""
    hands = [key for key in head if key.startswith("hand ")]
    deals = ("cards" in head) + ("seed" in head) + bool(hands or "centre" in head or "stock" in head)
    check(deals <= 1, LineError, tr('the deal is there twice; give one of "cards: ...", "seed: ..." or the hands with the middle'))
    if strangers := [key for key in hands if key.removeprefix("hand ") not in game.names]:
        raise LineError(tr('"{name}": there is no such player', name=strangers[0]), strangers[0])
    if "cards" in head:
        return game.deal_of(head["cards"])
    if "seed" in head:
        return game.deal_of(game.options.shuffled(head["seed"]))
    wanted = [*(f"hand {name}" for name in game.names), "centre"]
    if missing := [key for key in wanted if key not in head]:
        raise LineError(
            tr(
                'the deal is missing: "cards: ..." in their order, "seed: ...", or every hand and the middle (no "{name}: ...")',
                name=missing[0],
            )
        )
    parsed = [parse_hand(head[f"hand {name}"]) for name in game.names]
    dealt, unknown = tuple(hand for hand, _ in parsed), tuple(count for _, count in parsed)
    centre, unknown_centre = parse_hand(head["centre"])
    known = (*centre, *(card for hand in dealt for card in hand))
    stock = parse_cards(head["stock"]) if "stock" in head else _cards_not_dealt(game.options.pack(), known)
    return Dealt(dealt, centre, stock, ordered=False, unknown=unknown if any(unknown) else (), unknown_centre=unknown_centre)


def _cards_not_dealt(pack: tuple[Card, ...], dealt: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards of the pack that were not dealt; without colours if some of those dealt have none."""
    if any(card.is_number and card.colour is None for card in dealt):
        pack, dealt = (tuple(Card(card.kind, card.value) for card in cards) for cards in (pack, dealt))
    return without(pack, dealt)
