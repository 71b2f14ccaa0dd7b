"""`manage.py rotate_keys`: after it the first key opens everything, and the old ones may go."""

from __future__ import annotations

from io import StringIO

import pytest
import time_machine
from cryptography.fernet import Fernet, InvalidToken
from django.core.management import call_command
from pytest_django import Settings

from dynasties.tracker.models import Value
from nomic.core import vault
from nomic.core.log.models import PrivateEvent
from nomic.core.messages.models import Message
from nomic.core.secrets import actions as secrets_actions
from nomic.core.secrets.queries import SealedColumn, private_breaks, sealed_columns, unseal_event
from proposals.composer import actions as composer_actions
from proposals.posts.models import Draft
from tests.casting import Table
from tests.openings import kept

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

NEW = Fernet.generate_key().decode()


@pytest.fixture
def table(clock: time_machine.Traveller) -> Table:
    return kept(with_secrets, clock)


def with_secrets(clock: time_machine.Traveller) -> Table:
    """A game with secrets of every kind that there is without a theme."""
    table = Table("Josh", "Lulu")
    table.sweep()
    table.column("Cover", rule="Spies", kind="text", secret=True)
    table.update("Josh", table.cell("Cover", "Josh", "set", "a grey coat"), comment="Bought one.")
    table.message("Josh", "Lulu", "Meet me at the bridge.")
    accused = [{"kind": "remove-agent", "agent": table.agent("Lulu").pk}]
    table.post("Josh", "proposal", "Fair play", accused, "See the evidence.", evidence="She has two accounts.")
    composer_actions.save_draft(
        actor_id=table.agent("Josh").pk,
        game_id=table.made.pk,
        token="kept",
        words=composer_actions.PostWords("proposal", "More", changes=accused, evidence="A third account."),
    )
    return table


def told(*options: str) -> tuple[int, str]:
    said = StringIO()
    try:
        call_command("rotate_keys", *options, stdout=said)
    except SystemExit as left:
        return int(left.code or 0), said.getvalue()
    return 0, said.getvalue()


def everything() -> list[object]:
    """All that is sealed, opened."""
    return [vault.unseal(sealed) for column in sealed_columns() for _, sealed in column.filled_rows()]


def test_after_it_the_old_key_may_go_and_everything_opens(table: Table, settings: Settings) -> None:
    before, old = everything(), list(settings.NOMIC_VAULT_KEYS)
    settings.NOMIC_VAULT_KEYS = [NEW, *old]

    code, lines = told()

    settings.NOMIC_VAULT_KEYS = [NEW]
    assert (code, lines.splitlines()[-1]) == (0, "The first key opens everything.")
    assert everything() == before
    game = table.game
    assert private_breaks(game.pk, last_n=game.private_n, last_hash=game.private_hash) == []


def test_without_it_the_old_key_is_still_needed_and_check_says_where(table: Table, settings: Settings) -> None:
    settings.NOMIC_VAULT_KEYS = [NEW, *settings.NOMIC_VAULT_KEYS]
    kept = dict(PrivateEvent.objects.values_list("pk", "sealed"))

    code, lines = told("--check")

    assert code == 1
    assert "core.message.sealed: 1 still need an older key, 0 open with none" in lines
    assert "proposals.draft.evidence: 1 still need an older key, 0 open with none" in lines
    assert dict(PrivateEvent.objects.values_list("pk", "sealed")) == kept


def test_a_second_time_it_seals_nothing_anew(table: Table, settings: Settings) -> None:
    settings.NOMIC_VAULT_KEYS = [NEW, *settings.NOMIC_VAULT_KEYS]
    told()
    kept = dict(PrivateEvent.objects.values_list("pk", "sealed"))

    code, lines = told()

    assert code == 0
    assert f"core.privateevent.sealed: {len(kept)} rows, 0 sealed anew" in lines
    assert dict(PrivateEvent.objects.values_list("pk", "sealed")) == kept


def test_interrupted_between_two_rows_it_goes_on_where_it_stopped(
    table: Table, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.NOMIC_VAULT_KEYS = [NEW, *settings.NOMIC_VAULT_KEYS]
    rows = PrivateEvent.objects.count()
    renew, seen = secrets_actions._renew_row, 0

    def dies_at_the_third(column: SealedColumn, key: object, sealed: str) -> str:
        nonlocal seen
        seen += 1
        if seen == 3:
            raise KeyboardInterrupt
        return renew(column, key, sealed)

    monkeypatch.setattr(secrets_actions, "_renew_row", dies_at_the_third)
    with pytest.raises(KeyboardInterrupt):
        secrets_actions.rotate_keys(batch=1)
    monkeypatch.undo()
    done = {str(each.column): each for each in secrets_actions.rotate_keys(batch=1)}

    assert (done["core.privateevent.sealed"].rows, done["core.privateevent.sealed"].renewed) == (rows, rows - 2)
    assert told("--check")[0] == 0


def test_a_row_that_was_written_meanwhile_stays_as_it_was_written(
    table: Table, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.NOMIC_VAULT_KEYS = [NEW, *settings.NOMIC_VAULT_KEYS]
    reseal, newer = vault.reseal, vault.seal("a fourth account")

    def overtaken(sealed: str) -> str:
        Draft.objects.update(evidence=newer)
        return reseal(sealed)

    monkeypatch.setattr(vault, "reseal", overtaken)
    done = {str(each.column): each for each in secrets_actions.rotate_keys()}

    assert Draft.objects.get().evidence == newer
    assert done["proposals.draft.evidence"].renewed == 0
    assert told("--check")[0] == 0


def test_what_no_key_opens_is_left_alone_and_told(table: Table, settings: Settings) -> None:
    message = Message.objects.get()
    foreign = Fernet(Fernet.generate_key()).encrypt(b"{}").decode()
    Message.objects.filter(pk=message.pk).update(sealed=foreign)
    settings.NOMIC_VAULT_KEYS = [NEW, *settings.NOMIC_VAULT_KEYS]

    code, lines = told()

    assert code == 1
    assert "core.message.sealed: 0 still need an older key, 1 open with none" in lines
    assert Message.objects.get().sealed == foreign


def test_every_column_that_holds_something_sealed_is_known(table: Table) -> None:
    known = {str(each) for each in sealed_columns()}

    assert {"core.day.sealed", "core.secretseed.sealed", "core.privateevent.sealed", "core.message.sealed"} <= known
    assert {"dynasties.value.sealed", "proposals.evidence.sealed", "proposals.draft.evidence"} <= known
    assert {"dynasty_spy.cover.sealed", "dynasty_spy.attempt.sealed", "dynasty_spy.errand.sealed"} <= known
    assert Value.objects.exclude(sealed="").exists()


def test_an_older_key_alone_does_not_open_what_the_new_one_sealed(table: Table, settings: Settings) -> None:
    old = list(settings.NOMIC_VAULT_KEYS)
    settings.NOMIC_VAULT_KEYS = [NEW, *old]
    told()

    settings.NOMIC_VAULT_KEYS = old
    with pytest.raises(InvalidToken):
        unseal_event(PrivateEvent.objects.filter(game=table.made).order_by("n")[0])
