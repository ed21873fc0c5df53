"""Bluffs that are certain: builds whose answer, by all that lies open, their builder cannot hold (docs/rules.md, article 8.7)."""

from numero_cam.games.numero.engine.operations import Challenged
from numero_cam.games.numero.engine.state import Claim, State
from numero_cam.games.numero.engine.verify import is_legal
from numero_cam.games.numero.players.view import view_of


def certain_challenge(state: State, player: int) -> Challenged | None:
    """Return a challenge that must catch a bluff; `None` where no build is certainly one.

    Nothing hidden is looked at: of the others' hands only how many cards they hold.

    Args:
        state: The game now, whoever's turn it is.
        player: Who would challenge.
    """
    for claim in state.claims:
        challenge = Challenged(player, claim.build)
        if is_legal(state, challenge) and cannot_be_shown(state, claim, player):
            return challenge
    return None


def cannot_be_shown(state: State, claim: Claim, player: int) -> bool:
    """Return whether a player knows that the answer to a build cannot be shown.

    The builder has no card left, or no card of that number is hidden from the player: all of them lie open, are won or are in
    his own hand. (Of two players with the stock used up, all that is hidden is the other's hand.) Where it counts that the
    answer was held when it was built, none may have left the builder's hand since.
    """
    if claim.parted and state.options.answer_shown == "then":
        return False
    if not state.seats[claim.player].hand_size:
        return True
    return all(not card.is_number or card.value != claim.build.value for card in view_of(state, player).unseen)
