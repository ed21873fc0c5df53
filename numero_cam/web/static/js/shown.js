// @ts-check
// A page that shows its state: however much of it changes at once, it is drawn once; and one dialog at a time lies over it.

/** Whether a key is meant for the page, and not for a field, a dialog or the browser. @param {KeyboardEvent} event */
export const isForPage = ({target, ctrlKey, metaKey, altKey}) => !ctrlKey && !metaKey && !altKey
  && !(target instanceof Element && target.closest("input, select, textarea, dialog"));

/** @template {{dialog: unknown, picker: {written: string, at: number}}} State */
export class Shown {
  constructor() {
    /** Everything that is shown. @type {State} */
    this.state = /** @type {any} */ (undefined);
    this.isShowing = false;
    /** Number of the newest question what may be tapped. */
    this.asked = 0;
    /** What had the focus before a dialog was opened. */
    this.opener = "";
  }

  /** Draws all of it. */
  draw() {}

  /** Changes the state; it is shown once all that is being done is done. @param {Partial<State>} changes */
  update(changes) {
    Object.assign(this.state, changes);
    if (this.isShowing) return;
    this.isShowing = true;
    queueMicrotask(() => this.show());
  }

  show() {
    this.isShowing = false;
    this.draw();
    const sheet = document.querySelector("dialog");
    if (this.state.dialog && sheet && !sheet.open) sheet.showModal();
  }

  /** @param {State["dialog"]} dialog */
  openDialog(dialog) {
    if (!this.state.dialog) this.opener = document.activeElement?.id ?? "";
    this.update(/** @type {Partial<State>} */ ({dialog, picker: {written: "", at: -1}}));
  }

  /**
   * @param {string} question
   * @param {string} why what follows from it
   * @param {() => void} confirm
   */
  confirm(question, why, confirm) {
    this.openDialog(/** @type {State["dialog"]} */ ({kind: "confirm", question, why, confirm}));
  }

  // The browser gives the focus back to what had it, and then says that the dialog is closed.
  closeDialog() {
    document.querySelector("dialog")?.close();
  }

  /** @param {State["dialog"]} dialog */
  dialogClosed(dialog) {
    if (this.state.dialog !== dialog) return;
    this.update(/** @type {Partial<State>} */ ({dialog: null}));
    const {opener} = this;
    queueMicrotask(() => ["", "main"].includes(document.activeElement?.id ?? "") && document.getElementById(opener)?.focus());
  }
}
