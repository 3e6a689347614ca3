/**
 * Views of tools, which a client that knows the extension MCP Apps shows beside the answer. The families declare them. A view
 * is one HTML document that loads nothing; its data is the answer of its tool, and it calls further tools through the client,
 * with the rights of the connection.
 *
 * Source: MCP Apps (SEP-1865), 2026-01-26.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Registry } from "#operation/define/registry.ts";
import type { ToolView } from "#operation/define/tool-views.ts";
import type { Resource } from "../protocol/server.ts";

const FOLDER = path.join(import.meta.dirname, "view");
const MIME_TYPE = "text/html;profile=mcp-app";

const buildUri = (name: string) => `ui://packhorse/${name}`;

/** The resource that shows the answers of a tool. */
export function findToolView(views: readonly ToolView[], tool: string): string | undefined {
  const app = views.find(({ tools }) => tools.includes(tool));
  return app === undefined ? undefined : buildUri(app.name);
}

export function buildViews({ tool_views }: Pick<Registry, "tool_views">): Resource[] {
  return tool_views.map((declared) => {
    const { name, title, description } = declared;
    let document: string | undefined;
    return {
      uri: buildUri(name),
      name: `${name}_view`,
      title,
      description,
      mime_type: MIME_TYPE,
      // Without `csp`, clients let it load nothing from anywhere.
      meta: { ui: { prefersBorder: true } },
      read() {
        document ??= buildDocument(declared);
        return document;
      },
    };
  });
}

/** A module in one scope with those before it, because a view loads nothing. */
function inline(module = ""): string {
  return module.replaceAll(/^import [^;]+;\n/gm, "").replaceAll(/^export /gm, "");
}

function buildDocument({ title, script: file }: ToolView): string {
  const [style, bridge] = ["view.css", "bridge.js"].map((name) =>
    readFileSync(path.join(FOLDER, name), "utf8"),
  );
  const script = readFileSync(file, "utf8");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
${style}</style>
</head>
<body>
<main id="view" aria-label="${title}" aria-live="polite"></main>
<script type="module">
${inline(bridge)}
${inline(script)}</script>
</body>
</html>
`;
}
