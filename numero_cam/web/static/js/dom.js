// Makes elements: h("button", {class: "big", onclick: f}, "text", child, …). Text is always text, never HTML.
export function h(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

export function svg(name, attributes = {}, ...children) {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function filled(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.flat().filter(child => child !== null && child !== undefined && child !== false));
  return element;
}

// Replaces what is in an element, and keeps the focus where it was, by the id of what had it.
export function show(element, ...children) {
  const focused = element.contains(document.activeElement) ? document.activeElement.id : "";
  element.replaceChildren(...children.flat().filter(Boolean));
  if (focused) document.getElementById(focused)?.focus();
}

// Changes a text only where it is another one: a screen reader says what changed, and nothing twice.
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
