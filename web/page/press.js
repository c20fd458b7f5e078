// Whether a mouse button or a finger is down.
//
// A browser makes no click of a press if the pressed element is replaced before the release. So what a search or the server brings meanwhile is
// drawn afterwards: see `App.render`.

/** What ends a press: the release, a gesture of the browser's own, the menu of a long press, another window. */
const ENDS = ["pointerup", "pointercancel", "contextmenu", "blur"];

export class Press {
  /** @param {() => void} released called after each press, when its click has been handled */
  constructor(released) {
    this.down = false;
    // In the capturing phase, before what the page itself does at a release.
    window.addEventListener("pointerdown", (event) => { this.down = event.button === 0; }, true);
    for (const name of ENDS) {
      window.addEventListener(name, () => {
        if (!this.down) return;
        this.down = false;
        setTimeout(released);
      }, true);
    }
  }
}
