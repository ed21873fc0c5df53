"""What a page asks and is told, as JSON: it runs in the page's worker, and needs the package's core and the standard library only.

Everything that is said and decided comes from `numero_cam`; here a question is only passed on.
"""

import json
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

from numero_cam.app.analysis_text import analysis_text, parse_analysis
from numero_cam.app.answers import Answer, Question, answer, best_takes
from numero_cam.app.check import check
from numero_cam.app.play import SEAT_NAMES, LiveGame, PlayError, play_line, rematch, resume_game, start_game, step, undo_play
from numero_cam.app.puzzles import PuzzleOptions, make_puzzles
from numero_cam.base.errors import NumeroCamError
from numero_cam.catalogue import tr
from numero_cam.games.numero.engine import Options, game_text, read_game
from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.games.numero.engine.notation_header import UNKNOWN_CARD
from numero_cam.games.numero.players.analysis import analyse, analysis_of
from numero_cam.games.numero.puzzles import Puzzle
from numero_cam.games.numero.rules.choices import PuzzleKind
from numero_cam.games.numero.solve import Play, Solution
from numero_cam.games.numero.solve.kernel import SWITCH
from numero_cam.games.shared.breaks import breaks_no_rule
from numero_cam.games.shared.names import distinct_names
from numero_cam.live.analysis_message import analysis_message
from numero_cam.live.game_ending import game_ending
from numero_cam.live.game_messages import game_fields, take_fields
from numero_cam.live.hint_messages import hint_message
from numero_cam.live.play_draft import draft_message, parse_draft
from numero_cam.live.try_play import parse_try, try_message
from numero_cam.numo import play as numo
from numero_cam.numo.questions import MeldQuestion, find_melds
from numero_cam.numo.rules import game_text as numo_text
from numero_cam.numo.rules.game import NumoGame
from numero_cam.numo.rules.operations import NumoDealt
from numero_cam.numo.rules.state import NumoPhase
from numero_cam.numo.words import end_line, kind_words, kinds_words, meld_words, melds_sentence, operation_line, way_words
from numero_cam.text.game_words import refusal_line
from numero_cam.text.plays import reason_words, why_lines
from numero_cam.text.puzzles import explained_hardness_line, goal_line, hardness_line, puzzle_json, task_line
from numero_cam.text.words import step_text

if TYPE_CHECKING:
    from numero_cam.games.numero.players.analysis import GameAnalysis

Fields = dict[str, Any]
Game = TypeVar("Game")

MOST_OTHERS = 3  #: Maximum number of takes that are shown beside the best one.
OTHERS_SECONDS = 5.0  #: Limit of the search for them: the page's next question waits for it.
ANALYSIS_SECONDS = 0.3  #: Time for which an analysis goes on before the page is answered: what else it asks waits meanwhile.


class AnalysisSteps:
    """Goes on with the analysis of one game for a moment, each time that it is asked."""

    def __init__(self) -> None:
        self._of: object = None
        self._steps: Iterator[GameAnalysis] = iter(())

    def go_on(self, of: object, known: "GameAnalysis", begin: "Callable[[], Iterator[GameAnalysis]]") -> "GameAnalysis":
        """Return what is known after a moment of the game that `of` names as it is; `begin` begins to analyse it from what is `known`."""
        if self._of != of:
            self._of, self._steps = of, begin()
        until = time.monotonic() + ANALYSIS_SECONDS
        newest = known
        for newest in self._steps:  # noqa: B007 - the last one is what is known
            if time.monotonic() > until:
                break
        return newest


