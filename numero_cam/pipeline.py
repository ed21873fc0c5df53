"""Photo to table: the one file that names all stages in order, and times each, always."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from numero_cam.base import geometry, quality
from numero_cam.base.onnx import Network
from numero_cam.base.records import CardReading, Corners, Frame, TableState, Votes
from numero_cam.base.seats import Seat
from numero_cam.config import ReaderConfig
from numero_cam.decks.by_deck import ByDeck, by_deck
from numero_cam.decks.choose import Decks
from numero_cam.detect.detector import Detector, joined
from numero_cam.extract.rectify import Pyramid, face_crop
from numero_cam.extract.speckle import without_specks
from numero_cam.identify import outlines
from numero_cam.identify.agree import agree
from numero_cam.identify.evidence import Candidate
from numero_cam.identify.faces import Face, FaceReader, Labels, Told
from numero_cam.identify.indices import IndexReader
from numero_cam.identify.judge import Judge, candidates_of
from numero_cam.identify.missed import Eyes
from numero_cam.identify.order import renumbered
from numero_cam.identify.outlines import Outlined
from numero_cam.identify.parts import Box, KnownTable, Parts, part_cards, see_parts
from numero_cam.identify.plane import Plane, quads_of
from numero_cam.identify.seen import Seen, laid, see
from numero_cam.identify.strange import other_game
from numero_cam.observe.once import scores_of_cards, settle
from numero_cam.observe.table import lay_table

INSIDE = 0.85
"""An outline with at least this share of its area inside another one belongs to the same card, if `SMALLER` holds too."""
SMALLER = (0.6, 0.93)
"""Least and most ratio of the two areas. Cards of a fan may overlap as much, but they have one size."""
NO_FACE = "the back of a card, or another game's card"
OTHER_GAME = (
    "most of these cards show no number 1-15 and no sign of the game: they are another game's, or a pack to be learned by deck learn; "
    "none is read"
)
SURELY_NO_FACE = 0.5
"""From this chance of "no face of the pack" on, a card is a back or belongs to another game."""
LEAST_OPEN = 0.9
"""Cards of which less is visible are not learned from."""
MOST_GUESSES = 8
"""The most faces that are named for an unknown card. Each colour of a number is a face of its own."""


@dataclass(frozen=True)
class GameEyes:
    """The names of the models for the cards of one game: of faces, of indices, and the judge of the whole table."""

    face: str
    index: str | None = None
    judge: str | None = None


NUMERO, NUMO = GameEyes("face", "index", "judge"), GameEyes("numo-face")
"""NUMO's cards lie open in melds: it has no reader of indices, and one card tells nothing of another."""


class _Clock:
    """Milliseconds of each stage."""

    def __init__(self, decode_ms: float) -> None:
        self.milliseconds = {"decode": decode_ms}
        self._last = time.perf_counter()

    def stage(self, name: str) -> None:
        now = time.perf_counter()
        self.milliseconds[name] = (now - self._last) * 1000
        self._last = now

    def total(self) -> dict[str, float]:
        return {**self.milliseconds, "total": sum(self.milliseconds.values())}


def _pyramid(frame: Frame) -> Pyramid:
    return Pyramid(without_specks(frame.pixels))


