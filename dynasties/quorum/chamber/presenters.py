"""What the pages of an Episode show, made of an observation alone: senators, charts, closed rounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any

from dynasties.quorum.views.charts import chart, with_minus
from dynasties.quorum.views.hemicycle import hemicycle
from dynasties.quorum.words_chamber import BILLS, CHOSEN, GAINS, OUTCOMES, SENATORS, STATES
from nomic.core.mechanics.wordings import Duration
from nomic.core.words import counted

Shown = dict[str, Any]
Seen = Mapping[str, Any]
PERCENT = 100


def terms(config: Mapping[str, Any], seconds: int, convener: str, *, seed_given: bool) -> Shown:
    """What its convener said of an Episode."""
    orders = config["orders"]
    return {
        "seats": config["num_seats"],
        "rounds": config["num_rounds"],
        "threshold": config["pass_threshold"],
        "veto": config["veto_enabled"] and orders["veto"],
        "caucus": config["caucus_enabled"] and orders["caucus"],
        "time": Duration().words(timedelta(seconds=seconds)),
        "convener": convener,
        "seed_given": seed_given,
    }


def senators(seen: Seen) -> list[Shown]:
    """Each seat with who sits there, what e has, and what e did when last the Senate voted."""
    influence = [Fraction(each) for each in seen["influence"]]
    total = sum(influence, Fraction(0))
    last = seen["history"][-1] if seen["history"] else None
    return [
        {
            "number": seat,
            "name": name,
            "kind": SENATORS[seen["kinds"][seat]],
            "is_you": seat == seen["seat"],
            "is_chair": seat == seen["chair"] and not seen["over"],
            "influence": seen["influence"][seat],
            "share": influence[seat] / total if total else Fraction(1, seen["seats"]),
            "percent": percent(influence[seat], total),
            "capital": with_minus(seen["capital"][seat]),
            "decided": seen["decided"][seat],
            "used": seen["filibuster_used"][seat],
            "vote": last["decisions"][seat]["vote"] if last else "",
            "score": seen["scores"][seat] if seen["scores"] else None,
        }
        for seat, name in enumerate(seen["names"])
    ]  # fmt: skip


def percent(part: Fraction, whole: Fraction) -> str:
    """“24 %”, to the nearest; what decides is never rounded."""
    return f"{round(PERCENT * part / whole) if whole else 0} %"


def standings(seen: Seen) -> list[Shown]:
    """The senators by eir capital, those with as much beside each other in the order of their seats."""
    worth = [Fraction(each) for each in seen["scores"] or seen["capital"]]
    placed = [
        {**each, "place": 1 + sum(other > mine for other in worth)}
        for each, mine in zip(senators(seen), worth, strict=True)
    ]
    return sorted(placed, key=lambda each: int(each["place"]))


def head(seen: Seen) -> Shown:
    """What moves while a round is open: who has decided, until when; and the picture."""
    shown, last = senators(seen), seen["history"][-1] if seen["history"] else None
    picture = hemicycle(shown, gauge(last), marks(seen))
    return {
        "senators": shown,
        "picture": picture,
        "figure": f"{sum(seen['decided'])} of {seen['seats']}",
        "caption": "has decided" if sum(seen["decided"]) == 1 else "have decided",
        "marks": "".join("1" if each["decided"] else "0" for each in shown),
        "undecided": [each["name"] for each in shown if not each["decided"]],
        "round": seen["round"],
        "rounds": seen["rounds"],
        "ordinal": place(seen["round"], seen["rounds"]),
        "chair": seen["names"][seen["chair"]],
        "closes_at": moment(seen["closes_at"]),
        "is_sitting": seen["state"] == "sitting",
        "state": seen["state"],
        "state_word": STATES[seen["state"]],
        "length": counted(len(seen["history"]), "round"),
        "last": vote_line(last) if last else None,
        "has_own": seen["own"] is not None,
        "description": described(shown, seen),
    }


def moment(iso: str | None) -> datetime | None:
    return datetime.fromisoformat(iso) if iso else None


def place(round: int, rounds: int) -> str:
    """“5th of 10”, of the round that is called 4."""
    return f"{ordinal(round + 1)} of {rounds}"


def ordinal(number: int) -> str:
    """“1st”, “22nd”, “13th”."""
    teen = number % 100 in {11, 12, 13}
    return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def gauge(last: Seen | None) -> Shown | None:
    if last is None:
        return None
    total = Fraction(last["total_influence"])
    return {"share": Fraction(last["yea_influence"]) / total if total else Fraction(0)}


def marks(seen: Seen) -> list[Shown]:
    labels = dict.fromkeys([seen["threshold"]["plain"], seen["threshold"]["filibustered"]])
    return [{"label": each, "share": Fraction(each)} for each in labels]


def described(shown: Sequence[Shown], seen: Seen) -> str:
    """The picture in a sentence for each seat, for those who do not see it."""
    return " ".join(_one_described(each, seen) for each in shown)


def _one_described(each: Shown, seen: Seen) -> str:
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
        "kind": BILLS[record["bill"]["kind"]],
        "outcome": record["outcome"],
        "outcome_word": OUTCOMES[record["outcome"]],
        "threshold": record["threshold"],
        "yea": record["yea_influence"],
        "total": record["total_influence"],
        "percent": percent(Fraction(record["yea_influence"]), Fraction(record["total_influence"])),
        "chosen": record["adopted"],
        "chosen_word": CHOSEN[record["outcome"]],
        "filibusters": [seat for seat, each in enumerate(record["decisions"]) if each["filibuster"]],
    }


def closed(record: Seen, names: Sequence[str]) -> Shown:
    """A closed round whole: what each senator did, and what each change of what e has came from."""
    return {
        **vote_line(record),
        "chair": names[record["chair"]],
        "owners": [
            {"number": at + 1, "names": [names[seat] for seat in tied]} for at, tied in enumerate(record["owners"])
        ],
        "seats": [_outcome(record, seat, name) for seat, name in enumerate(names)],
    }  # fmt: skip


def _outcome(record: Seen, seat: int, name: str) -> Shown:
    decision = record["decisions"][seat]
    return {
        "number": seat,
        "name": name,
        "is_chair": seat == record["chair"],
        "vote": decision["vote"],
        "weights": weights(decision["priorities"]),
        "amendment": decision["amendment"],
        "filibuster": decision["filibuster"],
        "veto": decision["veto"],
        "fallback": record["fallback"][seat],
        "dropped": record["dropped"][seat],
        "capital": with_minus(record["capital"][seat]),
        "influence": record["influence"][seat],
        "of_capital": gains(record["gains"][seat], "capital"),
        "of_influence": gains(record["gains"][seat], "influence"),
    }


def weights(numbers: Sequence[int | float]) -> list[str]:
    """How weights share out among the clauses, to the nearest percent; they stand for nothing else."""
    exact = [Fraction(str(each)) for each in numbers]
    whole = sum(exact)
    return [percent(each, whole) if whole else percent(Fraction(1), Fraction(len(exact))) for each in exact]


def gains(found: Sequence[Mapping[str, str]], unit: str) -> list[Shown]:
    """What changed, each with where it came from; what came to nothing is left out."""
    some = [each for each in found if unit in each and Fraction(each[unit])]
    return [{"amount": signed(each[unit]), "source": GAINS[each["code"]]} for each in some]


def signed(number: str) -> str:
    """“+0.5”, “−0.25”."""
    return with_minus(number) if number.startswith("-") else f"+{number}"


def history(seen: Seen) -> list[Shown]:
    """The closed rounds, the last one first."""
    return [closed(record, seen["names"]) for record in reversed(seen["history"])]


def charts(seen: Seen) -> list[Shown]:
    """How influence and capital went, once a round is closed."""
    if not seen["history"]:
        return []
    first = {"influence": seen["config"]["orders"]["influence"], "capital": "0"}
    return [
        chart(title, seen["names"], _series(seen, unit, first[unit]))
        for title, unit in (("Capital", "capital"), ("Influence", "influence"))
    ]


def _series(seen: Seen, unit: str, first: str) -> list[list[str]]:
    return [[first, *(record[unit][seat] for record in seen["history"])] for seat in range(seen["seats"])]


def notes(seen: Seen) -> Shown | None:
    """The notes that the reader got, the latest first: those of the last round, and older ones. None without any."""
    if not seen["notes"]:
        return None
    got = [{**each, "name": seen["names"][each["from"]]} for each in reversed(seen["notes"])]
    last = seen["round"] - 1
    return {
        "fresh": [each for each in got if each["round"] == last],
        "older": [each for each in got if each["round"] != last],
    }
