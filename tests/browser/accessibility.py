"""What axe finds on pages, in light and dark, wide and narrow: each kind of page in full, then whatever is new."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from axe_playwright_python.sync_playwright import Axe

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

# No style sheet changes the layout between the smallest phone and 544 px: what fits here fits every phone.
WIDE: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 320, "height": 900}
# A window to examine pages in: colours that fade into those of the other scheme would be judged half way.
WINDOW: dict[str, Any] = {"viewport": WIDE, "reduced_motion": "reduce"}

# Contrast costs axe more than all other rules together. It follows from the styles that `colours` lists, so one element
# of each is enough. `markup` lists what other rules may find something about. What is folded away is examined as well;
# what the server is asked for on unfolding has an address of its own.
SCRIPT = """
window.examiner = (() => {
  const sorts = (elements, sort) => new Map(elements.toReversed().map(each => [sort(each).join(" "), each]));
  const isWritten = each => each.matches("input, select, textarea")
    || [...each.childNodes].some(one => one.nodeType === Node.TEXT_NODE && one.data.trim());
  const grounds = new Map([[null, ""]]);
  const ground = each => {
    if (!grounds.has(each)) {
      const {backgroundColor, backgroundImage, opacity, filter} = getComputedStyle(each);
      grounds.set(each, [backgroundColor, backgroundImage, opacity, filter] + ground(each.parentElement));
    }
    return grounds.get(each);
  };
  const colours = each => {
    const {color, fontSize, fontWeight, textDecorationLine} = getComputedStyle(each);
    const around = getComputedStyle(each.parentElement).color;
    return [each.tagName, color, fontSize, fontWeight, textDecorationLine, around, ground(each)];
  };
  return {
    look() {
      document.querySelectorAll("details:not([hx-get])").forEach(each => { each.open = true; });
      grounds.clear(); grounds.set(null, "");
      const visible = [...document.querySelectorAll("body *")].filter(each => each.checkVisibility());
      this.markup = sorts(visible, each => [each.tagName, each.getAttribute("class"), each.type, each.disabled]);
      this.colours = sorts(visible.filter(isWritten), colours);
      return [[...this.markup.keys()], [...this.colours.keys()]];
    },
    async violations([rules, everywhere, markup, colours]) {
      document.querySelectorAll("[data-contrast]").forEach(each => { delete each.dataset.contrast; });
      const written = colours.map(each => this.colours.get(each));
      written.forEach(each => { each.dataset.contrast = ""; });
      const where = everywhere ? document : {include: [...markup.map(each => this.markup.get(each)), ...written]};
      const {violations} = await axe.run(where, {resultTypes: ["violations"], ...rules});
      const scheme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
      return violations.flatMap(({id, nodes}) => nodes.map(
        each => `${id}, ${scheme} at ${innerWidth} px: ${each.html} ${each.failureSummary}`));
    },
  };
})();
axe.configure({rules: [{id: "color-contrast", selector: "[data-contrast]"}]});"""
EVERY_RULE = {"rules": {"target-size": {"enabled": True}}}
# What may be different on a phone, in the dark.
COLOURS_AND_LAYOUT = {"runOnly": ["color-contrast", "link-in-text-block", "target-size", "scrollable-region-focusable"]}


def install_axe(page: Page) -> Page:
    """Load axe into whatever the page opens from now on."""
    page.add_init_script(Axe().axe_script + SCRIPT)
    return page


class Examiner:
    """Examines pages one after another, and does not examine again what has been `seen`. Keeps the `problems`."""

    def __init__(self, seen: set[str] | None = None) -> None:
        self.problems: list[str] = []
        self._seen = set() if seen is None else seen

    def examine(self, page: Page, kind: str = "") -> None:
        """Examine a page in a `WINDOW` with axe installed: of a `kind` that has been seen only what is new on it."""
        in_full = not kind or kind not in self._seen
        self._seen.add(kind)
        markup, colours = self._look(page)
        if in_full or markup or colours:
            self.problems += [f"{page.url}: {each}" for each in self._find(page, in_full, markup, colours)]

    def _find(self, page: Page, in_full: bool, markup: list[str], colours: list[str]) -> Iterator[str]:
        yield from _violations(page, EVERY_RULE, in_full, markup, colours)
        page.set_viewport_size(PHONE)
        page.emulate_media(color_scheme="dark")
        over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        if over > 0:
            yield f"runs {over} px off sideways on a phone"
        markup, colours = self._look(page)
        if in_full or colours:
            yield from _violations(page, COLOURS_AND_LAYOUT, in_full, [], colours)
        if markup:
            yield from _violations(page, EVERY_RULE, False, markup, [])
        page.emulate_media(color_scheme="light")
        page.set_viewport_size(WIDE)

    def _look(self, page: Page) -> tuple[list[str], list[str]]:
        """The sorts of markup, and of colours, that are in sight for the first time."""
        looked = page.evaluate("examiner.look()")
        markup, colours = ([sort for sort in sorts if sort not in self._seen] for sorts in looked)
        self._seen.update(markup, colours)
        return markup, colours


def _violations(page: Page, rules: dict[str, Any], in_full: bool, markup: list[str], colours: list[str]) -> list[str]:
    """What axe finds by these rules on the whole page, or in elements of these sorts; contrast only in the latter."""
    found: list[str] = page.evaluate("wanted => examiner.violations(wanted)", [rules, in_full, markup, colours])
    return found
