"""The skeleton of the board, filled: it uses what the sprite has, and leaves paint to the stylesheet."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

from django.template.loader import render_to_string

from tests.spy.outlines import board, drawing, shapes

SVG = "{http://www.w3.org/2000/svg}"


def cell(entry: dict[str, Any], **more: object) -> dict[str, Any]:
    place = {"code": entry["code"], "name": entry["name"], "territory": entry, "prison": more.get("prison")}
    shown = {"title": entry["name"], "url": f"/board/{entry['code']}", "at": drawing()["territories"][entry["code"]]}
    return {"place": place, "kind": entry["kind"], **shown, **more}


def filled(**more: object) -> str:
    """The skeleton with all territories and borders."""
    kind = {entry["code"]: entry["kind"] for entry in board()["territories"]}
    pairs = board()["borders"]
    alike = {word: [f"b-{a}-{b}" for a, b in pairs if kind[a] == kind[b] == word] for word in ("land", "sea")}
    picture = {
        "viewbox": " ".join(map(str, drawing()["viewbox"])),
        "cells": [cell(entry, **more) for entry in board()["territories"]],
        "borders": alike["land"],
        "divisions": alike["sea"],
        "curtain": ["b-BER-FRA"],
        "shortcuts": drawing()["shortcuts"].values(),
        "airlinks": drawing()["airlinks"].values(),
    }
    return render_to_string("spy/_board.html", {"picture": picture, "label": "The board"})


def drawn(page: str) -> ElementTree.Element:
    """The picture of a page, read as XML."""
    found = re.search(r"<svg.*</svg>", page, re.S)
    assert found
    return ElementTree.fromstring(found[0].replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1))


def test_every_shape_that_is_used_is_in_the_sprite() -> None:
    used = [use.attrib["href"].partition("#") for use in drawn(filled()).iter(f"{SVG}use")]

    names = {name for _, _, name in used}

    assert len({file for file, _, _ in used}) == 1
    assert {f"c-{entry['code']}" for entry in board()["territories"]} <= names <= shapes().keys()


def test_each_territory_is_one_named_link_and_the_small_ones_come_last() -> None:
    links = list(drawn(filled()).iter(f"{SVG}a"))
    on_land = [link for link in links if "sea" not in link.find(f"{SVG}use").attrib["class"]]  # type: ignore[union-attr]  # every link has one

    assert sorted(link.attrib["data-code"] for link in links) == [entry["code"] for entry in board()["territories"]]
    assert all(link.attrib["aria-label"] == link.findtext(f"{SVG}title") for link in links)
    has_target = [link.find(f"{SVG}circle") is not None for link in on_land]
    assert has_target == sorted(has_target)


def test_without_an_address_nothing_is_a_link() -> None:
    assert not list(drawn(filled(url=None)).iter(f"{SVG}a"))


def test_prisons_and_last_known_locations_are_shown_where_they_are_told() -> None:
    bare, marked = drawn(filled()), drawn(filled(prison="World", seen="2"))

    assert not [use for use in bare.iter(f"{SVG}use") if use.attrib["class"] in ("prison", "seen")]
    assert len([use for use in marked.iter(f"{SVG}use") if use.attrib["class"] == "prison"]) == 141
    assert [text.text for text in marked.iter(f"{SVG}text") if text.attrib["class"] == "seen-count"] == ["2"] * 141


def test_nothing_in_it_is_styled_or_scripted_on_the_spot() -> None:
    page = filled(prison="World", seen="2", classes="lit")

    assert not re.search(r"\sstyle=|<style|<script|\son\w+=", page)
