"""What the program answers, recorded before a change of its inside and compared after it: tests/data/answers/*.txt.

Each kind of answer has a file with one line an item: the SHA-256 of its text, and its name. The texts hold no times of day and no
paths, and all that is random has a fixed seed. Photos and films go through the networks, whose last digits are those of a processor:
compare these kinds on the machine that recorded them. Slips are recorded without fractions and pictures. What is worked out until a time
is over (advised plays) is no part of it.

    python benchmarks/guard.py record [--keep FOLDER] [KIND ...]
    python benchmarks/guard.py compare [--keep FOLDER] [KIND ...]

With `--keep` the texts themselves are written into a folder, for `diff -r` with those of another version: copy this file into the
benchmarks/ of its checkout. tests/data/answers/README.md says how the recorded answers differ from those of c88377b4.
"""

import argparse
import contextlib
import hashlib
import importlib
import io
import json
import os
import random
import re
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
ANSWERS = ROOT / "tests" / "data" / "answers"
FILMS = ROOT / "tests" / "data" / "films"
GAMES_A_ROW = 20  #: Simulated games of each of the ten rows of `watching_sights.py`.
SIGHTS = 250  #: Of each game; later ones show nothing new.
KEPT_GAMES = 100
STORIES = 20  #: Kept games whose whole result is told, as a page shows it.
PAGE_GAMES = 20  #: Kept games that go on at a live table.
PAGE_PLAYS = 12  #: Plays that are added to each of them.
DRAWN_PHOTOS = 26  #: Beside the sample images.
PILES, SLIPS_OF_PILE = 25, 8  #: 200 slips.
CLASSES = "NUMERO_CAM_CLASSES"
LEVELS = ("1", "2", "3", "unit-fractions", "all", "1-10", "proper-fractions", "fractions")

FOLDERS = ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")  #: Variables of the environment that name folders of a user.
SETTINGS = {"LANGUAGE": "en", "LC_ALL": "C.UTF-8", "COLUMNS": "100"}  #: Of the environment; texts are told so.

Item = tuple[str, str]  #: Name and text.


