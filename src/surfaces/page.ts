/**
 * An HTML page in one response: its style and script are inline and allowed by their hashes, so that nothing is
 * loaded from elsewhere and injected code does not run.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";

export interface Page {
  html: string;
  /** Content-Security-Policy to send with it. */
  policy: string;
}

const SHARED = readFileSync(path.join(import.meta.dirname, "page.css"), "utf8");

/** Builds the page of a folder with `page.html`, `page.css` and `page.js`; its own style follows the shared ones. */
export function buildPage(folder: string, shared: readonly string[] = []): Page {
  const read = (name: string) => readFileSync(path.join(folder, name), "utf8");
  const sharing = shared.map((name) => readFileSync(path.join(import.meta.dirname, name), "utf8"));
  const [style, script] = [[SHARED, ...sharing, read("page.css")].join(""), read("page.js")];
  // A function as the replacement, because `$` has a meaning in a replacement text.
  const html = read("page.html")
    .replace("<!-- style -->", () => `<style>${style}</style>`)
    .replace("<!-- script -->", () => `<script>${script}</script>`);
  const policy = [
    "default-src 'none'",
    `style-src '${cspHash(style)}'`,
    `script-src '${cspHash(script)}'`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  return { html, policy };
}

/** A file of the built console, read for each request: a console may be built while the service runs. */
export async function readFileIfExists(folder: string, name: string): Promise<string | undefined> {
  return readFile(path.join(folder, name), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
}

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function cspHash(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
