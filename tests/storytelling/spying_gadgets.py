"""Gadgets in the language of the stories."""

from __future__ import annotations

from collections.abc import Mapping

from dynasties.spy.gadgets import queries as gadgets_queries
from dynasties.spy.gadgets.models import Holding, RequestStatus
from dynasties.spy.gadgets.rules_requests import Stance
from tests.storytelling.phrases import ACTS, EXPECTATIONS, Line
from tests.storytelling.spying import spies, tickets
from tests.storytelling.stage import Stage

Words = Mapping[str, str]


@ACTS.phrase("{who} owns a Gadget[ that lets em {licences}]")
def owns_gadget(stage: Stage, line: Line, words: Words) -> None:
    """Set up: approved as if it had happened so, as “Gadget 1”, “Gadget 2” and so on."""
    spies(stage).equip(words["who"], *_licences(words))


def _licences(words: Words) -> list[str]:
    return words["licences"].split(" and ") if "licences" in words else []


@ACTS.phrase("{who} requests Gadget {title}[ that lets em {licences}]: {text}")
def requests(stage: Stage, line: Line, words: Words) -> None:
    spies(stage).ask(words["who"], words["title"], words["text"], licences=_licences(words))


@ACTS.phrase("{who} approves of request {number}")
def approves(stage: Stage, line: Line, words: Words) -> None:
    spies(stage).say(words["who"], int(words["number"]), Stance.APPROVE)


@ACTS.phrase("{who} disapproves of request {number}")
def disapproves(stage: Stage, line: Line, words: Words) -> None:
    spies(stage).say(words["who"], int(words["number"]), Stance.DISAPPROVE)


@ACTS.phrase("{who} vetoes request {number}")
def vetoes(stage: Stage, line: Line, words: Words) -> None:
    spies(stage).say(words["who"], int(words["number"]), Stance.VETO)


@ACTS.phrase("{who} adds the Gadget of request {number}")
def adds(stage: Stage, line: Line, words: Words) -> None:
    spies(stage).add(words["who"], int(words["number"]))


@ACTS.phrase("{who} denies request {number}")
def denies(stage: Stage, line: Line, words: Words) -> None:
    spies(stage).deny_own(words["who"], int(words["number"]))


@ACTS.phrase("{who} prices Gadget {number} at {pile}")
def prices(stage: Stage, line: Line, words: Words) -> None:
    spies(stage).price(int(words["number"]), **tickets(words["pile"]).as_facts(), by=words["who"])


@ACTS.phrase("{who} buys Gadget {number}")
def buys(stage: Stage, line: Line, words: Words) -> None:
    spies(stage).buy(words["who"], int(words["number"]))


@ACTS.phrase("{who} claims Gadget {title} of {whom}")
def claims_gadget(stage: Stage, line: Line, words: Words) -> None:
    spies(stage).claim_gadget(words["who"], _holding(stage, words["whom"], words["title"]))


@ACTS.phrase("{who} throws Gadget {title} away")
def throws_away(stage: Stage, line: Line, words: Words) -> None:
    spies(stage).throw_away(words["who"], _holding(stage, None, words["title"]))


def _holding(stage: Stage, owner: str | None, title: str) -> Holding:
    """The newest of that name, e owns it or has owned it."""
    rows = Holding.objects.filter(gadget__theatre=spies(stage).theatre, gadget__name=title)
    found = (rows.filter(owner__name=owner) if owner else rows).order_by("pk").last()
    assert found is not None, "there is no such Gadget"
    return found


@EXPECTATIONS.phrase("expect {who} owns {number} Gadget[s]")
def expect_owns(stage: Stage, line: Line, words: Words) -> None:
    owned = spies(stage).owns(words["who"])
    assert len(owned) == int(words["number"]), owned


@EXPECTATIONS.phrase("expect {who} owns Gadget {title}")
def expect_owns_it(stage: Stage, line: Line, words: Words) -> None:
    owned = spies(stage).owns(words["who"])
    assert words["title"] in owned, owned


@EXPECTATIONS.phrase("expect request {number} {request_state}[ because {codes}]")
def expect_request(stage: Stage, line: Line, words: Words) -> None:
    """How it stands; of what is pending also what would stand against it now, of what is denied why it was."""
    row = gadgets_queries.gadget_request(spies(stage).theatre, int(words["number"]))
    assert row is not None, "there is no such request"
    assert row.status == words["request_state"], f"{row.status} {row.ending}"
    if "codes" in words:
        verdict = spies(stage).judged(row.number).verdict
        why = sorted(each.code for each in verdict.reasons) if verdict else [row.ending]
        assert why == sorted(words["codes"].split(", ")), why


@EXPECTATIONS.phrase("expect request {number} may be added")
def expect_addable(stage: Stage, line: Line, words: Words) -> None:
    found = spies(stage).judged(int(words["number"]))
    assert found.row.status == RequestStatus.PENDING, found.row.status
    assert found.verdict is not None, "it is decided"
    assert found.verdict.may_add, found.verdict.reasons
