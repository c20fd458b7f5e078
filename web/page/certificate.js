// The certificate of an answer: a file from which others can check it. It is made when somebody wants it.

import { bytesOf, download, h } from "./dom.js";
import { bytes, number } from "./figures.js";
import { language, messages, t } from "./messages.js";
import { Search } from "./search.js";

/** @typedef {import("./app.js").App} App */

export class CertificateMaker {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** What became of it. @type {any} */
    this.made = undefined;
    /** @type {HTMLElement | undefined} */
    this.line = undefined;
    this.search = new Search(app, { done: (answer) => this.take(answer.certificate ?? {}), draw: () => this.drawLine() });
  }

  reset() {
    this.search.reset();
    this.made = undefined;
  }

  /** @param {any} certificate */
  take(certificate) {
    this.made = certificate;
    if (certificate.base64) download(`${this.app.title ?? "yomikiri"}.cert.gz`, new Blob([bytesOf(certificate.base64)], { type: "application/gzip" }));
  }

  /** The button that makes it, or stops that. @param {import("./engine.js").Request} request the one whose answer is to be certified */
  button(request) {
    const { search } = this;
    if (search.running) return h("button", { type: "button", "data-key": "certificate-stop", onclick: () => search.stop() }, `${t("stop")}: ${t("certificate")}`);
    const make = () => {
      this.reset();
      search.start({ ...request, certificate: true });
    };
    return h("button", { type: "button", "data-key": "certificate", title: t("certificate_title"), onclick: make }, t("certificate"));
  }

  /** What became of it. */
  status() {
    const { search, made } = this;
    if (!search.running && !search.error && !made) return undefined;
    this.line = h("p", { class: "note certificate", role: "status" });
    this.drawLine();
    return search.failure() ?? this.line;
  }

  drawLine() {
    if (this.line) this.line.textContent = this.words();
  }

  words() {
    const { search, made } = this;
    if (search.running && search.ahead > 0) return t("queued", { count: search.ahead });
    if (search.running) return t("certificate_making", { nodes: number(search.progress?.certificate ?? 0) });
    if (made?.base64) return t("certificate_made", { claim: claimText(made.claim), nodes: number(made.nodes), size: bytes(made.bytes) });
    if (made) return t("certificate_none", { why: (language() === "ja" ? made.error_ja : made.error) ?? t("stopped_stopped") });
    return "";
  }
}

/** A claim in words; one that has none stays as it is. @param {string} claim as the checkers state it @returns {string} */
function claimText(claim) {
  const [, plain, rules] = claim.match(/^(.*) by (\w+), line as given$/) ?? [];
  if (plain) return t("claim_by", { claim: claimText(plain), rules });
  const [, kind, count] = claim.match(/^(unsound \S+|\S+)(?: (\d+))?$/) ?? [];
  const key = `claim_${kind?.replace(" ", "-")}`;
  return messages[key] ? t(key, { count }) : claim;
}
