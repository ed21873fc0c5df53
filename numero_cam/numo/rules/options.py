"""The options of a game of NUMO: deck, players, level, scoring, and every rule that the official rules leave open."""

import random
from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any, Literal

from numero_cam.catalogue import tr
from numero_cam.games.shared.choices import NoYes, YesNo, choices_of
from numero_cam.numo.rules.cards import LOWER_DECK, UPPER_DECK, UPPER_FACES, NumoCard
from numero_cam.numo.rules.character_table import CharacterTable
from numero_cam.numo.rules.kinds import LEVELS, MeldRules, NumoKind, kinds_at

HAND_SIZE = 10  #: Number of cards dealt to each player.
MAX_PLAYERS = 6  #: Maximum number of players.
WINNING_SCORE = 500  #: Points that end the game; in games by leftovers they are negative.
CONTROL_CARDS = ("season", "character")  #: Cards that say which melds a hand allows; one is drawn for each hand if the options say so.
UPPER_DECK_UNPLAYABLE_LEVELS = (4, 5)  #: Levels that have no meld of their kind in the upper deck alone, because 30 × 31 is above 144.


class NumoOptionsError(ValueError):
    """Options that no game can have; the message is one line for people."""

    def __init__(self, message: str, option: str = "") -> None:
        """Store the name of the wrong option."""
        self.option = option  #: Name of the wrong option; empty where several together are wrong.
        super().__init__(message)


@dataclass(frozen=True)
class NumoOptions:
    """The options of a game of NUMO; the first choice of each rule is the default."""

    players: int = 2  #: 2-6.
    deck: str = "lower"  #: `lower`, `upper`, `both`, or the lower deck with sets of four of the upper: `lower+wizard+dragon`.
    level: int = 1  #: 1-8.
    #: `melds`: the player who goes out scores melds, up to 500; `leftovers`: cards left in a hand count against their player, down to -500
    #: (6.1, 6.4).
    scoring: Literal["melds", "leftovers"] = "melds"
    #: Which of the melds of seasons and of characters are allowed: `both`, `season`, `character`, or one `drawn` for each hand (4.5).
    control: Literal["both", "season", "character", "drawn"] = "both"
    pair_goes_out: NoYes = "no"  #: Whether a special pair is enough to go out at levels 2-8 (5.3).
    #: `yes`: to go out, a player must have made the level's meld in this hand; `no`: one on the table is enough (5.2).
    own_meld: YesNo = "yes"
    lay_before: YesNo = "yes"  #: Whether a player who has not melded in this hand may lay off (4.6).
    lay_same_turn: YesNo = "yes"  #: Whether a player may lay off in the turn of the own first meld (4.7).
    #: `before`: a player scores the own melds with all cards on them; `played`: only cards that the player played (6.2).
    counted: Literal["before", "played"] = "before"
    others_score: NoYes = "no"  #: Whether the other players also score their melds when somebody goes out (6.3).
    #: Number of turn-overs of the stock without a meld or lay-off in between after which the hand ends (4.9).
    turn_overs: Literal["2", "1", "3"] = "2"
    melds: MeldRules = field(default_factory=MeldRules)  #: The open rules about melds.

    def __post_init__(self) -> None:
        """Check that a game can have these options."""
        for name, choices in choices_of(NumoOptions).items():
            check_choice(name, getattr(self, name), choices)
        check_level(self.level)
        if not 2 <= self.players <= MAX_PLAYERS:
            raise NumoOptionsError(tr("players is {players}; NUMO is for 2 to {most}", players=self.players, most=MAX_PLAYERS), "players")
        dealt = HAND_SIZE * self.players + 2
        if len(self.pack) < dealt:
            raise NumoOptionsError(
                tr(
                    "{players} players with the deck {deck}: {hand} cards each leave no stock; play with both decks",
                    players=self.players,
                    deck=self.deck,
                    hand=HAND_SIZE,
                ),
                "deck",
            )
        if self.deck == "upper" and self.level in UPPER_DECK_UNPLAYABLE_LEVELS:
            raise NumoOptionsError(
                tr("level {level} cannot be played with the upper deck alone: no two of its numbers multiply to a third", level=self.level),
                "level",
            )

    @cached_property
    def pack(self) -> tuple[NumoCard, ...]:
        """The cards of the game, in the order of their numbers."""
        first, *sets = self.deck.lower().split("+")
        whole = {"lower": LOWER_DECK, "upper": UPPER_DECK, "both": LOWER_DECK + UPPER_DECK}.get(first.strip())
        if whole is None or (sets and first.strip() != "lower"):
            raise NumoOptionsError(
                tr('deck is "{deck}"; choose lower, upper, both, or lower with sets of the upper: lower+wizard+dragon', deck=self.deck),
                "deck",
            )
        faces = [face.strip().replace("-", " ") for face in sets]
        if unknown := [face for face in faces if face not in UPPER_FACES]:
            raise NumoOptionsError(
                tr('deck: the upper deck has no set "{name}"; there are {choices}', name=unknown[0], choices=", ".join(UPPER_FACES)), "deck"
            )
        if len(set(faces)) < len(faces):
            raise NumoOptionsError(tr('deck is "{deck}"; a set is there twice', deck=self.deck), "deck")
        return whole + tuple(card for face in faces for card in self.melds.table.cards_of(face))

    @property
    def kinds(self) -> tuple[NumoKind, ...]:
        """The kinds of meld that are allowed in the game; `NumoState.kinds` has those of one hand."""
        return kinds_at(self.level, self.control)

    @property
    def needed(self) -> tuple[NumoKind, ...]:
        """The kinds of which one must have been melded to go out; empty at level 1."""
        kind = LEVELS[self.level]
        if kind is None:
            return ()
        return (kind, NumoKind.PAIR) if self.pair_goes_out == "yes" else (kind,)

    def next_level(self) -> "NumoOptions | None":
        """Return the options with the next level that the deck can play; None after the last level (2.2)."""
        for level in range(self.level + 1, max(LEVELS) + 1):
            try:
                return replace(self, level=level)
            except NumoOptionsError:
                continue
        return None

    def warnings(self) -> tuple[str, ...]:
        """Return a warning for each combination of options that can hardly be played, one line each."""
        hardly = self.deck == "upper" and self.level in (7, 8)
        return (
            (tr("level {level} is hardly playable with the upper deck alone: it has few such melds", level=self.level),) if hardly else ()
        )

    def shuffled(self, seed: str) -> tuple[NumoCard, ...]:
        """Return the pack shuffled with this seed, in the order of the deal."""
        cards = list(self.pack)
        random.Random(seed).shuffle(cards)  # noqa: S311 - a game that can be played again, no secret
        return tuple(cards)

    def drawn_control(self, seed: str) -> str:
        """Return the control card that is drawn for a hand, `season` or `character`; empty where none is drawn (4.5)."""
        chance = random.Random(f"{seed} control")  # noqa: S311 - a game that can be played again, no secret
        return chance.choice(CONTROL_CARDS) if self.control == "drawn" else ""

    def changed(self) -> dict[str, object]:
        """Return the fields that differ from the defaults, also those about melds, without players and character table."""
        usual = NumoOptions()
        own = {f.name: getattr(self, f.name) for f in fields(self) if f.name not in ("melds", "players")}
        about = {f.name: getattr(self.melds, f.name) for f in fields(self.melds) if f.name != "table"}
        return {
            **{name: value for name, value in own.items() if value != getattr(usual, name)},
            **{name: value for name, value in about.items() if value != getattr(usual.melds, name)},
        }


