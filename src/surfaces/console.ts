/**
 * Serves the web console's files, for every URL that no other surface handles. Built by `npm ci`; pages are
 * routes of one document, except those of tracking, which have their own. A URL that is not one of its pages is 404;
 * a browser gets that document too, which shows the error.
 */
import { existsSync, statSync } from "node:fs";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { readFileIfExists } from "./page.ts";

/** URLs of APIs, which get a JSON 404 instead of a page. */
const API_PATHS = /^\/(api|mcp(\/|$)|\.well-known|healthz|readyz|version|metrics)/;

const PAGES = "/*";

/** True for a URL that only the console serves: its pages read their query themselves. */
export function isConsolePage({ routeOptions, url }: FastifyRequest): boolean {
  return routeOptions.url === PAGES && !API_PATHS.test(url);
}

/** URLs that the contract and the start message publish: pages for every client, whatever it accepts. */
const PUBLISHED = new Set(["", "mcp-approvals"]);

/** Scripts from this origin only; images and maps from this origin and from the listed ones. */
function buildPolicy(origins: readonly string[], frame_ancestors: readonly string[] = ["'none'"]): string {
  const here = ["'self'", ...new Set(origins)].join(" ");
  return [
    "default-src 'self'",
    // The reader of barcodes of the apps is WebAssembly; no text is ever evaluated as script.
    "script-src 'self' 'wasm-unsafe-eval'",
    `img-src ${here} data: blob:`,
    `connect-src ${here}`,
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self' data:",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "form-action 'self'",
    `frame-ancestors ${frame_ancestors.join(" ")}`,
    "base-uri 'self'",
  ].join("; ");
}

/** Written by the build: the routes of pages, and the origins the maps are loaded from. */
interface Built {
  /** Like `/orders/$order_id`; null when the build lists none, and any URL may be a page. */
  pages: string[] | null;
  /** Documents of pages that are not in `index.html`. */
  documents: Record<string, string>;
  /** Pages that search engines must not index. */
  unindexed: string[];
  origins: string[];
}

/** Read for each request, since a console may be built while the service runs. */
async function readBuilt(folder: string): Promise<Built> {
  const text = await readFileIfExists(folder, "addresses.json");
  const none: Built = { pages: null, documents: {}, unindexed: [], origins: [] };
  return text === undefined ? none : { ...none, ...(JSON.parse(text) as Partial<Built>) };
}

const NOT_BUILT = `<!doctype html><meta charset="utf-8"><title>Packhorse</title>
<p>The console is not built. Run <code>npm run build:console</code> and reload.</p>`;

/** A plain relative path to a file: no empty segment, no dots that leave the folder. */
function isFile(folder: string, requested_path: string): boolean {
  if (
    !requested_path.includes(".") ||
    requested_path.includes("..") ||
    path.posix.normalize(requested_path) !== requested_path
  )
    return false;
  const file = path.join(folder, requested_path);
  return existsSync(file) && statSync(file).isFile();
}

/** Matches URLs like the console's router: a trailing slash makes no difference. */
function matches(page: string, requested_path: string): boolean {
  const parts = requested_path.replace(/\/$/, "").split("/");
  const page_parts = page.slice(1).split("/");
  return (
    page_parts.length === parts.length &&
    page_parts.every((word, index) => (word.startsWith("$") ? parts[index] !== "" : word === parts[index]))
  );
}

export interface ConsoleOptions {
  /** Base of image URLs, whatever URL the page was requested by. */
  base_url: string;
  console_origins?: readonly string[];
}

/** The document of the console for frames of some origins, with its policy; null where no console is built. */
export type ReadFramedPage = (
  frame_ancestors: readonly string[],
) => Promise<{ html: string; policy: string } | null>;

export function createFramedPageReader(
  folder: string,
  { base_url, console_origins = [] }: ConsoleOptions,
): ReadFramedPage {
  return async (frame_ancestors) => {
    const { origins } = await readBuilt(folder);
    const html = await readFileIfExists(folder, "index.html");
    if (html === undefined) return null;
    const policy = buildPolicy([new URL(base_url).origin, ...origins, ...console_origins], frame_ancestors);
    return { html, policy };
  };
}

export async function registerConsole(
  app: FastifyInstance,
  folder: string,
  { base_url, console_origins = [] }: ConsoleOptions,
): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    serve: false,
    // The build wrote them beside each file.
    preCompressed: true,
    maxAge: "1y",
    immutable: true,
    index: false,
  });
  app.get(PAGES, async (request, reply) => {
    const requested_path = (request.params as { "*": string })["*"];
    const { pages, documents, unindexed, origins } = await readBuilt(folder);
    const policy = buildPolicy([new URL(base_url).origin, ...origins, ...console_origins]);
    // Of documents and workers it decides what they may load; a first visit loads dozens of other files.
    if (!/^assets\/(?!.*worker).*\.(js|css)$/.test(requested_path))
      reply.header("content-security-policy", policy);
    if (API_PATHS.test(request.url)) return reply.callNotFound();
    if (isFile(folder, requested_path)) {
      return reply.sendFile(requested_path, {
        maxAge: requested_path.startsWith("assets/") ? "1y" : 0,
        immutable: requested_path.startsWith("assets/"),
      });
    }
    const wants_page = (request.headers.accept ?? "").includes("text/html");
    if (!wants_page && !PUBLISHED.has(requested_path)) return reply.callNotFound();
    const own_document = Object.entries(documents).find(([page]) => matches(page, requested_path))?.[1];
    const html = await readFileIfExists(folder, own_document ?? "index.html");
    reply.header("content-type", "text/html; charset=utf-8").header("cache-control", "no-cache");
    if (html === undefined) return reply.code(503).send(NOT_BUILT);
    if (unindexed.some((page) => matches(page, requested_path)))
      reply.header("x-robots-tag", "noindex, nofollow");
    const is_page = pages === null || pages.some((page) => matches(page, requested_path));
    return reply.code(is_page ? 200 : 404).send(html);
  });
}
