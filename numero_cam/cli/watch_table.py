"""``numero-cam watch``: the table and its best take, told again when they changed."""

import sys

from numero_cam.assistant.answers import Question
from numero_cam.assistant.watch_open import open_table_watch
from numero_cam.assistant.watch_table import TableSeen
from numero_cam.cli.answers import print_json
from numero_cam.cli.options import Manner, PhotoOptions
from numero_cam.cli.solve_photo import print_solved
from numero_cam.cli.spoken import stopped_by_user
from numero_cam.tell.terminal import make_console, say


def run_watch_table(source: str, question: Question, options: PhotoOptions, manner: Manner) -> None:
    """Watches until the source ends or the user stops it.

    Raises:
        NumeroCamError: The source, a file or a model cannot be used.
    """
    watch, warnings = open_table_watch(source, question, config=options.config, deck=options.deck, calibration=options.calibration,
                                       seat=options.seat)  # fmt: skip
    for line in warnings:
        sys.stderr.write(f"numero-cam: left out: {line}\n")
    notice = ""
    try:
        with stopped_by_user() as stopped:
            while watch.running and not stopped:
                if (seen := watch.step()) is not None:
                    _tell(seen, manner)
                if watch.notice and watch.notice != notice:
                    sys.stderr.write(f"numero-cam: {watch.notice}\n")
                    sys.stderr.flush()
                notice = watch.notice
        if watch.ended:
            sys.stderr.write(f"numero-cam: {watch.ended}\n")
    finally:
        watch.close()


def _tell(seen: TableSeen, manner: Manner) -> None:
    if manner.as_json:
        print_json(seen.to_dict())
        return
    print_solved(seen.solved, manner)
    if not manner.brief:
        say(make_console(), "-" * 40)
    sys.stdout.flush()