class Desk:
    """Answers questions one after the other. It holds the game of Numero and the game of NUMO that the page began last."""

    def __init__(self) -> None:
        self._live: LiveGame | None = None
        self._analysis: GameAnalysis
        self._steps = AnalysisSteps()
        self._session: numo.NumoSession | None = None
        self._answers: dict[str, Callable[[Fields], Fields]] = {
            "pack": _pack,
            "solve": _solve,
            "takes": _takes,
            "check": _check,
            "puzzle": _puzzle,
            "start": self._start,
            "resume": self._resume,
            "rematch": lambda asked: self._gone_on(rematch(self._numero, asked["seed"])),
            "play": self._play,
            "undo": self._undo,
            "draft": self._draft,
            "level": self._hint,
            "after": self._after,
            "numo_melds": _numo_melds,
            "numo_start": self._numo_start,
            "numo_resume": self._numo_resume,
            "numo_choices": self._numo_choices,
            "numo_play": self._numo_play,
            "numo_undo": self._numo_undo,
            "numo_hint": self._numo_hint,
        }

    @property
    def _numero(self) -> LiveGame:
        return _begun(self._live)

    @property
    def _numo(self) -> numo.NumoSession:
        return _begun(self._session)

    def add(self, kind: str, answer: Callable[[Fields], Fields]) -> None:
        """Answer one more kind of question."""
        self._answers[kind] = answer

    def answer(self, question: str, photo: bytes | memoryview | None = None) -> str:
        """Return the answer to a question.

        Args:
            question: A JSON object; `type` says what is asked, the other fields are those of the function that answers.
            photo: The file of a photo.

        Returns:
            A JSON object. Where the question cannot be answered it has `error`, one line for people, and nothing has changed.
        """
        asked = json.loads(question) | {"photo": photo}
        try:
            found = self._answers[asked["type"]](asked)
        except (ValueError, NumeroCamError) as error:
            found = {"error": str(error)}
        return json.dumps(found, ensure_ascii=False)

    def _start(self, asked: Fields) -> Fields:
        """Deal a game: `level`, `by`, `against` (a computer player), `seed`, and `name` of the person."""
        names = distinct_names([asked["name"], tr(SEAT_NAMES[asked["against"]])])
        options = Options.level(asked["level"], by=asked["by"])
        return self._gone_on(start_game(options, names, seed=asked["seed"], against=asked["against"]))

    def _resume(self, asked: Fields) -> Fields:
        """Go on with a game from its `text`; `analysis` is what was kept of its analysis, empty for nothing."""
        game = read_game(asked["text"]).whole()
        return self._gone_on(resume_game(game), asked.get("analysis") or "")

    def _play(self, asked: Fields) -> Fields:
        """Make the person's play: `line`, as the game's text writes it."""
        live = self._numero
        try:
            played, _ = play_line(live, asked["line"].removeprefix(f"{live.game.names[live.person]}: "))
        except PlayError as error:
            return {"error": refusal_line(error, live.game.options)}
        return self._gone_on(played)

    def _undo(self, _: Fields) -> Fields:
        return self._gone_on(undo_play(self._numero) or self._numero)

    def _gone_on(self, live: LiveGame, analysis: str = "") -> Fields:
        while (happened := step(live)) is not None:
            live = happened[0]
        self._live, self._analysis = live, analysis_of(live.game, parse_analysis(analysis, live.game))
        return _game_fields(live)

    def _after(self, asked: Fields) -> Fields:
        """Answer what a server answers under a `path`, `/games/1/analysis` (with `kept`, which is to be kept) or `/games/1/try?k=1`."""
        path, game = urlsplit(asked["path"]), self._numero.game
        if path.path.endswith("/try"):
            return dict(try_message(game, self._analysis.plays, parse_try(path.query), shows_others=False))
        known = self._analysis
        self._analysis = self._steps.go_on(game_text(game), known, lambda: analyse(game, known.plays))
        return {**analysis_message(game, self._analysis), "kept": analysis_text(game, self._analysis.plays)}

    def _draft(self, asked: Fields) -> Fields:
        """Return what may be tapped next in a play of the person."""
        game = self._numero.game
        return dict(draft_message(game, parse_draft(asked | {"player": game.names[self._numero.person]}), ()))

    def _hint(self, asked: Fields) -> Fields:
        return hint_message(self._numero.game, asked["level"])

    def _numo_start(self, asked: Fields) -> Fields:
        """Begin a game of NUMO: `level` 1-8, `seed`, and `name` of the person."""
        options = numo.make_options(numo.NumoGameChoice("lower", int(asked["level"]), "melds", None, ()), 2)
        names = distinct_names([asked["name"], tr("Computer")])
        return self._numo_gone_on(NumoGame(options, names), asked["seed"])

    def _numo_resume(self, asked: Fields) -> Fields:
        """Go on with a game of NUMO from its `text`; `seed` shuffles the hands to come."""
        return self._numo_gone_on(numo_text.read_game(asked["text"]).whole(), asked["seed"])

    def _numo_gone_on(self, game: NumoGame, seed: str) -> Fields:
        self._session = numo.NumoSession(game, "greedy", seed)
        self._numo.go_on()
        return _numo_fields(self._numo.game)

    def _numo_choices(self, asked: Fields) -> Fields:
        """Return what may be done with the chosen `cards` of the hand, each as the line of the play and in words."""
        game, cards = self._numo.game, " ".join(asked["cards"])
        state = game.state
        melds = [(f"meld {kind.value} {cards}", tr("Meld them: {kind}", kind=kind_words(kind))) for kind in state.kinds]
        lays = [
            (f"lay {cards} on {place}", tr("Lay on {meld}", meld=meld_words(lying.meld)))
            for place, lying in enumerate(state.table, start=1)
        ]
        thrown = [(f"discard {cards}", tr("Discard it: your turn ends"))]
        told = chain(melds, lays, thrown) if asked["cards"] else ()
        return {"choices": [each for each in told if breaks_no_rule(numo_text.play_line, game.copy(), numo.PERSON, each[0])]}

    def _numo_play(self, asked: Fields) -> Fields:
        """Do what a `line` says, such as `draw`, `take` or `meld + 3 4 7`."""
        self._numo.play(asked["line"])
        self._numo.go_on()
        return _numo_fields(self._numo.game)

    def _numo_undo(self, _: Fields) -> Fields:
        self._numo.undo()
        return _numo_fields(self._numo.game)

    def _numo_hint(self, asked: Fields) -> Fields:
        return {"said": numo.hint(self._numo.game.state, asked["strength"])}


