"""Addresses of the law, below `/g/<slug>/`. A rule's number may move, so its address bears its id."""

from __future__ import annotations

from django.urls import path

from rulesets.reading import views as reading_views, views_dials as reading_views_dials

urlpatterns = [
    path("ruleset/", reading_views.ruleset_page, name="ruleset"),
    path("ruleset/print/", reading_views.ruleset_print, name="ruleset-print"),
    path("ruleset/at/", reading_views.ruleset_when, name="ruleset-when"),
    path("ruleset/at/<str:instant>/", reading_views.ruleset_at, name="ruleset-at"),
    path("ruleset/after/<int:seq>/", reading_views.ruleset_after, name="ruleset-after"),
    path("ruleset/diff/", reading_views.ruleset_diff, name="ruleset-diff"),
    path("ruleset/by-name/<str:name>/", reading_views.rule_by_name, name="rule-by-name"),
    path("ruleset/<int:rid>/", reading_views.rule_page, name="rule"),
    path("ruleset/<int:rid>/versions/<int:n>/", reading_views.version_page, name="rule-version"),
    path("ruleset/<int:rid>/diff/", reading_views.rule_diff, name="rule-diff"),
    path("ruleset/<int:rid>/blame/", reading_views.rule_blame_page, name="rule-blame"),
    path("ruleset/<int:rid>/correct/", reading_views.correct_page, name="rule-correct"),
    path("ruleset/<int:rid>/reverse/", reading_views.reverse_page, name="rule-reverse"),
    path("ruleset/<int:rid>/void/", reading_views.find_void_page, name="rule-find-void"),
    path("dials/", reading_views_dials.dials_page, name="dials"),
]
