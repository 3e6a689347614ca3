/**
 * The page on which a person writes GraphQL and sees the answer: GraphiQL, built with the console, or, where no
 * console is built, a small page of our own. Both work without any other server.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { type Page, pageOf } from "../page.ts";

/**
 * Scripts and calls from here only. GraphiQL's dialogs put a style element into the document, and its fonts stand
 * inside its style sheet; it has no style attributes.
 */
const GRAPHIQL_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "style-src-attr 'none'",
  "font-src data:",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

let small: Page | undefined;

/** `console_folder` is where the console is built, or would be; null where it is not served. */
export async function explorerPage(console_folder: string | null): Promise<Page> {
  const html = console_folder === null ? undefined : await readIfThere(console_folder, "graphiql.html");
  if (html !== undefined) return { html, policy: GRAPHIQL_POLICY };
  small ??= pageOf(path.join(import.meta.dirname, "explorer"));
  return small;
}

/** Read at each showing, since a console may be built while the service runs. */
async function readIfThere(folder: string, name: string): Promise<string | undefined> {
  return readFile(path.join(folder, name), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
}
