"""A Proposal as its Author types it."""

from __future__ import annotations

from django import forms

from nomic.core.decision import Invalid
from nomic.core.forms import TokenForm
from proposals.bnomic.papers.actions import LONGEST_NAME
from proposals.bnomic.register.rules_lists import items_text, split_body
from proposals.posts.forms import MARKDOWN

LISTING = (
    "Numbers or Names, with commas between them: #14, The Great Reform. A Name that holds a comma or a semicolon stands"
    " in quotation marks."
)


class SubmissionForm(TokenForm):
    """A Proposal's words and lists. Its change list is a list of forms of its own; see `proposals.changes.forms`."""

    name = forms.CharField(
        label="Name",
        required=False,
        strip=False,
        help_text=f"Others list it by its Name or by its Number. At most {LONGEST_NAME} characters.",
    )
    body = forms.CharField(
        label="Text",
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 9}),
        help_text=f"{MARKDOWN} Lines such as “Depends on: #14” or “Conflicts with: #3” count, as do the fields below.",
    )
    depends = forms.CharField(label="Depends on", required=False, help_text=LISTING)
    conflicts = forms.CharField(label="Conflicts with", required=False, help_text="Written in the same way.")
    base_version = forms.IntegerField(required=False, min_value=1, widget=forms.HiddenInput)

    def add_refusal(self, error: Invalid) -> None:
        """As every form; the journal's title of a Proposal is made of its Name."""
        super().add_refusal(Invalid("name", error.text, error.code) if error.path == "title" else error)


def fields_of(name: str, body: str) -> dict[str, str]:
    """What the fields hold of a Proposal that is written already: the lists of its body stand in those for them."""
    prose, listed = split_body(body)
    depends, conflicts = items_text(listed.depends), items_text(listed.conflicts)
    return {"name": name, "body": prose, "depends": depends, "conflicts": conflicts}
