"""What the pages of missions show, in words: goals and how far they are met, numbers that change, groups and claims."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from dynasties.spy.dials import MISSION_ABORTS, MISSION_PENALTIES, RANK_GADGETS, RANK_MASTER
from dynasties.spy.missions import queries as missions_queries, queries_teams as missions_queries_teams
from dynasties.spy.missions.forms import RefuseClaimForm
from dynasties.spy.missions.queries import AgentRecord, MissionFacts
from dynasties.spy.missions.queries_teams import ClaimFacts, TeamFacts
from dynasties.spy.missions.rules import (
    Goal,
    GoalCheck,
    NumberChange,
    Progress,
    Whereabouts,
    load_changes,
    measure_progress,
    title_link,
)
from dynasties.spy.missions.words import ENDING_WORDS
from dynasties.spy.theatre import queries as theatre_queries
from dynasties.spy.theatre.presenters import hiatus_notices, hiatus_reasons_on_request
from dynasties.spy.theatre.queries import Ledger, PublicState
from dynasties.spy.theatre.rules_map import territory_name
from nomic.core.language.words import quantity
from nomic.core.requests import GameRequest, cached_on_request, law_of
from proposals.deciding import queries as deciding_queries
from proposals.kinds.dov.kind import DECLARATION
from proposals.reasons.presenters import ReasonLine, address, reasons_context, rule_url
from proposals.voting.presenters import judging_context_of
from rulesets.history import queries as history_queries

if TYPE_CHECKING:
    from dynasties.spy.missions.models import Mission
    from dynasties.spy.theatre.models import Spy, Theatre
    from nomic.core.games.models import Agent

People = Sequence[tuple[int, str]]  # by id and name
# Who ever took part, the names of codes, and what brings the spies' part of the tracker.
KnownFacts = tuple[Sequence["Spy"], Mapping[str, str], Callable[[], Ledger]]


@dataclass(frozen=True, slots=True)
class MissionStage:
    """What every page of missions knows: the theatre, names by id, who takes part now, and what the viewer may measure
    the goals by (None: nothing)."""

    theatre: Theatre
    names: Mapping[int, str]
    playing: Sequence[tuple[int, str]]
    looked_at: Mapping[int, Whereabouts] | None
    legend: Mapping[str, str]
    is_mastermind: bool
    takes_part: bool


def stage_of(request: GameRequest, theatre: Theatre, public: PublicState | None = None) -> MissionStage:
    """`public`: what everybody may read of the theatre, where the page has read it already."""
    return cached_on_request(request, f"spy_stage_{theatre.pk}", lambda: _new_stage(request, theatre, public))


def _new_stage(request: GameRequest, theatre: Theatre, public: PublicState | None) -> MissionStage:
    viewer, game = request.agent, request.game
    live = theatre.ended_at is None
    spies, legend, ledger = _facts_of_theatre(theatre) if public is None else _facts_of_public(public)
    takers = theatre_queries.players_of(spies, game, law_of(request)) if live else []
    playing = sorted(((each.pk, each.name) for each in takers), key=lambda each: each[1])
    ids = [key for key, _ in playing]
    return MissionStage(
        theatre,
        {each.agent_id: each.agent.name for each in spies},
        playing,
        missions_queries_teams.measurable_whereabouts(theatre, viewer, game, ids, ledger) if live else None,
        legend,
        viewer is not None and viewer.is_playing and viewer.pk == game.mastermind_id,
        viewer is not None and viewer.pk in ids,
    )


def _facts_of_theatre(theatre: Theatre) -> KnownFacts:
    """The law is read once for both; the tracker, only if it comes to that."""
    edition = history_queries.edition(theatre.game_id)
    legend = theatre_queries.read_board_pages(theatre.game_id, edition).legend
    return theatre_queries.spies(theatre), legend, lambda: theatre_queries.read_ledger(theatre.game_id, edition.ruleset)


def _facts_of_public(public: PublicState) -> KnownFacts:
    return public.spies, public.papers.legend, lambda: public.ledger


@dataclass(frozen=True, slots=True)
class MissionCard:
    """A mission with its six parts, and how far its goals are met."""

    facts: MissionFacts
    row: Mission
    url: str
    post_url: str
    ending: str
    goals: Sequence[GoalLine]
    has_completed: bool


def mission_card(facts: MissionFacts, request: GameRequest, stage: MissionStage) -> MissionCard:
    row, standing, agent = facts.row, facts.standing, request.agent
    return MissionCard(
        facts,
        row,
        address("spy_mission", request, row.number),
        address("post", request, row.post.number),
        ENDING_WORDS.get(row.ending, ""),
        [goal_line(each, request, stage, is_open=standing.is_open) for each in facts.checks],
        agent is not None and agent.pk in standing.completed,
    )


def abort_words(request: GameRequest) -> str:
    """“3 Agents”; empty where no number of them is a ground to cancel a mission."""
    needs = law_of(request)[MISSION_ABORTS]
    return "" if needs is None else quantity(needs, request.keywords.of("agent"))


@dataclass(frozen=True, slots=True)
class GoalLine:
    """A goal that the server looks at. `state`: how far it is met, for whom that may be shown to."""

    text: str
    state: str = ""
    is_met: bool = False


def goal_line(check: GoalCheck, request: GameRequest, stage: MissionStage, *, is_open: bool) -> GoalLine:
    text, entitled = goal_text(check, stage), stage.is_mastermind or stage.takes_part
    if not is_open or not entitled or stage.looked_at is None or request.agent is None:
        return GoalLine(text)
    if stage.is_mastermind:
        found = measure_progress(check, stage.looked_at)
        return GoalLine(text, _group_progress(check, found, stage), found.is_met)
    # One's own part alone: where the others are, e does not know.
    found = measure_progress(check, {key: each for key, each in stage.looked_at.items() if key == request.agent.pk})
    return GoalLine(text, _one_progress(check, found), found.is_met)


def goal_text(check: GoalCheck, stage: MissionStage) -> str:
    if check.goal is Goal.HOLD:
        assert check.ticket is not None
        return f"One of the group holds {quantity(check.count, check.ticket.label)}"
    those = ", ".join(f"{territory_name(code, stage.legend)} ({code})" for code in check.places)
    one = len(check.places) == 1
    if check.goal is Goal.AGENTS_IN:
        return f"{check.count} of the group {'is' if check.count == 1 else 'are'} in {those}"
    return f"One of the group is in {those}" if one else f"One of the group is in one of these: {those}"


def _group_progress(check: GoalCheck, found: Progress, stage: MissionStage) -> str:
    who = ", ".join(sorted(stage.names.get(each, "?") for each in found.who))
    if check.goal is Goal.HOLD:
        return f"so many: {who}" if who else f"the most is {found.have} of {found.needs}"
    return f"there now: {who}" if who else "nobody is there now"


def _one_progress(check: GoalCheck, found: Progress) -> str:
    if check.goal is Goal.HOLD:
        return f"you hold {found.have} of {found.needs}" if not found.is_met else "you hold so many"
    return "you are there" if found.who else "you are not there"


def team_people(facts: TeamFacts, stage: MissionStage) -> tuple[TeamFacts, People, People]:
    """A group, for who may know of it, with whom it has and whom it asks."""
    return facts, _people(facts.members, stage), _people(facts.invited, stage)


@dataclass(frozen=True, slots=True)
class ClaimCard:
    """A claim as `spy/_claim.html` takes it. `seen`: what the server saw at its moment."""

    uid: str
    mission: Mission
    at: datetime
    by: str
    group: People
    words: str
    seen: Sequence[GoalLine]
    accepted: bool | None
    reason: str
    losses: Sequence[NumberChange]
    may_rule: bool
    form: RefuseClaimForm
    back: str


def claim_card(
    facts: ClaimFacts, request: GameRequest, stage: MissionStage, form: RefuseClaimForm | None = None, back: str = ""
) -> ClaimCard:
    """`form`: one that was refused, with what was typed; `back`: `desk` where a ruling leads back to the Mastermind's
    desk."""
    return ClaimCard(
        facts.uid,
        facts.mission,
        facts.at,
        stage.names.get(facts.by, "?"),
        _people(facts.group, stage),
        facts.words,
        [_measured_goal(check, found, stage, own=facts.part is not None) for check, found in facts.seen],
        facts.accepted,
        facts.reason,
        load_changes(facts.mission.losses) if law_of(request).carries(MISSION_PENALTIES) else (),
        stage.is_mastermind and facts.accepted is None and stage.theatre.ended_at is None,
        form or RefuseClaimForm(auto_id=f"id_%s_{facts.uid}"),
        back,
    )


def _measured_goal(check: GoalCheck, found: Progress, stage: MissionStage, *, own: bool) -> GoalLine:
    """What the server saw of a goal at the moment of a claim; `own`: the reader's part alone."""
    if own and check.goal is not Goal.HOLD:
        return GoalLine(goal_text(check, stage), f"you were{'' if found.who else ' not'} there", found.is_met)
    who = ", ".join(stage.names.get(each, "?") for each in found.who)
    state = f"{found.have} of {found.needs}" + (f": {who}" if who else "")
    return GoalLine(goal_text(check, stage), state, found.is_met)


