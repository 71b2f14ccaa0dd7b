/* The replay, moved along: the scrubber tells where it stands, arrow keys and a button play it.
   Without this the form asks for a round, and links lead to the one before and after. */
(() => {
  "use strict";

  const BEAT = 2200; // milliseconds for a round
  const form = document.querySelector("[data-replay]");
  if (!form) {
    return;
  }
  const scrub = form.querySelector('input[name="round"]');
  const shown = form.querySelector("[data-shown]");
  const last = Number(scrub.max);
  let beat = 0;

  const tell = () => {
    shown.textContent = scrub.value;
  };
  const go = (round) => {
    scrub.value = String(round);
    tell();
    scrub.dispatchEvent(new Event("change", { bubbles: true }));
  };

  const play = document.createElement("button");
  play.type = "button";
  play.className = "button button--primary";
  const stop = () => {
    clearInterval(beat);
    beat = 0;
    play.textContent = "Play";
    play.setAttribute("aria-pressed", "false");
  };
  const step = () => {
    go(Number(scrub.value) + 1);
    if (Number(scrub.value) >= last) {
      stop();
    }
  };
  const start = () => {
    if (Number(scrub.value) >= last) {
      go(0);
    }
    beat = setInterval(step, BEAT);
    play.textContent = "Pause";
    play.setAttribute("aria-pressed", "true");
  };
  play.addEventListener("click", () => (beat ? stop() : start()));
  stop();
  form.querySelector(".scrubber__buttons").replaceChildren(play);

  scrub.addEventListener("input", () => {
    tell();
    if (beat) {
      stop();
    }
  });
  // Links to the rounds beside this one need no new page.
  document.addEventListener("click", (event) => {
    const link = event.target.closest(".frame__pager a");
    if (link && !(event.ctrlKey || event.metaKey || event.shiftKey)) {
      event.preventDefault();
      stop();
      go(Number(new URL(link.href).searchParams.get("round")));
    }
  });
  // Whoever was quicker than the scripts, or came back to the page, is shown the round that the scrubber stands at.
  addEventListener("load", () => {
    tell();
    if (document.getElementById("frame").dataset.round !== scrub.value) {
      go(scrub.value);
    }
  });
})();
