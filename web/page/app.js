// The page: one board, one panel, and the views that use them.

import * as address from "./address.js";
import { Board } from "./board.js";
import { h, replace } from "./dom.js";
import { info, watchConnection } from "./engine.js";
import { language, setLanguage, t } from "./messages.js";
import { watchNames } from "./names.js";
import { Position, other } from "./position.js";
import { load, save } from "./settings.js";
import { Press } from "./press.js";
import { reader } from "./reading.js";
import { shareMenu } from "./share.js";
import { setMark } from "./books.js";
import { BookView } from "./views/book.js";
import { BrinkmateView } from "./views/brinkmate.js";
import { ComposeView } from "./views/compose.js";
import { Connect6View } from "./views/connect6.js";
import { JudgeView } from "./views/judge.js";
import { OthelloView } from "./views/othello.js";
import { PlayView } from "./views/play.js";
import { SetupView } from "./views/setup.js";
import { SolveView } from "./views/solve.js";

/**
 * A view of the page.
 * @typedef {object} View
 * @property {() => Node} panel what it shows beside the board
 * @property {() => Node | undefined} [under] what it shows below the board
 * @property {() => import("./board.js").Handlers} [handlers] what the board does
 * @property {() => import("./board.js").Marks} [marks] what the board marks
 * @property {(params: Record<string, string>) => void} [enter]
 * @property {() => void} [leave]
 * @property {() => void} [positionChanged] the problem is another one
 * @property {() => void} [stepped] another ply of the line is shown
 * @property {() => Record<string, string>} [params] what it adds to the address
 * @property {() => HTMLElement} [stage] a board of its own instead of the shared one
 * @property {(key: string) => boolean} [key] a key that no field took
 */

/** A problem to begin with: 3 plies, a sacrifice. */
const FIRST = "8k/6S2/8N/9/8N/9/9/9/9 b - 1";
/** The views and commands for which the defender holds only what is written, unless somebody says otherwise. */
const WRITTEN_HANDS = ["brinkmate", "hisshi", "threats"];

export class App {
  constructor() {
    this.board = new Board();
    /** The problem; the defender's hand is empty if he holds the rest. */
    this.position = /** @type {Position} */ (Position.parse(FIRST));
    /** The defender's hand: all pieces that are left, or as written; "" leaves it to the view. @type {"" | "rest" | "written"} */
    this.hands = "";
    /** The length that the composer has in mind, as the book, the record or the reader says. @type {number | undefined} */
    this.intended = undefined;
    /** A name that came with the position. @type {string | undefined} */
    this.title = undefined;
    /** The line on the board, and how far it is played. @type {string[]} */
    this.line = [];
    this.ply = 0;
    /** @type {Position[]} */
    this.past = [];
    /** @type {Position[]} */
    this.future = [];
    /** What `/api/info` said. @type {any} */
    this.info = undefined;
    /** Where in a book the problem is from. @type {{id: string, index: number} | undefined} */
    this.book = undefined;
    this.shelf = new BookView(this);
    /** @type {Record<string, View>} */
    this.views = {
      setup: new SetupView(this),
      solve: new SolveView(this),
      play: new PlayView(this),
      judge: new JudgeView(this),
      compose: new ComposeView(this),
      brinkmate: new BrinkmateView(this),
      book: this.shelf,
      othello: new OthelloView(this),
      connect6: new Connect6View(this),
    };
    this.name = "setup";
    this.problem = "";
    /** The address that was read or written last. */
    this.address = location.hash;
    /** Whether something has changed during a press and is not drawn yet. */
    this.stale = false;
    this.press = new Press(() => this.stale && this.render());

    this.stage = h("section", { id: "stage" });
    this.panel = h("section", { id: "panel" });
    this.nav = h("nav", {});
    this.tools = h("div", { class: "tools" });
    this.banner = h("div", { id: "banner", role: "alert", hidden: true });
    this.toastBox = h("div", { id: "toast", role: "status" });
    document.querySelector("header")?.append(this.nav, this.tools);
    document.body.append(this.banner, h("main", {}, this.stage, this.panel), this.toastBox);
    setTheme(load("theme", "auto"));
    document.addEventListener("keydown", (event) => this.onKey(event));
    window.addEventListener("hashchange", () => this.readAddress());
    watchConnection((online) => this.connection(online));
    watchNames(() => this.render());
    reader(this);
    this.readAddress();
    info().then((information) => {
      this.info = information;
      this.render();
    }, () => {});
  }

