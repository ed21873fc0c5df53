"""How much each thing that is seen weighs. All numbers that were chosen, not derived, are here (docs/adr/0021).

They are natural logarithms of chances, fitted on games of the engine whose tables were turned to noisy sights, never on films.
"""

MOST_LOOKS = 3.0
"""Looks at one still card are not independent: many count as these."""
FLOOR = 0.004
"""The share of a look that is spread over all faces of the pack, whatever it says: eyes are never certain."""
PLACE_FLOOR = 0.02
"""The chance that a card lies elsewhere than every place named by a look."""
MISSED = (-0.0, -3.9, -6.0, -7.5, -9.0)
"""A card that lies there is not in so many sights one after the other."""
HIDDEN_BY_HAND = -1.0
"""A card that lies there is not in a sight while something is over its place."""
GHOST = -4.5
"""Something is seen where no card lies."""
YOUNG_GHOST = -3.5
"""The same in a single sight only."""
DOUBLE = -4.0
"""A card is seen as two."""
UNREAD = -1.5
"""Something lies there that nobody has read yet and no card explains."""
APART = -3.0
"""A card of a build is seen lying apart from it."""
TOGETHER = -5.0
"""Two things of the centre that do not belong together are seen lying on each other."""

PLAY = -2.5
"""A take, a build or a discard happens between two sights."""
NO_HAND = -8.0
"""It happens where nobody saw a hand."""
HAND_SECONDS = 0.5
"""So long before a card came or went a hand may have left."""
DRAW = -0.5
"""Cards are drawn after a turn."""
PART_OF_DRAW = -6.0
"""Of the cards drawn one was never seen."""
NOT_SHOWN = -5.0
"""A card was taken from a centre of hidden hands and not spread before the player."""
NOT_USED = -9.0
"""A wild card was spread before the player with a take and is not in it."""
PASS = -1.5
"""A last chance is not used and another player takes."""
BLUFF = -3.0
"""A build whose answer the builder is known not to hold."""
ODD_VALUE = -5.0
"""A build whose cards, from bottom to top, make another value."""
HALF_DONE = -1.5
"""A player is in the middle of a play: cards of the hand lie in the centre, and the hand has just left."""
HALF_DONE_SECOND = -5.0
"""What each second without a hand takes away from that."""
HALF_TAKE_SECOND = -2.5
"""The same where hands lie open: what lies there may become a take yet. People leave what they have gathered for a moment, to fetch a
wild card or to think. Where hands are hidden takes are not made in the centre."""
NO_TAKE = -3.5
"""No take can come of what lies there, only a build."""
LAID_ALONE = -6.0
"""The card lies apart, so that it most likely is a discard."""

WRONG_ORDER = -6.0
"""Cards came to lie in another order than the plays say."""

SURE = 0.99
"""Decided at once."""
LIKELY = 0.5
"""Decided at once where somebody challenges."""
RATHER_SURE = ((2, 0.97), (4, 0.93), (6, 0.8), (12, 0.6))
"""Decided after so many sights without a hand that say the same."""

HARDLY_READ = 1.0
"""Something explains a card so little better than chance that it may be another."""

PUZZLING = -7.0
"""What is left unexplained by the best chain so that what was decided before is doubted."""
PUZZLED_SIGHTS = 4
"""Sights in a row, nothing over the centre, before it is doubted."""
PUZZLED_SECONDS = 2.5
"""Seconds without a hand over the table before what nothing explains is told."""
TAKE_BACK = 6.0
"""By how much another chain must be likelier before operations are taken back for it."""

ANOTHER = -8.0
"""What was taken for a card looks like another."""
TOLD = 20.0
"""A thing is another card than a person said."""
