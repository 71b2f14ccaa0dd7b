"""How the demo's spy dynasty would end: its last claim, a Declaration of Victory, an Address, and all that is revealed.

Nothing of it stays done. It leads where none of the demo's pages does.
"""

from __future__ import annotations

import re
from datetime import timedelta

from time_machine import Traveller

from tools.answers import server
from tools.answers.crawl import Crawl, Depth, Known
from tools.answers.player import Player, Record, presses_on
from tools.answers.visitor import Reply, Visitor

GAME = "the-cold-buffet"
HERE = f"/g/{GAME}"
MASTERMIND, WINNER = "ottoline", "larkspur"
VOTERS = ("bellweather", "umber", "thimble", "corvina", "halloway", "sedgwick")
ACCEPT = re.compile(rf"{HERE}/spy/claims/[^/]+/accept/")
DEPTH = Depth(addresses=3, queries=2, fragments=1, buttons=1, refused=False)


def answers(known: Known, clock: Traveller, began: float) -> tuple[dict[str, str], dict[str, str]]:
    """What is done and answered on the way, and what nobody is shown of the game after it. The clock is put back."""
    record = Record(known.coverage)
    try:
        with server.undo_writes():
            _play(record, clock)
            crawl = Crawl(Visitor(), known, DEPTH, [GAME])
            crawl.look_around()
    finally:
        clock.move_to(began)
    return record.answers, crawl.shown


def _play(record: Record, clock: Traveller) -> None:
    mastermind, winner = Player(MASTERMIND, record), Player(WINNER, record)
    desk = mastermind.look(f"{HERE}/spy/desk/").page
    assert desk is not None
    claims = [each.address for each in presses_on(desk, f"{HERE}/spy/desk/") if ACCEPT.fullmatch(each.address)]
    for claim in claims:
        mastermind.press(desk, f"{HERE}/spy/desk/", claim, {"comment": "Well hummed."})
    number = _declare(winner)
    for name in VOTERS:
        _press(Player(name, record), f"{HERE}/posts/{number}/", f"{HERE}/posts/{number}/comments/", "post", vote="FOR")
    for _ in range(3):
        clock.shift(timedelta(hours=13))
        record.run_rounds(f"{len(record.answers)}")
    at = f"{HERE}/ascend/"
    preview = _press(winner, at, at, "preview", theme="Tea", text="No more *secrets*.").page
    assert preview is not None
    winner.press(preview, at, at, {}, "ascend")
    clock.shift(timedelta(hours=1))
    record.run_rounds("the end")
    reveal = f"{HERE}/spy/reveal/1/"
    _press(mastermind, reveal, reveal, sure="on")
    for part in ("spy/revealed/1/", "spy/revealed/1/?page=2", "spy/revealed/1/1/", "spy/revealed/1.json"):
        mastermind.look(f"{HERE}/{part}")


def _declare(winner: Player) -> str:
    """Declare victory, and say once more that it is meant; answers the number of the Declaration."""
    at = f"{HERE}/posts/new/"
    page = winner.open_page(at).page
    assert page is not None
    typed: dict[str, str | list[str]] = {"category": "dov", "title": "Ten missions", "body": "Count them."}
    sure = winner.press(page, at, at, typed, "post").page
    assert sure is not None
    declared = winner.press(sure, at, at, {}, "declare")
    return declared.leads_to.rstrip("/").rpartition("/")[2]


def _press(player: Player, at: str, where: str, do: str = "", **typed: str) -> Reply:
    page = player.open_page(at).page
    assert page is not None
    return player.press(page, at, where, dict(typed), do)
