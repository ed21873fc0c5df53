"""Photos that were read, solved or scored, as records, JSON, rows of a table and annotated pictures; and the position in their readings.

Here, and nowhere else, the readings of a photo become cards of Numero.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from numero_cam.annotate.caption import read_caption, score_caption, solve_caption
from numero_cam.annotate.card_roles import play_roles, take_roles
from numero_cam.annotate.overlay import Pixels, draw_overlay
from numero_cam.app.answers import Answer, ScoredTake
from numero_cam.base.records import Frame, TableCard, TableState
from numero_cam.base.seats import Seat
from numero_cam.catalogue import tr
from numero_cam.games.numero.rules import Build, Card, Position, parse_card
from numero_cam.games.numero.solve import Play
from numero_cam.table.doubts import DOUBTFUL_BELOW
from numero_cam.table.layout import seats_with_hands
from numero_cam.text.readings import Gaps, TablePosition, TableTake, cards_json, gap_lines, milliseconds_json, readings_json
from numero_cam.text.words import formula


@dataclass(frozen=True)
class PhotoRead:
    """A photo and its cards."""

    frame: Frame  #: The picture as shown.
    state: TableState  #: The table state that was read in it.

    @property
    def cards(self) -> tuple[TableCard, ...]:
        """The cards, in order of their numbers."""
        return self.state.cards

    @property
    def table(self) -> TablePosition:
        """The position in the photo, as far as it is known."""
        return table_position(self.state)

    @property
    def position(self) -> Position:
        """Centre and hand, as far as their cards are known."""
        return self.table.position

    def __str__(self) -> str:
        """Return the cards of each zone in a line; ? is a card whose face is not known."""
        zones = dict.fromkeys(card.zone for card in self.cards)
        lines = (f"{zone or 'beside'}: {' '.join(card.card or '?' for card in self.cards if card.zone == zone)}" for zone in zones)
        return "\n".join(lines) or tr("no card")

    def to_dict(self) -> dict[str, object]:
        """Return the object that ``numero-cam read --json`` prints."""
        return readings_json(self.state)

    def picture(self) -> Pixels:
        """Draw what was read into the photo: ``(height, width, 3)`` uint8 RGB, see ``annotate.overlay``."""
        return draw_overlay(self.frame.pixels, self.state, caption=read_caption(self.state))


@dataclass(frozen=True)
class PhotoSolved:
    """A photo with its position and the solution."""

    frame: Frame  #: The picture as shown.
    state: TableState  #: The table state that was read in it.
    table: TablePosition  #: The position in the photo, as far as it is known.
    gaps: Gaps  #: Missing parts of the position, without which no take is searched.
    answer: Answer  #: The answer of the solver for the known cards.

    @property
    def missing(self) -> tuple[str, ...]:
        """A line for each missing part of the position, with what to do about it."""
        return tuple(gap_lines(self.gaps, self.state.name))

    def to_dict(self) -> dict[str, object]:
        """Return the object that ``numero-cam solve PHOTO --json`` prints."""
        return {
            "image": self.state.name,
            "width": self.state.width,
            "height": self.state.height,
            **({"deck": self.state.deck} if self.state.deck else {}),
            **self.answer.to_dict(),
            "problems": [*self.state.problems, *self.missing, *(str(problem) for problem in self.answer.problems)],
            "milliseconds": milliseconds_json(_times(self.state, self.answer.milliseconds)),
            "cards": cards_json(self.state),
            "look_at": list(self.table.look_at),
            "complete": self.table.complete,
        }

    def picture(self) -> Pixels:
        """Draw what was read and the best take into the photo: ``(height, width, 3)`` uint8 RGB, see ``annotate.overlay``."""
        solution, settings = self.answer.solution, self.answer.settings
        roles = play_roles(self.table, solution.plays[0]) if solution.plays else None
        problems = tuple(str(problem) for problem in self.answer.problems)
        caption = solve_caption(self.state, self.table, solution, settings, gaps=self.gaps, problems=problems)
        return draw_overlay(self.frame.pixels, self.state, roles, caption)


@dataclass(frozen=True)
class PhotoScored:
    """A photo of a take that lies spread on the table, with its score."""

    frame: Frame  #: The picture as shown.
    state: TableState  #: The table state that was read in it.
    take: TableTake  #: The take, as far as it is known.
    scored: ScoredTake  #: Its score.
    why_not: str = ""  #: Why this photo's take cannot be scored; empty where it can.

    @property
    def problems(self) -> tuple[str, ...]:
        """Problems of the photo, and problems that a real game cannot have, a line each."""
        return (*self.state.problems, *self.scored.problems)

    def to_dict(self) -> dict[str, object]:
        """Return the object that ``numero-cam score PHOTO --json`` prints."""
        return {
            "image": self.state.name,
            "width": self.state.width,
            "height": self.state.height,
            **self.scored.to_dict(),
            "problems": [*self.problems, *([self.why_not] if self.why_not else [])],
            "milliseconds": milliseconds_json(_times(self.state, self.scored.milliseconds)),
            "cards": cards_json(self.state),
            "look_at": list(self.take.look_at),
            "complete": not self.take.unknown,
        }

    def picture(self) -> Pixels:
        """Draw what was read and the sets of the take into the photo: ``(height, width, 3)`` uint8 RGB, see ``annotate.overlay``."""
        play = self.scored.arrangement.play
        roles = take_roles(self.take, play) if play else None
        caption = score_caption(self.state, self.take, self.scored.arrangement, self.scored.settings, self.problems)
        return draw_overlay(self.frame.pixels, self.state, roles, caption)


def _times(state: TableState, milliseconds: float) -> "Mapping[str, float]":
    """Return the times of reading with the time of the search and the sum of both."""
    return {**state.milliseconds, "solve": milliseconds, "total": state.milliseconds.get("total", 0.0) + milliseconds}


Row = Mapping[str, object]  #: Values of a row by the names of its columns; an absent column is an empty cell.

#: Columns of photos that were read: a row for each card, or a row without a card for a photo without cards.
READ = ("image", "n", "card", "confidence", "zone", "stack", "order", "reason", "problems", "error")
#: Columns of photos that were solved: a row for each photo, with its best take.
SOLVED = ("image", "centre", "hand", "with", "cards", "points", "clears", "sets", "proven", "complete", "look_at", "problems", "error")
#: Columns of photos that were scored: a row for each photo.
SCORED = ("image", "take", "with", "cards", "points", "cleared", "sets", "not_judged", "complete", "look_at", "why", "problems", "error")


def read_rows(seen: PhotoRead) -> list[Row]:
    """Return a row for each card; the first one also has the problems of the whole photo."""
    state = seen.state
    whole = {"image": state.name, "problems": "; ".join(state.problems)}
    cards = [
        {
            "image": state.name,
            "n": card.n,
            "card": card.reading.label or "",
            "confidence": round(float(card.reading.confidence), 3),
            "zone": card.zone or "",
            "stack": card.stack,
            "order": card.order,
            "reason": card.reading.reason,
        }
        for card in state.cards
    ]
    return [{**cards[0], **whole}, *cards[1:]] if cards else [whole]


def solved_rows(found: PhotoSolved) -> list[Row]:
    """Return the row of a photo with its best take."""
    answer = found.answer
    return [
        {
            "image": found.state.name,
            "centre": " ".join(map(str, answer.position.centre)),
            "hand": " ".join(map(str, answer.position.hand)),
            **_play_columns(answer.solution.plays[0] if answer.solution.plays else None),
            "clears": _yes_or_no(answer.solution.plays[0].clears) if answer.solution.plays else "",
            "proven": _yes_or_no(answer.solution.proven),
            "complete": _yes_or_no(found.table.complete),
            "look_at": " ".join(map(str, found.table.look_at)),
            "problems": "; ".join([*found.state.problems, *found.missing, *map(str, answer.problems)]),
        }
    ]


def scored_rows(found: PhotoScored) -> list[Row]:
    """Return the row of a photo with the points of its take."""
    spread, arrangement = found.scored.spread, found.scored.arrangement
    return [
        {
            "image": found.state.name,
            "take": " ".join(map(str, spread.items)),
            **_play_columns(arrangement.play),
            "cleared": "" if spread.cleared is None else _yes_or_no(spread.cleared),
            "not_judged": sum(item.points for item in arrangement.unjudged),
            "complete": _yes_or_no(not found.take.unknown),
            "look_at": " ".join(map(str, found.take.look_at)),
            "why": arrangement.why,
            "problems": "; ".join(found.problems),
        }
    ]


def error_row(name: str, error: str) -> Row:
    """Return the row of a photo that failed; the name at the start of the error is left out, as it has a column."""
    return {"image": name, "error": error.removeprefix(f"{name}: ")}


def _play_columns(play: Play | None) -> dict[str, object]:
    """Return the columns that a play fills; none without a play."""
    if play is None:
        return {}
    sets = "; ".join(formula(group.way) for group in play.sets)
    return {"with": str(play.taker), "cards": play.cards, "points": play.points, "sets": sets}


def _yes_or_no(value: bool) -> str:  # noqa: FBT001 - a value, no switch
    """Return `yes` or `no`."""
    return "yes" if value else "no"


@dataclass(frozen=True)
class Typed:
    """Centre and hand as somebody typed them; they replace what was read in the photo."""

    centre: tuple[Card | Build, ...] | None = None  #: Cards and builds of the centre; None where the photo shows them.
    hand: tuple[Card, ...] | None = None  #: Cards of the hand; None where the photo shows them.

    def zones_of(self, place: Literal["centre", "hand"]) -> frozenset[str]:
        """Return the zones of a photo whose cards are taken for the centre, or for the hand; none where that is typed.

        A single row alone in a photo is a take. Where the hand is typed it is the centre, and where the centre is typed it is the hand.
        """
        if (self.centre if place == "centre" else self.hand) is not None:
            return frozenset()
        return frozenset({place, "take"} if self.centre is not None or self.hand is not None else {place})


def table_position(state: TableState, typed: Typed | None = None) -> TablePosition:
    """Return the position in the readings of a photo.

    Cards of the centre that lie on each other are a build, bottom to top. An opposite hand is ignored. A build with an unknown card has no
    reliable value and is left out as a whole; an unknown card of the hand is left out alone.

    `typed` replaces the centre or the hand of the photo.
    """
    typed = typed or Typed()
    stacks = _stacks(state, typed.zones_of("centre"))
    whole = [stack for stack in stacks if not _unknown(stack)]
    hand = [card for stack in _stacks(state, typed.zones_of("hand")) for card in stack]
    known_hand = [card for card in hand if card.card is not None]
    involved = sorted([*(card for stack in stacks for card in stack), *hand], key=lambda card: card.n)
    left_out = {card.n for stack in stacks if stack not in whole for card in stack}
    unknown = _unknown(involved)
    replaced = {zone for zone, given in (("centre", typed.centre), ("hand", typed.hand)) if given is not None}
    return TablePosition(
        position=Position(
            tuple(_item(stack) for stack in whole) if typed.centre is None else typed.centre,
            tuple(map(_card, known_hand)) if typed.hand is None else typed.hand,
        ),
        numbers=(
            *(tuple(card.n for card in stack) for stack in whole),
            *(() for _ in typed.centre or ()),
            *((card.n,) for card in known_hand),
            *(() for _ in typed.hand or ()),
        ),
        unknown=unknown,
        left_out=tuple(sorted(left_out.difference(unknown))),
        look_at=_look_at(involved),
        replaced=tuple(card.n for card in state.cards if card.zone in replaced),
    )


def find_gaps(state: TableState, typed: Typed | None = None, seat: Seat = "near") -> Gaps:
    """Return which parts of the position are neither in the photo nor typed; `seat` is the side of the player whose hand it is."""
    typed = typed or Typed()
    zones = {card.zone for card in state.cards}
    hand = typed.hand is None and not zones & typed.zones_of("hand")
    centre = typed.centre is None and not zones & typed.zones_of("centre")
    take = hand and centre and "take" in zones
    seats = tuple(other for other in seats_with_hands(state) if other != seat) if hand and not take else ()
    return Gaps(cards=not state.cards and (hand or centre), take=take, hand=hand, centre=centre, seat=seat, seats=seats)


def table_take(state: TableState) -> TableTake:
    """Return the take in the readings of a photo: the cards of zone ``take``."""
    involved = [card for card in state.cards if card.zone == "take"]
    known = [card for card in involved if card.card is not None]
    return TableTake(tuple(map(_card, known)), tuple(card.n for card in known), _unknown(involved), _look_at(involved))


def _unknown(cards: Sequence[TableCard]) -> tuple[int, ...]:
    """Return the ``n`` of the cards whose face is not known."""
    return tuple(card.n for card in cards if card.card is None)


def _look_at(cards: Sequence[TableCard]) -> tuple[int, ...]:
    """Return the ``n`` of the cards that people should check: unknown ones, and those that were read with little confidence."""
    return tuple(card.n for card in cards if card.card is None or card.confidence < DOUBTFUL_BELOW)


def _stacks(state: TableState, zones: Collection[str]) -> list[list[TableCard]]:
    """Return the stacks of these zones, in order of the lowest ``n`` of their cards; each from bottom to top."""
    stacks: defaultdict[int, list[TableCard]] = defaultdict(list)
    for card in state.cards:
        if card.zone in zones:
            stacks[card.stack].append(card)
    return [sorted(stack, key=lambda card: card.order) for stack in stacks.values()]


def _item(stack: list[TableCard]) -> Card | Build:
    """Return a stack of known cards, bottom to top, as a card or a build."""
    cards = tuple(map(_card, stack))
    return cards[0] if len(cards) == 1 else Build(cards)


def _card(card: TableCard) -> Card:
    """Return a known card as a card of the game."""
    assert card.card is not None  # noqa: S101 - callers leave unknown cards out
    return parse_card(card.card)
