// For work on the page: serves web/page as it is on disk, and passes /api on to a server that runs.
//
//   node web/tests/dev.mjs PORT http://127.0.0.1:7117/
import { createServer, request as ask } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";

const [, , port, server] = process.argv;
const page = new URL("../page/", import.meta.url).pathname;
const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".svg": "image/svg+xml", ".wasm": "application/wasm" };

createServer(async (request, response) => {
  const { pathname } = new URL(request.url, "http://page");
  if (pathname.startsWith("/api/")) {
    const target = new URL(pathname.slice(1), server);
    const headers = { ...request.headers, host: target.host };
    delete headers.origin;
    const passed = ask(target, { method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
      // An answer that breaks off breaks off for the page as well.
      answer.on("close", () => answer.complete || response.destroy());
    });
    passed.on("error", () => response.destroy());
    response.on("close", () => passed.destroy());
    request.pipe(passed);
    return;
  }
  try {
    const path = join(page, normalize(pathname === "/" ? "/index.html" : pathname));
    const body = await readFile(path);
    response.setHeader("content-type", types[extname(path)] ?? "text/plain");
    response.end(body);
  } catch {
    response.statusCode = 404;
    response.end();
  }
}).listen(Number(port), "127.0.0.1");
