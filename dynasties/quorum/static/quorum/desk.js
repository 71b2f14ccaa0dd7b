/* A senator's desk: sliders beside the numbers, shares that sum as they move, and how much room a note has left.
   Without this the numbers are typed, and the server works out the shares. */
(() => {
  "use strict";

  const MOST = 100;
  const desk = document.querySelector("[data-weights]");

  if (desk) {
    const numbers = [...desk.querySelectorAll("[data-weight]")];
    const shares = [...desk.querySelectorAll(".weights__share")];
    const parts = [...desk.querySelectorAll(".weights__part")];
    const bar = desk.querySelector(".weights__sum");
    const words = desk.querySelector(".weights__word");

    const show = () => {
      const values = numbers.map((each) => Math.max(Number(each.value) || 0, 0));
      const sum = values.reduce((whole, each) => whole + each, 0);
      const exact = values.map((each) => (sum ? (MOST * each) / sum : MOST / values.length));
      exact.forEach((each, at) => {
        shares[at].textContent = `${Math.round(each)} %`;
        parts[at].style.flexGrow = String(each);
        parts[at].hidden = each === 0;
      });
      words.textContent = sum
        ? "Only how they compare counts: 2, 1, 1 is the same as 50, 25, 25."
        : "With no weight on any clause, all three weigh the same.";
    };

    numbers.forEach((number) => {
      const slider = document.createElement("input");
      slider.type = "range";
      slider.min = "0";
      slider.max = String(Math.max(MOST, Number(number.value) || 0));
      slider.value = number.value || "0";
      slider.setAttribute("aria-label", `Clause ${number.dataset.weight}, as a slider`);
      slider.addEventListener("input", () => {
        number.value = slider.value;
        show();
      });
      number.addEventListener("input", () => {
        slider.value = number.value || "0";
        show();
      });
      number.closest(".weights__row").querySelector(".weights__slide").append(slider);
    });
    bar.hidden = false;
    show();
  }

  document.querySelectorAll("[data-counts]").forEach((hint) => {
    const field = document.getElementById(hint.dataset.counts);
    const most = Number(hint.dataset.most);
    const count = () => {
      // As the server counts: signs, not their halves, and a line's end as one of them.
      const left = most - [...field.value.trim()].length;
      hint.textContent = left < 0 ? `${-left} too many; at most ${most} characters.` : `${left} of ${most} characters left.`;
      hint.classList.toggle("hint--over", left < 0);
    };
    field.addEventListener("input", count);
    count();
  });

  // The threshold that a filibuster brings stands out as soon as one is meant.
  const filibuster = document.querySelector('input[name="filibuster"]');
  const stake = document.getElementById("stake-filibustered");
  if (filibuster && stake) {
    const mark = () => stake.classList.toggle("stakes__one--meant", filibuster.checked);
    filibuster.addEventListener("change", mark);
    mark();
  }
})();
