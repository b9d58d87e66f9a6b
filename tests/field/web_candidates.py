"""Web programs that may be drawn into the field: written down before any of them was tried with the product."""

from __future__ import annotations

WEB: dict[str, dict[str, str]] = {
    "server pages": {
        "trac": "pypi: issues, wiki and milestones of a software project",
        "roundup": "pypi: issues, with pop-up windows to choose from",
        "ihatemoney": "pypi: shared expenses of a group",
        "calibreweb": "pypi: a library of electronic books",
        "sqlite-web": "pypi: look at and change SQLite databases",
        "changedetection-io": "pypi: watch web pages for changes",
        "dokuwiki": "debian, PHP: a wiki in files",
        "mediawiki": "debian, PHP: a wiki",
        "phpmyadmin": "debian, PHP: databases and their tables",
        "request-tracker5": "debian, Perl: tickets of a help desk",
        "redmine": "debian, Ruby: issues and time of projects",
        "hledger-web": "debian, Haskell: book-keeping in a text file",
        "fossil": "debian, C: tickets and wiki of a repository",
    },
    "react": {
        "optuna-dashboard": "pypi: studies of optimisations, notes in Markdown",
        "label-studio": "pypi: label texts and pictures",
        "mlflow": "pypi: experiments, runs and models",
        "lektor": "pypi: pages of a static site",
        "pgadmin4": "pypi: PostgreSQL, trees and grids",
        "wordpress": "debian, PHP: posts and pages in a block editor",
        "hexo-admin": "npm: posts of a static site, code editor",
        "unleash-server": "npm: feature flags",
    },
    "vue": {
        "prefect": "pypi: flows, variables and blocks",
        "directus": "npm: collections of data and files",
        "nocodb": "npm: tables as in a spreadsheet",
        "n8n": "npm: automations, drawn on a canvas",
    },
    "angular": {
        "syncthing": "debian, AngularJS: folders that are kept the same on several computers",
        "homebridge-config-ui-x": "npm, Angular: settings of devices at home",
        "fuxa": "npm, Angular: views of machines, drawn in SVG",
    },
    "ember": {
        "ghost": "npm: posts of a blog or news letter",
    },
    "web components": {
        "homeassistant": "pypi, Lit, shadow roots: rooms, devices and automations at home",
        "esphome": "pypi, Lit, shadow roots: configurations of micro-controllers",
    },
    "rich text": {
        "etherpad-lite": "npm: texts written together, in frames of frames",
        "mezzanine": "pypi, Django: pages in a tree, an editor in a frame",
        "wagtail": "pypi, Django: pages in a tree, editor with blocks, choosers in dialogs",
        "tiddlywiki": "npm: a wiki of small notes",
        "plone": "pypi: documents, events and news",
    },
    "code and canvas": {
        "node-red": "npm: flows, drawn in SVG, with trees and code editors",
        "jupyterlab": "pypi: notebooks, files, code editors",
        "marimo": "pypi: notebooks that compute anew",
        "octoprint": "pypi: a 3D printer and its files",
    },
    "own widgets": {
        "deluge-web": "debian, Ext JS: downloads, settings in dialogs and grids",
        "qbittorrent-nox": "debian, MooTools: downloads, windows that are frames",
        "transmission-daemon": "debian, jQuery: downloads",
        "redis-commander": "npm: keys of Redis in a tree",
        "cloudcmd": "npm: files in two panels, worked by keys",
        "fava": "pypi, Svelte: book-keeping of Beancount",
        "radicale": "pypi: calendars and address books",
    },
}
"""Kind of interface: name: where it comes from and what its users do."""
