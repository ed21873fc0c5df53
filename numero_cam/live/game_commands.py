"""Reads what pages ask of a game: one that begins, and what people say of one that is played."""

from collections.abc import Callable, Mapping
from typing import Any, cast, get_args

from numero_cam.app.watch_recording import WatchedGame
from numero_cam.catalogue import tr
from numero_cam.games.numero.engine import Options, OptionsError
from numero_cam.games.numero.engine.game import check_names
from numero_cam.games.numero.engine.options import LEVEL_FOR_POINTS, MAX_PLAYERS
from numero_cam.games.numero.rules import Card
from numero_cam.games.numero.rules.choices import By, Hands
from numero_cam.games.numero.rules.notation import NotationError, parse_card, parse_cards
from numero_cam.games.numero.watching.command_text import NO_CARD
from numero_cam.games.numero.watching.game_commands import (
    AddPlay,
    AnswerQuestion,
    ChallengeBuild,
    CorrectCard,
    CorrectPlay,
    LookAgain,
    NamePack,
    RedoEntry,
    ReturnToHand,
    UndoEntry,
    UndoPlay,
)
from numero_cam.games.numero.watching.game_setup import GameSetup
from numero_cam.games.shared.names import MAX_NAME_LENGTH
from numero_cam.live.hints import is_same_player
from numero_cam.live.page_fields import MAX_LINE_LENGTH, ProtocolError, number_field, text_field
from numero_cam.live.play_draft import parse_draft
from numero_cam.live.table_commands import PlaceCard, RefusedError, StartGame, TableCommand

HAND_FACE = "hand"  #: Face in a correction that says: this card belongs to the hand of a player.
CENTRE_FACE = "centre"  #: Face in a correction that says: this card lies in the centre.


def _wilds(text: str) -> tuple[Card, ...]:
    """Return the wild cards in a text of a page; none for ``none``."""
    try:
        return () if text == "none" else parse_cards(text)
    except NotationError as error:
        raise RefusedError(
            tr('"{token}" is no wild card. Write them as they are printed, such as −2 ×3 ÷2 ½.', token=error.token)
        ) from error


def _own_cards(start: StartGame) -> dict[str, Any]:
    """Return the fields of ``Options`` for the cards that were chosen instead of those of the level."""
    own: dict[str, Any] = {} if start.numbers is None else {"numbers": start.numbers}
    return own if start.wilds is None else own | {"wilds": _wilds(start.wilds)}


def _pack(message: Mapping[str, Any]) -> NamePack:
    """Return the command that says which cards and how many packs are in play."""
    try:
        return NamePack(number_field(message, "numbers"), _wilds(text_field(message, "wilds")), number_field(message, "packs"))
    except RefusedError as error:
        raise ProtocolError(str(error)) from error


def new_game_record(start: StartGame) -> WatchedGame:
    """Return the game that a command begins; raise a `RefusedError` where its players, cards or rules are not possible."""
    names = tuple(" ".join(name.split()) for name in start.players)
    if not 2 <= len(names) <= MAX_PLAYERS:
        raise RefusedError(tr("{n} players are named; 2 to {most} play", n=len(names), most=MAX_PLAYERS))
    if any(not name or len(name) > MAX_NAME_LENGTH for name in names):
        raise RefusedError(tr("each player needs a name of 1 to {most} letters", most=MAX_NAME_LENGTH))
    by = start.by or ("points" if start.cards == LEVEL_FOR_POINTS else "cards")
    try:
        check_names(names)
        options = Options.level(start.cards, players=len(names), by=by, packs=start.packs, **_own_cards(start))
    except OptionsError as error:
        raise RefusedError(str(error)) from error
    near = start.near or names[0]
    if near not in names:
        raise RefusedError(tr("{near} is none of the players", near=near))
    return WatchedGame(GameSetup(options, names, start.hands), names.index(near), None)


def parse_start(message: Mapping[str, Any]) -> StartGame:
    """Return the command in a message that begins a game."""
    players = message.get("players")
    if (
        not isinstance(players, list)
        or len(players) > 8
        or not all(isinstance(name, str) and len(name) < MAX_LINE_LENGTH for name in players)
    ):
        raise ProtocolError(tr("the players are not a list of names"))
    hands, by = message.get("hands", "open"), message.get("by")
    if hands not in get_args(Hands) or by not in (None, *get_args(By)):
        raise ProtocolError(tr("hands are open or hidden, and a game is played for points or cards"))
    cards = text_field(message, "cards", needed=False) or "all"
    numbers = None if message.get("numbers") is None else number_field(message, "numbers")
    wilds = None if message.get("wilds") is None else text_field(message, "wilds")
    packs = 1 if message.get("packs") is None else number_field(message, "packs")
    near, demonstration = text_field(message, "near", needed=False), message.get("demonstration") is True
    return StartGame(tuple(players), near, cast("Hands", hands), cards, by, numbers, wilds, packs, demonstration)


def _play(message: Mapping[str, Any]) -> CorrectPlay | UndoPlay:
    """Return the command that replaces play ``k`` by the line ``as``, or undoes it where there is no line."""
    k, line = number_field(message, "k"), text_field(message, "as", needed=False)
    return CorrectPlay(k, line, message.get("ends") is True) if line else UndoPlay(k)


def _card(message: Mapping[str, Any]) -> CorrectCard | ReturnToHand | PlaceCard:
    """Return the command for the card of the track ``id``: whose hand or which place it belongs to, its face, or that it is no card."""
    track, face = number_field(message, "id"), text_field(message, "as")
    player = text_field(message, "player", needed=False)
    if face == HAND_FACE and player:
        return ReturnToHand(track, player)
    if face in (HAND_FACE, CENTRE_FACE):
        return PlaceCard(track, face)
    if face.lower() == NO_CARD:
        return CorrectCard(track, None)
    try:
        return CorrectCard(track, parse_card(face))
    except NotationError as error:
        raise ProtocolError(str(error)) from error


def _challenge(message: Mapping[str, Any]) -> ChallengeBuild:
    """Return the challenge of a player, with whether the challenged player could show an answer; None where that is not stated."""
    shown = message.get("shown")
    return ChallengeBuild(text_field(message, "player"), None if shown is None else shown is True)


def may_player_give(command: TableCommand, player: str) -> bool:
    """Return whether the page of a player may give a command that else only a keeper gives: a player challenges for himself."""
    return isinstance(command, ChallengeBuild) and is_same_player(command.player, player)


#: Parsers of the messages of pages by type; each raises a `ProtocolError` for a field that is missing or wrong.
COMMANDS: Mapping[str, Callable[[Mapping[str, Any]], TableCommand]] = {
    "start": parse_start,
    "play": _play,
    "add": lambda message: AddPlay(text_field(message, "as")),
    "card": _card,
    "challenge": _challenge,
    "draft": parse_draft,
    "pack": _pack,
    "again": lambda _: LookAgain(),
    "undo": lambda message: UndoEntry(number_field(message, "n")),
    "redo": lambda message: RedoEntry(number_field(message, "n")),
    "answer": lambda message: AnswerQuestion(number_field(message, "ask"), number_field(message, "choice")),
}
