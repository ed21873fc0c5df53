"""Judges an answer that somebody wrote: is it a take by the rules of the game, and if not, where does it go wrong first?"""

from numero_cam.games.numero.judge.records import Fault, Verdict, WrongStep
from numero_cam.games.numero.judge.typed import TypedError, parse_answer
from numero_cam.games.numero.judge.verdict import judge

__all__ = ["Fault", "TypedError", "Verdict", "WrongStep", "judge", "parse_answer"]
