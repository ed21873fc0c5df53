"""The analysis of a game in words and as JSON."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from numero_cam.catalogue import and_list, tr
from numero_cam.games.numero.engine import Game
from numero_cam.games.numero.engine.operations import Built, Discarded, Operation, Taken
from numero_cam.games.numero.players.advisor import PlayOutlook
from numero_cam.games.numero.players.analysis import GameAnalysis
from numero_cam.games.numero.players.candidates import PlayOption
from numero_cam.games.numero.players.loss_reason import (
    LossReason,
    PlayReason,
    ReasonKind,
    WorthParts,
    loss_reason,
    play_reason,
    worth_parts,
)
from numero_cam.games.numero.players.play_worth import Deals, PlayAnalysis, PlayWorth, Unknown, beside, next_best
from numero_cam.games.numero.players.playouts import Playouts
from numero_cam.games.numero.players.view import view_of
from numero_cam.games.numero.rules import Card
from numero_cam.games.numero.rules.choices import By
from numero_cam.games.numero.solve.hands import HandTake
from numero_cam.games.numero.solve.layout_search import way_as_laid
from numero_cam.text.advice import bluff_line, play_words
from numero_cam.text.game_words import arithmetic
from numero_cam.text.words import called, count, figure, gained

HINT_DEALS = Deals(16, 64)  #: What the play of a hint and another one are judged by, while a person waits.
HINT_DEALS_IN_PYTHON = Deals(8, 24)  #: The same where playouts are not compiled.
UNKNOWN_WORDS: Mapping[Unknown, str] = {
    "hand": tr("not known: nobody saw the hand"),
    "cards": tr("not known: cards lay there that the pack does not have"),
    "steps": tr("not known: it was played in several steps"),
}  #: Why nothing is known of a play, in words.
NO_ANALYSIS = tr("There is nothing to compare: no turn was played, or one player played alone.")
_REASONS: dict[ReasonKind, str] = {
    "missed": tr("Did not take {sets} with the {card}: {gain}."),
    "left": tr("Left {sets} for {name}'s {card}: {gain}."),
    "threat": tr("Left {sets} for any {card}: {gain}."),
    "others": tr("After it the others take {amount} more, on average."),
    "next": tr("The next own turn brings {amount} less, on average."),
    "later": tr("The turns after that bring {amount} less, on average."),
    "end": tr("Counted to the last card it costs {amount}."),
}
_LEFT_FOR_WILDS = tr("Left {lying} for {name}'s {card} and wild cards: {gain}.")
_TOOK_LESS = tr("Took {now}; {sets} with the {card} brings {gain}.")


def reason_line(game: Game, play: PlayAnalysis) -> str:
    """Return why a play lost something, as a sentence; empty where it lost nothing."""
    found = loss_reason(game, play)
    return "" if found is None or play.played is None else _sentence(game, play.played, found)


def _sentence(game: Game, played: PlayWorth, found: LossReason) -> str:
    """Return a reason as a sentence."""
    by, take = game.options.by, found.take
    template = _TOOK_LESS if found.kind == "missed" and played.now else _LEFT_FOR_WILDS if found.wilds else _REASONS[found.kind]
    return template.format(
        sets=and_list(map(arithmetic, take.ways)) if take else "",
        lying=and_list(figure(item) if isinstance(item, Card) else item.value for item in found.lying),
        card=figure(take.card) if take else "",
        gain=count(found.gain, by),
        now=count(played.now, by),
        name=game.names[found.player],
        amount=about(found.amount, by),
    )


def why_line(game: Game, operation: Operation) -> str:
    """Return why a play that may be made now is good, by what its player sees, as a sentence or two; empty where nothing tells why."""
    found, name = play_reason(game.state, operation), game.names[(game.state.player + 1) % len(game.names)]
    if isinstance(operation, Taken):
        gain, denied = count(found.gain, game.options.by), figure(found.denied) if found.denied else ""
        if found.empties:
            return tr("It brings {gain}, and leaves nothing that {name} can take with one card.", gain=gain, name=name)
        template = tr("It brings {gain}, and leaves {name} nothing for any {card} alone.") if denied else tr("It brings {gain}.")
        return template.format(gain=gain, name=name, card=denied)
    if found.empties:
        return tr("It leaves nothing that {name} can take with one card.", name=name)
    return _taken_line(found, game.options.by) or _next_best_line(game, operation) or _left_line(found, game.options.by)


def _taken_line(found: PlayReason, by: By) -> str:
    """Return what the answer of a build takes, or what another card would leave, as a sentence; empty where neither is known."""
    if found.then is not None:
        cards, gain = count(found.then.play.cards, "card"), count(found.then.gain, by)
        return tr("From what lies there then, your {card} can take {cards}: {gain}.", card=figure(found.then.taker), cards=cards, gain=gain)
    if found.spared is None or found.other is None:
        return ""
    template = tr("The {other} would leave {sets} for any {card}: {gain}.")
    return template.format(other=figure(found.other), **_take_words(found.spared, by))


def _left_line(found: PlayReason, by: By) -> str:
    """Return what a build or discard leaves for the card that takes most, or that the turn goes on; empty where neither is known."""
    if found.left is None:
        return tr("The turn goes on after it.") if found.goes_on else ""
    words = _take_words(found.left, by)
    if not found.colour_counts:
        return tr("It leaves {sets} for any {card}: {gain}. No other card takes more by itself.").format(**words)
    words["card"] = called(found.left.taker)
    return tr("It leaves {sets} for the {card}: {gain}. No other card takes more by itself.").format(**words)


def _take_words(take: HandTake, by: By) -> dict[str, str]:
    """Return the sets, the card and the gain of a take in words."""
    sets = and_list(arithmetic(way_as_laid(each)) for each in take.play.sets)
    return {"sets": sets, "card": figure(take.taker), "gain": count(take.gain, by)}


def _next_best_line(game: Game, operation: Operation) -> str:
    """Return by how much the next best play is worse, and why; empty where there is none, or playouts are not compiled."""
    playouts = Playouts(game.options)
    found = next_best(game, operation, playouts, HINT_DEALS) if isinstance(operation, Built | Discarded) else None
    if found is None:
        return ""
    after, second = found
    if not second.loss:
        return tr("Another play is about as good.")
    cost = about(second.loss, game.options.by)
    return tr("The next best play is worse by {cost}. {why}", cost=cost, why=reason_line(after, second))


def about(amount: float, by: By) -> str:
    """Return a mean number of points or cards, in whole ones; a small one as half a one at most, and none as 0."""
    whole = round(amount)
    if whole or not amount:
        return count(whole, by)
    return tr("half a point at most") if by == "points" else tr("half a card at most")


def advised_plays(game: Game, outlooks: Sequence[PlayOutlook], most: int) -> list[tuple[PlayOption, str, str]]:
    """Return up to `most` of the advisor's plays, the best first: each play, how much less than the best it brings in words, and why.

    Args:
        game: The game; the plays may be made now.
        outlooks: The advisor's plays, the best first.
        most: Maximum number of plays.
    """
    playouts, by = Playouts(game.options), game.options.by
    strange = playouts.are_compiled and not playouts.know(view_of(game.state))  # cards that the pack does not have
    found = []
    for each in outlooks[:most]:
        best, play = outlooks[0], each.candidate
        loss, why = best.value - each.value, ""
        if each is not best and not strange:
            after, worse = beside(game, best.candidate, play, playouts, HINT_DEALS if playouts.are_compiled else HINT_DEALS_IN_PYTHON)
            loss, why = worse.loss, reason_line(after, worse)
        less = tr("brings most") if each is best else _less(loss, by)
        lines = (bluff_line(each, outlooks) if play.bluff else "", why or why_line(game, play.operation))
        found.append((loss, (play, less, " ".join(filter(None, lines)))))
    return [told for _, told in sorted(found, key=lambda one: one[0])]


def _less(loss: float, by: By) -> str:
    """Return in words how much less than the best play another one brings."""
    if round(loss):
        return tr("{count} less", count=count(round(loss), by))
    return tr("a little less") if loss else tr("about as good")


def beside_line(made: PlayAnalysis, other: PlayAnalysis, by: By) -> str:
    """Return what another play brings beside the one that was made, as a sentence."""
    more = round(made.loss) - round(other.loss)
    if not more:
        return tr("It is as good as what was played.") if made.loss == other.loss else tr("It is about as good as what was played.")
    template = tr("It is better than what was played by {amount}.") if more > 0 else tr("It is worse than what was played by {amount}.")
    return template.format(amount=count(abs(more), by))


def turning_lines(game: Game, analysis: GameAnalysis, player: int) -> Iterator[str]:
    """Yield two lines for each turning point of a player: what was played and what would have been better, and why."""
    for play in analysis.turning_points(player):
        if play.played is None or play.best is None:
            continue
        yield tr(
            "Turn {turn}: {played}. Better by {cost}: {best}.",
            turn=play.turn,
            played=play_words(play.played),
            cost=about(play.loss, analysis.by),
            best=play_words(play.best),
        )
        yield f"    {reason_line(game, play)}"


def player_rows(game: Game, analysis: GameAnalysis) -> list[tuple[str, str, str, str, str]]:
    """Return a row of name, accuracy, losses, choices and luck for each player."""
    rows = []
    for player, name in enumerate(game.names):
        own, accuracy = analysis.of(player), analysis.accuracy(player)
        shown = "" if accuracy is None else f"{accuracy:.0f}"
        luck = "" if analysis.luck(player) is None else gained(whole_parts(analysis, player)[2])
        rows.append((name, shown, f"{sum(play.loss for play in own):.0f}", str(len(own)), luck))
    return rows


PLAYER_HEAD = (tr("player"), tr("accuracy in %"), tr("lost"), tr("choices"), tr("luck"))  #: Above `player_rows`.


def whole_parts(analysis: GameAnalysis, player: int) -> tuple[int, int, int]:
    """Return a player's lead, what choices added to it and what luck added, in whole points or cards; the first is their sum."""
    lead, skill = round(analysis.leads[player]), round(analysis.skill(player))
    return lead, skill, lead - skill


