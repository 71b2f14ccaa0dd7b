"""A senator's own desk: the form of eir decision, what stands, and what the extras cost, said beforehand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dynasties.quorum.forms.deciding import DecisionForm
from dynasties.quorum.views.chamber_shown import Seen, Shown, weights

AMENDMENTS = ("none", "A1", "A2", "A3")


def form_for(seen: Seen, data: Any = None, **initial: Any) -> DecisionForm:
    """The form of the seat that this is seen from, with what has been decided in it."""
    others = [(seat, name) for seat, name in enumerate(seen["names"]) if seat != seen["seat"]]
    own = None if data is not None else seen["own"]
    return DecisionForm(data, others=others, own=own, initial={"round": seen["round"], **initial})


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
    try:
        return weights([field.value() or 0 for field in form.weights])
    except ValueError:
        return ["–"] * len(form.weights)


def own(seen: Seen) -> Shown | None:
    """What the seat has decided, in words; None before it has."""
    found = seen["own"]
    if found is None:
        return None
    decided: Mapping[str, Any] = found if isinstance(found, dict) else {}
    note = decided.get("note")
    to = note.get("to") if isinstance(note, dict) else None
    return {
        "vote": decided.get("vote", ""),
        "shares": weights(decided.get("priorities") or [1, 1, 1]),
        "amendment": decided.get("amendment", "none"),
        "filibuster": decided.get("filibuster") is True,
        "veto": decided.get("veto") is True,
        "to": seen["names"][to] if isinstance(to, int) and to in range(seen["seats"]) else "",
        "problems": seen["own_problems"],
    }
