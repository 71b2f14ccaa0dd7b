"""What a new Mastermind types: theme, what is repealed, which keywords give way, colours. The act judges it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS

from dynasties.succession.actions import LONGEST_EMBLEM, LONGEST_THEME, AddressWords
from dynasties.succession.queries_ascension import themes
from dynasties.succession.rules import HUES
from dynasties.succession.rules_rewording import OFFICE
from dynasties.themes import Theme
from nomic.core.decision import Invalid, Reason
from nomic.core.forms import TokenForm
from nomic.core.language.rules import OFFICES, Keywords
from proposals.posts.forms import MARKDOWN
from rulesets.text.rules import RuleText

FREE_ROWS, MOST_ROWS = 3, 17
MARK = "/"  # between a keyword and the word that holds it
SPARE = {"autocomplete": "off", "autocapitalize": "words", "spellcheck": "false"}


def _word(label: str, help_text: str = "") -> forms.CharField:
    return forms.CharField(label=label, required=False, help_text=help_text, widget=forms.TextInput(attrs=SPARE))


def _offered_themes(theme: Theme, keywords: Keywords) -> str:
    """“The Harbour: Merchants fill … Its words would be Merchant for Agent; its emblem, ⚓.”"""
    other = [(word, keywords.of(office)) for office, word in theme.keywords.items() if word != keywords.of(office)]
    words = ", ".join(f"{word} for {now}" for word, now in other)
    signs = "; its emblem, " if words else "Its emblem would be "
    fits = (f"Its words would be {words}" if words else "") + (f"{signs}{theme.emblem}" if theme.emblem else "")
    return f"{theme.title}: {theme.summary}" + (f" {fits}." if fits else "")


class AscensionForm(TokenForm):
    """`rules` are the dynastic rules in force; `keywords` the game's. Rows for further keywords grow as they fill."""

    theme = forms.CharField(
        label="Theme",
        help_text=f"What the Dynasty is about, in at most {LONGEST_THEME} characters.",
        error_messages={"required": "An Address names the theme."},
    )
    text = forms.CharField(
        label="Address", required=False, strip=False, widget=forms.Textarea(attrs={"rows": 9}), help_text=MARKDOWN
    )
    package = forms.ChoiceField(
        label="Rules to begin with",
        required=False,
        widget=forms.RadioSelect,
        help_text="A theme package enacts its rules, in this game’s words, and makes what they track.",
    )
    repeal = forms.MultipleChoiceField(
        label="Dynastic rules to repeal",
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="What is not ticked stays.",
    )
    accent = forms.ChoiceField(label="Colour", required=False)
    emblem = forms.CharField(
        label="Emblem",
        required=False,
        help_text=f"A sign or two beside the Dynasty’s name, such as ⚓; at most {LONGEST_EMBLEM} characters.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    previewed = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, rules: Sequence[RuleText], keywords: Keywords, **options: Any) -> None:
        super().__init__(*args, **options)
        self._choices("repeal", [(str(rule.id), rule.title) for rule in rules])
        self._choices("package", [("", "None"), *((each.name, _offered_themes(each, keywords)) for each in themes())])
        self._choices("accent", [("", "As every game has it"), *((str(hue), name) for hue, name in HUES.items())])
        for office in OFFICES:
            word = keywords.of(office)
            self.fields[f"{office}_to"] = _word(f"“{word}” becomes")
            self.fields[f"{office}_to_plural"] = _word("several of them")
        for place in range(self._rows()):
            self.fields[f"row{place}_word"] = _word("Another keyword")
            self.fields[f"row{place}_to"] = _word("becomes")
            self.fields[f"row{place}_to_plural"] = _word("several of them")

    def _choices(self, name: str, choices: Iterable[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = list(choices)

    def _rows(self) -> int:
        filled = [place for place in range(MOST_ROWS) if self.data.get(f"row{place}_word", "").strip()]
        return min(max([*filled, -1]) + 1 + FREE_ROWS, MOST_ROWS)

    @property
    def prefixes(self) -> list[str]:
        """The rows that say something, in the order in which the act is given them."""
        offices = [each for each in OFFICES if self._value_of(f"{each}_to") or self._value_of(f"{each}_to_plural")]
        rows = [f"row{place}" for place in range(self._rows())]
        return offices + [each for each in rows if self._value_of(f"{each}_word") or self._value_of(f"{each}_to")]

    def _value_of(self, name: str) -> str:
        return str(self.data.get(name, "")).strip()

    def entries(self, inside: Iterable[str]) -> list[dict[str, Any]]:
        """The renames as `ascend` takes them; `inside` are the ticks, each a keyword and the word that holds it."""
        ticked = [each.split(MARK, 1) for each in inside if MARK in each]
        return [
            {
                "from": word,
                "to": self._value_of(f"{prefix}_to"),
                "plural": self._value_of(f"{prefix}_to_plural"),
                "inside": sorted(whole for keyword, whole in ticked if keyword.casefold() == word.casefold()),
            }
            for prefix in self.prefixes
            for word in [OFFICE + prefix if prefix in OFFICES else self._value_of(f"{prefix}_word")]
        ]

    def words(self, inside: Iterable[str]) -> AddressWords:
        said = self.cleaned_data
        return AddressWords(
            said["theme"],
            said["text"],
            repeal=[int(each) for each in said["repeal"]],
            renames=self.entries(inside),
            package=said["package"],
            accent=int(said["accent"]) if said["accent"] else None,
            emblem=said["emblem"],
        )

    def add_refusal(self, error: Invalid) -> None:
        """Show what was not understood at its field, or over the form where it has none there."""
        path, _, rest = error.path.partition("/")
        if path == "renames":
            place, _, name = rest.partition("/")
            wrong = {"from": "word", "to": "to", "plural": "to_plural"}.get(name, "to")
            path = f"{self.prefixes[int(place)]}_{wrong}"
        self.add_error(path if path in self.fields and path != "token" else None, error.text)

    def add_reason(self, reason: Reason, said: str) -> None:
        """Show a reason why it may not be at the field that it is about."""
        place, name = reason.facts.get("place"), str(reason.facts.get("field", ""))
        if isinstance(place, int) and place < len(self.prefixes):
            path = f"{self.prefixes[place]}_{name}"
            self.add_error(path if path in self.fields else f"{self.prefixes[place]}_to", said)
        else:
            at = {"not-dynastic": "repeal", "repeals-nothing": "repeal", "package-clash": "package"}
            field = at.get(reason.code)
            if said not in self.errors.get(field or NON_FIELD_ERRORS, []):
                self.add_error(field, said)

    @property
    def office_rows(self) -> list[list[forms.BoundField]]:
        return [[self[f"{each}_to"], self[f"{each}_to_plural"]] for each in OFFICES]

    @property
    def word_rows(self) -> list[list[forms.BoundField]]:
        names = ("word", "to", "to_plural")
        return [[self[f"row{place}_{name}"] for name in names] for place in range(self._rows())]


class HandOnForm(forms.Form):
    """To whom the winner hands the role."""

    heir = forms.ChoiceField(label="To whom", error_messages={"required": "Choose somebody."})

    def __init__(self, *args: Any, heirs: Iterable[tuple[int, str]], **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields["heir"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", "—"), *((str(key), name) for key, name in heirs)]
