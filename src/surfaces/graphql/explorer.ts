/**
 * The page for writing and running GraphQL: GraphiQL, built with the console, or, where no console is built, a
 * small page of our own. Both work without any other server.
 */
import path from "node:path";
import { buildPage, type Page, readFileIfExists } from "../page.ts";

/**
 * Scripts and requests from this origin only. GraphiQL's dialogs add a style element to the document, and its fonts
 * are embedded in its style sheet; it has no style attributes.
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

/** `console_folder` is the folder of the built console; null where it is not served. */
export async function explorerPage(console_folder: string | null): Promise<Page> {
  const html = console_folder === null ? undefined : await readFileIfExists(console_folder, "graphiql.html");
  if (html !== undefined) return { html, policy: GRAPHIQL_POLICY };
  small ??= buildPage(path.join(import.meta.dirname, "explorer"));
  return small;
}
