"""Checks whether everything that the program needs is installed, intact and private."""

import contextlib
import os
import platform
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

from numero_cam.app.card_spec import CardSpec
from numero_cam.base.errors import ModelError, NumeroCamError, StoreError, reason_of
from numero_cam.base.files import user_folder
from numero_cam.base.install_line import NAME, install_hint, missing_packages, package_line
from numero_cam.base.private_files import make_private_folder, restrict_database, restrict_folder
from numero_cam.base.telemetry import TELEMETRY_VARIABLE
from numero_cam.catalogue import tr

USUAL_CALIBRATIONS = (Path("camera.toml"), Path("table.toml"))  #: Where ``calibrate`` writes, in the folder where it is called.
#: By name of an extra that people use: what needs it, in words.
EXTRAS = {
    "live": tr("the live table and the class page"),
    "phone": tr("telephones and other devices"),
    "scan": tr("the PDF of a scanner"),
}
TRIED_BYTES = 65_536  #: Number of bytes that are written into a folder to see whether it can be written to.
MAX_NAMED_FILES = 3  #: Maximum number of files that a line names; of more the rest is counted.


@dataclass(frozen=True)
class Finding:
    """One thing that was checked."""

    topic: str  #: Group of the thing, such as ``models``.
    name: str  #: Name of the thing.
    found: str  #: What was found, in a few words.
    good: bool = True  #: False for a problem that must be mended.
    install: str = ""  #: The command that installs it; empty where nothing need be installed.


@dataclass(frozen=True)
class Checkup:
    """All findings, in the order in which they are printed."""

    findings: tuple[Finding, ...]  #: In that order.

    @property
    def problems(self) -> tuple[str, ...]:
        """The findings that are not good, a line each."""
        return tuple(f"{finding.topic}: {finding.name}: {finding.found}" for finding in self.findings if not finding.good)

    def to_dict(self) -> dict[str, object]:
        """Return the object that ``numero-cam doctor --json`` prints."""
        return {"findings": [asdict(finding) for finding in self.findings], "problems": list(self.problems)}


#: The topics of findings in words.
TOPICS = {
    "system": tr("system"),
    "packages": tr("packages"),
    "extras": tr("extras"),
    "solver": tr("solver"),
    "models": tr("models"),
    "decks": tr("decks"),
    "calibration": tr("calibration"),
    "privacy": tr("privacy"),
    "folders": tr("folders"),
    "cameras": tr("cameras"),
}


def examine(
    games: Sequence[CardSpec], extras: Mapping[str, str] = {}, *, calibrations: Sequence[Path] | None = None, cameras: bool = True
) -> Checkup:
    """Check everything once. Nothing is sent; only the permissions of files that other accounts could read are changed.

    A file is made, and removed, in each folder that the program writes to.

    Args:
        games: The cards of the games whose models and decks are checked.
        extras: More extras, and what needs each, in words.
        calibrations: Files to check; None for those in the current folder that have their usual names.
        cameras: Whether to take a picture from each camera; it is thrown away.
    """
    files = [path for path in USUAL_CALIBRATIONS if path.exists()] if calibrations is None else calibrations
    parts = (_versions(), _extras({**EXTRAS, **extras}), [_kernel()], _models(games), _decks(games), [_calibration(path) for path in files])
    found = [*(finding for part in parts for finding in part), _telemetry(), *_make_private(), *_folders()]
    return Checkup((*found, *(_cameras() if cameras else ())))


def _versions() -> list[Finding]:
    """Return findings about the system, Python, this package and the packages that it needs."""
    system = f"{platform.system()} {platform.release()}, {platform.machine()}"
    found = [Finding("system", "Python", f"{platform.python_version()} ({sys.executable})"), Finding("system", tr("system"), system)]
    try:
        needed = [line for line in requires(NAME) or () if "extra ==" not in line]
        found.append(Finding("packages", NAME, version(NAME)))
    except PackageNotFoundError:
        return [*found, Finding("packages", NAME, tr("is not installed"), good=False, install=install_hint())]
    for line in needed:
        name = line[: next((place for place, sign in enumerate(line) if not (sign.isalnum() or sign in "._-")), None)]
        try:
            found.append(Finding("packages", name, version(name)))
        except PackageNotFoundError:
            found.append(Finding("packages", name, tr("is missing"), good=False, install=package_line(name)))
    return found


