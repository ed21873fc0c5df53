"""Photo to table: the one file that names all stages in order, and times each, always."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from numero_cam.base import quality
from numero_cam.base.onnx import Network
from numero_cam.base.records import CardReading, Detection, Frame, TableState
from numero_cam.base.seats import Seat
from numero_cam.config import ReaderConfig
from numero_cam.table.layout import build_table_state
from numero_cam.vision.candidate_features import Evidenced
from numero_cam.vision.candidates import (
    NEARLY,
    Box,
    Candidate,
    Eyes,
    KnownTable,
    Mended,
    Parts,
    Seen,
    chosen,
    mend,
    part_cards,
    see,
    without_seconds,
)
from numero_cam.vision.decks.choose import ByDeck, Decks, by_deck
from numero_cam.vision.detector import Detector, joined
from numero_cam.vision.faces import Face, FaceReader, IndexReader, Labels, Told
from numero_cam.vision.foreign_deck import other_game
from numero_cam.vision.judge import Judge, evidence_for
from numero_cam.vision.rectify import Pyramid, face_crop, without_specks
from numero_cam.vision.uniqueness import settle

NO_FACE = "the back of a card, or another game's card"
COVERED = "mostly covered by other cards"
NOT_CLEAR = "not clear enough"
OTHER_GAME = (
    "most of these cards show no number 1-15 and no sign of the game: they are another game's, or a pack to be learned by deck learn; "
    "none is read"
)
LEAST_OPEN = 0.9
"""Cards of which less is visible are not learned from."""


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
        self._faces = faces
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

    @property
    def least_confidence(self) -> float:
        """0..1, a face that is read less surely stays unknown."""
        return self._config.least_confidence

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
        eyes = Eyes(self._outline, self._faces, pyramid)
        found = self._detector.find(pyramid)
        clock.stage("detect")
        mended = mend(eyes, found, same_card=self._config.same_card, rivals=self._judge.chooses)
        clock.stage("outline")
        judged = self._judge.cards(see(eyes, mended), pyramid.size)
        cards = chosen(judged, least=self._config.least_card, same_card=self._config.same_card)
        seen, deck = self._by_deck(without_seconds(cards) if packs == 1 else cards, pyramid)
        readings, advice = self._readings(pyramid, seen)
        clock.stage("identify")
        packs *= deck.profile.copies if deck.profile else 1
        settled = settle(readings, packs=packs, least=self._config.least_confidence)
        state = build_table_state(frame, settled, seat=seat, corrections=corrections or {})
        clock.stage("observe")
        times = {**clock.milliseconds, "total": sum(clock.milliseconds.values())}
        empty = "" if state.cards else quality.emptiness(frame.pixels)
        problems = tuple(filter(None, (frame.damage, *state.problems, *deck.problems, *advice, empty)))
        return replace(state, problems=problems, milliseconds=times, deck=deck.profile.name if deck.profile else None)

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
        seen = without_seconds(see(eyes, mend(eyes, found, same_card=same, plane=known.plane), nearly=NEARLY))
        seen, deck = self._by_deck(self._judge.colours(seen, pyramid.size, known.faces), pyramid, known.faces)
        cards = part_cards(seen, self.labels, pyramid.size, by_candidates=self._decks is not None)
        return Parts(cards, seen.plane, deck.profile, deck.problems)

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

    def evidence(self, frame: Frame) -> tuple[list[Evidenced], bool]:
        """What is judged of a photo: all that the networks tell of each outline alone. For training the judge.

        Args:
            frame: The photo.

        Returns:
            What is told of each candidate, and whether the table's plane is known.

        Raises:
            ModelError: The face model does not tell its features.
        """
        pyramid = _pyramid(frame)
        seen = see(Eyes(self._outline, self._faces, pyramid), self.outlines(pyramid, rivals=True)[1])
        return evidence_for(seen, pyramid.size), seen.plane is not None

    def outlines(self, pyramid: Pyramid, *, rivals: bool = False) -> tuple[list[Detection], Mended]:
        """What the detector proposes in a picture, and outlines as ``mend`` gives them. For training what comes after."""
        found = self._detector.find(pyramid)
        return found, mend(Eyes(self._outline, self._faces, pyramid), found, same_card=self._config.same_card, rivals=rivals)

    def _by_deck(self, seen: Seen, pyramid: Pyramid, beside: Sequence[Face] = ()) -> tuple[Seen, ByDeck]:
        faces, above = [*seen.faces, *beside], [*seen.above, *([] for _ in beside)]
        deck = by_deck(self._decks, self.labels, faces, lambda: self._faces.tell(pyramid, [face.quad for face in faces], above))
        return seen.with_faces(deck.faces[: len(seen.candidates)]), deck

    def _readings(self, pyramid: Pyramid, cards: Seen) -> tuple[list[CardReading], tuple[str, ...]]:
        """What is known of each card; and what to do about the photo where cards cannot be read."""
        crops = [face_crop(pyramid, face.quad, above) for face, above in zip(cards.faces, cards.above, strict=True)]
        measured = [quality.measure(crop, face.quad, pyramid.size) for crop, face in zip(crops, cards.faces, strict=True)]
        told = zip(cards.candidates, measured, strict=True)
        readings = [_reading(each, its, least=self._config.least_confidence) for each, its in told]
        read = [reading.label for reading in readings if reading.label is not None]
        none = [face.features for face, reading in zip(cards.faces, readings, strict=True) if reading.reason == NO_FACE]
        if other_game(none, read):
            return [replace(r, label=None, alternatives=(), reason=NO_FACE) for r in readings], (OTHER_GAME,)
        faced = [i for i, reading in enumerate(readings) if reading.reason != NO_FACE]  # a back without a print looks blurred
        advice = quality.advice([measured[i] for i in faced if readings[i].label is None], [measured[i] for i in faced])
        return readings, advice


def _reading(candidate: Candidate, measured: quality.Quality, *, least: float) -> CardReading:
    """Joins what is known of one card; a face that is not sure enough stays unknown."""
    face, visible = candidate.face, measured.seen * measured.inside
    best, confidence = face.candidates[0] if face.candidates else ("", 0.0)
    known = confidence >= least
    return CardReading(
        corners=face.quad,
        label=best if known else None,
        confidence=confidence if face.candidates else 1 - face.unknown,
        alternatives=() if face.unknown > 0.5 else face.candidates[int(known) :],
        score=candidate.score,
        covers=candidate.covers,
        visible=visible,
        reason="" if known else _reason(face.unknown, visible, measured),
    )


def _reason(unknown: float, visible: float, measured: quality.Quality) -> str:
    """Why a face is not known, in words for the user.

    A small card looks like no face of the pack whatever it is. A back without a print looks blurred, so that is asked after backs.
    """
    flaws = measured.flaws()
    if unknown > 0.5 and quality.Flaw.TOO_SMALL not in flaws:
        return NO_FACE
    if visible < 0.5 and not {quality.Flaw.TOO_SMALL, quality.Flaw.CUT_OFF} & set(flaws):
        return COVERED
    return measured.reason() or NOT_CLEAR
