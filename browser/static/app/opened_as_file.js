// @ts-check
// Says that a page which was opened as a file needs an address: browsers load modules, and so all other scripts, only from one.
if (location.protocol === "file:") /** @type {HTMLElement} */ (document.getElementById("as-file")).hidden = false;
