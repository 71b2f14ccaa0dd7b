"""Gadgets told anew from the log: what was asked for and how it was decided, what it cost, and who owned it when."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dynasties.spy.gadgets.models import Gadget, GadgetRequest, Holding, RequestStatus, RequestVote
from dynasties.spy.gadgets.rules_requests import PendingRequest, RequestVerdict, RequestVoice, Stance, judge_request
from nomic.core.chain import decision_json
from nomic.core.decision import Decision
from nomic.core.games.models import Game
from nomic.core.log.models import Event
from nomic.core.log.recount import Difference, Log, compare_values
from proposals.voting.queries import judging_context_after

ASKED, SAID, APPROVED, DENIED = (f"spy.gadget-{each}" for each in ("requested", "voted", "approved", "denied"))
PRICED, BOUGHT, CLAIMED, DISCARDED = (f"spy.gadget-{each}" for each in ("priced", "bought", "claimed", "discarded"))
HOLDING_ORIGINS = {APPROVED: "approved", BOUGHT: "bought", CLAIMED: "claimed"}
UNJUDGED = {"by-requester", "requester-left"}  # ended without a count


def _events_by_number(log: Log, *kinds: str) -> dict[int, Event]:
    return {event.seq: event for event in log.values() if event.kind in kinds}


def request_differences(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every request against its events, and its end judged anew by the votes, roster and law of its moment."""
    asked, ended = _events_by_number(log, ASKED), _events_by_number(log, APPROVED, DENIED)
    for row in GadgetRequest.objects.filter(theatre__game=game).select_related("theatre").order_by("pk"):
        event, end = asked.pop(row.posted_seq, None), ended.pop(row.ended_seq or 0, None)
        if event is None or event.subject != f"request:{row.number}":
            yield [Difference(row.posted_seq, f"request {row.number}", row.number, event and event.subject)]
            continue
        yield [*_words_differences(row, event), *_end_differences(row, end)]
    for event in [*asked.values(), *ended.values()]:
        yield [Difference(event.seq, event.subject.replace(":", " "), None, event.kind)]


def _words_differences(row: GadgetRequest, event: Event) -> list[Difference]:
    kept = (row.name, row.description, row.licences, row.requester_id, row.posted_at)
    told = (*(event.data[each] for each in ("name", "description", "licences")), event.actor_id, event.at)
    return compare_values(event.seq, f"words of request {row.number}", kept, told)


def _end_differences(row: GadgetRequest, event: Event | None) -> list[Difference]:
    seq, what = row.ended_seq or row.posted_seq, f"end of request {row.number}"
    if event is None or row.status == RequestStatus.PENDING:
        return compare_values(seq, what, (row.status, row.ended_at), (RequestStatus.PENDING.value, event and event.at))
    ending = "added" if event.kind == APPROVED else event.data["ending"]
    status = (RequestStatus.APPROVED if event.kind == APPROVED else RequestStatus.DENIED).value
    now = (row.status, row.ending, row.ended_by_id, row.ended_at)
    found = compare_values(seq, what, now, (status, ending, event.actor_id, event.at))
    return found if ending in UNJUDGED else found + _ground_differences(row, event, ending)


def _ground_differences(row: GadgetRequest, event: Event, ending: str) -> list[Difference]:
    """Whether it might end in that way then, why, and by which count."""
    verdict, added = _judge_at_end(row, event), event.kind == APPROVED
    decision = verdict.can_be_added if added else Decision(True, verdict.reasons)
    told = (True, event.decision, ending, {name: event.data.get(name) for name in ("approvals", "denials")})
    code = "added" if added else verdict.reasons[0].code
    may = verdict.may_add if added else verdict.denied
    now = (may, decision_json(decision), code, verdict.count.facts)
    return compare_values(event.seq, f"ground of the end of request {row.number}", told, now)


def _judge_at_end(row: GadgetRequest, event: Event) -> RequestVerdict:
    """As it stood in the moment of its end, with the law and the roster of after the event before."""
    then = judging_context_after(row.theatre.game_id, event.seq - 1, event.at)
    said = RequestVote.objects.filter(request=row, seq__lt=event.seq).order_by("seq", "pk")
    voices = tuple(RequestVoice(then.name(each.voter_id), Stance(each.say), each.at) for each in said)
    facts = PendingRequest(then.name(row.requester_id), row.posted_at, voices, watched=True)
    return judge_request(facts, then.roster, then.law, then.now, then.hiatus)