def plain(value: object) -> Any:  # noqa: ANN401 - JSON
    """What JSON writes of a record, sets in order."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, dict):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, (set, frozenset)):
        return sorted((plain(each) for each in value), key=str)
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    if isinstance(value, bytes):
        return hashlib.sha256(value).hexdigest()
    return value if value is None or isinstance(value, (bool, int, float, str)) else str(value)


def lines(values: Iterable[object]) -> str:
    """One line of JSON for each."""
    return "".join(json.dumps(plain(value), sort_keys=True, ensure_ascii=False) + "\n" for value in values)


def printed(*arguments: object) -> str:
    """What a command prints, with its status."""
    from numero_cam.cli import shell  # noqa: PLC0415 - after the folder of a user is named

    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = shell.run([str(argument) for argument in arguments])
    return f"{out.getvalue()}{err.getvalue()}status {status}\n"


def without_times(text: str) -> str:
    """Without what differs from one run to the next."""
    text = re.sub(r'"(\w*milliseconds\w*)": ?(\{[^{}]*\}|[\d.]+)', r'"\1": 0', text)
    return re.sub(r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d)?(\.\d+)?(Z|[+-]\d\d:?\d\d)?", "TIME", text)


def without_fractions(text: str) -> str:
    """Without places in the photo and degrees of belief, whose last digits are those of a processor."""
    return re.sub(r"-?\d+(\.\d+(e[+-]?\d+)?|e[+-]?\d+)", "FRACTION", text)


def simulated(_: Path) -> Iterator[Item]:
    """Games of the engine as sights, and what is told of them."""
    import numero_cam  # noqa: PLC0415
    from numero_cam.games.numero.watching import GameWatcher  # noqa: PLC0415
    from numero_cam.games.numero.watching.command_text import parse_command  # noqa: PLC0415

    rows = importlib.import_module("watching_sights")
    for row, hands, eyes, packs in rows.ROWS:
        for number in range(GAMES_A_ROW):
            film, setup = rows.film_of(number, hands, eyes, packs)
            sights = film.sights[:SIGHTS]
            yield f"{row} {number} sights", lines(sights)
            watcher, said = GameWatcher(setup), list(film.said)
            told: list[numero_cam.LogEntry] = []
            for sight in sights:
                told += watcher.see(sight)
                while said and said[0][0] <= sight.t:
                    told += watcher.execute(parse_command(said.pop(0)[1]))
            told += watcher.finish(sights[-1].t)
            yield f"{row} {number} json", lines(numero_cam.event_json(setup.names, event) for event in told)


def kept(folder: Path) -> Iterator[Item]:
    """Kept games as `game list`, `game replay` and `game export` tell them."""
    from numero_cam.store.games import GameStore  # noqa: PLC0415
    from tests.kept_game import keep, played  # noqa: PLC0415

    names = ("Ann", "Ben", "Cleo", "Dora")
    address = f"sqlite:///{folder / 'games.sqlite'}"
    os.environ["DATABASE_URL"] = address
    tells = "show" if hasattr(importlib.import_module("numero_cam.cli.game"), "show_game") else "replay"  # as earlier versions have it
    for seed in range(KEPT_GAMES):
        by, players, stop = ("points", "cards")[seed % 2], names[: 2 + seed % 3], (None, 30)[seed % 4 == 1]
        store = GameStore.open(address)
        number = keep(store, played(seed, by, LEVELS[seed % len(LEVELS)], players, stop, packs=1 + (seed % 10 == 9)))
        store.close()
        yield f"show {number}", without_times(printed("game", tells, number))
        yield f"show {number} json", without_times(printed("game", tells, number, "--json"))
        if seed % 10 == 0:
            files = [folder / f"{number}.{kind}" for kind in ("html", "csv", "txt")]
            told = printed("game", "export", number, *reversed(files))
            yield f"export {number}", without_times(told + "".join(file.read_text(encoding="utf-8") for file in files))
    # The records come first: they count the games, and a list does not.
    yield "records", without_times(printed("game", "records") + printed("game", "records", "--json"))
    listed = without_times(printed("game", "list", "--json"))
    yield from ((f"list {number}", line) for number, line in enumerate(listed.splitlines(keepends=True)))


def somewhere(name: str, *modules: str) -> Any:  # noqa: ANN401 - whatever has the name
    """What has a name in the first of the modules that is there: rooms differ between versions."""
    for module in modules:
        with contextlib.suppress(ModuleNotFoundError):
            return getattr(importlib.import_module(f"numero_cam.{module}"), name)
    raise SystemExit(f"no module of {', '.join(modules)} is there; say in benchmarks/guard.py where {name} is now")


def pages(folder: Path) -> Iterator[Item]:
    """What a live table sends to its pages: a game that is watched, games that go on, drafts, hints, the result of a game."""
    from numero_cam.app.table_games import table_game, table_games  # noqa: PLC0415
    from numero_cam.games.numero.engine.notation import operation_lines  # noqa: PLC0415
    from numero_cam.live.inbox import SetHintLevels  # noqa: PLC0415
    from numero_cam.live.table_commands import ResumeGame, StopWatching  # noqa: PLC0415
    from tests.kept_game import keep, played  # noqa: PLC0415
    from tests.scripted_table import Pumped, film, picture  # noqa: PLC0415

    commands = somewhere("COMMANDS", "live.game_commands", "numero.live_commands")
    hint_message = somewhere("hint_message", "live.hint_messages", "numero.live_hints")
    game_story = somewhere("game_story", "live.game_story", "numero.game_story")

    def place(name: str) -> Path:
        (folder / name).mkdir()
        return folder / name

    def sent(table: Pumped) -> str:
        told = without_times(lines(message for message, _ in table.sent))
        table.sent.clear()
        return told

    game, sights = film()
    table = Pumped(place("watched"), sights)
    table.begin(game.names)
    table.put(SetHintLevels(frozenset({"play"}), "play"))
    for number in range(len(sights)):
        table.put(picture(number))
        table.hints.run()
        table.table.step(0)
        yield f"watched {number}", sent(table)
    table.table.close()
    for seed in range(PAGE_GAMES):
        level, names = LEVELS[seed % len(LEVELS)], ("Ann", "Ben", "Cleo")[: 2 + seed % 2]
        whole = played(seed, ("points", "cards")[seed % 2], level, names)
        stop = min(8 + seed, len(whole.operations) - PAGE_PLAYS)
        table = Pumped(place(f"resumed {seed}"))
        number = keep(table.store, played(seed, ("points", "cards")[seed % 2], level, names, stop))
        table.ask(ResumeGame(number))
        yield f"resumed {seed}", sent(table)
        for k in range(stop, stop + PAGE_PLAYS):
            line = operation_lines(whole, whole.states[k], whole.operations[k])[0]
            for message in ({"type": "draft", "draft": k}, {"type": "add", "as": line}):
                table.ask(commands[message["type"]](message))
            yield f"resumed {seed} play {k}", sent(table)
        for message in (
            {"type": "challenge", "player": names[0]},
            {"type": "draft", "draft": 1, "k": stop},
            {"type": "play", "k": stop + PAGE_PLAYS - 1, "as": ""},
            {"type": "play", "k": stop, "as": "1 Ann: take nothing"},
            {"type": "add", "as": "Ben: discard 99r"},
            {"type": "card", "id": 3, "as": "7r"},
            {"type": "answer", "ask": 1, "choice": 1},
        ):
            table.ask(commands[str(message["type"])](message))
            yield f"resumed {seed} told {message['type']} {message.get('k', '')}".strip(), sent(table)
        table.ask(StopWatching())
        yield f"resumed {seed} stop", sent(table)
        if seed < STORIES:
            number = keep(table.store, whole)
            yield f"story {seed}", without_times(lines([game_story(table_game(table.store, number), table_games(table.store))]))
            mine = [whole.replayed(k) for k, state in enumerate(whole.states) if state.phase.name == "PLAY"][:40:8]
            for level in ("cards", "with", "begin", "play"):
                yield f"hint {seed} {level}", lines(hint_message(each, level) for each in mine)
        table.table.close()


def slips(folder: Path) -> Iterator[Item]:
    """Photos of filled slips marked: each slip, and the table of its week."""
    from numero_cam.classroom.mark import mark_photos  # noqa: PLC0415
    from numero_cam.classroom.results import results_csv, week_results  # noqa: PLC0415
    from numero_cam.classroom.slip_store import open_slip_store  # noqa: PLC0415
    from tests.slip_piles import BEST, CHILD, MISTAKE, Pile, printing  # noqa: PLC0415

    os.environ[CLASSES] = str(folder / "classes.sqlite")
    tools = ("light pencil", "pencil", "heavy pencil", "pen")
    for pile in range(PILES):
        rng = random.Random(f"pile {pile}")  # noqa: S311 - slips, no secret
        printed_week = printing(100_001 + pile, {number: f"P{number}" for number in range(1, SLIPS_OF_PILE)}, spares=1)
        drawn = Pile(printed_week, seed=pile + 1)
        filled = []
        for place in range(SLIPS_OF_PILE):
            more: dict[str, Any] = {
                "erased": rng.choice((0, 0, 0, 2)),
                "stray": rng.choice((0, 0, 0, 1)),
                "all_shaded": rng.random() < 0.03,
            }
            spare = rng.choice((SLIPS_OF_PILE - 1, 99)) if place == SLIPS_OF_PILE - 1 else None
            filled.append(drawn.slip(place, rng.choice((BEST, CHILD, MISTAKE, "")), number=spare, tool=rng.choice(tools), **more))
        with open_slip_store() as store:
            store.put_printing(printed_week)
            marked = mark_photos([drawn.write(folder / f"{pile}.png", *filled)], store)
            entries = store.entries(printed_week.number)
            table: object = results_csv(week_results(printed_week, entries))  # text in c88377b4
            yield f"pile {pile}", without_fractions(lines([marked])) + (table.decode() if isinstance(table, bytes) else str(table))
        for entry in entries:
            read = plain(entry)
            read.pop("worth", None)  # it is in the table; c88377b4 did not store it
            read.pop("crop")  # its last bits are those of a processor, too
            yield f"pile {pile} slip {entry.slip}", without_fractions(lines([read]))


def drawn_photos(folder: Path) -> Iterator[Path]:
    """Photos of the project's own cards on a drawn table: a middle, a hand at the lower edge, some cards that lie on others."""
    import cv2  # noqa: PLC0415

    from numero_cam.printing.deck_art import read_art  # noqa: PLC0415
    from tests.drawn_table import Lying, Scene, draw  # noqa: PLC0415

    faces = sorted(face for face in read_art() if face != "back")
    for number in range(DRAWN_PHOTOS):
        rng = random.Random(f"photo {number}")  # noqa: S311 - a photo, no secret
        chosen = rng.sample(faces, 12)
        cards = {
            face: Lying(200 + 150 * k + rng.uniform(-20, 20), 230 + rng.uniform(-30, 30), rng.uniform(-30, 30))
            for k, face in enumerate(chosen[:6])
        }
        if number % 3 == 0:
            cards[chosen[6]] = Lying(235, 270, rng.uniform(-10, 10))  # on the first
        cards |= {face: Lying(300 + 140 * k, 610, rng.uniform(-8, 8)) for k, face in enumerate(chosen[7:])}
        light = (rng.uniform(0.8, 1.05), 1.0, rng.uniform(0.8, 1.05))
        picture = draw(Scene(cards, None, light, blur=rng.choice((0.0, 0.0, 1.0))), number)
        path = folder / f"drawn_{number:02}.png"
        cv2.imwrite(str(path), np.ascontiguousarray(picture[..., ::-1]))
        yield path


