"""Codes, keys and devices at their limits, by the numbers of docs/adr/0010-doors-and-limits.md#pairing-and-roles."""

import json
import re
import time
from pathlib import Path

import pytest

from numero_cam.base.errors import StoreError
from numero_cam.web.pairing import ALLOWED_ROLES, Pairing, PairingError
from numero_cam.web.protocol import ROLES, Role

MINUTES_10 = 600.0
DAYS_30 = 2_592_000.0


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
    return Pairing(tmp_path / "paired.json", clock)


def is_taken(pairing: Pairing, code: str) -> bool:
    try:
        pairing.redeem_code(code)
    except PairingError:
        return False
    return True


def beside(code: str) -> str:
    """A code of the same name with another secret."""
    last = "2" if code[-1] != "2" else "3"
    return code[:-1] + last


def test_a_code_has_eight_letters_that_cannot_be_mistaken(pairing: Pairing) -> None:
    made = [pairing.invite("watcher") for _ in range(100)]
    assert all(re.fullmatch(r"[2-9A-HJ-KM-NP-Z]{4}-[2-9A-HJ-KM-NP-Z]{4}", one.code) for one in made)
    assert len({one.code for one in made}) == 100
    assert {one.seconds for one in made} == {MINUTES_10}


@pytest.mark.parametrize(("wrong", "taken"), [(0, True), (99, True), (100, False), (101, False)])
def test_of_a_code_99_wrong_tries_are_borne(pairing: Pairing, wrong: int, *, taken: bool) -> None:
    code = pairing.invite("player").code
    for _ in range(wrong):
        assert not is_taken(pairing, beside(code))
    assert is_taken(pairing, code) is taken


@pytest.mark.parametrize(("later", "taken"), [(0.0, True), (MINUTES_10 - 0.5, True), (MINUTES_10, False), (MINUTES_10 + 1, False)])
def test_a_code_can_be_used_for_ten_minutes(pairing: Pairing, clock: Clock, later: float, *, taken: bool) -> None:
    code = pairing.invite("player").code
    clock.seconds += later
    assert is_taken(pairing, code) is taken


@pytest.mark.parametrize("typed", ["{}{}", "{} {}", "{}-{}", "{}_{}", " {}.{}!", "0{}1{}0", "{}{}" + " " * 80])
def test_a_code_may_be_typed_with_anything_between_its_letters(pairing: Pairing, typed: str) -> None:
    first, second = pairing.invite("player").code.split("-")
    assert is_taken(pairing, typed.format(first.lower(), second))


def test_of_what_is_typed_a_hundred_letters_are_looked_at(pairing: Pairing) -> None:
    code = pairing.invite("player").code.replace("-", "")
    assert not is_taken(pairing, " " * 93 + code)
    assert is_taken(pairing, " " * 92 + code)


@pytest.mark.parametrize("typed", ["", "2", "22", "222", "2222", "22222222", "222222222"])
def test_what_is_too_short_or_too_long_is_no_code(pairing: Pairing, typed: str) -> None:
    pairing.invite("player")
    assert not is_taken(pairing, typed)


def test_a_code_with_a_letter_more_is_wrong(pairing: Pairing) -> None:
    code = pairing.invite("player").code
    assert not is_taken(pairing, code + "2")
    assert is_taken(pairing, code)


@pytest.mark.parametrize(("later", "role"), [(0.0, "camera"), (DAYS_30 - 1, "camera"), (DAYS_30, None), (DAYS_30 + 1, None)])
def test_a_device_stays_paired_for_30_days_and_so_it_is_after_a_restart(
    pairing: Pairing, clock: Clock, tmp_path: Path, later: float, role: Role | None
) -> None:
    token, _ = pairing.redeem_code(pairing.invite("camera").code)
    clock.seconds += later
    assert pairing.role_of(token) == role
    assert Pairing(tmp_path / "paired.json", clock).role_of(token) == role


def test_32_codes_are_alive_and_the_oldest_is_let_go(pairing: Pairing) -> None:
    codes = [pairing.invite("watcher").code for _ in range(33)]
    assert [is_taken(pairing, code) for code in codes] == [False] + [True] * 32


