/* Optional enhancements. Every page is complete without this file.
   A live clock, and relative times that stay true while a page is open, both by the server's clock. */
(() => {
  "use strict";
  const MINUTE = 60_000, HOUR = 60 * MINUTE, NEAR = 48 * HOUR;
  const clock = document.querySelector("[data-clock]");
  // Readers' own clocks are often wrong; the page says what the server's read when it was made.
  const offset = clock ? Date.parse(clock.dateTime) - Date.now() : 0;

  function relative(moment, now) {
    const minutes = Math.floor(Math.abs(moment - now) / MINUTE);
    const hours = Math.floor(minutes / 60), rest = minutes % 60;
    if (minutes === 0) return moment > now ? "in less than a minute" : "just now";
    if (moment <= now) return `${hours ? `${hours} h` : `${rest} min`} ago`;
    return "in " + [hours && `${hours} h`, rest && `${rest} min`].filter(Boolean).join(" ");
  }

  function local(moment) {
    return new Date(moment).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  }

  function refresh() {
    const now = Date.now() + offset;
    if (clock) {
      clock.dateTime = new Date(now).toISOString();
      clock.textContent = clock.dateTime.slice(11, 19);
    }
    for (const time of document.querySelectorAll("time[data-live]")) {
      const moment = Date.parse(time.dateTime);
      if (!time.dataset.utc) {
        time.dataset.utc = time.title;
        time.title += ` · ${local(moment)} your time`;
      }
      const words = Math.abs(moment - now) > NEAR ? time.dataset.utc : relative(moment, now);
      if (time.textContent !== words) time.textContent = words;
    }
  }

  refresh();
  setInterval(refresh, 1000);
  document.addEventListener("htmx:afterSwap", refresh);

  // What folds out over the page folds away again when one is done with it.
  const more = document.querySelector(".gamenav__more details");
  function fold(event) {
    if (!more.open || (event.type === "click" ? more.contains(event.target) : event.key !== "Escape")) return;
    if (more.contains(document.activeElement)) more.querySelector("summary").focus();
    more.open = false;
  }
  if (more) for (const type of ["click", "keydown"]) document.addEventListener(type, fold);

  // A refusal takes nothing away: it is told where the form says, and what was typed stays.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const form = event.detail.requestConfig.elt.closest("[data-refusals]");
    const place = form && document.querySelector(form.dataset.refusals);
    if (!place || event.detail.xhr.status !== 409) return;
    event.detail.target = place;
    event.detail.swapOverride = "innerHTML";
  });

  // A whole page is no part of this one: that is how whoever has been signed out is led to the door.
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (!/^\s*<!doctype/i.test(detail.serverResponse)) return;
    detail.shouldSwap = false;
    missed(detail.requestConfig.elt, "Another page was the answer. Are you still signed in?");
  });

  function tell(what) {
    const messages = document.getElementById("messages");
    if (!messages) return;
    const told = document.createElement("p");
    told.className = "notice notice--error";
    told.textContent = `${what} What you wrote is still on this page: try again.`;
    messages.replaceChildren(told);
    messages.scrollIntoView({ block: "center" });
  }

  // What a page asks by itself may wait until it asks again, unless it has words for that.
  function missed(elt, what) {
    if (elt.matches("a, button, form")) tell(what);
    else if (elt.dataset.unanswered) elt.textContent = elt.dataset.unanswered;
  }

  // An answer that does not come is told as well.
  function unanswered({ detail: { elt, xhr } }) {
    missed(elt, xhr.status ? `The server could not do that (${xhr.status}).` : "No answer came from the server.");
  }
  for (const name of ["responseError", "sendError", "timeout"]) document.addEventListener(`htmx:${name}`, unanswered);
})();
