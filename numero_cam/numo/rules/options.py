"""The options of a game of NUMO: deck, players, level, scoring, and every rule that the text leaves open."""

import random
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Literal

from numero_cam.catalogue import tr
from numero_cam.games.shared.choices import NoYes, YesNo, choices_of
from numero_cam.numo.rules.cards import LOWER, UPPER, UPPER_FACES, Card
from numero_cam.numo.rules.kinds import LEVELS, Kind, MeldRules, kinds_at
from numero_cam.numo.rules.open_rules import OptionsError, check_choice, check_level

HAND = 10
MAX_PLAYERS = 6
"""Maximum number of players."""
GOAL = 500
DRAWN = ("season", "character")
"""The control cards of which one may be drawn for a hand."""
UNPLAYABLE = (4, 5)
"""Levels without a single meld of their kind in the upper deck alone: 30 × 31 is above 144."""


@dataclass(frozen=True)
class Options:
    """The options of a game of NUMO; the first choice of each rule is the default.

    Attributes:
        players: 2-6.
        deck: `lower`, `upper`, `both`, or the lower deck with sets of four of the upper: `lower+wizard+dragon`.
        level: 1-8.
        scoring: `melds`: who goes out adds his melds, to 500; `leftovers`: cards left count against their player, to -500 (6.1, 6.4).
        control: Which first control cards lie open: `both`, `season`, `character`, or one that is `drawn` for each hand (4.5).
        pair_goes_out: Whether a special pair is enough to go out at levels 2-8 (5.3).
        own_meld: Whether a player must himself have formed the level's meld in this hand; `no`: one on the table is enough (5.2).
        lay_before: Whether a player may lay off who has not melded in this hand (4.6).
        lay_same_turn: Whether a player may lay off in the turn of his own first meld (4.7).
        counted: `before`: what lies before the player at the end; `played`: only cards that he played himself (6.2).
        others_score: Whether the others score their melds, too, when somebody goes out (6.3).
        turn_overs: Turn-overs of the stock without a meld or lay-off between them, after which the hand is void (4.9).
        melds: The open rules about melds.
    """

    players: int = 2
    deck: str = "lower"
    level: int = 1
    scoring: Literal["melds", "leftovers"] = "melds"
    control: Literal["both", "season", "character", "drawn"] = "both"
    pair_goes_out: NoYes = "no"
    own_meld: YesNo = "yes"
    lay_before: YesNo = "yes"
    lay_same_turn: YesNo = "yes"
    counted: Literal["before", "played"] = "before"
    others_score: NoYes = "no"
    turn_overs: Literal["2", "1", "3"] = "2"
    melds: MeldRules = field(default_factory=MeldRules)

    def __post_init__(self) -> None:
        """Check that a game can have these options.

        Raises:
            OptionsError: A value is out of range, or deck, players and level do not go together.
        """
        for name, choices in choices_of(Options).items():
            check_choice(name, getattr(self, name), choices)
        check_level(self.level)
        if not 2 <= self.players <= MAX_PLAYERS:
            message = tr("players is {players}; NUMO is for 2 to {most}", players=self.players, most=MAX_PLAYERS)
            raise OptionsError(message, "players")
        dealt = HAND * self.players + 2
        if len(self.pack) < dealt:
            message = tr(
                "{players} players with the deck {deck}: {hand} cards each leave no stock; play with both decks",
                players=self.players,
                deck=self.deck,
                hand=HAND,
            )
            raise OptionsError(message, "deck")
        if self.deck == "upper" and self.level in UNPLAYABLE:
            message = tr(
                "level {level} cannot be played with the upper deck alone: no two of its numbers multiply to a third", level=self.level
            )
            raise OptionsError(message, "level")

    @cached_property
    def pack(self) -> tuple[Card, ...]:
        """The cards of the game, in the order of their numbers.

        Raises:
            OptionsError: There is no such deck.
        """
        first, *sets = self.deck.lower().split("+")
        whole = {"lower": LOWER, "upper": UPPER, "both": LOWER + UPPER}.get(first.strip())
        if whole is None or (sets and first.strip() != "lower"):
            message = tr(
                'deck is "{deck}"; choose lower, upper, both, or lower with sets of the upper: lower+wizard+dragon', deck=self.deck
            )
            raise OptionsError(message, "deck")
        faces = [face.strip().replace("-", " ") for face in sets]
        if unknown := [face for face in faces if face not in UPPER_FACES]:
            message = tr('deck: the upper deck has no set "{name}"; there are {choices}', name=unknown[0], choices=", ".join(UPPER_FACES))
            raise OptionsError(message, "deck")
        if len(set(faces)) < len(faces):
            message = tr('deck is "{deck}"; a set is there twice', deck=self.deck)
            raise OptionsError(message, "deck")
        return whole + tuple(card for face in faces for card in self.melds.table.cards_of(face))

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of meld that count in some hand; in a hand for which a control card is drawn, see `State.kinds`."""
        return kinds_at(self.level, self.control)

    @property
    def needed(self) -> tuple[Kind, ...]:
        """The kinds of which one must have been melded to go out; empty at level 1."""
        kind = LEVELS[self.level]
        if kind is None:
            return ()
        return (kind, Kind.PAIR) if self.pair_goes_out == "yes" else (kind,)

    def risen(self) -> "Options | None":
        """The same game at the next level that its deck can play; `None` after the last (2.2)."""
        for level in range(self.level + 1, max(LEVELS) + 1):
            try:
                return replace(self, level=level)
            except OptionsError:
                continue
        return None

    def warnings(self) -> tuple[str, ...]:
        """Return a warning for each combination of options that can hardly be played, one line each."""
        hardly = self.deck == "upper" and self.level in (7, 8)
        return (
            (tr("level {level} is hardly playable with the upper deck alone: it has few such melds", level=self.level),) if hardly else ()
        )

    def shuffled(self, seed: str) -> tuple[Card, ...]:
        """Return the pack as this seed shuffles it, in the order of the deal."""
        cards = list(self.pack)
        random.Random(seed).shuffle(cards)  # noqa: S311 - a game that can be played again, no secret
        return tuple(cards)

    def drawn_control(self, seed: str) -> str:
        """Return the control card that is drawn for a hand, `season` or `character`; empty where none is drawn (4.5)."""
        chance = random.Random(f"{seed} control")  # noqa: S311 - a game that can be played again, no secret
        return chance.choice(DRAWN) if self.control == "drawn" else ""

    def changed(self) -> dict[str, object]:
        """Return the fields that differ from the defaults, those about melds among them, without players and looks."""
        usual = Options()
        own = {f.name: getattr(self, f.name) for f in fields(self) if f.name not in ("melds", "players")}
        about = {f.name: getattr(self.melds, f.name) for f in fields(self.melds) if f.name != "table"}
        return {
            **{name: value for name, value in own.items() if value != getattr(usual, name)},
            **{name: value for name, value in about.items() if value != getattr(usual.melds, name)},
        }