def test_200_devices_are_paired_and_the_oldest_is_let_go(pairing: Pairing) -> None:
    tokens = [pairing.redeem_code(pairing.invite("watcher").code)[0] for _ in range(201)]
    assert [pairing.role_of(token) for token in tokens] == [None] + ["watcher"] * 200


def test_devices_and_codes_whose_time_is_over_take_no_place(pairing: Pairing, clock: Clock, tmp_path: Path) -> None:
    old, _ = pairing.redeem_code(pairing.invite("camera").code)
    clock.seconds += DAYS_30
    new, _ = pairing.redeem_code(pairing.invite("watcher").code)
    rows = json.loads((tmp_path / "paired.json").read_text(encoding="utf-8"))["paired"]
    assert [(row["role"], row["until"]) for row in rows.values()] == [("watcher", clock.seconds + DAYS_30)]
    assert (pairing.role_of(old), pairing.role_of(new)) == (None, "watcher")
    assert pairing.unpair_others(new) == 0


def test_secrets_are_long_and_never_the_same(pairing: Pairing) -> None:
    assert len({pairing.new_key() for _ in range(50)}) == 50
    assert len(pairing.new_key()) >= 32  # 192 bits
    tokens = {pairing.redeem_code(pairing.invite("watcher").code)[0] for _ in range(50)}
    assert len(tokens) == 50
    assert min(map(len, tokens)) >= 43  # 256 bits


def test_what_a_page_may_be() -> None:
    assert {role: set(ALLOWED_ROLES[role]) for role in ROLES} == {
        "keeper": set(ROLES),
        "player": {"player", "watcher"},
        "watcher": {"watcher"},
        "camera": {"camera"},
    }


@pytest.mark.parametrize(
    "row",
    [
        *("null", "3", "[]", '{"role": "camera"}', '{"until": 1}', '{"role": "camera", "until": null}'),
        *('{"role": "camera", "until": "soon"}', '{"role": "camera", "until": [1]}', '{"role": [], "until": "x"}'),
    ],
)
def test_a_list_with_a_row_that_is_none_is_told_in_a_line(tmp_path: Path, row: str) -> None:
    file = tmp_path / "paired.json"
    file.write_text(f'{{"version": 2, "paired": {{"a": {row}}}}}', encoding="utf-8")
    with pytest.raises(StoreError) as caught:
        Pairing(file)
    assert str(caught.value) == f"{file}: the list of paired devices cannot be read; delete the file, and pair them again"


def test_roles_that_are_none_are_left_out(tmp_path: Path, clock: Clock) -> None:
    file = tmp_path / "paired.json"
    file.write_text('{"paired": {"a": {"role": "owner", "until": 2e6}, "b": {"role": "camera", "until": 2e6}}}', encoding="utf-8")
    known = Pairing(file, clock)
    token, _ = known.redeem_code(known.invite("player").code)
    assert known.unpair_others(token) == 1


@pytest.mark.parametrize("text", ["[" * 100_000, '{"paired": ' * 50_000, "\ufeff{}"])
def test_a_list_too_deep_or_of_another_kind_is_told_in_a_line(tmp_path: Path, text: str) -> None:
    file = tmp_path / "paired.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(StoreError, match="delete the file"):
        Pairing(file)


@pytest.mark.parametrize(
    ("wall", "steady", "taken"),
    [
        (0.0, 599.0, True),
        (-86_400.0, 599.0, True),  # the clock was set back
        (-86_400.0, 601.0, False),
        (599.0, 0.0, True),
        (601.0, 0.0, False),  # the computer slept, and its steady clock with it
        (0.0, 600.0, False),
    ],
)
def test_a_code_ends_after_ten_minutes_by_whichever_clock(wall: float, steady: float, *, taken: bool) -> None:
    clocks = [1_000_000.0, 5.0]
    pairing = Pairing(None, lambda: clocks[0], steady=lambda: clocks[1])
    code = pairing.invite("player").code
    clocks[0] += wall
    clocks[1] += steady
    assert is_taken(pairing, code) == taken


def test_the_steady_clock_goes_on_and_is_not_the_clock_on_the_wall(monkeypatch: pytest.MonkeyPatch) -> None:
    pairing = Pairing()
    code = pairing.invite("player").code
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now - 86_400.0)
    assert is_taken(pairing, code)
