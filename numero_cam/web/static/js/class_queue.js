// @ts-check
// A slip that waits: keys press its buttons, and a tap on a circle of the picture ticks the card that it stands for.

const form = document.getElementById("queue");
document.addEventListener("keydown", event => {
  const {target} = event;
  const inField = target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type !== "checkbox");
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || inField) return;
  const pressed = form?.querySelector(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
  if (pressed instanceof HTMLDetailsElement) open(pressed);
  else if (pressed instanceof HTMLElement) pressed.click();
  else return;
  event.preventDefault();
});

for (const circle of document.querySelectorAll("[data-circle]")) {
  const box = form?.querySelector(`[name="ticked"][value="${circle.getAttribute("data-circle")}"]`);
  if (!(box instanceof HTMLInputElement)) continue;
  circle.addEventListener("click", () => {
    const all = document.getElementById("else");
    if (all instanceof HTMLDetailsElement) all.open = true;
    box.checked = !box.checked;
    circle.classList.toggle("on", box.checked);
  });
  box.addEventListener("change", () => circle.classList.toggle("on", box.checked));
}

/** @param {HTMLDetailsElement} details */
function open(details) {
  details.open = true;
  details.querySelector("input")?.focus();
}
