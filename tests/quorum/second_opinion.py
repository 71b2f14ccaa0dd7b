"""A verifier of replays that shares no line with the product: written from `docs/QUORUM-REPLAY.md`, in fractions.

It leaves out the words of bills, as that page says that one may.
"""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from math import lcm
from typing import Any, TypeAlias

Json: TypeAlias = Any

ORDERS = ["012", "021", "102", "120", "201", "210"]
NAMES = ["A1", "A2", "A3"]
LARGEST = (2**53 - 1) * 2**971


def words(*texts: str) -> Iterator[int]:
    prefix = b"".join(len(text.encode()).to_bytes(4, "big") + text.encode() for text in texts)
    block = 0
    while True:
        digest = hashlib.sha256(prefix + block.to_bytes(8, "big")).digest()
        yield from (int.from_bytes(digest[place : place + 8], "big") for place in range(0, 32, 8))
        block += 1


def below(stream: Iterator[int], k: int) -> int:
    return next(word for word in stream if word < 2**64 - 2**64 % k) % k


def facts(seed: str, round: int, statutes: Sequence[str], repeals: bool = True) -> tuple[str, list[int], str | None]:
    stream = words("quorum-bills-1", seed, "facts", str(round))
    kind = ["spending", "spending", "edict", "edict", "repeal"][below(stream, 5)]
    if kind == "repeal" and not (statutes and repeals):
        kind = ["spending", "edict"][below(stream, 2)]
    target = statutes[below(stream, len(statutes))] if kind == "repeal" else None
    return kind, [int(digit) for digit in ORDERS[below(stream, 6)]], target


