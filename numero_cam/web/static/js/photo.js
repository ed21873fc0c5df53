// Where a photo is given: on the first screen for the deal, and in a game after each play.
import {h} from "./dom.js";
import {words} from "./words.en.js";

export function photoField(app) {
  const give = event => {
    app.photo(event.target.files[0]);
    event.target.value = ""; // the next photo may have the same name
  };
  const photo = h("input", {id: "photo", type: "file", accept: "image/*", capture: "environment", onchange: give});
  return h("p", {class: "quietly"}, h("label", {for: "photo"}, words.photo), " ", photo);
}
