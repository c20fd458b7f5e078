// Books of problems to solve by hand, and what was solved, kept in the browser.

import { t } from "./messages.js";
import { load, save } from "./settings.js";

/** @typedef {{sfen: string, length: number | null, name?: string}} Problem */
/** @typedef {{id: string, title: string, problems: Problem[]}} Book */
/** @typedef {{solved: boolean, seconds?: number, hints?: number, takebacks?: number}} Mark */

/** Books that a browser keeps at most, and problems in one. */
const MOST = { books: 8, problems: 2000 };

/** @type {Promise<Problem[]> | undefined} */
let zuko;

/** 将棋図巧 of Itō Kanju. @returns {Promise<Book>} */
async function theZuko() {
  zuko ??= fetch("zuko.json").then((response) => response.json())
    .then((rows) => rows.map((/** @type {[string, number]} */ [sfen, length]) => ({ sfen, length })), (error) => {
      zuko = undefined;
      throw error;
    });
  return { id: "zuko", title: t("zuko"), problems: await zuko };
}

/** The lists that were dropped in. @returns {Book[]} */
export const ownBooks = () => load("books", []);

/** @param {string} id @returns {Promise<Book | undefined>} */
export async function book(id) {
  return id === "zuko" ? theZuko() : ownBooks().find((one) => one.id === id);
}

/** Keeps a list as a book. @param {string} title @param {Problem[]} problems @returns {Book} */
export function addBook(title, problems) {
  const id = `list-${title.replace(/[^\p{L}\p{N}]+/gu, "-").slice(0, 40)}-${problems.length}`;
  const made = { id, title, problems: problems.slice(0, MOST.problems).map(({ sfen, length, name }) => ({ sfen, length: length ?? null, name })) };
  save("books", [made, ...ownBooks().filter((one) => one.id !== id)].slice(0, MOST.books));
  return made;
}

/** @param {string} id */
export function removeBook(id) {
  save("books", ownBooks().filter((one) => one.id !== id));
}

/** What was done in a book, by number from 0. @param {string} id @returns {Record<string, Mark>} */
export const marksOf = (id) => load(`marks.${id}`, {});

/** @param {string} id @param {number} index @param {Mark} mark */
export function setMark(id, index, mark) {
  const marks = marksOf(id);
  if (marks[index]?.solved && !mark.solved) return;
  save(`marks.${id}`, { ...marks, [index]: mark });
}
