"""What is typed to write a private message, or to check a proof of one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms

from nomic.core.decision import Invalid
from nomic.core.forms import RefusableForm, TokenForm, fresh_token
from nomic.core.language.rules import Keywords
from nomic.core.messages.actions import LONGEST_BODY, LONGEST_SUBJECT, OFFICE, LetterWords
from nomic.core.roster import queries as roster_queries
from nomic.core.secrets.rules import LONGEST

if TYPE_CHECKING:
    from nomic.core.games.models import Agent, Game


class MessageForm(TokenForm):
    """To whom, about what, and what; and which message it answers."""

    to = forms.ChoiceField(label="To", error_messages={"invalid_choice": "That is nobody you can write to here."})
    subject = forms.CharField(label="Subject", max_length=LONGEST_SUBJECT)
    body = forms.CharField(
        label="Message",
        max_length=LONGEST_BODY,
        widget=forms.Textarea(attrs={"rows": 10}),
        help_text="In Markdown. Nobody reads it but you and whom it is to.",
    )
    answers = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, game: Game, agent: Agent, keywords: Keywords, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial.setdefault("token", fresh_token())
        choice = self.fields["to"]
        assert isinstance(choice, forms.ChoiceField)
        there = [each for each in roster_queries.roster(game.pk) if each.pk != agent.pk]
        office = game.mastermind_id is not None and game.mastermind_id != agent.pk
        choice.choices = [
            ("", "choose …"),
            *([(OFFICE, f"the {keywords.mastermind}, as such")] if office else []),
            *((str(each.pk), each.name) for each in there),
        ]

    def clean_to(self) -> int | str:
        chosen: str = self.cleaned_data["to"]
        return chosen if chosen == OFFICE else int(chosen)

    def letter(self) -> LetterWords:
        """What is written, once valid."""
        return LetterWords(**{name: self.cleaned_data[name] for name in ("to", "subject", "body", "answers")})

    def clean_answers(self) -> str | None:
        return self.cleaned_data["answers"] or None


class CheckForm(RefusableForm):
    """A proof, pasted whole."""

    proof = forms.CharField(
        label="The proof",
        max_length=LONGEST,
        help_text="From its first brace to its last.",
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false"}),
    )

    def add_refusal(self, error: Invalid) -> None:
        """Whatever of the proof is not understood is told over it."""
        self.add_error("proof", error.text)
