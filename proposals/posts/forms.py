"""The forms of posts and comments, and the filter of the journal. The actions check the limits and the law."""

from __future__ import annotations

from typing import Any

from django import forms

from nomic.core.forms import TokenForm
from proposals.kinds import all_icons, category_of
from proposals.kinds.cfj.kind import CALL
from proposals.posts import queries as posts_queries

MARKDOWN = "In Markdown: *emphasis*, **stress**, lists, tables, > quotations, [links](https://…). No pictures."


class CommentForm(TokenForm):
    body = forms.CharField(
        label="Your comment", required=False, strip=False, widget=forms.Textarea(attrs={"rows": 4}), help_text=MARKDOWN
    )
    vote = forms.CharField(required=False)

    def clean_vote(self) -> str | None:
        icon: str = self.cleaned_data["vote"]
        if icon and icon not in all_icons():
            raise forms.ValidationError("There is no such icon.")
        return icon or None


class PostForm(TokenForm):
    """A post's words. Its change list is a list of forms of its own; see `proposals.changes.forms`."""

    category = forms.ChoiceField(label="Category", choices=posts_queries.categories, widget=forms.RadioSelect)
    title = forms.CharField(
        label="Title",
        strip=False,
        help_text="Its subject is what stands after the first colon, or all of it.",
        error_messages={"required": "A post needs a title."},
    )
    body = forms.CharField(
        label="Text", required=False, strip=False, widget=forms.Textarea(attrs={"rows": 9}), help_text=MARKDOWN
    )
    anonymous = forms.BooleanField(
        label="Leave my name off",
        required=False,
        help_text="On a Call for Judgment only. Your name is sealed, and shows nowhere; you alone can tell it later.",
    )
    evidence = forms.CharField(
        label="Evidence",
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text="What the charge rests on. It is sealed: you read it, and Admins whom it does not accuse."
        " It cannot be edited later.",
    )
    base_version = forms.IntegerField(required=False, min_value=1, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        found: dict[str, Any] = super().clean() or {}
        if found.get("anonymous") and not category_of(found.get("category", CALL.code)).may_be_anonymous:
            self.add_error("anonymous", "Only a Call for Judgment may go without its author's name.")
        return found


class FilterForm(forms.Form):
    """Which posts of the journal to show. What makes no sense filters nothing."""

    category = forms.CharField(required=False)
    status = forms.CharField(required=False)
    by = forms.CharField(required=False)

    def chosen_filters(self) -> dict[str, str]:
        self.is_valid()
        return {name: value for name, value in self.cleaned_data.items() if value}
