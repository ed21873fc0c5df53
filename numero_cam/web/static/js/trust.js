// @ts-check
// On the page that says how to trust the table: hands the code at the end of the address on, which is never sent unencrypted.
const link = /** @type {HTMLAnchorElement} */ (document.getElementById("table"));
link.href += location.hash;
