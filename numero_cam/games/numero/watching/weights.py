"""Weights of everything that is seen or may have been played. They are natural logarithms of probabilities unless a unit is named.

They were set by hand on simulated games whose tables were turned into noisy sights, never on films (docs/adr/0008-watching.md). Measure a
change with `python benchmarks/watching_sights.py`.
"""

# What is seen of cards

#: Looks at one card that does not move are correlated: any number of them counts as at most this many independent ones.
MAX_INDEPENDENT_LOOKS = 3.0
#: Looks after which the older ones fade: a card may be read wrongly in the same way for seconds, until the light or a hand changes.
REMEMBERED_LOOKS = 8
UNIFORM_SHARE = 0.004  #: Share of each look, 0..1, that is spread evenly over all faces of the pack, because no look is certain.
MIN_PLACE_PROBABILITY = 0.02  #: Smallest probability, 0..1, that a card lies at a place which no look named.
#: A card that lies on the table is missing in this many successive sights; the index is the number of sights.
MISSED_BY_SIGHTS = (-0.0, -3.9, -6.0, -7.5, -9.0)
HIDDEN_BY_HAND = -1.0  #: A card that lies on the table is not seen while something covers its place.
IN_THE_HAND = -2.5  #: A card of the player who is to play is not seen in the row while something is over the centre: that hand may hold it.
FALSE_TRACK = -4.5  #: A track exists where no card lies.
FALSE_TRACK_ONE_SIGHT = -3.5  #: A track that was in a single sight exists where no card lies.
FALSE_TRACK_READ = -9.0  #: A track that lay still and was surely read exists where no card lies.
DUPLICATE_TRACK = -4.0  #: One card has two tracks.
UNREAD_TRACK = -1.5  #: A track whose face was never read belongs to no card of the table.
BUILD_CARD_APART = -3.0  #: A card of a build is seen apart from the rest of it.
UNRELATED_CARDS_STACKED = -5.0  #: Two items of the centre that do not belong together are seen lying on each other.
LOOKS_LIKE_ANOTHER_CARD = -8.0  #: A track is matched with a card that its looks contradict.
CORRECTED_BY_PERSON = 20.0  #: Gain of the card that a person named for a track over every other card.
#: A track that was one of several equal cards is another of them: somebody has exchanged them, or its number was lost and found again.
EQUAL_CARD_OF_ANOTHER_TRACK = -3.0
MIN_READ_GAIN = 1.0  #: A track is read as a card only if the card explains its looks better than chance by at least this.

# What may have been played

PLAY = -2.5  #: A take, build or discard happens between two sights.
NO_HAND_SEEN = -8.0  #: A play happens where no hand was seen.
#: A play happens in the centre while something is over it, and nobody sees the cards that it brings or takes there.
PLAY_UNDER_AN_ARM = -3.0
HAND_LEFT_SECONDS = 0.5  #: Seconds by which a hand may have left before a card was first seen at, or last seen at, its place.
DRAW = -0.5  #: Cards are drawn after a turn.
UNSEEN_DRAWN_CARD = -6.0  #: One of the drawn cards was never seen.
COVERED_DRAWN_CARD = -3.0  #: The same while something is over the row.
TAKEN_CARD_NOT_SHOWN = -5.0  #: With hidden hands, a card was taken from the centre and not spread before the player.
SHOWN_WILD_UNUSED = -9.0  #: A wild card was spread before the player with a take, and is not part of the take.
DRAWN_NOT_YET = -7.0  #: A card of the stock lies in the row of the player who draws, and the draw is not over.
DRAWN_BEFORE_SEEN = -1.5  #: A drawn card was first seen before a card of the hand that lay there all the time.
PASS = -1.5  #: A last chance is not used, and another player takes.
BLUFF = -3.0  #: A player makes a build and is known not to hold its answer.
VALUE_NOT_IN_ORDER = -5.0  #: The cards of a build, calculated from bottom to top, make another value than the build has.
UNFINISHED_PLAY = -1.5  #: A player is in the middle of a play: cards of the hand lie in the centre, and the player's hand has just left.
UNFINISHED_PLAY_PER_SECOND = -5.0  #: Added to `UNFINISHED_PLAY` for each second without a hand, where hands of cards are hidden.
#: The same where hands of cards lie open. People then leave a take for a moment, to fetch a wild card or to think.
UNFINISHED_TAKE_PER_SECOND = -2.5
UNFINISHED_LONG = -6.0  #: At most so much is added for the time: now and then people leave a play unfinished for as long as they like.
UNFINISHED_BUILD = -3.5  #: An unfinished play can only become a build, not a take.
UNFINISHED_CARD_ALONE = -6.0  #: A card of an unfinished play lies alone, so that it most likely is a discard.
UNFINISHED_AND_DRAWN = -6.0  #: A hand was over the stock after a card of an unfinished play came: who draws has finished.
LAID_CARD_PUT_BACK = -6.0  #: A card of an unfinished play was put back into the hand.
ARRIVED_OUT_OF_ORDER = -6.0  #: Cards arrived at their places in another order than that of the plays.

