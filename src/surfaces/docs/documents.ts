/** The documents shown as pages below `/docs`: their list, their order and the targets of their links. */
import { globSync } from "node:fs";
import path from "node:path";
import { ADDRESS as AS_TEXT, isServed, loadDocument } from "../discovery/documents.ts";

export interface DocumentEntry {
  /** `docs/guides/agents.md` */
  place: string;
  /** `/docs/guides/agents` */
  address: string;
  title: string;
  /** Its first paragraph, as plain text. */
  summary: string;
}

export interface DocumentGroup {
  title: string;
  documents: DocumentEntry[];
}

const ROOT = path.resolve(import.meta.dirname, "../../..");

const SHELVES = [
  { title: "Guides", folder: "guides", first: ["integration", "agents", "graphql", "otep", "order-states"] },
  { title: "Contract", folder: "contract", first: ["rest", "mcp", "otep"] },
  { title: "Reference", folder: "reference", first: ["README", "events"] },
];

/** Written for programs, not shown to readers. */
const EXCLUDED = new Set(["docs/guides/ai-skill.md"]);

/** Grouped by folder; documents not listed first follow by name. */
export function listDocumentGroups(base_url: string): DocumentGroup[] {
  return SHELVES.map(({ title, folder, first }) => {
    const rank = (place: string) => {
      const index = first.indexOf(path.posix.basename(place, ".md"));
      return index === -1 ? first.length : index;
    };
    const places = globSync(`docs/${folder}/**/*.md`, { cwd: ROOT })
      .map((place) => place.replaceAll(path.sep, path.posix.sep))
      .filter((place) => !EXCLUDED.has(place))
      .sort((one, other) => rank(one) - rank(other) || one.localeCompare(other));
    return { title, documents: places.map((place) => readDocument(place, base_url)) };
  });
}

function readDocument(place: string, base_url: string): DocumentEntry {
  const text = loadDocument(place, base_url);
  const [, title = place] = /^# (.+)$/m.exec(text) ?? [];
  const [paragraph = ""] =
    /^(?!#|\||-|```|\s)(?:.+\n)+/m.exec(text.slice(text.indexOf(title) + title.length)) ?? [];
  return { place, address: buildAddress(place), title, summary: toPlainText(paragraph) };
}

function buildAddress(place: string): string {
  return `/${place.replace(/\.md$/, "")}`;
}

/** The first sentence, without Markdown syntax. */
function toPlainText(paragraph: string): string {
  const text = paragraph
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[*`]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  return /^.*?[.:](?= |$)/.exec(text)?.[0].replace(/:$/, ".") ?? text;
}

/**
 * The URL of a document's link on this installation: its page, a raw file, or undefined for something that is not
 * served.
 */
export function resolveLink(link: string, place: string, pages: ReadonlySet<string>): string | undefined {
  if (/^([a-z][a-z\d+.-]*:|#|\/)/i.test(link)) return link;
  const [target = "", anchor] = link.split("#");
  const target_path = path.posix.join(path.posix.dirname(place), target);
  const hash = anchor === undefined ? "" : `#${anchor}`;
  if (pages.has(target_path)) return buildAddress(target_path) + hash;
  const file = path.posix.extname(target_path) === "" ? `${target_path}/README.md` : target_path;
  return isServed(file) ? `${AS_TEXT}/${file}${hash}` : undefined;
}
