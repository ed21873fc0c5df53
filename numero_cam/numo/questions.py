"""NUMO without a game: the melds of a hand, and whether cards are a meld."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from numero_cam.base.bounded_reader import read_text
from numero_cam.base.errors import ConfigError, PositionError
from numero_cam.catalogue import tr
from numero_cam.numo.rules.cards import NumoCard, NumoCardError
from numero_cam.numo.rules.character_table import MAX_FILE_BYTES, CharacterTable, TableError
from numero_cam.numo.rules.going_out import TurnSituation, WayToGoOut, find_way_to_go_out
from numero_cam.numo.rules.kinds import ALL_KINDS, KINDS, LEVELS, MeldRules, NumoKind, kinds_at, meld_problem
from numero_cam.numo.rules.melds import Meld, best_disjoint, extensions, kinds_of, melds_in
from numero_cam.numo.rules.notation import parse_named
from numero_cam.numo.rules.options import check_level, make_meld_rules

PAINTED_KINDS = (NumoKind.SEASON, NumoKind.CHARACTER, NumoKind.PAIR)  #: Kinds that depend on what is painted on the cards.
MAX_HAND_CARDS = 16  #: Maximum number of cards of a hand in which melds are searched; a turn has at most 11.


def load_table(path: Path | None) -> CharacterTable:
    """Return the table of characters of a file; without one that of the program, which is assumed."""
    if path is None:
        return CharacterTable.default()
    text = read_text(path, MAX_FILE_BYTES, ConfigError)
    try:
        return CharacterTable.parse(text)
    except TableError as error:
        raise ConfigError(f"{path}: {error}") from error


@dataclass(frozen=True)
class MeldQuestion:
    """How melds are judged."""

    level: int | None = None  #: 1-8; `None` for every kind of meld at once.
    cards: Path | None = None  #: A file of characters, or `None`.
    rules: tuple[str, ...] = ()  #: Open rules, such as `equal-parts=no`.

    def kinds(self) -> tuple[NumoKind, ...]:
        """Return the kinds that count."""
        if self.level is None:
            return ALL_KINDS
        check_level(self.level)
        return kinds_at(self.level)

    def needed(self) -> tuple[NumoKind, ...]:
        """Return the kind of which a meld is needed to go out at this level; empty where none is."""
        kind = LEVELS.get(self.level or 1)
        return (kind,) if kind else ()


@dataclass(frozen=True)
class MeldVerdict:
    """Whether cards are a meld."""

    cards: tuple[NumoCard, ...]  #: The cards, in the given order.
    kinds: tuple[NumoKind, ...]  #: The kinds of meld that they are; empty for no meld.
    reasons: tuple[tuple[NumoKind, str], ...]  #: Why they are not of each other kind that counts, in words.
    assumed: bool  #: Whether the answer depends on what is assumed to be painted on the cards.

    def to_dict(self) -> dict[str, object]:
        """Return the object that `numo check --json` prints."""
        return {
            "cards": [str(card) for card in self.cards],
            "is_meld": bool(self.kinds),
            "kinds": [kind.value for kind in self.kinds],
            "value": sum(card.number for card in self.cards),
            "reasons": {kind.value: reason for kind, reason in self.reasons},
            "assumed": self.assumed,
        }


def check_meld(text: str, asked: MeldQuestion) -> MeldVerdict:
    """Return whether the cards of a text are a meld, of which kinds, and why not of the others."""
    cards, rules, painted = asked_cards(text, asked)
    if not cards:
        raise PositionError(tr('no cards were given; write numbers such as "3 4 7"'))
    kinds = asked.kinds()
    found = kinds_of(cards, rules, kinds)
    reasons = tuple((kind, meld_problem(kind, cards, rules)) for kind in kinds if kind not in found)
    return MeldVerdict(cards, found, reasons, _assumed(rules, cards, painted) and any(kind in PAINTED_KINDS for kind in kinds))


@dataclass(frozen=True)
class HandMelds:
    """The melds, lay-offs and way to go out of a hand."""

    hand: tuple[NumoCard, ...]  #: Its cards, in ascending order.
    melds: tuple[Meld, ...]  #: Every meld.
    best: tuple[Meld, ...]  #: Those that lie side by side with the highest sum.
    lays: tuple[tuple[int, tuple[NumoCard, ...]], ...]  #: What may be laid on the melds of the table, by their place there.
    table: tuple[Meld, ...]  #: The melds that lie there.
    way: WayToGoOut | None  #: A way to go out in this turn; `None` where there is none.
    needed: tuple[NumoKind, ...]  #: Of these kinds a meld is needed to go out.
    assumed: bool  #: Whether melds depend on what is assumed to be painted on the cards.

    @property
    def hinted(self) -> Meld | None:
        """The meld of which a hint speaks: one of the kind that is needed to go out, if there is any; of these the most valuable."""
        return max(self.melds, key=lambda meld: (meld.kind in self.needed, meld.value), default=None)

    def to_dict(self) -> dict[str, object]:
        """Return the object that `numo melds --json` prints."""
        return {
            "hand": [str(card) for card in self.hand],
            "melds": [meld_dict(meld) for meld in self.melds],
            "best": [meld_dict(meld) for meld in self.best],
            "best_value": sum(meld.value for meld in self.best),
            "table": [meld_dict(meld) for meld in self.table],
            "lays": [{"on": place + 1, "cards": [str(card) for card in cards]} for place, cards in self.lays],
            "way_out": None if self.way is None else way_dict(self.way),
            "assumed": self.assumed,
        }


def meld_dict(meld: Meld) -> dict[str, object]:
    """Return a meld as JSON values."""
    return {
        "kind": meld.kind.value,
        "name": KINDS[meld.kind].name,
        "cards": [str(card) for card in meld.cards],
        "value": meld.value,
    }


def way_dict(way: WayToGoOut) -> dict[str, object]:
    """Return a way to go out as JSON values; melds on the table by their place, from 1."""
    return {
        "meld": None if way.meld is None else meld_dict(way.meld),
        "lays": [{"on": place + 1, "cards": [str(card) for card in cards]} for place, cards in way.lays],
        "discard": None if way.discard is None else str(way.discard),
    }


def find_melds(hand: str | None, table: str, asked: MeldQuestion) -> HandMelds:
    """Return what can be melded from a hand, laid on the table, and whether one can go out in this turn.

    Args:
        hand: The cards after the draw; `None` where only the table is asked for.
        table: Melds that lie there, parted by semicolons; kinds are found, or written first: `R 9 12 15; 3 4 7`.
        asked: How melds are judged.
    """
    rows = [row.strip() for row in table.split(";") if row.strip()]
    kinds = asked.kinds()
    named = [_kind_first(row) for row in rows]
    # All cards are read together, so that the second 7 of hand and table is the second card 7.
    texts = [hand or "", *(row for _, row in named)]
    cards, rules, painted = asked_cards(" ".join(texts), asked)
    counts = [len(text.replace(",", " ").split()) for text in texts]
    parts = [cards[sum(counts[:place]) : sum(counts[: place + 1])] for place in range(len(texts))]
    if (hand is not None and not parts[0]) or len(parts[0]) > MAX_HAND_CARDS:
        raise PositionError(
            tr("the hand has {cards} cards; melds are looked for in 1 to {most} cards", cards=len(parts[0]), most=MAX_HAND_CARDS)
        )
    lying = tuple(_table_meld(kind, part, kinds, rules) for (kind, _), part in zip(named, parts[1:], strict=True))
    hand_cards = tuple(sorted(parts[0]))
    found = melds_in(hand_cards, rules, kinds)
    lays = tuple((place, some) for place, meld in enumerate(lying) for some in extensions(meld, hand_cards, rules))
    way = find_way_to_go_out(TurnSituation(hand_cards, lying, kinds, asked.needed()), rules)
    assumed = _assumed(rules, cards, painted) and any(meld.kind in PAINTED_KINDS for meld in (*found, *lying))
    return HandMelds(hand_cards, found, best_disjoint(found), lays, lying, way, asked.needed(), assumed)


def asked_cards(text: str, asked: MeldQuestion) -> tuple[tuple[NumoCard, ...], MeldRules, frozenset[NumoCard]]:
    """Return the cards of a text, the rules with the table of characters, and those of the cards that were named in full."""
    table = load_table(asked.cards)
    try:
        cards, known = parse_named(text, table)
    except NumoCardError as error:
        raise PositionError(str(error)) from error
    tokens = text.replace(",", " ").split()
    painted = frozenset(card for card, token in zip(cards, tokens, strict=True) if "-" in token)
    return cards, make_meld_rules(asked.rules, known), painted


def _assumed(rules: MeldRules, cards: Sequence[NumoCard], painted: frozenset[NumoCard]) -> bool:  # unless all were named in full
    return rules.table.assumed and not painted >= set(cards)


def _kind_first(row: str) -> tuple[NumoKind | None, str]:
    """Return the kind that is written before the cards, as in `R 9 12 15`, or None, and the text of the cards."""
    first, _, rest = row.partition(" ")
    letters = {kind.value.lower(): kind for kind in NumoKind} | {
        "×": NumoKind.MULTIPLICATION,
        "÷": NumoKind.DIVISION,
        "*": NumoKind.MULTIPLICATION,
    }
    kind = letters.get(first.lower())
    return (kind, rest) if kind else (None, row)


def _table_meld(kind: NumoKind | None, cards: tuple[NumoCard, ...], kinds: Sequence[NumoKind], rules: MeldRules) -> Meld:
    """Return the cards as a meld of the given kind, or of the only one of `kinds` that they are."""
    wanted = [kind] if kind else list(kinds)
    found = kinds_of(cards, rules, wanted)
    shown = " ".join(str(card) for card in cards)
    if not found:
        reasons = "; ".join(f"{one.value}: {meld_problem(one, cards, rules)}" for one in wanted)
        raise PositionError(tr('"{cards}" on the table is no meld ({reasons})', cards=shown, reasons=reasons))
    if len(found) > 1:
        letters = ", ".join(one.value for one in found)
        raise PositionError(
            tr('"{cards}" on the table is more than one kind of meld; write which one first: {kinds}', cards=shown, kinds=letters)
        )
    return Meld(found[0], cards)
