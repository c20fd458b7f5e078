// What the page keeps in the browser.

/** @param {string} key @param {any} fallback */
export function load(key, fallback) {
  try {
    const text = localStorage.getItem(`yomikiri.${key}`);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback;
  }
}

/** @param {string} key @param {any} value */
export function save(key, value) {
  try {
    localStorage.setItem(`yomikiri.${key}`, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing is used without memory.
  }
}

/** Limits and rules of searches. */
export const settings = Object.assign(
  { algorithm: "default", time: 60, nodes: "", memory: "512MiB", rules: "plus2", first: false, strict: false, thorough: false, allow_two_plies: false },
  load("settings", {}),
);

/** @param {Partial<typeof settings>} changes */
export function set(changes) {
  Object.assign(settings, changes);
  save("settings", settings);
}

/** The limits as a request has them. */
export function limits() {
  const { time, nodes, memory } = settings;
  return { time: Number(time) || 60, ...(Number(nodes) ? { nodes: Number(nodes) } : {}), memory };
}
