// @ts-check
// Whoever goes from an analysis to one of its plays and comes back finds it as it was: the same lines open, the same place in view.

/** Number of the game, ids of the lines that were open, how far it was scrolled, and where the way led. */
let left = {game: 0, open: [""], top: 0, link: ""};

/** What scrolls: a sheet, else the page. */
const scroller = () => document.querySelector("dialog[open]") ?? document.documentElement;

/**
 * Remembers how the analysis that is shown stands; called when the address has changed, before the page is drawn anew.
 * @param {{story: {game: number} | null}} state
 */
export function leaveAnalysis({story}) {
  if (!story || !document.querySelector(".analysis")) return;
  const open = [...document.querySelectorAll(".analysis details[open][id]")].map(({id}) => id);
  left = {game: story.game, open, top: scroller().scrollTop, link: location.hash};
}

/**
 * Shows it as it was left, once it is drawn.
 * @param {{story: {game: number} | null}} state
 */
export const backToAnalysis = ({story}) => queueMicrotask(() => {
  if (story?.game !== left.game) return;
  for (const id of left.open) document.getElementById(id)?.setAttribute("open", "");
  const links = [...document.querySelectorAll(".analysis a")].filter(link => link.getAttribute("href") === left.link);
  /** @type {HTMLElement | undefined} */ (links.find(link => link.getClientRects().length))?.focus({preventScroll: true});
  scroller().scrollTop = left.top;
});
