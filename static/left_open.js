/* A page that is left open brings a part of itself anew now and then, and takes nothing from who reads it: what has the
   focus gets it back, and what e has unfolded or folded stays so. Without this file one begins at the top again. */
(() => {
  "use strict";

  let kept = null; // of the part that is about to be made anew: where the focus is, and what is unfolded

  // What a thing goes by, in the part as it is and as it will be. A link leads to the same place, whatever it says by then.
  function called(each) {
    const known = ["id", "href", "datetime", "aria-label"].map((name) => each.getAttribute(name)).find(Boolean);
    return `${each.tagName} ${known ?? (each.closest("details")?.id || each.textContent.trim())}`;
  }

  // Several may go by one name: they are told apart by their order.
  const namesakes = (part, each) => [...part.querySelectorAll(each.tagName)].filter((other) => called(other) === called(each));
  const folding = (part) => [...part.querySelectorAll("details[id]")];

  document.addEventListener("htmx:beforeSwap", ({ detail: { requestConfig, target } }) => {
    kept = null;
    // Who has asked for something has been answered; this is about what comes by itself.
    if (!requestConfig.elt.getAttribute("hx-trigger")?.startsWith("every")) return;
    const at = target.contains(document.activeElement) ? document.activeElement : null;
    kept = {
      part: target.id, at, place: at && namesakes(target, at).indexOf(at),
      open: new Map(folding(target).map((each) => [each.id, each.open])),
    };
  });

  document.addEventListener("htmx:afterSwap", () => {
    const part = kept && document.getElementById(kept.part);
    if (!part) return;
    const { at, place, open } = kept;
    kept = null;
    for (const each of folding(part)) each.open = open.get(each.id) ?? each.open;
    if (!at || document.activeElement !== document.body) return;
    const found = namesakes(part, at);
    found[Math.min(place, found.length - 1)]?.focus({ preventScroll: true });
  });
})();
