// Positions of shogi as the page needs them: SFEN, pieces that are put and moved, what is missing from a set. The rules (legal moves, checks,
// verdicts) are the engine's.

/** @typedef {"b" | "w"} Color */
/** A piece as in SFEN: `P`, `+P` of Black, `p`, `+p` of White. @typedef {string} Piece */
/** Pieces in hand by letter, upper case. @typedef {Record<string, number>} Hand */

/** Kinds that can be held, the strongest first. */
export const HELD = ["R", "B", "G", "S", "N", "L", "P"];
/** Kinds on the board, in the order of the piece box. */
export const KINDS = ["K", ...HELD];
/** How many a set has. @type {Record<string, number>} */
export const SET = { K: 2, R: 2, B: 2, G: 4, S: 4, N: 4, L: 4, P: 18 };
const PROMOTES = "RBSNLP";

/** The letters of a kind and its promotion in diagrams. @type {Record<string, string>} */
export const GLYPH = {
  K: "玉", R: "飛", B: "角", G: "金", S: "銀", N: "桂", L: "香", P: "歩",
  "+R": "龍", "+B": "馬", "+S": "全", "+N": "圭", "+L": "杏", "+P": "と",
};
const KANJI = "〇一二三四五六七八九";

/** @param {number} count */
export const kanji = (count) => (count < 10 ? KANJI[count] : "十" + (count > 10 ? KANJI[count - 10] : ""));

/** @param {Piece} piece @returns {Color} */
export const colorOf = (piece) => (kindOf(piece, true) === kindOf(piece, true).toUpperCase() ? "b" : "w");

/** The unpromoted letter of a piece, upper case unless `asWritten`. @param {Piece} piece @param {boolean} [asWritten] */
export const kindOf = (piece, asWritten = false) => {
  const letter = piece.replace("+", "");
  return asWritten ? letter : letter.toUpperCase();
};
/** @param {Piece} piece */
export const isPromoted = (piece) => piece.startsWith("+");
/** @param {string} kind @param {Color} color @param {boolean} [promoted] @returns {Piece} */
export const makePiece = (kind, color, promoted = false) => (promoted ? "+" : "") + (color === "b" ? kind.toUpperCase() : kind.toLowerCase());
/** @param {Color} color @returns {Color} */
export const other = (color) => (color === "b" ? "w" : "b");
/** The glyph of a piece. @param {Piece} piece */
export const glyphOf = (piece) => GLYPH[piece.toUpperCase()];
/** @param {Piece} piece */
export const canPromote = (piece) => PROMOTES.includes(kindOf(piece));

/** A hand as in SFEN, in the characters of diagrams: `R2P` is 飛歩二. @param {string} letters */
export const handJapanese = (letters) =>
  [...letters.matchAll(/(\d*)([A-Z])/gi)].map(([, count, letter]) => GLYPH[letter.toUpperCase()] + (Number(count) > 1 ? kanji(Number(count)) : "")).join("");

/** The name of a square, as in USI. Squares are numbered from 9a along the ranks. @param {number} square */
export const squareName = (square) => `${9 - (square % 9)}${"abcdefghi"[Math.floor(square / 9)]}`;
/** @param {string} name @returns {number} */
export const squareAt = (name) => "abcdefghi".indexOf(name[1]) * 9 + 9 - Number(name[0]);
/** The name of a square in Japanese: 5一. @param {number} square */
export const squareJapanese = (square) => `${9 - (square % 9)}${KANJI[Math.floor(square / 9) + 1]}`;

export class Position {
  constructor() {
    /** @type {(Piece | null)[]} */
    this.board = Array(81).fill(null);
    /** @type {Record<Color, Hand>} */
    this.hands = { b: {}, w: {} };
    /** @type {Color} */
    this.turn = "b";
    this.ply = 1;
  }

  /** Reads an SFEN; undefined if it is none. @param {string} text @returns {Position | undefined} */
  static parse(text) {
    const [rows, turn = "b", hand = "-", ply = "1"] = text.trim().replace(/^(position\s+)?sfen\s+/, "").split(/[\s_]+/);
    const position = new Position();
    const ranks = rows.split("/");
    if (ranks.length !== 9 || !/^[bw]$/.test(turn)) return undefined;
    for (let rank = 0; rank < 9; rank++) {
      let file = 0;
      for (const part of ranks[rank].match(/\+?[a-z]|[1-9]|./gi) ?? []) {
        if (/^[1-9]$/.test(part)) file += Number(part);
        else if (/^(\+?[rbsnlp]|[kg])$/i.test(part) && file < 9) position.board[rank * 9 + file++] = part;
        else return undefined;
      }
      if (file !== 9) return undefined;
    }
    position.turn = /** @type {Color} */ (turn);
    if (hand !== "-") {
      if (!/^(\d*[RBGSNLP])+$/i.test(hand)) return undefined;
      for (const [, count, letter] of hand.matchAll(/(\d*)([A-Z])/gi)) {
        position.add(letter === letter.toUpperCase() ? "b" : "w", letter.toUpperCase(), count ? Number(count) : 1);
      }
    }
    position.ply = Number(ply) || 1;
    return position;
  }

  clone() {
    const copy = new Position();
    copy.board = [...this.board];
    copy.hands = { b: { ...this.hands.b }, w: { ...this.hands.w } };
    copy.turn = this.turn;
    copy.ply = this.ply;
    return copy;
  }

