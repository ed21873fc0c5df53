"""Reads photos: from pixels to the cards on the table. This file names all stages in order, and always times each."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from numero_cam.base import geometry, quality
from numero_cam.base.bars import with_bars, without_bars
from numero_cam.base.files import STANDARD_MODELS, GameModels
from numero_cam.base.onnx import Network
from numero_cam.base.records import CardReading, Corners, Detection, Frame, TableState
from numero_cam.base.seats import Seat
from numero_cam.catalogue import tr
from numero_cam.config import ReaderConfig
from numero_cam.table.layout import build_table_state
from numero_cam.vision.candidate_features import CandidateFeatures
from numero_cam.vision.candidates import (
    LOOSE_CORNER_ERROR,
    CandidateSet,
    CardCandidate,
    KnownTable,
    PartialReading,
    PixelBox,
    RefinedOutlines,
    VisionContext,
    drop_repeated_faces,
    part_cards,
    read_candidates,
    refine_detections,
    select_cards,
)
from numero_cam.vision.decks.choose import DeckOptions, DeckReading, read_by_deck
from numero_cam.vision.detector import Detector, merge_detections
from numero_cam.vision.faces import Face, FaceLabels, FaceOutput, FaceReader, IndexReader
from numero_cam.vision.foreign_deck import groups_together, has_pack_size, is_other_game
from numero_cam.vision.judge import Judge, candidate_features
from numero_cam.vision.mirrored import SURE, is_mirrored
from numero_cam.vision.rectify import FACE_HEIGHT, FACE_WIDTH, Pyramid, face_crops, remove_specks
from numero_cam.vision.table_colours import agree_on_colours
from numero_cam.vision.uniqueness import packs_hint, packs_shown, resolve_duplicates

NO_FACE = tr("the back of a card, or another game's card")
MOSTLY_COVERED = tr("mostly covered by other cards")
NOT_CLEAR = tr("not clear enough")
OTHER_GAME = tr(
    "most of these cards show no number 1-15 and no sign of the game: they are another game's, or a "
    "pack to be learned by deck learn; none is read"
)
OTHER_GAME_BESIDE = tr("beside these cards lies another game, or a pack to be learned by deck learn; none of its cards is read")
MIRRORED = tr(
    "the picture is mirrored, so no card is read; turn mirroring off in the camera, tick mirrored on the page, or give --mirrored"
)
MIRRORED_CARD = tr("mirrored")
#: Minimum median side of the cards in a picture that was shrunk, pixels (the root of the area): that of the crops that are read.
LEAST_SHRUNK_SIDE = float(np.sqrt(FACE_WIDTH * FACE_HEIGHT))
MIN_VISIBLE_SHARE = 0.9  #: Minimum visible share of a card that a deck is learned from.


class _Clock:
    """Measures the milliseconds of each stage; those of ``decode``, the first, are given."""

    def __init__(self, decode_ms: float) -> None:
        self.milliseconds = {"decode": decode_ms}
        self._last = time.perf_counter()

    def stage(self, name: str) -> None:
        """Record the time since the last stage ended as that of the stage `name`."""
        now = time.perf_counter()
        self.milliseconds[name] = (now - self._last) * 1000
        self._last = now


def _pyramid(frame: Frame) -> Pyramid:
    """Return the picture of a frame, without specks of noise."""
    return Pyramid(remove_specks(frame.pixels))


def _at_card_scale(pyramid: Pyramid, detections: list[Detection]) -> tuple[Pyramid, list[Detection], int]:
    """Return the picture shrunk until its cards are of a size that the networks know, its detections, and the factor.

    The networks are trained on pictures of about a megapixel. Crops of a card that is larger than in those have no more to show.
    """
    if not detections:
        return pyramid, detections, 1
    side = float(np.sqrt(np.median(geometry.areas(np.stack([each.corners for each in detections])))))
    halvings = max(0, int(np.log2(side / LEAST_SHRUNK_SIDE)))
    scale = 1 / 2**halvings
    shrunk = [replace(d, corners=_scaled(d.corners, scale), anchor=_scaled(d.anchor, scale)) for d in detections]
    return pyramid.from_level(halvings), shrunk, 2**halvings


def _scaled(points: Corners, factor: float) -> Corners:
    """Return points of a picture in pixels of the same picture `factor` times as large; pixels have their middles at whole numbers."""
    return np.asarray((points + 0.5) * factor - 0.5, np.float32)


class Reader:
    """Reads photos of tables. It holds the loaded models, and no state between photos.

    Args:
        detector: Detects cards.
        outline: The loaded model ``outline``.
        faces: Reads faces.
        config: How photos are read.
        decks: The decks that the cards may belong to; None where cards are to be read without a deck.
        judge: The loaded model ``judge``; None for a game without one.
    """

    def __init__(
        self,
        detector: Detector,
        outline: Network,
        faces: FaceReader,
        config: ReaderConfig,
        *,
        decks: DeckOptions | None = None,
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
        cls, config: ReaderConfig | None = None, decks: DeckOptions | None = None, *, models: GameModels = STANDARD_MODELS
    ) -> "Reader":
        """Load the models of this installation.

        Args:
            config: How photos are read; the defaults if not given.
            decks: See the class.
            models: The models for the cards of one game.

        Raises:
            ModelError: A model is missing, was changed, or is of another version.
        """
        config = config or ReaderConfig()

        def network(name: str) -> Network:
            """Load a model by its name."""
            return Network.load(name, threads=config.threads)

        # All are loaded before any is used, so that a damaged one is named whichever it is.
        detector, outline, face = (network(name) for name in ("detector", "outline", models.face))
        index, judge = (network(name) if name else None for name in (models.index, models.judge))
        finder = Detector(detector, long_side=config.long_side, least_score=config.least_score)
        faces = FaceReader(face, IndexReader(index) if index else None)
        return cls(finder, outline, faces, config, decks=decks, judge=judge)

    @property
    def labels(self) -> FaceLabels:
        """The classes of the face network."""
        return self._faces.labels

    @property
    def least_confidence(self) -> float:
        """0..1, a face with a lower confidence becomes None."""
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
        """Read one photo.

        Args:
            frame: The photo.
            packs: Number of packs on the table, or more where a card is surely read more often; one pack has each card once.
            seat: The side of the photo at which the player sits whose hand it is.
            corrections: The user's labels of cards by their ``n``; None removes a card.
            decode_ms: Milliseconds that decoding the photo took, for the record.

        Raises:
            ReadingError: A correction names a card that was not found.
            DeckError: The profile of the project's own deck is damaged.
            ModelError: The face model has no features output.
        """
        inner, origin = without_bars(frame)
        if inner is not frame:
            state = self.read(inner, packs=packs, seat=seat, corrections=corrections, decode_ms=decode_ms)
            return with_bars(state, frame, origin)
        clock = _Clock(decode_ms)
        cards, pyramid, scale = self._judged_cards(_pyramid(frame), clock)
        cards = agree_on_colours(cards, self._faces)
        cards, deck = self._read_by_deck(drop_repeated_faces(cards) if packs == 1 else cards, pyramid)
        readings, advice = self._readings(pyramid, cards)
        clock.stage("identify")
        packs *= deck.profile.copies if deck.profile else 1
        hint = packs_hint(readings, packs)
        readings = resolve_duplicates(readings, packs=max(packs, packs_shown(readings)), least=self._config.least_confidence)
        readings = [replace(reading, corners=_scaled(reading.corners, scale)) for reading in readings]
        state = build_table_state(frame, readings, seat=seat, corrections=corrections or {})
        clock.stage("observe")
        times = {**clock.milliseconds, "total": sum(clock.milliseconds.values())}
        empty = "" if state.cards else quality.emptiness(frame.pixels)
        problems = tuple(filter(None, (frame.damage, *state.problems, *deck.problems, *advice, hint, empty)))
        return replace(state, problems=problems, milliseconds=times, deck=deck.profile.name if deck.profile else None)

    def judged_cards(self, frame: Frame) -> CandidateSet:
        """Return a photo's cards as the judge leaves them, before ``agree_on_colours``, whose numbers are fitted to them."""
        return self._judged_cards(_pyramid(frame), _Clock(0.0))[0]

    def _judged_cards(self, whole: Pyramid, clock: _Clock) -> tuple[CandidateSet, Pyramid, int]:
        """Return the cards as the judge leaves them, the picture at the scale at which they were read, and by how much it was shrunk."""
        pyramid, detections, scale = _at_card_scale(whole, self._detector.find(whole))
        context = self._context(pyramid)
        clock.stage("detect")
        refined = refine_detections(context, detections, same_card=self._config.same_card, rivals=self._judge.selects_outlines)
        clock.stage("outline")
        judged = self._judge.judge(read_candidates(context, refined), pyramid.size)
        return select_cards(judged, least=self._config.least_card, same_card=self._config.same_card), pyramid, scale

    def read_parts(self, frame: Frame, boxes: Sequence[PixelBox], known: KnownTable) -> PartialReading:
        """Read the changed parts of a picture of a watched table.

        Args:
            frame: The picture.
            boxes: The parts, with a margin of about a card; empty for the whole picture.
            known: What earlier pictures showed of the table.

        Raises:
            ModelError: The face model has no features output.
        """
        pyramid, same_card = _pyramid(frame), self._config.same_card
        context = self._context(pyramid)
        parts = [self._detector.find_in(pyramid, box) for box in boxes] or [self._detector.find(pyramid)]
        refined = refine_detections(context, merge_detections(parts, same_card), same_card=same_card, plane=known.plane)
        cards = drop_repeated_faces(read_candidates(context, refined, max_error=LOOSE_CORNER_ERROR))
        cards, deck = self._read_by_deck(self._judge.judge_colours(cards, pyramid.size, known.faces), pyramid, known.faces)
        read = part_cards(cards, self.labels, pyramid.size, by_candidates=self._decks is not None)
        mirrored = not boxes and is_mirrored(self._faces, pyramid, cards.faces)
        return PartialReading(read, cards.plane, deck.profile, deck.problems, mirrored)

    def read_with_outputs(self, frame: Frame) -> tuple[TableState, dict[int, FaceOutput]]:
        """Read a photo that a deck is learned from.

        Returns:
            The table, and the face network's outputs of each open card by its ``n``.

        Raises:
            ModelError: The face model has no features output.
        """
        state = self.read(frame)
        cards = [card for card in state.cards if card.reading.visible >= MIN_VISIBLE_SHARE]
        outputs = self._faces.outputs(_pyramid(frame), [card.reading.corners for card in cards], [[] for _ in cards])
        return state, {card.n: output for card, output in zip(cards, outputs, strict=True)}

    def candidate_features(self, frame: Frame, also: Sequence[Detection] = ()) -> tuple[list[CandidateFeatures], bool]:
        """Return the judge's measurements of each candidate of a photo, for training the judge.

        Args:
            frame: The photo.
            also: Further detections; those that the detector found are dropped.

        Returns:
            The measurements, and whether the table plane is known.

        Raises:
            ModelError: The face model has no features output.
        """
        pyramid = _pyramid(frame)
        candidates = read_candidates(self._context(pyramid), self.refined_outlines(pyramid, also, rivals=True)[1])
        return candidate_features(candidates, pyramid.size), candidates.plane is not None

    def refined_outlines(
        self, pyramid: Pyramid, also: Sequence[Detection] = (), *, rivals: bool = False
    ) -> tuple[list[Detection], RefinedOutlines]:
        """Return a picture's detections, and their refined outlines, for training the networks that follow (see ``refine_detections``)."""
        detections = self._detector.find(pyramid)
        if also:
            detections = merge_detections([detections, also], self._config.same_card)
        return detections, refine_detections(self._context(pyramid), detections, same_card=self._config.same_card, rivals=rivals)

    def _context(self, pyramid: Pyramid) -> VisionContext:
        """Return the networks that read candidates, with this picture."""
        return VisionContext(self._outline, self._faces, pyramid)

    def _read_by_deck(self, cards: CandidateSet, pyramid: Pyramid, others: Sequence[Face] = ()) -> tuple[CandidateSet, DeckReading]:
        """Restrict the faces to those of the deck that lies there; ``others``, faces of earlier pictures, help to find out which."""
        faces, above = [*cards.faces, *others], [*cards.above, *([] for _ in others)]
        deck = read_by_deck(self._decks, self.labels, faces, lambda: self._faces.outputs(pyramid, [face.quad for face in faces], above))
        return cards.with_faces(deck.faces[: len(cards.candidates)]), deck

    def _readings(self, pyramid: Pyramid, cards: CandidateSet) -> tuple[list[CardReading], tuple[str, ...]]:
        """Return the readings of the cards that have the pack's size, and messages for the user about the photo, one line each."""
        cards = _without_clutter(cards)
        crops = face_crops(pyramid, [face.quad for face in cards.faces], cards.above) if cards.candidates else ()
        measured = [quality.measure(crop, face.quad, pyramid.size) for crop, face in zip(crops, cards.faces, strict=True)]
        pairs = zip(cards.candidates, measured, strict=True)
        readings = [_reading(candidate, flaws, least=self._config.least_confidence) for candidate, flaws in pairs]
        if is_mirrored(self._faces, pyramid, cards.faces):
            return [replace(reading, label=None, alternatives=(), reason=MIRRORED_CARD) for reading in readings], (MIRRORED,)
        foreign = _of_other_game(cards, readings)
        if foreign:
            readings = [
                replace(reading, label=None, alternatives=(), reason=NO_FACE) if i in foreign else reading
                for i, reading in enumerate(readings)
            ]
            if not any(reading.label for reading in readings):
                return readings, (OTHER_GAME,)
        # Backs are left out, because a back without a print looks blurred.
        with_face = [i for i, reading in enumerate(readings) if reading.reason != NO_FACE]
        advice = quality.photo_advice([measured[i] for i in with_face if readings[i].label is None], [measured[i] for i in with_face])
        return readings, (*((OTHER_GAME_BESIDE,) if foreign else ()), *advice)


