"""What hands do when nothing is played: point, rest, knock, push a card a little; and a second hand beside the one that plays."""

import numpy as np

from workshop.films.moves import Leg
from workshop.films.places import around, box_of, outside, overlap
from workshop.films.plays import Director
from workshop.films.table import Pose

Rng = np.random.Generator


def idle(director: Director) -> None:
    """One hand comes, does nothing of worth, and goes; time passes."""
    script, rng = director.script, director.rng
    player = int(rng.integers(len(director.table.seats)))
    kind = rng.choice(["point", "rest", "push", "own", "wave"])
    groups = [g for g in director.centre_groups() if all(c in script.lying for c in g)]
    if kind == "push" and groups:
        _push(director, player, groups[int(rng.integers(len(groups)))])
    elif kind == "own" and not director.hidden and any(director.rows[player]):
        card = str(rng.choice([c for c in director.rows[player] if c]))
        lies = script.lying[card].pose
        script.push(player, [(card, Pose(lies.x + rng.normal(0, 0.02), lies.y + rng.normal(0, 0.05), lies.turn + rng.normal(0, 2)))])
    else:
        pose = {"point": "point", "rest": str(rng.choice(["flat", "loose", "fist"]))}.get(
            str(kind), str(rng.choice(["flat", "two", "point"]))
        )
        for _ in range(int(rng.integers(1, 4)) if kind != "rest" else 1):
            script.reach(player, _somewhere(director, player), pose)
            script.wait(rng.uniform(0.2, 1.0) if kind != "rest" else rng.uniform(0.5, 3.0))
    script.leave(player)


def _somewhere(director: Director, player: int) -> np.ndarray:
    rng, seat = director.rng, director.table.seats[player]
    if rng.random() < 0.5 and director.script.lying:
        cards = list(director.script.lying.values())
        return np.asarray(cards[int(rng.integers(len(cards)))].pose.xy + rng.normal(0, 0.4, 2))
    return seat.at(rng.uniform(-3, 3), rng.uniform(0, seat.edge))


def _push(director: Director, player: int, group: list[str]) -> None:
    """Push a card or a build a little where it then touches no other."""
    script, rng = director.script, director.rng
    others = [
        around([box_of(script.lying[c].pose) for c in other])
        for other in director.centre_groups()
        if other != group and other[0] in script.lying
    ]
    shift, turn = rng.normal(0, 0.14, 2), rng.normal(0, 6) if len(group) == 1 else 0.0
    moves = []
    for card in group:
        pose = script.lying[card].pose
        moves.append((card, Pose(pose.x + shift[0], pose.y + shift[1], pose.turn + turn)))
    box = around([box_of(pose) for _, pose in moves])
    if outside(box, director.table) or any(overlap(box, other) for other in others):
        script.reach(player, script.hold(player, moves[-1][1]), "flat")
    else:
        script.push(player, moves)


def second_hands(director: Director, many: float) -> None:
    """While one hand plays, another lies or points in the picture; it touches nothing."""
    script, rng = director.script, director.rng
    if script.t < 8:
        return
    for _ in range(int(rng.poisson(many * script.t / 60))):
        start = float(rng.uniform(1.0, script.t - 6))
        player = int(rng.integers(len(director.table.seats)))
        seat = director.table.seats[player]
        stay = float(rng.uniform(0.4, 3.0))
        hand = (player, 0)
        if any(leg.hand == hand and leg.start < start + stay + 2.2 and leg.end > start - 0.3 for leg in script.legs):
            hand = (player, 1)
        place = seat.at(rng.uniform(-3.5, 3.5), rng.uniform(seat.row - 1.2, seat.edge))
        out = script.outside(player)
        pose = str(rng.choice(["flat", "loose", "fist", "point"]))
        to = start + rng.uniform(0.4, 0.9)
        script.legs.append(Leg(hand, start, to, out, place, pose))
        script.legs.append(Leg(hand, to + stay, to + stay + rng.uniform(0.4, 0.9), place, script.outside(player), pose))


def resting_arms(director: Director, many: float) -> None:
    """An arm lies over the table for long while the others play on, now and then from the start on; it touches nothing."""
    script, rng = director.script, director.rng
    for number in range(1 + int(rng.poisson(many * script.t / 60))):
        stay = float(min(rng.uniform(6.0, 30.0), script.t * 0.4))
        start = 0.0 if number == 0 and rng.random() < 0.4 else float(rng.uniform(0.0, script.t - stay))
        player = int(rng.integers(len(director.table.seats)))
        hand, seat = (player, 1), director.table.seats[player]
        if any(leg.hand == hand and leg.start < start + stay + 2.2 and leg.end > start - 0.3 for leg in script.legs):
            continue
        place = seat.at(rng.uniform(-3.5, 3.5), rng.uniform(seat.row - 1.6, seat.edge))
        pose = str(rng.choice(["flat", "loose", "fist"]))
        to = start + rng.uniform(0.4, 0.9)
        script.legs.append(Leg(hand, start, to, script.outside(player), place, pose))
        script.legs.append(Leg(hand, to + stay, to + stay + rng.uniform(0.4, 0.9), place, script.outside(player), pose))


def put_down(director: Director, place: np.ndarray) -> float:
    """A hand puts a thing down at a place ``(2,)``, in card widths, while others play on; returns the second from which it stands."""
    script, rng = director.script, director.rng
    player = int(rng.integers(len(director.table.seats)))
    start = float(rng.uniform(0.2, 0.7) * script.t)
    hand = (player, 1)
    while any(leg.hand == hand and leg.start < start + 3.0 and leg.end > start - 0.3 for leg in script.legs):
        start += 1.0
    to = start + rng.uniform(0.5, 0.9)
    stands = to + rng.uniform(0.1, 0.4)
    script.legs.append(Leg(hand, start, to, script.outside(player), place, "grip"))
    script.legs.append(Leg(hand, stands, stands + rng.uniform(0.5, 0.9), place, script.outside(player), "grip"))
    return float(to)
