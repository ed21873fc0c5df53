"""Games of the engine as sights of a table: hands that come and go, cards on their way, and eyes that are wrong at stated rates."""

import random
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise, permutations

from numero_cam.games.numero.engine import Game, Options, Phase, State
from numero_cam.games.numero.engine.notation import play_text
from numero_cam.games.numero.engine.operations import Built, Challenged, Dealt, Discarded, Drawn, Laid, Operation, Passed, Returned, Taken
from numero_cam.games.numero.engine.verify import claim_of, is_shown
from numero_cam.games.numero.rules import Build, Card, cards_of
from numero_cam.games.numero.rules.build import computed_value
from numero_cam.games.numero.rules.calculation import Acted, Lone, Total, Way, flat_cards, items_of, value_of
from numero_cam.games.numero.watching.copies import plain_operation
from numero_cam.games.numero.watching.play_chains import cards_played
from numero_cam.games.shared.sight import SeenCard, Sight, TablePlace

CENTRE, STOCK = TablePlace("centre"), TablePlace("stock")

STOCK_ID = 0  #: Number of the stock in sights.
LAST_SIGHTS = 64  #: Sights of the table after the last play, where arms rest on it.
SHOWN_SIGHTS = 60  #: Number of sights of hands that were laid open at the end.


@dataclass(frozen=True)
class Eyes:
    """How eyes see."""

    misread: float = 0.05  #: The share of looks whose likeliest card is a wrong one.
    named: float = 0.9  #: Of these the share that name the right card among others.
    missed: float = 0.02  #: The share of cards that a sight leaves out.
    doubled: float = 0.005  #: The share of cards that a sight has twice.
    late: float = 0.02  #: The share of cards that are seen a sight late, when they come and when they go.
    broken: float = 0.0  #: The share of cards that get another number when they are moved.
    sights: int = 5  #: Of each table at rest.
    skipped: float = 0.1  #: The share of rests before a draw that have no sight.
    idle: float = 0.1  #: The share of rests in which a hand comes, points and goes.
    halved: float = 0.0  #: The share of cards of a play after which the player pauses, with no hand over the table.
    pushed: float = 0.0  #: The share of rests in which a card of the centre lies against another one that it does not belong to.
    arm: float = 0.0  #: The share of rests in which an arm comes to rest over some cards of a place, for several plays.
    rushed: float = 0.0  #: The share of rests after which the next play follows at once, with no sight between.
    stuck: float = 0.0  #: The share of new cards whose first looks all name the same wrong card.
    covered: float = 0.0  #: The share of films at whose start an arm rests over a row or the centre.
    seconds: float = 0.1  #: Between two sights.
    #: Whether the stock lies in view, and a card may be misread as any one of a full pack: nobody knows which pack it is.
    stock: bool = False
    shown: bool = False  #: Whether players lay open what is left in hidden hands when the game is over.
    #: The share of cards with another one on them that stay in the sights when both are taken: clear, never read, until the next take.
    ghost: float = 0.0


CLEAR = Eyes(0.0, 1.0, 0.0, 0.0, 0.0, 0.0)
NOISY = Eyes()
QUIET = Eyes(sights=40, seconds=0.2)  #: Play at the pace of a family, which thinks for eight seconds between two plays.
PAUSED = Eyes(halved=0.1)  #: People who pause in a play, and play fast: each table lies clear for half a second.
#: People who pause in a play, push cards together, rest an arm on the table and play fast, with cards that are misread for seconds.
TROUBLED = Eyes(sights=8, halved=0.1, pushed=0.05, arm=0.06, rushed=0.06, stuck=0.04, covered=0.3, seconds=0.2)
#: The same, and cards that were taken are seen still, under the card that is laid there next.
GHOSTS = replace(TROUBLED, ghost=0.3)


@dataclass(frozen=True)
class Happened:
    """An operation of the truth."""

    key: tuple[object, ...]  #: What it says, however it is written.
    text: str  #: For people.
    settled: float  #: When the hand had left.
    turn: int  #: Its number in the game.
    cards: frozenset[Card] = frozenset()  #: The cards that it moves, but for those that are drawn.


