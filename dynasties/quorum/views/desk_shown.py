"""A senator's own desk: the form of eir decision, what stands, and what the extras cost, said beforehand."""

from __future__ import annotations

from typing import Any

from dynasties.quorum.forms.deciding import DecisionForm, retyped
from dynasties.quorum.mechanics.decisions import UNIFORM, Decision, read
from dynasties.quorum.views.chamber_shown import Seen, Shown, weights

AMENDMENTS = ("none", "A1", "A2", "A3")


def form_for(seen: Seen, data: Any = None, **initial: Any) -> DecisionForm:
    """The form of the seat that this is seen from, with what has been decided in it."""
    others = [(seat, name) for seat, name in enumerate(seen["names"]) if seat != seen["seat"]]
    own = None if data is not None else decided(seen)
    begin = {"round": seen["round"], **(_weights_again(seen, own) if own else {}), **initial}
    return DecisionForm(data, others=others, may=seen["may"], own=own, initial=begin)


def _weights_again(seen: Seen, own: Decision) -> Shown:
    """The weights as they were typed: what counts of them is on a scale of its own."""
    return retyped(UNIFORM if own.fallback else seen["own"].get("priorities", UNIFORM))


def kept(seen: Seen, form: DecisionForm) -> DecisionForm:
    """After a refusal: what was typed. Of a decision on a bill that is gone, only the note is worth keeping."""
    if form.is_valid() and form.cleaned_data["round"] == seen["round"]:
        return form
    return form_for(seen, to=form.data.get("to", ""), text=form.data.get("text", ""))


def desk(seen: Seen, form: DecisionForm | None = None) -> Shown:
    """What `quorum/_decision.html` takes."""
    made = form or form_for(seen)
    may, config = seen["may"], seen["config"]
    return {
        "form": made,
        "own": own(seen),
        "votes": [{"vote": each, "is_checked": made["vote"].value() == each} for each in ("yea", "nay", "abstain")],
        "weights": [
            {"field": field, "number": at + 1, "share": share}
            for at, (field, share) in enumerate(zip(made.weights, _shares(made), strict=True))
        ],
        "amendments": [
            {"name": each, "is_checked": (made["amendment"].value() or "none") == each, **_target(each, seen)}
            for each in AMENDMENTS
        ] if config["orders"]["amendments"] else [],
        "may": may,
        "is_chair": seen["chair"] == seen["seat"],
        "chair": seen["names"][seen["chair"]],
        "used": seen["filibuster_used"][seen["seat"]],
        "orders": config["orders"],
        "note_length": config["orders"]["note_length"],
        "is_last": seen["round"] + 1 == seen["rounds"],
    }  # fmt: skip


def _target(name: str, seen: Seen) -> Shown:
    amendment = seen["bill"]["amendments"].get(name)
    return {"clause": amendment["clause"] + 1 if amendment else None}


def _shares(form: DecisionForm) -> list[str]:
    """How the weights in the form share out, as long as they are numbers."""
    numbers = form.numbers
    return ["–"] * len(form.weights) if numbers is None else weights(numbers)


def own(seen: Seen) -> Shown | None:
    """What the seat has decided, in words, as it counts; None before it has."""
    decision = decided(seen)
    if decision is None:
        return None
    return {
        "vote": decision.vote,
        "shares": weights(decision.weights),
        "amendment": AMENDMENTS[decision.amendment + 1],
        "filibuster": decision.filibuster,
        "veto": decision.veto,
        "to": seen["names"][decision.note.to] if decision.note else "",
        "problems": seen["own_problems"],
    }


def decided(seen: Seen) -> Decision | None:
    """The seat's own decision, read as it will be counted; None before it has decided."""
    if seen["own"] is None:
        return None
    config, may = seen["config"], seen["may"]
    return read(
        seen["own"], seen["seat"], seen["seats"], seen["chair"], may["filibuster"],
        config["veto_enabled"] and config["orders"]["veto"], config["orders"]["note_length"] if may["note"] else None,
    )  # fmt: skip