class Reader:
    """Reads photos of tables; holds the loaded models and nothing of the photos.

    Args:
        detector: Finds outlines.
        outline: The loaded model ``outline``.
        faces: Reads faces.
        config: How photos are read.
        decks: The learned decks that come into question, none of them maybe; None where no deck is asked for.
        judge: The loaded model ``judge``; None for a pack that it does not know.
    """

    def __init__(
        self,
        detector: Detector,
        outline: Network,
        faces: FaceReader,
        config: ReaderConfig,
        *,
        decks: Decks | None = None,
        judge: Network | None = None,
    ) -> None:
        self._detector = detector
        self._outline = outline
        self._faces = faces.of_coloured_numbers() if decks and decks.forced and decks.profiles[0].is_coloured else faces
        self._config = config
        self._decks = decks
        self._judge = Judge(judge, self._faces, decks.profiles[0].faces if decks and decks.forced else ())

    @classmethod
    def load(
        cls, config: ReaderConfig | None = None, decks: Decks | None = None, *, shared: bool = False, eyes: GameEyes = NUMERO
    ) -> "Reader":
        """Loads the models of this installation.

        Args:
            config: How photos are read; as usual if not given.
            decks: See the class.
            shared: See ``Network.load``; for programs that load no other onnxruntime models.
            eyes: The models that read faces and indices; outlines are those of cards of any game.

        Raises:
            ModelError: A model is missing, was changed, or is of another version.
        """
        config = config or ReaderConfig()

        def network(name: str) -> Network:
            return Network.load(name, threads=config.threads, shared=shared)

        # All are opened before any is used: a damaged one is named whichever it is.
        detector, outline, face = (network(name) for name in ("detector", "outline", eyes.face))
        index, judge = (network(name) if name else None for name in (eyes.index, eyes.judge))
        finder = Detector(detector, long_side=config.long_side, least_score=config.least_score)
        faces = FaceReader(face, IndexReader(index) if index else None)
        return cls(finder, outline, faces, config, decks=decks, judge=judge)

    @property
    def labels(self) -> Labels:
        """What the face network tells apart."""
        return self._faces.labels

    def read(
        self,
        frame: Frame,
        *,
        packs: int = 1,
        seat: Seat = "near",
        corrections: Mapping[int, str | None] | None = None,
        decode_ms: float = 0.0,
    ) -> TableState:
        """Reads one photo.

        Args:
            frame: The photo.
            packs: How many packs lie on the table; one pack has each card once.
            seat: The side of the photo at which the player sits whose hand it is.
            corrections: What the user says that cards are, by their ``n``; None takes a card away.
            decode_ms: Milliseconds that decoding the photo took, for the record.

        Raises:
            ReadingError: A correction of a card that was not found.
            DeckError: The looks of the project's own deck are damaged.
            ModelError: The face model does not tell its features.
        """
        clock = _Clock(decode_ms)
        pyramid = _pyramid(frame)
        table, outlined = self._outlined(pyramid, clock)
        eyes = Eyes(self._outline, self._faces, pyramid)
        seen, deck = self._by_deck(eyes, table, outlined, packs)
        readings, advice = self._readings(frame, pyramid, seen)
        clock.stage("identify")
        packs *= deck.profile.copies if deck.profile else 1
        settled = settle(readings, packs=packs, least=self._config.least_confidence)
        state = lay_table(frame, settled, seat=seat, corrections=corrections or {})
        clock.stage("observe")
        empty = "" if state.cards else quality.emptiness(frame.pixels)
        problems = tuple(filter(None, (frame.damage, *state.problems, *deck.problems, *advice, empty)))
        return replace(state, problems=problems, milliseconds=clock.total(), deck=deck.profile.name if deck.profile else None)

    def read_parts(self, frame: Frame, boxes: Sequence[Box], known: KnownTable) -> Parts:
        """Reads parts of a picture of a table that is watched: only what changed, beside what is known.

        Args:
            frame: The picture.
            boxes: The parts, with a margin of about a card; none for the whole picture.
            known: What earlier pictures told of the table.

        Raises:
            ModelError: The face model does not tell its features.
        """
        pyramid, same = _pyramid(frame), self._config.same_card
        found = joined([self._detector.find_in(pyramid, box) for box in boxes] or [self._detector.find(pyramid)], same)
        eyes = Eyes(self._outline, self._faces, pyramid)
        seen, fitting = see_parts(eyes, found.cards, found.votes, known, same_card=same)
        seen = replace(seen, faces=self._judge.colours(seen, fitting, pyramid.size, known.faces))
        if self._decks is not None:
            faces = [*seen.faces, *known.faces]
            quads = [face.quad for face in faces]
            above = [*seen.above, *([] for _ in known.faces)]
            deck = by_deck(self._decks, self.labels, faces, lambda: self._faces.tell(pyramid, quads, above))
            seen = replace(seen, faces=deck.faces[: len(seen.faces)])
        return Parts(part_cards(seen, fitting, self.labels, pyramid, by_candidates=self._decks is not None), seen.plane)

    def look(self, frame: Frame) -> tuple[TableState, dict[int, Told]]:
        """Reads a photo to learn from.

        Returns:
            The table; and by ``n`` what the face network tells of each card that lies open.

        Raises:
            ModelError: The model does not tell its features.
        """
        state = self.read(frame)
        cards = [card for card in state.cards if card.reading.visible >= LEAST_OPEN]
        told = self._faces.tell(_pyramid(frame), [card.reading.corners for card in cards], [[] for _ in cards])
        return state, {card.n: each for card, each in zip(cards, told, strict=True)}

    def candidates(self, frame: Frame) -> tuple[list[Candidate], bool]:
        """What is judged of a photo: all that the networks tell of each outline alone. For training the judge.

        Args:
            frame: The photo.

        Returns:
            The candidates, and whether the table's plane is known.

        Raises:
            ModelError: The face model does not tell its features.
        """
        pyramid = _pyramid(frame)
        table, outlined = self._outlined(pyramid, _Clock(0.0))
        seen, fitting = _laid(see(Eyes(self._outline, self._faces, pyramid), table, outlined), pyramid.size)
        return candidates_of(seen, fitting, pyramid.size), seen.plane is not None

    def _outlined(self, pyramid: Pyramid, clock: _Clock) -> tuple[tuple[Plane | None, Votes], tuple[list[Outlined], list[float]]]:
        """The table's plane and what the detector's places mean; and outlines with their scores."""
        found = self._detector.find(pyramid)
        clock.stage("detect")
        cards = outlines.refine(self._outline, pyramid, [card.corners for card in found.cards])
        kept = geometry.without_doubles(quads_of(cards), self._config.same_card)
        scores = [found.cards[i].score for i in kept]
        agreed = agree(self._outline, pyramid, [cards[i] for i in kept], scores)
        # Outlines that differed may be one card's once they agree with the others in size.
        kept = geometry.without_doubles(quads_of(agreed.cards), self._config.same_card)
        clock.stage("outline")
        return (agreed.plane, found.votes), ([agreed.cards[i] for i in kept], [scores[i] for i in kept])

    def _by_deck(
        self, eyes: Eyes, table: tuple[Plane | None, Votes], outlined: tuple[list[Outlined], list[float]], packs: int
    ) -> tuple[Seen, ByDeck]:
        """The cards and their deck. Where one is named or its looks are found, outlines inside others are left out first."""
        cards, scores = outlined
        kept = _not_inside([card.quad for card in cards]) if self._decks is not None else list(range(len(cards)))
        fewer = [cards[i] for i in kept], [scores[i] for i in kept]
        named = self._decks is not None and self._decks.forced
        seen, deck = self._read_by_deck(eyes, table, fewer if named else outlined, packs)
        learned = deck.profile is not None and deck.profile.learned
        if learned and not named and len(kept) < len(cards):
            return self._read_by_deck(eyes, table, fewer, packs)
        return seen, deck

    def _read_by_deck(
        self, eyes: Eyes, table: tuple[Plane | None, Votes], outlined: tuple[list[Outlined], list[float]], packs: int
    ) -> tuple[Seen, ByDeck]:
        seen, fitting = _laid(see(eyes, table, outlined, packs=packs), eyes.pyramid.size)
        faces, scores = self._judge.cards(seen, fitting, eyes.pyramid.size)
        seen, quads = replace(seen, faces=faces, scores=scores), [face.quad for face in seen.faces]
        deck = by_deck(self._decks, self.labels, seen.faces, lambda: self._faces.tell(eyes.pyramid, quads, seen.above))
        return replace(seen, faces=deck.faces), deck

    def _readings(self, frame: Frame, pyramid: Pyramid, seen: Seen) -> tuple[list[CardReading], tuple[str, ...]]:
        """What is known of each card, without what is hardly one; and what to do about the photo where cards cannot be read."""
        cards = [i for i, score in enumerate(seen.scores) if score >= self._config.least_card]
        readings = {
            i: _reading(
                seen.faces[i], seen.scores[i], seen.covers[i], frame, known=seen.faces[i].certainty >= self._config.least_confidence
            )
            for i in cards
        }
        above = seen.above
        measured = {i: _measured(seen.faces[i], above[i], pyramid) for i in cards}
        for i in (i for i in cards if readings[i].label is None):
            readings[i] = replace(readings[i], reason=_reason(seen.faces[i].unknown, readings[i].visible, measured[i]))
        read = [reading.label for reading in readings.values() if reading.label is not None]
        none = [seen.faces[i].features for i in cards if readings[i].reason == NO_FACE]
        if other_game([features for features in none if features is not None], read):
            return [replace(r, label=None, reason=NO_FACE) for r in _renumbered(readings, cards)], (OTHER_GAME,)
        faced = [i for i in cards if readings[i].reason != NO_FACE]  # a back without a print looks blurred
        advice = quality.advice([measured[i] for i in faced if readings[i].label is None], [measured[i] for i in faced])
        return _renumbered(readings, cards), advice


