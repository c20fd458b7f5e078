// A board of stones or discs: on squares (Othello) or on crossings (Connect6).

import { h, s } from "./dom.js";
import { t } from "./messages.js";

/** @typedef {"X" | "O"} Side Black is X. */
/** @typedef {{stones: (Side | null)[], numbers?: Map<number, number>, zone?: Set<number>, last?: Set<number>}} Shown */

const CELL = 30;

export class StoneBoard {
  /**
   * @param {{size: number, crossings: boolean, name: (cell: number) => string, press: (cell: number) => void, first?: number, down?: boolean}} options
   * `first` is how many files and ranks are left out, for boards that are the middle of a larger one; `down` if rank 1 is at the top
   */
  constructor(options) {
    this.options = options;
    const { size, crossings } = options;
    this.cursor = Math.floor((size * size) / 2);
    this.layer = s("g", {});
    const edge = crossings ? CELL / 2 : 0;
    const span = size * CELL;
    const lines = [];
    for (let i = 0; i < (crossings ? size : size + 1); i++) {
      const at = edge + i * CELL;
      lines.push(`M${at} ${edge}V${span - edge}`, `M${edge} ${at}H${span - edge}`);
    }
    const first = options.first ?? 0;
    const labels = Array.from({ length: size }, (_, i) => [
      s("text", { x: (i + 0.5) * CELL, y: span + 18, class: "label" }, "abcdefghijklmnopqrs"[first + i]),
      s("text", { x: -12, y: ((options.down ? i : size - i - 1) + 0.5) * CELL + 4, class: "label" }, first + i + 1),
    ]).flat();
    this.svg = s("svg", { viewBox: `-26 -4 ${span + 30} ${span + 30}`, "aria-hidden": "true" }, s("path", { class: "stone-lines", d: lines.join("") }), labels, this.layer);
    this.cells = Array.from({ length: size * size }, (_, cell) => h("div", { role: "gridcell", tabindex: -1, "data-cell": options.name(cell) }));
    this.cells.forEach((element, cell) => element.addEventListener("click", () => {
      this.cursor = cell;
      options.press(cell);
    }));
    const grid = h("div", { class: "stone-cells", role: "grid", "aria-label": t("board") },
      Array.from({ length: size }, (_, row) => h("div", { role: "row" }, this.cells.slice(row * size, row * size + size))));
    grid.style.setProperty("--size", String(size));
    grid.addEventListener("keydown", (event) => this.onKey(event));
    const full = { width: span + 30, height: span + 30 };
    grid.style.left = `${(26 / full.width) * 100}%`;
    grid.style.right = `${(4 / full.width) * 100}%`;
    grid.style.top = `${(4 / full.height) * 100}%`;
    grid.style.bottom = `${(26 / full.height) * 100}%`;
    this.element = h("div", { class: "stones" }, this.svg, grid);
  }

  /** Cells are numbered from the upper left, along the rows. @param {Shown} shown */
  show(shown) {
    const { size, name } = this.options;
    const centre = (/** @type {number} */ cell) => [(cell % size + 0.5) * CELL, (Math.floor(cell / size) + 0.5) * CELL];
    /** @type {SVGElement[]} */
    const parts = [];
    for (const cell of shown.zone ?? []) {
      const [x, y] = centre(cell);
      parts.push(s("rect", { class: "zone", x: x - CELL / 2, y: y - CELL / 2, width: CELL, height: CELL }));
    }
    shown.stones.forEach((side, cell) => {
      if (!side) return;
      const [x, y] = centre(cell);
      parts.push(s("circle", { class: side === "X" ? "stone black" : "stone white", cx: x, cy: y, r: CELL * 0.43 }));
      const number = shown.numbers?.get(cell);
      if (number !== undefined) parts.push(s("text", { class: side === "X" ? "number on-black" : "number", x, y: y + 4.5 }, number));
      else if (shown.last?.has(cell)) parts.push(s("circle", { class: "last", cx: x, cy: y, r: 4 }));
    });
    this.layer.replaceChildren(...parts);
    this.cells.forEach((element, cell) => {
      const side = shown.stones[cell];
      element.setAttribute("aria-label", `${name(cell)} ${side ? t(`side_${side}`) : t("empty")}${shown.zone?.has(cell) ? ` ${t("in_zone")}` : ""}`);
      element.tabIndex = cell === this.cursor ? 0 : -1;
    });
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const { size } = this.options;
    const [x, y] = [this.cursor % size, Math.floor(this.cursor / size)];
    const [dx, dy] = /** @type {Record<string, number[]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] })[event.key] ?? [0, 0];
    if (dx || dy) {
      if (x + dx < 0 || x + dx >= size || y + dy < 0 || y + dy >= size) return;
      this.cells[this.cursor].tabIndex = -1;
      this.cursor = (y + dy) * size + x + dx;
      this.cells[this.cursor].tabIndex = 0;
      this.cells[this.cursor].focus();
    } else if (event.key === "Enter" || event.key === " ") this.options.press(this.cursor);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
