// @ts-check
// The whole page, as it follows from the state.
import {devicesView} from "./devices.js";
import {dialogView} from "./dialogs.js";
import {html, nothing, repeat} from "./lit.js";
import {cameraScreen, practiceScreen, scoresScreen} from "./other_screens.js";
import {playScreen} from "./play.js";
import {startScreen, waitingScreen} from "./start.js";
import {screenOf} from "./state.js";
import {words} from "./words.js";

/** @import {App} from "./main.js" */
/** @import {State} from "./state.js" */

const SCREENS = {
  scores: scoresScreen, camera: cameraScreen, practice: practiceScreen, play: playScreen, start: startScreen, waiting: waitingScreen,
};

/**
 * @param {State} state
 * @param {App} app
 */
export function page(state, app) {
  const {link, notice, announcement, sound, scoresOnly} = state;
  return html`
    <a class="skip" href="#main">${words.skip}</a>
    <header>
      <h1>Numero <span>Cam</span></h1>
      <p id="link" role="status" class=${link}>${link === "lost" ? state.lostWhy || words.lost : words[link]}</p>
      <nav aria-label=${words.nav}>
        <a href="#table" aria-current=${scoresOnly ? nothing : "page"}>${words.navTable}</a>
        <a href="#scores" aria-current=${scoresOnly ? "page" : nothing}>${words.navScores}</a>
      </nav>
      <button id="sound" type="button" aria-pressed=${String(sound)} @click=${() => app.switchSound()}>${
        sound ? words.soundOn : words.soundOff}</button>
    </header>
    <p id="notice" role="status" aria-live="polite">${notice?.text}</p>
    <main id="main" tabindex="-1">${SCREENS[screenOf(state)](state, app)}</main>
    <footer id="devices">${devicesView(state, app)}</footer>
    <div id="told" class=${announcement ? "shown" : ""} aria-live="polite">${
      repeat(announcement ? [announcement] : [], each => each.number, each => html`<span>${each.text}</span>`)}</div>
    ${dialogView(state, app)}`;
}
