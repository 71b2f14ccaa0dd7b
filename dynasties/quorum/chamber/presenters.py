"""What the page of an Episode shows, made of an observation alone: the bill, senators, charts, closed rounds, and a
senator's own desk.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from math import ceil
from typing import Any

from dynasties.quorum.bills.rules import AMENDMENT_NAMES
from dynasties.quorum.chamber.forms import DecisionForm, typed_weights
from dynasties.quorum.chamber.presenters_charts import chart_context, with_minus
from dynasties.quorum.chamber.presenters_hemicycle import hemicycle_context
from dynasties.quorum.episodes.presenters import Shown, round_place
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

Seen = Mapping[str, Any]
THOUSAND = 1000


def bill_context(found: Seen, titles: Mapping[str, str], record: Seen | None = None) -> Shown:
    """A bill with its clauses, and each amendment as the difference it would make. `titles`: of statutes, by id;
    `record`: of its round, once that is closed."""
    amendments = [_amendment_row(name, found, record) for name in AMENDMENT_NAMES]
    return {
        "id": found["id"],
        "kind": BILL_WORDS[found["kind"]],
        "is_repeal": found["kind"] == "repeal",
        "title": found["title"],
        "preamble": found["preamble"],
        "outcome": record["outcome"] if record else "",
        "target": titles.get(found["target_statute"] or "", found["target_statute"]),
        "amendments": amendments,
        "clauses": [
            {"number": at + 1, "text": text, "amendments": [each for each in amendments if each["clause"] == at + 1]}
            for at, text in enumerate(found["clauses"])
        ],
    }


def _amendment_row(name: str, found: Seen, record: Seen | None) -> Shown:
    clause = found["amendments"][name]["clause"]
    text = found["amendments"][name]["text"]
    return {
        "name": name,
        "clause": clause + 1,
        "label": f"Clause {clause + 1} as {name} would have it",
        "became": CHOSEN_WORDS[record["outcome"]] if record and record["adopted"] == name else "",
        "spans": shorten_diff(words_diff(found["clauses"][clause], text)),
    }


def bill_titles(seen: Seen) -> dict[str, str]:
    """Of every bill that there was, by its id."""
    return {record["bill"]["id"]: record["bill"]["title"] for record in seen["history"]}


# -- what is at stake


def threshold_stakes(seen: Seen) -> list[Shown]:
    """Both thresholds that may hold in this round, and the influence that each would take."""
    orders, everybody = seen["config"]["orders"], [_in_thousandths(each) for each in seen["influence"]]
    plain = [_stake_row("plain", seen["threshold"]["plain"], everybody, seen["seat"])]
    if not orders["filibuster"]:
        return plain
    paying = _filibuster_seat(seen)
    if paying is None:
        return plain
    least = _in_thousandths(orders["influence_floor"])
    cost = _in_thousandths(orders["filibuster_cost"])
    after = [max(each - cost, min(each, least)) if seat == paying else each for seat, each in enumerate(everybody)]
    filibustered = _stake_row("filibustered", seen["threshold"]["filibustered"], after, seen["seat"])
    others = seen["filibuster_used"].count(False) > 1
    more = {"by_you": paying == seen["seat"], "each_other": orders["filibuster_cost"] if others else ""}
    return [*plain, filibustered | more]


def _filibuster_seat(seen: Seen) -> int | None:
    """Who would filibuster: the reader if e may, or else the first who still may."""
    still = [seat for seat, used in enumerate(seen["filibuster_used"]) if not used]
    return seen["seat"] if seen["seat"] in still else next(iter(still), None)


def _stake_row(name: str, threshold: str, influence: Sequence[int], seat: int | None) -> Shown:
    total, share = sum(influence), Fraction(threshold)
    needed = ceil(share * total)
    own = influence[seat] if seat is not None else 0
    return {
        "name": name,
        "threshold": threshold,
        "needed": decimal_words(Fraction(needed, THOUSAND)),
        "total": decimal_words(Fraction(total, THOUSAND)),
        "own": decimal_words(Fraction(own, THOUSAND)) if seat is not None else "",
        "missing": decimal_words(Fraction(max(needed - own, 0), THOUSAND)) if seat is not None else "",
    }


def _in_thousandths(words: str) -> int:
    return int(Fraction(words) * THOUSAND)


# What the pages of an Episode show, made of an observation alone: senators, charts, closed rounds.

PERCENT = 100


def senator_rows(seen: Seen) -> list[Shown]:
    """Each seat with who sits there, what e has, and what e did when last the Senate voted."""
    influence = [Fraction(each) for each in seen["influence"]]
    total = sum(influence, Fraction(0))
    last = seen["history"][-1] if seen["history"] else None
    return [
        {
            "number": seat,
            "name": name,
            "kind": SENATOR_WORDS[seen["kinds"][seat]],
            "is_you": seat == seen["seat"],
            "is_chair": seat == seen["chair"] and not seen["over"],
            "influence": seen["influence"][seat],
            "share": influence[seat] / total if total else Fraction(1, seen["seats"]),
            "percent": percent_text(influence[seat], total),
            "capital": with_minus(seen["capital"][seat]),
            "decided": seen["decided"][seat],
            "used": seen["filibuster_used"][seat],
            "vote": last["decisions"][seat]["vote"] if last else "",
            "score": seen["scores"][seat] if seen["scores"] else None,
        }
        for seat, name in enumerate(seen["names"])
    ]


def percent_text(part: Fraction, whole: Fraction) -> str:
    """“24 %”, to the nearest; what decides is never rounded."""
    return f"{round(PERCENT * part / whole) if whole else 0} %"


def standing_rows(seen: Seen) -> list[Shown]:
    """The senators by eir capital, those with as much beside each other in the order of their seats."""
    worth = [Fraction(each) for each in seen["scores"] or seen["capital"]]
    placed = [
        {**each, "place": 1 + sum(other > mine for other in worth)}
        for each, mine in zip(senator_rows(seen), worth, strict=True)
    ]
    return sorted(placed, key=lambda each: int(each["place"]))


def head_context(seen: Seen) -> Shown:
    """What moves while a round is open: who has decided, until when; and the picture."""
    shown, last = senator_rows(seen), seen["history"][-1] if seen["history"] else None
    picture = hemicycle_context(shown, gauge_context(last), threshold_marks(seen))
    return {
        "senators": shown,
        "picture": picture,
        "figure": f"{sum(seen['decided'])} of {seen['seats']}",
        "caption": "has decided" if sum(seen["decided"]) == 1 else "have decided",
        "marks": "".join("1" if each["decided"] else "0" for each in shown),
        "undecided": [each["name"] for each in shown if not each["decided"]],
        "round": seen["round"],
        "rounds": seen["rounds"],
        "ordinal": round_place(seen["round"], seen["rounds"]),
        "chair": seen["names"][seen["chair"]],
        "closes_at": moment_of(seen["closes_at"]),
        "is_sitting": seen["state"] == "sitting",
        "state": seen["state"],
        "state_word": STATE_WORDS[seen["state"]],
        "length": quantity(len(seen["history"]), "round"),
        "last": vote_line(last) if last else None,
        "has_own": seen["own"] is not None,
        "description": picture_text(shown, seen),
    }


def moment_of(iso: str | None) -> datetime | None:
    return datetime.fromisoformat(iso) if iso else None


def gauge_context(last: Seen | None) -> Shown | None:
    if last is None:
        return None
    total = Fraction(last["total_influence"])
    return {"share": Fraction(last["yea_influence"]) / total if total else Fraction(0)}


def threshold_marks(seen: Seen) -> list[Shown]:
    labels = dict.fromkeys([seen["threshold"]["plain"], seen["threshold"]["filibustered"]])
    return [{"label": each, "share": Fraction(each)} for each in labels]


def picture_text(shown: Sequence[Shown], seen: Seen) -> str:
    """The picture in a sentence for each seat, for those who do not see it."""
    return " ".join(_senator_text(each, seen) for each in shown)


def _senator_text(each: Shown, seen: Seen) -> str:
    chair = ", in the chair" if each["is_chair"] else ""
    vote = {"yea": ", last voted yea", "nay": ", last voted nay", "abstain": ", last abstained"}.get(each["vote"], "")
    decided = ""
    if seen["state"] == "sitting":
        decided = ", has decided" if each["decided"] else ", has not decided"
    return f"Seat {each['number']}, {each['name']}{chair}: {each['percent']} of the influence{vote}{decided}."


# -- what has been


def vote_line(record: Seen) -> Shown:
    """One closed round in a line."""
    return {
        "round": record["round"],
        "title": record["bill"]["title"],
        "kind": BILL_WORDS[record["bill"]["kind"]],
        "outcome": record["outcome"],
        "outcome_word": OUTCOME_WORDS[record["outcome"]],
        "threshold": record["threshold"],
        "yea": record["yea_influence"],
        "total": record["total_influence"],
        "percent": percent_text(Fraction(record["yea_influence"]), Fraction(record["total_influence"])),
        "chosen": record["adopted"],
        "chosen_word": CHOSEN_WORDS[record["outcome"]],
        "filibusters": [seat for seat, each in enumerate(record["decisions"]) if each["filibuster"]],
    }


def closed_round_context(record: Seen, names: Sequence[str]) -> Shown:
    """A closed round whole: what each senator did, and what each change of what e has came from."""
    return {
        **vote_line(record),
        "chair": names[record["chair"]],
        "owners": [
            {"number": at + 1, "names": [names[seat] for seat in tied]} for at, tied in enumerate(record["owners"])
        ],
        "seats": [_outcome_row(record, seat, name) for seat, name in enumerate(names)],
    }


def _outcome_row(record: Seen, seat: int, name: str) -> Shown:
    decision = record["decisions"][seat]
    return {
        "number": seat,
        "name": name,
        "is_chair": seat == record["chair"],
        "vote": decision["vote"],
        "weights": weight_shares(decision["priorities"]),
        "amendment": decision["amendment"],
        "filibuster": decision["filibuster"],
        "veto": decision["veto"],
        "fallback": record["fallback"][seat],
        "dropped": record["dropped"][seat],
        "capital": with_minus(record["capital"][seat]),
        "influence": record["influence"][seat],
        "of_capital": gain_rows(record["gains"][seat], "capital"),
        "of_influence": gain_rows(record["gains"][seat], "influence"),
    }


def weight_shares(numbers: Sequence[int | float]) -> list[str]:
    """How weights share out among the clauses, to the nearest percent; they stand for nothing else."""
    exact = [Fraction(str(each)) for each in numbers]
    whole = sum(exact)
    return [percent_text(each, whole) if whole else percent_text(Fraction(1), Fraction(len(exact))) for each in exact]


def gain_rows(found: Sequence[Mapping[str, str]], unit: str) -> list[Shown]:
    """What changed, each with where it came from; what came to nothing is left out."""
    some = [each for each in found if unit in each and Fraction(each[unit])]
    return [{"amount": signed_number(each[unit]), "source": GAIN_WORDS[each["code"]]} for each in some]


def signed_number(number: str) -> str:
    """“+0.5”, “−0.25”."""
    return with_minus(number) if number.startswith("-") else f"+{number}"


def closed_round_lines(seen: Seen) -> list[Shown]:
    """The closed rounds, the last one first."""
    return [closed_round_context(record, seen["names"]) for record in reversed(seen["history"])]


def episode_charts(seen: Seen) -> list[Shown]:
    """How influence and capital went, once a round is closed."""
    if not seen["history"]:
        return []
    first = {"influence": seen["config"]["orders"]["influence"], "capital": "0"}
    return [
        chart_context(title, seen["names"], _series(seen, unit, first[unit]))
        for title, unit in (("Capital", "capital"), ("Influence", "influence"))
    ]


def _series(seen: Seen, unit: str, first: str) -> list[list[str]]:
    return [[first, *(record[unit][seat] for record in seen["history"])] for seat in range(seen["seats"])]


def note_context(seen: Seen) -> Shown | None:
    """The notes that the reader got, the latest first: those of the last round, and older ones. None without any."""
    if not seen["notes"]:
        return None
    got = [{**each, "name": seen["names"][each["from"]]} for each in reversed(seen["notes"])]
    last = seen["round"] - 1
    return {
        "fresh": [each for each in got if each["round"] == last],
        "older": [each for each in got if each["round"] != last],
    }


# A senator's own desk: the form of eir decision, what stands, and what the extras cost, said beforehand.

AMENDMENT_CHOICES = ("none", "A1", "A2", "A3")


def form_for(seen: Seen, data: Any = None, **initial: Any) -> DecisionForm:
    """The form of the seat that this is seen from, with what has been decided in it."""
    others = [(seat, name) for seat, name in enumerate(seen["names"]) if seat != seen["seat"]]
    own = None if data is not None else own_decision(seen)
    begin = {"round": seen["round"], **(_weights_again(seen, own) if own else {}), **initial}
    return DecisionForm(data, others=others, may=seen["may"], own=own, initial=begin)


def _weights_again(seen: Seen, own: SeatDecision) -> Shown:
    """The weights as they were typed: what counts of them is on a scale of its own."""
    return typed_weights(UNIFORM if own.fallback else seen["own"].get("priorities", UNIFORM))


def form_after_refusal(seen: Seen, form: DecisionForm) -> DecisionForm:
    """After a refusal: what was typed. Of a decision on a bill that is gone, only the note is worth keeping."""
    if form.is_valid() and form.cleaned_data["round"] == seen["round"]:
        return form
    return form_for(seen, to=form.data.get("to", ""), text=form.data.get("text", ""))


def desk_context(seen: Seen, form: DecisionForm | None = None) -> Shown:
    """What `quorum/_decision.html` takes."""
    made = form or form_for(seen)
    may, config = seen["may"], seen["config"]
    return {
        "form": made,
        "own": own_decision_context(seen),
        "votes": [{"vote": each, "is_checked": made["vote"].value() == each} for each in ("yea", "nay", "abstain")],
        "weights": [
            {"field": field, "number": at + 1, "share": share}
            for at, (field, share) in enumerate(zip(made.weights, _share_texts(made), strict=True))
        ],
        "amendments": [
            {"name": each, "is_checked": (made["amendment"].value() or "none") == each, **_target_choice(each, seen)}
            for each in AMENDMENT_CHOICES
        ]
        if config["orders"]["amendments"]
        else [],
        "may": may,
        "is_chair": seen["chair"] == seen["seat"],
        "chair": seen["names"][seen["chair"]],
        "used": seen["filibuster_used"][seen["seat"]],
        "orders": config["orders"],
        "note_length": config["orders"]["note_length"],
        "is_last": seen["round"] + 1 == seen["rounds"],
    }


def _target_choice(name: str, seen: Seen) -> Shown:
    amendment = seen["bill"]["amendments"].get(name)
    return {"clause": amendment["clause"] + 1 if amendment else None}


def _share_texts(form: DecisionForm) -> list[str]:
    """How the weights in the form share out, as long as they are numbers."""
    numbers = form.numbers
    return ["–"] * len(form.weights) if numbers is None else weight_shares(numbers)


def own_decision_context(seen: Seen) -> Shown | None:
    """What the seat has decided, in words, as it counts; None before it has."""
    decision = own_decision(seen)
    if decision is None:
        return None
    return {
        "vote": decision.vote,
        "shares": weight_shares(decision.weights),
        "amendment": AMENDMENT_CHOICES[decision.amendment + 1],
        "filibuster": decision.filibuster,
        "veto": decision.veto,
        "to": seen["names"][decision.note.to] if decision.note else "",
        "problems": seen["own_problems"],
    }


def own_decision(seen: Seen) -> SeatDecision | None:
    """The seat's own decision, read as it will be counted; None before it has decided."""
    if seen["own"] is None:
        return None
    config, may = seen["config"], seen["may"]
    note_length = config["orders"]["note_length"] if may["note"] else None
    may_veto = config["veto_enabled"] and config["orders"]["veto"]
    options = SeatOptions(seen["seat"], seen["seats"], seen["chair"], may["filibuster"], may_veto, note_length)
    return read_decision(seen["own"], options)
