"""phpMyAdmin of Debian: server pages with scripts. Signs in, opens a table, changes one row in the form."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

from playwright.sync_api import Locator

from tests.field import cache
from tests.field.model import RIGHT_OR_HALTED, Drift, Program, Running, Store, Values, free_port, serve
from tests.field.proxy import LARGER, Settings
from tests.field.web_person import Person

PASSWORD = "Lager-2417-x"
SCHEMA = """
CREATE DATABASE warehouse CHARACTER SET utf8mb4; CREATE DATABASE payroll CHARACTER SET utf8mb4;
CREATE TABLE payroll.people (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(60), grade INT);
INSERT INTO payroll.people (name, grade) VALUES ('Ines Albrecht', 4), ('Tom Morales', 6);
USE warehouse;
CREATE TABLE suppliers (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(60), town VARCHAR(40));
INSERT INTO suppliers (name, town) VALUES ('Hartmann & Co', 'Kassel'), ('Nordic Tools', 'Malmo'), ('Vidal', 'Girona');
CREATE TABLE articles (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(60) NOT NULL, price DECIMAL(8,2), stock INT,
  category ENUM('garden', 'workshop', 'kitchen', 'office') NOT NULL, ordered DATE, note TEXT);
INSERT INTO articles (name, price, stock, category, ordered, note) VALUES
 ('Watering can', 11.50, 40, 'garden', '2026-09-14', ''), ('Garden hose', 24.00, 18, 'garden', '2026-10-02', '20 m'),
 ('Work gloves', 6.80, 130, 'workshop', '2026-10-19', 'sizes 8 to 11'),
 ('Torque wrench', 58.00, 7, 'workshop', NULL, ''),
 ('Bread knife', 17.20, 22, 'kitchen', '2026-08-30', ''), ('Stapler', 9.90, 64, 'office', '2026-10-28', 'blue'),
 ('Hole punch', 8.40, 31, 'office', NULL, ''), ('Pruning shears', 19.90, 15, 'garden', '2026-11-03', '');
"""
MORE = """
INSERT INTO warehouse.articles (id, name, price, stock, category, ordered, note) VALUES
 (201, 'Garden fork', 31.00, 9, 'garden', '2026-10-05', ''), (202, 'Hose reel', 42.00, 5, 'garden', NULL, '');
