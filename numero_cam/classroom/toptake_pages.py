"""The pages of a Top Take as HTML: the one to project, and the teacher's own."""

from collections.abc import Mapping, Sequence

from numero_cam.catalogue import ngettext, tr
from numero_cam.classroom.classes import Classroom
from numero_cam.classroom.desk_pages import STATIC, card_name
from numero_cam.classroom.occasions import shown_name
from numero_cam.classroom.toptake import SECONDS, PlayedRound, RoundPhase, Standing
from numero_cam.games.numero.rules import Card
from numero_cam.text.page_templates import page_html
from numero_cam.text.words import count, tied_places

MOST_STEPS = 3  #: Maximum number of different places on the podium.


def round_page(class_name: str, played: PlayedRound, now: int) -> str:
    """Return the page to project at a moment, in milliseconds since 1970: the puzzle with its clock, the proof, or the podium."""
    phase, stored = played.phase(now), played.stored
    step = played.proof[min(stored.shown, len(played.proof)) - 1] if stored.shown else None
    return page_html(
        "classroom/templates/round.html",
        at=STATIC,
        class_name=class_name,
        heading=played.printing.heading,
        puzzle=played.puzzle,
        phase=phase,
        revision=stored.revision,
        clock=stored.clock,
        shown_time=clock_text(stored.clock.left_at(now)),
        said=_PHASE_WORDS[phase],
        over=_PHASE_WORDS[RoundPhase.OVER],
        next_words=_NEXT_WORDS[phase],
        are_in=_are_in(played),
        step=step,
        podium=podium(played) if phase is RoundPhase.PODIUM else (),
        names=stored.names,
        is_card=lambda part: isinstance(part, Card),
        card_name=card_name,
    )


_PHASE_WORDS = {
    RoundPhase.READY: tr("Ready?"),
    RoundPhase.RUNNING: "",
    RoundPhase.STOPPED: tr("The clock stands."),
    RoundPhase.OVER: tr("Time is over: pencils down."),
    RoundPhase.PROOF: "",
    RoundPhase.PODIUM: "",
}
_NEXT_WORDS = {
    RoundPhase.READY: tr("Start"),
    RoundPhase.RUNNING: tr("Stop"),
    RoundPhase.STOPPED: tr("Go on"),
    RoundPhase.OVER: tr("First card of the best take"),
    RoundPhase.PROOF: tr("Next card"),
    RoundPhase.PODIUM: tr("Next card"),
}


def clock_text(milliseconds: int) -> str:
    """Return a time left as the clock shows it: `2:05`."""
    seconds = -(-milliseconds // 1000)
    return f"{seconds // 60}:{seconds % 60:02}"


def _are_in(played: PlayedRound) -> str:
    """Return how many answers are in, in words."""
    table, stored = played.table, played.stored
    pupils = tr("{answers} of {pupils} are in", answers=len(table.handed_in), pupils=len(table.rows))
    alone = set(played.team_of.values())
    together = [team for team in stored.teams if team not in alone]
    if not together:
        return pupils
    teams = tr("{answers} of {teams} teams are in", answers=len(stored.answers), teams=len(together))
    return f"{pupils}, {teams}" if table.handed_in or alone else teams


def podium(played: PlayedRound) -> tuple[tuple[str, str, str], ...]:
    """Return who stands on the podium as (place, who, how much): the teams, or the pupils if their names may be projected.

    Else each line is how many pupils reached how much. The first three places are shown, with all who share one.
    """
    if played.teams:
        return _best_of(played, played.teams)
    if played.stored.names:
        return _best_of(played, played.pupils)
    reached = [(number, pupils) for number, pupils in played.reached if number][:MOST_STEPS]
    return tuple(
        (str(place), ngettext("{n} child", "{n} children", pupils), count(number, played.by))
        for place, (number, pupils) in enumerate(reached, start=1)
    )


def _best_of(played: PlayedRound, standings: Sequence[Standing]) -> tuple[tuple[str, str, str], ...]:
    places = tied_places([one.place for one in standings])
    shown = [(place, one) for place, one in zip(places, standings, strict=True) if one.place is not None and one.place <= MOST_STEPS]
    return tuple((place, one.who, count(one.count, played.by)) for place, one in shown)


def round_desk_page(room: Classroom, played: PlayedRound | None, now: int, problem: str, given: Mapping[str, str]) -> str:
    """Return the teacher's page of a round: what is in, answers and teams to type, and a new round; `given` is what was typed before."""
    return page_html(
        "classroom/templates/round_desk.html",
        at=STATIC,
        room=room,
        played=played,
        are_in=_are_in(played) if played else "",
        phase=played.phase(now) if played else None,
        tables=_tables(played) if played else (),
        teams=given.get("teams") or (_typed_teams(played) if played else ""),
        level=given.get("level") or room.usual_level,
        seconds=given.get("seconds") or SECONDS,
        problem=problem,
        given=given,
        shown_name=shown_name,
    )


def _tables(played: PlayedRound) -> tuple[tuple[str, tuple[tuple[str, ...], ...]], ...]:
    """Return the standings for the teacher: the head of the second column, and rows of place, who, how much and answer."""
    heads = ((tr("Team"), played.teams), (tr("Pupil"), played.pupils))
    return tuple(
        (
            head,
            tuple(
                (place, one.who, str(one.count), one.answer)
                for place, one in zip(tied_places([each.place for each in standings]), standings, strict=True)
            ),
        )
        for head, standings in heads
        if standings
    )


def _typed_teams(played: PlayedRound) -> str:
    """Return the teams as they are typed: `Red: 3 8 17`, a line each."""
    numbers: dict[str, list[str]] = {team: [] for team in (*played.stored.teams, *played.team_of.values())}
    for number, team in played.team_of.items():
        numbers[team].append(str(number))
    return "\n".join(f"{team}: {' '.join(own)}" if own else team for team, own in numbers.items())
