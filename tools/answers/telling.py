"""The parts of a snapshot, each told in its turn: the log and the pages before anything is done for good."""

from __future__ import annotations

import gc
import re
import time
from collections.abc import Sequence

from time_machine import Traveller

from tools.answers import ending, programs, questions, server
from tools.answers.crawl import CrawlDepth, CrawlKnowledge, ViewerCrawl, all_routes
from tools.answers.player import take_letters
from tools.answers.records import AnswerSnapshot
from tools.answers.visitor import PageVisitor
from tools.answers.walk import ChanceWalk

CAST = re.compile(r'name="username"\s+value="(\w+)"')
WIDE = CrawlDepth(addresses=6, queries=2, fragments=2, buttons=1, refused=True)
NARROW = CrawlDepth(addresses=1, queries=1, fragments=0, buttons=1, refused=False)
QUICK = CrawlDepth(addresses=2, queries=1, fragments=1, buttons=1, refused=True)
SPOKEN = (("she", "bramble"), ("he", "thimble"), ("they", "corvina"), ("they", "dulse"), ("she", "prudence"))
ADDRESS, PASSWORD, CHOSEN = "stranger@example.org", "a long walk on a common", "a longer walk in the rain"
RESET = re.compile(r"(/accounts/password/reset/key/\S+)")


def write(snapshot: AnswerSnapshot, parts: Sequence[str], clock: Traveller, *, quick: bool) -> None:
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    known, began = CrawlKnowledge(), time.time()
    if "referee" in parts:
        snapshot.write("referee", questions.answers())
        _print_time("referee")
    if set(parts) - {"referee"}:
        said = server.tell_demo_games()
        # Some are spoken to otherwise: the server's own sentences are spelt anew for them.
        for pronouns, name in SPOKEN:
            server.run_sql(f"UPDATE core_account SET pronouns = '{pronouns}' WHERE username = '{name}'")
        _print_time("the demo games")
    if "log" in parts:
        write_log(snapshot, said)
        _print_time("log")
    if "pages" in parts:
        write_pages(snapshot, known, quick=quick)
        _print_time("pages")
    if "programs" in parts:
        snapshot.write("programs", programs.answers(known.coverage))
        snapshot.write("doors", door_answers(known))
        _print_time("programs")
    if "ending" in parts:
        done, shown = ending.answers(known, clock, began)
        snapshot.write("ending/done", done)
        snapshot.write("ending/shown", shown)
        _print_time("ending")
    if "walk" in parts:
        snapshot.write("walk/done", ChanceWalk(cast_names(), known.coverage, clock).take_steps(40 if quick else 120))
        snapshot.write("walk/commands", server.command_answers())
        write_rows(snapshot, "walk")
        _print_time("walk")
    routes = list(all_routes())
    snapshot.write("routes", known.coverage.answers(routes))
    if not quick and set(parts) >= {"pages", "programs", "ending"}:
        print("Not reached:", *known.coverage.unreached_routes(routes), sep="\n  ")


def _print_time(part: str) -> None:
    print(f"{part}: {time.process_time():.1f} s of CPU time so far", flush=True)


def write_log(snapshot: AnswerSnapshot, said: str) -> None:
    snapshot.write("log/commands", {"seed_demo": said} | server.command_answers())
    snapshot.write("log/schema", server.schema_answers())
    snapshot.write("log/static", server.static_answers())
    write_rows(snapshot, "log")


def write_rows(snapshot: AnswerSnapshot, folder: str) -> None:
    for table in server.table_names():
        snapshot.write(f"{folder}/rows/{table}", server.row_answers(table))


def write_pages(snapshot: AnswerSnapshot, known: CrawlKnowledge, *, quick: bool) -> None:
    games = [slug for (slug,) in server.fetch_rows("SELECT slug FROM core_game ORDER BY id")]
    for visitor, own, depth in _viewers(games, quick=quick):
        crawl = ViewerCrawl(visitor, known, depth, own)
        crawl.look_around()
        crawl.press_buttons()
        crawl.send_wrong_forms()
        name = visitor.name or "nobody"
        for part, answers in (("shown", crawl.shown), ("pressed", crawl.pressed), ("refused", crawl.refused)):
            snapshot.write(f"pages/{name}/{part}", answers)
        _print_time(f"  {name}: {len(crawl.shown)} shown, {len(crawl.pressed)} pressed, {len(crawl.refused)} refused")


def _viewers(games: list[str], *, quick: bool) -> list[tuple[PageVisitor, list[str], CrawlDepth]]:
    """Everybody who looks, at which games, and how closely: nobody, a stranger to all games, and each of the casts."""
    found = [(PageVisitor(), games, QUICK if quick else WIDE), (sign_up_stranger(), games, QUICK if quick else NARROW)]
    heads: set[str] = set()
    for name in cast_names():
        own = server.games_of(name)
        first = not heads.issuperset(own)
        heads.update(own)
        if first or not quick:
            found.append((PageVisitor(name).sign_in(), own, QUICK if quick else WIDE if first else NARROW))
    return found


def door_answers(known: CrawlKnowledge) -> dict[str, str]:
    """A password that is forgotten, by the letter that says how to choose another."""
    with server.rollback_after():
        sign_up_stranger()
        visitor = PageVisitor()
        asked = visitor.send_form("/accounts/password/reset/", [("email", ADDRESS)])
        letters = "\n\n".join(take_letters())
        link = RESET.search(letters)
        address = link[1] if link else "/accounts/password/reset/key/x-x/"
        opened = visitor.get_page(address)
        chosen = visitor.send_form(opened.leads_to or address, [("password1", CHOSEN), ("password2", CHOSEN)])
    known.coverage.note("GET", address, opened)
    return {"asks": asked.text, "is told": letters, "opens it": opened.text, "chooses another": chosen.text}


def cast_names() -> list[str]:
    """Whoever may be signed in as, in the order of the front page."""
    return CAST.findall(PageVisitor().get_page("/").body)


def sign_up_stranger() -> PageVisitor:
    """Somebody with an account, and in no game."""
    visitor = PageVisitor("stranger")
    visitor.send_form(
        "/accounts/signup/",
        [("username", visitor.name), ("email", ADDRESS), ("password1", PASSWORD), ("password2", PASSWORD)],
    )
    return visitor.keep_cookies()
