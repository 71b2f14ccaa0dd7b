"""Who is told of what happens in an nweek: that Proposals are Open, what was counted, and whose vote is missing.

A Clerk that is late tells what is still of use: of an opening only those who may still vote on it, of a count in which
nothing was counted nobody. (`plugin` says after which events)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from django.urls import reverse

from nomic.core.decision import Fact
from nomic.core.floor import Floor, floor
from nomic.core.games import queries as games_queries
from nomic.core.log.models import Event
from nomic.core.notifications.actions import event_key, tell_accounts
from proposals.bnomic.ballot import queries as ballot_queries
from proposals.bnomic.ballot.queries import PASSINGS, LateVoter
from proposals.bnomic.ballot.rules import CountLine, losses_in, read_trace
from proposals.bnomic.nweeks import queries as nweeks_queries
from proposals.bnomic.nweeks.rules import ProposalState
from proposals.bnomic.register import queries as register_queries
from proposals.bnomic.register.models import Proposal
from proposals.posts import queries as posts_queries


def notify_of_opening(the_floor: Floor, event: Event) -> None:
    """Every Player, how many are Open and until when; of those that have been counted since, nobody."""
    still = Proposal.objects.filter(game=the_floor.game, opened_seq=event.seq, state=ProposalState.OPEN.value).count()
    if not still:
        return
    hands = nweeks_queries.clock_reading(the_floor.game, the_floor.now, the_floor.law)
    facts: dict[str, Fact] = {"proposals": still, "until": hands.next_count if hands else None}
    url = reverse("ballot", args=[the_floor.game.slug])
    tell_accounts(
        the_floor, games_queries.accounts_in(the_floor.game.pk), ballot_queries.OPENED, event_key(event), facts, url
    )


def notify_of_count(the_floor: Floor, event: Event) -> None:
    """Everybody in the game, how many are Won; where nothing was Open, nobody."""
    if not event.data["strength"]:
        return
    facts: dict[str, Fact] = {
        "nweek": event.data["nweek"],
        "won": len(event.data["passed"]),
        "counted": len(event.data["strength"]),
    }
    everybody = games_queries.accounts_in(the_floor.game.pk)
    tell_accounts(the_floor, everybody, "ballot-counted", event_key(event), facts, _count_page(the_floor, event))


def notify_authors(the_floor: Floor, event: Event) -> None:
    """Each author, what has become of eirs: one notice, however many they are."""
    ends, sunk = _passing_kinds(the_floor, event), losses_in(read_trace(event.data["trace"]))
    by_account: dict[int, list[Fact]] = defaultdict(list)
    rows = Proposal.objects.filter(game=the_floor.game, closed_seq=event.seq).select_related("post").order_by("number")
    for row in rows:
        for account_id in posts_queries.author_accounts(row.post):
            by_account[account_id].append(_fate_fact(row, ends, sunk))
    for account_id, fates in by_account.items():
        facts: dict[str, Fact] = {"nweek": event.data["nweek"], "fates": fates}
        tell_accounts(the_floor, [account_id], "ballot-own", event_key(event), facts, _count_page(the_floor, event))


def _passing_kinds(the_floor: Floor, event: Event) -> Mapping[int, str]:
    """How each that was Won passed, by Number."""
    after = (each for each in the_floor.events if each.seq > event.seq and each.kind in PASSINGS)
    return {each.data["number"]: each.kind.removeprefix("bnomic.") for each in after}


def _fate_fact(row: Proposal, ends: Mapping[int, str], sunk: Mapping[int, CountLine]) -> Fact:
    line = sunk.get(row.number)
    how = line.step.value if line else ends.get(row.number)
    # The server makes no changes where none are listed, and has not done what the text says.
    if how == "passed" and not row.post.changes:
        how = "prose" if register_queries.says_more(row) else "nothing"
    return {"title": row.title, "how": how, "by": line.by if line else None}


def _count_page(the_floor: Floor, event: Event) -> str:
    return reverse("ballot_count", args=[the_floor.game.slug, event.data["nweek"]])


def send_ballot_reminders(*, game_id: int) -> int:
    """Tell whoever lacks a Final Vote on the last nday before the count; answers how many. Harmless twice."""
    with floor(game_id) as the_floor:
        return sum(
            _send_reminder(the_floor, each) for each in ballot_queries.late_voters(the_floor.game, the_floor.now)
        )


def _send_reminder(the_floor: Floor, each: LateVoter) -> int:
    facts: dict[str, Fact] = {"nweek": each.nweek, "missing": each.missing, "at": each.at}
    url = reverse("ballot", args=[the_floor.game.slug])
    return len(tell_accounts(the_floor, [each.account_id], ballot_queries.NEAR, each.key, facts, url))
