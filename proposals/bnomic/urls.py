"""Addresses of the ballot; all inside `/g/<slug>/`."""

from __future__ import annotations

from django.urls import path

from proposals.bnomic.ballot import views as ballot_views
from proposals.bnomic.clock import views as clock_views
from proposals.bnomic.papers import views as papers_views

urlpatterns = [
    path("ballot/", ballot_views.ballot_page, name="ballot"),
    path("ballot/historical/", ballot_views.historical_page, name="ballot_historical"),
    path("ballot/submit/", papers_views.submit_page, name="ballot_submit"),
    path("ballot/graph/", ballot_views.graph_page, name="ballot_graph"),
    path("ballot/calendar/", clock_views.calendar_page, name="ballot_calendar"),
    path("ballot/calendar.ics", clock_views.calendar_feed, name="ballot_feed"),
    path("ballot/desk/", clock_views.desk_page, name="ballot_desk"),
    path("ballot/nweeks/<int:nweek>/", ballot_views.count_page, name="ballot_count"),
    path("ballot/<int:number>/", papers_views.proposal_page, name="ballot_proposal"),
    path("ballot/<int:number>/vote/", papers_views.vote_on_proposal, name="ballot_vote"),
    path("ballot/<int:number>/revise/", papers_views.revise_page, name="ballot_revise"),
]
