"""JupyterLab: notebooks and files in panes, code editors. A number of a notebook is changed, a note is written."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from tests.field import cache
from tests.field.model import Drift, Program, Running, Store, Values, free_port, serve
from tests.field.proxy import LARGER, Settings
from tests.field.web_person import Person

PASSWORD = "Heft-6614-t"
BOOKS = ("bed occupancy", "readmission", "ward staffing")
MORE = ("bed occupancy copy", "readmission 2025", "a first look")
CONFIG = ["--no-browser", "--ServerApp.ip=127.0.0.1", "--allow-root", "--LabApp.news_url=None"]
CONFIG += [f"--IdentityProvider.token={PASSWORD}", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"]


class JupyterLab(Program):
    name, batch = "jupyterlab", 6
    about = "signs in, opens a notebook from the list of files, adds a cell and a note and saves"
    secrets = {"token": PASSWORD}
    recorded = {"book": "readmission", "share": "0.2875", "note": "Checked against March"}
    other = {"book": "readmission", "share": "0.3125", "note": "Repeat in the autumn"}
    entry = {**recorded, "book": "ward staffing"}
    drifts = (
        Drift("dark", about="the dark theme, a setting of the program"),
        Drift("larger font", about="118 % in all pages"),
        Drift("other rows", about="three more notebooks that sound alike, above and below"),
        Drift("large code", about="larger letters in the code, a setting of the program"),
    )
    pause = 2

    def install(self, home: Path) -> None:
        cache.pip(home, "jupyterlab==4.6.6", "ipykernel==7.4.0")

    def prepare(self, home: Path, data: Path) -> None:
        for name in (*BOOKS, *MORE):
            _book(data / ("more" if name in MORE else "books"), name)
        (data / "settings").mkdir()

    def start(self, home: Path, workdir: Path, drift: str) -> Running:
        data, port = workdir / "data", free_port()
        for book in (data / "more").glob("*") if drift == "other rows" else ():
            book.rename(data / "books" / book.name)
        themes = {"theme": "JupyterLab Dark"} if drift == "dark" else {}
        if drift == "large code":
            themes = {"overrides": {"code-font-size": "17px"}}
        folder = data / "settings" / "@jupyterlab" / "apputils-extension"
        folder.mkdir(parents=True)
        (folder / "themes.jupyterlab-settings").write_text(json.dumps(themes))
        home_dirs = {
            key: str(data / "home") for key in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR")
        }
        ours = {**os.environ, **home_dirs, "JUPYTERLAB_SETTINGS_DIR": str(data / "settings")}
        ours |= {"JUPYTERLAB_WORKSPACES_DIR": str(data / "home"), "IPYTHONDIR": str(data / "home")}
        command = [home / "venv" / "bin" / "jupyter", "lab", *CONFIG, f"--ServerApp.port={port}"]
        server = serve([*command, f"--ServerApp.root_dir={data / 'books'}"], workdir, port, env=ours)
        running = Running(workdir, url=f"http://127.0.0.1:{port}/lab", processes=[server])
        if drift == "larger font":
            proxy = Settings(port, LARGER)
            running.url, running.then = f"http://127.0.0.1:{proxy.port}/lab", proxy.end
        return running

    def person(self, session: Person, values: Values) -> None:
        p = session
        p.fill("#password_input", PASSWORD)
        p.click("#login_submit", after=3)
        p.see(".jp-DirListing-item", timeout=60)
        row = p.page.locator(".jp-DirListing-item").filter(
            has=p.page.get_by_text(f"{values['book']}.ipynb", exact=True)
        )
        p.double(row.first.locator(".jp-DirListing-itemText").first)
        p.see(".jp-Notebook .jp-CodeCell")
        p.wait(2)
        p.click(p.page.locator(".jp-CodeCell .cm-content").first, at=(30, 10))
        p.key("Control+End")
        p.key("Enter")
        p.type(f"share = {values['share']}")
        p.click(p.page.locator(".jp-MarkdownCell").last, at=(140, 18))
        p.key("Escape")
        p.key("b")
        p.key("m")
        p.key("Enter")
        p.type(values["note"])
        p.key("Escape")
        p.key("Control+s")
        p.wait(1.5)

    def oracle(self, running: Running) -> Store:
        books = sorted((running.workdir / "data" / "books").rglob("*.*"))
        return {path.name: _read(path) for path in books if ".ipynb_checkpoints" not in path.parts}

    def expected(self, before: Store, values: Values) -> Store:
        name = f"{values['book']}.ipynb"
        cells: list[Any] = [list(cell) for cell in before[name]]
        cells[1][1] += f"\nshare = {values['share']}"
        return {**before, name: [*cells, ["markdown", values["note"], 0]]}


def _book(folder: Path, name: str) -> None:
    """A notebook with a heading, a cell of code and a last word."""
    parts = (("markdown", f"# {name.capitalize()}"), ("code", "patients = 412"), ("markdown", "Figures of the clinic"))
    cells = []
    for number, (kind, text) in enumerate(parts):
        cell = {"cell_type": kind, "id": f"part{number}", "metadata": {}, "source": text}
        cells.append({**cell, "outputs": [], "execution_count": None} if kind == "code" else cell)
    kernel = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
    book = {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.ipynb").write_text(json.dumps(book))


def _read(path: Path) -> list[list[Any]]:
    """The cells of a notebook: kind, text, and what came of running it."""
    cells = json.loads(path.read_text())["cells"]
    return [[one["cell_type"], "".join(one["source"]), len(one.get("outputs", ()))] for one in cells]


PROGRAM = JupyterLab()
