"""The forms of an account: allauth's with lighter words, and the change of an address."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from allauth.account.forms import (
    ChangePasswordForm as AllauthChange,
    ResetPasswordKeyForm as AllauthReset,
    SignupForm as AllauthSignup,
)
from allauth.account.utils import filter_users_by_email
from django import forms
from django.core.exceptions import ValidationError

from nomic.core.roster import queries as roster_queries

if TYPE_CHECKING:
    from nomic.core.games.models import Account

PASSWORD_HELP = "Eight characters or more, and nothing that others would try first."
USERNAME_HELP = "What you sign in with. Capitals are kept, and make no difference."


class LightWords:
    """A form of allauth's in which the rules of passwords take one line and not a list."""

    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password1"].help_text = PASSWORD_HELP


class SignupForm(LightWords, AllauthSignup):  # type: ignore[misc]  # allauth has no types
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].help_text = USERNAME_HELP


class ChangePasswordForm(LightWords, AllauthChange):  # type: ignore[misc]  # allauth has no types
    pass


class ResetPasswordKeyForm(LightWords, AllauthReset):  # type: ignore[misc]  # allauth has no types
    pass


class PronounsForm(forms.Form):
    """How the reader wants Agents spoken of."""

    pronouns = forms.ChoiceField(
        label="Pronouns for those who play",
        choices=roster_queries.pronoun_choices,
        widget=forms.RadioSelect,
        help_text="The law says “e”. Only what the server itself says to you changes: the law and people’s words stay.",
    )


class AddressForm(forms.Form):
    """Another email address for an account. A link to a new password goes there, so the password is asked for."""

    email = forms.EmailField(
        label="New address", max_length=254, widget=forms.EmailInput(attrs={"autocomplete": "email"})
    )
    password = forms.CharField(
        label="Your password", strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )

    def __init__(self, *args: Any, account: Account, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.account = account

    def clean_email(self) -> str:
        email: str = self.cleaned_data["email"].lower()
        if any(each.pk != self.account.pk for each in filter_users_by_email(email)):
            raise ValidationError("Another account has this address.", "email-taken")
        return email

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not self.account.check_password(password):
            raise ValidationError("That is not your password.", "wrong-password")
        return password
