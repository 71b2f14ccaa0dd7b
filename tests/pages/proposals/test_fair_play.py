"""A report of foul play: written as a change list, its evidence for the eyes of some."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from nomic.core import vault
from nomic.core.decision import Invalid, Refused
from nomic.core.floor import floor
from nomic.core.games.models import Agent
from nomic.core.log.models import Event
from nomic.core.roster import actions as roster_actions
from proposals.composer import actions as composer_actions
from proposals.posts.models import Draft, Evidence
from proposals.recount import recount_game
from tests.casting import Table

SECRET = "Both names once signed the same letter."


def browser(table: Table, name: str) -> Client:
    client = Client()
    client.force_login(table.account(name))
    return client


def charge(table: Table, *names: str) -> list[dict[str, Any]]:
    return [{"kind": "bar-agent", "agent": table.agent(name).pk} for name in names]


def report(table: Table, *names: str, category: str = "proposal", **more: Any) -> int:
    made = table.post("Lulu", category, "Fair play", charge(table, *names), evidence=SECRET, **more)
    return made.number


def reads(table: Table, name: str | None, number: int = 1) -> bool:
    client = browser(table, name) if name else Client()
    pages = ("", "versions/", "deciding/")
    return any(SECRET in unescape(client.get(f"/g/table/posts/{number}/{page}").content.decode()) for page in pages)


def test_the_report_becomes_a_change_list_that_removes_and_bars(table: Table) -> None:
    raven, kevan = table.agent("Raven").pk, table.agent("Kevan").pk
    lulu = browser(table, "Lulu")

    asked = lulu.get(f"/g/table/roster/report/?accused={raven}").content.decode()
    sheet = lulu.get(f"/g/table/posts/new/?accused={raven}&accused={kevan}&accused=999&bar=1&category=cfj")

    assert re.search(rf'value="{raven}" id="accused-{raven}" checked', asked)
    kinds = re.findall(r'name="r\d+-kind" value="([a-z-]+)"', sheet.content.decode())
    assert kinds == ["remove-agent", "bar-agent"] * 2
    assert 'name="evidence"' in sheet.content.decode()


def test_a_report_posted_from_the_page_seals_its_evidence(table: Table) -> None:
    raven = str(table.agent("Raven").pk)
    sent = {
        "token": "a-form",
        "category": "cfj",
        "title": "Fair play",
        "body": "",
        "evidence": SECRET,
        "do": "post",
        "row": "1",
        "r1-kind": "bar-agent",
        "r1-agent": raven,
    }

    answer = browser(table, "Lulu").post("/g/table/posts/new/", sent)

    assert answer.status_code == 302
    assert SECRET not in Evidence.objects.get().sealed
    assert reads(table, "Lulu")


@pytest.mark.parametrize("category", ["proposal", "cfj"])
def test_the_author_and_the_admins_read_it_and_nobody_else(table: Table, category: str) -> None:
    report(table, "Raven", category=category)

    seen = {name: reads(table, name) for name in ("Lulu", "Kevan", "Raven", None)}

    assert seen == {"Lulu": True, "Kevan": True, "Raven": False, None: False}


def test_an_admin_whom_it_accuses_is_no_judge_of_it_not_even_after_the_list_was_edited(table: Table) -> None:
    table.make_admin("Raven")
    number = report(table, "Raven")
    before = reads(table, "Raven")

    composer_actions.edit_post(
        actor_id=table.agent("Lulu").pk,
        game_id=table.made.pk,
        number=number,
        words=composer_actions.PostWords("proposal", "Fair play", changes=charge(table, "Kevan")),
        base_version=1,
    )

    assert (before, reads(table, "Raven"), reads(table, "Kevan")) == (False, False, False)


def test_everybody_knows_that_there_is_some_and_the_log_commits_to_it(table: Table) -> None:
    report(table, "Raven")

    page = unescape(browser(table, "Raven").get("/g/table/posts/1/").content.decode())

    assert "For the eyes of the Admin alone." in page
    assert len(Event.objects.get(kind="post.made").data["evidence"]) == 64
    assert SECRET not in str(list(Event.objects.values_list("data", flat=True)))


def test_without_an_accusation_there_is_nothing_to_prove(table: Table) -> None:
    with pytest.raises(Invalid) as caught:
        composer_actions.publish_post(
            actor_id=table.agent("Lulu").pk,
            game_id=table.made.pk,
            words=composer_actions.PostWords("proposal", "Sooner", evidence=SECRET),
            token=table.token(),
        )

    assert (caught.value.path, caught.value.code) == ("evidence", "nobody-accused")
    assert not Evidence.objects.exists()


def test_an_anonymous_report_shows_its_evidence_to_whoever_wrote_it(table: Table) -> None:
    report(table, "Raven", category="cfj", anonymous=True)

    assert [reads(table, name) for name in ("Lulu", "Kevan", "Raven")] == [True, True, False]


def test_a_draft_keeps_its_evidence_sealed_and_gives_it_back_to_its_author(table: Table) -> None:
    composer_actions.save_draft(
        actor_id=table.agent("Lulu").pk,
        game_id=table.made.pk,
        token="a-form",
        words=composer_actions.PostWords("cfj", "Fair play", changes=[], evidence=SECRET),
    )

    own = browser(table, "Lulu").get("/g/table/posts/new/?draft=a-form")
    other = browser(table, "Kevan").get("/g/table/posts/new/?draft=a-form")

    assert SECRET in unescape(own.content.decode())
    assert SECRET not in unescape(other.content.decode())
    assert SECRET not in Draft.objects.get().evidence


def test_an_admin_of_another_game_reads_nothing(table: Table) -> None:
    report(table, "Raven")
    Table(founder="Mallory", slug="other")

    assert not reads(table, "Mallory")


def test_evidence_altered_or_lost_afterwards_is_found(table: Table) -> None:
    report(table, "Raven")
    report(table, "Kevan")
    before = recount_game(table.game).differences

    Evidence.objects.filter(post__number=1).update(sealed=vault.seal({"text": "Nothing.", "salt": "00"}))
    Evidence.objects.filter(post__number=2).delete()

    assert before == ()
    assert [each.what for each in recount_game(table.game).differences] == ["evidence of post:1", "evidence of post:2"]


def bar(table: Table, name: str) -> None:
    with floor(table.made.pk) as the_floor:
        roster_actions.bar_agent(the_floor, table.agent(name), by=None)


@pytest.mark.parametrize("name", ["Raven", "Another"])
def test_the_account_behind_a_barred_agent_is_kept_out_under_any_name(table: Table, name: str) -> None:
    bar(table, "Raven")
    account = table.account("Raven")

    with pytest.raises(Refused) as caught:
        roster_actions.announce_arrival(account=account, game_id=table.made.pk, name=name)
    other = Table(founder="Mallory", slug="other")
    roster_actions.announce_arrival(account=account, game_id=other.made.pk, name=name)

    assert [reason.code for reason in caught.value.reasons] == ["barred"]
    assert not Agent.objects.filter(game=table.made, account=account, state="active").exists()
