// Elements, made in one call.

const SVG = "http://www.w3.org/2000/svg";
/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Record<string, any>} Attributes */

/** @param {Element} element @param {Attributes} attributes @param {(Child | Child[])[]} children */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null) continue;
    if (name.startsWith("aria-")) element.setAttribute(name, String(value));
    else if (value === false) continue;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked") /** @type {any} */ (element)[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat()) {
    if (child !== null && child !== undefined && child !== false) element.append(child instanceof Node ? child : String(child));
  }
  return element;
}

/**
 * An HTML element. Attributes that begin with `on` are listeners.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {Attributes} [attributes] @param {...(Child | Child[])} children @returns {HTMLElementTagNameMap[T]}
 */
export const h = (tag, attributes = {}, ...children) =>
  /** @type {HTMLElementTagNameMap[T]} */ (fill(document.createElement(tag), attributes, children));

/** An SVG element. @param {string} tag @param {Attributes} [attributes] @param {...(Child | Child[])} children @returns {SVGElement} */
export const s = (tag, attributes = {}, ...children) =>
  /** @type {SVGElement} */ (fill(document.createElementNS(SVG, tag), attributes, children));

/**
 * A part that unfolds; its content is made when it is opened first, and it stays open when its panel is drawn again.
 * @param {string} key @param {Child} summary @param {() => Node} make @param {string} [className]
 */
export function unfold(key, summary, make, className = "plain") {
  const details = h("details", { "data-key": key, class: className }, h("summary", {}, summary));
  const fillIn = () => details.childNodes.length > 1 || details.append(make());
  details.addEventListener("toggle", () => details.open && fillIn());
  makers.set(details, fillIn);
  return details;
}
/** @type {WeakMap<Element, () => void>} */
const makers = new WeakMap();

/** Replaces the content of an element, and keeps unfolded what was. @param {Element} element @param {...Node} content */
export function replace(element, ...content) {
  const open = new Set([...element.querySelectorAll("details[open][data-key]")].map((details) => details.getAttribute("data-key")));
  element.replaceChildren(...content);
  for (const details of element.querySelectorAll("details[data-key]")) {
    if (!open.has(details.getAttribute("data-key"))) continue;
    makers.get(details)?.();
    details.setAttribute("open", "");
  }
}

/** Saves a file from the page. @param {string} name @param {Blob} blob */
export function download(name, blob) {
  const link = h("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** The bytes of a text in base64. @param {string} base64 */
export const bytesOf = (base64) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
/** @param {ArrayBuffer} buffer */
export function base64Of(buffer) {
  let text = "";
  for (const byte of new Uint8Array(buffer)) text += String.fromCharCode(byte);
  return btoa(text);
}
