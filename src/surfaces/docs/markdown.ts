/**
 * Renders Markdown as HTML. HTML in a document is shown as text, except for a bare anchor; the caller resolves
 * links; no inline styles, which the page's policy would block.
 */
import MarkdownIt from "markdown-it";

interface Heading {
  id: string;
  text: string;
  level: number;
}

export interface RenderedMarkdown {
  html: string;
  headings: Heading[];
}

const ANCHOR = /^<a id="([\w-]+)"><\/a>/;

/** `linked` returns undefined for a link without a target here: its text stays. */
export function renderMarkdown(
  markdown: string,
  linked: (link: string) => string | undefined,
): RenderedMarkdown {
  const headings: Heading[] = [];
  const md = new MarkdownIt({ html: false, linkify: false });

  md.inline.ruler.before("text", "anchor", (state, silent) => {
    const [anchor, id] = ANCHOR.exec(state.src.slice(state.pos, state.pos + 200)) ?? [];
    if (anchor === undefined || id === undefined) return false;
    if (!silent) state.push("anchor", "", 0).content = id;
    state.pos += anchor.length;
    return true;
  });
  md.renderer.rules["anchor"] = (tokens, index) =>
    `<span id="${md.utils.escapeHtml(tokens[index]?.content ?? "")}"></span>`;

  md.core.ruler.push("pages", (state) => {
    const taken_ids = new Set<string>();
    state.tokens.forEach((token, index) => {
      if (token.type === "heading_open") {
        const text = state.tokens[index + 1]?.children?.map(({ content }) => content).join("") ?? "";
        const id = freeId(toSlug(text), taken_ids);
        token.attrSet("id", id);
        headings.push({ id, text, level: Number(token.tag.slice(1)) });
      }
      const align = /text-align:(\w+)/.exec(String(token.attrGet("style") ?? ""))?.[1];
      if (align !== undefined) {
        token.attrs = (token.attrs ?? []).filter(([name]) => name !== "style");
        token.attrSet("class", `to-${align}`);
      }
      const open: boolean[] = [];
      for (const child of token.children ?? []) {
        if (child.type === "link_open") {
          const target = linked(String(child.attrGet("href") ?? ""));
          open.push(target !== undefined);
          if (target === undefined) child.hidden = true;
          else child.attrSet("href", target);
          if (target !== undefined && /^https?:/.test(target)) child.attrSet("rel", "noreferrer");
        }
        if (child.type === "link_close" && open.pop() === false) child.hidden = true;
      }
    });
  });
  const { renderToken } = md.renderer;
  md.renderer.rules["link_open"] = (tokens, index, options) =>
    tokens[index]?.hidden ? "" : renderToken.call(md.renderer, tokens, index, options);
  md.renderer.rules["link_close"] = (tokens, index) => (tokens[index]?.hidden ? "" : "</a>");
  md.renderer.rules["table_open"] = () => `<div class="table" tabindex="0"><table>`;
  md.renderer.rules["table_close"] = () => "</table></div>";
  md.renderer.rules["fence"] = (tokens, index) => {
    const { content = "", info = "" } = tokens[index] ?? {};
    const language = info.trim().split(/\s/)[0] ?? "";
    const label = language === "" ? "" : `<span class="language">${md.utils.escapeHtml(language)}</span>`;
    return `<div class="sample">${label}<pre tabindex="0"><code>${md.utils.escapeHtml(content)}</code></pre></div>\n`;
  };
  return { html: md.render(markdown), headings };
}

/** The same slug as other Markdown renderers, so that links between documents work. */
function toSlug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\-_ ]/gu, "")
    .replaceAll(" ", "-");
}

function freeId(id: string, taken_ids: Set<string>): string {
  let free = id;
  for (let count = 1; taken_ids.has(free); count += 1) free = `${id}-${count}`;
  taken_ids.add(free);
  return free;
}
