"""Whether a page or picture that we made of somebody's file could do anything: run a script, load, refer elsewhere."""

from __future__ import annotations

from html.parser import HTMLParser

_NEVER = frozenset({"script", "iframe", "object", "embed", "link", "base", "form", "foreignobject", "audio", "video"})
_REFERENCES = frozenset({"href", "xlink:href", "src", "srcset", "action", "formaction", "data", "poster", "background"})


class _Judge(HTMLParser):
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag not in _NEVER, f"a page with <{tag}>"
        for name, value in attrs:
            assert not name.startswith("on"), f"<{tag} {name}>"
            if name in _REFERENCES:
                own = not value or value.startswith(("#", "data:image/png;", "data:image/jpeg;", "data:,"))
                assert own, f"<{tag} {name}={value!r:.60}>"
            if name == "style":
                assert "url(" not in (value or "").replace(" ", "").lower(), value
        if tag == "meta" and dict(attrs).get("http-equiv", "") == "refresh":
            raise AssertionError("a page that goes elsewhere")

    handle_startendtag = handle_starttag


def assert_harmless(markup: str) -> None:
    """Raise AssertionError naming what could do harm."""
    _Judge().feed(markup)