  get view() {
    return this.views[this.name];
  }

  /** Who defends: the side that is not to move in the problem. */
  get defender() {
    return other(this.position.turn);
  }

  /** Whether the defender holds all pieces that are left. @param {string} [purpose] a view or a command */
  holdsRest(purpose = this.name) {
    return this.hands ? this.hands === "rest" : !WRITTEN_HANDS.includes(purpose);
  }

  /** The problem with both hands as they are played. @param {string} [purpose] a view or a command */
  startFor(purpose) {
    return this.holdsRest(purpose) ? this.position.withRest(this.defender) : this.position;
  }

  get start() {
    return this.startFor(this.name);
  }

  /** The position on the board. */
  get shown() {
    return this.start.afterAll(this.line.slice(0, this.ply));
  }

  /** A request about the problem. @param {string} command @param {Record<string, any>} [more] */
  request(command, more = {}) {
    return { command, position: this.startFor(command).sfen(), hands: "written", lang: language(), ...more };
  }

  // ---- position and line

  /** Another problem. @param {Position} position @param {{hands?: "" | "rest" | "written", intended?: number, title?: string, line?: string[], ply?: number, keep?: boolean, book?: {id: string, index: number}}} [options] */
  setPosition(position, options = {}) {
    if (options.keep !== false && position.sfen() !== this.position.sfen()) {
      this.past.push(this.position);
      this.future = [];
    }
    if (options.hands !== undefined) this.hands = options.hands;
    if ("intended" in options) this.intended = options.intended;
    this.position = position;
    this.title = options.title;
    this.book = options.book;
    this.line = options.line ?? [];
    this.ply = options.ply ?? 0;
    this.changed();
  }

  /** A position from elsewhere, with both hands as they were written. @param {Position} position @param {Parameters<App["setPosition"]>[1]} [options] */
  setFull(position, options = {}) {
    const defender = other(position.turn);
    const bare = position.clone();
    bare.hands[defender] = {};
    const hands = options.hands ?? (position.emptyHand(defender) ? "" : bare.withRest(defender).sfen() === position.sfen() ? "rest" : "written");
    this.setPosition(hands === "rest" ? bare : position, { intended: undefined, ...options, hands });
  }

  /** @param {-1 | 1} way */
  travel(way) {
    const [from, to] = way < 0 ? [this.past, this.future] : [this.future, this.past];
    const position = from.pop();
    if (!position) return;
    to.push(this.position);
    this.setPosition(position, { keep: false });
  }

  changed() {
    const problem = this.identity();
    if (problem !== this.problem) {
      this.problem = problem;
      for (const view of Object.values(this.views)) view.positionChanged?.();
    }
    this.writeAddress();
    this.render();
  }

  /** What the answers of the views are for. */
  identity() {
    return `${this.position.sfen()} ${this.hands}`;
  }

  /** Shows a line on the board. @param {string[]} line @param {number} ply */
  follow(line, ply) {
    this.line = line;
    this.step(ply);
    // On a narrow screen what was pressed is below the board, which may be out of sight.
    const { top, height } = this.board.element.getBoundingClientRect();
    if (top < -height / 4) this.stage.scrollIntoView({ block: "start" });
  }

  /** @param {number} ply */
  step(ply) {
    this.ply = Math.max(0, Math.min(ply, this.line.length));
    this.writeAddress();
    this.view.stepped?.();
    this.render();
  }

  /** Opens a list of problems as a book. @param {string} name @param {{sfen: string, name?: string, length?: number}[]} problems */
  openList(name, problems) {
    this.shelf.add(name, problems.map(({ sfen, name, length }) => ({ sfen, name: name || undefined, length: length ?? null })));
  }

