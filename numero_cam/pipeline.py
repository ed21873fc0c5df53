"""Photo to table: the one file that names all stages in order, and times each, always."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

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
from numero_cam.identify.faces import Face, FaceReader, Labels, Told
from numero_cam.identify.indices import IndexReader
from numero_cam.identify.missed import Eyes
from numero_cam.identify.order import renumbered
from numero_cam.identify.outlines import Outlined
from numero_cam.identify.parts import Box, KnownTable, Parts, part_cards, see_parts
from numero_cam.identify.plane import Plane, quads_of
from numero_cam.identify.seen import Seen, laid, see
from numero_cam.observe.once import scores_of_cards, settle
from numero_cam.observe.table import lay_table

LEAST_OF_ANY = 0.75
"""If no outline is as sure as this, every outline that differs in size from the others is doubtful. Hands and patterns look like that."""
SURELY_READ = 0.95
"""Two faces of about the same size that read as surely as this are real cards, however doubtful their outlines."""
MOST_LARGER = 3.0
"""The nearest card of a table may look this many times as large as the farthest. Anything beyond that does not lie beside it."""
LEAST_TOUCHING = 0.4
"""An outline less sure than this is doubtful even on or below a sure one."""
INSIDE = 0.85
"""An outline with at least this share of its area inside another one belongs to the same card, if `SMALLER` holds too."""
SMALLER = (0.6, 0.93)
"""Least and most ratio of the two areas. Cards of a fan may overlap as much, but they have one size."""
NO_FACE = "the back of a card, or another game's card"
SURELY_NO_FACE = 0.5
"""From this chance of "no face of the pack" on, a card is a back or belongs to another game."""
HARDLY_SHOWN, IN_ONE_PLACE = 0.22, 0.7
"""An unread outline belongs to the read card on top of it if less than the first share is visible and their IoU is above the second.
In a fan as tight as that nobody can read the lower card anyway."""
LEAST_OPEN = 0.9
"""Cards of which less is visible are not learned from."""
MOST_GUESSES = 8
"""The most faces that are named for an unknown card. Each colour of a number is a face of its own."""


NUMERO, NUMO = ("face", "index"), ("numo-face", None)
"""The models that read the faces and the indices of a game's cards. NUMO's cards lie open in melds: it has no reader of indices."""


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
    """

    def __init__(self, detector: Detector, outline: Network, faces: FaceReader, config: ReaderConfig, decks: Decks | None = None) -> None:
        self._detector = detector
        self._outline = outline
        self._faces = faces.of_coloured_numbers() if decks and decks.forced and decks.profiles[0].is_coloured else faces
        self._config = config
        self._decks = decks

    @classmethod
    def load(
        cls, config: ReaderConfig | None = None, decks: Decks | None = None, *, shared: bool = False, eyes: tuple[str, str | None] = NUMERO
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
        detector, outline, face = (Network.load(name, threads=config.threads, shared=shared) for name in ("detector", "outline", eyes[0]))
        indices = IndexReader(Network.load(eyes[1], threads=config.threads, shared=shared)) if eyes[1] else None
        finder = Detector(detector, long_side=config.long_side, least_score=config.least_score)
        return cls(finder, outline, FaceReader(face, indices), config, decks)

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
        found = self._detector.find(pyramid)
        detections = found.cards
        clock.stage("detect")
        cards = outlines.refine(self._outline, pyramid, [d.corners for d in detections])
        kept = geometry.without_doubles(quads_of(cards), self._config.same_card)
        scores = [detections[i].score for i in kept]
        agreed = agree(self._outline, pyramid, [cards[i] for i in kept], scores)
        cards = agreed.cards
        # Outlines that differed may be one card's once they agree with the others in size.
        kept = geometry.without_doubles(quads_of(cards), self._config.same_card)
        scores, cards = [scores[i] for i in kept], [cards[i] for i in kept]
        clock.stage("outline")
        eyes = Eyes(self._outline, self._faces, pyramid)
        seen, deck = self._by_deck(eyes, (agreed.plane, found.votes), (cards, scores), packs)
        seen, fitting = laid(seen, pyramid.size)
        readings, advice = self._readings(frame, pyramid, seen, fitting)
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

    def _sure(self, seen: Seen) -> list[bool]:
        read = [face.shown >= SURELY_READ for face in seen.faces]
        several = any(sure and beside for sure, beside in zip(read, _beside(seen.faces, read), strict=True))
        surely_cards = several or max(seen.scores, default=0.0) >= LEAST_OF_ANY
        return [surely_cards and s >= self._config.least_score_unknown for s in seen.scores]

    def _least_confidences(self, seen: Seen, sure: list[bool], trusted: list[bool]) -> list[float]:
        """How sure each face must be to be known: less in an outline to be trusted, and where other faces say that cards lie there."""
        config, read = self._config, [face.shown >= SURELY_READ for face in seen.faces]
        beside = _beside(seen.faces, read)

        def least(i: int) -> float:
            if trusted[i] or _touches(seen.covers, i, read):
                return config.least_confidence
            if beside[i] or _touches(seen.covers, i, sure):
                return config.least_confidence_beside
            return config.least_confidence_alone if seen.scores[i] >= config.least_score_unknown else config.least_confidence_doubtful

        return [least(i) for i in range(len(seen.faces))]

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
        seen = see(eyes, table, outlined, packs=packs)
        quads = [face.quad for face in seen.faces]
        deck = by_deck(self._decks, self.labels, seen.faces, lambda: self._faces.tell(eyes.pyramid, quads, seen.above))
        return replace(seen, faces=deck.faces), deck

    def _readings(self, frame: Frame, pyramid: Pyramid, seen: Seen, fitting: list[bool]) -> tuple[list[CardReading], tuple[str, ...]]:
        """What is known of each card, without what is hardly a card; and what to do about the photo where cards cannot be read."""
        seen = replace(seen, scores=scores_of_cards([face.quad for face in seen.faces], seen.scores))
        # A hand or a pattern shows no outline of the size that the other cards have on this table.
        sure = [s or fit for s, fit in zip(self._sure(seen), fitting, strict=True)]
        trusted = [s or (seen.scores[i] >= LEAST_TOUCHING and _touches(seen.covers, i, sure)) for i, s in enumerate(sure)]
        known = [
            face.shown >= least and face.certainty >= self._config.least_confidence
            for face, least in zip(seen.faces, self._least_confidences(seen, sure, trusted), strict=True)
        ]
        found = zip(seen.faces, seen.scores, seen.covers, known, strict=True)
        readings = [_reading(f, s, c, frame, known=k) for f, s, c, k in found]
        above = seen.above
        cards = [i for i, r in enumerate(readings) if r.label is not None or trusted[i]]
        measured = {i: _measured(seen.faces[i], above[i], pyramid) for i in cards}
        for i in (i for i in cards if readings[i].label is None):
            readings[i] = replace(readings[i], reason=_reason(seen.faces[i].unknown, readings[i].visible, measured[i]))
        faced = [i for i in cards if readings[i].reason != NO_FACE]  # a back without a print looks blurred
        advice = quality.advice([measured[i] for i in faced if readings[i].label is None], [measured[i] for i in faced])
        return _only_cards(readings, trusted), advice


def _not_inside(quads: list[Corners]) -> list[int]:
    """Indices of the outlines without those that show a part of another one's card, as the bevelled face of a tile."""
    sizes = [abs(geometry.area(quad)) for quad in quads]

    def inside(i: int, j: int) -> bool:
        return (
            SMALLER[0] < sizes[i] / max(sizes[j], 1.0) < SMALLER[1] and geometry.intersection_area(quads[i], quads[j]) > INSIDE * sizes[i]
        )

    return [i for i in range(len(quads)) if not any(inside(i, j) for j in range(len(quads)))]


def _beside(faces: list[Face], read: list[bool]) -> list[bool]:
    """For each card whether another one of about its size is read."""
    areas = np.array([abs(geometry.area(face.quad)) for face in faces]).reshape(-1)
    alike = (areas[:, None] < MOST_LARGER**2 * areas) & (areas < MOST_LARGER**2 * areas[:, None])
    return [any(read[j] and alike[i, j] for j in range(len(faces)) if j != i) for i in range(len(faces))]


def _touches(covers: list[frozenset[int]], i: int, sure: list[bool]) -> bool:
    """Whether a card lies on or below a sure one: covered cards are found less surely, hands and patterns lie alone."""
    return any(sure[j] for j in covers[i]) or any(sure[j] and i in lower for j, lower in enumerate(covers))


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


def _only_cards(readings: list[CardReading], trusted: list[bool]) -> list[CardReading]:
    """Drops what is hardly a card: neither a face nor an outline to be trusted, or a second outline of a card that is read."""
    kept = [i for i, r in enumerate(readings) if r.label is not None or (trusted[i] and not _is_double(readings, i))]
    return [replace(readings[i], covers=renumbered(readings[i].covers, kept)) for i in kept]


def _is_double(readings: list[CardReading], i: int) -> bool:
    """Whether an outline without a face is that of a card that is read: it lies in that one's place, and seems to be covered by it."""
    if readings[i].visible >= HARDLY_SHOWN:
        return False
    upper = [r.corners for r in readings if r.label is not None and i in r.covers]
    return any(geometry.iou(readings[i].corners, corners) > IN_ONE_PLACE for corners in upper)