def key_of(operation: Operation) -> tuple[object, ...]:
    """Return what an operation says: player, kind, card, the other cards, value."""
    said: tuple[object, ...] = ()
    match operation:
        case Taken(player, card, ways):
            said = player, "take", card, frozenset(Counter(card for way in ways for card in flat_cards(way)).items())
        case Built(player, card, way):
            said = player, "build", card, frozenset(Counter(flat_cards(way)).items()), value_of(way, whole=False)
        case Discarded(player, cards):
            said = player, "discard", frozenset(cards)
        case Drawn(player, cards, _, unknown):
            said = player, "draw", frozenset(cards), unknown
        case Challenged(player, build):
            said = player, "challenge", frozenset(build.cards)
        case Passed(player):
            said = player, "pass"
    return said


def plainly(operations: Sequence[Operation]) -> list[Operation]:
    """Return the operations of a game as they are told: wild cards laid on cards in the play that ends the turn."""
    told: list[Operation] = []
    laid: dict[tuple[Card, ...], Way] = {}
    for operation in operations:
        match operation:
            case Laid(_, way):
                laid[flat_cards(way)] = _expanded(way, laid)
            case Returned():
                laid = {}
            case Taken(player, card, ways):
                told.append(Taken(player, card, tuple(_expanded(way, laid) for way in ways)))
                laid = {}
            case Built(player, card, way, said):
                told.append(Built(player, card, _expanded(way, laid), said))
                laid = {}
            case _:
                told.append(operation)
    return told


def _expanded(way: Way, laid: dict[tuple[Card, ...], Way]) -> Way:
    match way:
        case Lone(Build() as build):
            return laid.get(build.cards, way)
        case Acted(inner, wild):
            return Acted(_expanded(inner, laid), wild)
        case Total(terms):
            found = [_expanded(term, laid) for term in terms]
            return Total(tuple(part for term in found for part in (term.terms if isinstance(term, Total) else (term,))))
    return way


def laid_order(items: Sequence[Card | Build], value: object) -> list[Card | Build] | None:
    """Return an order from bottom to top that makes the value, `None` where none does."""
    tried = [items] if len(items) > 6 else permutations(items)
    for order in ([items], tried):
        for one in order:
            if _value_laid(one) == value:
                return list(one)
    return None


def _value_laid(items: Sequence[Card | Build]) -> object:
    if any(isinstance(item, Build) and item.stated is not None for item in items):
        return None  # no order of its cards makes such a value
    return computed_value(tuple(card for item in items for card in cards_of(item)))


@dataclass
class Piece:
    """A card on the table."""

    card: Card
    id: int
    place: TablePlace

    @property
    def x(self) -> float:
        """Position of its centre in card widths: no card lies where another one does."""
        return 1.5 * self.id


@dataclass
class Film:
    """What comes of a game."""

    sights: list[Sight] = field(default_factory=list)  #: Of the table.
    said: list[tuple[float, str]] = field(default_factory=list)  #: What people say, with its second.
    truth: list[Happened] = field(default_factory=list)  #: What was played.
    unordered: int = 0  #: Number of builds whose value no order of their cards makes.
    looks: dict[Card, Counter[str]] = field(default_factory=dict)  #: For each card how often looks at it named each label first.
    seen_lying: set[Card] = field(default_factory=set)  #: The cards whose face a sight shows in the middle.
    #: For each card the second at which a sight first had it, with or without its face.
    first_seen: dict[Card, float] = field(default_factory=dict)

    def seen_as(self, card: Card) -> str | None:
        """Return the label that most looks at a card named first, or its own if one of them did; `None` where no sight shows its face."""
        looks = self.looks.get(card)
        return None if not looks else str(card) if looks[str(card)] else looks.most_common(1)[0][0]


