"""The analysis of a game as a page tells it: what made the lead, each play with what it lost, and where the game turned."""

from numero_cam.catalogue import tr
from numero_cam.games.numero.engine import Game
from numero_cam.games.numero.players.analysis import GameAnalysis
from numero_cam.games.numero.players.loss_reason import worth_parts
from numero_cam.games.numero.players.play_worth import PlayAnalysis, PlayWorth
from numero_cam.live.page_messages import Message
from numero_cam.text.analysis import UNKNOWN_WORDS, about, reason_line, summary_line, unknown_line
from numero_cam.text.play_story import play_story
from numero_cam.text.words import figure


def analysis_message(game: Game, analysis: GameAnalysis, problem: str = "") -> Message:
    """Return the analysis of a game for pages.

    Args:
        game: The game.
        analysis: Its analysis, as far as it is known.
        problem: Why it does not go on; empty where it does.

    Returns:
        What `GameAnalysis` of `static/js/protocol.d.ts` describes.
    """
    players = range(len(game.names))
    accuracies = [analysis.accuracy(who) for who in players]
    lost = [sum(play.loss for play in analysis.of(who)) for who in players]
    return {
        "done": analysis.done,
        "turns": analysis.turns,
        "problem": problem,
        "players": [
            {"name": name, "accuracy": None if accuracy is None else round(accuracy), "lost": about(sum_of, analysis.by)}
            for name, accuracy, sum_of in zip(game.names, accuracies, lost, strict=True)
        ],
        "summary": summary_line(game, analysis),
        "unknown": unknown_line(analysis),
        "turning": sorted(play.k for who in players for play in analysis.turning_points(who)),
        "plays": [play_message(game, play) for play in analysis.plays],
    }


def play_message(game: Game, play: PlayAnalysis) -> Message:
    """Return a play, one item of `plays`."""
    state, operation = game.states[play.last], game.operations[play.last]
    told: dict[str, object] = {
        "k": play.k,
        "turn": play.turn,
        "last": play.last,
        "player": play.player,
        "final": play.fine,
        "said": play_story(game.names, state, operation)["said"],
        "leads": None if play.played is None else [round(ahead, 1) for ahead in play.played.leads],
        "loss": round(play.loss),
        "known": UNKNOWN_WORDS.get(play.unknown, ""),
    }
    if play.played is None or play.best is None or not play.loss:
        return told
    better = play_story(game.names, game.states[play.k], play.best.operation)
    said = better["said"]
    if play.best.then is not None:
        said = tr("{play} Then the {card}.", play=said, card=figure(play.best.then))
    return told | {
        "lost": about(play.loss, game.options.by),
        "better": said,
        "card": better["card"],
        "sets": better["sets"],
        "why": reason_line(game, play),
        "parts": _parts(game, play, play.played, play.best),
    }


def _parts(game: Game, play: PlayAnalysis, played: PlayWorth, best: PlayWorth) -> list[tuple[str, int, int]]:
    """Return the arithmetic of a loss: words, and what the play that was made and the best one bring, in whole points or cards.

    The last row is the sum. What rounding leaves is in the row before it.
    """
    mine, better = worth_parts(game, play, played), worth_parts(game, play, best)
    others = tr("then the others take") if len(game.names) > 2 else tr("then {name} takes", name=game.names[1 - play.player])
    rows = [(tr("lead before"), mine.before, better.before), (tr("brings now"), mine.now, better.now)]
    if play.deals:
        rows += [(others, mine.replies, better.replies), (tr("the next own turn brings"), mine.back, better.back)]
    whole = [(words, round(one), round(other)) for words, one, other in rows]
    end, best_end = round(better.lead) - round(play.loss), round(better.lead)
    later = tr("later"), end - sum(one for _, one, _ in whole), best_end - sum(other for _, _, other in whole)
    return [*whole, later, (tr("lead in the end"), end, best_end)]