  /** A problem was solved by hand. @param {{seconds: number, hints: number, takebacks: number}} result */
  solvedByHand(result) {
    if (this.book) setMark(this.book.id, this.book.index, { solved: true, ...result });
  }

  /** The way through the book, if the problem is from one. */
  bookPanel() {
    return this.book && this.shelf.bar(this.book);
  }

  // ---- address

  readAddress() {
    this.address = location.hash;
    const { view, params } = address.parse(location.hash);
    // In a frame another site chooses the address: a position is shown, and no search starts.
    const name = window.top === window.self && Object.hasOwn(this.views, view) ? view : "setup";
    // First, so that no other view takes the position for its own.
    this.turnTo(name);
    const position = params.sfen ? Position.parse(params.sfen) : undefined;
    if (position) {
      const moves = params.moves?.split(" ").filter((move) => /^([1-9][a-i]|[RBGSNLP]\*)[1-9][a-i]\+?$/.test(move)) ?? [];
      const hands = params.hands === "rest" || params.hands === "written" ? params.hands : undefined;
      this.setFull(position, { hands, intended: Number(params.intended) || undefined, line: moves, ply: Math.min(Number(params.ply ?? moves.length) || 0, moves.length), title: params.name, keep: this.problem !== "",
        book: params.book ? { id: params.book, index: Math.max(0, (Number(params.n) || 1) - 1) } : undefined });
    } else if (params.sfen) {
      this.toast(t("bad_address"));
    }
    this.enter(name, params);
  }

  /** Leaves the view for another one. @param {string} name */
  turnTo(name) {
    if (name === this.name) return;
    const before = this.start.sfen();
    this.view.leave?.();
    this.name = name;
    // A line is one from the position that it began with.
    if (this.start.sfen() !== before) [this.line, this.ply] = [[], 0];
  }

  /** @param {string} name @param {Record<string, string>} [params] */
  enter(name, params = {}) {
    this.turnTo(name);
    this.problem ||= this.identity();
    this.board.use(this.view.handlers?.() ?? {});
    this.view.enter?.(params);
    this.writeAddress();
    this.render();
  }

  /** Goes to a view as by a click. @param {string} name @param {Record<string, string>} [params] */
  go(name, params = {}) {
    if (name !== this.name) history.pushState(null, "", location.href);
    this.enter(name, params);
  }

  link() {
    /** @type {Record<string, string>} */
    const params = {
      sfen: this.position.sfen(),
      hands: this.hands === "written" && !this.position.emptyHand(this.defender) ? "" : this.hands,
      intended: this.intended ? String(this.intended) : "",
      moves: this.line.join(" "),
      ply: this.line.length && this.ply !== this.line.length ? String(this.ply) : "",
      name: this.title ?? "",
      book: this.book?.id ?? "",
      n: this.book ? String(this.book.index + 1) : "",
    };
    return address.format({ view: this.name, params: this.view.stage ? this.view.params?.() ?? {} : { ...params, ...this.view.params?.() } });
  }

  writeAddress() {
    // An address that somebody has just typed or followed is read first.
    if (location.hash !== this.address) return;
    const link = this.link();
    if (link !== location.hash) history.replaceState(null, "", link);
    this.address = location.hash;
  }

  // ---- drawing

