"""What a case may expect of matters: each phrase asks one query, as a page would, and compares."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from nomic.core import clock
from proposals.deciding import queries as deciding_queries
from proposals.deciding.queries import JudgedMatter
from proposals.kinds import kind_of
from proposals.kinds.proposal.kind import PROPOSAL
from proposals.posts import queries as posts_queries, rules as posts_rules
from proposals.voting import queries as voting_queries
from proposals.voting.rules import Status
from tests.storytelling import expectations_of_law
from tests.storytelling.phrases import EXPECTATIONS, Line
from tests.storytelling.stage import Stage

ALSO = (expectations_of_law,)  # its phrases are entered in the same book

Words = Mapping[str, str]
COUNTS = ("for", "against", "deferential", "abstain", "quorum")


def judged(stage: Stage, words: Words) -> JudgedMatter:
    return stage.table.verdict(stage.number(words))


def _state(stage: Stage, number: int) -> str:
    """What stands: for a pending matter what may be done with it, by the verdict of now."""
    entry = stage.table.post_row(number)
    status = Status(entry.matter.status)
    if status is not Status.PENDING:
        return kind_of(entry.matter.kind).status_word(status)
    verdict = stage.table.verdict(number).verdict
    if verdict.may_enact and verdict.may_fail:
        return "may-either"
    enact = "may-enact" if entry.matter.kind == PROPOSAL.code else "may-pass"
    return enact if verdict.may_enact else "may-fail" if verdict.may_fail else "pending"


def _grounds(stage: Stage, number: int) -> tuple[set[str], dict[str, int]]:
    """The reason codes and the counts of a matter: of now, or as its resolution put them on record."""
    entry = stage.table.post_row(number)
    if entry.matter.status != Status.PENDING.value:
        closing: Any = entry.matter.closing or {}
        counts = {**closing.get("tally", {}), "quorum": closing.get("quorum")}
        return {reason["code"] for reason in closing.get("reasons", ())}, counts
    verdict = stage.table.verdict(number).verdict
    tally = verdict.tally
    counts = {"for": tally.for_, "against": tally.against, "deferential": tally.deferential}
    counts |= {"abstain": tally.abstain, "quorum": verdict.quorum}
    return {reason.code for reason in verdict.reasons}, counts


@EXPECTATIONS.phrase("expect {state} [{post}] {grounds}")
def expect_state(stage: Stage, line: Line, words: Words) -> None:
    """The state; every reason and no other, if any is named; each count that is named."""
    number = stage.number(words)
    state, (codes, counts) = _state(stage, number), _grounds(stage, number)
    told = f"{state} {' '.join(sorted(codes))} " + " ".join(f"{name} {counts.get(name)}" for name in COUNTS)
    wanted = re.findall(r"([a-z-]+)(?: (\d+))?", words["grounds"])
    for name, count in wanted:
        assert bool(count) == (name in COUNTS), f"“{name}” is no count or reason to be written so"
        assert not count or counts.get(name) == int(count), told
    named = {name for name, count in wanted if not count}
    assert state == words["state"], told
    assert not named or named == codes, told


@EXPECTATIONS.phrase("expect blocked [{post}]")
def expect_blocked(stage: Stage, line: Line, words: Words) -> None:
    verdict = judged(stage, words).verdict
    codes = [reason.code for reason in verdict.reasons]
    assert not verdict.is_decided, codes
    assert "blocked" in codes, codes


@EXPECTATIONS.phrase("expect next check {moment} [of {post}]")
def expect_next_check(stage: Stage, line: Line, words: Words) -> None:
    """When time alone could change the verdict."""
    from tests.storytelling.parser import moment

    wanted = None if words["moment"] == "none" else moment(words["moment"], stage.start)
    found = judged(stage, words).verdict.next_check
    assert found == wanted, f"next check {found}"


@EXPECTATIONS.phrase("expect {who} counts {counted} [because {code}] [on {post}]")
def expect_counts(stage: Stage, line: Line, words: Words) -> None:
    """How an Agent's vote counts: the line of the trail that stands, or none."""
    lines = [each for each in judged(stage, words).verdict.tally.counted if each.voter == words["who"]]
    ways = [each.as_.value for each in lines if each.as_.value != "none"] or ["none"]
    told = f"{words['who']} counts {ways} because {[each.why for each in lines]}"
    assert ways == [words["counted"]], told
    assert "code" not in words or words["code"] in [each.why for each in lines], told


