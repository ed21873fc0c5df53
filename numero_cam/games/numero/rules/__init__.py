"""The rules of NUMERO: cards, notation, positions and points, without pictures or search."""

from numero_cam.games.numero.rules.arithmetic import act
from numero_cam.games.numero.rules.build import Build, cards_of
from numero_cam.games.numero.rules.cards import NUMBER_CARDS, PACK, WILD_CARDS, Card, CardError, Colour, Kind
from numero_cam.games.numero.rules.notation import NotationError, parse_build, parse_card, parse_cards, parse_item, parse_items
from numero_cam.games.numero.rules.position import Defect, Position, Problem, parse_position
from numero_cam.games.numero.rules.printed import PrintedPoints, PrintedPointsError
from numero_cam.games.numero.rules.scoring import Scored, ScoreItem, Scoring, score_take

__all__ = [
    "NUMBER_CARDS",
    "PACK",
    "WILD_CARDS",
    "Build",
    "Card",
    "CardError",
    "Colour",
    "Defect",
    "Kind",
    "NotationError",
    "Position",
    "PrintedPoints",
    "PrintedPointsError",
    "Problem",
    "ScoreItem",
    "Scored",
    "Scoring",
    "act",
    "cards_of",
    "parse_build",
    "parse_card",
    "parse_cards",
    "parse_item",
    "parse_items",
    "parse_position",
    "score_take",
]
