/* Votes that come faster than their answers. Each answer brings the whole ballot anew, with other buttons in the place
   of those that were pressed: so one vote is sent at a time, and those pressed meanwhile are pressed again, in order.
   Without this each button sends its form. */
(() => {
  "use strict";

  const pressed = []; // the ids of buttons that wait for their turn
  let isUnderWay = false;
  let answered = null;

  // Caught on its way down, so that htmx does not hear of it yet.
  document.addEventListener("submit", (event) => {
    if (!event.target.matches(".castvote")) return;
    if (isUnderWay) {
      pressed.push(event.submitter.id);
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    isUnderWay = true;
  }, true);

  const next = (event) => {
    const { requestConfig, xhr } = event.detail;
    // What one answer brings settles in several places.
    if (!requestConfig || !requestConfig.elt.matches(".castvote") || xhr === answered) return;
    answered = xhr;
    isUnderWay = false;
    // A button that is there no more has nothing left to vote on.
    while (pressed.length && !isUnderWay) document.getElementById(pressed.shift())?.click();
  };
  // Before an answer has settled, its buttons are not yet those of htmx.
  for (const name of ["afterSettle", "responseError", "sendError", "sendAbort", "timeout"]) {
    document.addEventListener(`htmx:${name}`, next);
  }
})();
