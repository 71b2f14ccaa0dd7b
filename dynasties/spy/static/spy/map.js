/* The Map, moved about and pointed at. Without this the page works as well: links choose, and the frame scrolls. */
(() => {
  "use strict";

  const STEP = 1.4;
  const CLOSEST = 9;
  const LETTER = 52; // the largest letters of the board, in its own units
  const SLACK = 5; // pixels that a finger may stray before a press is a drag

  document.querySelectorAll("[data-map]").forEach((map) => {
    const frame = map.querySelector(".board-frame");
    const board = map.querySelector("svg.board");
    const [left, top, width, height] = board.getAttribute("viewBox").split(" ").map(Number);
    const view = { x: left, y: top, w: width, h: height };
    let asked = false;

    map.classList.add("map--live");

    const keep = (value, least, most) => Math.min(Math.max(value, least), Math.max(least, most));
    const draw = () => {
      asked = false;
      board.setAttribute("viewBox", `${view.x} ${view.y} ${view.w} ${view.h}`);
      // Letters grow more slowly than the board, and never so small that nobody reads them.
      const largest = LETTER * board.getScreenCTM().a;
      board.style.setProperty("--label-scale", String(keep(keep(largest, 8, 20) / largest, 0.2, 1.6)));
      map.classList.toggle("map--zoomed", view.w < width * 0.98);
    };
    const soon = () => {
      if (!asked) {
        asked = true;
        requestAnimationFrame(draw);
      }
    };
    const settle = () => {
      view.x = keep(view.x, left - view.w * 0.25, left + width - view.w * 0.75);
      view.y = keep(view.y, top - view.h * 0.25, top + height - view.h * 0.75);
      soon();
    };
    const at = (x, y) => {
      const point = new DOMPoint(x, y).matrixTransform(board.getScreenCTM().inverse());
      return [point.x, point.y];
    };
    const zoomAt = (by, x, y) => {
      const w = keep(view.w / by, width / CLOSEST, width);
      const ratio = w / view.w;
      view.x = x - (x - view.x) * ratio;
      view.y = y - (y - view.y) * ratio;
      view.w = w;
      view.h *= ratio;
      settle();
    };
    const middle = () => [view.x + view.w / 2, view.y + view.h / 2];
    const whole = () => {
      Object.assign(view, { x: left, y: top, w: width, h: height });
      soon();
    };
    const shift = (x, y) => {
      view.x += x * view.w;
      view.y += y * view.h;
      settle();
    };
    const turnTo = (cell, zoom) => {
      const box = cell.getBBox();
      view.w = width / zoom;
      view.h = height / zoom;
      view.x = box.x + box.width / 2 - view.w / 2;
      view.y = box.y + box.height / 2 - view.h / 2;
      settle();
    };

    // Buttons.
    const tools = document.createElement("div");
    tools.className = "map__tools";
    tools.setAttribute("role", "group");
    tools.setAttribute("aria-label", "View of the Map");
    const tool = (sign, label, does) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "map__tool";
      button.textContent = sign;
      button.title = label;
      button.setAttribute("aria-label", label);
      button.addEventListener("click", does);
      tools.append(button);
    };
    const here = board.querySelector(".cell.here");
    tool("+", "Closer", () => zoomAt(STEP, ...middle()));
    tool("−", "Farther", () => zoomAt(1 / STEP, ...middle()));
    tool("▭", "The whole board", whole);
    if (here) {
      tool("◎", "Where you are", () => turnTo(here, 3.2));
    }
    map.append(tools);

    // Keys, where the frame or something in it has the focus.
    const keys = {
      "+": () => zoomAt(STEP, ...middle()),
      "=": () => zoomAt(STEP, ...middle()),
      "-": () => zoomAt(1 / STEP, ...middle()),
      0: whole,
      ArrowLeft: () => shift(-0.12, 0),
      ArrowRight: () => shift(0.12, 0),
      ArrowUp: () => shift(0, -0.12),
      ArrowDown: () => shift(0, 0.12),
    };
    frame.addEventListener("keydown", (event) => {
      const does = event.ctrlKey || event.metaKey || event.altKey ? null : keys[event.key];
      if (does) {
        event.preventDefault();
        does();
      }
    });

    // The wheel, once the Map has the focus: a page that is scrolled past it is not held up.
    frame.addEventListener(
      "wheel",
      (event) => {
        if (!(event.ctrlKey || event.metaKey || map.matches(":focus-within"))) {
          return;
        }
        event.preventDefault();
        zoomAt(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0018)), ...at(event.clientX, event.clientY));
      },
      { passive: false },
    );

    // Dragging and pinching.
    const fingers = new Map();
    let strayed = false;
    const spread = () => {
      const [one, other] = [...fingers.values()];
      return {
        size: Math.hypot(one.x - other.x, one.y - other.y) || 1,
        x: (one.x + other.x) / 2,
        y: (one.y + other.y) / 2,
      };
    };
    frame.addEventListener("pointerdown", (event) => {
      if (event.button) {
        return;
      }
      strayed = fingers.size > 0;
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY, from: [event.clientX, event.clientY] });
    });
    frame.addEventListener("pointermove", (event) => {
      const finger = fingers.get(event.pointerId);
      if (!finger) {
        return;
      }
      if (fingers.size === 2) {
        const before = spread();
        Object.assign(finger, { x: event.clientX, y: event.clientY });
        const after = spread();
        zoomAt(after.size / before.size, ...at(after.x, after.y));
        return;
      }
      const [x, y] = finger.from;
      if (!strayed && Math.hypot(event.clientX - x, event.clientY - y) < SLACK) {
        return;
      }
      if (event.pointerType === "touch" && !map.classList.contains("map--zoomed")) {
        return;
      }
      if (!strayed) {
        strayed = true;
        map.classList.add("map--dragging");
        frame.setPointerCapture(event.pointerId);
      }
      const was = at(finger.x, finger.y);
      const is = at(event.clientX, event.clientY);
      view.x += was[0] - is[0];
      view.y += was[1] - is[1];
      Object.assign(finger, { x: event.clientX, y: event.clientY });
      settle();
    });
    const lift = (event) => {
      fingers.delete(event.pointerId);
      map.classList.remove("map--dragging");
    };
    frame.addEventListener("pointerup", lift);
    frame.addEventListener("pointercancel", lift);
    frame.addEventListener("dragstart", (event) => event.preventDefault());
    frame.addEventListener(
      "click",
      (event) => {
        // A click by keyboard counts no presses, and follows no drag.
        if (strayed && event.detail) {
          event.preventDefault();
          event.stopPropagation();
          strayed = false;
        }
      },
      true,
    );

    // What is pointed at: its name, kind, side and neighbours, from the list below.
    const about = document.createElement("p");
    about.className = "map__about";
    about.hidden = true;
    map.append(about);
    const told = (cell, label) => (cell.querySelector(`[data-label="${label}"]`) || {}).textContent || "";
    const line = (words) => {
      const found = document.createElement("span");
      found.textContent = words.replace(/\s+/g, " ").trim();
      return found;
    };
    const near = (row) => [...row.querySelectorAll(".territory__near abbr")].map((each) => each.textContent);
    const cells = (code) => board.querySelectorAll(`.territory[data-code="${code}"] .cell`);
    const mark = (codes, name) => {
      board.querySelectorAll(`.cell.${name}`).forEach((cell) => cell.classList.remove(name));
      codes.forEach((code) => cells(code).forEach((cell) => cell.classList.add(name)));
    };
    const point = (territory) => {
      const code = territory ? territory.dataset.code : "";
      const row = code ? document.getElementById(`t-${code}`) : null;
      const title = territory ? territory.querySelector("title") : null;
      mark(row ? near(row) : [], "near");
      document.querySelectorAll(".moves__option--pointed").forEach((each) => each.classList.remove("moves__option--pointed"));
      about.hidden = !title;
      if (!title) {
        return;
      }
      const name = document.createElement("b");
      name.textContent = title.textContent;
      about.replaceChildren(name);
      if (row) {
        about.append(line(`${told(row, "Kind")}, ${told(row, "Side")}`), line(`Adjacent: ${near(row).join(" ")}`));
        const seen = told(row, "Last known here").trim();
        if (seen && seen !== "–") {
          about.append(line(`Last known here: ${seen}`));
        }
      }
      const radio = document.querySelector(`.moves__option input[value="${code}"]`);
      if (radio) {
        radio.closest(".moves__option").classList.add("moves__option--pointed");
      }
    };
    ["pointerover", "focusin"].forEach((kind) =>
      board.addEventListener(kind, (event) => point(event.target.closest(".territory"))),
    );
    board.addEventListener("pointerleave", () => point(null));
    board.addEventListener("focusout", () => point(null));

    // A lit territory chooses itself in the form.
    const radios = document.querySelectorAll('.moves__option input[name="to"]');
    const choose = (code) => mark(code ? [code] : [], "chosen");
    radios.forEach((radio) => radio.addEventListener("change", () => choose(radio.value)));
    board.addEventListener("click", (event) => {
      const territory = event.target.closest("a.territory");
      const radio = territory && document.querySelector(`.moves__option input[value="${territory.dataset.code}"]`);
      if (radio && !(event.ctrlKey || event.metaKey || event.shiftKey)) {
        event.preventDefault();
        radio.checked = true;
        choose(radio.value);
        const list = radio.closest(".moves__list");
        const option = radio.closest(".moves__option");
        list.scrollTop = option.offsetTop - list.offsetTop - list.clientHeight / 2;
      }
    });
    const chosen = document.querySelector('.moves__option input[name="to"]:checked');
    choose(chosen ? chosen.value : "");

    // On a narrow screen the whole board would be too small to read.
    if (frame.clientWidth < 640) {
      const start = here || cells("SAX")[0];
      if (start) {
        turnTo(start, 3);
      }
    }
    draw();
    new ResizeObserver(soon).observe(frame);
  });
})();