def _extras(extras: Mapping[str, str]) -> list[Finding]:
    """Return a finding for each extra; without one the program does the rest, so nothing must be mended."""
    found = []
    for extra, purpose in extras.items():
        if missing := missing_packages(extra):
            words = tr("{purpose}: needs {packages}", purpose=purpose, packages=", ".join(missing))
            found.append(Finding("extras", extra, words, install=install_hint(extra)))
        else:
            found.append(Finding("extras", extra, tr("{purpose}: installed", purpose=purpose)))
    return found


def _kernel() -> Finding:
    """Return whether the compiled kernel of the solver is used, or why not."""
    from numero_cam.games.numero.solve import kernel

    if kernel.kernel_available():
        return Finding("solver", tr("compiled kernel"), tr("built and in use"))
    if not kernel.kernel_fits_pack():
        return Finding("solver", tr("compiled kernel"), tr("has no room for the colours or degrees of this pack: the same answers, slower"))
    off = os.environ.get(kernel.SWITCH) == "off"
    return Finding(
        "solver",
        tr("compiled kernel"),
        tr("switched off by {variable}", variable=kernel.SWITCH) if off else tr("not built: the same answers, slower"),
    )


def _models(games: Sequence[CardSpec]) -> list[Finding]:
    """Return a finding for each model: its version and hash, or why it cannot be loaded."""
    from numero_cam.base.files import model_entry, model_names
    from numero_cam.base.onnx import Network

    try:
        names = model_names()
    except ModelError as error:
        return [Finding("models", "manifest", str(error), good=False)]
    found = []
    for name in names:
        try:
            network = Network.load(name, threads=1)
            entry = model_entry(name)
        except NumeroCamError as error:
            found.append(Finding("models", name, str(error), good=False))
        else:
            found.append(Finding("models", name, tr("version {model.version}, SHA-256 {model.sha256}", model=entry)))
            unread = (cards.unread(network.about["labels"]) for cards in games if cards.models.face == name)
            found += [Finding("models", name, words, good=False) for words in unread if words]
    return found


def _decks(games: Sequence[CardSpec]) -> list[Finding]:
    """Return the folder of decks, a finding for each learned deck and the one in use, and which one that is."""
    from numero_cam.app.decks import deck_in_use, deck_of_any_game
    from numero_cam.vision.decks.files import decks_folder, learned_deck_names

    place = decks_folder()
    found = [Finding("decks", tr("folder"), str(place) if place.is_dir() else tr("{folder} (made when a deck is learned)", folder=place))]
    used = deck_in_use()
    names = list(dict.fromkeys([*learned_deck_names(), *([] if used in ("auto", "none") else [used])]))
    for name in names:
        try:
            deck = deck_of_any_game(name, games)
        except NumeroCamError as error:
            found.append(Finding("decks", name, str(error), good=False))
        else:
            learned = tr("{seen} of {faces} faces learned", seen=len(deck.seen), faces=len(deck.faces))
            found.append(Finding("decks", name, learned if deck.learned else tr("built in")))
    return [*found, Finding("decks", tr("in use"), used)]


def _calibration(path: Path) -> Finding:
    """Return what a calibration's file holds, or why it cannot be used."""
    from numero_cam.calibrate.camera import CameraCalibration
    from numero_cam.calibrate.files import load_calibration

    try:
        known = load_calibration(path)
    except NumeroCamError as error:
        return Finding("calibration", str(path), str(error), good=False)
    words = tr(
        "{kind}, for photos of {made.width} x {made.height} pixels, {made.date}, error {made.error:.2f} pixels",
        kind=tr("camera") if isinstance(known, CameraCalibration) else tr("table"),
        made=known,
    )
    return Finding("calibration", str(path), words)


def _telemetry() -> Finding:
    off = os.environ.get(TELEMETRY_VARIABLE) == "1"
    found = tr("off") if off else tr("on: set {variable}=1", variable=TELEMETRY_VARIABLE)
    return Finding("privacy", tr("telemetry of onnxruntime"), found, good=off)


