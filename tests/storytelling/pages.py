"""The gamestate pages in the language of the stories: made, written, dropped, and what they read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dynasties.pages import actions as pages_actions, queries as pages_queries
from dynasties.pages.queries import PageShown
from nomic.core.floor import floor
from rulesets.changes import actions as changes_actions, queries as changes_queries
from tests.storytelling.phrases import ACTS, CHANGES, EXPECTATIONS, Line
from tests.storytelling.stage import Stage

Words = Mapping[str, str]


def _called(stage: Stage, title: str) -> PageShown:
    """The page of that title. Raises `LookupError` when there is none."""
    for page in pages_queries.live_pages(stage.table.made.pk):
        if page.title == title:
            return page
    raise LookupError(f"no page is called “{title}”")


def _made(stage: Stage, words: Words) -> dict[str, Any]:
    known = next((rule.id for rule in stage.table.rules() if rule.title == words["rule"]), words["rule"])
    facts = {name: words[name] for name in ("title", "editors", "text")}
    return {"kind": "make-page", "rule": known, **facts}


@ACTS.phrase("the game has a page {title} for {editors}, carried by {rule}: {text}")
def has_page(stage: Stage, line: Line, words: Words) -> None:
    with floor(stage.table.made.pk) as the_floor:
        applied = changes_queries.try_changes(
            changes_queries.current_state(the_floor.game), changes_queries.read_changes([_made(stage, words)])
        )
        assert applied.whole, applied.problems
        changes_actions.enact_changes(
            the_floor, applied, changes_actions.Cause("post:0", stage.table.agent(stage.table.founder))
        )


@ACTS.phrase("{who} writes page {title}: {text}")
def writes_page(stage: Stage, line: Line, words: Words) -> None:
    _write(stage, words, _called(stage, words["title"]).version.n)


@ACTS.phrase("{who} writes page {title} over version {number}: {text}")
def writes_page_over(stage: Stage, line: Line, words: Words) -> None:
    _write(stage, words, int(words["number"]))


def _write(stage: Stage, words: Words, base: int) -> None:
    pages_actions.edit_page(
        actor_id=stage.table.agent(words["who"]).pk,
        game_id=stage.table.made.pk,
        number=_called(stage, words["title"]).number,
        text=words["text"],
        comment="",
        base_version=base,
    )


# -- under a Proposal --------------------------------------------------------------------------------


@CHANGES.phrase("makes page {title} for {editors}, carried by {rule}: {text}")
def makes_page(stage: Stage, line: Line, words: Words) -> None:
    stage.changes.append(_made(stage, words))


@CHANGES.phrase("writes page {title} anew: {text}")
def writes_page_anew(stage: Stage, line: Line, words: Words) -> None:
    page = _called(stage, words["title"])
    stage.changes.append({"kind": "write-page", "page": page.number, "base": page.version.text, "text": words["text"]})


@CHANGES.phrase("drops page {title}")
def drops_page(stage: Stage, line: Line, words: Words) -> None:
    stage.changes.append({"kind": "drop-page", "page": _called(stage, words["title"]).number})


# -- what is expected --------------------------------------------------------------------------------


@EXPECTATIONS.phrase("expect page {title} reads {text}")
def reads(stage: Stage, line: Line, words: Words) -> None:
    text = _called(stage, words["title"]).version.text
    assert text == words["text"], f"it reads “{text}”"


@EXPECTATIONS.phrase("expect page {title} is at version {number}")
def is_at_version(stage: Stage, line: Line, words: Words) -> None:
    n = _called(stage, words["title"]).version.n
    assert n == int(words["number"]), f"it is at {n}"


@EXPECTATIONS.phrase("expect page {title} closed")
def closed(stage: Stage, line: Line, words: Words) -> None:
    assert not _called(stage, words["title"]).is_open, "it can be edited"


@EXPECTATIONS.phrase("expect no page {title}")
def no_page(stage: Stage, line: Line, words: Words) -> None:
    assert words["title"] not in [each.title for each in pages_queries.live_pages(stage.table.made.pk)], "it is there"
