"""The parts of a snapshot, each told in its turn: the log and the pages before anything is done for good."""

from __future__ import annotations

import gc
import re
import time
from collections.abc import Sequence

from time_machine import Traveller

from tools.answers import ending, programs, questions, server
from tools.answers.crawl import Crawl, Depth, Known, all_routes
from tools.answers.records import Snapshot
from tools.answers.visitor import Visitor
from tools.answers.walk import Walk

CAST = re.compile(r'name="username" value="(\w+)"')
WIDE = Depth(addresses=8, queries=2, fragments=2, buttons=1, refused=True)
NARROW = Depth(addresses=1, queries=1, fragments=1, buttons=1, refused=False)
QUICK = Depth(addresses=2, queries=1, fragments=1, buttons=1, refused=True)
SPOKEN = (("she", "bramble"), ("he", "thimble"), ("they", "corvina"), ("they", "dulse"), ("she", "prudence"))
PASSWORD = "a long walk on a common"


def write(snapshot: Snapshot, parts: Sequence[str], clock: Traveller, *, quick: bool) -> None:
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    known, began = Known(), time.time()
    if "referee" in parts:
        snapshot.write("referee", questions.answers())
        _print_cpu_time("referee")
    if set(parts) - {"referee"}:
        said = server.tell_demo_games()
        # Some are spoken to otherwise: the server's own sentences are spelt anew for them.
        for pronouns, name in SPOKEN:
            server.run_sql(f"UPDATE core_account SET pronouns = '{pronouns}' WHERE username = '{name}'")
        _print_cpu_time("the demo games")
    if "log" in parts:
        write_log(snapshot, said)
        _print_cpu_time("log")
    if "pages" in parts:
        write_pages(snapshot, known, quick=quick)
        _print_cpu_time("pages")
    if "programs" in parts:
        snapshot.write("programs", programs.answers(known.coverage))
        _print_cpu_time("programs")
    if "ending" in parts:
        done, shown = ending.answers(known, clock, began)
        snapshot.write("ending/done", done)
        snapshot.write("ending/shown", shown)
        _print_cpu_time("ending")
    if "walk" in parts:
        snapshot.write("walk/done", Walk(cast_names(), known.coverage, clock).go(40 if quick else 160))
        snapshot.write("walk/commands", server.command_answers())
        write_rows(snapshot, "walk")
        _print_cpu_time("walk")
    routes = list(all_routes())
    snapshot.write("routes", known.coverage.answers(routes))
    if not quick and set(parts) >= {"pages", "programs", "ending"}:
        print("Not reached:", *known.coverage.unreached_routes(routes), sep="\n  ")


def _print_cpu_time(part: str) -> None:
    print(f"{part}: {time.process_time():.1f} s of CPU time so far", flush=True)


def write_log(snapshot: Snapshot, said: str) -> None:
    snapshot.write("log/commands", {"seed_demo": said} | server.command_answers())
    snapshot.write("log/schema", server.schema_answers())
    snapshot.write("log/static", server.static_answers())
    write_rows(snapshot, "log")


def write_rows(snapshot: Snapshot, folder: str) -> None:
    for table in server.table_names():
        snapshot.write(f"{folder}/rows/{table}", server.row_answers(table))


def write_pages(snapshot: Snapshot, known: Known, *, quick: bool) -> None:
    games = [slug for (slug,) in server.query("SELECT slug FROM core_game ORDER BY id")]
    for visitor, own, depth in _viewers(games, quick=quick):
        crawl = Crawl(visitor, known, depth, own)
        crawl.look_around()
        crawl.press_buttons()
        crawl.send_wrong_forms()
        name = visitor.name or "nobody"
        for part, answers in (("shown", crawl.shown), ("pressed", crawl.pressed), ("refused", crawl.refused)):
            snapshot.write(f"pages/{name}/{part}", answers)
        _print_cpu_time(
            f"  {name}: {len(crawl.shown)} shown, {len(crawl.pressed)} pressed, {len(crawl.refused)} refused"
        )


def _viewers(games: list[str], *, quick: bool) -> list[tuple[Visitor, list[str], Depth]]:
    """Everybody who looks, at which games, and how closely: nobody, a stranger to all games, and each of the casts."""
    found = [(Visitor(), games, QUICK if quick else WIDE), (stranger(), games, QUICK if quick else NARROW)]
    heads: set[str] = set()
    for name in cast_names():
        own = server.games_of(name)
        first = not heads.issuperset(own)
        heads.update(own)
        if first or not quick:
            found.append((Visitor(name).sign_in(), own, QUICK if quick else WIDE if first else NARROW))
    return found


def cast_names() -> list[str]:
    """Whoever may be signed in as, in the order of the front page."""
    return CAST.findall(Visitor().get("/").body)


def stranger() -> Visitor:
    """Somebody with an account, and in no game."""
    visitor = Visitor("stranger")
    visitor.send(
        "/accounts/signup/",
        [
            ("username", visitor.name),
            ("email", "stranger@example.org"),
            ("password1", PASSWORD),
            ("password2", PASSWORD),
        ],
    )
    return visitor.settle()
