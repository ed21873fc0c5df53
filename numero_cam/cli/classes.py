"""``numero-cam class``: what is printed of classes."""

import random
from pathlib import Path

from numero_cam.assistant.class_list import read_class_list
from numero_cam.assistant.class_table import class_json, class_rows
from numero_cam.assistant.classes import Classroom, Result, open_classes
from numero_cam.assistant.forget import forget
from numero_cam.cli.answers import print_json
from numero_cam.games.numero.rules.choices import By
from numero_cam.tell.classes import challenge_line, record_line
from numero_cam.tell.console import print_lines, print_table
from numero_cam.tell.words import count


def run_new(name: str, pupils: Path, *, update: bool, file: Path | None) -> None:
    """Remembers a class.

    Raises:
        ClassError: The list is wrong, or the class is there already.
        StoreError: The file cannot be used.
    """
    listed = read_class_list(pupils)
    with open_classes(file) as classes:
        if update:
            for pupil in classes.update(name, listed):
                print(f"{pupil.called}: not in {pupils}; stays (numero-cam class forget {name} {pupil.number} removes)")
        else:
            classes.new(name, listed, random.SystemRandom())
        called = classes.room(name).name
    print(f"{called}: {count(len(listed), 'pupil')} {'taken from' if update else 'in'} {pupils}")


def run_list(file: Path | None) -> None:
    """Prints the classes.

    Raises:
        StoreError: The file cannot be used.
    """
    with open_classes(file) as classes:
        rooms = [classes.room(name) for name in classes.names()]
    if not rooms:
        print_lines(["There is no class yet; make one: numero-cam class new 5B FILE.csv"])
        return
    print_table(("class", "pupils", "weeks"), [(room.name, str(len(room.pupils)), str(len(room.weeks))) for room in rooms], numbers=(1, 2))


def run_show(name: str, *, by: By, as_json: bool, file: Path | None) -> None:
    """Prints a class.

    Raises:
        ClassError: There is none.
        StoreError: The file cannot be used.
    """
    with open_classes(file) as classes:
        room = classes.room(name)
    if as_json:
        print_json(class_json(room))
        return
    head, rows = class_rows(room, by)
    print_table(head, rows, numbers=(0, 1, *range(4, len(head))))
    for kind in ("take", "game"):
        if held := room.records(kind, by):
            who = [(room.pupil(result.number).called, result.week) for result in held]
            print(record_line(kind, held[0].count(by) or 0, by, who))


def run_result(name: str, number: int, week: str, *, kind: str, cards: int | None, points: int | None, file: Path | None) -> None:
    """Enters a result.

    Raises:
        ClassError: There is no such class or pupil, or such a result cannot be.
        StoreError: The file cannot be used.
    """
    with open_classes(file) as classes:
        before = classes.room(name)
        classes.put(name, [Result(number, week, kind, cards, points)])
        room = classes.room(name)
    print(f"{room.pupil(number).called}: entered for {week}")
    for by in ("cards", "points"):
        _tell_record(before, room, kind, by)


def _tell_record(before: Classroom, room: Classroom, kind: str, by: By) -> None:
    """Say so where a record was broken."""
    old, held = before.records(kind, by), room.records(kind, by)
    if held and (held[0].count(by) or 0) > (old[0].count(by) or 0 if old else 0):
        who = [(room.pupil(result.number).called, result.week) for result in held]
        print(f"A record of the class. {record_line(kind, held[0].count(by) or 0, by, who)}")


def run_ladder(name: str, game: tuple[int, int] | None, *, won: bool, file: Path | None) -> None:
    """Prints the ladder, after a game where one is given.

    Raises:
        ClassError: There is no such class, or the challenge is not allowed.
        StoreError: The file cannot be used.
    """
    with open_classes(file) as classes:
        if game is not None:
            classes.challenge(name, *game, won=won)
        room = classes.room(name)
    if game is not None:
        challenger, challenged = (room.pupil(number).called for number in game)
        print_lines([challenge_line(challenger, challenged, won=won)])
    print_table(
        ("place", "pupil"), [(str(place), room.pupil(number).called) for place, number in enumerate(room.ladder, start=1)], numbers=(0,)
    )


def run_forget(name: str, number: int | None, *, file: Path | None) -> None:
    """Removes a pupil, or a class.

    Raises:
        ClassError: There is no such class or pupil.
        StoreError: The file cannot be used.
    """
    called = forget(name, number, file)
    who = f"pupil {number} of {called}" if number is not None else f"class {called}"
    print(f"{who}: forgotten. Copies of the file, and printed or written pages, are yours to remove.")