UPDATE warehouse.articles SET id = 301 WHERE name = 'Watering can'; UPDATE warehouse.articles SET id = 0 WHERE id = 6;
"""
CONFIG = """<?php
$cfg['blowfish_secret'] = 'only-for-these-runs-0123456789ab';
$cfg['Servers'][1] = ['auth_type' => 'cookie', 'host' => '127.0.0.1', 'port' => '%(mysql)d'];
$cfg['VersionCheck'] = false; $cfg['SendErrorReports'] = 'never'; $cfg['ThemeDefault'] = '%(theme)s';
$cfg['DefaultLang'] = '%(language)s'; $cfg['Lang'] = '%(language)s'; $cfg['PmaNoRelation_DisableWarning'] = true;
"""


class PhpMyAdmin(Program):
    name, batch = "phpmyadmin", 1
    about = "signs in, opens a table from the tree, edits the row of an article and saves it"
    secrets = {"password": PASSWORD}
    recorded = {
        "article": "Garden hose",
        "price": "21.75",
        "stock": "2450",
        "category": "workshop",
        "ordered": "2026-11-24",
        "note": "Check the fittings",
    }
    other = {
        "article": "Garden hose",
        "price": "26.30",
        "stock": "8120",
        "category": "kitchen",
        "ordered": "2026-12-15",
        "note": "New box",
    }
    entry = {**recorded, "article": "Stapler"}
    drifts = (
        Drift("other theme", about="the theme Metro"),
        Drift("larger font", about="118 % in all pages"),
        Drift("other rows", about="two more rows that sound alike, other ids, another order"),
        Drift("German", RIGHT_OR_HALTED, about="the program's language"),
    )

    def install(self, home: Path) -> None:
        cache.debian(home, "php-cli", "php-mysql", "php-mbstring", "php-xml", "mariadb-server", "phpmyadmin")
        shutil.rmtree(home / "app", ignore_errors=True)
        shutil.copytree("/usr/share/phpmyadmin", home / "app")
        vendor = home / "app" / "libraries" / "vendor_config.php"
        text = re.sub(r"('tempDir' => )[^,]+", r"\1getenv('FIELD_TMP')", vendor.read_text())
        vendor.write_text(re.sub(r"('configFile' => )[^,]+", r"\1getenv('FIELD_CONFIG')", text))

    def prepare(self, home: Path, data: Path) -> None:
        base = ["--no-defaults", f"--datadir={data / 'mysql'}", "--innodb-log-file-size=8M", "--user=root"]
        cache.run(["mariadb-install-db", *base, "--auth-root-authentication-method=normal", "--skip-test-db"])
        users = f"CREATE USER clerk@'127.0.0.1' IDENTIFIED BY '{PASSWORD}'; GRANT ALL ON *.* TO clerk@'127.0.0.1';"
        running = Running(data, processes=[self._server(data, data, free_port())])
        try:
            self._sql(running, SCHEMA + users)
        finally:
            running.stop()

    @staticmethod
    def _server(data: Path, workdir: Path, port: int) -> subprocess.Popen[bytes]:
        base = ["--no-defaults", f"--datadir={data / 'mysql'}", "--innodb-log-file-size=8M", "--user=root"]
        own = [
            f"--port={port}",
            "--bind-address=127.0.0.1",
            f"--socket={workdir / 'sock'}",
            f"--pid-file={workdir / 'pid'}",
        ]
        return serve(["mariadbd", *base, *own, "--skip-name-resolve", "--innodb-buffer-pool-size=16M"], workdir, port)

    def start(self, home: Path, workdir: Path, drift: str) -> Running:
        mysql, port, data = free_port(), free_port(), workdir / "data"
        running = Running(workdir, processes=[self._server(data, workdir, mysql)])
        if drift == "other rows":
            self._sql(running, MORE)
        theme, language = "metro" if drift == "other theme" else "pmahomme", "de" if drift == "German" else "en"
        (workdir / "config.php").write_text(CONFIG % {"mysql": mysql, "theme": theme, "language": language})
        (workdir / "tmp").mkdir()
        ours = {
            "FIELD_CONFIG": str(workdir / "config.php"),
            "FIELD_TMP": f"{workdir / 'tmp'}/",
            "PHP_CLI_SERVER_WORKERS": "6",
        }
        php = ["php", "-d", f"session.save_path={workdir / 'tmp'}", "-S", f"127.0.0.1:{port}", "-t", home / "app"]
        running.processes.append(serve(php, workdir, port, env={**os.environ, **ours}))
        running.url = f"http://127.0.0.1:{port}/index.php"
        if drift == "larger font":
            proxy = Settings(port, LARGER)
            running.url, running.then = f"http://127.0.0.1:{proxy.port}/index.php", proxy.end
        return running

    @staticmethod
    def _sql(running: Running, text: str) -> str:
        return cache.run(
            ["mariadb", "--no-defaults", "-u", "root", f"--socket={running.workdir / 'sock'}", "-N", "-B", "-e", text]
        )

    def person(self, session: Person, values: Values) -> None:
        p = session
        p.fill("#input_username", "clerk")
        p.fill("#input_password", PASSWORD)
        p.click("#input_go")
        p.see("#pma_navigation_tree a.hover_show_full")
        p.wait(1.5)
        p.click(p.page.locator("#pma_navigation_tree a.hover_show_full").filter(has_text="warehouse").first, after=1.5)
        p.click(p.page.locator("#page_content a").filter(has_text="articles").first, after=1.5)
        row = p.page.locator("table.table_results tr").filter(has=p.page.get_by_text(values["article"], exact=True))
        p.click(row.first.locator("a").filter(has_text="Edit").first, after=1.5)
        p.see("#insertForm")
        for column in ("price", "stock"):
            p.fill(self._field(p, column, "input.textfield"), values[column], clear=True)
        p.choose(self._field(p, "category", "select.textfield"), values["category"])
        p.fill(self._field(p, "ordered", "input.textfield"), values["ordered"], clear=True)
        p.key("Tab")
        p.fill(self._field(p, "note", "textarea"), values["note"], clear=True)
        p.click(p.css("#buttonYes"), after=1.5)
        p.see(".alert-success")

    @staticmethod
    def _field(p: Person, column: str, selector: str) -> Locator:
        return p.page.locator(f"#insertForm tr:has(input[name^=fields_name][value={column}]) {selector}").first

    def oracle(self, running: Running) -> Store:
        def rows(table: str) -> dict[str, str]:
            lines = self._sql(running, f"SELECT * FROM {table} ORDER BY 1").splitlines()
            return dict(line.split("\t", 1) for line in lines)

        articles = {}
        for number, rest in rows("warehouse.articles").items():
            names = ("name", "price", "stock", "category", "ordered", "note")
            articles[number] = dict(zip(names, rest.split("\t"), strict=True))
        return {"articles": articles, "suppliers": rows("warehouse.suppliers"), "people": rows("payroll.people")}

    def expected(self, before: Store, values: Values) -> Store:
        changed = {key: values[key] for key in ("price", "stock", "category", "ordered", "note")}
        articles = {
            n: {**row, **changed} if row["name"] == values["article"] else row for n, row in before["articles"].items()
        }
        return {**before, "articles": articles}

    def on_the_way(self, before: Store, now: Store, values: Values) -> bool:
        return now == before  # one form: all or nothing


PROGRAM = PhpMyAdmin()
