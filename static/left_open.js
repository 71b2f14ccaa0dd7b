/* A page that is left open brings a part of itself anew now and then, and takes nothing from who reads it: what has the
   focus gets it back, and what e has unfolded or folded stays so. What is wider than its frame stays where it was moved
   to, also when a press brings it anew. Without this file one begins at the top again. */
(() => {
  "use strict";

  let kept = null; // of the part that is about to be made anew: where the focus is, what is unfolded, and how far frames were moved

  // What a thing goes by, in the part as it is and as it will be. A link leads to the same place, whatever it says by then.
  function called(each) {
    const known = ["id", "href", "datetime", "aria-label"].map((name) => each.getAttribute(name)).find(Boolean);
    return `${each.tagName} ${known ?? (each.closest("details")?.id || each.textContent.trim())}`;
  }

  // Several may go by one name: they are told apart by their order.
  const namesakes = (part, each) => [...part.querySelectorAll(each.tagName)].filter((other) => called(other) === called(each));
  const frames = (part) => [...part.querySelectorAll("[role=region][tabindex]")];
  const folding = (part) => [...part.querySelectorAll("details[id]")];

  document.addEventListener("htmx:beforeSwap", ({ detail: { requestConfig, target } }) => {
    // Who has asked for something has been answered: to keep the focus and the folds is for what comes by itself.
    const byItself = requestConfig.elt.getAttribute("hx-trigger")?.startsWith("every");
    const at = byItself && target.contains(document.activeElement) ? document.activeElement : null;
    kept = {
      part: target.id, at, place: at && namesakes(target, at).indexOf(at),
      open: new Map((byItself ? folding(target) : []).map((each) => [each.id, each.open])),
      moved: new Map(frames(target).map((each) => [called(each), each.scrollLeft])),
    };
  });

  document.addEventListener("htmx:afterSwap", () => {
    const part = kept && document.getElementById(kept.part);
    if (!part) return;
    const { at, place, open, moved } = kept;
    kept = null;
    for (const each of frames(part)) each.scrollLeft = moved.get(called(each)) ?? each.scrollLeft;
    for (const each of folding(part)) each.open = open.get(each.id) ?? each.open;
    if (!at || document.activeElement !== document.body) return;
    const found = namesakes(part, at);
    found[Math.min(place, found.length - 1)]?.focus({ preventScroll: true });
  });
})();
