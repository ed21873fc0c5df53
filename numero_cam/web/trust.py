"""The one page that is served without encryption: how a device comes to trust the table's certificate. Nothing of a game is here."""

from collections.abc import Callable
from html import escape

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Route

from numero_cam.web.app import STATIC
from numero_cam.web.certificates import profile
from numero_cam.web.doors import Doors
from numero_cam.web.network import WIDER, Reach

STEPS = (
    (
        "iPhone and iPad",
        (
            'Load <a href="/numero-cam.mobileconfig">the profile</a>, and allow it.',
            "Settings: <em>Profile Downloaded</em>, <em>Install</em>. Compare the fingerprint under <em>More Details</em>.",
            "Settings, General, About, <em>Certificate Trust Settings</em>: switch this one on.",
        ),
        "Settings, General, <em>VPN &amp; Device Management</em>: the profile, <em>Remove Profile</em>.",
    ),
    (
        "Android",
        (
            'Load <a href="/numero-cam.crt">the certificate</a>.',
            "Settings: search for <em>CA certificate</em>; <em>Install anyway</em>, and choose the file numero-cam.crt.",
            "Firefox has an own list: Settings, About Firefox, touch the logo five times.",
            "Then in its Secret Settings: <em>Use third party CA certificates</em>.",
        ),
        "Settings: search for <em>User certificates</em>; touch this one, <em>Remove</em>.",
    ),
    (
        "Windows",
        (
            'Load <a href="/numero-cam.crt">the certificate</a>, and open it.',
            "<em>Install Certificate</em>, <em>Current User</em>, <em>Place all certificates in the following store</em>.",
            "The store is <em>Trusted Root Certification Authorities</em>.",
        ),
        "Run <code>certmgr.msc</code>: Trusted Root Certification Authorities, Certificates; delete this one.",
    ),
    (
        "Mac",
        (
            'Load <a href="/numero-cam.crt">the certificate</a>, and open it: it is in Keychain Access then.',
            "Open it there, and under <em>Trust</em> choose <em>Always Trust</em>.",
        ),
        "Keychain Access, <em>login</em>, Certificates: delete this one. As a profile: System Settings, search for <em>Profiles</em>.",
    ),
    (
        "Chromebook and Linux",
        (
            'Load <a href="/numero-cam.crt">the certificate</a>.',
            "Browser settings: search for <em>certificates</em>, <em>Authorities</em>, <em>Import</em>; trust it for websites.",
        ),
        "In the same list, under <em>Authorities</em>: choose this one, <em>Delete</em>.",
    ),
)
OTHER_WAYS = (
    "<strong>It cannot be installed here</strong>, as on many devices of schools: open the table all the same, and where the browser "
    "warns, choose <em>Advanced</em> and go on. Looking on, playing and giving photos work then; the camera does in some browsers. "
    "Whoever looks after the devices can allow the address in the policy <em>OverrideSecurityRestrictionsOnInsecureOrigin</em>. "
    "Without any of this a telephone is a camera by cable, by an app that sends a stream, or by photos that you bring to the computer."
)


def trust_app(reach: Callable[[], Reach], doors: Doors) -> Starlette:
    """Return the server of the page.

    Args:
        reach: Gives where the table is, with its certificates.
        doors: Checks under which name it is asked.
    """

    async def page(_request: Request) -> Response:
        return HTMLResponse(trust_page(reach()))

    async def certificate(_request: Request) -> Response:
        return _file(reach().certified.authority, "application/x-x509-ca-cert", "numero-cam.crt")

    async def apple(_request: Request) -> Response:
        return _file(profile(reach().certified), "application/x-apple-aspen-config", "numero-cam.mobileconfig")

    async def style(_request: Request) -> Response:
        return FileResponse(STATIC / "style.css")

    async def script(_request: Request) -> Response:
        return FileResponse(STATIC / "js" / "trust.js")

    routes = [
        Route("/", page),
        Route("/numero-cam.crt", certificate),
        Route("/numero-cam.mobileconfig", apple),
        Route("/style.css", style),
        Route("/trust.js", script),
    ]
    return Starlette(routes=routes, middleware=[Middleware(doors.names_only)])


def trust_page(reach: Reach) -> str:
    """Return the page."""
    ways = "\n".join(
        f"<details><summary>{name}</summary>\n<ol>{''.join(f'<li>{step}</li>' for step in steps)}</ol>\n"
        f"<p>To remove it later: {remove}</p></details>"
        for name, steps, remove in STEPS
    )
    old = f'<p class="problem">{WIDER} {escape(reach.certified.replaced)}</p>' if reach.certified.replaced else ""
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Trust the table</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
<script type="module" src="/trust.js"></script>
</head>
<body>
<header><h1>Numero <span>Cam</span></h1></header>
<main>
<h2>This device and the table</h2>
<p>A browser lets a page use the camera only where it trusts the page. The table has a certificate of its own, which this device does not
know yet. Do one of these once; it holds for ten years. Who has the secret key of this table could then pose as any server of your local
network, under a private address or a name that ends in .local, and as nothing else. The key stays on the computer of the table.</p>
{old}
{ways}
<p>The certificate is the right one if its SHA-256 fingerprint is the one that <code>numero-cam live</code> shows:</p>
<p class="address"><code>{reach.certified.fingerprint}</code></p>
<p class="buttons"><a id="table" class="main" href="{escape(reach.page())}">Done: open the table</a></p>
<p>{OTHER_WAYS}</p>
<p class="hint">Its name begins with <em>Numero Cam, a table of its own</em>. Remove it when this device plays no more.</p>
</main>
</body>
</html>
"""


def _file(data: bytes, kind: str, name: str) -> Response:
    return Response(data, media_type=kind, headers={"content-disposition": f'attachment; filename="{name}"'})
