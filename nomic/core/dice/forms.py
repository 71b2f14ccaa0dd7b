"""What is asked of the dice, as a form. What it means, the action judges."""

from __future__ import annotations

from collections.abc import Sequence
from secrets import token_hex
from typing import Any

from django import forms

from nomic.core.dice.actions import LONGEST_NONCE, LONGEST_PURPOSE, NONCE_BYTES, ThrowWords
from nomic.core.forms import TokenForm, fresh_token

LONGEST_NOTATION = 40


class DiceForm(TokenForm):
    """Dice, what they are for, words of the roller's own, and the act of the law that they are part of.

    `acts`: the names and labels of the acts that a rule lets the reader do only so often.
    """

    notation = forms.CharField(
        label="Dice",
        max_length=LONGEST_NOTATION,
        help_text="Such as DICE6, or 2DICE6 for two of them.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    purpose = forms.CharField(
        label="What they are for",
        max_length=LONGEST_PURPOSE,
        help_text="Said before they fall, and kept beside them. Everybody can read it.",
    )
    act = forms.ChoiceField(label="Part of", required=False)
    nonce = forms.CharField(
        label="A word of your own",
        required=False,
        max_length=LONGEST_NONCE,
        help_text="It goes into the dice, so that nobody can have prepared them. A random one will do.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )

    def __init__(self, *args: Any, acts: Sequence[tuple[str, str]] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        made = {"notation": "DICE6", "nonce": token_hex(NONCE_BYTES), "token": fresh_token()}
        self.initial = {**made, **self.initial}
        choice = self.fields["act"]
        assert isinstance(choice, forms.ChoiceField)
        choice.choices = [("", "nothing that is counted"), *acts]
        if not acts:
            choice.widget = forms.HiddenInput()

    def throw_words(self) -> ThrowWords:
        """What is said of them, once valid."""
        return ThrowWords(**{name: self.cleaned_data[name] for name in ("notation", "purpose", "nonce", "act")})

    @property
    def unplaced_errors(self) -> list[str]:
        """What is wrong with fields that nobody sees."""
        return [str(error) for field in self.hidden_fields() for error in field.errors]
