// @ts-check
// Says why nothing is to be seen: a page that was opened as a file has no address, from which alone browsers load modules, and so all other
// scripts; and one of those may be missing at the host, or need a newer browser. Old browsers must understand this script.
/** @param {string} id of what is said, once */
function say(id) {
  document.body.append(/** @type {HTMLTemplateElement} */ (document.getElementById(id)).content);
}

/** @param {Event} event */
function failed(event) {
  const {target} = event, isScript = target === window || (target instanceof HTMLScriptElement && target.type === "module");
  if (isScript && !document.querySelector("main, #page > *")) say("not-started");
}

if (location.protocol === "file:") say("opened-as-file");
else if (!("noModule" in HTMLScriptElement.prototype)) say("not-started");
else for (const kind of ["error", "unhandledrejection"]) window.addEventListener(kind, failed, true);
