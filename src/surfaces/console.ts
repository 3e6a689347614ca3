/**
 * The web console's files, for every address no other surface answers. Built by `npm ci`; pages are addresses
 * of one document, so an unknown address that wants HTML gets it.
 */
import { existsSync, statSync } from "node:fs";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";

/** Addresses of programs, which get a JSON 404 instead of a page. */
const PROGRAMS = /^\/(api|mcp(\/|$)|\.well-known|healthz|readyz|version|metrics)/;

/** Addresses that the contract and the start give: pages for whoever asks, whatever they say they read. */
const GIVEN = new Set(["", "mcp-approvals"]);

/** Scripts from here only; pictures from signed links; map tiles and their style from anywhere by HTTPS. */
const POLICY = [
  "default-src 'self'",
  "img-src 'self' data: blob: https:",
  "connect-src 'self' https: ws: wss:",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self' data: https:",
  "worker-src 'self' blob:",
  "frame-ancestors 'none'",
  "base-uri 'self'",
].join("; ");

const NOT_BUILT = `<!doctype html><meta charset="utf-8"><title>Packhorse</title>
<p>The console is not built. Run <code>npm run build:console</code> and reload.</p>`;

/** A plain way down to a file: no empty part, no dots that lead elsewhere. */
function isFile(folder: string, asked: string): boolean {
  if (!asked.includes(".") || asked.includes("..") || path.posix.normalize(asked) !== asked) return false;
  const file = path.join(folder, asked);
  return existsSync(file) && statSync(file).isFile();
}

export async function registerConsole(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    serve: false,
    maxAge: "1y",
    immutable: true,
    index: false,
  });
  app.get("/*", (request, reply) => {
    const asked = (request.params as { "*": string })["*"];
    reply
      .header("content-security-policy", POLICY)
      .header("x-content-type-options", "nosniff")
      .header("referrer-policy", "strict-origin-when-cross-origin");
    if (PROGRAMS.test(request.url)) return reply.callNotFound();
    if (isFile(folder, asked)) {
      return reply.sendFile(asked, {
        maxAge: asked.startsWith("assets/") ? "1y" : 0,
        immutable: asked.startsWith("assets/"),
      });
    }
    const wants_page = (request.headers.accept ?? "").includes("text/html");
    if (!wants_page && !GIVEN.has(asked)) return reply.callNotFound();
    if (!existsSync(path.join(folder, "index.html"))) {
      return reply.code(503).header("content-type", "text/html; charset=utf-8").send(NOT_BUILT);
    }
    return reply.header("cache-control", "no-cache").sendFile("index.html", { maxAge: 0, immutable: false });
  });
}
