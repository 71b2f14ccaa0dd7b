/* What happened step by step, moved along: the slider of a form tells where it stands, and links, arrow keys and a button
   that plays it all ask for the next. Without this the form asks for a step, and its links lead to each.

   The form is [data-player]; its value is how many milliseconds a step is shown for while it plays. In it: a range; the
   number that it stands at, [data-shown]; a place for the button, [data-play]. Its hx-target is the frame, which has the
   step that it shows under the range's name, as data-step. Anywhere: links a[data-step] to a step, and a[data-go] to the
   "first", "back", "next" or "last". data-news names a place in which the frame's own [data-now] is told aloud. */
(() => {
  "use strict";

  const form = document.querySelector("[data-player]");
  if (!form) return;
  const range = form.querySelector('input[type="range"]');
  const number = form.querySelector("[data-shown]");
  const links = [...form.querySelectorAll("a[data-go]")];
  const last = Number(range.max);
  let beat = 0;

  const here = () => Number(range.value);
  const frame = () => document.querySelector(form.getAttribute("hx-target"));
  const goal = (name) => ({ first: 0, back: Math.max(here() - 1, 0), next: Math.min(here() + 1, last), last })[name];
  const tell = () => {
    number.textContent = range.value;
    for (const link of links) {
      link.href = `?${range.name}=${goal(link.dataset.go)}`;
      if (goal(link.dataset.go) === here()) link.setAttribute("aria-disabled", "true");
      else link.removeAttribute("aria-disabled");
    }
  };
  // What is shown already is not asked for again; what has been asked for and has not come, is.
  const go = (step) => {
    range.value = String(step);
    tell();
    if (frame().dataset[range.name] !== range.value || form.classList.contains("htmx-request")) {
      range.dispatchEvent(new Event("change", { bubbles: true }));
    }
  };

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
      go(goal("next"));
      if (here() >= last) stop();
    }, Number(form.dataset.player));
    play.textContent = "Pause";
  };
  play.addEventListener("click", () => (beat ? stop() : start()));
  stop();
  // Nothing plays by itself for whoever has asked for less motion.
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  form.querySelector("[data-play]").replaceChildren(...(still ? [] : [play]));

  range.addEventListener("input", () => {
    stop();
    tell();
  });
  const plain = (event) => !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey);
  const move = (event, step) => {
    event.preventDefault();
    stop();
    go(step);
  };
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-go], a[data-step]");
    if (link && plain(event)) move(event, link.dataset.go ? goal(link.dataset.go) : Number(link.dataset.step));
  });

  // The slider and a list of choices have keys of their own.
  const KEYS = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };
  document.addEventListener("keydown", (event) => {
    const at = event.target;
    const ours = form.contains(at) ? !at.matches("input, select") : at.matches("body, main") && event.key.startsWith("Arrow");
    if (ours && event.key in KEYS && plain(event)) move(event, goal(KEYS[event.key]));
  });

  const news = form.dataset.news && document.querySelector(form.dataset.news);
  if (news) {
    document.addEventListener("htmx:afterSwap", () => {
      news.textContent = frame().querySelector("[data-now]").textContent;
    });
  }

  // Whoever was quicker than the scripts, or came back to the page, is shown the step that the slider stands at.
  addEventListener("load", () => go(here()));
})();
