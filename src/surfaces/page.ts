/**
 * A page of our own in one answer: its style and script stand inside it, allowed by their hashes alone, so that
 * nothing is loaded from anywhere else and nothing put into it by others runs.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";

export interface Page {
  html: string;
  /** Content-Security-Policy to send with it. */
  policy: string;
}

const SHARED = readFileSync(path.join(import.meta.dirname, "page.css"), "utf8");

/** The page of a folder that holds `page.html`, `page.css` and `page.js`; its style comes after the shared one. */
export function pageOf(folder: string): Page {
  const read = (name: string) => readFileSync(path.join(folder, name), "utf8");
  const [style, script] = [SHARED + read("page.css"), read("page.js")];
  // A function as the replacement: in a text, `$` would mean something.
  const html = read("page.html")
    .replace("<!-- style -->", () => `<style>${style}</style>`)
    .replace("<!-- script -->", () => `<script>${script}</script>`);
  const policy = [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
    `script-src '${hashOf(script)}'`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  return { html, policy };
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