@EXPECTATIONS.phrase("expect queue {posts}")
def expect_queue(stage: Stage, line: Line, words: Words) -> None:
    scene = voting_queries.judging_context(stage.table.game, clock.now())
    found = [each.post.number for each in deciding_queries.pending_matters(scene) if each.place]
    assert found == [int(number) for number in re.findall(r"\d+", words["posts"])], found


@EXPECTATIONS.phrase("expect slots of {who} {number} of {limit} pending, {made} of {daily} today")
def expect_slots(stage: Stage, line: Line, words: Words) -> None:
    used = deciding_queries.slots_of_author(stage.agent_id(words["who"]), stage.table.law, clock.now())
    found = (used.pending, used.pending_limit, used.made_today, used.daily_limit)
    wanted = tuple(None if words[each] == "any" else int(words[each]) for each in ("number", "limit", "made", "daily"))
    assert found == wanted, found


@EXPECTATIONS.phrase("expect {post} resolved by {who}")
def expect_resolved_by(stage: Stage, line: Line, words: Words) -> None:
    by = stage.table.post_row(stage.number(words)).matter.resolved_by
    assert (by and by.name) == words["who"], f"resolved by {by or 'the Clerk'}"


@EXPECTATIONS.phrase("expect {post} resolved by the Clerk")
def expect_resolved_by_the_clerk(stage: Stage, line: Line, words: Words) -> None:
    matter = stage.table.post_row(stage.number(words)).matter
    assert matter.resolved_at is not None, "it is pending"
    assert matter.resolved_by is None, f"resolved by {matter.resolved_by}"


@EXPECTATIONS.phrase("expect {post} not resolved")
def expect_not_resolved(stage: Stage, line: Line, words: Words) -> None:
    """Whatever may be done with it by now, nobody has done it."""
    status = stage.table.status(stage.number(words))
    assert status == Status.PENDING.value, status


@EXPECTATIONS.phrase("expect subject of {post} {title}")
def expect_subject(stage: Stage, line: Line, words: Words) -> None:
    subject = posts_rules.title_subject(stage.table.post_row(stage.number(words)).title)
    assert subject == words["title"], subject


@EXPECTATIONS.phrase("expect {post} noted {text}")
def expect_noted(stage: Stage, line: Line, words: Words) -> None:
    """The newest note in the part of the post that is kept for Admins."""
    notes = stage.table.notes(stage.number(words))
    assert notes[-1:] == [words["text"]], notes


@EXPECTATIONS.phrase("expect {post} bears no name")
def expect_no_name(stage: Stage, line: Line, words: Words) -> None:
    assert stage.table.post_row(stage.number(words)).byline == "anonymous"


@EXPECTATIONS.phrase("expect {post} bears the name of {who}")
def expect_name(stage: Stage, line: Line, words: Words) -> None:
    byline = stage.table.post_row(stage.number(words)).byline
    assert byline == words["who"], byline


@EXPECTATIONS.phrase("expect {post} titled {title}")
def expect_titled(stage: Stage, line: Line, words: Words) -> None:
    title = stage.table.post_row(stage.number(words)).title
    assert title == words["title"], title


@EXPECTATIONS.phrase("expect {post} in version {number}")
def expect_version(stage: Stage, line: Line, words: Words) -> None:
    entry = stage.table.post_row(stage.number(words))
    kept = posts_queries.post_versions(entry.pk).count()
    assert entry.version == kept == int(words["number"]), f"version {entry.version}, {kept} kept"


@EXPECTATIONS.phrase("expect {post} warns of {code}")
def expect_warning(stage: Stage, line: Line, words: Words) -> None:
    """What its page points out about the law as it would be."""
    assert words["code"] in _warnings(stage, words), _warnings(stage, words)


@EXPECTATIONS.phrase("expect {post} does not warn of {code}")
def expect_no_warning(stage: Stage, line: Line, words: Words) -> None:
    assert words["code"] not in _warnings(stage, words), _warnings(stage, words)


def _warnings(stage: Stage, words: Words) -> set[str]:
    entry = stage.table.post_row(stage.number(words))
    return {lint.code for lint in deciding_queries.rehearse_changes(entry, stage.table.game).lints}
