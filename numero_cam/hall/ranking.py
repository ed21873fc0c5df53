"""The ranking of an event, with named tie-breaks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from numero_cam.catalogue import tr
from numero_cam.hall.records import Entrant, Match, PairingSystem

WIN_POINTS = 2
DRAW_POINTS = 1


@dataclass(frozen=True)
class RankingRow:
    """The place of an entrant. The fields after `place` are compared in their order."""

    number: int  #: Number of the entrant.
    place: int = 0  #: From 1; entrants that are equal in all of `compared` share it.
    points: int = 0  #: 2 for a win and for a round without an opponent, 1 for a draw.
    buchholz: int = 0  #: The points of all opponents; a round without an opponent counts as an opponent with the own points.
    wins: int = 0  #: Number of matches won.
    margin: int = 0  #: Own scores minus those of the opponents.
    scored: int = 0  #: Own scores.
    played: int = 0  #: Number of rounds played, those without an opponent included.
    byes: int = 0  #: Number of rounds without an opponent.

    @property
    def compared(self) -> tuple[int, ...]:
        """The numbers that decide the place, the first that differs; higher is better."""
        return self.points, self.buchholz, self.wins, self.margin, self.scored


def tie_break_words(system: PairingSystem) -> str:
    """Return for people the order in which entrants are compared."""
    if system == "ladder":
        return tr("The ladder: who beats somebody above takes that place.")
    return tr(
        "Points (2 for a win, 1 for a draw, 2 for a round without an opponent when that round is over); "
        "then Buchholz, the points of all opponents; then wins; "
        "then the difference of the scores; then the own scores."
    )


def ranking(entrants: Sequence[Entrant], matches: Sequence[Match], system: PairingSystem = "swiss") -> tuple[RankingRow, ...]:
    """Return the ranking after the matches that have a result, the first place first.

    A round without an opponent counts when all others of it have their results: nobody leads because others still play.

    Args:
        entrants: All entrants, those that left as well.
        matches: All matches of the event.
        system: A ladder is ordered by `ladder`, everything else by `RankingRow.compared`.
    """
    tallies = {entrant.number: _Tally() for entrant in entrants}
    unfinished = {match.round for match in matches if match.result is None and match.pairing.away is not None}
    for match in matches:
        if match.pairing.away is not None or match.round not in unfinished:
            _count(tallies, match)
    rows = [
        RankingRow(number, 0, own.points, _buchholz(own, tallies), own.wins, own.margin, own.scored, own.played, own.opponents.count(None))
        for number, own in tallies.items()
    ]
    if system == "ladder":
        steps = {number: step for step, number in enumerate(ladder(entrants, matches), 1)}
        rows.sort(key=lambda row: steps[row.number])
        return tuple(replace(row, place=steps[row.number]) for row in rows)
    rows.sort(key=lambda row: (tuple(-value for value in row.compared), row.number))
    places: dict[tuple[int, ...], int] = {}
    return tuple(replace(row, place=places.setdefault(row.compared, place)) for place, row in enumerate(rows, 1))


def ladder(entrants: Sequence[Entrant], matches: Sequence[Match]) -> list[int]:
    """Return the numbers of the entrants from the top down: by round of joining; then each winner below the loser moves to its place."""
    steps = [entrant.number for entrant in sorted(entrants, key=lambda entrant: (entrant.joined, entrant.number))]
    for match in sorted(matches, key=lambda match: (match.round, match.number)):
        if match.result is None or match.pairing.away is None or match.result.home == match.result.away:
            continue
        winner, loser = match.pairing.home, match.pairing.away
        if match.result.home < match.result.away:
            winner, loser = loser, winner
        if steps.index(winner) > steps.index(loser):
            steps.remove(winner)
            steps.insert(steps.index(loser), winner)
    return steps


def winner_of(match: Match) -> int | None:
    """Return the number of the entrant that won a match or had no opponent; None where it is drawn or has no result."""
    if match.pairing.away is None:
        return match.pairing.home
    if match.result is None or match.result.home == match.result.away:
        return None
    return match.pairing.home if match.result.home > match.result.away else match.pairing.away


@dataclass
class _Tally:
    """The sums of one entrant; an opponent is None where a round had none."""

    points: int = 0  #: Points of the ranking.
    wins: int = 0  #: Matches won.
    margin: int = 0  #: Own scores minus those of the opponents.
    scored: int = 0  #: Own scores.
    played: int = 0  #: Rounds, those without an opponent too.
    opponents: list[int | None] = field(default_factory=list)  #: Number of the opponent in each round.


def _count(tallies: Mapping[int, _Tally], match: Match) -> None:
    """Add a match to the sums of its entrants, by their numbers."""
    home, away, result = match.pairing.home, match.pairing.away, match.result
    if away is None:
        own = tallies[home]
        own.points, own.played = own.points + WIN_POINTS, own.played + 1
        own.opponents.append(None)
    elif result is not None:
        for number, other, scored, conceded in ((home, away, result.home, result.away), (away, home, result.away, result.home)):
            own = tallies[number]
            own.points += WIN_POINTS if scored > conceded else DRAW_POINTS if scored == conceded else 0
            own.wins, own.margin, own.scored = own.wins + (scored > conceded), own.margin + scored - conceded, own.scored + scored
            own.played += 1
            own.opponents.append(other)


def _buchholz(own: _Tally, tallies: Mapping[int, _Tally]) -> int:
    """Return the sum of the opponents' points; a round without one counts the own points."""
    return sum(own.points if other is None else tallies[other].points for other in own.opponents)
