/**
 * Serves the documents that come with the service. Their URLs keep the repository's structure, so that relative
 * links between them work.
 */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import { Refusal } from "#operation/define/refusal.ts";
import { refusals } from "#operation/response/platform-messages.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const SERVED = [
  "docs/{contract,guides}/*",
  "docs/reference/**/*.*",
  "packages/otep/{*.md,{schema,vectors,vectors/formats,src/mappings}/*.*,src/vocabulary.json}",
];
export const ADDRESS = "/documents";
const TYPES: Record<string, string> = { ".md": "text/markdown", ".json": "application/json" };

let served: ReadonlySet<string> | undefined;

/** Only listed documents can be requested, whatever the URL contains. */
export function isServed(place: string): boolean {
  served ??= new Set(
    globSync(SERVED, { cwd: ROOT }).map((file) => file.replaceAll(path.sep, path.posix.sep)),
  );
  return served.has(place);
}

export function registerDocuments(app: FastifyInstance, base_url: string): void {
  app.get(`${ADDRESS}/*`, (request, reply) => {
    const place = (request.params as { "*": string })["*"];
    if (!isServed(place)) throw new Refusal("not_found", "not_found", { message: refusals.no_document });
    return reply
      .header("access-control-allow-origin", "*")
      .type(`${TYPES[path.extname(place)] ?? "text/plain"}; charset=utf-8`)
      .send(loadDocument(place, base_url));
  });
}

/** A document by its path in the repository, with the URL of this installation filled in. */
export function loadDocument(place: string, base_url: string): string {
  return readFileSync(path.join(ROOT, place), "utf8").replaceAll("{base_url}", base_url);
}

/** Code may show links of other documents. Within a line it may go over to the next one, but not beyond its paragraph. */
const CODE = /(^```[\s\S]*?^```|`(?:[^`\n]|\n(?![^\S\n]*\n))*`)/m;
const RELATIVE_LINK = /\]\((?![a-z][a-z\d+.-]*:|\))([^)\s#]*)(#[^)\s]*)?\)/g;

/** A document for readers outside its folder: its relative links become URLs of this installation. */
export function withAbsoluteLinks(markdown: string, place: string, base_url: string): string {
  const absolute = (_link: string, target: string, anchor = "") => {
    // A link to a heading of the same document has only an anchor; the reader may have one section only.
    const target_path = target === "" ? place : path.posix.join(path.posix.dirname(place), target);
    const file = path.posix.extname(target_path) === "" ? `${target_path}/README.md` : target_path;
    return `](${base_url}${ADDRESS}/${file}${anchor})`;
  };
  return markdown
    .split(CODE)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(RELATIVE_LINK, absolute)))
    .join("");
}
