// The address: `#solve?sfen=4k4/9/…_b_G_1&moves=G*5b&ply=1`. It holds the view, the position and the line, so that reloads and links work.

/** @typedef {{view: string, params: Record<string, string>}} Address */

/** @param {string} hash @returns {Address} */
export function parse(hash) {
  const [view, query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  /** @type {Record<string, string>} */
  const params = {};
  for (const part of query.split("&").filter(Boolean)) {
    const at = part.indexOf("=");
    const [key, value] = at < 0 ? [part, ""] : [part.slice(0, at), part.slice(at + 1)];
    try {
      params[key] = decodeURIComponent(value).replaceAll("_", " ");
    } catch {
      // A part that is no text is left out.
    }
  }
  return { view, params };
}

/** @param {Address} address */
export function format({ view, params }) {
  const parts = Object.entries(params).filter(([, value]) => value !== "" && value !== undefined)
    .map(([key, value]) => `${key}=${encodeURI(value.replaceAll(" ", "_")).replaceAll("#", "%23").replaceAll("&", "%26")}`);
  return `#${view}${parts.length ? `?${parts.join("&")}` : ""}`;
}
