"""What is asked of games, rosters, law and log: rows in, frozen facts out. Reads only."""

from __future__ import annotations

from nomic.core.queries.arrivals import application_of, is_barred, may_apply, waiting_applications
from nomic.core.queries.events import (
    event,
    event_content,
    last_called,
    last_moment,
    links,
    log,
    log_after,
    log_authors,
    seq_at,
    subjects_called,
)
from nomic.core.queries.hiatuses import hiatus_intervals, open_hiatus
from nomic.core.queries.laws import catalogue, law, law_snapshot
from nomic.core.queries.lobby import Front, demo_cast, fronts, game, games, games_called
from nomic.core.queries.naming import (
    game_keywords,
    keywords,
    may_be_called,
    name_before,
    reserved_names,
    reserved_words,
)
from nomic.core.queries.people import (
    Member,
    RosterFacts,
    agent,
    agent_of,
    agents_due,
    asking,
    current_roster_facts,
    former_agents,
    roster,
    roster_facts,
    standings,
)
from nomic.core.queries.secrets import Opened, opened, private_breaks
from nomic.core.queries.tidings import inbox, may_be_told, reach_of, unread

__all__ = [
    "Front",
    "Member",
    "Opened",
    "RosterFacts",
    "agent",
    "agent_of",
    "agents_due",
    "application_of",
    "asking",
    "catalogue",
    "current_roster_facts",
    "demo_cast",
    "event",
    "event_content",
    "former_agents",
    "fronts",
    "game",
    "game_keywords",
    "games",
    "games_called",
    "hiatus_intervals",
    "inbox",
    "is_barred",
    "keywords",
    "last_called",
    "last_moment",
    "law",
    "law_snapshot",
    "links",
    "log",
    "log_after",
    "log_authors",
    "may_apply",
    "may_be_called",
    "may_be_told",
    "name_before",
    "open_hiatus",
    "opened",
    "private_breaks",
    "reach_of",
    "reserved_names",
    "reserved_words",
    "roster",
    "roster_facts",
    "seq_at",
    "standings",
    "subjects_called",
    "unread",
    "waiting_applications",
]
