"""The check of the browser: it is started for a moment and asked over its debugging protocol."""

from __future__ import annotations

from studio.engine.health.finding import Finding

_MEND = "Install Chromium (Debian: apt-get install chromium) or Google Chrome, or name one in STUDIO_BROWSER."


def browser() -> Finding:
    """A browser that starts, says its version and speaks the debugging protocol, which recording and replay use."""
    from studio.engine.backends.protocols import EnvironmentUnable
    from studio.engine.backends.web.browser import find_browser

    try:
        found = find_browser()
        product = _started()
    except EnvironmentUnable as error:
        return Finding("browser", "missing", str(error), _MEND)
    place = f" ({found})" if found is not None else ""
    return Finding("browser", "ok", f"{product} starts and answers its debugging protocol{place}.")


def _started() -> str:
    from studio.engine.backends.web.browser import open_browser

    with open_browser(headless=True) as running:
        session = running.new_browser_cdp_session()
        return str(session.send("Browser.getVersion")["product"])
