// @ts-check
// Slips that are decided together: the circles on each picture follow the chosen answer, and no answer is taken before its slip was seen.

/** Part of a picture that has to be in view before it counts as seen, 0 to 1. */
const SEEN_PART = 0.6;

const take = /** @type {HTMLButtonElement | null} */ (document.getElementById("take"));
const unseen = new Set(document.querySelectorAll("#together .slip img"));
const watching = new IntersectionObserver(seen => {
  for (const {isIntersecting, target} of seen) {
    if (isIntersecting && /** @type {HTMLImageElement} */ (target).complete) unseen.delete(target);
  }
  if (take) take.disabled = unseen.size > 0;
}, {threshold: SEEN_PART});

for (const picture of unseen) {
  const watch = () => watching.observe(picture);
  if (/** @type {HTMLImageElement} */ (picture).complete) watch();
  else for (const end of ["load", "error"]) picture.addEventListener(end, watch);
}
if (take) take.disabled = unseen.size > 0;

for (const choice of document.querySelectorAll("#together input[type=radio]")) {
  choice.addEventListener("change", () => {
    const {value} = /** @type {HTMLInputElement} */ (choice), shaded = new Set(value.split(" "));
    for (const circle of choice.closest("fieldset")?.querySelectorAll("[data-circle]") ?? []) {
      circle.classList.toggle("on", shaded.has(circle.getAttribute("data-circle") ?? ""));
    }
  });
}
