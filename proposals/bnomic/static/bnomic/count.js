/* The picture of a count, while the player moves it along: it stays where it was scrolled to, unless what happens is out
   of sight there. Without this it starts at its corner with each step. */
(() => {
  "use strict";

  const range = document.querySelector('[data-player] input[type="range"]');
  if (!range) return;
  let left = 0, top = 0;

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
  });
  // The result is looked at as a whole.
  if (Number(range.value) < Number(range.max)) see();
})();
