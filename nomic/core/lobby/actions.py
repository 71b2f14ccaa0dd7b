"""What is done to accounts themselves: no game's business, and in no game's log."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.db import transaction

from nomic.core.games.models import Account


def ensure_account(username: str) -> Account:
    """The login of that name, made if there is none: nobody can sign in to it with a password."""
    return Account.objects.filter(username=username).first() or Account.objects.create_user(username)


def choose_pronouns(account: Account, pronouns: str) -> None:
    """How the server speaks of Agents to this reader. (Rule Spivak)"""
    account.pronouns = pronouns
    account.save(update_fields=["pronouns"])


@transaction.atomic
def change_address(account: Account, email: str) -> None:
    """From now on mail goes to this address, and the old one signs in no more."""
    account.email = email
    account.save(update_fields=["email"])
    EmailAddress.objects.filter(user=account).delete()
    EmailAddress.objects.create(user=account, email=email, primary=True)