def _renumbered(readings: Mapping[int, CardReading], cards: list[int]) -> list[CardReading]:
    return [replace(reading, covers=renumbered(reading.covers, cards)) for reading in readings.values()]


def _laid(seen: Seen, size: tuple[int, int]) -> tuple[Seen, list[bool]]:
    """The cards as they lie in the table, each as sure as the surest outline of it; and which of them have the table's size."""
    seen, fitting = laid(seen, size)
    return replace(seen, scores=scores_of_cards([face.quad for face in seen.faces], seen.scores)), fitting


def _not_inside(quads: list[Corners]) -> list[int]:
    """Indices of the outlines without those that show a part of another one's card, as the bevelled face of a tile."""
    sizes = [abs(geometry.area(quad)) for quad in quads]

    def inside(i: int, j: int) -> bool:
        return (
            SMALLER[0] < sizes[i] / max(sizes[j], 1.0) < SMALLER[1] and geometry.intersection_area(quads[i], quads[j]) > INSIDE * sizes[i]
        )

    return [i for i in range(len(quads)) if not any(inside(i, j) for j in range(len(quads)))]


def _reading(face: Face, score: float, covers: frozenset[int], frame: Frame, *, known: bool) -> CardReading:
    """Joins what is known of one card; a face that is not sure enough stays unknown."""
    best, confidence = face.candidates[0] if face.candidates else ("", 0.0)
    return CardReading(
        corners=face.quad,
        label=best if known else None,
        confidence=confidence if face.candidates else 1 - face.unknown,
        alternatives=face.candidates[1:4] if known else face.candidates[:MOST_GUESSES] if face.unknown < 0.8 else (),
        score=score,
        covers=covers,
        visible=(1 - face.hidden) * quality.inside_share(face.quad, (frame.width, frame.height)),
    )


def _measured(face: Face, above: list[Corners], pyramid: Pyramid) -> quality.Quality:
    return quality.measure(face_crop(pyramid, face.quad, above), face.quad, pyramid.size)


def _reason(unknown: float, visible: float, measured: quality.Quality) -> str:
    """Why a face is not known, in words for the user.

    A small card looks like no face of the pack whatever it is. A back without a print looks blurred, so that is asked after backs.
    """
    flaws = measured.flaws()
    if unknown > SURELY_NO_FACE and quality.Flaw.TOO_SMALL not in flaws:
        return NO_FACE
    if visible < 0.35 and not {quality.Flaw.TOO_SMALL, quality.Flaw.CUT_OFF} & set(flaws):
        return "mostly covered by other cards"
    return measured.reason() or "not clear enough"