  render() {
    this.stale = this.press.down;
    if (this.stale) return;
    document.documentElement.lang = language();
    document.title = `${t(`view_${this.name}`)} – Yomikiri`;
    this.drawNav();
    const theme = load("theme", "auto");
    const next = { auto: "light", light: "dark", dark: "auto" }[/** @type {"auto"} */ (theme)] ?? "auto";
    this.tools.replaceChildren(
      h("button", { type: "button", class: "quiet", lang: language() === "ja" ? "en" : "ja", onclick: () => this.setLanguage(language() === "ja" ? "en" : "ja") }, language() === "ja" ? "English" : "日本語"),
      h("button", { type: "button", class: "quiet", title: t("theme"), "aria-label": `${t("theme")}: ${t(`theme_${theme}`)}`, onclick: () => { save("theme", next); setTheme(next); this.render(); } },
        { auto: "◐", light: "○", dark: "●" }[/** @type {"auto"} */ (theme)] ?? "◐"));
    this.refresh();
    const focus = focusMark();
    replace(this.panel, this.view.panel());
    this.panel.className = this.name;
    if (this.view.stage) {
      this.stage.replaceChildren(this.view.stage());
    } else {
      const under = this.view.under?.();
      if (this.board.element.parentElement !== this.stage) this.stage.replaceChildren(this.board.element, h("div", { id: "under" }));
      this.stage.querySelector("#under")?.replaceChildren(...(under ? [under] : []),
        h("div", { class: "caption-row" }, h("span", { class: "title" }, this.title ?? ""), shareMenu(this)));
    }
    restoreFocus(focus);
  }

  /** What the view shows has changed. */
  changedView() {
    this.writeAddress();
    this.render();
  }

  /** Draws the tabs, if they are others than before: their place on a narrow screen stays. */
  drawNav() {
    const state = `${language()} ${this.name}`;
    if (this.nav.dataset.state === state) return;
    this.nav.dataset.state = state;
    this.nav.setAttribute("aria-label", t("views"));
    this.nav.replaceChildren(...Object.keys(this.views).map((name) =>
      h("button", { type: "button", "data-view": name, "aria-current": name === this.name ? "page" : undefined, onclick: () => this.go(name) }, t(`view_${name}`))));
    this.nav.querySelector("[aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });
  }

  /** Draws the board alone. */
  refresh() {
    if (this.view.stage) return;
    this.board.show(this.name === "setup" ? this.start : this.shown, {
      last: this.ply > 0 ? this.line[this.ply - 1] : undefined,
      rest: this.holdsRest() ? this.defender : undefined,
      ...this.view.marks?.(),
    });
  }

  /** @param {"ja" | "en"} to */
  setLanguage(to) {
    setLanguage(to);
    this.render();
  }

  /** @param {string} text */
  toast(text) {
    this.toastBox.textContent = text;
    this.toastBox.classList.add("shown");
    clearTimeout(this.toastTimer);
    this.toastTimer = setTimeout(() => this.toastBox.classList.remove("shown"), 4000);
  }
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  toastTimer = undefined;

  /** @param {boolean} online */
  connection(online) {
    this.banner.hidden = online;
    this.banner.textContent = online ? "" : t("offline");
    if (online) this.toast(t("online"));
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.target instanceof Element && event.target.closest("input, textarea, select")) return;
    const command = event.ctrlKey || event.metaKey;
    if (command && event.key.toLowerCase() === "z") this.travel(event.shiftKey ? 1 : -1);
    else if (command && event.key.toLowerCase() === "y") this.travel(1);
    else if (command || event.altKey) return;
    else if (this.view.key?.(event.key)) event.preventDefault();
    else if (this.name !== "setup" && !this.view.stage && event.key === "ArrowLeft") this.step(this.ply - 1);
    else if (this.name !== "setup" && !this.view.stage && event.key === "ArrowRight") this.step(this.ply + 1);
    else return;
    event.preventDefault();
  }
}

/** @param {string} theme */
function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
}

/** Where the focus is, for the element that takes its place after drawing. */
function focusMark() {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || active === document.body) return undefined;
  const keys = ["id", "data-key", "data-place"].map((key) => [key, active.getAttribute(key)]).filter(([, value]) => value);
  if (keys.length) return keys.map(([key, value]) => `[${key}="${CSS.escape(value ?? "")}"]`).join("");
  return undefined;
}

/** @param {string | undefined} selector */
function restoreFocus(selector) {
  if (!selector || (document.activeElement && document.activeElement !== document.body)) return;
  const element = document.querySelector(selector);
  if (element instanceof HTMLElement) element.focus({ preventScroll: true });
}

new App();
