"""Codes pair one device, once and not for long; wrong ones make wait, and nothing grows."""

from pathlib import Path

import pytest

from numero_cam.base.errors import StoreError
from numero_cam.web.pairing import (
    CODE_LASTS,
    FORGOTTEN,
    LETTERS,
    LONGEST_WAIT,
    MOST_ADDRESSES,
    MOST_CODES,
    MOST_PAIRED,
    PAIRED_LASTS,
    Pairing,
    PairingError,
)


class Clock:
    """Stands still until it is moved."""

    seconds = 1_000_000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def pairing(clock: Clock, tmp_path: Path) -> Pairing:
    return Pairing(tmp_path / "doors" / "paired.json", clock)


def wrong(pairing: Pairing, code: str, address: str = "10.0.0.9") -> str:
    with pytest.raises(PairingError) as told:
        pairing.enter(code, address)
    return str(told.value)


@pytest.mark.parametrize("typed", ["{}", " {} ", "lower {}", "{}\n"])
def test_a_code_pairs_one_device_as_what_it_was_made_for(pairing: Pairing, typed: str) -> None:
    code = pairing.invite("camera").code
    typed = typed.removeprefix("lower ").format(code.lower() if typed.startswith("lower") else code)
    token, role = pairing.enter(typed, "10.0.0.9")
    assert role == pairing.role_of(token) == "camera"
    assert "used already" in wrong(pairing, code)


def test_a_code_expires_and_so_does_a_device(pairing: Pairing, clock: Clock) -> None:
    code, kept = pairing.invite("player").code, pairing.invite("player").code
    clock.seconds += CODE_LASTS - 1
    token, _ = pairing.enter(kept, "10.0.0.9")
    clock.seconds += 1
    assert "too old" in wrong(pairing, code)
    clock.seconds += PAIRED_LASTS
    assert pairing.role_of(token) is None


@pytest.mark.parametrize("token", ["", "x", "é", "\ud800", "a" * 10_000])
def test_what_was_never_given_is_no_device(pairing: Pairing, token: str) -> None:
    assert pairing.role_of(token) is None
    assert pairing.enter_key(token) is None


def test_who_types_wrong_codes_waits_ever_longer_and_others_do_not(pairing: Pairing, clock: Clock) -> None:
    code, waits = pairing.invite("player").code, []
    for _ in range(20):
        said = wrong(pairing, "WRONGWRO")
        if "Wait" in said:
            waits.append(int(said.split("Wait ")[1].split()[0]))
            assert "Wait" in wrong(pairing, code)  # the right one waits as well
            clock.seconds += waits[-1]
    assert waits == [2, 4, 8, 16, 32, 64, 128, 256][: len(waits)]
    assert len(waits) >= 7
    assert max(waits) <= LONGEST_WAIT
    code = pairing.invite("player").code
    assert pairing.enter(code, "10.0.0.10")[1] == "player"
    clock.seconds += FORGOTTEN + 1
    assert pairing.enter(pairing.invite("player").code, "10.0.0.9")[1] == "player"


def test_ten_thousand_wrong_codes_of_a_whole_network_find_nothing_and_take_no_memory(pairing: Pairing, clock: Clock) -> None:
    code = pairing.invite("keeper").code
    looked_at = 0
    for number in range(10_000):
        clock.seconds += 0.01
        looked_at += "Wait" not in wrong(
            pairing, "".join(LETTERS[number // 31**place % 31] for place in range(8)), f"10.0.{number % 40}.{number % 250}"
        )
    assert looked_at < 80
    assert pairing.enter(code, "127.0.0.1")[1] == "keeper"  # this machine itself is not kept out by others


@pytest.mark.parametrize(("others", "waits"), [(MOST_ADDRESSES - 1, True), (MOST_ADDRESSES, False)])
def test_of_so_many_addresses_wrong_codes_are_remembered(pairing: Pairing, others: int, *, waits: bool) -> None:
    """Addresses of this machine do not wait for each other."""
    while "Wait" not in wrong(pairing, "WRONGWRO", "127.0.0.1"):
        pass
    for number in range(others):
        assert "Wait" not in wrong(pairing, "WRONGWRO", f"127.0.1.{number}")
    assert ("Wait" in wrong(pairing, "WRONGWRO", "127.0.0.1")) == waits


def test_codes_and_devices_are_bounded_and_the_oldest_are_let_go(pairing: Pairing) -> None:
    tokens = [pairing.enter(pairing.invite("watcher").code, "10.0.0.9")[0] for _ in range(MOST_PAIRED + 10)]
    assert [pairing.role_of(token) for token in tokens] == [None] * 10 + ["watcher"] * MOST_PAIRED
    codes = [pairing.invite("watcher").code for _ in range(MOST_CODES + 10)]
    for number, code in enumerate(codes[:10]):
        assert "too old" in wrong(pairing, code, f"127.0.1.{number}")
    assert [pairing.enter(code, "10.0.0.9")[1] for code in codes[10:]] == ["watcher"] * MOST_CODES


def test_devices_are_known_again_and_the_file_tells_no_token(pairing: Pairing, clock: Clock, tmp_path: Path) -> None:
    key = pairing.key()
    token = pairing.enter_key(key)
    assert token is not None
    assert pairing.enter_key(key) is None
    file = tmp_path / "doors" / "paired.json"
    assert token not in file.read_text(encoding="utf-8")
    assert (file.stat().st_mode & 0o777, file.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    again = Pairing(file, clock)
    assert again.role_of(token) == "keeper"
    other, _ = again.enter(again.invite("camera").code, "10.0.0.9")
    assert again.unpair_others(token) == 1
    assert (again.role_of(token), again.role_of(other)) == ("keeper", None)


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"paired": {"a": {}}}', '{"paired": []}', '{"paired": {"a": {"role": "x", "until": "y"}}}', "\x00"]
)
def test_a_file_that_is_none_is_told_in_a_line(tmp_path: Path, text: str) -> None:
    file = tmp_path / "paired.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(StoreError, match="delete the file"):
        Pairing(file)