def _make_private() -> list[Finding]:
    """Restrict the files that other accounts of the computer could read, and return findings about those mended and those left."""
    from numero_cam.store.sqlite_file import class_file_path

    place = user_folder()
    inside, classes = restrict_folder(place), restrict_database(class_file_path())
    mended, left = (*inside.mended, *classes.mended), (*inside.left, *classes.left)
    kept = str(place) if place.is_dir() else tr("{folder} (made when something is kept)", folder=place)
    found = [Finding("privacy", tr("files of yours"), kept)]
    if mended:
        words = tr("could read {files}; this is mended: they cannot any more", files=_path_list(mended))
        found.append(Finding("privacy", tr("other accounts"), words))
    if left:
        words = tr("can read {files}, whose rights cannot be changed: ask who looks after this computer", files=_path_list(left))
        found.append(Finding("privacy", tr("other accounts"), words, good=False))
    elif not mended:
        found.append(Finding("privacy", tr("other accounts"), tr("can read none of them")))
    return found


def _folders() -> list[Finding]:
    """Return a finding for each folder and file in which the program keeps things: whether it can be written."""
    from numero_cam.store.games import games_file

    found = []
    try:
        games = games_file(os.environ.get("DATABASE_URL") or None)
    except StoreError as error:
        found.append(Finding("folders", tr("games of the live table"), f"DATABASE_URL: {error}", good=False))
        games = games_file(None)
    for name, path in _written_places(games):
        is_named_by_address = path == games.parent != user_folder()  # such a folder is never made
        why = _refusal(path, make=not is_named_by_address)
        words = tr("{path}: cannot be written ({why}); nothing is kept there until it can", path=path, why=why)
        found.append(Finding("folders", name, words if why else tr("{path}: can be written", path=path), good=not why))
    return found


def _written_places(games: Path) -> Iterator[tuple[str, Path]]:
    """Yield (name in words, path) of what the program writes to: folders, which may be missing, and files that are there."""
    from numero_cam.app.kept_games import games_folder
    from numero_cam.store.sqlite_file import class_file_path
    from numero_cam.vision.decks.files import decks_folder

    own, classes = user_folder(), class_file_path()
    yield tr("files of yours"), own
    places = (
        (tr("unfinished games"), games_folder()),
        (tr("decks"), decks_folder()),
        (tr("devices of the live table"), own / "doors"),
        (tr("recordings"), own / "recordings"),
        (tr("games of the live table"), games.parent),
        (tr("games of the live table"), games),
        (tr("classes"), classes.parent),
        (tr("classes"), classes),
    )
    for name, path in places:
        made_later = path in (games, classes) or path.is_relative_to(own)  # in a folder that is yielded itself
        if path != own and (path.exists() or not made_later):
            yield name, path
    with contextlib.suppress(FileNotFoundError):  # the program goes on where nothing can be put by
        yield tr("passing files"), Path(tempfile.gettempdir())


def _refusal(path: Path, *, make: bool) -> str:
    """Return why a file, or a folder, cannot be written; empty where it can. Folders that are made to try it are removed again."""
    made = [each for each in (path, *path.parents) if not each.exists()]
    try:
        if path.is_file():
            with path.open("r+b"):
                return ""
        if make:
            make_private_folder(path)
        with tempfile.NamedTemporaryFile(prefix=".numero-cam-", dir=path) as file:
            file.write(bytes(TRIED_BYTES))
            file.flush()
            os.fsync(file.fileno())
    except (OSError, ValueError) as reason:
        return reason_of(reason)
    finally:
        for folder in made:
            with contextlib.suppress(OSError):  # another program keeps something in it already
                folder.rmdir()
    return ""


def _path_list(paths: Sequence[Path]) -> str:
    """Return paths with commas between; of those after the first `MAX_NAMED_FILES` only the number."""
    named, more = ", ".join(map(str, paths[:MAX_NAMED_FILES])), len(paths) - MAX_NAMED_FILES
    return tr("{files} and {more} more", files=named, more=more) if more > 0 else named


def _cameras() -> list[Finding]:
    """Return number and picture size of each camera, or one finding that there is none."""
    from numero_cam.capture.cameras import find_cameras

    seen = find_cameras()
    found = [
        Finding("cameras", tr("camera {camera.number}", camera=camera), tr("{camera.width} x {camera.height} pixels", camera=camera))
        for camera in seen.cameras
    ]
    if seen.timed_out:
        return [*found, Finding("cameras", tr("others"), tr("a camera did not answer in time"))]
    return found or [Finding("cameras", tr("none"), tr("no camera was found; photos need none"))]
