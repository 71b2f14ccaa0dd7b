from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from nomic.core.floor import floor
from nomic.core.log.models import PrivateEvent
from nomic.core.messages import queries as messages_queries
from nomic.core.messages.models import Message
from nomic.core.notifications.models import Notice
from nomic.core.roster.actions import begin_hiatus, crown_mastermind
from nomic.core.secrets import queries as secrets_queries, rules as secrets_rules
from tests.casting import Table
from tests.openings import kept, laid
from tests.refusals import unreadable as invalid, why as refused

pytestmark = pytest.mark.django_db
START = datetime(2026, 3, 14, 1, tzinfo=UTC)
SECRET = "the-owl-flies-at-noon"


@pytest.fixture
def traveller() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(START, tick=False) as traveller:
        yield traveller


@pytest.fixture
def table(traveller: time_machine.Traveller) -> Table:
    return kept(_swept, traveller)


def _swept(traveller: time_machine.Traveller) -> Table:
    table = laid("Josh", "Lulu", "Raven")
    table.sweep()
    return table


def test_a_message_leaves_the_public_log_as_it_was(table: Table) -> None:
    before = (table.game.last_seq, table.game.last_hash)

    message = table.message("Josh", "Lulu", SECRET)
    table.open_message("Lulu", message)

    assert (table.game.last_seq, table.game.last_hash) == before
    game = table.game
    assert secrets_queries.private_breaks(game.pk, last_n=game.private_n, last_hash=game.private_hash) == []


def test_nothing_of_it_is_kept_in_the_clear(table: Table) -> None:
    message = table.message("Josh", "Lulu", SECRET)

    link = PrivateEvent.objects.get(pk=message.private_id)
    kept = [message.sealed, link.sealed, link.commitment, *(str(each.facts) for each in Notice.objects.all())]
    assert not any(SECRET in each for each in kept)
    assert "text" in secrets_queries.unseal_event(link).data
    assert SECRET not in str(secrets_queries.unseal_event(link).content)


def test_only_its_two_ends_find_it(table: Table) -> None:
    message = table.message("Josh", "Lulu", SECRET)

    everybody = ("Josh", "Lulu", "Raven", "Kevan")
    assert [name for name in everybody if messages_queries.message_of(table.agent(name), message.uid)] == [
        "Josh",
        "Lulu",
    ]


def test_a_later_mastermind_does_not_inherit_what_was_sent_to_the_office(table: Table) -> None:
    message = table.message("Josh", "the Mastermind", SECRET)
    with floor(table.made.pk) as the_floor:
        crown_mastermind(the_floor, table.agent("Lulu"))

    assert message.to_office
    assert messages_queries.message_of(table.agent("Kevan"), message.uid)
    assert messages_queries.message_of(table.agent("Lulu"), message.uid) is None


def test_the_first_opening_is_the_receipt_and_the_sender_opens_nothing(
    table: Table, traveller: time_machine.Traveller
) -> None:
    message = table.message("Josh", "Lulu")
    traveller.shift(timedelta(hours=1))
    table.open_message("Josh", message)
    assert Message.objects.get().received_at is None

    table.open_message("Lulu", message)
    traveller.shift(timedelta(hours=1))
    table.open_message("Lulu", message)

    assert Message.objects.get().received_at == START + timedelta(hours=1)
    kinds = [secrets_queries.unseal_event(link).kind for link in PrivateEvent.objects.filter(game=table.made)]
    assert kinds.count("message.received") == 1


def test_whom_it_is_to_sees_neither_subject_nor_text_until_e_opens_it(table: Table) -> None:
    message = table.message("Josh", "Lulu", SECRET)

    unopened = messages_queries.letter(message, table.agent("Lulu"))
    opened = messages_queries.letter(table.open_message("Lulu", message), table.agent("Lulu"))

    assert (unopened.subject, unopened.body) == (None, None)
    assert (opened.subject, opened.body) == ("Between us", SECRET)
    assert messages_queries.letter(message, table.agent("Josh")).body == SECRET


def test_a_third_cannot_open_it(table: Table) -> None:
    message = table.message("Josh", "Lulu")

    assert invalid(lambda: table.open_message("Raven", message)) == ("message", "no-message")


@pytest.mark.parametrize(
    ("more", "path", "code"),
    [
        ({"subject": ""}, "subject", "empty"),
        ({"body": " \n "}, "body", "empty"),
        ({"subject": "a" * 121}, "subject", "too-long"),
        ({"body": "a" * 10_001}, "body", "too-long"),
        ({"subject": "two\nlines"}, "subject", "hidden-characters"),
        ({"body": "a\u202eb"}, "body", "hidden-characters"),
        ({"token": ""}, "token", "bad-token"),
        ({"answers": "nothing-of-ours"}, "answers", "no-message"),
    ],
)
def test_what_cannot_be_taken_is_told_at_its_field(table: Table, more: dict[str, str], path: str, code: str) -> None:
    assert invalid(lambda: table.message("Josh", "Lulu", **more)) == (path, code)


