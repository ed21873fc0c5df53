"""Plans and draws a film of a game, with its answer."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.games.numero.engine import Game, Phase, game_text
from numero_cam.games.numero.engine.notation import operation_lines
from numero_cam.games.numero.watching.copies import plain_game
from workshop.films.games import Kind, film_game
from workshop.films.gestures import idle, put_down, resting_arms, second_hands
from workshop.films.hands import Sprite
from workshop.films.moves import Leg, Script, Tempo
from workshop.films.plays import Director
from workshop.films.stage import HIDING, Light, Person, Stage, eased, random_top
from workshop.films.table import HEIGHT, WIDTH, Table, bumped, camera_over
from workshop.films.things import STANDING, draw_thing
from workshop.films.webcam import Webcam
from workshop.synth.design import project_design
from workshop.synth.scene import Deck

Rng = np.random.Generator
Picture = NDArray[np.uint8]
Thing = tuple[Sprite, NDArray[np.float64], float]  #: What stands on the table, its place ``(2,)`` in card widths, and its turn in degrees.

FPS = 15
LEAN = (0.0, 38.0)  #: Range of the camera's tilt in degrees.
COVER = (38, 30, 26)  #: Colour of the cloth that covers the camera, RGB.


@dataclass(frozen=True)
class Wish:
    """What a film is to be like."""

    hidden: bool  #: Whether hands are held out of view.
    fast: bool = False  #: Pauses of 0.2-0.4 s and quick hands.
    whole: bool = False  #: A whole small game, else the first turns of a larger one.
    kind: Kind | None = None  #: What game; by chance if not given.
    calm: bool = False  #: Nothing but the game: no gestures, lamps, bumps or noise, a table of one colour; its file is small.
    own_deck: bool = False  #: The project's own deck, else one of a made-up make.
    covered: float = 0.0  #: Seconds for which something hides the whole table between two plays in the middle of the film; 0 for none.
    #: What webcams and families do: exposure and colours that hunt, blur, few bits, arms that rest over the table, a thing that is put down
    #: in mid-game.
    hard: bool = False


@dataclass
class Film:
    """A planned film, see `pictures`."""

    answer: dict[str, Any]  #: As the JSON beside it says.
    director: Director  #: What was planned.
    stage: Stage  #: What draws.
    webcam: Webcam
    seconds: float  #: Its length.
    #: Seconds at which the camera is pushed, with the shift in pixels and the turn in degrees.
    bumps: list[tuple[float, NDArray[np.float64], float]]
    covered: tuple[float, float] = (0.0, 0.0)  #: From which second to which the camera sees nothing but what hangs before it.
    arrivals: tuple[tuple[float, Thing], ...] = ()  #: From which second on which thing stands where.

    def pictures(self) -> Iterator[tuple[Picture, NDArray[np.uint8]]]:
        """Give each picture ``(H, W, 3)`` uint8 RGB with what is neither table nor lying card, see `Stage.picture`."""
        script, upright = self.director.script, self.stage.camera
        changes, legs = sorted(script.changes, key=lambda c: c.t), sorted(script.legs, key=lambda leg: leg.start)
        done, shift, turn = 0, np.zeros(2), 0.0
        coming = sorted(self.arrivals, key=lambda arrival: arrival[0])
        for n in range(round(self.seconds * FPS)):
            t = n / FPS
            while done < len(changes) and changes[done].t <= t:
                self.stage.change(changes[done])
                done += 1
            while coming and coming[0][0] <= t:
                self.stage.put_down(coming.pop(0)[1])
            moved = self._bump(t)
            if not (np.allclose(moved[0], shift) and moved[1] == turn):
                shift, turn = moved
                self.stage.look_through(bumped(upright, shift, turn))
            if self.covered[0] <= t < self.covered[1]:
                size = (HEIGHT, WIDTH)
                yield self.webcam.shoot(np.full((*size, 3), COVER, np.uint8), t), np.full(size, HIDING, np.uint8)
                continue
            picture, truth = self.stage.picture(_under_way(legs, t, self.webcam.shutter / FPS))
            yield self.webcam.shoot(picture, t), truth

    def _bump(self, t: float) -> tuple[NDArray[np.float64], float]:
        shift, turn = np.zeros(2), 0.0
        for start, by, about in self.bumps:
            share = min(1.0, max(0.0, (t - start) / 0.25))
            swing = 1 + 0.4 * np.sin(share * np.pi) if share < 1 else 1.0
            shift, turn = shift + by * share * swing, turn + about * share
        return shift, turn


def _under_way(legs: list[Leg], t: float, exposure: float) -> list[tuple[Leg, float, float]]:
    """Of each hand its last way that has begun, with how far it is now and at the end of the exposure."""
    last: dict[tuple[int, int], Leg] = {}
    for leg in legs:
        if leg.start > t:
            break
        last[leg.hand] = leg

    def share(leg: Leg, when: float) -> float:
        return eased((when - leg.start) / (leg.end - leg.start))

    return [(leg, share(leg, t), share(leg, t + exposure)) for leg in last.values()]


def _pause(rng: Rng, wish: Wish) -> float:
    return float(rng.uniform(0.2, 0.4) if wish.fast else rng.choice([rng.uniform(0.4, 1.2), rng.uniform(1.0, 3.0)]))


def _directed(rng: Rng, wish: Wish, game: Game, table: Table) -> tuple[Director, list[dict[str, Any]], tuple[float, float]]:
    """Plan the hands' work for a whole game, when each operation was made, and from when to when the camera is covered."""
    tempo = Tempo(float(rng.uniform(0.6, 0.85) if wish.fast else rng.uniform(0.85, 1.35)))
    director = Director(Script(rng, table.seats, tempo), table, wish.hidden)
    director.deal(game.states[1])
    director.script.wait(rng.uniform(1.2, 2.2))
    events = []
    plays = list(zip(game.states, game.operations, strict=False))[1:]
    covered, written = (0.0, 0.0), plain_game(game)
    for number, (state, operation) in enumerate(plays):
        if wish.covered and number == len(plays) // 2:
            covered = director.script.t, director.script.t + wish.covered
            director.script.wait(wish.covered + _pause(rng, wish))
        if not wish.calm and rng.random() < (0.06 if wish.fast else 0.16):
            idle(director)
            director.script.wait(_pause(rng, wish))
        begins = director.script.t
        director.play(state, operation)
        text = operation_lines(written, written.states[number + 1], written.operations[number + 1])[-1]
        player = game.names[state.player]
        events.append(
            {"turn": state.turn, "player": player, "text": text, "begins": round(begins, 3), "settled": round(director.script.t, 3)}
        )
        director.script.wait(_pause(rng, wish))
    if not wish.calm:
        second_hands(director, 5.0 if wish.fast else 2.5)
    if wish.hard:
        resting_arms(director, 0.6)
    return director, events, covered


