"""Where models are, and what the manifest may be."""

import hashlib
import sys
from pathlib import Path

import pytest

from numero_cam.base import files
from numero_cam.base.errors import ModelError
from tests.tiny_onnx import write_manifest, write_models

GOOD_ENTRY = '[models.face]\nversion = 1\nfile = "face-v1.onnx"\nsha256 = "00"\n'


def test_an_entry_says_where_the_model_is(tmp_path: Path) -> None:
    folder = write_models(tmp_path / "models")
    entry = files.model_entry("face", folder)
    assert (entry.name, entry.path, entry.version) == ("face", folder / "face-v1.onnx", 1)
    assert entry.sha256 == hashlib.sha256(entry.path.read_bytes()).hexdigest()


@pytest.mark.parametrize("inside", [True, False])
def test_the_wheel_and_the_checkout_have_the_folder_in_their_own_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, inside: bool
) -> None:
    package = tmp_path / "numero_cam"
    folder = package / "_data" / "models" if inside else tmp_path / "models"
    folder.mkdir(parents=True)
    monkeypatch.setattr(files, "PACKAGE", package)
    assert files.data_folder("models") == folder


def test_a_missing_folder_of_models_is_named_with_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "PACKAGE", tmp_path / "numero_cam")
    with pytest.raises(ModelError, match=r"folder models/ is missing .* install numero-cam again"):
        files.model_entry("face")


def test_a_missing_manifest_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"manifest\.toml: the list of models cannot be read"):
        files.model_entry("face", tmp_path)


@pytest.mark.parametrize("version", [0, 2, "1", None])
def test_a_manifest_of_another_version_is_refused(tmp_path: Path, version: object) -> None:
    folder = write_models(tmp_path / "models")
    if version is None:
        path = folder / "manifest.toml"
        path.write_text(path.read_text(encoding="utf-8").replace("version = 1\n", "", 1), encoding="utf-8")
    else:
        write_manifest(folder, version=version)
    with pytest.raises(ModelError, match=r"manifest\.toml: is of another version than this program \(1\)"):
        files.model_entry("face", folder)


@pytest.mark.parametrize(
    "text",
    [
        b"version = 1\n",  # no models at all
        b"version = 1\nmodels = 3\n",
        b"version = 1\n[models.outline]\n",  # others, not this one
        b"version = 1\n[models.face]\nversion = 1\n",  # half an entry
        b"version = 1\n" + GOOD_ENTRY.replace("= 1", '= "one"').encode(),
        b"version = 1\n[models",  # cut off
        b"\xff\xfe\x00",  # no text
    ],
)
def test_a_manifest_that_is_none_is_named_with_what_to_do(tmp_path: Path, text: bytes) -> None:
    (tmp_path / "manifest.toml").write_bytes(text)
    with pytest.raises(ModelError, match=r"manifest\.toml: the list of models cannot be read; install numero-cam again"):
        files.model_entry("face", tmp_path)


@pytest.mark.skipif(sys.platform != "linux", reason="each system has its own places")
def test_the_folder_of_this_user_is_where_it_always_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Decks and games that were kept by an older version are found again."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    assert files.user_folder() == tmp_path / ".local" / "share" / "numero-cam"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert files.user_folder() == tmp_path / "data" / "numero-cam"
    assert list(tmp_path.iterdir()) == []
