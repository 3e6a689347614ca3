/**
 * The documents that come with the service, at addresses that keep their places among each other: a link from one to
 * another leads there as it does in the repository.
 */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import { Refusal } from "#operation/refusal.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const SERVED = [
  "docs/{contract,guides,reference}/*",
  "packages/otep/{*.md,{schema,vectors}/*,src/vocabulary.json}",
];
const ADDRESS = "/documents";
const TYPES: Record<string, string> = { ".md": "text/markdown", ".json": "application/json" };

export function registerDocuments(app: FastifyInstance, base_url: string): void {
  // Only what is listed can be asked for, whatever an address spells.
  const places = new Set(
    globSync(SERVED, { cwd: ROOT }).map((place) => place.replaceAll(path.sep, path.posix.sep)),
  );
  app.get(`${ADDRESS}/*`, (request, reply) => {
    const place = (request.params as { "*": string })["*"];
    if (!places.has(place))
      throw new Refusal("not_found", "not_found", { message: "There is no such document." });
    return reply
      .header("access-control-allow-origin", "*")
      .header("x-content-type-options", "nosniff")
      .type(`${TYPES[path.extname(place)] ?? "text/plain"}; charset=utf-8`)
      .send(documentAt(place, base_url));
  });
}

/** A document by its place in the repository, with the address of this installation filled in. */
export function documentAt(place: string, base_url: string): string {
  return readFileSync(path.join(ROOT, place), "utf8").replaceAll("{base_url}", base_url);
}

/** Code shows links of other people's documents. */
const CODE = /(^```[\s\S]*?^```|`[^`\n]*`)/m;
const RELATIVE_LINK = /\]\((?![a-z][a-z\d+.-]*:|#)([^)\s#]+)(#[^)\s]*)?\)/g;

/** A document for readers who do not know where it lies: its relative links are addresses of this installation. */
export function withAbsoluteLinks(markdown: string, place: string, base_url: string): string {
  const absolute = (_link: string, target: string, anchor = "") => {
    const found = path.posix.join(path.posix.dirname(place), target);
    const file = path.posix.extname(found) === "" ? `${found}/README.md` : found;
    return `](${base_url}${ADDRESS}/${file}${anchor})`;
  };
  return markdown
    .split(CODE)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(RELATIVE_LINK, absolute)))
    .join("");
}
