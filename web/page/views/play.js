// Playing a mate problem: you attack and it defends with the longest resistance, or the other way round.

import { h, unfold } from "../dom.js";
import { EngineError, errorText } from "../engine.js";
import { Game } from "../game.js";
import { tree } from "../explorer.js";
import { moveList, stepper } from "../line.js";
import { t } from "../messages.js";
import { lastName } from "../names.js";
import { squareAt, colorOf } from "../position.js";
import { askPromotion } from "../promotion.js";
import { radio } from "./setup.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {"start" | "yours" | "thinking" | "won" | "lost" | "escaped" | "over" | "failed" | "unsolved"} State */

/** Milliseconds for which a person waits: after that the page answers with what it has, or says that it has nothing yet. */
const LONGEST = 4000;

export class PlayView {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.game = new Game(app, () => this.news());
    /** The side of the person. @type {"attack" | "defend"} */
    this.side = "attack";
    /** The moves that were played. @type {string[]} */
    this.played = [];
    /** @type {State} */
    this.state = "start";
    /** @type {unknown} */
    this.error = undefined;
    /** What the person may do now. @type {import("../game.js").Legal[]} */
    this.choices = [];
    /** The moves before the last one, if that was an answer to the person. @type {string[] | undefined} */
    this.asked = undefined;
    /** Whether the person has waited long for its move. */
    this.late = false;
    /** How much of the next move is given away, 0 to 3. */
    this.hint = 0;
    this.hints = 0;
    this.takebacks = 0;
    this.began = 0;
    this.took = 0;
    /** Grows with every turn, so that late answers are known as such. */
    this.turn = 0;
  }

  enter() {
    if (this.state === "start") this.restart(this.app.line.slice(0, this.app.ply));
    else if (this.state === "thinking") this.goOn(this.played);
    else {
      this.readOn();
      this.app.follow(this.played, this.played.length);
    }
  }

  leave() {
    this.turn++;
    this.game.stop();
    this.app.board.picked = undefined;
  }

  positionChanged() {
    this.game.stop();
    this.game = new Game(this.app, () => this.news());
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
    this.error = undefined;
    this.choices = [];
    this.asked = undefined;
    this.late = false;
    this.state = "thinking";
    this.app.board.picked = undefined;
    this.app.line = moves;
    this.app.ply = moves.length;
    this.app.writeAddress();
    this.app.render();
    try {
      await this.think(turn);
    } catch (error) {
      if (turn !== this.turn) return;
      this.state = "failed";
      this.error = error;
    }
    if (turn === this.turn) this.app.render();
  }

  /** @param {number} turn */
  async think(turn) {
    const { game, played } = this;
    const attackersTurn = played.length % 2 === 0;
    if ((this.side === "attack") === attackersTurn) return this.offer(turn);
    let { verdict, move } = await game.best(played, LONGEST);
    if (turn !== this.turn) return;
    if (attackersTurn && verdict === "unknown") {
      // A check for want of a better one could lose the mate.
      this.late = true;
      this.app.render();
      ({ verdict, move } = await game.best(played));
    } else if (!attackersTurn && verdict !== "mate") move ??= await game.guess(played);
    if (turn !== this.turn) return;
    if (attackersTurn && verdict !== "mate") return this.end(verdict === "nomate" ? "escaped" : "unsolved");
    if (!move) return this.end("won");
    this.asked = played;
    this.played = [...played, move];
    this.app.line = this.played;
    this.app.ply = this.played.length;
    this.app.writeAddress();
    await this.offer(turn);
  }

  /** Has the solver read, while the person thinks, how good its last move was and what he could play himself. */
  readOn() {
    const { game, asked, played } = this;
    if (this.state !== "yours") return;
    if (!played.length && game.known(played).verdict === "nomate") return this.end("unsolved");
    const paths = this.hint || !asked ? [played, asked] : [asked, played];
    const path = paths.find((path) => path && !game.settled(path));
    if (path) game.look(path);
  }

  /** More is known, or a search has failed. */
  news() {
    const { error } = this.game;
    // Without an answer about its own last move the game goes on. That the server is gone is said elsewhere.
    if (this.state === "yours" && !this.asked && error instanceof EngineError && error.kind === "refused") {
      this.state = "failed";
      this.error = error;
    }
    if (!error) this.readOn();
    this.app.render();
  }

  /** Lets the person move. @param {number} turn */
  async offer(turn) {
    const choices = await this.game.legal(this.played);
    if (turn !== this.turn) return;
    const attackersTurn = this.played.length % 2 === 0;
    this.choices = choices;
    this.state = "yours";
    this.readOn();
    if (attackersTurn && !choices.some((move) => move.check)) this.end("over");
    if (!attackersTurn && !choices.length) this.end("lost");
    this.app.render();
  }

  /** @param {State} state */
  end(state) {
    this.state = state;
    this.choices = [];
    this.game.stop();
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

  /** How many moves there were at the person's turn before this one; negative if there was none. */
  earlier() {
    const mine = this.side === "attack" ? 0 : 1;
    return this.played.length - (this.played.length % 2 === mine ? 2 : 1);
  }

  takeBack() {
    this.takebacks++;
    this.goOn(this.played.slice(0, this.earlier()));
  }

  giveHint() {
    // The first one is still to come as long as no mate is known.
    if (!this.hint || this.game.known(this.played).move) {
      this.hint = Math.min(3, this.hint + 1);
      this.hints++;
    }
    this.readOn();
    this.app.render();
  }

  marks() {
    const { move } = this.game.known(this.played);
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
      this.refuted(),
      h("div", { class: "actions" },
        button("take_back", () => this.takeBack(), this.earlier() < 0),
        button("hint", () => this.giveHint(), state !== "yours" || this.side === "defend"),
        button("restart", () => this.restart(), !this.played.length && !waiting),
        button("give_up", () => this.giveUp(), this.game.known([]).verdict === "nomate")),
      this.hint > 0 && h("p", { class: "hint-text", role: "status" }, this.hintText()),
      this.played.length > 0 && moveList(app, this.played),
      h("fieldset", {}, h("legend", {}, t("your_side")),
        radio("side", "attack", this.side === "attack", t("you_attack"), () => this.setSide("attack")),
        radio("side", "defend", this.side === "defend", t("you_defend"), () => this.setSide("defend"))),
      app.bookPanel());
  }

  remark() {
    const { state, side, game, error, played } = this;
    if (error) return error instanceof EngineError && error.kind === "offline" ? t("offline_search") : errorText(error);
    if (state === "won") return t("play_result", { plies: played.length, time: clock(this.took), hints: this.hints, takebacks: this.takebacks });
    if (state === "thinking") return t(side === "attack" ? "it_defends" : this.late ? "it_still_reads" : "it_reads");
    if (state === "unsolved") return t(game.known(played).verdict === "nomate" ? "no_mate_proved" : "no_mate_so_far");
    if (state !== "yours") return "";
    if (this.asked) return this.quality();
    if (side === "defend" || played.length) return "";
    const { proved, plies } = game.known(played);
    return proved ? t("play_length", { count: plies }) : t(game.settled(played) ? "no_mate_so_far" : "play_note");
  }

  /** How good its last move is, unless that is proved to be the best or `refuted` says more. */
  quality() {
    const { app, game, asked, played, side } = this;
    if (!asked) return "";
    const [before, now] = [game.known(asked), game.known(played)];
    const isBest = before.move === played.at(-1);
    if (before.verdict === "unknown") return t("move_is_a_guess");
    if (before.verdict === "nomate" || (before.proved && (isBest || (now.proved && now.plies + 1 === before.plies)))) return "";
    if (isBest) return t(side === "attack" ? "longest_so_far" : "shortest_so_far");
    return t(before.proved && now.proved ? "best_was" : "best_so_far", { move: lastName(app.start, [...asked, before.move ?? ""]) });
  }

  /** Why the person's last check does not mate, once that is known. */
  refuted() {
    const { app, game, asked } = this;
    const known = asked && game.known(asked);
    if (!asked || known?.verdict !== "nomate") return undefined;
    const shown = known.move ? [...asked, known.move] : asked;
    return h("div", { class: "refuted" },
      h("p", { class: "remark bad" }, t("does_not_mate", { answer: lastName(app.start, shown) })),
      known.refutation && unfold("why-play", t("why"), () => tree(app, asked, known.refutation), "plain"));
  }

  hintText() {
    const { verdict, proved, move, plies } = this.game.known(this.played);
    if (verdict === "nomate") return t("hint_no_mate");
    if (!move) return t(this.game.settled(this.played) || !this.game.reading ? "hint_unknown" : "hint_awaited");
    const length = proved ? t("hint_length", { count: plies }) : t("hint_so_far", { length: t("mate_in_at_most", { count: plies }) });
    if (this.hint === 1) return t(move[1] === "*" ? "hint_drop" : "hint_piece", { length });
    if (this.hint === 2) return t("hint_square", { length });
    return t("hint_move", { length, move: lastName(this.app.start, [...this.played, move]) });
  }

  /** @param {"attack" | "defend"} side */
  setSide(side) {
    this.side = side;
    this.restart();
  }

  /** Shows the solution. */
  giveUp() {
    this.app.follow(this.game.mate([])?.line ?? [], 0);
    this.app.go("solve");
  }
}

/** @param {number} seconds */
export const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
