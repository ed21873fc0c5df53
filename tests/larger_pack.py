"""A pack with a fifth colour and a fourth power and root: the program with other data in `rules/cards.py`, and nothing else changed.

Run on its own (`python -m tests.larger_pack`), as the pack is read once, when the program starts.
"""

import importlib.machinery
import random
import sys
from pathlib import Path
from types import CodeType

DATA = (
    ('    ORANGE = "o"\n', '    ORANGE = "o"\n    VIOLET = "v"\n'),
    ("NUMERO_COLOURS = (Colour.RED,", "NUMERO_COLOURS = (Colour.VIOLET, Colour.RED,"),
    ("DEGREES = (2, 3)", "DEGREES = (2, 3, 4)"),
)


class _Loader(importlib.machinery.SourceFileLoader):
    def get_code(self, fullname: str) -> CodeType:
        text = Path(self.path).read_text(encoding="utf-8")
        for old, new in DATA:
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        return compile(text, fullname and self.path, "exec")


class _Finder(importlib.machinery.PathFinder):
    @classmethod
    def find_spec(cls, fullname: str, path: object = None, target: object = None) -> importlib.machinery.ModuleSpec | None:
        spec = super().find_spec(fullname, path, target)  # type: ignore[arg-type]
        if spec is not None and spec.origin is not None and fullname == "numero_cam.games.numero.rules.cards":
            spec.loader = _Loader(fullname, spec.origin)
        return spec


def main() -> None:
    """Play with the larger pack; an assertion fails where anything goes wrong."""
    sys.meta_path.insert(0, _Finder)
    from numero_cam.games.numero.rules import PACK, Position, Scoring, parse_card, parse_position, score_take  # noqa: PLC0415
    from numero_cam.games.numero.rules.printed import PrintedPoints  # noqa: PLC0415
    from numero_cam.games.numero.solve import Settings, solve  # noqa: PLC0415
    from numero_cam.games.numero.solve.kernel import kernel_available  # noqa: PLC0415
    from tests.oracle import usable  # noqa: PLC0415
    from tests.unit.games.numero.solve.test_twin import VALUES, check, small_deals  # noqa: PLC0415

    assert not kernel_available(), "the kernel was built for fewer colours and degrees"
    from numero_cam.app.decks import NUMERO_CARDS  # noqa: PLC0415
    from numero_cam.app.doctor import examine  # noqa: PLC0415

    findings = {(one.topic, one.name): one.found for one in examine((NUMERO_CARDS,), calibrations=[], cameras=False).findings}
    assert "has no room" in findings["solver", "compiled kernel"]
    assert findings["models", "face"].startswith("cannot read 17 cards of the pack: 1v 2v"), findings["models", "face"]
    assert {"7v", "N4", "root4"} <= {str(card) for card in PACK}
    assert all(parse_card(str(card)) == card for card in PACK)
    assert parse_card("violet 7") == parse_card("7 violet") == parse_card("7v")

    scoring = Scoring("website", fractions_in_play=False, printed=PrintedPoints({}))
    for one_set, taker, item in (
        ("1c 2c 3c 4c", "10c", "one_colour"),
        ("1v 2v 3v 4v", "10v", "one_colour"),
        ("1r 2b 3g 4o", "10v", "four_colours"),
        ("1r 2b 3g 4o", "10o", None),
        ("1s 2h 3d 4c", "10c", "four_colours"),
    ):
        cards = parse_position(one_set, "").centre
        scored = score_take([cards], parse_card(taker), clears=False, scoring=scoring)  # type: ignore[list-item]
        items = {line.item for line in scored.breakdown if line.points}
        assert items & {"one_colour", "four_colours"} == ({item} if item else set()), (one_set, taker, items)

    printed = PrintedPoints({**PrintedPoints.default().table, "N4": 10, "root4": 10})
    wilds = [parse_card(text) for text in ("N4", "root4", "N4", "root4", "N2", "-3")]
    rng = random.Random(5)  # noqa: S311 - a seeded deal, no secret
    for place, position in enumerate(small_deals(5, 60)):
        extra = rng.sample(wilds, 2)
        fuller = Position(position.centre[:3], (*position.hand[:3], *extra))
        if len(usable(fuller)) <= 6:
            check(fuller, Settings(values=VALUES[place % 2], printed=printed), keys=True)
    for centre, hand in (("2v 1r 3b", "-4 -3 N4 1v"), ("2v 3r 5b 4g", "-5 N4 -4 1v")):  # below zero and up again
        check(parse_position(centre, hand), Settings(printed=printed), keys=True)
    real = solve(parse_position("8v 2v", "root4 root4 N4 N2 10v"), Settings(values="real"))
    assert {"root4", "N4"} <= {str(card) for card in real.plays[0].sets[0].cards}
    solution = solve(parse_position("2v", "N4 /2 8v"), Settings())
    assert {str(card) for card in solution.plays[0].sets[0].cards} == {"2v", "N4", "/2"}


if __name__ == "__main__":
    main()
