"""Tests of Quorum."""
