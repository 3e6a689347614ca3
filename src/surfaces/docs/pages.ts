/** The documentation as pages below `/docs`: guides and contract, in the same layout as the reference. */
import path from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "#operation/define/refusal.ts";
import { refusals } from "#operation/response/platform-messages.ts";
import { loadDocument } from "../discovery/documents.ts";
import { buildPage, escapeHtml, type Page } from "../page.ts";
import { type DocumentEntry, type DocumentGroup, listDocumentGroups, resolveLink } from "./documents.ts";
import { renderMarkdown } from "./markdown.ts";

const INDEX = "/docs/guides";
/** Heading levels in the outline of a page: with more, the outline would be longer than the page. */
const OUTLINE_LEVELS = [2, 3];
const OUTLINE_MAX = 40;

export function registerDocPages(app: FastifyInstance, base_url: string): void {
  const shelves = listDocumentGroups(base_url);
  const all = shelves.flatMap(({ documents }) => documents);
  const pages_by_address = new Map<string, Page>();
  const serve = (address: string, make: () => Page) => {
    app.get(address, (_request, reply) => {
      let page = pages_by_address.get(address);
      if (page === undefined) {
        page = make();
        pages_by_address.set(address, page);
      }
      return sendPage(reply, page);
    });
  };
  serve(INDEX, () => renderIndex(shelves));
  for (const entry of all) serve(entry.address, () => renderDocument(entry, shelves, base_url));
  for (const { documents } of shelves) {
    const folder = path.posix.dirname(documents[0]?.address ?? INDEX);
    if (folder !== INDEX) app.get(folder, (_request, reply) => reply.redirect(INDEX, 302));
  }
  app.get("/docs/*", (request, reply) => {
    if (!wantsPage(request)) throw new Refusal("not_found", "not_found", { message: refusals.no_document });
    return sendPage(reply.code(404), renderNotFound(shelves));
  });
}

export function sendPage(reply: FastifyReply, { html, policy }: Page): FastifyReply {
  return reply
    .header("content-security-policy", policy)
    .header("cache-control", "no-cache")
    .type("text/html; charset=utf-8")
    .send(html);
}

function wantsPage(request: FastifyRequest): boolean {
  return (request.headers.accept ?? "").includes("text/html");
}

/** The top bar of every documentation page; `here` is the URL of the current section. */
export function renderTopBar(here: string): string {
  const links = [
    [INDEX, "Guides"],
    ["/docs", "REST"],
    ["/api/graphql", "GraphQL"],
    ["/", "Console"],
  ];
  const link_items = links.map(
    ([address, word]) => `<a href="${address}"${address === here ? ' aria-current="page"' : ""}>${word}</a>`,
  );
  return `<header class="bar"><a class="brand" href="${INDEX}">${ICON}<span>Packhorse</span></a><nav aria-label="Documentation">${link_items.join("")}</nav></header>`;
}

/** The console's icon. */
const ICON = `<svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#9a4a14"/><path d="M8 23V14.5a6.5 6.5 0 0 1 13 0V17h3" fill="none" stroke="#fff6ea" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/><circle cx="8" cy="23" r="2.6" fill="#fff6ea"/><path d="m21.5 13.6 3.4 3.4-3.4 3.4" fill="none" stroke="#fff6ea" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/></svg>`;

function renderLinks(shelves: readonly DocumentGroup[], here: string): string {
  return shelves
    .map(({ title, documents }) => {
      const links = documents.map(
        (entry) =>
          `<a href="${entry.address}"${entry.address === here ? ' aria-current="page"' : ""}>${escapeHtml(entry.title)}</a>`,
      );
      return `<h2>${title}</h2>${links.join("")}`;
    })
    .join("");
}

interface Parts {
  title: string;
  shelves: readonly DocumentGroup[];
  here: string;
  content: string;
  outline?: string;
}

function renderPage({ title, shelves, here, content, outline = "" }: Parts): Page {
  const { html, policy } = buildPage(path.join(import.meta.dirname, "guide"), ["docs.css"]);
  const filled: Record<string, string> = {
    "<!-- title -->": escapeHtml(title),
    "<!-- bar -->": renderTopBar(INDEX),
    "<!-- shelves -->": renderLinks(shelves, here),
    "<!-- content -->": content,
    "<!-- outline -->": outline,
  };
  return {
    html: Object.entries(filled).reduce((text, [mark, value]) => text.replace(mark, () => value), html),
    policy,
  };
}

function renderDocument(entry: DocumentEntry, shelves: readonly DocumentGroup[], base_url: string): Page {
  const all = shelves.flatMap(({ documents }) => documents);
  const pages = new Set(all.map(({ place }) => place));
  const { html, headings } = renderMarkdown(loadDocument(entry.place, base_url), (link) =>
    resolveLink(link, entry.place, pages),
  );
  const outlined = headings.filter(({ level }) => OUTLINE_LEVELS.includes(level)).slice(0, OUTLINE_MAX);
  const outline = outlined.map(
    ({ id, text, level }) => `<a class="level-${level}" href="#${id}">${escapeHtml(text)}</a>`,
  );
  const index = all.indexOf(entry);
  const step = (other: DocumentEntry | undefined, word: string, side: string) =>
    other === undefined
      ? "<span></span>"
      : `<a class="${side}" href="${other.address}"><small>${word}</small>${escapeHtml(other.title)}</a>`;
  const steps = `<nav class="steps" aria-label="Other documents">${step(all[index - 1], "Before", "before")}${step(all[index + 1], "Next", "next")}</nav>`;
  return renderPage({
    title: entry.title,
    shelves,
    here: entry.address,
    content: html + steps,
    outline: outline.length > 1 ? `<h2>On this page</h2>${outline.join("")}` : "",
  });
}

function renderIndex(shelves: readonly DocumentGroup[]): Page {
  const cards = shelves.map(({ title, documents }) => {
    const links = documents.map(
      (entry) =>
        `<a class="card" href="${entry.address}"><strong>${escapeHtml(entry.title)}</strong><span>${escapeHtml(entry.summary)}</span></a>`,
    );
    return `<h2>${title}</h2><div class="cards">${links.join("")}</div>`;
  });
  const content = `<h1>Documentation</h1><p class="lead">How to integrate with this installation, over REST, GraphQL and MCP, and how to run it. Every operation, with a form to try it, is in the <a href="/docs">REST reference</a>.</p>${cards.join("")}`;
  return renderPage({ title: "Documentation", shelves, here: INDEX, content });
}

function renderNotFound(shelves: readonly DocumentGroup[]): Page {
  const content = `<h1>There is no such document</h1><p>The address may have been mistyped. All documents are in the list, and <a href="${INDEX}">on one page</a>.</p>`;
  return renderPage({ title: "Not found", shelves, here: "", content });
}
