// @ts-check
// Says that a page which was opened as a file needs an address: browsers load modules, and so all other scripts, only from one.
const told = /** @type {HTMLTemplateElement} */ (document.getElementById("opened-as-file"));
if (location.protocol === "file:") document.body.append(told.content);
