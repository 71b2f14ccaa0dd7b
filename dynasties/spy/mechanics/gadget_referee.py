"""What the referee decides of a gadget request, as plain JSON in and out."""

from __future__ import annotations

from dynasties.spy.mechanics.gadget_requests import Request, Say, Verdict, Voice, judge
from nomic.core.mechanics.decision import Invalid
from nomic.core.mechanics.fields import Field
from nomic.core.mechanics.law import Law
from nomic.core.mechanics.parts import Published
from proposals.mechanics.asking import hiatus_in, roster_in
from proposals.mechanics.tally import quorum

SAYS = tuple(Say)
# What the referee calls the grounds, in its closed list of codes.
PUBLISHED = {
    "request-vetoed": "vetoed",
    "request-disapproved": "timed-out-against",
    "request-lacks-approvals": "too-few-votes",
    "request-ripe": "timed-out",
    "request-unripe": "still-open",
}


def gadget_request(question: Field, law: Law) -> dict[str, object]:
    """A pending request, judged: enacted means that it may be added now, failed that it is denied."""
    roster = roster_in(question)
    posted_at, now = question["posted_at"].moment(), question["now"].moment()
    if now < posted_at:
        raise Invalid("now", "lies before the posting")
    voices = tuple(map(_voice, question["votes"].items()))
    request = Request(question["author"].text(), posted_at, voices)
    verdict = judge(request, roster, law, now, hiatus_in(question["hiatus"]))
    return _told(verdict) | {"quorum": quorum(len(roster.agents), law)}


def _voice(field: Field) -> Voice:
    return Voice(field["voter"].text(), Say(field["vote"].one_of(SAYS)), field["at"].moment())


def _told(verdict: Verdict) -> dict[str, object]:
    count = verdict.count
    return {
        "status": verdict.status.value,
        "may_enact": verdict.may_add,
        "may_fail": verdict.denied,
        "reasons": [Published(PUBLISHED.get(each.code, each.code), each) for each in verdict.reasons],
        "tally": {
            "for": count.approvals, "against": count.denials, "deferential": 0, "abstain": 0,
            "vetoed": count.vetoed, "self_killed": False,
        },
        "next_check": verdict.next_check,
    }  # fmt: skip