def request_vote_differences(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Everything that was said of a request, against its event; and no such event without it."""
    told = _events_by_number(log, SAID)
    for row in RequestVote.objects.filter(request__theatre__game=game).select_related("request").order_by("seq"):
        event = told.pop(row.seq, None)
        then = (event.subject, event.actor_id, event.data["say"], event.data["comment"], event.at) if event else None
        kept = (f"request:{row.request.number}", row.voter_id, row.say, row.comment, row.at)
        yield compare_values(row.seq, f"vote on request {row.request.number}", kept, then)
    for seq, event in told.items():
        yield [Difference(seq, f"vote on {event.subject.replace(':', ' ')}", None, event.data["say"])]


def gadget_differences(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every kind of Gadget: approved when the log says so, as it was asked for, with the cost that was set last."""
    told = _events_by_number(log, APPROVED)
    for row in Gadget.objects.filter(theatre__game=game).select_related("request", "theatre").order_by("pk"):
        event = told.get(row.approved_seq)
        if event is None or event.subject != f"gadget:{row.number}":
            yield [Difference(row.approved_seq, f"gadget {row.number}", row.number, event and event.subject)]
            continue
        del told[row.approved_seq]
        asked = (row.request.name, row.request.description, row.request.licences)
        then = (event.data["request"], event.at, *asked)
        kept = (row.request.number, row.approved_at, row.name, row.description, row.licences)
        yield [*compare_values(row.approved_seq, f"gadget {row.number}", kept, then), *_cost_differences(row, log)]
    for seq, event in told.items():
        yield [Difference(seq, event.subject.replace(":", " "), None, event.kind)]


def _cost_differences(row: Gadget, log: Log) -> list[Difference]:
    last = next(reversed([*_events_of(row, log, PRICED)]), None)
    then = (last.data["air"], last.data["sea"], last.data["land"], last.at) if last else (None, None, None, None)
    return compare_values(
        row.approved_seq, f"cost of gadget {row.number}", (row.air, row.sea, row.land, row.priced_at), then
    )


def _events_of(row: Gadget, log: Log, *names: str) -> Iterator[Event]:
    """The events about a kind of Gadget, while the theatre was played in which it was approved."""
    until = row.theatre.ended_seq
    for event in log.values():
        there = row.theatre.began_seq <= event.seq and (until is None or event.seq <= until)
        if there and event.kind in names and event.subject == f"gadget:{row.number}":
            yield event


def holding_differences(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Who owned what: each begun by one event and ended by one, and as many of both as the log tells."""
    rows = list(Holding.objects.filter(gadget__theatre__game=game).select_related("gadget__theatre").order_by("pk"))
    for row in rows:
        what = f"owner of gadget {row.gadget.number}"
        begun = (row.how, row.owner_id, row.since_at)
        found = compare_values(row.since_seq, what, begun, _beginning_in(log.get(row.since_seq), row))
        if row.until_seq is not None:
            found += compare_values(
                row.until_seq, what, (row.owner_id, row.until_at), _end_in(log.get(row.until_seq), row)
            )
        yield found
    of: Mapping[int, list[Holding]] = {each.gadget_id: [] for each in rows}
    for row in rows:
        of[row.gadget_id].append(row)
    for gadget in Gadget.objects.filter(theatre__game=game).select_related("theatre").order_by("pk"):
        for difference in _missing_holdings(gadget, of.get(gadget.pk, []), log):
            yield [difference]


def _beginning_in(event: Event | None, row: Holding) -> object:
    if event is None or event.kind not in HOLDING_ORIGINS or event.subject != f"gadget:{row.gadget.number}":
        return None
    return HOLDING_ORIGINS[event.kind], event.actor_id, event.at


def _end_in(event: Event | None, row: Holding) -> object:
    """Somebody claimed it of em, or e threw it away."""
    if event is None or event.kind not in {CLAIMED, DISCARDED} or event.subject != f"gadget:{row.gadget.number}":
        return None
    return (event.data["owner"] if event.kind == CLAIMED else event.actor_id), event.at


def _missing_holdings(gadget: Gadget, rows: list[Holding], log: Log) -> list[Difference]:
    begun = [event.seq for event in _events_of(gadget, log, *HOLDING_ORIGINS)]
    ended = [event.seq for event in _events_of(gadget, log, CLAIMED, DISCARDED)]
    kept = sorted(each.since_seq for each in rows), sorted(each.until_seq for each in rows if each.until_seq)
    return compare_values(gadget.approved_seq, f"owner of gadget {gadget.number}", kept, (begun, ended))
