"""Addresses of the ballot; all inside `/g/<slug>/`."""

from __future__ import annotations

from django.urls import path

from proposals.bnomic.views import ballot, calendar, composer, count, desk, graph, paper

urlpatterns = [
    path("ballot/", ballot.page, name="ballot"),
    path("ballot/historical/", ballot.historical, name="ballot_historical"),
    path("ballot/submit/", composer.submit, name="ballot_submit"),
    path("ballot/graph/", graph.page, name="ballot_graph"),
    path("ballot/calendar/", calendar.page, name="ballot_calendar"),
    path("ballot/calendar.ics", calendar.feed, name="ballot_feed"),
    path("ballot/desk/", desk.page, name="ballot_desk"),
    path("ballot/nweeks/<int:nweek>/", count.page, name="ballot_count"),
    path("ballot/<int:number>/", paper.page, name="ballot_proposal"),
    path("ballot/<int:number>/vote/", ballot.vote, name="ballot_vote"),
    path("ballot/<int:number>/revise/", composer.revise, name="ballot_revise"),
]