def summary_line(game: Game, analysis: GameAnalysis) -> str:
    """Return what made the lead of who is farthest ahead, and who would be without losses, as sentences; empty where it is not known."""
    if analysis.luck(0) is None or not analysis.turns:
        return ""
    first = [who for who, ahead in enumerate(analysis.leads) if ahead == max(analysis.leads)]
    lead, skill, luck = whole_parts(analysis, first[0])
    level = len(first) > 1 if analysis.over else not lead
    if level:
        parts = tr("{name}: {skill} by choices, {luck} by luck.")
        drawn = tr("It is a draw between {names}.") if analysis.over else tr("It would probably end level.")
        template = f"{drawn} {parts}"
    elif analysis.over:
        template = tr("{name} is {ahead}: {skill} by choices, {luck} by luck.")
    else:
        template = tr("{name} would probably end {ahead}: {skill} by choices, {luck} by luck.")
    told = template.format(
        name=game.names[first[0]],
        names=and_list(game.names[who] for who in first),
        ahead=_ahead(game, lead),
        skill=gained(skill),
        luck=gained(luck),
    )
    if not any(play.loss for play in analysis.plays):
        return told
    return f"{told} {_without_losses(game, analysis, None if level else first[0])}"


def _without_losses(game: Game, analysis: GameAnalysis, leader: int | None) -> str:
    """Return who would be ahead had nobody lost anything, as a sentence: luck alone tells. `leader` is who is ahead; None for nobody."""
    player = max(range(len(game.names)), key=lambda who: analysis.luck(who) or 0.0)
    ahead = whole_parts(analysis, player)[2]
    if not ahead:
        return tr("Without anybody's losses, probably nobody would be ahead.")
    template = (
        tr("Without anybody's losses, {name} would probably still be {ahead}.")
        if player == leader
        else tr("Without anybody's losses, {name} would probably be {ahead}.")
    )
    return template.format(name=game.names[player], ahead=_ahead(game, ahead))