  /** @param {Color} color @param {string} kind @param {number} [count] */
  add(color, kind, count = 1) {
    const now = (this.hands[color][kind] ?? 0) + count;
    if (now > 0) this.hands[color][kind] = now;
    else delete this.hands[color][kind];
  }

  /** @param {Color} color @param {string} kind */
  held(color, kind) {
    return this.hands[color][kind] ?? 0;
  }

  /** Whether a side holds nothing. @param {Color} color */
  emptyHand(color) {
    return HELD.every((kind) => !this.held(color, kind));
  }

  sfen() {
    const ranks = [];
    for (let rank = 0; rank < 9; rank++) {
      let text = "", empty = 0;
      for (const piece of this.board.slice(rank * 9, rank * 9 + 9)) {
        if (!piece) empty++;
        else {
          text += (empty || "") + piece;
          empty = 0;
        }
      }
      ranks.push(text + (empty || ""));
    }
    const hand = /** @type {Color[]} */ (["b", "w"]).map((color) =>
      HELD.filter((kind) => this.held(color, kind))
        .map((kind) => (this.held(color, kind) > 1 ? this.held(color, kind) : "") + makePiece(kind, color))
        .join("")).join("");
    return `${ranks.join("/")} ${this.turn} ${hand || "-"} ${this.ply}`;
  }

  /** How many pieces of a kind are neither on the board nor in a hand; negative if there are too many. @param {string} kind */
  missing(kind) {
    const there = this.board.filter((piece) => piece && kindOf(piece) === kind).length;
    return SET[kind] - there - this.held("b", kind) - this.held("w", kind);
  }

  /** A copy in which a side holds all pieces that are missing. @param {Color} color */
  withRest(color) {
    const copy = this.clone();
    for (const kind of HELD) if (copy.missing(kind) > 0) copy.add(color, kind, copy.missing(kind));
    return copy;
  }

  /** A copy after a move in USI, which is taken to be legal. @param {string} usi */
  after(usi) {
    const copy = this.clone();
    if (usi[1] === "*") {
      copy.add(this.turn, usi[0], -1);
      copy.board[squareAt(usi.slice(2, 4))] = makePiece(usi[0], this.turn);
    } else {
      const [from, to] = [squareAt(usi.slice(0, 2)), squareAt(usi.slice(2, 4))];
      const piece = copy.board[from];
      const taken = copy.board[to];
      if (taken) copy.add(this.turn, kindOf(taken));
      copy.board[from] = null;
      if (piece) copy.board[to] = usi[4] === "+" ? "+" + kindOf(piece, true) : piece;
    }
    copy.turn = other(this.turn);
    copy.ply++;
    return copy;
  }

  /** @param {string[]} moves */
  afterAll(moves) {
    return moves.reduce((position, move) => position.after(move), /** @type {Position} */ (this));
  }

  /** The mirror image: file 1 becomes file 9. */
  mirrored() {
    const copy = this.clone();
    for (let square = 0; square < 81; square++) copy.board[square] = this.board[square - (square % 9) + 8 - (square % 9)];
    return copy;
  }

  /** The same with the sides exchanged: the board is turned round, and every piece changes its colour. */
  exchanged() {
    const copy = this.clone();
    copy.board = this.board.map((piece) => piece && makePiece(kindOf(piece), other(colorOf(piece)), isPromoted(piece))).reverse();
    copy.hands = { b: { ...this.hands.w }, w: { ...this.hands.b } };
    copy.turn = other(this.turn);
    return copy;
  }

  /** The pieces moved by files to the right and ranks down; undefined if one would leave the board. @param {number} right @param {number} down */
  shifted(right, down) {
    const copy = this.clone();
    copy.board.fill(null);
    for (let square = 0; square < 81; square++) {
      const piece = this.board[square];
      if (!piece) continue;
      const [file, rank] = [(square % 9) + right, Math.floor(square / 9) + down];
      if (file < 0 || file > 8 || rank < 0 || rank > 8) return undefined;
      copy.board[rank * 9 + file] = piece;
    }
    return copy;
  }
}

/**
 * A move in Western letters with the square it comes from: `S3b-2a+`, `G4cx5b`, `G*5b`.
 * @param {Position} position before the move @param {string} usi
 */
export function western(position, usi) {
  if (usi[1] === "*") return usi;
  const piece = position.board[squareAt(usi.slice(0, 2))] ?? "?";
  const to = squareAt(usi.slice(2, 4));
  const [from, target] = [usi.slice(0, 2), usi.slice(2, 4)];
  return `${piece.toUpperCase()}${from}${position.board[to] ? "x" : "-"}${target}${usi[4] === "+" ? "+" : declines(position, usi) ? "=" : ""}`;
}

/** Whether a move could promote and does not. @param {Position} position before the move @param {string} usi */
export function declines(position, usi) {
  const piece = position.board[squareAt(usi.slice(0, 2))];
  const zone = (/** @type {string} */ rank) => (position.turn === "b" ? "abc" : "ghi").includes(rank);
  return usi[1] !== "*" && usi[4] !== "+" && piece && canPromote(piece) && !isPromoted(piece) && (zone(usi[1]) || zone(usi[3]));
}

/** Moves in Western letters. @param {Position} position @param {string[]} moves */
export function westernLine(position, moves) {
  return moves.map((move) => {
    const name = western(position, move);
    position = position.after(move);
    return name;
  });
}