_EACH_KIND: tuple[Fields, ...] = (
    {"type": "pack"},
    {"type": "solve", "centre": ["8b", "4r", "9g"], "hand": ["12o", "x3", "1/2"], "by": "points"},
    {"type": "check", "centre": ["8b", "4r"], "hand": ["12o"], "answer": "8 + 4", "by": "cards"},
    {"type": "puzzle", "level": "silver:1", "seed": "1"},
    {"type": "start", "level": "3", "by": "points", "against": "greedy", "seed": "1", "name": "A"},
    {"type": "draft", "draft": 1, "k": None},
    {"type": "level", "level": "play"},
    {"type": "numo_start", "level": "1", "seed": "1", "name": "A"},
    {"type": "numo_melds", "hand": "3 4 7", "table": "", "level": "0"},
)


def _begun(game: Game | None) -> Game:
    """Return a game; a page asks before it has gone on with its own."""
    if game is None:
        raise NumeroCamError(tr("There is no game yet: begin one, or open a file."))
    return game


def warm_up() -> None:
    """Load all that answers need: the page keeps a picture of the memory as it is then, from which it starts at once.

    Pyodide takes none of a memory with compiled modules, so the solver's kernel is loaded only later.
    """
    desk = Desk()
    os.environ[SWITCH] = "off"
    for question in _EACH_KIND:
        desk.answer(json.dumps(question))
    del os.environ[SWITCH]


def _pack(_: Fields) -> Fields:
    """Return all cards of Numero, each once."""
    return {"pack": list(dict.fromkeys(map(str, Options.level("all").pack())))}


def _solve(asked: Fields) -> Fields:
    """Return the best take of `centre` and `hand`, in words, in cards and as `numero-cam solve --json` prints it."""
    found = best_takes(asked["centre"], asked["hand"], by=asked["by"])
    best = next(iter(found.plays), None)
    return {**take_fields(best), **worth_fields(best), "problems": [str(problem) for problem in found.problems], "solved": found.to_dict()}


def _takes(asked: Fields) -> Fields:
    """Return what there is to take beside the best take of `centre` and `hand`; see `further_fields`."""
    best = best_takes(asked["centre"], asked["hand"], by=asked["by"])
    return further_fields(best, further_takes(best))


def further_takes(best: Answer) -> Solution:
    """Return the takes that come after the best one, as many as a page shows and a few seconds find."""
    found = answer(best.position, Question(best.settings, top=1 + MOST_OTHERS, limit=OTHERS_SECONDS)).solution
    return replace(found, plays=tuple(play for play in found.plays if play not in best.plays)[:MOST_OTHERS])


