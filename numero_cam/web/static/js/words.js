// @ts-check
// The language of the page. A translation is one more file like words.en.js, named here.
export {words} from "./words.en.js";
