// @ts-check
// Pairs another device: the page that keeps the game shows a code, where to type it, and a picture of both for a camera.
import {choice, nameField} from "./fields.js";
import {html, nothing, repeat} from "./lit.js";
import {knownNames, mayPair} from "./state.js";
import {words} from "./words.js";

/** @import {App} from "./main.js" */
/** @import {Invitation, Role} from "./protocol.d.ts" */

/** @type {Role[]} */
const ROLES = ["camera", "player", "watcher", "keeper"];

/** Only a device that was paired as a keeper may pair others. @param {App} app */
export function devicesView(app) {
  const {state} = app, {invite, welcome} = state;
  if (!mayPair(state)) return nothing;
  // A player's device is told the hints of that player alone.
  const names = {name: invite.player, known: knownNames(state), none: words.devicePlayerOpen};
  return html`<div class="devices">
    <p class="hint">${words.devicesWhy}</p>
    ${welcome?.network ? nothing : html`<p class="hint">${words.devicesHere}</p>`}
    ${choice("device-role", words.deviceRole, ROLES.map(role => [role, words.roles[role]]), invite.role,
      role => app.update({invite: {...invite, role: /** @type {Role} */ (role)}}))}
    <div>${invite.role === "player" ? nameField("device-player", words.devicePlayer, names, player =>
      app.update({invite: {...invite, player}})) : nothing}</div>
    <p class="buttons">
      <button id="invite" type="button" class="main" @click=${() => app.inviteDevice()}>${words.deviceCode}</button>
      <button id="unpair" type="button" @click=${() => app.confirm(words.unpairSure, words.unpairWhy,
        () => app.unpairDevices())}>${words.unpair}</button>
    </p>
    <div aria-live="polite">${repeat(invite.shown ? [invite.shown] : [], ({code}) => code, invitationView)}</div>
  </div>`;
}

/** @param {Invitation} invitation */
const invitationView = ({address, code, seconds, trust, qr}) => {
  const [before, after] = words.deviceOpen.split("{address}");
  return html`<p>${before}<strong class="address">${address}</strong>${after}</p>
    <p id="invited" class="code">${code}</p>
    <p class="hint">${words.deviceLasts(Math.round(seconds / 60))}</p>
    ${trust ? html`<p>${words.deviceTrust} <strong class="address">${trust}</strong></p>` : nothing}
    ${qr ? html`<p>${words.deviceScan}</p><img src=${qr} alt=${words.deviceQr} class="qr">` : nothing}`;
};
