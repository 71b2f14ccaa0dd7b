"""What players type, before it is understood. Bounds and the law itself are the actions' to judge."""

from __future__ import annotations

import secrets

from django import forms

from nomic.core.mechanics.decision import Invalid
from proposals import queries
from proposals.mechanics.votes import Vote

TOKEN_LENGTH = 40
MARKDOWN = "In Markdown: *emphasis*, **stress**, lists, tables, > quotations, [links](https://…). No pictures."
NO_TOKEN = "This form has lost its mark; copy what you typed and open the page anew."


def fresh_token() -> str:
    """The mark of one form, so that what is sent twice is done once."""
    return secrets.token_urlsafe(16)


class TokenForm(forms.Form):
    """A form that is carried out once, however often it is sent."""

    token = forms.CharField(
        max_length=TOKEN_LENGTH, widget=forms.HiddenInput, error_messages={"required": NO_TOKEN, "max_length": NO_TOKEN}
    )

    def refuse(self, error: Invalid) -> None:
        """Show what was not understood at its field, or over the form where it has none there."""
        self.add_error(error.path if error.path in self.fields else None, error.text)
        # Sent once more, it is another form: the typed words are kept, and not lost to the old mark.
        if error.path == "token":
            self.data = {**self.data, "token": fresh_token()}

    @property
    def token_errors(self) -> list[str]:
        return [str(error) for error in self.errors.get("token", ())]


class CommentForm(TokenForm):
    body = forms.CharField(
        label="Your comment", required=False, strip=False, widget=forms.Textarea(attrs={"rows": 4}),
        help_text=MARKDOWN,
    )  # fmt: skip
    vote = forms.CharField(required=False)

    def clean_vote(self) -> Vote | None:
        icon = self.cleaned_data["vote"]
        if icon and icon not in list(Vote):
            raise forms.ValidationError("There is no such icon.")
        return Vote(icon) if icon else None


class PostForm(TokenForm):
    """A post's words. Its change list is a list of forms of its own; see `proposals.forms.changes`."""

    category = forms.ChoiceField(label="Category", choices=queries.categories, widget=forms.RadioSelect)
    title = forms.CharField(
        label="Title", strip=False, help_text="Its subject is what stands after the first colon, or all of it.",
        error_messages={"required": "A post needs a title."},
    )  # fmt: skip
    body = forms.CharField(
        label="Text", required=False, strip=False, widget=forms.Textarea(attrs={"rows": 9}), help_text=MARKDOWN
    )
    base_version = forms.IntegerField(required=False, min_value=1, widget=forms.HiddenInput)


class FilterForm(forms.Form):
    """Which posts of the journal to show. What makes no sense filters nothing."""

    category = forms.CharField(required=False)
    status = forms.CharField(required=False)
    by = forms.CharField(required=False)

    def wanted(self) -> dict[str, str]:
        self.is_valid()
        return {name: value for name, value in self.cleaned_data.items() if value}
