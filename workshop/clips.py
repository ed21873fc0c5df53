"""Makes the sound clips that the page of the live table plays where a browser has no voice: `python -m workshop clips`.

Needs Debian's packages `flite` (the voice) and `lame` (writes MP3, which every browser plays). Each clip is cut to what is heard and made
as loud as the others: one that is quieter spoils what is said.
"""

import shutil
import subprocess
import tempfile
import wave
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from numero_cam.base.errors import NumeroCamError
from numero_cam.text.announcements import CLIPS

FOLDER = Path(__file__).parents[1] / "numero_cam" / "web" / "static" / "clips"
VOICE = "slt"
LOUDNESS = 0.12  #: Root mean square of what is heard of a clip; full scale is 1.
PEAK = 0.95
QUIET = 0.012  #: What stays below this for the whole of a window, beside the loudest at 1, is silence.
WINDOW, MARGIN = 0.01, 0.015  #: Seconds: a window, and what is kept before and after what is heard.
KILOBITS = 32


def normal(samples: NDArray[np.float64], rate: int) -> NDArray[np.float64]:
    """Cuts the silence off at both ends of one channel, -1..1, and makes it at most `PEAK` loud."""
    window = int(WINDOW * rate)
    parts = np.abs(samples[: len(samples) // window * window]).reshape(-1, window).max(axis=1)
    heard = np.flatnonzero(parts > QUIET * max(float(parts.max(initial=0.0)), 1e-9))
    if len(heard) == 0 or parts.max() == 0:
        raise ValueError("nothing can be heard")
    margin = int(MARGIN * rate)
    cut = samples[max(0, int(heard[0]) * window - margin) : (int(heard[-1]) + 1) * window + margin]
    loud = cut[np.abs(cut) > QUIET * np.abs(cut).max()]
    louder = min(LOUDNESS / float(np.sqrt(np.mean(loud**2))), PEAK / float(np.abs(cut).max()))
    return cut * louder


def make(text: str, path: Path, scratch: Path) -> None:
    """Write what is said of a text as MP3."""
    spoken, cut = scratch / "spoken.wav", scratch / "cut.wav"
    subprocess.run([_path("flite"), "-voice", VOICE, "-t", text, "-o", str(spoken)], check=True)  # noqa: S603 - our own words
    with wave.open(str(spoken)) as file:
        rate = file.getframerate()
        samples = np.frombuffer(file.readframes(file.getnframes()), "<i2") / 32768
    with wave.open(str(cut), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes((normal(samples, rate) * 32767).astype("<i2").tobytes())
    command = [_path("lame"), "--silent", "-m", "m", "-b", str(KILOBITS), "--noreplaygain", str(cut), str(path)]
    subprocess.run(command, check=True)  # noqa: S603 - our own files


def make_all(folder: Path = FOLDER) -> int:
    """Makes all clips anew; returns their size in bytes."""
    for name in ("flite", "lame"):
        _path(name)
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.mp3"):
        old.unlink()
    with tempfile.TemporaryDirectory() as scratch:
        for name, text in CLIPS.items():
            make(text, folder / f"{name}.mp3", Path(scratch))
    return sum(path.stat().st_size for path in folder.glob("*.mp3"))


def _path(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise NumeroCamError(f"{name} was not found; on Debian: apt-get install {name}")
    return found
