/* Whoever is quicker than the server loses nothing. In a form with `data-in-turn` each button may bring a part of the page
   anew, with other buttons and fields in the place of those that were there. So one answer is awaited at a time: buttons
   pressed meanwhile are pressed again, in order, and what was typed meanwhile is kept, unless the answer brought something
   of its own for that very field. Without this file each button sends its form. */
(() => {
  "use strict";

  const pressed = []; // buttons that wait for their turn
  let awaited = null; // of the request under way: its form, what its fields held when it went, and what was typed since

  const inTurn = (button) => button?.form?.matches("[data-in-turn]");
  const held = (field) => (field.matches("[type=checkbox], [type=radio]") ? field.checked : field.value);
  const put = (field, value) => { field[typeof value === "boolean" ? "checked" : "value"] = value; };
  // What is hidden is the server's own. A field keeps its id when its part of the page is made anew.
  const fields = (form) => [...form.elements].filter((each) => each.id && each.matches("input:not([type=hidden]), textarea, select"));

  // Caught on its way down, so that htmx does not hear of it yet.
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!awaited || !inTurn(button)) return;
    pressed.push(button);
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  document.addEventListener("htmx:beforeRequest", ({ detail: { elt, xhr } }) => {
    const form = elt.matches("button, form") ? elt.form ?? elt : null;
    if (!form?.matches("[data-in-turn]")) return;
    // By its end the answer has settled, or will not come. Of a form that has left the page by then no event tells.
    xhr.addEventListener("loadend", () => over(xhr));
    awaited = { xhr, form, sent: new Map(fields(form).map((each) => [each.id, held(each)])), typed: new Map(), at: null };
  });

  document.addEventListener("htmx:beforeSwap", ({ detail: { xhr } }) => {
    if (xhr !== awaited?.xhr) return;
    for (const each of fields(awaited.form)) {
      if (held(each) === awaited.sent.get(each.id)) continue;
      awaited.typed.set(each.id, held(each));
      if (each === document.activeElement) awaited.at = [each.id, each.selectionStart, each.selectionEnd];
    }
  });

  function keep({ sent, typed, at }) {
    for (const [id, value] of typed) {
      const field = document.getElementById(id);
      if (!field || held(field) !== sent.get(id)) continue;
      put(field, value);
      // What is asked while one types did not hear of it.
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    const writing = at && document.getElementById(at[0]);
    if (!writing) return;
    writing.focus({ preventScroll: true });
    if (at[1] !== null) writing.setSelectionRange?.(at[1], at[2]);
  }

  function over(xhr) {
    if (xhr !== awaited?.xhr) return;
    const was = awaited;
    awaited = null;
    keep(was);
    // A button that is there no more has nothing left to do.
    while (pressed.length && !awaited) {
      const button = pressed.shift();
      (button.isConnected ? button : document.getElementById(button.id))?.click();
    }
  }
})();