def _ahead(game: Game, lead: int) -> str:
    """Return how far somebody is ahead: `8 points ahead`."""
    amount = count(lead, game.options.by)
    return tr("{lead} ahead", lead=amount) if len(game.names) == 2 else tr("{lead} ahead of the mean of the others", lead=amount)


def unknown_line(analysis: GameAnalysis) -> str:
    """Return of how many plays nothing is known, as a sentence; empty where all are known."""
    unknown = sum(bool(play.unknown) for play in analysis.plays)
    if not unknown:
        return ""
    return tr(
        "{unknown} of {plays} plays are not known: what was luck, and who would be ahead without losses, cannot be told.",
        unknown=unknown,
        plays=analysis.turns,
    )


def analysis_json(game: Game, analysis: GameAnalysis) -> dict[str, object]:
    """Return the object of `numero-cam game analyse --json`."""

    def each(value: Any) -> dict[str, object]:  # noqa: ANN401 - a method of the analysis
        """Return what a method gives for each player, by name."""
        return {name: _rounded(value(player)) for player, name in enumerate(game.names)}

    return {
        "players": list(game.names),
        "by": analysis.by,
        "plays_done": analysis.done,
        "plays_in_all": analysis.turns,
        "over": analysis.over,
        "leads": {name: _rounded(ahead) for name, ahead in zip(game.names, analysis.leads, strict=True)},
        "accuracy": each(analysis.accuracy),
        "skill": each(analysis.skill),
        "luck": each(analysis.luck),
        "turning_points": {name: [play.k for play in analysis.turning_points(who)] for who, name in enumerate(game.names)},
        "summary": summary_line(game, analysis),
        "plays": [play_json(game, analysis, play) for play in analysis.plays],
    }


