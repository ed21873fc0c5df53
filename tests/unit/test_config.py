from pathlib import Path

import pytest

from numero_cam.base.errors import ConfigError
from numero_cam.config import ReaderConfig, load_config


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", 'the line "version = 1" is missing; write it at the top'),
        ("foo = 1", 'the line "version = 1" is missing'),
        ("version = 1", ReaderConfig()),
        ("version = 1\nthreads = 4", ReaderConfig(threads=4)),
        ("version = 1\nleast_confidence = 0.9", ReaderConfig(least_confidence=0.9)),
        ("version = 2\nthreads = 4", "says version = 2; this program reads version = 1"),
        ("version = 1\nthread = 4", "unknown field 'thread'; did you mean 'threads'?"),
        ("version = 1\nthreads = 'many'", "give a value of kind int"),
        ("version = 1\nthreads = true", "give a value of kind int"),
        ("version = 1\nthreads = 0", "threads = 0: give a number from 1 to 64"),
        ("version = 1\nlong_side = 5000", "from 256 to 2048"),
        ("version = 1\nleast_confidence = 5.0", "from 0.5 to 1.0"),
        ("version = 1\nleast_confidence = 0.4", "from 0.5 to 1.0"),
        ("version = 1\nsame_card = 5.0", "from 0.0 to 1.0"),
        ("version = 1\nthreads", "is not a TOML file"),
    ],
)
def test_load(tmp_path: Path, text: str, expected: ReaderConfig | str) -> None:
    path = tmp_path / "reader.toml"
    path.write_text(text)
    if isinstance(expected, ReaderConfig):
        assert load_config(path) == expected
        return
    with pytest.raises(ConfigError) as caught:
        load_config(path)
    assert expected in str(caught.value)
    assert str(path) in str(caught.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        load_config(tmp_path / "none.toml")