def _free_corners(rng: Rng, table: Table) -> list[NDArray[np.float64]]:
    """Places ``(2,)`` where nobody lays cards."""
    if len(table.seats) > 2:
        return []
    corners = [seat.at(-seat.won[0] - rng.uniform(0.0, 0.6), seat.won[1]) for seat in table.seats]
    return [*corners, np.array([-table.stock[0] * rng.uniform(1.0, 1.15), rng.uniform(-0.6, 0.6)])]


def _thing(rng: Rng, place: NDArray[np.float64]) -> Thing:
    """A mug or a phone at a place."""
    return draw_thing(rng, str(rng.choice(STANDING[:2])), 84), place, float(rng.uniform(0, 360))


def _answer(game: Game, wish: Wish, events: list[dict[str, Any]], seconds: float) -> dict[str, Any]:
    """Return what stands in the JSON file beside a film."""
    game = plain_game(game)
    state = game.state
    return {
        "fps": FPS,
        "seconds": round(seconds, 3),
        "hands": "hidden" if wish.hidden else "open",
        "players": list(game.names),
        "near": game.names[0],
        "deals_first": game.names[0],
        "over": state.phase is Phase.OVER,
        "scores": {name: seat.score for name, seat in zip(game.names, state.seats, strict=True)},
        "events": events,
        "game": game_text(game),
    }


def plan(seed: tuple[int, ...], wish: Wish) -> Film:
    """Plan a film; everything follows from the seed and the wish."""
    rng = np.random.default_rng(seed)
    game = film_game(rng, wish.kind or Kind.random(rng, whole=wish.whole))
    table = Table.random(rng, len(game.names))
    camera = camera_over(rng, table, float(rng.uniform(*LEAN)))
    director, events, covered = _directed(rng, wish, game, table)
    seconds = director.script.t + rng.uniform(1.5, 2.5)
    people = tuple(Person.random(rng) for _ in game.names)
    corners = [] if wish.calm else _free_corners(rng, table)
    standing = [place for place in corners if rng.random() < 0.3]
    things = [_thing(rng, place) for place in standing]
    free = [place for place in corners if not any(place is other for other in standing)]
    arrivals = ((put_down(director, free[0]), _thing(rng, free[0])),) if wish.hard and free else ()
    stage = Stage(
        camera,
        table,
        Deck(rng, design=project_design()) if wish.own_deck else Deck(rng, kind="numbers"),
        people,
        Light.random(rng),
        random_top(rng, plain=wish.calm),
        things,
        int(rng.integers(1 << 30)),
    )
    webcam = Webcam(rng, (WIDTH, HEIGHT), seconds, calm=wish.calm, hard=wish.hard, fps=FPS)
    bumps = [
        (float(rng.uniform(2, seconds)), rng.normal(0, 7, 2), float(rng.normal(0, 0.4)))
        for _ in range(0 if wish.calm else int(rng.poisson(seconds / 70)))
    ]
    answer = _answer(game, wish, events, seconds)
    return Film(answer, director, stage, webcam, seconds, bumps, covered, arrivals)


def write(film: Film, folder: Path, name: str, *, masks: bool = False) -> None:
    """Write ``name.mp4`` and ``name.json``; with masks also ``name.mask.mp4``, half as wide, white where a hand or thing is."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.mp4"
    out = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), FPS, (WIDTH, HEIGHT))
    if not out.isOpened():
        raise OSError(f"{path}: cannot be written")
    hidden = cv2.VideoWriter(str(folder / f"{name}.mask.avi"), cv2.VideoWriter.fourcc(*"FFV1"), FPS, (320, 180)) if masks else None
    for picture, truth in film.pictures():
        out.write(cv2.cvtColor(picture, cv2.COLOR_RGB2BGR))
        if hidden is not None:
            small = cv2.resize(truth, (320, 180), interpolation=cv2.INTER_AREA)
            hidden.write(cv2.merge([small, small, small]))
    out.release()
    if hidden is not None:
        hidden.release()
    (folder / f"{name}.json").write_text(json.dumps({"film": path.name, **film.answer}, indent=1) + "\n", encoding="utf-8")