def play_json(game: Game, analysis: GameAnalysis, play: PlayAnalysis) -> dict[str, object]:
    """Return the object of a play."""
    shown: dict[str, object] = {
        "k": play.k,
        "turn": play.turn,
        "player": game.names[play.player],
        "final": play.fine,
        "not_known": UNKNOWN_WORDS.get(play.unknown, ""),
    }
    if play.played is None or play.best is None:
        return shown
    return shown | {
        "choices": play.choices,
        "deals": play.deals,
        "loss": _rounded(play.loss),
        "error": _rounded(play.error),
        "accuracy": _rounded(analysis.accuracy_of(play)),
        "reason": reason_line(game, play),
        "played": _worth_json(game, play, play.played),
        "best": _worth_json(game, play, play.best),
    }


def _worth_json(game: Game, play: PlayAnalysis, worth: PlayWorth) -> dict[str, object]:
    """Return the object of `played` or `best`: the play, its arithmetic, and the lead of each player that it leads to."""
    parts: WorthParts = worth_parts(game, play, worth)
    return {
        "play": play_words(worth),
        "before": _rounded(parts.before),
        "now": parts.now,
        "replies": _rounded(parts.replies),
        "back": _rounded(parts.back),
        "later": _rounded(parts.later),
        "leads": {name: _rounded(ahead) for name, ahead in zip(game.names, worth.leads, strict=True)},
    }


def _rounded(value: float | None) -> float | None:
    """Return a number with two digits; never -0.0."""
    return None if value is None else round(value, 2) + 0.0
