// Playing a mate problem: you attack and it defends with the longest resistance, or the other way round.

import { h, unfold } from "../dom.js";
import { EngineError, errorText } from "../engine.js";
import { Game } from "../game.js";
import { tree } from "../explorer.js";
import { moveList, stepper } from "../line.js";
import { t } from "../messages.js";
import { lastName, namesOf } from "../names.js";
import { squareAt, colorOf } from "../position.js";
import { askPromotion } from "../promotion.js";
import { radio } from "./setup.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {"start" | "yours" | "thinking" | "won" | "lost" | "escaped" | "over" | "failed" | "unsolved"} State */

export class PlayView {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.game = new Game(app);
    /** The side of the person. @type {"attack" | "defend"} */
    this.side = "attack";
    /** The moves that were played. @type {string[]} */
    this.played = [];
    /** @type {State} */
    this.state = "start";
    /** @type {unknown} */
    this.error = undefined;
    /** What the person may do now. @type {{usi: string, japanese: string, check: boolean}[]} */
    this.choices = [];
    /** How much of the next move is given away, 0 to 3. */
    this.hint = 0;
    /** @type {import("../game.js").Best | undefined} */
    this.hinted = undefined;
    /** Of the last wrong check. @type {{path: string[], refutation: any} | undefined} */
    this.refuted = undefined;
    this.hints = 0;
    this.takebacks = 0;
    this.began = 0;
    this.took = 0;
    /** Grows with every turn, so that late answers are known as such. */
    this.turn = 0;
  }

  enter() {
    if (this.state === "start") this.restart(this.app.line.slice(0, this.app.ply));
    else this.app.follow(this.played, this.played.length);
  }

  leave() {
    this.app.board.picked = undefined;
  }

  positionChanged() {
    this.game.stop();
    this.game = new Game(this.app);
    this.state = "start";
    this.turn++;
    if (this.app.name === "play") this.restart(this.app.line.slice(0, this.app.ply));
  }

  /** @param {string[]} [moves] */
  restart(moves = []) {
    this.hints = this.takebacks = this.took = 0;
    this.began = Date.now();
    this.goOn(moves);
  }

  /** Plays on after some moves. @param {string[]} moves */
  async goOn(moves) {
    const turn = ++this.turn;
    this.played = moves;
    this.hint = 0;
    this.hinted = undefined;
    this.error = undefined;
    this.choices = [];
    this.refuted = undefined;
    this.state = "thinking";
    this.app.board.picked = undefined;
    this.app.line = moves;
    this.app.ply = moves.length;
    this.app.writeAddress();
    this.app.render();
    try {
      await this.think(turn);
    } catch (error) {
      if (turn !== this.turn || (error instanceof EngineError && error.kind === "aborted")) return;
      this.state = "failed";
      this.error = error;
    }
    if (turn === this.turn) this.app.render();
  }

  /** @param {number} turn */
  async think(turn) {
    const { game } = this;
    const attackersTurn = this.played.length % 2 === 0;
    if (!game.solution) {
      // The person may move while the solver still looks for the solution.
      const solving = game.solve();
      if (this.side === "attack" && attackersTurn) {
        await this.offer(turn);
        const answer = await solving;
        if (turn === this.turn && answer.verdict !== "mate") this.state = "unsolved";
        return;
      }
      await solving;
    }
    if (turn !== this.turn) return;
    if ((this.side === "attack") === attackersTurn) return this.offer(turn);
    const best = await game.best(this.played);
    if (turn !== this.turn) return;
    if (best.verdict === "nomate" && !attackersTurn) this.refutedBy(best);
    if (!best.move) {
      this.end(attackersTurn ? "escaped" : "won");
      return;
    }
    if (best.verdict !== "mate" && attackersTurn) {
      this.end("escaped");
      return;
    }
    const refuted = this.refuted;
    this.played = [...this.played, best.move];
    this.app.line = this.played;
    this.app.ply = this.played.length;
    this.app.writeAddress();
    await this.offer(turn);
    this.refuted = refuted;
  }

  /** @param {import("../game.js").Best} best */
  refutedBy(best) {
    this.refuted = { path: this.played, refutation: best.refutation };
  }

  /** Lets the person move. @param {number} turn */
  async offer(turn) {
    const choices = await this.game.legal(this.played);
    if (turn !== this.turn) return;
    const attackersTurn = this.played.length % 2 === 0;
    this.choices = choices;
    this.state = "yours";
    if (attackersTurn && !choices.some((move) => move.check)) this.end("over");
    if (!attackersTurn && !choices.length) this.end("lost");
    this.app.render();
  }

  /** @param {State} state */
  end(state) {
    this.state = state;
    this.choices = [];
    this.took = Math.round((Date.now() - this.began) / 1000);
    if (state === "won") this.app.solvedByHand({ seconds: this.took, hints: this.hints, takebacks: this.takebacks });
  }

  // ---- moving

  handlers() {
    const { app } = this;
    const from = (/** @type {string} */ place) => (place.includes(":") ? `${place[2]}*` : place);
    const movable = (/** @type {string} */ place) => {
      if (app.ply !== this.played.length || this.state !== "yours") return [];
      if (place.includes(":") ? place[0] !== app.shown.turn || place.length < 3 : place.length !== 2) return [];
      return this.choices.filter((move) => move.usi.startsWith(from(place)));
    };
    return {
      take: (/** @type {string} */ place) => movable(place).length > 0,
      targets: (/** @type {string} */ place) => [...new Set(movable(place).map((move) => move.usi.slice(2, 4)))],
      move: (/** @type {string} */ start, /** @type {string} */ to) => {
        const moves = movable(start).filter((move) => move.usi.slice(2, 4) === to);
        if (moves.length) this.choose(moves);
        else if (!to.includes(":")) {
          const piece = app.shown.board[squareAt(to)];
          if (piece && colorOf(piece) === app.shown.turn && movable(to).length) {
            app.board.picked = to;
            return true;
          }
          app.toast(t("not_legal"));
        }
        return false;
      },
    };
  }

  /** @param {{usi: string, check: boolean}[]} moves one, or with and without promotion */
  async choose(moves) {
    let move = moves[0];
    if (moves.length > 1) {
      const promote = await askPromotion(this.app.shown.board[squareAt(move.usi.slice(0, 2))] ?? "P");
      if (promote === undefined) return;
      move = moves.find(({ usi }) => usi.endsWith("+") === promote) ?? move;
    }
    if (this.side === "attack" && !move.check) {
      this.app.toast(t("not_a_check"));
      return;
    }
    this.goOn([...this.played, move.usi]);
  }

  takeBack() {
    // To the last position in which it is the person's turn.
    const mine = this.side === "attack" ? 0 : 1;
    const length = this.played.length - ((this.played.length % 2 === mine) ? 2 : 1);
    if (length < 0) return;
    this.takebacks++;
    this.goOn(this.played.slice(0, length));
  }

  async giveHint() {
    const turn = this.turn;
    this.hinted ??= await this.game.best(this.played);
    if (turn !== this.turn) return;
    this.hint = Math.min(3, this.hint + 1);
    this.hints++;
    this.app.render();
  }

  marks() {
    const move = this.hinted?.move;
    if (!move || !this.hint || this.app.ply !== this.played.length) return {};
    const squares = [];
    if (this.hint >= 1 && move[1] !== "*") squares.push(move.slice(0, 2));
    if (this.hint >= 2) squares.push(move.slice(2, 4));
    return { hints: squares };
  }

  // ---- drawing

  under() {
    return stepper(this.app, this.played);
  }

  panel() {
    const { app, state } = this;
    const waiting = state === "thinking";
    const button = (/** @type {string} */ key, /** @type {() => void} */ action, /** @type {boolean} */ off = false, /** @type {string} */ kind = "") =>
      h("button", { type: "button", class: kind, "data-key": key, disabled: off, onclick: action }, t(key));
    return h("div", { class: "column" },
      h("div", { class: "verdict", role: "status", "aria-live": "polite" },
        h("p", { class: `headline ${state}` }, h("strong", {}, t(`play_${state === "yours" && this.side === "defend" ? "yours_defend" : state}`))),
        h("p", { class: "status" }, this.remark())),
      this.refuted && h("div", { class: "refuted" },
        h("p", { class: "remark bad" }, t("does_not_mate", { answer: lastName(app.start, this.played) })),
        this.refuted.refutation && unfold("why-play", t("why"), () => tree(app, this.refuted?.path ?? [], this.refuted?.refutation), "plain")),
      h("div", { class: "actions" },
        button("take_back", () => this.takeBack(), this.played.length < (this.side === "attack" ? 2 : 3) && !(state === "won" && this.played.length)),
        button("hint", () => this.giveHint(), state !== "yours" || this.side === "defend"),
        button("restart", () => this.restart(), !this.played.length && !waiting),
        button("give_up", () => this.giveUp(), !this.game.solution || this.game.solution.verdict !== "mate")),
      this.hint > 0 && h("p", { class: "hint-text", role: "status" }, this.hintText()),
      this.played.length > 0 && moveList(app, this.played),
      h("fieldset", {}, h("legend", {}, t("your_side")),
        radio("side", "attack", this.side === "attack", t("you_attack"), () => this.setSide("attack")),
        radio("side", "defend", this.side === "defend", t("you_defend"), () => this.setSide("defend"))),
      app.bookPanel());
  }

  remark() {
    const { state, game, error } = this;
    if (error) return error instanceof EngineError && error.kind === "offline" ? t("offline_search") : errorText(error);
    if (state === "won") return t("play_result", { plies: this.played.length, time: clock(this.took), hints: this.hints, takebacks: this.takebacks });
    if (state === "thinking") return this.played.length % 2 && this.side === "attack" ? t("it_defends") : t("it_reads");
    if (state === "yours" && this.side === "attack" && !this.played.length) {
      const length = game.solution?.rule_length ?? game.solution?.length;
      return length ? t("play_length", { count: length }) : t("play_note");
    }
    if (state === "unsolved") return t(game.solution?.verdict === "nomate" ? "no_mate_proved" : "no_mate_so_far");
    return "";
  }

  hintText() {
    const best = this.hinted;
    if (!best?.move || best.verdict !== "mate") return t(best?.verdict === "nomate" ? "hint_no_mate" : "hint_unknown");
    const [name, length] = [namesOf(this.app.start, [...this.played, best.move]).at(-1) ?? "", best.plies ?? "?"];
    const drop = best.move[1] === "*";
    if (this.hint === 1) return t(drop ? "hint_drop" : "hint_piece", { count: length });
    if (this.hint === 2) return t("hint_square", { count: length });
    return t("hint_move", { move: name });
  }

  /** @param {"attack" | "defend"} side */
  setSide(side) {
    this.side = side;
    this.restart();
  }

  /** Shows the solution. */
  giveUp() {
    this.app.follow(this.game.lines[0] ?? [], 0);
    this.app.go("solve");
  }
}

/** @param {number} seconds */
export const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
