"""Serves the class page, alone or beside the live table."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

from starlette.types import ASGIApp, Receive, Scope, Send

from numero_cam.catalogue import tr
from numero_cam.classroom.desk import Desk
from numero_cam.classroom.site import CLASS_PATH, ClassSite
from numero_cam.web.guests import TableGuest
from numero_cam.web.serve import Doors, ServerOptions, UserOutput, open_doors


class ClassGuest(TableGuest):
    """Serves the class page beside a live table."""

    @contextlib.contextmanager
    def beside(self, table: ASGIApp, doors: Doors) -> Iterator[ASGIApp]:
        """Serve the class page under its path, and the table everywhere else."""
        with _class_site(doors, tr("The class page is at {address}")) as (site, _):
            yield with_class_page(table, site.app)


def serve_class(screen: UserOutput, served: ServerOptions) -> None:
    """Serve the class page alone until the user stops it; `screen` takes lines for the user."""
    with contextlib.ExitStack() as until_served:
        doors = until_served.enter_context(open_doors(screen, served))
        said = tr("The class page is at {address} - Ctrl-C ends it.")
        site, first_page = until_served.enter_context(_class_site(doors, said))
        doors.run(site.app, site.access, first_page if served.open_page else None)


@contextlib.contextmanager
def _class_site(doors: Doors, said: str) -> Iterator[tuple[ClassSite, Path]]:
    """Yield the class page and the path of the file that lets the owner's browser in as the teacher's; `said` announces its address."""
    access = doors.access(CLASS_PATH, owner="teacher")
    with doors.entry(access, said) as first_page:
        yield ClassSite(Desk(), access, doors.pairing_data(CLASS_PATH)), first_page


def with_class_page(table: ASGIApp, site: ASGIApp) -> ASGIApp:
    """Return an app that has the class page under its path, and the table everywhere else."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request to the app of its path."""
        is_class = scope["type"] in ("http", "websocket") and f"{scope['path']}/".startswith(f"{CLASS_PATH}/")
        await (site if is_class else table)(scope, receive, send)

    return app
