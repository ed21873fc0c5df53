// @ts-check
// A file that a form takes by itself as soon as it is chosen: a backup, a photo of cards. Its other fields go in the address.
// With `data-into` only the name goes there, and the text that comes back is put into the field of that id.
import {classWords} from "./class_words.js";

for (const input of document.querySelectorAll("input[data-upload]")) {
  input.addEventListener("change", () => void upload(/** @type {HTMLInputElement} */ (input)));
}

/** @param {HTMLInputElement} input */
async function upload(input) {
  const file = input.files?.[0], form = input.form;
  if (!file || !form) return;
  const into = document.getElementById(input.dataset.into ?? "");
  if (!into && !form.reportValidity()) {
    input.value = "";
    return;
  }
  const fields = new URLSearchParams();
  if (into) fields.append("file", file.name);
  else for (const [name, value] of new FormData(form)) if (typeof value === "string") fields.append(name, value);
  const problem = form.querySelector(".problem");
  if (problem) problem.textContent = "";
  input.disabled = true;
  const answer = await fetch(`/class/upload/${input.dataset.upload}?${fields}`, {method: "POST", body: file}).catch(() => null);
  input.disabled = false;
  input.value = "";
  if (into instanceof HTMLTextAreaElement && answer?.ok) {
    into.value = await answer.text();
    into.focus();
  } else if (answer?.redirected) location.assign(answer.url);
  else if (problem) problem.textContent = (answer && await said(answer)) || classWords.noAnswer;
}

/** @param {Response} answer a page that says what is wrong */
async function said(answer) {
  return new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(".problem")?.textContent;
}
