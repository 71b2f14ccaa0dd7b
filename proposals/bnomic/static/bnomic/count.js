/* The count of an nweek, moved along: buttons, arrow keys and lines of the list ask for a step, a button plays them all.
   Without this the form asks for a step, and links lead to each. */
(() => {
  "use strict";

  const BEAT = 2600; // milliseconds for a step
  const form = document.querySelector("[data-player]");
  if (!form) {
    return;
  }
  const range = form.querySelector('input[name="step"]');
  const shown = form.querySelector("[data-shown]");
  const links = [...form.querySelectorAll("a[data-go]")];
  const news = document.querySelector("#count-news");
  const last = Number(range.max);
  let beat = 0, left = 0, top = 0;

  const here = () => Number(range.value);
  const goal = (name) => ({ first: 0, back: Math.max(here() - 1, 0), next: Math.min(here() + 1, last), last })[name];
  const tell = () => {
    shown.textContent = range.value;
    for (const link of links) {
      link.href = `?step=${goal(link.dataset.go)}`;
      if (goal(link.dataset.go) === here()) link.setAttribute("aria-disabled", "true");
      else link.removeAttribute("aria-disabled");
    }
  };
  const go = (step) => {
    if (step === here()) return;
    range.value = String(step);
    tell();
    range.dispatchEvent(new Event("change", { bubbles: true }));
  };

  // Nothing plays by itself for whoever has asked for less motion.
  const play = document.createElement("button");
  play.type = "button";
  play.className = "button button--primary";
  const stop = () => {
    clearInterval(beat);
    beat = 0;
    play.textContent = "Play";
  };
  const start = () => {
    if (here() >= last) go(0);
    beat = setInterval(() => {
      go(here() + 1);
      if (here() >= last) stop();
    }, BEAT);
    play.textContent = "Pause";
  };
  play.addEventListener("click", () => (beat ? stop() : start()));
  stop();
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  form.querySelector("[data-play]").replaceChildren(...(still ? [] : [play]));

  range.addEventListener("input", () => {
    stop();
    tell();
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-go], a[data-step]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    stop();
    go(link.dataset.go ? goal(link.dataset.go) : Number(link.dataset.step));
  });

  const KEYS = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };
  document.addEventListener("keydown", (event) => {
    const at = event.target;
    const ours = form.contains(at) ? at !== range : at === document.body && event.key.startsWith("Arrow");
    if (!ours || !(event.key in KEYS) || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    stop();
    go(goal(KEYS[event.key]));
  });

  // The picture stays where it was scrolled to, unless what happens is out of sight there.
  const picture = () => document.querySelector("#count-frame .web__frame");
  const see = () => {
    const frame = picture(), box = frame.querySelector(".web__box--now");
    if (!box) return;
    const sees = frame.getBoundingClientRect(), is = box.getBoundingClientRect();
    if (is.left < sees.left || is.right > sees.right) frame.scrollLeft += is.left - sees.left - (sees.width - is.width) / 2;
    if (is.top < sees.top || is.bottom > sees.bottom) frame.scrollTop += is.top - sees.top - (sees.height - is.height) / 2;
  };
  document.addEventListener("htmx:beforeSwap", () => {
    [left, top] = [picture().scrollLeft, picture().scrollTop];
  });
  document.addEventListener("htmx:afterSwap", () => {
    picture().scrollTo(left, top);
    see();
    news.textContent = document.querySelector("#count-frame [data-now]").textContent;
  });
  // The result is looked at as a whole.
  if (here() < last) see();
})();
