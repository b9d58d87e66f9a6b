"""Desktop programs that may be drawn into the field: written down before any of them was tried with the product."""

from __future__ import annotations

DESKTOP: dict[str, dict[str, str]] = {
    "gtk3": {
        "gnucash": "debian: keep the books of a household or a small firm",
        "osmo": "debian: calendar, tasks, contacts and notes",
        "grisbi": "debian: personal accounts",
        "homebank": "debian: personal accounts and budgets",
        "zim": "debian: a wiki of notes on the desktop",
        "geany": "debian: edit programs",
        "gnote": "debian: notes with links",
        "claws-mail": "debian: mail",
        "qalculate-gtk": "debian: calculate with units",
        "gramps": "debian: family trees",
        "gnumeric": "debian: a spreadsheet",
        "meld": "debian: compare files",
        "easytag": "debian: edit tags of music",
        "inkscape": "debian: draw",
    },
    "gtk4": {
        "gnome-text-editor": "debian: edit texts",
        "gnome-calendar": "debian: appointments",
        "gnome-contacts": "debian: address book",
        "endeavour": "debian: to-do lists",
        "gnome-clocks": "debian: alarms and world clocks",
        "ghex": "debian: edit bytes",
    },
    "qt5": {
        "sqlitebrowser": "debian: look at and change SQLite databases",
        "keepassxc": "debian: passwords (has secrets)",
        "texstudio": "debian: write LaTeX",
        "qbittorrent": "debian: downloads",
        "librecad": "debian: technical drawings",
        "lyx": "debian: structured documents",
        "vym": "debian: mind maps",
    },
    "qt6": {
        "focuswriter": "debian: write prose",
        "calibre": "debian: a library of electronic books",
        "novelwriter": "pypi: write novels by scene",
        "git-cola": "pypi: commit to git",
        "retext": "pypi: edit Markdown",
    },
    "kde": {
        "kwrite": "debian: edit texts",
        "tellico": "debian: catalogue collections",
        "kmymoney": "debian: personal accounts",
        "kalarm": "debian: alarms",
        "skrooge": "debian: personal accounts",
        "krusader": "debian: manage files",
        "kcalc": "debian: calculate",
    },
    "wx": {
        "poedit": "debian: translate catalogues",
        "filezilla": "debian: transfer files",
        "audacity": "debian: edit sound",
        "wxmaxima": "debian: computer algebra",
    },
    "tk": {
        "gitk": "debian: read the history of git",
        "git-gui": "debian: commit to git",
        "idle": "debian: write Python",
        "thonny": "pypi: learn Python",
    },
    "swing": {
        "jedit": "debian: edit programs",
        "freeplane": "debian: mind maps",
        "jabref": "debian: bibliographies",
        "gpsprune": "debian: edit tracks of GPS",
    },
    "libreoffice": {
        "libreoffice-calc": "debian: a spreadsheet",
        "libreoffice-writer": "debian: write letters",
        "libreoffice-impress": "debian: slides",
    },
    "xt": {
        "nedit": "debian, Motif: edit programs",
        "xfig": "debian, Athena widgets: draw figures",
        "grace": "debian, Motif: plot data",
    },
    "terminal": {
        "mc": "debian: manage files",
        "calcurse": "debian: appointments and to-do lists",
        "abook": "debian: address book",
        "sc-im": "debian: a spreadsheet",
    },
}
"""Toolkit: name: where it comes from and what its users do."""
