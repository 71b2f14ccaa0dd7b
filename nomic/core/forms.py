"""Base forms: one that shows an action's refusal at its own fields, one that is carried out once however often it is
sent; and what carries them out.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from django import forms

from nomic.core.decision import Invalid, Reason, Refused
from nomic.core.input import LONGEST_TOKEN


class RefusableForm(forms.Form):
    """A form that can be shown again with an action's word on it."""

    def add_refusal(self, error: Invalid) -> None:
        """Show what was not understood at its field, or over the form where it has none there."""
        self.add_error(error.path if error.path in self.fields else None, error.text)


# Every form is carried out the same way: where it cannot be, its page comes again with what was typed.


class Typed(Protocol):
    """What somebody typed: a form, or several that make one."""

    def is_valid(self) -> bool: ...

    def add_refusal(self, error: Invalid) -> None: ...


@dataclass(frozen=True, slots=True)
class NotDone:
    """Why nothing was done: 422, what was typed is not understood, and its form says so; 409, it is refused."""

    status: int
    reasons: tuple[Reason, ...] = ()


T = TypeVar("T")


def run_form(typed: Typed, act: Callable[[], T], *, shows_refusals: bool = False) -> T | NotDone:
    """Do `act` if what was typed is valid, and answer what it answers.

    `shows_refusals`: the page itself shows why it is refused; elsewhere `Refused` is raised, and has a page of its own.
    """
    if not typed.is_valid():
        return NotDone(422)
    try:
        return act()
    except Invalid as error:
        typed.add_refusal(error)
        return NotDone(422)
    except Refused as refusal:
        if not shows_refusals:
            raise
        return NotDone(409, refusal.reasons)


# Forms that are carried out once, however often they are sent.

NO_TOKEN = "This form has lost its mark; copy what you typed and open the page anew."


def fresh_token() -> str:
    """The mark of one form, so that what is sent twice is done once."""
    return secrets.token_urlsafe(16)


class TokenForm(RefusableForm):
    """A form that is carried out once, however often it is sent."""

    token = forms.CharField(
        max_length=LONGEST_TOKEN,
        widget=forms.HiddenInput,
        error_messages={"required": NO_TOKEN, "max_length": NO_TOKEN},
    )

    def add_refusal(self, error: Invalid) -> None:
        """Show what was not understood at its field, or over the form where it has none there."""
        super().add_refusal(error)
        # Sent once more, it is another form: the typed words are kept, and not lost to the old mark.
        if error.path == "token":
            # One by one: to unpack what a browser sent would make lists of its words.
            self.data = {name: self.data[name] for name in self.data} | {"token": fresh_token()}

    @property
    def token_errors(self) -> list[str]:
        return [str(error) for error in self.errors.get("token", ())]


# What a field offers, where only the request knows it.


def set_choices(form: forms.BaseForm, name: str, choices: Sequence[tuple[str, object]]) -> None:
    """Let a choice field of a form offer these: pairs of value and label, or of a group's name and its pairs."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = choices
