"""What the page of an Episode shows, made of an observation alone: the bill, senators, charts, closed rounds, and a
senator's own desk.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from math import ceil
from typing import Any

from django.forms import BoundField

from dynasties.quorum.bills.rules import AMENDMENT_NAMES
from dynasties.quorum.chamber.forms import DecisionForm, typed_weights
from dynasties.quorum.chamber.presenters_charts import ChartPicture, chart_picture, with_minus
from dynasties.quorum.chamber.presenters_hemicycle import ChamberPicture, SenatorRow, chamber_picture
from dynasties.quorum.episodes.presenters import round_place
from dynasties.quorum.episodes.words import (
    BILL_WORDS,
    CHOSEN_WORDS,
    GAIN_WORDS,
    OUTCOME_WORDS,
    SENATOR_WORDS,
    STATE_WORDS,
)
from dynasties.quorum.rounds.rules_decisions import UNIFORM, SeatDecision, SeatOptions, read_decision
from nomic.core.language.words import quantity
from nomic.core.law.rules_wordings import decimal_words
from proposals.changes.presenters import shorten_diff
from rulesets.history.rules_differences import words_diff
from rulesets.reading.presenters import DiffPiece

Seen = Mapping[str, Any]
THOUSAND = 1000


@dataclass(frozen=True, slots=True)
class AmendmentCard:
    """The difference that an amendment would make. `became`: what came of it, if it was chosen."""

    name: str
    clause: int
    label: str
    became: str
    spans: Sequence[DiffPiece]


@dataclass(frozen=True, slots=True)
class BillCard:
    """A bill: as an observation has it, and each clause with what would amend it. `target`: the statute to repeal."""

    facts: Seen
    kind: str
    outcome: str
    target: str
    clauses: Sequence[tuple[str, Sequence[AmendmentCard]]]


def bill_card(found: Seen, titles: Mapping[str, str], record: Seen | None = None) -> BillCard:
    """`titles`: of statutes, by id; `record`: of its round, once that is closed."""
    amendments = [_amendment_card(name, found, record) for name in AMENDMENT_NAMES]
    clauses = [
        (text, [each for each in amendments if each.clause == number])
        for number, text in enumerate(found["clauses"], 1)
    ]
    target = titles.get(found["target_statute"] or "", found["target_statute"])
    return BillCard(found, BILL_WORDS[found["kind"]], record["outcome"] if record else "", target, clauses)


def _amendment_card(name: str, found: Seen, record: Seen | None) -> AmendmentCard:
    clause, text = found["amendments"][name]["clause"], found["amendments"][name]["text"]
    label = f"Clause {clause + 1} as {name} would have it"
    became = CHOSEN_WORDS[record["outcome"]] if record and record["adopted"] == name else ""
    return AmendmentCard(name, clause + 1, label, became, shorten_diff(words_diff(found["clauses"][clause], text)))


def bill_titles(seen: Seen) -> dict[str, str]:
    """Of every bill that there was, by its id."""
    return {record["bill"]["id"]: record["bill"]["title"] for record in seen["history"]}


# -- what is at stake


@dataclass(frozen=True, slots=True)
class StakeLine:
    """A threshold and the influence that it takes. `own`, `missing`: of the reader, if e sits here; of a filibuster
    `by_you`: e would make it; `each_other`: what each other one takes off the total."""

    name: str
    threshold: str
    needed: str
    total: str
    own: str
    missing: str
    by_you: bool = False
    each_other: str = ""


def threshold_stakes(seen: Seen) -> list[StakeLine]:
    """Both thresholds that may hold in this round, and the influence that each would take."""
    orders, everybody = seen["config"]["orders"], [_in_thousandths(each) for each in seen["influence"]]
    plain = [_stake_line("plain", seen["threshold"]["plain"], everybody, seen["seat"])]
    if not orders["filibuster"]:
        return plain
    paying = _filibuster_seat(seen)
    if paying is None:
        return plain
    least = _in_thousandths(orders["influence_floor"])
    cost = _in_thousandths(orders["filibuster_cost"])
    after = [max(each - cost, min(each, least)) if seat == paying else each for seat, each in enumerate(everybody)]
    filibustered = _stake_line("filibustered", seen["threshold"]["filibustered"], after, seen["seat"])
    others = seen["filibuster_used"].count(False) > 1
    each_other = orders["filibuster_cost"] if others else ""
    return [*plain, replace(filibustered, by_you=paying == seen["seat"], each_other=each_other)]


def _filibuster_seat(seen: Seen) -> int | None:
    """Who would filibuster: the reader if e may, or else the first who still may."""
    still = [seat for seat, used in enumerate(seen["filibuster_used"]) if not used]
    return seen["seat"] if seen["seat"] in still else next(iter(still), None)


def _stake_line(name: str, threshold: str, influence: Sequence[int], seat: int | None) -> StakeLine:
    total, share = sum(influence), Fraction(threshold)
    needed = ceil(share * total)
    own = influence[seat] if seat is not None else 0
    takes, of, brings, lacks = (
        decimal_words(Fraction(each, THOUSAND)) for each in (needed, total, own, max(needed - own, 0))
    )
    return StakeLine(name, threshold, takes, of, *((brings, lacks) if seat is not None else ("", "")))


def _in_thousandths(words: str) -> int:
    return int(Fraction(words) * THOUSAND)


# What the pages of an Episode show, made of an observation alone: senators, charts, closed rounds.

PERCENT = 100


def senator_rows(seen: Seen) -> list[SenatorRow]:
    """Each seat with who sits there, what e has, and what e did when last the Senate voted."""
    influence = [Fraction(each) for each in seen["influence"]]
    total = sum(influence, Fraction(0))
    last = seen["history"][-1] if seen["history"] else None
    return [
        SenatorRow(
            number=seat,
            name=name,
            kind=SENATOR_WORDS[seen["kinds"][seat]],
            is_you=seat == seen["seat"],
            is_chair=seat == seen["chair"] and not seen["over"],
            influence=seen["influence"][seat],
            share=influence[seat] / total if total else Fraction(1, seen["seats"]),
            percent=percent_text(influence[seat], total),
            capital=with_minus(seen["capital"][seat]),
            decided=seen["decided"][seat],
            used=seen["filibuster_used"][seat],
            vote=last["decisions"][seat]["vote"] if last else "",
            score=seen["scores"][seat] if seen["scores"] else None,
        )
        for seat, name in enumerate(seen["names"])
    ]


def percent_text(part: Fraction, whole: Fraction) -> str:
    """“24 %”, to the nearest; what decides is never rounded."""
    return f"{round(PERCENT * part / whole) if whole else 0} %"


def standing_rows(seen: Seen) -> list[SenatorRow]:
    """The senators by eir capital, those with as much beside each other in the order of their seats."""
    worth = [Fraction(each) for each in seen["scores"] or seen["capital"]]
    placed = [
        replace(each, place=1 + sum(other > mine for other in worth))
        for each, mine in zip(senator_rows(seen), worth, strict=True)
    ]
    return sorted(placed, key=lambda each: each.place)


@dataclass(frozen=True, slots=True)
class ChamberHead:
    """What moves while a round is open: who has decided, until when; and the picture, with the words in its middle."""

    picture: ChamberPicture
    description: str
    figure: str
    caption: str
    marks: str
    undecided: Sequence[str]
    round: int
    ordinal: str
    chair: str
    closes_at: datetime | None
    is_sitting: bool
    last: ClosedRound | None


def chamber_head(seen: Seen) -> ChamberHead:
    senators, last = senator_rows(seen), seen["history"][-1] if seen["history"] else None
    count, is_sitting = sum(seen["decided"]), seen["state"] == "sitting"
    return ChamberHead(
        chamber_picture(senators, yea_share(last), threshold_marks(seen)),
        picture_text(senators, seen),
        f"{count} of {seen['seats']}" if is_sitting else STATE_WORDS[seen["state"]],
        ("has decided" if count == 1 else "have decided") if is_sitting else quantity(len(seen["history"]), "round"),
        "".join("1" if each.decided else "0" for each in senators),
        [each.name for each in senators if not each.decided],
        seen["round"],
        round_place(seen["round"], seen["rounds"]),
        seen["names"][seen["chair"]],
        moment_of(seen["closes_at"]),
        is_sitting,
        closed_round(last, seen["names"]) if last else None,
    )


def moment_of(iso: str | None) -> datetime | None:
    return datetime.fromisoformat(iso) if iso else None


def yea_share(last: Seen | None) -> Fraction:
    """Of all influence, in the last vote."""
    total = Fraction(last["total_influence"]) if last else 0
    return Fraction(last["yea_influence"]) / total if last and total else Fraction(0)


def threshold_marks(seen: Seen) -> list[str]:
    return list(dict.fromkeys([seen["threshold"]["plain"], seen["threshold"]["filibustered"]]))


def picture_text(senators: Sequence[SenatorRow], seen: Seen) -> str:
    """The picture in a sentence for each seat, for those who do not see it."""
    return " ".join(_senator_text(each, seen) for each in senators)


def _senator_text(each: SenatorRow, seen: Seen) -> str:
    chair = ", in the chair" if each.is_chair else ""
    vote = {"yea": ", last voted yea", "nay": ", last voted nay", "abstain": ", last abstained"}.get(each.vote, "")
    decided = ""
    if seen["state"] == "sitting":
        decided = ", has decided" if each.decided else ", has not decided"
    return f"Seat {each.number}, {each.name}{chair}: {each.percent} of the influence{vote}{decided}."


# -- what has been


@dataclass(frozen=True, slots=True)
class ClosedRound:
    """A closed round: its record, and in words how it went, what each senator did and who owns each clause."""

    facts: Seen
    outcome_word: str
    chosen_word: str
    percent: str
    filibustered: bool
    chair: str
    owners: Sequence[Sequence[str]]
    seats: Sequence[SeatOutcome]


def closed_round(record: Seen, names: Sequence[str]) -> ClosedRound:
    return ClosedRound(
        record,
        OUTCOME_WORDS[record["outcome"]],
        CHOSEN_WORDS[record["outcome"]],
        percent_text(Fraction(record["yea_influence"]), Fraction(record["total_influence"])),
        any(each["filibuster"] for each in record["decisions"]),
        names[record["chair"]],
        [[names[seat] for seat in tied] for tied in record["owners"]],
        [_seat_outcome(record, seat, name) for seat, name in enumerate(names)],
    )


@dataclass(frozen=True, slots=True)
class SeatOutcome:
    """What a senator did in a round, what e has then, and by how much that changed, with where it came from."""

    number: int
    name: str
    is_chair: bool
    decision: Seen
    weights: Sequence[str]
    fallback: bool
    dropped: Sequence[str]
    capital: str
    influence: str
    of_capital: Sequence[tuple[str, str]]
    of_influence: Sequence[tuple[str, str]]


def _seat_outcome(record: Seen, seat: int, name: str) -> SeatOutcome:
    decision = record["decisions"][seat]
    return SeatOutcome(
        seat,
        name,
        seat == record["chair"],
        decision,
        weight_shares(decision["priorities"]),
        record["fallback"][seat],
        record["dropped"][seat],
        with_minus(record["capital"][seat]),
        record["influence"][seat],
        _gains(record["gains"][seat], "capital"),
        _gains(record["gains"][seat], "influence"),
    )


def weight_shares(numbers: Sequence[int | float]) -> list[str]:
    """How weights share out among the clauses, to the nearest percent; they stand for nothing else."""
    exact = [Fraction(str(each)) for each in numbers]
    whole = sum(exact)
    return [percent_text(each, whole) if whole else percent_text(Fraction(1), Fraction(len(exact))) for each in exact]


def _gains(found: Sequence[Mapping[str, str]], unit: str) -> list[tuple[str, str]]:
    """What changed, each with where it came from; what came to nothing is left out."""
    some = [each for each in found if unit in each and Fraction(each[unit])]
    return [(signed_number(each[unit]), GAIN_WORDS[each["code"]]) for each in some]


def signed_number(number: str) -> str:
    """“+0.5”, “−0.25”."""
    return with_minus(number) if number.startswith("-") else f"+{number}"


def closed_rounds(seen: Seen) -> list[ClosedRound]:
    """The last one first."""
    return [closed_round(record, seen["names"]) for record in reversed(seen["history"])]


def episode_charts(seen: Seen) -> list[ChartPicture]:
    """How influence and capital went, once a round is closed."""
    if not seen["history"]:
        return []
    first = {"influence": seen["config"]["orders"]["influence"], "capital": "0"}
    return [
        chart_picture(title, seen["names"], _series(seen, unit, first[unit]))
        for title, unit in (("Capital", "capital"), ("Influence", "influence"))
    ]


def _series(seen: Seen, unit: str, first: str) -> list[list[str]]:
    return [[first, *(record[unit][seat] for record in seen["history"])] for seat in range(seen["seats"])]


@dataclass(frozen=True, slots=True)
class NoteSlip:
    """A note that was passed. `is_fresh`: it came with the last round."""

    round: int
    sender: str
    to: str
    text: str
    is_fresh: bool = False


def note_slip(note: Seen, names: Sequence[str], round: int, now: int) -> NoteSlip:
    """`round`: in which it was written; `now`: that in which it is read."""
    to = names[note["to"]] if "to" in note else ""
    return NoteSlip(round, names[note["from"]], to, note["text"], round == now - 1)


def received_notes(seen: Seen) -> list[NoteSlip]:
    """The notes that the reader got, the latest first."""
    return [note_slip(each, seen["names"], each["round"], seen["round"]) for each in reversed(seen["notes"])]


# A senator's own desk: the form of eir decision, what stands, and what the extras cost, said beforehand.

AMENDMENT_CHOICES = ("none", "A1", "A2", "A3")


def form_for(seen: Seen, data: Any = None, **initial: Any) -> DecisionForm:
    """The form of the seat that this is seen from, with what has been decided in it."""
    others = [(seat, name) for seat, name in enumerate(seen["names"]) if seat != seen["seat"]]
    own = None if data is not None else own_decision(seen)
    begin = {"round": seen["round"], **(_weights_again(seen, own) if own else {}), **initial}
    return DecisionForm(data, others=others, may=seen["may"], own=own, initial=begin)


def _weights_again(seen: Seen, own: SeatDecision) -> Mapping[str, object]:
    """The weights as they were typed: what counts of them is on a scale of its own."""
    return typed_weights(UNIFORM if own.fallback else seen["own"].get("priorities", UNIFORM))


def form_after_refusal(seen: Seen, form: DecisionForm) -> DecisionForm:
    """After a refusal: what was typed. Of a decision on a bill that is gone, only the note is worth keeping."""
    if form.is_valid() and form.cleaned_data["round"] == seen["round"]:
        return form
    return form_for(seen, to=form.data.get("to", ""), text=form.data.get("text", ""))


@dataclass(frozen=True, slots=True)
class SenatorDesk:
    """What `quorum/_decision.html` takes. `votes`: those there are, and whether each is chosen; `weights`: the fields,
    each with its share; `amendments`: with the clause that each would amend, and whether it is chosen."""

    form: DecisionForm
    own: SealedDecision | None
    votes: Sequence[tuple[str, bool]]
    weights: Sequence[tuple[BoundField, str]]
    amendments: Sequence[tuple[str, int | None, bool]]
    is_chair: bool
    used: bool
    is_last: bool


def senator_desk(seen: Seen, form: DecisionForm | None = None) -> SenatorDesk:
    made, orders = form or form_for(seen), seen["config"]["orders"]
    chosen = made["amendment"].value() or "none"
    return SenatorDesk(
        made,
        sealed_decision(seen),
        [(each, made["vote"].value() == each) for each in ("yea", "nay", "abstain")],
        list(zip(made.weights, _share_texts(made), strict=True)),
        [(each, _amended_clause(each, seen), chosen == each) for each in AMENDMENT_CHOICES if orders["amendments"]],
        seen["chair"] == seen["seat"],
        seen["filibuster_used"][seen["seat"]],
        seen["round"] + 1 == seen["rounds"],
    )


def _amended_clause(name: str, seen: Seen) -> int | None:
    amendment = seen["bill"]["amendments"].get(name)
    return amendment["clause"] + 1 if amendment else None


def _share_texts(form: DecisionForm) -> list[str]:
    """How the weights in the form share out, as long as they are numbers."""
    numbers = form.numbers
    return ["–"] * len(form.weights) if numbers is None else weight_shares(numbers)


@dataclass(frozen=True, slots=True)
class SealedDecision:
    """What the seat has decided, in words, as it counts. `to`: whom a note goes to."""

    facts: SeatDecision
    shares: Sequence[str]
    amendment: str
    to: str
    problems: Sequence[Seen]


def sealed_decision(seen: Seen) -> SealedDecision | None:
    """None before it has decided."""
    made = own_decision(seen)
    if made is None:
        return None
    to = seen["names"][made.note.to] if made.note else ""
    amendment = AMENDMENT_CHOICES[made.amendment + 1]
    return SealedDecision(made, weight_shares(made.weights), amendment, to, seen["own_problems"])


def own_decision(seen: Seen) -> SeatDecision | None:
    """The seat's own decision, read as it will be counted; None before it has decided."""
    if seen["own"] is None:
        return None
    config, may = seen["config"], seen["may"]
    note_length = config["orders"]["note_length"] if may["note"] else None
    may_veto = config["veto_enabled"] and config["orders"]["veto"]
    options = SeatOptions(seen["seat"], seen["seats"], seen["chair"], may["filibuster"], may_veto, note_length)
    return read_decision(seen["own"], options)
