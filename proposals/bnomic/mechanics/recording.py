"""A ballot and its count for the record, in plain JSON, and read again: what `recount` must find anew. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from proposals.bnomic.mechanics.ballot import Counting, Final, Line, Proposal, Step


def facts_json(open_ones: Iterable[Proposal], lost_before: Collection[int], law: Counting) -> dict[str, Any]:
    """What a count rests on. Of the Lost ones of before only those are kept that somebody depends on."""
    ones = sorted(open_ones, key=lambda each: each.number)
    needed = {number for each in ones for number in each.depends}
    return {
        "law": {
            "winning": law.winning, "ties": law.ties, "conflicts": law.conflicts, "dependencies": law.dependencies,
        },
        "proposals": [_proposal(each) for each in ones],
        "lost_before": sorted(needed & set(lost_before)),
    }  # fmt: skip


def _proposal(each: Proposal) -> dict[str, Any]:
    return {
        "number": each.number,
        "votes": {voter: vote.value for voter, vote in sorted(each.votes.items())},
        "depends": sorted(each.depends),
        "conflicts": sorted(each.conflicts),
    }


def read_facts(kept: Mapping[str, Any]) -> tuple[tuple[Proposal, ...], frozenset[int], Counting]:
    """The Open Proposals, the Lost ones of before that matter, and the law, as they were put on record."""
    ones = tuple(
        Proposal(
            each["number"], {voter: Final(vote) for voter, vote in each["votes"].items()},
            frozenset(each["depends"]), frozenset(each["conflicts"]),
        )
        for each in kept["proposals"]
    )  # fmt: skip
    return ones, frozenset(kept["lost_before"]), Counting(**kept["law"])


def trace_json(trace: Sequence[Line]) -> list[list[Any]]:
    """Each line as `[step, number]`, and the number of the Proposal whose doing it was where it was another's."""
    return [[line.step.value, line.number] + ([line.by] if line.by is not None else []) for line in trace]


def read_trace(kept: Sequence[Sequence[Any]]) -> tuple[Line, ...]:
    """The lines as they were put on record."""
    return tuple(Line(Step(line[0]), line[1], line[2] if len(line) > 2 else None) for line in kept)
