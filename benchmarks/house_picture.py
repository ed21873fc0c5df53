"""Draws the house of docs/house.md: the rooms of the package on their floors, and an arrow wherever one room imports another.

Run it in the checkout after a room was added: ``python benchmarks/house_picture.py``.
"""

from collections.abc import Iterable, Mapping
from html import escape
from pathlib import Path

import grimp

OUT = Path(__file__).parent.parent / "docs" / "house.svg"
PACKAGE = "numero_cam"
FLAT = ("games",)  #: Folders that are houses of their own: their folders are drawn as rooms.
ROOM, FLOOR, GAP, EDGE = (150, 40), 96, 26, 20
INK, PALE, PAPER, LINE = "#1f3a5f", "#e8eef6", "#ffffff", "#8aa3c2"

Rooms = Mapping[str, set[str]]


def room_of(module: str) -> str:
    """Return the room that a module lies in, such as `games.numero`; empty for the front door and short names."""
    parts = module.split(".")[1:]
    return ".".join(parts[:2]) if parts and parts[0] in FLAT and len(parts) > 1 else (parts or [""])[0]


def rooms_of(graph: grimp.ImportGraph) -> Rooms:
    """Return which rooms each room imports; a room is a folder, or a file of its own such as `config`."""
    found: dict[str, set[str]] = {}
    doors = {"", "__main__", "game", "rules", "solve", *FLAT}
    for module in graph.modules:
        room = room_of(module)
        if room not in doors:
            others = {room_of(other) for other in graph.find_modules_directly_imported_by(module)}
            found.setdefault(room, set()).update(others - {room, *doors})
    return found


def floors_of(rooms: Rooms) -> list[list[str]]:
    """Return the rooms floor by floor, the lowest first: a room stands one floor above the highest that it imports."""
    height: dict[str, int] = {}

    def floor(room: str) -> int:
        if room not in height:
            height[room] = 1 + max(map(floor, rooms[room]), default=-1)
        return height[room]

    floors: list[list[str]] = [[] for _ in range(1 + max(map(floor, rooms)))]
    for room in sorted(rooms):
        floors[height[room]].append(room)
    return floors


def direct(rooms: Rooms) -> Iterable[tuple[str, str]]:
    """Yield the arrows that no way through other rooms says already; with all of them nothing could be seen."""

    def reached(room: str) -> set[str]:
        return rooms[room].union(*(reached(other) for other in rooms[room]))

    for room in sorted(rooms):
        further: set[str] = set().union(*(reached(other) for other in rooms[room]))
        yield from ((room, other) for other in sorted(rooms[room] - further))


def drawing(rooms: Rooms) -> str:
    """Return the picture as SVG."""
    floors = floors_of(rooms)
    width = max(map(len, floors)) * (ROOM[0] + GAP) + 2 * EDGE
    height = len(floors) * FLOOR + 2 * EDGE
    place = {}
    for level, row in enumerate(floors):
        left = (width - len(row) * (ROOM[0] + GAP) + GAP) / 2
        for number, room in enumerate(row):
            place[room] = (left + number * (ROOM[0] + GAP), height - EDGE - (level + 1) * FLOOR + (FLOOR - ROOM[1]) / 2)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="15">',
        "<title>The rooms of numero_cam; arrows point from a room to those that it imports</title>",
        (
            f'<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
            f'<path d="M0 0 8 4 0 8z" fill="{LINE}"/></marker></defs>'
        ),
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
    ]
    for upper, lower in direct(rooms):
        (x, y), (u, v) = place[upper], place[lower]
        x, y, u = x + ROOM[0] / 2, y + ROOM[1], u + ROOM[0] / 2
        bend = (v - y) / 2
        path = f"M{x:g} {y:g}C{x:g} {y + bend:g} {u:g} {v - bend:g} {u:g} {v:g}"
        lines.append(f'<path d="{path}" fill="none" stroke="{LINE}" stroke-width="1.5" marker-end="url(#tip)"/>')
    for room, (x, y) in place.items():
        name = escape(room.replace(".", "/"))
        lines.append(f'<rect x="{x:g}" y="{y:g}" width="{ROOM[0]}" height="{ROOM[1]}" rx="6" fill="{PALE}" stroke="{INK}"/>')
        lines.append(f'<text x="{x + ROOM[0] / 2:g}" y="{y + 26:g}" text-anchor="middle" fill="{INK}">{name}</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def house() -> str:
    """Return the picture of the package as it is now."""
    return drawing(rooms_of(grimp.build_graph(PACKAGE, exclude_type_checking_imports=True)))


if __name__ == "__main__":
    OUT.write_text(house(), encoding="utf-8")
    print(f"{OUT} is drawn")
