"""The teacher's pages over HTTP: the roles that reach each, the limits of requests, and the responses. The desk makes the answers.

A teacher reaches every page. A photographer, the teacher's telephone, reaches the page that gives photos and nothing else. Devices of the
live table are nobody here: their cookies do not hold under ``/class``, and their codes are those of another ``Pairing``.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from numero_cam.base.errors import NumeroCamError
from numero_cam.catalogue import tr
from numero_cam.classroom.desk import Desk
from numero_cam.classroom.page_answers import ClassAddress, ClassAnswer, ClassFile, ClassPage, form_fields
from numero_cam.text.page_templates import page_html
from numero_cam.web.auth import STATIC_URL, AccessControl
from numero_cam.web.pair_pages import BodyError, pairing_routes, read_body
from numero_cam.web.photo_intake import PhotoError, PhotoIntake
from numero_cam.web.static_files import static_routes

CLASS_PATH = "/class"
PHOTO_PATH = f"{CLASS_PATH}/photos"
MAX_FORM_BYTES = 200_000  #: Maximum size of a form, in bytes; a list of 99 pupils with long names has 30,000.
MAX_FILE_BYTES = 60_000_000  #: Maximum size of a photo or of a scanner's PDF, in bytes.
#: Maximum number of files that are in memory at once: one is marked while the next is received, also while two PDFs are drawn slowly.
MAX_FILES_HELD = 4
CODE_PLACE = tr("On the class page choose Photos by telephone. It shows a code of eight letters. A code pairs one device.")
KEY_USED_MESSAGE = tr("This address of the class page was used already: it opens one browser. End the program and start it again.")


class ClassSite:
    """Serves the teacher's pages.

    Args:
        desk: Knows the classes.
        access: Knows the devices; its pairing makes the owner a teacher.
        pairing_data: Given a code, returns what a telephone needs to find this computer; None where no telephone may come in.
    """

    def __init__(self, desk: Desk, access: AccessControl, pairing_data: Callable[[str], dict[str, Any]] | None) -> None:
        self._desk, self.access, self._pairing_data = desk, access, pairing_data
        self._intake = PhotoIntake(MAX_FILES_HELD)
        self.app = Starlette(
            routes=[
                Route("/", self._redirect_home),
                *pairing_routes(access, CODE_PLACE, KEY_USED_MESSAGE),
                Route(f"{CLASS_PATH}/invite", self._invite, methods=["POST"]),
                Route(PHOTO_PATH, self._photo_page),
                Route(PHOTO_PATH, self._photo, methods=["POST"]),
                Route(f"{CLASS_PATH}/upload/{{action}}", self._upload, methods=["POST"]),
                Route(CLASS_PATH, self._show),
                Route(f"{CLASS_PATH}/{{view}}", self._show),
                Route(f"{CLASS_PATH}/{{view}}", self._change, methods=["POST"]),
                *static_routes(Path(__file__).parent),
            ],
            middleware=[Middleware(access.middleware)],
        )

    async def _redirect_home(self, _request: Request) -> Response:
        return RedirectResponse(CLASS_PATH, 303)

    def _is_teacher(self, request: Request) -> bool:
        return self.access.device_role(request) == "teacher"

    def _may_give_photos(self, request: Request) -> bool:
        return self.access.device_role(request) in ("teacher", "photographer")

    async def _invite(self, request: Request) -> Response:
        """Respond to a teacher's page with a code for the telephone, its time in seconds, and addresses."""
        if not self._is_teacher(request):
            return JSONResponse({"why": tr("this device gives photos; only the teacher's page pairs others")}, 403)
        if self._pairing_data is None:
            why = tr("No telephone can come in yet. End the program, and start it with: numero-cam class page --network")
            return JSONResponse({"why": why}, 409)
        invitation = self.access.pairing.invite("photographer", by=self.access.token(request))
        return JSONResponse({"code": invitation.code, "seconds": invitation.seconds, **self._pairing_data(invitation.code)})

    async def _photo_page(self, request: Request) -> Response:
        is_telephone = not self._is_teacher(request)
        return HTMLResponse(await run_in_threadpool(self._desk.photo_page, is_telephone=is_telephone))

    async def _photo(self, request: Request) -> Response:
        """Mark a file of slips; the response is JSON and sent when they are stored."""
        name = request.query_params.get("name", "")[:100] or tr("the photo")
        mark = partial(self._desk.mark_file, may_be_cards="cards" in request.query_params)
        try:
            given = self._intake.received(request, self.access.token(request), lambda: self._may_give_photos(request), MAX_FILE_BYTES)
            async with given as data:
                return JSONResponse(dict(await run_in_threadpool(mark, name, data)))
        except PhotoError as error:
            return JSONResponse({"problems": [str(error)]}, error.status)
        except NumeroCamError as error:
            return JSONResponse({"problems": [str(error)]}, 422)
        except ClientDisconnect:
            return Response(status_code=400)  # nobody is there to read it

    async def _upload(self, request: Request) -> Response:
        """Take a file for a page of the teacher, such as a backup."""
        action, asked = str(request.path_params["action"]), dict(request.query_params)
        try:
            given = self._intake.received(request, self.access.token(request), lambda: self._is_teacher(request), MAX_FILE_BYTES)
            async with given as data:
                return await self._answer(request, lambda: self._desk.upload(action, asked, data))
        except PhotoError as error:
            return _problem(str(error), error.status)
        except ClientDisconnect:
            return Response(status_code=400)  # nobody is there to read it

    async def _show(self, request: Request) -> Response:
        if self.access.device_role(request) == "photographer" and request.url.path == CLASS_PATH:
            return RedirectResponse(PHOTO_PATH, 303)
        view = str(request.path_params.get("view", ""))
        return await self._answer(request, lambda: self._desk.show(view, dict(request.query_params)))

    async def _change(self, request: Request) -> Response:
        try:
            data = await read_body(request, MAX_FORM_BYTES)
        except BodyError as error:
            return _problem(str(error), error.status)
        return await self._answer(request, lambda: self._desk.change(str(request.path_params["view"]), form_fields(data)))

    async def _answer(self, request: Request, make: Callable[[], ClassAnswer]) -> Response:
        """Return the response for a teacher from `make`, which runs in a thread; 403 for others, 404 for an error.

        The role is checked here, after the body came, since the device may have been removed meanwhile.
        """
        if not self._is_teacher(request):
            return _problem(tr("This device gives photos of slips; the pages of the class are for the teacher."), 403)
        try:
            answer = await run_in_threadpool(make)
        except NumeroCamError as error:
            return _problem(str(error), 404)
        match answer:
            case ClassAddress(path):
                return RedirectResponse(path, 303)
            case ClassPage(html, status):
                return HTMLResponse(html, status)
            case ClassFile(data, kind, name):
                headers = {"content-disposition": f"attachment; filename*=UTF-8''{quote(name)}"} if name else {}
                return Response(data, media_type=kind, headers=headers)


def _problem(why: str, status: int) -> Response:
    return HTMLResponse(page_html("classroom/templates/problem.html", at=STATIC_URL, why=why), status)