def digest(seed: str, salt: str) -> str:
    text = json.dumps({"content": {"seed": seed}, "salt": salt}, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def is_number(value: Json) -> bool:
    return not isinstance(value, bool) and isinstance(value, int | float) and 0 <= value <= LARGEST


def weights_of(raw: Json) -> list[int] | None:
    given = raw.get("priorities", [1, 1, 1])
    if not (isinstance(given, list) and len(given) == 3 and all(map(is_number, given))):
        return None
    exact = [Fraction(Decimal(repr(number))) for number in given]
    scale = lcm(*(number.denominator for number in exact))
    return [int(number * scale) for number in exact] if any(exact) else [1, 1, 1]


def read(raw: Json, seat: int, config: Json, chair: int, used: bool) -> dict[str, Json]:
    fallback = {"vote": "abstain", "priorities": [1, 1, 1], "amendment": "none", "filibuster": False, "veto": False}
    bad = {"counted": fallback, "fallback": True, "dropped": [], "note": None}
    if not isinstance(raw, dict) or raw.get("vote") not in ["yea", "nay", "abstain"]:
        return bad
    weights, amendment, orders = weights_of(raw), raw.get("amendment", "none"), config["orders"]
    if weights is None or amendment not in ["none", *NAMES]:
        return bad
    counted = {"vote": raw["vote"], "priorities": weights, "amendment": amendment}
    dropped = []
    may = {
        "filibuster": orders["filibuster"] and not used,
        "veto": config["veto_enabled"] and orders["veto"] and seat == chair,
    }
    for extra, allowed in may.items():
        wish = raw.get(extra, False)
        counted[extra] = wish is True and allowed
        if wish is not False and not counted[extra]:
            dropped.append(extra)
    note = raw.get("note")
    if note is not None and not sendable(note, seat, config):
        note = None
        dropped.append("note")
    return {"counted": counted, "fallback": False, "dropped": dropped, "note": note}


def sendable(note: Json, seat: int, config: Json) -> bool:
    orders = config["orders"]
    if not (config["caucus_enabled"] and orders["caucus"] and isinstance(note, dict)):
        return False
    to, text = note.get("to"), note.get("text")
    return (
        isinstance(to, int)
        and not isinstance(to, bool)
        and to in range(config["num_seats"])
        and to != seat
        and isinstance(text, str)
        and re.search(r"\S", text) is not None
        and len(text) <= orders["note_length"]
        and not any(map(unseen, text))
    )


def unseen(sign: str) -> bool:
    category = unicodedata.category(sign) in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
    return category and sign not in "\t\n\u200c\u200d" and not 0x1F000 <= ord(sign) <= 0x1FAFF


class Senate:
    """What stands between two rounds."""

    def __init__(self, config: Json) -> None:
        self.config, self.orders = config, config["orders"]
        self.floor = Fraction(self.orders["influence_floor"])
        seats = config["num_seats"]
        self.influence = [max(Fraction(self.orders["influence"]), self.floor)] * seats
        self.capital, self.used, self.statutes = [Fraction(0)] * seats, [False] * seats, list[str]()

    def sway(self, seat: int, order: str, sign: int = -1) -> None:
        self.influence[seat] = max(self.influence[seat] + sign * Fraction(self.orders[order]), self.floor)

    def play(self, number: int, seed: str, raws: Sequence[Json]) -> dict[str, Json]:
        """What a record must say of the round, as exact numbers."""
        orders, seats = self.orders, range(self.config["num_seats"])
        chair = number % len(seats)
        read_ = [read(raw, seat, self.config, chair, self.used[seat]) for seat, raw in enumerate(raws)]
        counted = [each["counted"] for each in read_]
        kind, rewrites, target = facts(seed, number, self.statutes, orders["repeals"])
        filibusters = [seat for seat in seats if counted[seat]["filibuster"]]
        yeas = [seat for seat in seats if counted[seat]["vote"] == "yea"]
        for seat in filibusters:
            self.used[seat] = True
            self.sway(seat, "filibuster_cost")
        bar = orders["bar"] if filibusters and orders["bar"] is not None else self.config["pass_threshold"]
        threshold, total = Fraction(bar), sum(self.influence)
        yea = sum((self.influence[seat] for seat in yeas), Fraction(0))
        passed = total > 0 and yea / total >= threshold
        heads = [sum(each["amendment"] == name for each in counted) for name in NAMES]
        adopted = NAMES[heads.index(max(heads))] if any(heads) and orders["amendments"] else None
        vetoed = bool(passed and counted[chair]["veto"])
        owners: list[list[int]] = [[], [], []]
        if not passed:
            for seat in filibusters:
                self.capital[seat] += Fraction(orders["filibuster_reward"])
        elif vetoed:
            self.capital[chair] -= Fraction(orders["veto_capital"])
            self.sway(chair, "veto_influence")
        else:
            rewritten = rewrites[NAMES.index(adopted)] if adopted else None
            owners = self.in_force(kind, counted, yeas, rewritten, adopted)
            self.statutes = [each for each in self.statutes if each != target]
            self.statutes += [] if kind == "repeal" else [f"B{number:02d}"]
        for seat in seats:
            self.sway(seat, "decay")
        return {
            "round": number,
            "chair": chair,
            "threshold": threshold,
            "yea_influence": yea,
            "total_influence": total,
            "passed": passed,
            "vetoed": vetoed,
            "outcome": "vetoed" if vetoed else "passed" if passed else "failed",
            "adopted": adopted,
            "owners": owners,
            "decisions": counted,
            "fallback": [each["fallback"] for each in read_],
            "dropped": [each["dropped"] for each in read_],
            "influence": list(self.influence),
            "capital": list(self.capital),
            "filibuster_used": list(self.used),
            "statutes": list(self.statutes),
            "facts": (kind, rewrites, target),
            "notes": [{"from": seat, **each["note"]} for seat, each in enumerate(read_) if each["note"]],
        }

    def in_force(
        self, kind: str, counted: Json, yeas: list[int], rewritten: int | None, adopted: str | None
    ) -> list[list[int]]:
        orders, owners = self.orders, []
        for seat in yeas:
            self.capital[seat] += Fraction(orders["repeal_gain" if kind == "repeal" else "yea_gain"])
        for clause in range(3):
            weights = {seat: counted[seat]["priorities"] for seat in yeas}
            shares = {seat: Fraction(each[clause], sum(each)) for seat, each in weights.items()}
            owners.append([seat for seat in yeas if shares[seat] == max(shares.values())])
            value = orders["amended_value" if clause == rewritten else "clause_value"]
            for seat in owners[-1]:
                self.capital[seat] += Fraction(value, len(owners[-1]))
        for seat, each in enumerate(counted):
            if adopted and each["amendment"] == adopted:
                self.sway(seat, "adopter_gain", +1)
            if each["vote"] == "nay":
                self.capital[seat] -= Fraction(orders["nay_capital"])
                self.sway(seat, "nay_influence")
        return owners


def disagreements(replay: Json) -> list[str]:
    """The paths of whatever in a replay comes out otherwise here."""
    found = [] if digest(replay["seed"], replay["seed_salt"]) == replay["seed_digest"] else ["seed_digest"]
    senate = Senate(replay["config"])
    for place, round in enumerate(replay["rounds"]):
        mine = senate.play(place, replay["seed"], round["decisions"])
        bill, record = round["bill"], round["record"]
        told = (bill["kind"], [bill["amendments"][name]["clause"] for name in NAMES], bill["target_statute"])
        theirs = {**record, "facts": told, "notes": [_three(note) for note in round["notes"]]}
        mine["notes"] = [_three(note) for note in mine["notes"]]
        found += [f"rounds/{place}/{name}" for name, value in mine.items() if _exact(value, theirs[name]) != value]
    scores = [max(Fraction(0), capital) for capital in senate.capital]
    return found if _exact(scores, replay["scores"]) == scores else [*found, "scores"]


def _three(note: Json) -> Json:
    return {name: note[name] for name in ("from", "to", "text")}


def _exact(like: Json, told: Json) -> Json:
    """What is told, with text turned into numbers where the other is a number."""
    if isinstance(like, list) and isinstance(told, list) and len(like) == len(told):
        return [_exact(one, other) for one, other in zip(like, told, strict=True)]
    return Fraction(told) if isinstance(like, Fraction) and isinstance(told, str) else told