class SimulatedTable:
    """Plays a finished game on a table, with `open` or `hidden` hands, and looks at it with some eyes; the seed decides all chance."""

    def __init__(self, game: Game, hands: str, eyes: Eyes, seed: int | str) -> None:
        self._game, self._opened, self._eyes = game, hands == "open", eyes
        self._rng = random.Random(f"table {seed}")  # noqa: S311 - a game, no secret
        pack = (Options() if eyes.stock else game.options).pack()
        self._alike = {card: alike(card, pack) for card in {*pack, *game.options.pack()}}
        self._pieces: dict[Card, Piece] = {}
        self._heaps: list[list[Card]] = []
        self._leaving: list[Piece] = []
        self._next_id, self._t = 1, 0.0
        self._stock_left = 0
        self._late: set[int] = set()
        self._arm: TablePlace | None = None
        self._arm_sights = 0
        self._under_arm: dict[Card, SeenCard | None] = {}
        self._against: dict[Card, Card] = {}
        self._stuck: dict[Card, tuple[Card, int]] = {}
        self._ghosts: list[SeenCard] = []
        self._over_ghosts: dict[Card, frozenset[int]] = {}
        self.film = Film()

    def played(self) -> Film:
        """Return the whole game as sights."""
        told = iter(plainly(self._game.operations))
        for state, operation, after in zip(self._game.states, self._game.operations, self._game.states[1:], strict=False):
            self._happens(state, operation)
            self._stock_left = after.stock_size
            if not isinstance(operation, Laid | Returned):
                now = next(told)
                if not isinstance(now, Dealt | Passed):
                    self.film.truth.append(
                        Happened(
                            key_of(plain_operation(state, now)),
                            f"{state.turn} {play_text(now)}",
                            self._settled,
                            state.turn,
                            cards_played(now),
                        )
                    )
            self._rest(before_draw=after.phase is Phase.DRAW)
        if self._eyes.arm or self._eyes.halved:  # the last plays show, too, when the arm has gone and nothing follows at once
            self._arm, self._under_arm = None, {}
            self._show(LAST_SIGHTS)
        if self._eyes.shown and not self._opened and self._game.state.phase is Phase.OVER:
            for player, seat in enumerate(self._game.state.seats):
                self._spread(player, (), seat.hand)
            self._show(SHOWN_SIGHTS)
        return self.film

    def _happens(self, state: State, operation: Operation) -> None:
        match operation:
            case Dealt():
                self._deal(operation)
            case Laid(player, way):
                self._lay(player, list(items_of(way)))
            case Returned(player):
                self._take_back(state, player)
            case Drawn():
                self._draw(operation)
            case Taken():
                self._take(operation)
            case Built():
                self._build(operation)
            case Discarded(player, cards):
                self._discard(player, cards)
            case Challenged():
                self._challenge(state, operation)

    _settled = 0.0

    # What happens on the table

    def _new(self, card: Card, place: TablePlace) -> Piece:
        piece = Piece(card, self._next_id, place)
        self._next_id += 1
        self._pieces[card] = piece
        if self._chance(self._eyes.stuck):
            self._stuck[card] = self._rng.choice(self._alike[card]), self._rng.randint(5, 15)
        self._put_under_arm(card)
        return piece

    def _chance(self, share: float) -> bool:
        """Return True with this probability; draws no random number for 0, so that films without the trouble stay as they are."""
        return share > 0 and self._rng.random() < share

    def _pause(self) -> None:
        """In some plays the player pauses after a card, and the table lies clear."""
        if self._chance(self._eyes.halved):
            self._show(self._rng.randint(3, 12))

    def _rest_arm(self, place: TablePlace, sights: int) -> None:
        """Lay an arm over a place: some of its cards are not seen for a number of sights, whatever happens to them."""
        self._arm, self._arm_sights, self._under_arm = place, sights, {}
        for card in list(self._pieces):
            self._put_under_arm(card, known=True)

    def _put_under_arm(self, card: Card, *, known: bool = False) -> None:
        """Hide a card that came to lie at the arm's place, or lay there before and is remembered as it was."""
        piece = self._pieces[card]
        if piece.place == self._arm and self._rng.random() < 0.6:
            self._under_arm[card] = SeenCard(piece.id, ((piece.place, 1.0),), x=piece.x) if known else None

    def _deal(self, deal: Dealt) -> None:
        if self._chance(self._eyes.covered):
            self._rest_arm(self._rng.choice([CENTRE, *map(self._row, range(len(self._game.names)))]), self._rng.randint(10, 60))
        if self._opened:
            for player, hand in enumerate(deal.hands):
                for card in hand:
                    self._new(card, TablePlace("row", player))
        for card in deal.centre:
            self._new(card, CENTRE)
            self._heaps.append([card])

    def _rest(self, *, before_draw: bool = False) -> None:
        if (before_draw and self._rng.random() < self._eyes.skipped) or (self.film.truth and self._chance(self._eyes.rushed)):
            return
        if self._arm is None and self._chance(self._eyes.arm):
            self._rest_arm(self._rng.choice([CENTRE, *map(self._row, range(len(self._game.names)))]), self._rng.randint(10, 60))
        self._against = {}
        if self._chance(self._eyes.pushed) and len(self._heaps) > 1:
            one, other = self._rng.sample(self._heaps, 2)
            self._against = {one[0]: other[-1]}
        self._show(self._eyes.sights)
        if self._rng.random() < self._eyes.idle:
            place = self._rng.choice([CENTRE, TablePlace("row", self._rng.randrange(len(self._game.names))), STOCK])
            self._show(self._rng.randint(1, 3), busy=(place,))
            self._show(self._rng.randint(1, 3))

    def _row(self, player: int) -> TablePlace:
        return TablePlace("row", player)

    def _bring(self, player: int, card: Card, heap: list[Card] | None) -> None:
        """A hand brings a card of the player to the centre, on a heap or apart."""
        piece = self._pieces.get(card)
        if self._opened:
            self._show(1, busy=(self._row(player),), moving=(card,))
        if piece is None:
            piece = self._new(card, CENTRE)
        else:
            self._moved(piece)
        piece.place = CENTRE
        self._put_under_arm(card)
        if heap is None:
            self._heaps.append([card])
            self._over_ghosts[card] = frozenset(ghost.id for ghost in self._ghosts)
        else:
            heap.append(card)
        self._show(self._rng.randint(1, 2), busy=(CENTRE,), moving=(card,))
        self._pause()

    def _moved(self, piece: Piece) -> None:
        if self._rng.random() < self._eyes.broken or self._under_arm.pop(piece.card, None) is not None:
            piece.id, self._next_id = self._next_id, self._next_id + 1
        if self._rng.random() < self._eyes.late:
            self._late.add(piece.id)

    def _joined(self, items: Sequence[Card | Build]) -> list[Card]:
        """What of these lies in the middle comes to lie on one heap."""
        wanted = {card for item in items for card in cards_of(item)}
        mine = [heap for heap in self._heaps if set(heap) & wanted]
        for heap in mine[1:]:
            mine[0].extend(heap)
            self._heaps.remove(heap)
        return mine[0]

    def _lay(self, player: int, items: list[Card | Build]) -> None:
        heap = self._joined(items)
        for item in items:
            if isinstance(item, Card) and item not in [card for one in self._heaps for card in one]:
                self._bring(player, item, heap)
        self._done()

    def _take_back(self, state: State, player: int) -> None:
        for laying in state.layings:
            heap = next(one for one in self._heaps if set(one) & set(laying.build.cards))
            self._heaps.remove(heap)
            self._heaps += [list(cards_of(item)) for item in laying.before]
            for wild in laying.wilds:
                if self._opened:
                    self._pieces[wild].place = self._row(player)
                else:
                    self._gone([wild])
        self._show(2, busy=(CENTRE, self._row(player)))
        self._done()

    def _discard(self, player: int, cards: tuple[Card, ...]) -> None:
        for card in cards:
            self._bring(player, card, None)
        self._done()

    def _build(self, built: Built) -> None:
        items = list(items_of(built.way))
        order = laid_order(items, value_of(built.way, whole=False))
        if order is None:
            self.film.unordered += 1
            order = items
        lying = {card for heap in self._heaps for card in heap}
        heap = self._joined(items)
        flat = [card for item in order for card in cards_of(item)]
        heap[:] = [card for card in flat if card in lying]
        for card in flat:
            if card not in lying:
                self._bring(built.player, card, heap)
        heap[:] = flat
        self._show(1, busy=(CENTRE,), moving=tuple(flat))
        self._done()

    def _take(self, take: Taken) -> None:
        cards = [card for way in take.ways for card in flat_cards(way)]
        lying = {card for heap in self._heaps for card in heap}
        centre = [card for card in cards if card in lying]
        mine = [*(card for card in cards if card not in lying), take.card]
        row = self._row(take.player)
        if self._opened:
            for card in mine:
                heap = next(heap for heap in self._heaps if self._rng.choice(centre) in heap or set(heap) & set(centre))
                self._bring(take.player, card, heap)
                self._show(self._rng.choice((0, 0, 1, 2)))
            self._show(2, busy=(CENTRE,), moving=(*centre, *mine))
        else:
            self._spread(take.player, centre, mine)
            self._show(max(5, self._eyes.sights * 2))
            self._show(2, busy=(row,), moving=(*centre, *mine))
        self._gone([*centre, *mine])
        self._show(self._rng.randint(1, 2), busy=(TablePlace("won", take.player), row))
        self._done()

    def _spread(self, player: int, centre: Sequence[Card], mine: Sequence[Card]) -> None:
        row = self._row(player)
        for card in centre:
            self._show(1, busy=(CENTRE,), moving=(card,))
            heap = next(heap for heap in self._heaps if card in heap)
            heap.remove(card)
            if not heap:
                self._heaps.remove(heap)
            self._moved(self._pieces[card])
            self._pieces[card].place = row
            self._put_under_arm(card)
            self._show(1, busy=(row, CENTRE), moving=(card,))
            self._pause()
        for card in mine:
            self._new(card, row)
            self._show(1, busy=(row,), moving=(card,))
            self._pause()

    def _gone(self, cards: Sequence[Card]) -> None:
        lower = {one for heap in self._heaps for one, upper in pairwise(heap) if one in cards and upper in cards}
        self._ghosts, self._over_ghosts = [], {}
        for card in cards:
            piece = self._pieces.pop(card)
            if card in lower and self._chance(self._eyes.ghost):
                self._ghosts.append(SeenCard(piece.id, ((CENTRE, 1.0),), visible=0.3, x=piece.x))
            elif self._rng.random() < self._eyes.late:
                self._leaving.append(piece)
        left = set(cards)
        self._heaps = [kept for heap in self._heaps if (kept := [card for card in heap if card not in left])]

    def _draw(self, draw: Drawn) -> None:
        row = self._row(draw.player)
        for card in draw.cards:
            self._show(1, busy=(STOCK,))
            if self._opened:
                piece = self._new(card, row)
                self._late |= {piece.id} if self._rng.random() < self._eyes.late else set()
            self._show(1, busy=(row,), moving=(card,) if self._opened else ())
            self._show(self._rng.choice((0, 0, 1)))
        self._done()

    def _challenge(self, state: State, challenge: Challenged) -> None:
        """Somebody says it; where the build was a bluff, its cards lie apart again."""
        caught = is_caught(state, challenge.build)
        how = "" if self._opened else " bluff" if caught else " shown"
        self.film.said.append((self._t, f"challenge {self._game.names[challenge.player]}{how}"))
        self._show(1)
        if caught:
            claim = next(c for c in state.claims if c.build == challenge.build)
            heap = next(one for one in self._heaps if claim.card in one)
            self._heaps.remove(heap)
            self._heaps += [list(cards_of(item)) for item in (*claim.before, claim.card, *claim.wilds)]
            self._show(2, busy=(CENTRE,), moving=challenge.build.cards)
        self._done()

    def _done(self) -> None:
        self._settled = self._t

    # How it is seen

    def _show(self, count: int, busy: Sequence[TablePlace] = (), moving: Sequence[Card] = ()) -> None:
        for _ in range(count):
            self._t += self._eyes.seconds
            unclear = {self._pieces[card].id for card in moving if card in self._pieces}
            covered = {place for place in (self._arm,) if place is not None}
            under_arm = [seen for seen in self._under_arm.values() if seen is not None]
            cards = (*self._seen(set(busy), unclear), *under_arm, *self._ghosts)
            there = {card.id for card in cards}
            unclear |= {card.id for card in under_arm}
            self.film.sights.append(Sight(round(self._t, 3), cards, frozenset(unclear & there), frozenset(busy) | covered))
            self._arm_sights -= 1
            if self._arm is not None and self._arm_sights <= 0:
                self._arm, self._under_arm = None, {}

    def _seen(self, busy: set[TablePlace], unclear: set[int]) -> Iterator[SeenCard]:
        rng, eyes = self._rng, self._eyes
        lies_on = {card: (heap[place - 1] if place else None, heap[-1] != card) for heap in self._heaps for place, card in enumerate(heap)}
        late, self._late = self._late, set()
        leaving, self._leaving = self._leaving, []
        for card, piece in self._pieces.items():
            if piece.id in late or rng.random() < eyes.missed or card in self._under_arm:
                continue
            under, covered = lies_on.get(card, (None, False)) if piece.place == CENTRE else (None, False)
            under = self._against.get(card, under) if piece.place == CENTRE else None
            below = frozenset({self._pieces[under].id}) if under is not None and under in self._pieces else frozenset()
            below |= self._over_ghosts.get(card, frozenset()) if piece.place == CENTRE else frozenset()
            hidden = piece.id in unclear or piece.place in busy
            faces, visible = () if hidden else self._look(card), 0.4 if covered else 1.0
            seen = SeenCard(piece.id, ((piece.place, 1.0),), faces, 0.0, visible, below, x=piece.x)
            self.film.first_seen.setdefault(card, self._t)
            self.film.seen_lying |= {card} if seen.faces and piece.place == CENTRE else set()
            yield seen
            if not hidden and rng.random() < eyes.doubled:
                self._next_id += 1
                yield replace(seen, id=self._next_id - 1, faces=self._look(card), below=frozenset({piece.id}))
        if eyes.stock and self._stock_left:
            yield SeenCard(STOCK_ID, ((STOCK, 1.0),), (), 0.99)
        for piece in leaving:
            yield SeenCard(piece.id, ((piece.place, 1.0),), x=piece.x)

    def _look(self, card: Card) -> tuple[tuple[str, float], ...]:
        faces = self._faces(card)
        self.film.looks.setdefault(card, Counter())[faces[0][0]] += 1
        return faces

    def _faces(self, card: Card) -> tuple[tuple[str, float], ...]:
        rng, eyes = self._rng, self._eyes
        others = self._alike[card]
        if card in self._stuck:
            wrong, looks = self._stuck[card]
            self._stuck[card] = wrong, looks - 1
            if looks <= 1:
                del self._stuck[card]
            top = rng.uniform(0.5, 0.9)
            return (str(wrong), top), (str(card), rng.uniform(0.3, 0.95) * (1 - top))
        if rng.random() < eyes.misread:
            wrong = rng.choice(others)
            top = rng.uniform(0.45, 0.9)
            right = rng.uniform(0.3, 0.95) * (1 - top)
            return ((str(wrong), top), (str(card), right)) if rng.random() < eyes.named else ((str(wrong), top),)
        sure = rng.uniform(0.9, 0.999) if rng.random() < 0.85 else rng.uniform(0.6, 0.9)
        first, second = rng.sample(others, 2)
        rest = 1 - sure
        return (str(card), sure), (str(first), rest * 0.6), (str(second), rest * 0.3)


