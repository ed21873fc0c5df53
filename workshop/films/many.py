"""A folder of films: open and hidden hands in turn, every fourth a whole small game."""

from collections.abc import Iterator
from pathlib import Path

import cv2

from workshop.films.film import Wish, plan, write


def wish_of(number: int, *, fast: bool) -> Wish:
    """What the film of this number is to be like."""
    return Wish(hidden=number % 2 == 1, fast=fast, whole=number % 4 == 2 or number % 8 == 7)


def draw_films(out: Path, *, count: int, seed: int, fast: bool = False, masks: bool = False) -> Iterator[str]:
    """Draw films into a folder; those that are there already are kept, so a stopped run goes on.

    Args:
        out: The folder.
        count: How many.
        seed: With the film's number it decides everything.
        fast: See `film.Wish`.
        masks: See `film.write`.

    Yields:
        A line for each film.
    """
    cv2.setNumThreads(1)
    for number in range(count):
        wish = wish_of(number, fast=fast)
        name = f"{'fast' if fast else 'film'}_{'hidden' if wish.hidden else 'open'}_{seed}{number:02d}"
        if (out / f"{name}.json").exists():
            continue
        film = plan((seed, number, int(fast)), wish)
        write(film, out, name, masks=masks)
        yield f"{name}: {film.seconds:.0f} s, {len(film.answer['players'])} players, {len(film.answer['events'])} operations"
