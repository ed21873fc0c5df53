// @ts-check
// On the page where a device is paired: takes the code from the end of the address, which is never sent to anybody.
const code = decodeURIComponent(location.hash.slice(1));
if (code) {
  /** @type {HTMLInputElement} */ (document.getElementById("code")).value = code.slice(0, 20);
  document.getElementById("pair")?.focus();
  history.replaceState(null, "", location.pathname);
}
