"""The referee without a game: a matter as plain JSON in, its verdict as plain JSON out. Pure.

The mechanics that answer here are those that answer every page.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import lru_cache, partial
from itertools import chain
from typing import TypeAlias

from nomic.catalogue import CATALOGUE, PLUGIN_INFOS
from nomic.core.chain import plain_json
from nomic.core.decision import Invalid, Reason
from nomic.core.input import Field
from nomic.core.law.rules import Law
from nomic.core.law.rules_timespans import Interval
from nomic.core.plugin import Judge, Published
from nomic.words import sentence
from proposals.kinds import KINDS
from proposals.kinds.kind import MatterKind
from proposals.voting.rules import Ballot, MatterFacts, Roster, Verdict, Vote, read_hiatus, read_roster

Answer: TypeAlias = dict[str, object]


def adjudicate(obj: object) -> Answer:
    """The answer to one question, or `{"error": {"code", "path", "text"}}` if it is not understood. Never raises."""
    try:
        question = Field(obj)
        procedure = _procedure(question)
        return {name: _plain_part(value) for name, value in procedure(question, _law(question["dials"])).items()}
    except Invalid as error:
        return {"error": {"code": "invalid", "path": error.path, "text": error.text}}


def answers(lines: Iterator[bytes]) -> Iterator[Answer]:
    """The answers to all questions in the input: one object, a list of them, or one object (or list) a line.

    Reads a line at a time where the lines stand for themselves. What cannot be read answers with an error.
    """
    filled = (line for line in lines if line.strip())
    first = next(filled, None)
    if first is None:
        return
    # A first line that says nothing by itself may open a document of many lines.
    if isinstance(_load(first), Invalid):
        rest = list(filled)
        whole = _load(b"".join([first, *rest]))
        yield from _each(whole) if not isinstance(whole, Invalid) else _by_line([first, *rest])
        return
    yield from _by_line(chain([first], filled))


def _by_line(lines: Sequence[bytes] | Iterator[bytes]) -> Iterator[Answer]:
    for line in lines:
        yield from _each(_load(line))


def _each(document: object) -> Iterator[Answer]:
    if isinstance(document, Invalid):
        yield {"error": {"code": "invalid", "path": document.path, "text": document.text}}
        return
    for question in document if isinstance(document, list) else [document]:
        yield adjudicate(question)


def _load(text: bytes) -> object:
    """The JSON, or (not raised) what is wrong with it."""
    try:
        return json.loads(text.decode("utf-8-sig"), parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        told = "nested too deeply" if isinstance(error, RecursionError) else "not readable as JSON"
        return Invalid("", told)


def _no_number(name: str) -> object:
    raise ValueError(f"{name} is no number")


def _procedure(question: Field) -> Judge:
    """The function for the question's procedure and kind; a procedure without kinds stands under None."""
    name = question["procedure"].one_of(tuple(dict.fromkeys(procedure for procedure, _ in JUDGES)))
    kinds = tuple(kind for procedure, kind in JUDGES if procedure == name and kind is not None)
    return JUDGES[name, question["kind"].one_of(kinds) if kinds else None]


def _judge_kind(kind: MatterKind, question: Field, law: Law) -> Answer:
    matter, roster, now, hiatus = _matter(question, kind)
    kind.check_question(matter, roster)
    return _answer(kind.judge(matter, roster, law, now, hiatus), kind)


JUDGES: Mapping[tuple[str, str | None], Judge] = {
    **{("blognomic", kind.code): partial(_judge_kind, kind) for kind in KINDS.values()},
    **{asked: judge for part in PLUGIN_INFOS for asked, judge in part.judges.items()},
}


def _matter(question: Field, kind: MatterKind) -> tuple[MatterFacts, Roster, datetime, tuple[Interval, ...]]:
    roster = read_roster(question)
    posted_at, now = question["posted_at"].moment(), question["now"].moment()
    if now < posted_at:
        raise Invalid("now", "lies before the posting")
    # What is no vote on this kind may be cast: the answer counts it as nothing.
    icons = tuple(dict.fromkeys(map(str, (*Vote, *kind.icons))))
    ballots = tuple(_ballot(each, icons) for each in question["votes"].items())
    place = question["queue_position"]
    position = place.count(1) if place.is_given else 1
    matter = MatterFacts(kind, question["author"].text(), posted_at, ballots, position)
    return matter, roster, now, read_hiatus(question["hiatus"])


def _ballot(field: Field, icons: tuple[str, ...]) -> Ballot:
    return Ballot(field["voter"].text(), field["vote"].one_of(icons), field["at"].moment())


def _law(field: Field) -> Law:
    if not field.is_given:
        return _standard(())
    dials = tuple((name, field[name].text()) for name in field.object())
    try:
        return _standard(dials)
    except Invalid as error:
        raise Invalid(f"{field.path}/{error.path}", error.text) from None


@lru_cache(maxsize=256)
def _standard(dials: tuple[tuple[str, str], ...]) -> Law:
    return CATALOGUE.standard(dict(dials))


def _answer(verdict: Verdict, kind: MatterKind) -> Answer:
    return {
        "status": kind.status_word(verdict.status),
        "may_enact": verdict.may_enact,
        "may_fail": verdict.may_fail,
        "reasons": list(verdict.reasons),
        "tally": verdict.tally.counts,
        "quorum": verdict.quorum,
        "next_check": verdict.next_check,
    }


def _plain_part(value: object) -> object:
    """A part of an answer as plain JSON: the reasons in it with their words."""
    if isinstance(value, Published):
        return _reason(value.reason) | {"code": value.code}
    if isinstance(value, Reason):
        return _reason(value)
    if isinstance(value, dict):
        return {name: _plain_part(part) for name, part in value.items()}
    return [_plain_part(part) for part in value] if isinstance(value, list) else plain_json(value)


def _reason(reason: Reason) -> Answer:
    return {"code": reason.code, "rule": reason.rule, "facts": plain_json(reason.facts), "text": sentence(reason)}
