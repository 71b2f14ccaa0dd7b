"""The composer's row for finding a rule void, which only a Call for Judgment may do."""

from __future__ import annotations

from proposals.forms.changes import ChangeForm, rule_field


class FindVoidForm(ChangeForm):
    kind, label = "find-void", "Find a rule void"
    rule = rule_field("One that bars its own change or repeal. On a Call for Judgment only.")