def photos(folder: Path) -> Iterator[Item]:
    """Photos as `read` and `solve` read them."""
    for path in [*sorted((ROOT / "sample_images").glob("*.jpg")), *drawn_photos(folder)]:
        yield f"{path.name} read", without_times(printed("read", path, "--json"))
        yield f"{path.name} solve", without_times(printed("solve", path, "--json"))


def films(_: Path) -> Iterator[Item]:
    """The films of the tests as `game watch` tells them."""
    for path in sorted(FILMS.glob("*.json")):
        truth = json.loads(path.read_text(encoding="utf-8"))
        known = ("--players", ",".join(truth["players"]), "--near", truth["near"], "--hands", truth["hands"], "--level", "3")
        for form in ((), ("--json",)):
            told = without_times(printed("game", "watch", FILMS / truth["film"], *known, *form))
            yield f"{truth['film']} {'json' if form else 'text'}", re.sub(r"[\d.]+ (ms|milliseconds|fps)\b", r"0 \1", told)


KINDS: dict[str, Callable[[Path], Iterator[Item]]] = {
    "kept": kept,
    "pages": pages,
    "slips": slips,
    "photos": photos,
    "films": films,
    "simulated": simulated,
}


def answers(kind: str, keep: Path | None) -> Iterator[str]:
    """The lines of a file: SHA-256 and name of each item."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in KINDS[kind](Path(folder)):
            told = text.replace(folder, "FOLDER").replace(str(ROOT), "CHECKOUT")
            if keep is not None:
                (keep / kind).mkdir(parents=True, exist_ok=True)
                (keep / kind / f"{name.replace('/', '_').replace(' ', '_')}.txt").write_text(told, encoding="utf-8")
            yield f"{hashlib.sha256(told.encode()).hexdigest()}  {name}"


def differences(kind: str, keep: Path | None = None) -> list[str]:
    """The names of the items that are not as recorded, or not there any more, or new."""
    recorded = set((ANSWERS / f"{kind}.txt").read_text(encoding="utf-8").splitlines())
    changed = recorded ^ set(answers(kind, keep))
    return sorted({line.split("  ", 1)[1] for line in changed})


def main() -> None:
    """Record or compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("do", choices=["record", "compare"])
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"of {', '.join(KINDS)}; all without one")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="where the texts are written")
    asked = parser.parse_intermixed_args()
    differ = 0
    for kind in asked.kinds or KINDS:
        if asked.do == "record":
            ANSWERS.mkdir(parents=True, exist_ok=True)
            (ANSWERS / f"{kind}.txt").write_text("".join(f"{line}\n" for line in answers(kind, asked.keep)), encoding="utf-8")
            continue
        changed = differences(kind, asked.keep)
        print("\n".join([f"{kind}: {len(changed)} differ", *(f"  {name}" for name in changed)]), flush=True)
        differ += len(changed)
    if differ:
        where = f"; the texts are in {asked.keep}" if asked.keep else "; --keep FOLDER writes the texts"
        sys.exit(f"{differ} answers differ from {ANSWERS}{where}")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as home:
        os.environ.update(dict.fromkeys(FOLDERS, home), **SETTINGS)
        sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]
        main()
