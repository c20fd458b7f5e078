// Setting up a position: a piece box beside the board, pieces by drag, tap and key.

import { h, s } from "../dom.js";
import { EngineError, errorText, run } from "../engine.js";
import { pieceIcon } from "../diagram.js";
import { pieceName } from "../board.js";
import { t } from "../messages.js";
import { HELD, KINDS, Position, canPromote, colorOf, isPromoted, kindOf, makePiece, other, squareAt } from "../position.js";
import { readFile, readText } from "../reading.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../position.js").Color} Color */

export class SetupView {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** The colour that the box gives. @type {Color} */
    this.color = "b";
    /** What is wrong with the position, or what it is. @type {{text: () => string, bad: boolean} | undefined} */
    this.remark = undefined;
    /** @type {import("../engine.js").Run | undefined} */
    this.check = undefined;
    app.board.element.addEventListener("picked", () => this.box && this.drawBox(this.box));
  }
  /** @type {HTMLElement | undefined} */
  box = undefined;

  enter() {
    this.app.line = [];
    this.app.ply = 0;
    this.examine();
  }

  leave() {
    this.check?.abort();
    this.box = undefined;
  }

  positionChanged() {
    if (this.app.name === "setup") this.examine();
  }

  /** Asks whether the position is a legal one. */
  async examine() {
    this.check?.abort();
    clearTimeout(this.timer);
    await new Promise((resolve) => (this.timer = setTimeout(resolve, 150)));
    const check = run({ ...this.app.request("read"), legal: true });
    this.check = check;
    try {
      const answer = await check.done;
      if (answer.fault) throw EngineError.refused(answer.fault);
      const attacks = this.app.start.board.includes(makePiece("K", this.app.defender));
      this.remark = attacks ? { text: () => t("checks_count", { count: answer.checks.length }), bad: false } : undefined;
    } catch (error) {
      if (!(error instanceof EngineError) || error.kind !== "refused") return;
      this.remark = { text: () => errorText(error), bad: true };
    }
    if (this.app.name === "setup") this.drawRemark();
  }
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer = undefined;

  handlers() {
    const { app } = this;
    return {
      take: (/** @type {string} */ place) => {
        if (place.startsWith("box:")) return place.length > 4;
        if (place.includes(":")) return place.length > 2 && !this.isRest(place);
        return app.position.board[squareAt(place)] !== null;
      },
      move: (/** @type {string} */ from, /** @type {string} */ to) => this.move(from, to),
      alter: (/** @type {string} */ place) => this.alter(place),
      key: (/** @type {string} */ place, /** @type {string} */ key) => this.type(place, key),
    };
  }

  /** Whether a hand fills by itself. @param {string} place */
  isRest(place) {
    return this.app.holdsRest() && place[0] === this.app.defender && place[1] === ":";
  }

  /** @param {string} from @param {string} to @returns {boolean} whether the piece stays picked up */
  move(from, to) {
    const { app } = this;
    const piece = app.board.pieceAt(from);
    if (!piece) return false;
    const position = app.position.clone();
    const fromBox = from.startsWith("box:");
    if (from.includes(":") && !fromBox) position.add(/** @type {Color} */ (from[0]), kindOf(piece), -1);
    else if (!fromBox) position.board[squareAt(from)] = null;
    if (to.startsWith("box:")) {
      // Back into the box.
      if (fromBox) {
        app.board.picked = to.length > 4 ? to : undefined;
        return true;
      }
    } else if (to.includes(":")) {
      const color = /** @type {Color} */ (to[0]);
      if (kindOf(piece) === "K" || this.isRest(to)) {
        if (!this.isRest(to) || kindOf(piece) === "K") return false;
      } else position.add(color, kindOf(piece));
    } else {
      position.board[squareAt(to)] = piece;
    }
    if (HELD.includes(kindOf(piece)) && position.missing(kindOf(piece)) < 0) {
      app.toast(t("no_more", { piece: pieceName(kindOf(piece)) }));
      return false;
    }
    if (kindOf(piece) === "K" && fromBox && position.board.filter((there) => there === piece).length > 1) {
      // A side has one king: it moves.
      position.board = position.board.map((there, square) => (there === piece && square !== squareAt(to) ? null : there));
    }
    app.setPosition(position);
    return fromBox;
  }

  /** Promotes, turns round and back again. @param {string} place */
  alter(place) {
    const { app } = this;
    if (place.includes(":")) {
      if (/^[bw]:./.test(place) && !this.isRest(place)) {
        const position = app.position.clone();
        position.add(/** @type {Color} */ (place[0]), place[2], -1);
        app.setPosition(position);
      }
      return;
    }
    const piece = app.position.board[squareAt(place)];
    if (!piece) return;
    const [kind, color] = [kindOf(piece), colorOf(piece)];
    const next = canPromote(piece) && !isPromoted(piece) ? makePiece(kind, color, true) : makePiece(kind, other(color));
    this.put(place, next);
  }

  /** @param {string} place @param {string | null} piece */
  put(place, piece) {
    const position = this.app.position.clone();
    position.board[squareAt(place)] = piece;
    if (piece && position.missing(kindOf(piece)) < 0) this.app.toast(t("no_more", { piece: pieceName(kindOf(piece)) }));
    else this.app.setPosition(position);
  }

  /** A key on a square: a letter puts a piece, + promotes, - turns, Delete clears. @param {string} place @param {string} key */
  type(place, key) {
    const piece = this.app.position.board[squareAt(place)];
    if (/^[krbgsnlp]$/i.test(key)) this.put(place, makePiece(key.toUpperCase(), key === key.toLowerCase() ? this.color : other(this.color)));
    else if (key === "Delete" || key === "Backspace") piece && this.put(place, null);
    else if (piece && (key === "+" || key === ";")) canPromote(piece) && this.put(place, isPromoted(piece) ? kindOf(piece, true) : `+${piece}`);
    else if (piece && key === "-") this.put(place, makePiece(kindOf(piece), other(colorOf(piece)), isPromoted(piece)));
    else return false;
    return true;
  }

  under() {
    const box = h("div", { class: "box", "data-place": "box:", role: "group" });
    this.box = box;
    this.drawBox(box);
    return box;
  }

  /** @param {HTMLElement} box */
  drawBox(box) {
    box.setAttribute("aria-label", t("piece_box"));
    const { picked } = this.app.board;
    const rows = [false, true].map((promoted) => h("div", { class: "box-row" }, KINDS.filter((kind) => !promoted || canPromote(kind)).map((kind) => {
      const piece = makePiece(kind, this.color, promoted);
      const place = `box:${piece}`;
      const left = kind === "K" ? (this.app.position.board.includes(piece) ? 0 : 1) : this.app.position.missing(kind);
      return h("button", {
        type: "button", class: left > 0 ? "takable" : "takable none", "data-place": place, "aria-pressed": picked === place,
        "aria-label": `${t(this.color === "b" ? "black" : "white")} ${pieceName(promoted ? `+${kind}` : kind)}${promoted ? "" : ` ${t("left", { count: left })}`}`,
      }, pieceIcon(piece), !promoted && h("span", { class: "left", "aria-hidden": "true" }, left));
    })));
    const swap = h("button", {
      type: "button", class: "swap", "data-key": "box-color", "aria-label": t("box_color", { side: t(this.color === "b" ? "black" : "white") }), title: t("box_color_title"),
      onclick: () => {
        this.color = other(this.color);
        this.app.board.picked = undefined;
        this.drawBox(box);
      },
    }, s("svg", { viewBox: "-13 -2 26 24", "aria-hidden": "true" }, s("path", { class: this.color === "b" ? "sign filled" : "sign", d: "M0 0l8 4l3 14h-22l3 -14z" })), h("span", {}, t(this.color === "b" ? "attack_short" : "defend_short")));
    box.replaceChildren(swap, h("div", { class: "box-rows" }, rows));
  }

  panel() {
    const { app } = this;
    const button = (/** @type {string} */ key, /** @type {() => void} */ action, /** @type {boolean} */ off = false) =>
      h("button", { type: "button", "data-key": key, disabled: off, onclick: action }, t(key));
    const shift = (/** @type {string} */ label, /** @type {string} */ key, /** @type {number} */ right, /** @type {number} */ down) =>
      h("button", { type: "button", class: "square", "data-key": key, "aria-label": t(key), title: t(key), disabled: !app.position.shifted(right, down), onclick: () => {
        const position = app.position.shifted(right, down);
        if (position) app.setPosition(position);
      } }, label);
    const field = h("textarea", { id: "paste", rows: 3, placeholder: t("paste_here"), "aria-label": t("paste_here"), spellcheck: "false" });
    const readField = () => field.value.trim() && readText(app, field.value);
    field.addEventListener("paste", () => setTimeout(readField));
    const file = h("input", { type: "file", id: "file", class: "hidden", tabindex: -1, "aria-label": t("open_file"), onchange: () => file.files?.[0] && readFile(app, file.files[0]) });
    this.remarkLine = h("p", { class: "remark", role: "status" });
    this.drawRemark();
    return h("div", { class: "column" },
      h("div", { class: "actions" },
        h("button", { type: "button", class: "primary", "data-key": "to-solve", onclick: () => app.go("solve") }, t("view_solve")),
        ...["play", "judge"].filter((name) => Object.hasOwn(app.views, name)).map((name) => h("button", { type: "button", "data-key": `to-${name}`, onclick: () => app.go(name) }, t(`view_${name}`)))),
      this.remarkLine,
      h("h2", {}, t("position")),
      h("div", { class: "actions" },
        button("undo", () => app.travel(-1), !app.past.length), button("redo", () => app.travel(1), !app.future.length),
        button("clear", () => app.setPosition(emptyBoard(), { hands: "", intended: undefined })), button("mirror", () => app.setPosition(app.position.mirrored())),
        button("exchange", () => app.setPosition(app.position.exchanged())),
        h("span", { class: "group", role: "group", "aria-label": t("shift") },
          shift("←", "shift_left", -1, 0), shift("↑", "shift_up", 0, -1), shift("↓", "shift_down", 0, 1), shift("→", "shift_right", 1, 0))),
      h("fieldset", {}, h("legend", {}, t("defender_hand")),
        radio("hands", "rest", app.holdsRest(), t("hand_rest"), () => app.setPosition(withoutHand(app.position, app.defender), { hands: "rest" })),
        radio("hands", "written", !app.holdsRest(), t("hand_written"), () => app.setPosition(app.start, { hands: "written" }))),
      h("fieldset", {}, h("legend", {}, t("to_move")),
        radio("turn", "b", app.position.turn === "b", t("turn_b"), () => this.setTurn("b")),
        radio("turn", "w", app.position.turn === "w", t("turn_w"), () => this.setTurn("w"))),
      h("h2", {}, t("read_position")),
      field,
      h("div", { class: "actions" },
        h("button", { type: "button", "data-key": "read", onclick: readField }, t("read")),
        h("button", { type: "button", "data-key": "open", onclick: () => file.click() }, t("open_file")), file),
      h("p", { class: "note" }, t("setup_note")));
  }
  /** @type {HTMLElement | undefined} */
  remarkLine = undefined;

  drawRemark() {
    if (!this.remarkLine) return;
    this.remarkLine.textContent = this.remark?.text() ?? "";
    this.remarkLine.classList.toggle("bad", this.remark?.bad ?? false);
  }

  /** @param {Color} turn */
  setTurn(turn) {
    const { app } = this;
    const position = app.holdsRest() ? withoutHand(app.position, turn === "b" ? "w" : "b") : app.position.clone();
    position.turn = turn;
    app.setPosition(position);
  }
}

/** @param {Position} position @param {Color} color */
export function withoutHand(position, color) {
  const copy = position.clone();
  copy.hands[color] = {};
  return copy;
}

/** The board with the defender's king alone. */
function emptyBoard() {
  const position = new Position();
  position.board[4] = "k";
  return position;
}

/** @param {string} group @param {string} value @param {boolean} checked @param {string} label @param {() => void} action */
export function radio(group, value, checked, label, action) {
  return h("label", {}, h("input", { type: "radio", name: group, id: `${group}-${value}`, value, checked, onchange: action }), h("span", {}, label));
}
