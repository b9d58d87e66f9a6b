"""Django's own admin on SQLite. Run as a program: `python django_admin.py DATABASE` prints the address and serves."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

HERE = Path(__file__).resolve().parent

if __name__ == "__main__":
    sys.path[:0] = [str(HERE.parent.parent), str(HERE)]

from helpers.apps.process import App, serving  # noqa: E402
from helpers.apps.seed import PASSWORD, USER, patients  # noqa: E402


@contextmanager
def django_admin() -> Iterator[App]:
    """A running admin with thirty patients; its address leads to the sign-in."""
    with serving("django_admin.py", "wards_patient") as app:
        yield app


def _configure(database: str) -> None:
    import django
    from django.conf import settings

    contrib = ("admin", "auth", "contenttypes", "sessions", "messages", "staticfiles")
    middleware = (
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware",
    )
    processors = ("auth.context_processors.auth", "messages.context_processors.messages")
    context = ["django.template.context_processors.request", *(f"django.contrib.{name}" for name in processors)]
    engine = {"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True}
    settings.configure(
        DEBUG=True,
        SECRET_KEY="for tests only",
        ALLOWED_HOSTS=["*"],
        ROOT_URLCONF="wards.urls",
        INSTALLED_APPS=[*(f"django.contrib.{name}" for name in contrib), "wards"],
        MIDDLEWARE=middleware,
        TEMPLATES=[engine | {"OPTIONS": {"context_processors": context}}],
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": database}},
        DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
        STATIC_URL="/static/",
        USE_TZ=True,
    )
    django.setup()


def _fill() -> None:
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from wards.models import Patient

    call_command("migrate", run_syncdb=True, verbosity=0)
    User.objects.create_superuser(USER, "", PASSWORD)
    Patient.objects.bulk_create(Patient(**patient._asdict()) for patient in patients())


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class _Quiet(WSGIRequestHandler):
    def log_message(self, *_: object) -> None:
        """Says nothing."""


def _main(database: str) -> None:
    _configure(database)
    _fill()
    from django.contrib.staticfiles.handlers import StaticFilesHandler
    from django.core.wsgi import get_wsgi_application

    application = StaticFilesHandler(get_wsgi_application())
    with make_server("127.0.0.1", 0, application, server_class=_Server, handler_class=_Quiet) as server:
        print(f"http://127.0.0.1:{server.server_port}/admin/", flush=True)
        server.serve_forever()


if __name__ == "__main__":
    _main(sys.argv[1])
