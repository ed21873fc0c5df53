"""A folder of films: open and hidden hands in turn, every fourth a whole small game, or all of one kind that is asked for."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2

from workshop.films.film import Wish, plan, write
from workshop.films.games import Kind


def wish_of(number: int, *, fast: bool, hard: bool = False) -> Wish:
    """What the film of this number is to be like."""
    return Wish(hidden=number % 2 == 1, fast=fast, hard=hard, whole=number % 4 == 2 or number % 8 == 7)


def draw_films(
    out: Path,
    *,
    count: int,
    seed: int,
    fast: bool = False,
    hard: bool = False,
    masks: bool = False,
    kind: Kind | None = None,
    covered: float = 0.0,
) -> Iterator[str]:
    """Draws films into a folder, a line for each; those that are there already are kept, so a stopped run goes on.

    The seed and the film's number decide everything; for the rest see `film.Wish` and `film.write`.
    """
    cv2.setNumThreads(1)
    what = f"{'hard_' if hard else ''}{'fast' if fast else 'film'}"
    if kind:
        what += f"_{kind.players}players_{kind.turns}turns{f'_{kind.packs}packs' if kind.packs > 1 else ''}"
    what += "_covered" if covered else ""
    for number in range(count):
        wish = replace(wish_of(number, fast=fast, hard=hard), kind=kind, covered=covered)
        name = f"{what}_{'hidden' if wish.hidden else 'open'}_{seed}{number:02d}"
        if (out / f"{name}.json").exists():
            continue
        film = plan((seed, number, int(fast) + 2 * int(hard)), wish)
        write(film, out, name, masks=masks)
        yield f"{name}: {film.seconds:.0f} s, {len(film.answer['players'])} players, {len(film.answer['events'])} operations"
