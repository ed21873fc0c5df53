"""Photos that pages give: how many are received and decoded at once, and how large they may be."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from weakref import WeakValueDictionary

from starlette.requests import Request

from numero_cam.base.errors import NumeroCamError, PictureError
from numero_cam.base.images import MAX_PHOTO_PIXELS, Pixels, decode_within
from numero_cam.catalogue import tr

MAX_PHOTO_BYTES = 20_000_000  #: Maximum size of a photo's file, in bytes.
PHOTO_SECONDS = 60.0  #: Time that a photo may take to come, in seconds. A slower sender would hold its place.
#: Maximum number of photos that are received at once, all devices together: each holds up to ``MAX_PHOTO_BYTES`` of memory.
MAX_RECEIVED = 8
#: Maximum number of photos that are decoded at once. The table decodes a picture of its camera beside it, which makes two in all.
MAX_DECODED = 1


class PhotoError(NumeroCamError):
    """A photo that is refused; `status` is the HTTP status of the answer, the text is for the sender."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


class PhotoIntake:
    """Takes photos of pages, one at a time of each device, `most_received` of all together. To be used in one event loop.

    A device that gives several photos at once is not refused: the later ones stay on its side of the connection until its turn comes.
    """

    def __init__(self, most_received: int = MAX_RECEIVED) -> None:
        self._devices: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._receiving = asyncio.Semaphore(most_received)
        self._decoding = asyncio.Semaphore(MAX_DECODED)

    async def take(self, request: Request, device: str, may_give: Callable[[], bool]) -> Pixels:
        """Return the photo that a request brings.

        Args:
            request: Its body is the file, of any kind that ``decode_picture`` reads.
            device: Identifier of the device.
            may_give: Returns whether the device may give photos now; it may be unpaired while it waits, or while its photo comes.

        Returns:
            ``(height, width, 3)`` uint8 RGB, at most ``MAX_PHOTO_PIXELS`` pixels.
        """
        async with self.received(request, device, may_give) as data, self._decoding:
            _refuse_unless(may_give())
            try:
                photo = await asyncio.to_thread(decode_within, data, MAX_PHOTO_PIXELS)
            except PictureError as error:
                raise PhotoError(400, str(error)) from error
        _refuse_unless(may_give())
        return photo

    @contextlib.asynccontextmanager
    async def received(
        self, request: Request, device: str, may_give: Callable[[], bool], most: int = MAX_PHOTO_BYTES
    ) -> AsyncIterator[bytes]:
        """Yield the body of a request, at most `most` bytes; until the block ends, other files of the device wait."""
        its_turn = self._devices.setdefault(device, asyncio.Lock())
        async with its_turn, self._receiving:
            _refuse_unless(may_give())
            yield await _read_body(request, most)


def _refuse_unless(may_give: bool) -> None:  # noqa: FBT001 - reads as a sentence
    if not may_give:
        raise PhotoError(403, tr("pair this device first"))


async def _read_body(request: Request, most: int) -> bytes:
    """Return the body of a request; raise a `PhotoError` where it has more than ``most`` bytes or takes longer than `PHOTO_SECONDS`."""
    data = bytearray()
    try:
        async with asyncio.timeout(PHOTO_SECONDS):
            async for part in request.stream():
                data += part
                if len(data) > most:
                    raise PhotoError(413, tr("the photo is too large; {most} megabytes at most", most=most // 1_000_000))
    except TimeoutError as error:
        raise PhotoError(408, tr("the photo came too slowly; give it again")) from error
    return bytes(data)
