"""MLflow: React, a grid (AG Grid), an editor of Markdown, a dialog with a combobox. A note and a tag for one run."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from tests.field import cache
from tests.field.model import Drift, Program, Running, Store, Values, free_port, serve
from tests.field.proxy import LARGER, Settings, stored
from tests.field.web_person import Person

SEED = """
import sys
from mlflow.tracking import MlflowClient
client = MlflowClient("sqlite:///" + sys.argv[1] + "/mlflow.db")
RUNS = {"ridge baseline": (0.71, 0.1), "gradient boosting": (0.83, 0.05), "small forest": (0.78, 0.3)}
for experiment in ("Ward staffing forecast", "Readmission risk", "Bed occupancy"):
    number = client.create_experiment(experiment, artifact_location="art")
    for name, (accuracy, alpha) in RUNS.items():
        run = client.create_run(number, run_name=name).info.run_id
        client.log_param(run, "alpha", alpha)
        client.log_metric(run, "accuracy", accuracy)
        client.set_terminated(run)
"""
MORE = """
from mlflow.tracking import MlflowClient
client = MlflowClient("sqlite:///data/mlflow.db")
client.create_experiment("Readmission risk (pilot)", artifact_location="art")
number = client.get_experiment_by_name("Readmission risk").experiment_id
for name in ("boosting, deeper", "gradient descent"):
    run = client.create_run(number, run_name=name).info.run_id
    client.log_metric(run, "accuracy", 0.6)
    client.set_terminated(run)
"""


class MLflow(Program):
    name, batch = "mlflow", 1
    about = "opens a run of an experiment, writes a description and adds a tag with a reviewer"
    recorded = {
        "run": "gradient boosting",
        "note": "Checked against March",
        "key": "reviewer",
        "value": "Ines Albrecht",
    }
    other = {"run": "gradient boosting", "note": "Repeat in the autumn", "key": "approved", "value": "Tom Morales"}
    entry = {**recorded, "run": "ridge baseline"}
    drifts = (
        Drift("dark", about="the program's dark theme, kept in the browser"),
        Drift("larger font", about="118 % in all pages"),
        Drift("other rows", about="an experiment and two runs more that sound alike, other runs on top"),
    )

    def install(self, home: Path) -> None:
        cache.pip(home, "mlflow==3.1.4", "sqlalchemy==2.0.44", "setuptools<81")

    def prepare(self, home: Path, data: Path) -> None:
        cache.run([home / "venv" / "bin" / "python", "-c", SEED, data])

    def start(self, home: Path, workdir: Path, drift: str) -> Running:
        port = free_port()
        if drift == "other rows":
            cache.run([home / "venv" / "bin" / "python", "-c", MORE], cwd=workdir)
        store = ["--backend-store-uri", "sqlite:///data/mlflow.db", "--artifacts-destination", workdir / "art"]
        command = [home / "venv" / "bin" / "mlflow", "server", *store, "--host", "127.0.0.1", "--port", port, "-w", "1"]
        path = f"{home / 'venv' / 'bin'}:{os.environ['PATH']}"
        running = Running(workdir, processes=[serve(command, workdir, port, env={**os.environ, "PATH": path})])
        running.url = f"http://127.0.0.1:{port}/"
        if drift in ("dark", "larger font"):
            proxy = Settings(port, LARGER if drift == "larger font" else stored(**DARK))
            running.url, running.then = f"http://127.0.0.1:{proxy.port}/", proxy.end
        return running

    def person(self, session: Person, values: Values) -> None:
        p = session
        p.click(p.link("Readmission risk"), after=1)
        p.click(p.link(values["run"]), after=1)
        p.click(p.button("Edit description"), after=0.8)
        p.fill("textarea.mde-text", values["note"])
        p.click(p.button("Save"), after=1)
        p.see(p.page.get_by_text(values["note"]).first)
        p.click(p.button("Add tags"), after=1)
        dialog = p.page.get_by_role("dialog")
        p.fill(dialog.get_by_role("combobox").first, values["key"])
        p.click(p.page.get_by_text(f'Add tag "{values["key"]}"').first)
        p.fill(dialog.get_by_placeholder("Type a value"), values["value"])
        p.click(dialog.get_by_role("button", name="Add tag").first)
        p.click(dialog.get_by_role("button", name="Save tags").first, after=1)
        p.see(p.page.get_by_text(values["value"]).first)

    def oracle(self, running: Running) -> Store:
        with sqlite3.connect(running.workdir / "data" / "mlflow.db") as base:
            experiments = dict(base.execute("SELECT experiment_id, name || ' ' || lifecycle_stage FROM experiments"))
            runs = {
                number: {"experiment": experiment, "name": name, "stage": stage, "status": status}
                for number, experiment, name, stage, status in base.execute(
                    "SELECT run_uuid, experiment_id, name, lifecycle_stage, status FROM runs"
                )
            }
            for number, run in runs.items():
                for table in ("tags", "params", "latest_metrics"):
                    rows = base.execute(f"SELECT key, value FROM {table} WHERE run_uuid = ?", (number,))
                    run[table] = {key: str(value) for key, value in rows}
            extra = dict(base.execute("SELECT experiment_id || key, value FROM experiment_tags"))
            models = base.execute("SELECT count(*) FROM registered_models").fetchone()[0]
        return {
            "experiments": {str(k): v for k, v in experiments.items()},
            "runs": runs,
            "tags": extra,
            "models": models,
        }

    def expected(self, before: Store, values: Values) -> Store:
        number = next(n for n, name in before["experiments"].items() if name == "Readmission risk active")
        new = {"mlflow.note.content": values["note"], values["key"]: values["value"]}
        runs = {
            key: {**run, "tags": {**run["tags"], **new}}
            if (str(run["experiment"]), run["name"]) == (number, values["run"])
            else run
            for key, run in before["runs"].items()
        }
        return {**before, "runs": runs}


DARK = {"_mlflow_dark_mode_toggle_enabled": "true"}
PROGRAM = MLflow()
