"""The text form of games: what is read, what is refused and where, and that nothing valid is lost."""

from dataclasses import replace

import pytest

from numero_cam.games.numero.engine import Game, GameTextError, Options, game_text, parse_game, read_game
from numero_cam.games.numero.rules import PrintedPoints, parse_cards, parse_items
from numero_cam.games.numero.rules.calculation import WayError, parse_way, way_text
from numero_cam.games.shared.breaks import breaks_no_rule

HEAD = "numero game 1\nplayers: Anna, Ben\nlevel: 1\nby: cards\ncards: 4 8 1 13 5 9 13 14 2 15 10 3 12 2 11\n"
PLAYED = "1 Anna: take 13: 10 + 3\n1 Anna: draw 12\n2 Ben: discard 8\n2 Ben: draw 2\n"


@pytest.mark.parametrize(
    ("text", "line", "turn", "reason"),
    [
        ("", 1, 0, "begins with the line"),
        ("numero game 2\n", 1, 0, "begins with the line"),
        ("numero game 1\n", 1, 0, "who plays is missing"),
        ("numero game 1\nplayers: A, B\n", 2, 0, "the deal is missing"),
        ("numero game 1\nplayers: A\nseed: 1\nlevel: 7\n", 4, 0, "choose from 1-10"),
        ("numero game 1\nplayers: A, A\nseed: 1\n", 2, 0, "two players are called"),
        ("numero game 1\nplayers: A, B\nplayers: C, D\n", 3, 0, "there twice"),
        ("numero game 1\nplayers: A, B, C, D, E\nseed: 1\n", 2, 0, "2 to 4"),
        ("numero game 1\nplayers: A, B\nnumbers: many\nseed: 1\n", 3, 0, "the highest number card"),
        ("numero game 1\nplayers: A, B\nplaying: perhaps\nseed: 1\n", 3, 0, "neither yes nor no"),
        ("numero game 1\nplayers: A, B\nprinted: 15\nseed: 1\n", 3, 0, "card=points"),
        ("numero game 1\nplayers: A, B\nvalues: some\nseed: 1\n", 3, 0, "choose from whole, any"),
        ("numero game 1\nplayers: A, B\ncards: 1r 2r\n", 3, 0, "article 2.2"),
        ("numero game 1\nplayers: A, B\ncards: 1r 2r 99\n", 3, 0, "card 3"),
        ("numero game 1\nplayers: A, B\nhand A: 1 2 3 4 5\nhand B: 1 2 3\ncentre: 4 5\n", 5, 0, "hand 2 has 3 cards"),
        ("numero game 1\nplayers: A, B\nlast chance: next\nseed: 1\n", 3, 0, '"last chance" is unknown'),
        ("numero game 1\nplayers: A, B\nseed: 1\ncards: 1r 2r\n", 4, 0, "the deal is there twice"),
        ("numero game 1\nplayers: A, B\nhand C: 1r\n", 3, 0, "no such player"),
        ("numero game 1\nplayers: A, B\nA: discard 1r\n", 3, 0, "the deal is missing"),
        ("numero game 1\nplayers: A, B\nseed:\n", 3, 0, 'nothing stands behind "seed:"'),
        ("numero game 1\nplayers: A, B\nseed: 1" + "1" * 2000, 3, 0, "the line has 2007 characters"),
        (HEAD + "Anna: build 4: " + "=" * 900_000 + " x\n", 6, 1, "a line of a game has at most 2000"),
        (HEAD + "Anna" + " " * 900_000 + "x\n", 6, 1, "says nothing"),
        (HEAD + "Anna: take 13: 10 + 3 = 14\n", 6, 1, "10 + 3 is 13, not 14"),
        (HEAD + "Anna: take 13: 10 + 3\n2 Ben: discard 8\n", 7, 1, "the game is at turn 1, in which Anna draws cards"),
        (HEAD + "Anna: build 4: 8 + 4" + " N3" * 30 + " = 12\n", 6, 1, "N3 is used twice"),
        (HEAD + "Anna: take 13: 10" + " -2" * 500 + "\n", 6, 1, "more than 400"),
        (HEAD + "Carl: discard 4\n", 6, 1, 'no player "Carl"'),
        (HEAD + "2 Anna: discard 4\n", 6, 1, "the game is at turn 1"),
        (HEAD + "Anna discards 4\n", 6, 1, "says nothing"),
        (HEAD + "Anna: jump 4\n", 6, 1, "is no play"),
        (HEAD + "Anna: jump\n", 6, 1, '"jump" is no play'),
        ("numero game 1\nplayers: A, B\nlevel: 4\nby: cards\nseed: 1\n", 4, 0, "level 4 is level 3 played for points"),
        ("numero game 1\nplaying: yes\nnumbers: 12\nplayers: A, B\nseed: 1\n", 3, 0, "from 5 to 10"),
        ("numero game 1\ncards: 1r 2r\nplayers: A, B\nby: cards\n", 2, 0, "2 cards are too few"),
        ("numero game 1\nplayers: A, B\npacks: 0\nseed: 1\n", 3, 0, "from 1 to 20"),
        ("numero game 1\nplayers: A, B\npacks: two\nseed: 1\n", 3, 0, "such as 2"),
        ("numero game 1\nscoring-steps: ABD\nplayers: A, B\nseed: 1\n", 2, 0, "choose from all, A, AB"),
        (HEAD + "Anna: take 13\n", 6, 1, "a colon and the cards"),
        (HEAD + "Anna: take 13: 10 + 3q\n", 6, 1, '"3q": not a card'),
        (HEAD + "Ben: discard 8\n", 6, 1, "article 2.4"),
        (HEAD + PLAYED + "3 Anna: build 4: 8 + 4 = 12\n3 Anna: draw 11\n4 Ben: build 9: [8 4] + 2\n", 12, 4, "article 3.1"),
        (HEAD + PLAYED + "3 Anna: build 5: 8 + 5\n", 10, 3, "no 13 is left in the hand"),
    ],
)
def test_what_is_refused(text: str, line: int, turn: int, reason: str) -> None:
    with pytest.raises(GameTextError) as caught:
        parse_game(text)
    assert (caught.value.line, caught.value.turn) == (line, turn)
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)
    assert (f"turn {turn}" in str(caught.value)) == bool(turn)


