// The question whether a piece promotes.

import { h } from "./dom.js";
import { pieceIcon } from "./diagram.js";
import { pieceName } from "./board.js";
import { t } from "./messages.js";

/** @param {string} piece @returns {Promise<boolean | undefined>} undefined if neither was chosen */
export function askPromotion(piece) {
  return new Promise((resolve) => {
    const choice = (/** @type {boolean} */ promote) => {
      const shown = promote ? `+${piece}` : piece;
      return h("button", { type: "button", "data-key": promote ? "promote" : "decline", "aria-label": `${t(promote ? "promote" : "decline")}: ${pieceName(shown)}`, onclick: () => { resolve(promote); dialog.close(); } },
        pieceIcon(shown), h("span", {}, t(promote ? "promote" : "decline")));
    };
    const dialog = h("dialog", { class: "promotion", "aria-label": t("promotion"), onclose: () => { resolve(undefined); dialog.remove(); } }, choice(true), choice(false));
    dialog.addEventListener("pointerdown", (event) => event.target === dialog && dialog.close());
    document.body.append(dialog);
    dialog.showModal();
  });
}