# Of the cards of the game

CARD_OF_ANOTHER_PACK = -7.0  #: A card lies there that the cards named for the game lack.
SURE_STRANGER = 4.6  #: Natural logarithm of the odds, 100 to 1, from which such a card counts as one of the game.
STOCK_USED_UP = -8.0  #: The stock is used up, though by the cards of the game it is not, and nobody sees whether it lies there.
STOCK_LIES = -12.0  #: The same while a stock is seen to lie there.
STOCK_GONE_BEFORE = 2.0  #: Nothing is drawn where the stock had gone before the turn ended: nobody waits for a draw any more.
DRAWN_WITHOUT_STOCK = -3.0  #: Cards are drawn although the stock had gone before.
STOCK_GONE_NOW = -1.5  #: Fewer cards are drawn than are missing, and the stock went meanwhile.

ANOTHER_BEGINNING = -4.0  #: A game begins otherwise than with the likeliest table and player.
ANOTHER_PLAYER = -1.5  #: Another player goes on from a table as it lies: how many plays were not seen before, nobody knows.

# When something is decided

DECIDE_AT_ONCE = 0.99  #: Probability, 0..1, from which an operation is decided in the first sight.
DECIDE_ON_CHALLENGE = 0.5  #: Probability, 0..1, from which an operation is decided when somebody challenges.
#: Pairs of a number of successive sights without a hand and the probability, 0..1, from which an operation is decided after them.
DECIDE_AFTER_SIGHTS = ((2, 0.97), (4, 0.93), (6, 0.8), (12, 0.6))
REVISION_SCORE = -7.0  #: Earlier operations are doubted where even the best chain leaves more than this unexplained.
#: The game goes on from the table as it lies where people were told of more than this that even the best history leaves unexplained.
TABLE_UNKNOWN_SCORE = -12.0
SECONDS_BEFORE_UNEXPLAINED = 2.5  #: Seconds after which the players are told what no play explains.
#: Seconds for which something must be over the middle before the players are told that nobody sees what is played there.
SECONDS_BEFORE_COVERED = 5.0
SECONDS_BEFORE_TABLE_UNKNOWN = 8.0  #: Seconds after which the game goes on from the table as it lies where people were told of less.
SECONDS_BEFORE_DOUBTED = 4.0  #: Seconds after which the players are told what plays explain that are not sure enough to be told.
MIN_DOUBT = 3.0  #: By how much another history must be likelier than that which is told before the past is searched anew.
MIN_REVISION_GAIN = 6.0  #: By how much another chain must be likelier, for each play, before operations are taken back for it.
MIN_BEGINNING_GAIN = 6.0  #: By how much another beginning must be likelier before the game begins with it instead.