def _without_clutter(cards: CandidateSet) -> CandidateSet:
    """Return the candidates that may be cards of the pack by their size."""
    if not cards.candidates:
        return cards
    quads, sure = np.stack([face.quad for face in cards.faces]), np.array([face.confidence >= SURE for face in cards.faces])
    table = None if cards.plane is None else geometry.inverse(cards.plane.table_to_picture)
    return cards.subset(np.flatnonzero(has_pack_size(quads, sure, table)).tolist())


def _of_other_game(cards: CandidateSet, readings: Sequence[CardReading]) -> set[int]:
    """Return the indices of the cards that lie together with cards of another game."""
    if not readings:
        return set()
    out: set[int] = set()
    quads = np.stack([face.quad for face in cards.faces])
    # Several outlines of one back differ, and so does one that is wrong, but they are no different cards.
    fits = [each.fits_plane or cards.plane is None for each in cards.candidates]
    single = [fit and geometry.contains(quad, quads.mean(axis=1)).sum() == 1 for fit, quad in zip(fits, quads, strict=True)]
    for group in groups_together(quads):
        labels = [label for i in group if (label := readings[i].label) is not None]
        if is_other_game([cards.faces[i].features for i in group if readings[i].reason == NO_FACE and single[i]], labels):
            out.update(group)
    return out


def _reading(candidate: CardCandidate, measured: quality.Quality, *, least: float) -> CardReading:
    """Build the reading of one card; a label with a confidence below ``least`` becomes None."""
    face, visible = candidate.face, measured.visible * measured.inside
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
    """Return why a face is not known, in words for the user.

    A small card looks like no known face whatever it is. A back without a print looks blurred, so backs are recognised first.
    """
    flaws = measured.flaws()
    if unknown > 0.5 and quality.Flaw.TOO_SMALL not in flaws:
        return NO_FACE
    if visible < 0.5 and not {quality.Flaw.TOO_SMALL, quality.Flaw.CUT_OFF} & set(flaws):
        return MOSTLY_COVERED
    return measured.reason() or NOT_CLEAR
