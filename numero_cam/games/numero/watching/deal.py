"""The table at first: whose cards lie where, once it has been read well enough."""

from numero_cam.games.numero.engine.operations import Dealt
from numero_cam.games.numero.engine.options import HAND
from numero_cam.games.numero.rules import Card
from numero_cam.games.numero.watching.events import Setting
from numero_cam.games.numero.watching.evidence import CENTRE, Evidence, Track
from numero_cam.games.shared.sight import Place

ENOUGH = ((1, 0.99), (2, 0.97), (4, 0.9), (8, 0.0))
"""A card of the deal is read well enough after so many looks, if the chance of the card is at least this."""
READ = 0.9
"""A thing is called a card once a look gave one card this chance: chess pieces and keys, too, are seen as cards that nobody can read."""
NOTHING_READ = "no card can be read on the table; a game begins when the cards lie as after the deal"
MISSED_LATELY = 2
"""Sights in which a card may be missed and still counts."""


def dealt(setting: Setting, evidence: Evidence) -> tuple[Dealt | None, str]:
    """Return the deal that lies there, or why there is none yet: a line for people, empty where a card is not read well enough."""
    opened = setting.hands == "open"
    places = [CENTRE, *(Place("row", player) for player in range(setting.options.players))]
    wanted = {place: HAND if place != CENTRE else setting.options.centre_cards for place in (places if opened else [CENTRE])}
    found = {place: _without_ghosts(evidence, _cards(evidence, place), wanted.get(place)) for place in places}
    centre = found[CENTRE]
    wrong = [place for place, count in wanted.items() if len(found[place]) != count]
    if wrong:
        return None, _why(setting, found, wrong)
    lying = {card: track for place in wanted for card, track in found[place].items()}
    hurried = bool(evidence.busy) and all(track.looks for track in lying.values())
    if not hurried and not all(_is_read(evidence, card, track) for card, track in lying.items()):
        return None, ""
    if len(lying) < sum(wanted.values()):
        return None, ""
    rest = tuple(card for card in evidence.pack if card not in lying)
    if not opened:
        hands: tuple[tuple[Card, ...], ...] = ((),) * setting.options.players
        return Dealt(hands, tuple(centre), rest, ordered=False, unknown=(HAND,) * setting.options.players), ""
    hands = tuple(tuple(found[place]) for place in places[1:])
    return Dealt(hands, tuple(centre), rest, ordered=False), ""


def _cards(evidence: Evidence, place: Place) -> dict[Card, Track]:
    """Return the cards that lie face up at a place, from left to right; what is seen twice counts once."""
    best: dict[Card, Track] = {}
    tracks = [track for track in evidence.tracks.values() if track.looks and not evidence.is_back(track) and track.place == place]
    for track in tracks:
        if not track.present and track.missed > MISSED_LATELY:
            continue
        faces = evidence.faces(track)
        if not faces:
            continue
        card, gain = faces[0]
        if card not in best or gain > evidence.gain(best[card], card):
            best[card] = track
    return dict(sorted(best.items(), key=lambda one: one[1].id))


def _without_ghosts(evidence: Evidence, cards: dict[Card, Track], wanted: int | None) -> dict[Card, Track]:
    """Leave out what is hardly a card where more than enough is seen: patterns and mugs look like cards that nobody can read."""
    if wanted is None or len(cards) <= wanted:
        return cards
    best = sorted(cards, key=lambda card: -evidence.chance(cards[card], card, evidence.pack))
    if any(_is_read(evidence, card, cards[card]) for card in best[wanted:]):
        return cards
    return {card: track for card, track in cards.items() if card in best[:wanted]}


def _is_read(evidence: Evidence, card: Card, track: Track) -> bool:
    chance = evidence.chance(track, card, evidence.pack)
    return any(track.looks >= looks and chance >= wanted for looks, wanted in ENOUGH)


def _why(setting: Setting, found: dict[Place, dict[Card, Track]], wrong: list[Place]) -> str:
    """Return what does not look like a deal; only what was read is called a card."""
    read = {place: sum(track.best >= READ for track in tracks.values()) for place, tracks in found.items()}
    if any(found.values()) and not any(read.values()):
        return NOTHING_READ
    place = wrong[0]
    unread = len(found[place]) - read[place]
    beside = (
        f", and {unread} thing{'s' if unread > 1 else ''} that cannot be read as {'cards' if unread > 1 else 'a card'}" if unread else ""
    )
    lie = f"{_cards_lie(read[place])} in the {'centre' if place == CENTRE else f'row of {setting.names[place.player or 0]}'}{beside}"
    if place == CENTRE:
        return f"{lie}; {setting.options.centre_cards} are turned up for {setting.options.players} players"
    return f"{lie}; {HAND} are dealt"


def _cards_lie(count: int) -> str:
    return "1 card lies" if count == 1 else f"{count or 'no'} card{'s' if count else ''} lie{'' if count else 's'}"