@pytest.mark.parametrize("cut", range(0, len(HEAD + PLAYED), 7))
def test_a_file_cut_short_gives_what_is_there_or_one_line(cut: int) -> None:
    reading = read_game((HEAD + PLAYED)[:cut])
    assert reading.game is not None or reading.error is not None
    whole = parse_game(HEAD + PLAYED)
    if reading.game is not None and cut > len(HEAD):
        assert reading.game.operations == whole.operations[: len(reading.game.operations)]


def test_comments_empty_lines_and_other_spellings() -> None:
    game = parse_game("\ufeff# ours\nNUMERO game 1\n\nPlayers:  Anna ,  Ben \nlevel: 2\nseed: 5 # any\n")
    assert game.names == ("Anna", "Ben")
    assert game == _dealt(Options.level("2"), 5)
    assert parse_game(HEAD + "Anna: take 13: 10+3 # turn's number left out\n").state.seats[0].score == 3


def _dealt(options: Options, seed: int) -> Game:
    game = Game(options, ["Anna", "Ben"])
    game.deal(seed=seed)
    return game


def test_every_option_is_written_and_read() -> None:
    options = Options(
        numbers=9, wilds=parse_cards("x2 1/2 sqrt"), playing=True, players=3, by="cards", scoring="guide", printed=PrintedPoints({"x2": 4})
    )
    options = replace(
        options, values="any", laid_wilds="free", few_wilds="one", challenge_changed="yes", answer_shown="then", caught_wilds="hand"
    )
    options = replace(options, last_chances="next", centre_points="yes", most_cards_tie="each", tie_break="cards", packs=3)
    game = Game(options, ["A", "B b", "C"])
    game.deal(seed=1)
    text = game_text(game)
    assert text.splitlines()[:6] == ["numero game 1", "players: A, B b, C", "numbers: 9", "wilds: x2 1/2 sqrt", "playing: yes", "by: cards"]
    assert parse_game(text) == game
    assert "\npacks: 3\n" in text
    nothing = Game(Options(wilds=(), numbers=12, printed=PrintedPoints({})))
    nothing.deal()
    assert "wilds: none\nprinted: none\n" in game_text(nothing)
    assert parse_game(game_text(nothing)) == nothing


def test_a_real_table_whose_stock_nobody_knows() -> None:
    text = "numero game 1\nplayers: Anna, Ben\nlevel: 1-10\nhand Anna: 1r 2r 3r 4r 5r\nhand Ben: 1b 2b 3b 4b 5b\ncentre: 6r 7r\n"
    before = parse_game(text + "Anna: discard 1r\n")
    assert not breaks_no_rule(before.copy().draw)  # which card it is must be told
    game = parse_game(text + "Anna: discard 1r\nAnna: draw 9o\n")
    assert len(game.state.stock) == 40 - 12 - 1
    assert parse_game(game_text(game)) == game
    with pytest.raises(GameTextError, match="not in the stock"):
        parse_game(text + "Anna: discard 1r\nAnna: draw 1b\n")


def test_a_build_is_written_with_or_without_its_value() -> None:
    lying = parse_items("[9r /3 6b /2]=6")
    assert parse_way("[9r /3 6b /2] + 1r", lying) == parse_way("[9r /3 6b /2]=6 + 1r")
    assert way_text(parse_way("[9r /3 6b /2] + 1r", lying)) == "[9r /3 6b /2]=6 + 1r"
    with pytest.raises(WayError):
        parse_way("")


def test_capital_letters_of_names_count_only_where_nothing_else_differs() -> None:
    text = HEAD + "{}: take 13: 10 + 3\n"
    assert len(parse_game(text.format("ANNA")).operations) == 2
    twins = text.replace("Ben", "ANNA")
    assert len(parse_game(twins.format("Anna")).operations) == 2
    with pytest.raises(GameTextError, match='no player "anna"'):
        parse_game(twins.format("anna"))
