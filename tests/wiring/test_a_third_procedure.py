"""A procedure is added as one package and one line: here a toy, Coin, by which whatever is put to it is decided by a
throw. It is played in a process of its own, for its app must be known before Django is.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from nomic.management import tether

ROOT = Path(__file__).resolve().parents[2]

PACKAGE = {
    "__init__.py": "",
    "apps.py": """
from django.apps import AppConfig

class CoinConfig(AppConfig):
    name, label = "proposals.coin", "coin"

    def plugin(self):
        from proposals.coin.plugin import PLUGIN

        return PLUGIN
""",
    "procedure.py": '''
from nomic.core.law.rules import Dial, Mechanism
from nomic.core.law.rules_wordings import Count
from proposals.procedure import Procedure

LAW = """# Core

## Coins

A Gambler may [put a thing to the coin](mechanism:coin.putting), which has [two](dial:coin.sides) sides.

# Dynastic

# Glossary
"""

SIDES = Dial("coin.sides", Count(least=1), 2, None, "it has none", "Coins", "Sides of the coin")
PUTTING = Mechanism("coin.putting", "Coins", "Putting a thing to the coin", "nothing is put to it")
PROCEDURE = Procedure(
    name="coin", title="The coin", law=LAW, keywords={"agent": "Gambler"}, founded_as="Coin: it falls as it falls",
    front=("The coin", "coin"),
    dials=(SIDES,),
    mechanisms=(PUTTING,),
    words={"coin-on-edge": "It stands on its edge."}, log_words={"coin.put": "{by} puts {subject} to the coin."},
    judges={("coin", None): lambda question, law: {"sides": law[SIDES]}},
)
''',
    "urls.py": """
from django.http import HttpResponse
from django.urls import path

from nomic.core.requests import in_game

@in_game
def page(request, number=0):
    return HttpResponse(f"the coin of {request.game.slug}, {number}")

urlpatterns = [path("coin/", page, name="coin"), path("coin/<int:number>/", page, name="coin_thing")]
""",
    "plugin.py": """
from django.urls import reverse

from nomic.core.plugin import Plugin
from nomic.core.requests import law_of
from proposals.coin.procedure import PUTTING

def doors(request):
    return [("Put to the coin", "coin")] if law_of(request).carries(PUTTING) else []

def page(entry):
    return reverse("coin_thing", args=[entry.game.slug, entry.number]) if entry.game.procedure == "coin" else None

PLUGIN = Plugin(urls="proposals.coin.urls", doors=doors, page=page)
""",
}

PLAY = """
import sys
import proposals
proposals.__path__.append(sys.argv[1])

import proposals.procedures as registry
from proposals.coin import procedure as coin
registry.PROCEDURES["coin"] = coin.PROCEDURE  # the one line

import django
django.setup()
from django.core.management import call_command
from django.test import Client
call_command("migrate", verbosity=0)

from nomic.core.law import queries as law_queries
from nomic.core.floor import floor
from nomic.core.models import Account, Agent
from nomic.referee import adjudicate
from proposals.composer.actions import publish_motion
from proposals.posts.actions import PostText
from rulesets.founding.actions import found_game

ada = Account.objects.create_user("ada", "ada@example.org", "ada")
game = found_game(founder=ada, title="Heads", slug="heads", name="Ada", starter="coin")
assert law_queries.law(game.pk)[coin.SIDES] == 2
with floor(game.pk) as the_floor:
    text = PostText.of("Thing 1: a hat", "Shall we have hats?", "motion", None)
    thing = publish_motion(the_floor, Agent.objects.get(game=game), text, "form")
    the_floor.record("coin.put", actor=thing.author, subject=thing.subject_key)

client = Client(headers={"host": "127.0.0.1"})
client.force_login(ada, backend="django.contrib.auth.backends.ModelBackend")
journal = client.get("/g/heads/").content.decode()
assert "Put to the coin" in journal and "a hat" in journal
assert client.get("/g/heads/posts/1/").headers["Location"] == "/g/heads/coin/1/"
assert client.get("/g/heads/coin/1/").content == b"the coin of heads, 1"
assert "puts" in client.get("/g/heads/log/").content.decode()
assert "Coin: it falls as it falls" in client.get("/games/new/").content.decode()
assert adjudicate({"procedure": "coin", "dials": {"coin.sides": "three"}}) == {"sides": 3}
for command in ("recount", "verify_log", "check"):
    call_command(command, verbosity=0)
print("played")
"""


def test_a_procedure_is_one_package_and_one_line(tmp_path: Path) -> None:
    package = tmp_path / "more" / "coin"
    package.mkdir(parents=True)
    for name, text in PACKAGE.items():
        (package / name).write_text(text)
    (tmp_path / "play.py").write_text(PLAY)
    settings = {
        "DJANGO_SETTINGS_MODULE": "nomic.settings.local",
        "NOMIC_DATA_DIR": str(tmp_path / "data"),
        "NOMIC_DEMO": "False",
        "PYTHONPATH": str(ROOT),
        "PATH": "/usr/bin:/bin",
    }

    done = subprocess.run(
        tether.command(sys.executable, str(tmp_path / "play.py"), str(package.parent)),
        cwd=ROOT,
        env=settings,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )

    assert done.stdout.splitlines()[-1:] == ["played"], done.stdout + done.stderr