def _people(agent_ids: Iterable[int], stage: MissionStage) -> People:
    return [(each, stage.names.get(each, "?")) for each in agent_ids]


# -- how far the reader has come ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OwnRecord:
    """The reader's own record, for who takes part. `more`: by how many Gadgets e may raise eir limit; `victory_url`:
    for a Master Spy, the way to the Declaration of Victory, filled in, if no `victory_barriers` are in it."""

    completed: str
    rank: str | None
    may_raise: bool
    more: int | None
    reasons: Sequence[ReasonLine]
    victory_url: str
    victory_barriers: Sequence[ReasonLine]


def own_record(request: GameRequest, theatre: Theatre, found: AgentRecord) -> OwnRecord:
    winner = request.agent if found.has_won else None
    barriers = deciding_queries.may_post(winner.pk, DECLARATION, judging_context_of(request)).reasons if winner else ()
    return OwnRecord(
        quantity(found.completed, "mission"),
        found.rank,
        found.may_raise.outcome and not hiatus_reasons_on_request(request),
        law_of(request)[RANK_GADGETS],
        hiatus_notices(request) or reasons_context(found.may_raise.reasons, request),
        _declaration_url(request, theatre, winner) if winner else "",
        reasons_context(barriers, request),
    )


def _declaration_url(request: GameRequest, theatre: Theatre, viewer: Agent) -> str:
    law = law_of(request)
    rule, needs = law.rule(RANK_MASTER), law[RANK_MASTER] or 0
    done = missions_queries.completions_of(theatre, viewer)[: max(needs, 1)]
    links = (title_link(each.mission.title, address("spy_mission", request, each.mission.number)) for each in done)
    missions = "\n".join(f"- {link}" for link in links)
    body = (
        f"By rule [{rule}]({rule_url(rule, request)}), whoever has completed {quantity(needs, 'mission')} is a Master"
        f" Spy and has achieved victory. I have completed these:\n\n{missions}"
    )
    asked = urlencode({"category": DECLARATION.code, "title": "I am a Master Spy", "body": body})
    return f"{address('new-post', request)}?{asked}"
