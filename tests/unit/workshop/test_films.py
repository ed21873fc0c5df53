"""Films of games: the answer is the game that is shown, cards lie where the engine has them, and truth masks tell what covers them."""

import json
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from numero_cam.games.numero.engine import Game, State, parse_game
from numero_cam.games.numero.rules import cards_of
from workshop.films.film import FPS, Film, Wish, plan, write
from workshop.films.games import Kind
from workshop.films.moves import COPY, Lying
from workshop.films.stage import HIDING
from workshop.films.table import HEIGHT, TALL, WIDTH, Pose, corners_of
from workshop.films.webcam import BLOCK, Hunting, LowRate

SMALL = Kind(players=2, turns=3, numbers=0, level="3")
WISHES = (
    Wish(hidden=False, kind=SMALL),
    Wish(hidden=True, kind=SMALL, fast=True),
    Wish(hidden=False, kind=replace(SMALL, players=4)),
    Wish(hidden=True, whole=True),
    Wish(hidden=False, kind=SMALL, hard=True),
)
FILMS = Path(__file__).parents[2] / "data" / "films"
LEAST_IN_VIEW = 1 / 3


@cache
def planned(number: int) -> Film:
    return plan((900, number), WISHES[number])


def game_of(film: Film) -> Game:
    return parse_game(film.answer["game"])


def lying_at(film: Film, t: float) -> dict[str, Lying]:
    """What lies after all changes up to a second, the lowest first."""
    lying: dict[str, Lying] = {}
    for change in sorted(film.director.script.changes, key=lambda c: c.t):
        if change.t > t + 1e-6:
            break
        lying.pop(change.card, None)
        if change.pose is not None:
            lying[change.card] = Lying(change.pose, change.up)
    return lying


def open_cards(state: State, *, hidden: bool) -> set[str]:
    cards = {str(card) for item in state.centre for card in cards_of(item)}
    return cards if hidden else cards | {str(card) for seat in state.seats for card in seat.hand}


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(WISHES)))
def test_a_film_shows_the_game_of_its_answer(number: int) -> None:
    """One test for each film: to plan one takes seconds."""
    film, game = planned(number), game_of(planned(number))
    check_answer(film, game, hidden=WISHES[number].hidden)
    check_open_cards(film, game, hidden=WISHES[number].hidden)
    check_view(film, game)


def check_answer(film: Film, game: Game, *, hidden: bool) -> None:
    """The answer is the game, and its times go on."""
    answer = film.answer
    lines = [line for line in answer["game"].split("\n\n", 1)[1].splitlines() if line]
    assert [event["text"] for event in answer["events"]] == lines
    assert answer["scores"] == {name: seat.score for name, seat in zip(game.names, game.state.seats, strict=True)}
    assert (answer["players"], answer["hands"]) == (list(game.names), "hidden" if hidden else "open")
    times = [t for event in answer["events"] for t in (event["begins"], event["settled"])]
    assert times == sorted(times)
    assert times[0] > 1
    assert times[-1] < answer["seconds"]


def check_open_cards(film: Film, game: Game, *, hidden: bool) -> None:
    """After each play the cards of the state lie open, and no others."""
    assert {c for c, lies in lying_at(film, 0).items() if lies.up} == open_cards(game.states[1], hidden=hidden)
    last = film.answer["events"][-1]
    for state, event in zip(game.states[2:], film.answer["events"], strict=True):
        over = event is last and film.answer["over"]  # At the end the centre goes to the last taker, which nobody shows.
        if not over:
            lying = lying_at(film, event["settled"])
            assert {c for c, lies in lying.items() if lies.up} == open_cards(state, hidden=hidden), event["text"]
            assert any(c.startswith("stock") for c in lying) == bool(state.stock)


@pytest.mark.slow
@pytest.mark.parametrize("hidden", [False, True])
def test_equal_cards_of_two_packs_are_shown_one_by_one(hidden: bool) -> None:
    film = plan((905, int(hidden)), Wish(hidden=hidden, kind=replace(SMALL, turns=12, packs=2, level="1-10")))
    game = game_of(film)
    assert game.options.packs == 2
    seats = () if hidden else range(2)
    for state, event in list(zip(game.states[2:], film.answer["events"], strict=True))[:-1]:
        shown = Counter(c.rstrip(COPY) for c, lies in lying_at(film, event["settled"]).items() if lies.up)
        cards = [card for item in state.centre for card in cards_of(item)] + [card for who in seats for card in state.seats[who].hand]
        assert shown == Counter(map(str, cards)), event["text"]
    assert any(card.endswith(COPY) for change in film.director.script.changes for card in [change.card])


def in_view(poses: list[Pose]) -> list[float]:
    """Share of each card that those above it leave in view."""
    owner = np.full((900, 1200), 255, np.uint8)
    for k, pose in enumerate(poses):
        quad = (corners_of(pose, TALL) * 60 + [600, 450]).round().astype(np.int32)
        cv2.fillConvexPoly(owner, quad, k)
    return [float((owner == k).sum() / (60 * 60 * TALL)) for k in range(len(poses))]


