"""Addresses for programs; all inside `/g/<slug>/quorum/api/`."""

from __future__ import annotations

from django.urls import URLPattern, path

from dynasties.quorum.api import endpoints

api_urls: list[URLPattern] = [
    path("quorum/api/openapi.json", endpoints.description, name="quorum_api"),
    path("quorum/api/episodes/<int:number>/", endpoints.observation, name="quorum_api_episode"),
    path("quorum/api/episodes/<int:number>/decision", endpoints.decision, name="quorum_api_decision"),
    path("quorum/api/episodes/<int:number>/replay", endpoints.replay, name="quorum_api_replay"),
]