def alike(card: Card, pack: Sequence[Card]) -> list[Card]:
    """Return the other cards of a pack, those that look alike first: of the number, of the colour, of the kind."""

    def far(other: Card) -> tuple[int, float, str]:
        same = (other.kind is card.kind) * 2 + (other.value == card.value) * 2 + (other.colour == card.colour)
        return -same, abs(float(other.value - card.value)), str(other)

    return sorted((other for other in pack if not other.looks_like(card)), key=far)[:6]


def sights_of(game: Game, hands: str, eyes: Eyes, seed: int | str) -> Film:
    """Return a game as sights."""
    return SimulatedTable(game, hands, eyes, seed).played()


def is_caught(state: State, build: Build) -> bool:
    """Return whether a challenged build lies there and its builder holds no answer."""
    return build in state.centre and not next(claim for claim in state.claims if claim.build == build).held


def hidden_game(game: Game, whose: Collection[int] | None = None) -> Game:
    """Return a game as somebody knows it who looks into no hand of these players; by default into none."""
    hidden = Game(game.options, game.names)
    closed = range(game.options.players) if whose is None else whose
    for state, operation in zip(game.states, game.operations, strict=False):
        match operation:
            case Dealt(hands, centre, stock):
                known = tuple(() if place in closed else hand for place, hand in enumerate(hands))
                unseen = (*(card for place in sorted(closed) for card in hands[place]), *stock)
                counts = tuple(len(hand) if place in closed else 0 for place, hand in enumerate(hands))
                hidden.do(Dealt(known, centre, unseen, ordered=False, unknown=counts))
            case Drawn(player, cards) if player in closed:
                hidden.do(Drawn(player, (), (), len(cards)))
            case Challenged(player, build):
                claim = claim_of(state, build, player)
                assert claim is not None
                hidden.do(Challenged(player, build, is_shown(state, claim)))
            case _:
                hidden.do(operation)
    return hidden