def further_fields(best: Answer, further: Solution) -> Fields:
    """Return the takes after the best one (`takes`, each told as that one is), and why it is the best (`why`, sentences)."""
    if not best.plays:
        why = []
    elif not best.proven:
        why = [tr("The search was stopped: a better take may exist.")]
    elif further.proven:
        why = why_lines(best.plays[0], further.plays, by=best.settings.by)
    else:
        why = [tr("No take is better.")]
    return {"takes": [{**take_fields(play), **worth_fields(play)} for play in further.plays], "why": why}


def worth_fields(best: Play | None) -> Fields:
    """Return the points of a take, item by item, and its calculations; nothing of them for None."""
    if best is None:
        return {"points": 0, "items": [], "steps": []}
    items = [[reason_words(item), item.points] for item in best.breakdown]
    return {"points": best.points, "items": items, "steps": [step_text(step) for one in best.sets for step in one.calculations]}


def _check(asked: Fields) -> Fields:
    """Judge an `answer` to a puzzle of `centre` and `hand`; the best take is not given away."""
    found = check(asked["centre"], asked["hand"], asked["answer"], by=asked["by"])
    return {"right": found.verdict.wrong is None, "best": found.missing == 0, "lines": list(found.lines())}


def _puzzle(asked: Fields) -> Fields:
    """Return a puzzle of a `level`; the same `seed`, the same puzzle. Its answer comes along."""
    (puzzle,) = make_puzzles(PuzzleOptions(level=asked["level"], seed=asked["seed"])).puzzles
    return puzzle_fields(puzzle)


def puzzle_fields(puzzle: Puzzle) -> Fields:
    """Return a puzzle in words and as `numero-cam puzzle make --json` prints it, with its answer."""
    told = {"task": task_line(goal_line(PuzzleKind.BEST, puzzle.by)), "told": hardness_line(puzzle), "why": explained_hardness_line(puzzle)}
    return {**puzzle_json(puzzle), **told, **take_fields(puzzle.play)}


def _game_fields(live: LiveGame) -> Fields:
    """Return a game as the live table's page shows one; the hands of the others are hidden until it is over, when `ending` tells how.

    `text` is to be kept.
    """
    game, person, over = live.game, live.game.names[live.person], live.is_over
    fields: Fields = dict(game_fields(game, "hidden", [LogEntry("operation")] * len(game.operations)))
    shown = {name: list(hand) if over or name == person else [UNKNOWN_CARD] * len(hand) for name, hand in fields["hands_of"].items()}
    return {
        "type": "game",
        "state": "over" if over else "playing",
        "watched": True,
        "recording": None,
        "revision": len(game.operations),
        "game": 1,
        "players": list(game.names),
        "near": person,
        **fields,
        "hands_of": shown,
        "ending": {"game": 1, **game_ending(game)} if over else None,
        "text": game_text(game),
    }


def _numo_melds(asked: Fields) -> Fields:
    """Return what can be melded from a `hand`, with the melds of the `table`, at a `level` or (0) with every kind of meld."""
    found = find_melds(asked["hand"], asked["table"], MeldQuestion(int(asked["level"]) or None))
    lines = [melds_sentence(found.best)]
    if found.way is not None:
        lines.append(tr("You can go out: {way}.", way=way_words(found.way, found.table)))
    return {"lines": lines, "melds": [meld_words(meld) for meld in found.melds]}


def _numo_fields(game: NumoGame) -> Fields:
    """Return what a person sees of a game of NUMO. `text` is to be kept; `begun` says that the person has played."""
    state, names, happened = game.state, game.names, list(game.steps())
    steps = [
        line
        for before, operation, after in happened
        for line in (operation_line(names, before, operation, hide=before.player != numo.PERSON), end_line(names, before, after))
        if line
    ]
    return {
        "over": game.is_over,
        "begun": any(before.player == numo.PERSON for before, operation, _ in happened if not isinstance(operation, NumoDealt)),
        "kinds": kinds_words(state.kinds),
        "draws": not game.is_over and state.phase is NumoPhase.DRAW,
        "hand": [str(card.number) for card in sorted(state.hands[numo.PERSON])],
        "discard": str(state.pile[-1].number) if state.pile else "",
        "stock": len(state.stock),
        "others": [[name, len(hand)] for name, hand in list(zip(names, state.hands, strict=True))[1:]],
        "table": [meld_words(lying.meld) for lying in state.table],
        "scores": [[name, score] for name, score in zip(names, state.scores, strict=True)],
        "told": steps,
        "text": numo_text.game_text(game),
    }
