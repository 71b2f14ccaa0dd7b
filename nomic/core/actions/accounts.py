"""Accounts that are not signed up for by a person."""

from __future__ import annotations

from nomic.core.models import Account


def without_password(username: str) -> Account:
    """The login of that name, made if there is none: nobody can sign in to it with a password."""
    return Account.objects.filter(username=username).first() or Account.objects.create_user(username)
