"""How the demo's spy dynasty would end: its last claim, a Declaration of Victory, an Address, and all that is revealed.

Nothing of it stays done. It leads where none of the demo's pages does.
"""

from __future__ import annotations

import re
from datetime import timedelta

from time_machine import Traveller

from tools.answers import server
from tools.answers.crawl import CrawlDepth, CrawlKnowledge, ViewerCrawl
from tools.answers.player import ActRecord, CastPlayer, presses_on
from tools.answers.visitor import PageReply, PageVisitor

GAME = "the-cold-buffet"
HERE = f"/g/{GAME}"
MASTERMIND, WINNER = "ottoline", "larkspur"
VOTERS = ("bellweather", "umber", "thimble", "corvina", "halloway", "sedgwick")
ACCEPT = re.compile(rf"{HERE}/spy/claims/[^/]+/accept/")
DEPTH = CrawlDepth(addresses=3, queries=2, fragments=1, buttons=1, refused=False)


def answers(known: CrawlKnowledge, clock: Traveller, began: float) -> tuple[dict[str, str], dict[str, str]]:
    """What is done and answered on the way, and what nobody is shown of the game after it. The clock is put back."""
    record = ActRecord(known.coverage)
    try:
        with server.rollback_after():
            _play_the_end(record, clock)
            crawl = ViewerCrawl(PageVisitor(), known, DEPTH, [GAME])
            crawl.look_around()
    finally:
        clock.move_to(began)
    return record.answers, crawl.shown


def _play_the_end(record: ActRecord, clock: Traveller) -> None:
    mastermind, winner = CastPlayer(MASTERMIND, record), CastPlayer(WINNER, record)
    desk = mastermind.look_at(f"{HERE}/spy/desk/").page
    assert desk is not None
    claims = [each.address for each in presses_on(desk, f"{HERE}/spy/desk/") if ACCEPT.fullmatch(each.address)]
    for claim in claims:
        mastermind.press_button(desk, f"{HERE}/spy/desk/", claim, {"comment": "Well hummed."})
    number = _declare_victory(winner)
    for name in VOTERS:
        _press_button(
            CastPlayer(name, record), f"{HERE}/posts/{number}/", f"{HERE}/posts/{number}/comments/", "post", vote="FOR"
        )
    for _ in range(3):
        clock.shift(timedelta(hours=13))
        record.run_rounds(f"{len(record.answers)}")
    reveal = f"{HERE}/spy/reveal/1/"
    _press_button(mastermind, reveal, reveal, sure="on")  # whose it is no more
    _press_button(winner, reveal, reveal, sure="on")
    for part in ("spy/revealed/1/", "spy/revealed/1/?page=2", "spy/revealed/1/1/", "spy/revealed/1.json"):
        winner.look_at(f"{HERE}/{part}")
    at = f"{HERE}/ascend/"
    preview = _press_button(winner, at, at, "preview", theme="Tea", text="No more *secrets*.").page
    assert preview is not None
    winner.press_button(preview, at, at, {}, "ascend")
    clock.shift(timedelta(hours=1))
    record.run_rounds("the end")


def _declare_victory(winner: CastPlayer) -> str:
    """Declare victory, and say once more that it is meant; answers the number of the Declaration."""
    at = f"{HERE}/posts/new/"
    page = winner.open_page(at).page
    assert page is not None
    typed: dict[str, str | list[str]] = {"category": "dov", "title": "Ten missions", "body": "Count them."}
    sure = winner.press_button(page, at, at, typed, "post").page
    assert sure is not None
    declared = winner.press_button(sure, at, at, {}, "declare")
    return declared.leads_to.rstrip("/").rpartition("/")[2]


def _press_button(player: CastPlayer, at: str, where: str, do: str = "", **typed: str) -> PageReply:
    page = player.open_page(at).page
    assert page is not None
    return player.press_button(page, at, where, dict(typed), do)