def check_view(film: Film, game: Game) -> None:
    """A third of each card of the centre stays in view, and builds lie in their order."""
    for state, event in list(zip(game.states[2:], film.answer["events"], strict=True))[:-1]:
        lying = lying_at(film, event["settled"])
        order = [c for c in lying if c in {str(card) for item in state.centre for card in cards_of(item)}]
        assert min(in_view([lying[c].pose for c in order]), default=1.0) > LEAST_IN_VIEW - 0.05, event["text"]
        for item in state.centre:
            cards = [str(card) for card in cards_of(item)]
            assert sorted(cards, key=order.index) == cards


def frames(film: Film, seconds: float) -> list[tuple[NDArray[np.uint8], NDArray[np.uint8]]]:
    start = film.answer["events"][0]["begins"]
    film.seconds = start + seconds
    return list(film.pictures())


@pytest.mark.slow
def test_masks_tell_where_the_picture_is_covered() -> None:
    film = plan((901,), Wish(hidden=False, kind=SMALL, calm=True))
    shown = frames(film, 0.9)
    first, empty = shown[0]
    assert (first.shape, empty.shape) == ((HEIGHT, WIDTH, 3), (HEIGHT, WIDTH))
    assert not (empty == HIDING).any()
    picture, truth = shown[-1]
    assert (truth == HIDING).mean() > 0.005  # a hand has come
    change = cv2.GaussianBlur(np.abs(picture.astype(np.float32) - first).mean(2), (0, 0), 3)
    sure = cv2.erode((truth == HIDING).astype(np.uint8), np.ones((9, 9), np.uint8)) > 0
    clear = cv2.dilate((truth > 0).astype(np.uint8), np.ones((61, 61), np.uint8)) == 0
    assert change[sure].mean() > 3 * change[clear].mean()


@pytest.mark.slow
def test_a_film_is_written_with_its_answer(tmp_path: Path) -> None:
    film = plan((902,), Wish(hidden=True, kind=SMALL))
    film.seconds = 1.0
    write(film, tmp_path, "small", masks=True)
    answer = json.loads((tmp_path / "small.json").read_text(encoding="utf-8"))
    assert set(answer) >= {"film", "fps", "seconds", "hands", "players", "near", "over", "scores", "events", "game"}
    capture = cv2.VideoCapture(str(tmp_path / answer["film"]))
    read = [capture.read() for _ in range(FPS + 1)]
    assert [good for good, _ in read] == [True] * FPS + [False]
    assert read[0][1].shape == (HEIGHT, WIDTH, 3)
    assert (tmp_path / "small.mask.avi").stat().st_size > 0


@pytest.mark.slow
def test_one_seed_gives_one_film() -> None:
    pictures = []
    for _ in range(2):
        film = plan((903,), WISHES[0])
        film.seconds = 0.2
        pictures.append(np.stack([p for p, _ in film.pictures()]))
    assert (pictures[0] == pictures[1]).all()


@pytest.mark.parametrize("hands", ["open", "hidden"])
def test_the_films_of_the_tests_show_the_games_of_their_answers(hands: str) -> None:
    answer = json.loads((FILMS / f"small_{hands}.json").read_text(encoding="utf-8"))
    game = parse_game(answer["game"])
    assert [event["text"] for event in answer["events"]] == answer["game"].split("\n\n", 1)[1].splitlines()
    assert (answer["hands"], answer["scores"]) == (hands, {n: seat.score for n, seat in zip(game.names, game.state.seats, strict=True)})
    capture = cv2.VideoCapture(str(FILMS / answer["film"]))
    assert int(capture.get(cv2.CAP_PROP_FRAME_COUNT)) == round(answer["seconds"] * FPS)
    assert (FILMS / answer["film"]).stat().st_size < 1_500_000


def test_a_hard_film_has_a_resting_arm_and_a_thing_put_down() -> None:
    film = planned(len(WISHES) - 1)
    arms = [leg for leg in film.director.script.legs if leg.hand[1] == 1]
    assert arms
    assert film.arrivals
    assert all(0 < t < film.seconds for t, _ in film.arrivals)


def test_an_exposure_that_hunts_makes_the_table_lighter_when_something_dark_comes_and_swings() -> None:
    hunting = Hunting(np.random.default_rng(1), FPS)
    light, dark = (np.full((HEIGHT, WIDTH, 3), level, np.uint8) for level in (150, 110))
    assert np.allclose(hunting.gain(light), 1)
    gains = [hunting.gain(dark).mean() for _ in range(6 * FPS)]
    assert max(gains) > gains[-1] > 1


def test_a_stream_of_few_bits_keeps_blocks_that_changed_little() -> None:
    stream = LowRate(np.random.default_rng(1), FPS)
    grey = np.full((HEIGHT, WIDTH, 3), 100, np.uint8)
    first = stream.send(grey)
    changed = grey + 1
    changed[:BLOCK, :BLOCK] = 200
    then = stream.send(changed)
    assert np.array_equal(then[:, 2 * BLOCK :], first[:, 2 * BLOCK :])
    assert then[:BLOCK, :BLOCK].mean() > 180
