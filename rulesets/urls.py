"""Addresses of the law, below `/g/<slug>/`. A rule's number may move, so its address bears its id."""

from __future__ import annotations

from django.urls import path

from rulesets.views import dials, rule, ruleset

urlpatterns = [
    path("ruleset/", ruleset.ruleset, name="ruleset"),
    path("ruleset/print/", ruleset.ruleset_print, name="ruleset-print"),
    path("ruleset/at/", ruleset.ruleset_when, name="ruleset-when"),
    path("ruleset/at/<str:instant>/", ruleset.ruleset_at, name="ruleset-at"),
    path("ruleset/after/<int:seq>/", ruleset.ruleset_after, name="ruleset-after"),
    path("ruleset/diff/", ruleset.ruleset_diff, name="ruleset-diff"),
    path("ruleset/by-name/<str:name>/", rule.by_name, name="rule-by-name"),
    path("ruleset/<int:rid>/", rule.rule, name="rule"),
    path("ruleset/<int:rid>/versions/<int:n>/", rule.version, name="rule-version"),
    path("ruleset/<int:rid>/diff/", rule.diff, name="rule-diff"),
    path("ruleset/<int:rid>/blame/", rule.blame, name="rule-blame"),
    path("ruleset/<int:rid>/correct/", rule.correct, name="rule-correct"),
    path("ruleset/<int:rid>/reverse/", rule.reverse, name="rule-reverse"),
    path("ruleset/<int:rid>/void/", rule.find_void, name="rule-find-void"),
    path("dials/", dials.dials, name="dials"),
]
