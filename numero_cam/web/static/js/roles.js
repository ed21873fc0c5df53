// @ts-check
// What a page is for: it keeps the game, is a player's, only shows, or is only the camera.
import {choice, nameField} from "./fields.js";
import {html, nothing} from "./lit.js";
import {isAlone, knownNames, ownPlayer, playedGame, roleOf} from "./state.js";
import {words} from "./words.js";

/** @import {App} from "./main.js" */
/** @import {Role} from "./protocol.d.ts" */

/** @param {App} app */
export function rolesView(app) {
  const {state} = app, role = roleOf(state);
  if (isAlone(state)) return nothing;
  const allowed = state.welcome?.roles ?? [role];  // what the device was paired as
  const roles = Object.entries(words.roles).filter(([key]) => allowed.includes(/** @type {Role} */ (key)));
  return html`<section class="roles" aria-label=${words.role}>
    ${choice("role", words.role, roles, role, value => app.setRole(/** @type {Role} */ (value), state.hello.player ?? ""))}
    ${role === "player" ? whoseView(app) : nothing}
  </section>`;
}

/** Before a game nobody knows who plays: a name can be written, and is one of the players when a game has begun. @param {App} app */
function whoseView(app) {
  const {state} = app, {welcome, hello} = state;
  if (welcome?.bound && welcome.player) return html`<p class="field" id="bound">${words.bound(welcome.player)}</p>`;
  const game = playedGame(state);
  if (game) {
    const own = ownPlayer(state);
    /** @type {[string, string][]} */
    const names = game.players.map(name => [name, name]);
    return choice("whose", words.whose, own ? names : [["", words.choose], ...names], own ?? "", name => app.setRole("player", name));
  }
  const names = {name: hello.player ?? "", known: knownNames(state), none: words.whoseName};
  return nameField("name", words.whose, names, name => app.setRole("player", name));
}
