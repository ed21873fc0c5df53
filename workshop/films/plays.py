"""How the plays of a game are made with hands: a script of ways and cards for each operation."""

from dataclasses import dataclass, field

import numpy as np

from numero_cam.games.numero.engine.operations import Built, Discarded, Drawn, Operation, Passed, Taken
from numero_cam.games.numero.engine.state import State
from numero_cam.games.numero.rules import Build, Card, cards_of
from numero_cam.games.numero.rules.calculation import Way, items_of
from workshop.films.moves import COPY, Script
from workshop.films.places import Box, around, box_of, fan, free_place, outside, overlap
from workshop.films.table import TALL, Pose, Table

Rng = np.random.Generator
Item = Card | Build

STOCK = "stock"  #: Back that lies where the stock is.
ROW_PITCH = 1.13
SPREAD_PITCH = (1.08, 1.2)
LONGEST_ROW = 7.0
LOAD = 4  #: So many cards a hand carries at once, at most.


def name_of(card: Item) -> str:
    """Return the name of a card in a script: its text, with a sign for each pack before its own."""
    return f"{card}{COPY * card.copy if isinstance(card, Card) else ''}"


@dataclass
class Director:
    """Plays a game on a table."""

    script: Script  #: What was planned so far.
    table: Table  #: Where things lie.
    hidden: bool  #: Whether hands are held out of view.
    rows: list[list[str | None]] = field(default_factory=list)  #: The cards in the places of each player's row.
    fans: dict[frozenset[str], list[str]] = field(default_factory=dict)  #: The cards of each build in the centre, the lowest first.
    won: list[int] = field(default_factory=list)  #: How many cards each player has won.
    top: list[list[str]] = field(default_factory=list)  #: The cards on each player's pile that are still drawn.

    @property
    def rng(self) -> Rng:
        """The script's."""
        return self.script.rng

    def deal(self, state: State) -> None:
        """Lay the table as it is when the deal is finished."""
        players = len(state.seats)
        self.rows = [[None] * 5 for _ in range(players)]
        self.won, self.top = [0] * players, [[] for _ in range(players)]
        for k in range(2):
            x, y = self.table.stock
            self.script.lay(f"{STOCK}{k}", Pose(x + 0.03 * k, y - 0.03 * k, self.rng.normal(0, 3)), up=False)
        for item in state.centre:
            self.script.lay(name_of(item), free_place(self.rng, self.table, self._boxes(), 1, self.rng.choice([0, 180]))[0])
        for player, seat in enumerate(state.seats):
            for slot, card in enumerate(seat.hand):
                if not self.hidden:
                    self.rows[player][slot] = name_of(card)
                    self.script.lay(name_of(card), self._slot(player, slot))

    def play(self, state: State, operation: Operation) -> None:
        """Plan the hands' work for one operation, from when the hand comes until it has left."""
        match operation:
            case Taken() if self.hidden:
                self._take_spread(state, operation)
            case Taken():
                self._take(state, operation)
            case Built():
                self._build(operation)
            case Discarded():
                self._discard(operation)
            case Drawn():
                self._draw(state, operation)
            case Passed():
                return
            case _:
                raise ValueError(f"films show no {type(operation).__name__}")
        self.script.leave(operation.player)

    def centre_groups(self) -> list[list[str]]:
        """The cards of the centre: builds together, single ones alone."""
        away = {card for row in self.rows for card in row if card} | {card for pile in self.top for card in pile}
        in_fans = {card for cards in self.fans.values() for card in cards}
        single = [[c] for c in self.script.lying if c not in away and c not in in_fans and not c.startswith(STOCK)]
        return [*single, *(list(cards) for cards in self.fans.values())]

    def _boxes(self, but: frozenset[str] = frozenset()) -> list[Box]:
        """What lies in the centre, and the stock."""
        lying = self.script.lying
        groups = [[c for c in group if c not in but] for group in self.centre_groups()]
        stock = [c for c in lying if c.startswith(STOCK)]
        return [around([box_of(lying[c].pose) for c in group]) for group in (*groups, stock) if group]

    def _slot(self, player: int, slot: int) -> Pose:
        seat = self.table.seats[player]
        place = seat.at((slot - 2) * ROW_PITCH + self.rng.normal(0, 0.015), seat.row + self.rng.normal(0, 0.04))
        return Pose.at(place, seat.turn + self.rng.normal(0, 2.0))

    def _from_hand(self, player: int, cards: list[str], to: list[Pose], *, at_once: bool = True) -> None:
        """The player lays cards of his hand."""
        moves = [(card, pose, True) for card, pose in zip(cards, to, strict=True)]
        for part in [moves] if at_once and self.hidden else [[m] for m in moves]:
            if self.hidden:
                self.script.bring(player, part)
            else:
                self.script.carry(player, part, self._grip())
                self.rows[player] = [None if c in {m[0] for m in part} else c for c in self.rows[player]]

    def _grip(self) -> str:
        return str(self.rng.choice(["grip", "grip", "pinch", "flat", "loose"]))

    def _discard(self, play: Discarded) -> None:
        for card in play.cards:
            turn = self.table.seats[play.player].turn
            self._from_hand(play.player, [name_of(card)], free_place(self.rng, self.table, self._boxes(), 1, turn))
            if self.rng.random() < 0.25:  # Laid, and pushed again.
                pose = self.script.lying[name_of(card)].pose
                to = Pose(pose.x + self.rng.normal(0, 0.05), pose.y + self.rng.normal(0, 0.05), pose.turn + self.rng.normal(0, 4))
                self.script.push(play.player, [(name_of(card), to)], self._grip())

    def _parts(self, way: Way) -> list[list[str]]:
        """The cards of a way as they are laid, builds together, the lowest first."""
        return [self._cards(item) for item in items_of(way)]

    def _cards(self, item: Item) -> list[str]:
        cards = [name_of(card) for card in cards_of(item)]
        return self.fans.get(frozenset(cards), cards)

    def _build(self, play: Built) -> None:
        parts = self._parts(play.way)
        order = [card for part in parts for card in part]
        lying = self.script.lying
        poses = self._build_places(play.player, parts, order)
        for part in parts:
            self.fans.pop(frozenset(part), None)
        first = True
        for part in parts:
            to = [poses[order.index(card)] for card in part]
            if part[0] not in lying or part[0] in (self.rows[play.player] if not self.hidden else ()):
                self._from_hand(play.player, part, to)
            elif not (first and lying[part[0]].pose == to[0]):
                self.script.carry(play.player, [(c, p, True) for c, p in zip(part, to, strict=True)], self._grip())
            first = False
        self.fans[frozenset(order)] = order

    def _build_places(self, player: int, parts: list[list[str]], order: list[str]) -> list[Pose]:
        """Where the cards of a build come to lie: on the first of them if there is room, else on a free place."""
        lying, turn, own = self.script.lying, self.table.seats[player].turn, frozenset(order)
        others = self._boxes(own)
        first = parts[0]
        in_row = {c for row in self.rows for c in row}
        if first[0] in lying and first[0] not in in_row:
            step = None
            if len(first) > 1:
                step = lying[first[-1]].pose.xy - lying[first[-2]].pose.xy
            base = [lying[c].pose for c in first]
            for _ in range(1 if step is not None else 12):
                more = fan(self.rng, base[-1], len(order) - len(first) + 1, turn, step)[1:]
                box = around([box_of(p) for p in (*base, *more)])
                if not outside(box, self.table) and not any(overlap(box, other) for other in others):
                    return [*base, *more]
        return free_place(self.rng, self.table, self._boxes(), len(order), turn)

    def _take(self, state: State, take: Taken) -> None:
        """An open hand: the taking card and wild cards are laid to the cards that they take, then all go to the won pile."""
        player, ways = take.player, [self._parts(way) for way in take.ways]
        hand = {name_of(card) for card in state.seats[player].hand}
        piles: list[list[str]] = []
        for k, parts in enumerate(ways):
            pile = self._lie_together(player, [part for part in parts if part[0] not in hand])
            for part in parts:
                if part[0] in hand:
                    self._from_hand(player, part, [self._beside(pile[-1])])
                    pile.append(part[0])
            if k == 0:
                self._from_hand(player, [name_of(take.card)], [self._beside(pile[-1])])
                pile.append(name_of(take.card))
            piles.append(pile)
        if len(piles) > 1 and self.rng.random() < 0.4:
            piles = [self._pushed_together(player, piles)]
        self.script.wait(self.rng.uniform(0, 0.6) * self.script.tempo.factor)
        for pile in piles:
            self._win(player, pile)
        self._forget(ways)

    def _lie_together(self, player: int, parts: list[list[str]]) -> list[str]:
        """Push the cards of one set together, mostly; gives them, the lowest first."""
        pile = list(parts[0])
        for part in parts[1:]:
            base = self._beside(pile[-1])
            to = fan(self.rng, base, len(part), base.turn, self.rng.normal(0, 0.25, 2))
            self.script.push(player, list(zip(part, to, strict=True)), self._grip())
            pile += part
        return pile

    def _pushed_together(self, player: int, piles: list[list[str]]) -> list[str]:
        whole = list(piles[0])
        for pile in piles[1:]:
            base = self._beside(whole[-1])
            self.script.push(
                player, [(c, Pose.at((base.xy + self.rng.normal(0, 0.12, 2)), base.turn + self.rng.normal(0, 8))) for c in pile]
            )
            whole += pile
        return whole

    def _beside(self, card: str) -> Pose:
        """A pose on a card, laid untidily: it may be covered wholly."""
        pose = self.script.lying[card].pose
        a, far = self.rng.uniform(0, 2 * np.pi), self.rng.uniform(0.05, 0.6)
        return Pose(pose.x + far * np.cos(a), pose.y + far * TALL * np.sin(a) * 0.7, pose.turn + self.rng.normal(0, 8))

    def _take_spread(self, state: State, take: Taken) -> None:
        """A hidden hand: all cards of the take are spread before the player, then turned over on to the won pile."""
        player, ways = take.player, [self._parts(way) for way in take.ways]
        order = [card for parts in ways for part in parts for card in part]
        order.insert(0 if self.rng.random() < 0.5 else len(order), name_of(take.card))
        spots = dict(zip(order, self._spread(player, len(order)), strict=True))
        hand = {name_of(card) for card in state.seats[player].hand}
        own = [card for card in order if card in hand]
        others = [parts for way in ways for parts in way if parts[0] not in hand]
        first_own = self.rng.random() < 0.5
        if first_own:
            self._from_hand(player, own, [spots[c] for c in own], at_once=bool(self.rng.random() < 0.5))
        for part in others:
            for card in reversed(part):  # From the top of a build.
                self.script.carry(player, [(card, spots[card], True)], self._grip())
        if not first_own:
            self._from_hand(player, own, [spots[c] for c in own], at_once=bool(self.rng.random() < 0.5))
        if self.rng.random() < 0.6:
            self.script.leave(player)
        else:
            seat = self.table.seats[player]
            self.script.reach(player, seat.at(self.rng.uniform(-1, 1), seat.row + 1.6), "loose")
        self.script.wait(1.0 + self.rng.uniform(0.05, 1.2) * self.script.tempo.factor)
        self._win(player, order)
        self._forget(ways)

    def _spread(self, player: int, count: int) -> list[Pose]:
        seat = self.table.seats[player]
        most = LONGEST_ROW if seat.side in {"near", "far"} else 5.6
        pitch = min(self.rng.uniform(*SPREAD_PITCH), most / max(count, 1))
        return [
            Pose.at(seat.at((k - (count - 1) / 2) * pitch, seat.row + self.rng.normal(0, 0.05)), seat.turn + self.rng.normal(0, 3))
            for k in range(count)
        ]

    def _forget(self, ways: list[list[list[str]]]) -> None:
        for parts in ways:
            for part in parts:
                self.fans.pop(frozenset(part), None)

    def _win(self, player: int, cards: list[str]) -> None:
        """Turn cards over on to the player's won cards, in one load or several."""
        seat = self.table.seats[player]
        load = int(self.rng.integers(1, LOAD + 1))
        for start in range(0, len(cards), load):
            part = cards[-load - start : len(cards) - start] if start + load <= len(cards) else cards[: len(cards) - start]
            place = seat.at(*seat.won) + self.rng.normal(0, 0.09, 2)
            turn = seat.turn + self.rng.normal(0, 7)
            moves = [(c, Pose.at((place + self.rng.normal(0, 0.03, 2)), turn + self.rng.normal(0, 2)), False) for c in part]
            self.script.carry(player, moves, self._grip())
            self.won[player] += len(part)
            self.top[player] += part

    def _draw(self, state: State, draw: Drawn) -> None:
        """From the stock into the row, or out of view."""
        player, left = draw.player, len(state.stock)
        cards = [name_of(card) for card in draw.cards]
        groups = [cards] if self.hidden and self.rng.random() < 0.5 else [[card] for card in cards]
        for group in groups:
            left -= len(group)
            top = self.script.lying[f"{STOCK}1" if f"{STOCK}1" in self.script.lying else f"{STOCK}0"].pose
            for k, card in enumerate(group):
                self.script.lay(card, Pose(top.x + 0.02 * k, top.y, top.turn + self.rng.normal(0, 1)), up=False)
            for k in range(2):
                if left <= k and f"{STOCK}{k}" in self.script.lying:
                    self.script.lift(f"{STOCK}{k}")
            if self.hidden:
                self.script.hide(player, group)
                if group is not groups[-1]:
                    self.script.wait(self.rng.uniform(0.05, 0.3))
            else:
                slot = self.rows[player].index(None)
                self.rows[player][slot] = group[0]
                self.script.carry(player, [(group[0], self._slot(player, slot), True)], self._grip())