def named_rules(texts: Iterable[str], record: type) -> dict[str, str]:
    """Return values by field name of texts such as `equal-parts=no`; `record` is the class whose `Literal` fields are the choices."""
    choices, chosen = choices_of(record), dict[str, str]()
    for text in texts:
        name, sign, value = (part.strip() for part in text.partition("="))
        field = name.replace("-", "_")
        if not sign or field not in choices:
            raise NumoOptionsError(
                tr(
                    '"{text}": write name=value, with one of {choices}',
                    text=text,
                    choices=", ".join(known.replace("_", "-") for known in choices),
                )
            )
        if field in chosen:
            raise NumoOptionsError(tr('"{name}" is there twice', name=name), field)
        check_choice(field, value, choices[field])
        chosen[field] = value
    return chosen


def check_choice(field: str, value: object, choices: Iterable[object]) -> None:
    """Raise ``NumoOptionsError`` where the value of a field is none of the choices."""
    if value not in choices:
        raise NumoOptionsError(
            tr(
                "{field} is {value!r}; choose from {choices}",
                field=field.replace("_", "-"),
                value=value,
                choices=", ".join(map(str, choices)),
            ),
            field,
        )


def make_meld_rules(texts: Iterable[str], table: CharacterTable) -> MeldRules:
    """Return the open rules about melds that texts such as `equal-parts=no` set."""
    chosen: dict[str, Any] = named_rules(texts, MeldRules)
    return MeldRules(table=table, **chosen)


def check_level(level: int) -> None:
    """Check a level."""
    if level not in LEVELS:
        raise NumoOptionsError(tr("there is no level {level}; NUMO has levels 1 to {most}", level=level, most=max(LEVELS)), "level")
