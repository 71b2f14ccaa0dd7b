"""What a page holds that leads further: links, forms with their fields as they stand, buttons."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from html.parser import HTMLParser

LINKS = ("href", "src", "hx-get")
UNASKED = "csrfmiddlewaretoken"  # protects browsers, and is not asked for here
Attributes = dict[str, str]
Pairs = list[tuple[str, str]]


@dataclass
class HtmlControl:
    """One control of a form. `options`: value and whether it is chosen, of a select or of a group of radio buttons."""

    name: str
    kind: str
    value: str = ""
    checked: bool = False
    options: list[tuple[str, bool]] = field(default_factory=list)

    def standing_values(self) -> Pairs:
        """What a browser would send of it as it stands."""
        if self.kind in {"checkbox", "radio"}:
            return [(self.name, self.value)] if self.checked else []
        if self.kind == "select-multiple":
            return [(self.name, value) for value, chosen in self.options if chosen]
        if self.kind == "select":
            chosen = [value for value, is_chosen in self.options if is_chosen]
            return [(self.name, (chosen or [self.options[0][0]])[-1])] if self.options else []
        return [(self.name, self.value)]


@dataclass
class HtmlButton:
    """What sends a form: `label` is what it says. `action`: where to, if not where its form leads."""

    label: str = ""
    name: str = ""
    value: str = ""
    action: str | None = None
    by_script: bool = False


@dataclass
class HtmlForm:
    action: str
    is_get: bool
    by_script: bool
    controls: list[HtmlControl] = field(default_factory=list)
    buttons: list[HtmlButton] = field(default_factory=list)

    def standing_values(self, button: HtmlButton) -> Pairs:
        """What pressing this button would send, as the form stands."""
        sent = [pair for control in self.controls for pair in control.standing_values()]
        return [*sent, (button.name, button.value)] if button.name else sent


class HtmlPage(HTMLParser):
    """`links` in their order, and `forms`; what a control's `form` attribute names counts there.

    `redact`: what becomes of the values of inputs.
    """

    def __init__(self, text: str, redact: Callable[[str], str]) -> None:
        super().__init__(convert_charrefs=True)
        self._redact = redact
        self.links: list[str] = []
        self.forms: list[HtmlForm] = []
        self._by_id: dict[str, HtmlForm] = {}
        self._strays: list[tuple[str, HtmlControl | HtmlButton]] = []
        self._form: HtmlForm | None = None
        self._select: HtmlControl | None = None
        self._text: HtmlControl | None = None
        self._button: HtmlButton | None = None
        self.feed(text)
        self.close()
        for form_id, stray in self._strays:
            if form_id in self._by_id:
                _join(self._by_id[form_id], stray)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.links += [given[name] for name in LINKS if given.get(name)]
        match tag:
            case "form":
                self._open_form(given)
            case "input":
                self._put_input(given)
            case "select":
                self._select = HtmlControl(
                    given.get("name", ""), "select-multiple" if "multiple" in given else "select"
                )
                self._put_part(given, self._select)
            case "option" if self._select is not None:
                self._select.options.append((given.get("value", ""), "selected" in given))
            case "textarea":
                self._text = HtmlControl(given.get("name", ""), "textarea")
                self._put_part(given, self._text)
            case "button":
                self._button = _button(given)
                self._put_part(given, self._button)

    def handle_endtag(self, tag: str) -> None:
        match tag:
            case "form":
                self._form = None
            case "select":
                self._select = None
            case "textarea":
                self._text = None
            case "button":
                self._button = None

    def handle_data(self, data: str) -> None:
        if self._text is not None:
            # A browser drops the first line break of a text area.
            self._text.value += data.removeprefix("\r").removeprefix("\n") if not self._text.value else data
        elif self._button is not None:
            self._button.label = " ".join(f"{self._button.label} {data}".split())

    def _open_form(self, given: Attributes) -> None:
        scripted = given.get("hx-post", "")
        action, is_get = given.get("action") or scripted, given.get("method", "get").lower() == "get" and not scripted
        self._form = HtmlForm(action, is_get, bool(scripted))
        self.forms.append(self._form)
        if given.get("id"):
            self._by_id[given["id"]] = self._form

    def _put_input(self, given: Attributes) -> None:
        kind = given.get("type", "text").lower()
        if kind in {"submit", "image"}:
            self._put_part(given, _button(given | {"label": given.get("value", "")}))
        elif kind not in {"button", "reset", "file"}:
            value = given.get("value", "on" if kind in {"checkbox", "radio"} else "")
            self._put_part(given, HtmlControl(given.get("name", ""), kind, self._redact(value), "checked" in given))

    def _put_part(self, given: Attributes, part: HtmlControl | HtmlButton) -> None:
        if given.get("form"):
            self._strays.append((given["form"], part))
        elif self._form is not None:
            _join(self._form, part)
        elif isinstance(part, HtmlButton) and given.get("hx-post"):
            self.forms.append(HtmlForm(given["hx-post"], False, True, buttons=[part]))


def _button(given: Attributes) -> HtmlButton:
    action = given.get("formaction") or given.get("hx-post") or None
    return HtmlButton(
        given.get("label", ""), given.get("name", ""), given.get("value", ""), action, bool(given.get("hx-post"))
    )


def _join(form: HtmlForm, part: HtmlControl | HtmlButton) -> None:
    if isinstance(part, HtmlButton):
        form.buttons.append(part)
    elif part.name and part.name != UNASKED:
        form.controls.append(part)