def test_the_longest_subject_and_message_are_taken_whole(table: Table) -> None:
    message = table.message("Josh", "Lulu", "b" * 10_000, subject="a" * 120)

    assert messages_queries.letter(message, table.agent("Josh")).body == "b" * 10_000


def test_a_form_sent_twice_sends_one_message_and_other_words_are_not_swallowed(table: Table) -> None:
    first = table.message("Josh", "Lulu", token="form")
    again = table.message("Josh", "Lulu", token="form")

    assert first == again
    assert invalid(lambda: table.message("Josh", "Lulu", "Other words.", token="form")) == ("token", "used-token")
    assert invalid(lambda: table.message("Josh", "Raven", token="form")) == ("token", "used-token")


def test_it_goes_to_somebody_else_who_is_there(table: Table) -> None:
    table.leave("Raven")

    assert refused(lambda: table.message("Josh", "Josh")) == ["message-to-oneself"]
    assert refused(lambda: table.message("Josh", "Raven")) == ["gone"]
    assert refused(lambda: table.message("Kevan", "the Mastermind")) == ["message-to-oneself"]
    assert refused(lambda: table.message("Raven", "Josh")) == ["not-an-agent"]


def test_to_a_mastermind_that_there_is_none_of_it_is_refused(table: Table) -> None:
    with floor(table.made.pk) as the_floor:
        crown_mastermind(the_floor, None)

    assert refused(lambda: table.message("Josh", "the Mastermind")) == ["no-mastermind"]


def test_the_idle_write_and_a_hiatus_stops_no_mail(table: Table) -> None:
    table.idle("Raven")
    with floor(table.made.pk) as the_floor:
        begin_hiatus(the_floor, "a test")

    message = table.message("Raven", "Josh")

    assert table.open_message("Josh", message).received_at is not None


def test_who_has_left_still_reads_and_opens_eir_old_messages(table: Table) -> None:
    message = table.message("Josh", "Raven", SECRET)
    table.leave("Raven")

    opened = table.open_message("Raven", message)

    assert messages_queries.letter(opened, table.agent("Raven")).body == SECRET


def test_an_answer_joins_the_conversation_of_the_two(table: Table) -> None:
    first = table.message("Josh", "Lulu", "one")
    second = table.message("Lulu", "Josh", "two", answers=first.uid)
    table.message("Josh", "Lulu", "apart")

    assert invalid(lambda: table.message("Lulu", "Raven", answers=first.uid)) == ("answers", "no-message")
    assert [each.uid for each in messages_queries.conversation(second, table.agent("Lulu"))] == [first.uid, second.uid]
    assert [each.uid for each in messages_queries.conversation(first, table.agent("Lulu"))] == [first.uid, second.uid]


def test_its_sending_is_proven_from_the_next_day_on_without_its_text(
    table: Table, traveller: time_machine.Traveller
) -> None:
    message = table.message("Josh", "Lulu", SECRET)
    table.message("Raven", "Kevan", "something else")
    assert messages_queries.proof_of_sending(message, disclose=True, with_text=False) is None

    traveller.move_to(START + timedelta(days=1), tick=False)
    table.sweep()
    proof = messages_queries.proof_of_sending(message, disclose=True, with_text=False)

    assert proof is not None
    assert holds(table, proof)
    assert SECRET not in str(secrets_rules.proof_to_json(proof))
    assert (proof.content or {})["data"]["to"] == table.agent("Lulu").pk


def holds(table: Table, proof: secrets_rules.Proof) -> bool:
    published = secrets_queries.published_root(table.made.pk, proof.event)
    return all(each.holds for each in secrets_rules.findings(proof, published))


def test_what_it_said_is_proven_only_on_request_and_so_is_its_receipt(
    table: Table, traveller: time_machine.Traveller
) -> None:
    message = table.open_message("Lulu", table.message("Josh", "Lulu", SECRET))
    traveller.move_to(START + timedelta(days=1), tick=False)
    table.sweep()

    closed = messages_queries.proof_of_sending(message, disclose=False, with_text=False)
    text = messages_queries.proof_of_sending(message, disclose=False, with_text=True)
    receipt = messages_queries.proof_of_receipt(message)

    found = [each for each in (closed, text, receipt) if each is not None]
    assert [holds(table, each) for each in found] == [True] * 3
    assert found[0].content is None
    assert (found[1].text or {})["body"] == SECRET
    assert (found[2].content or {})["kind"] == "message.received"
