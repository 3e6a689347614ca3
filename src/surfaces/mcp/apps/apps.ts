/**
 * Views of tools, which a client that knows the extension MCP Apps shows beside the answer: proposals to decide, and routes on
 * a map. A view is one HTML document that loads nothing; its data is the answer of its tool, and it calls further tools
 * through the client, with the rights of the connection.
 *
 * Source: MCP Apps (SEP-1865), 2026-01-26.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Resource } from "../protocol/server.ts";

const FOLDER = path.join(import.meta.dirname, "view");
const MIME_TYPE = "text/html;profile=mcp-app";

interface App {
  name: string;
  title: string;
  description: string;
  /** Tools of the user server whose answers it shows. */
  tools: readonly string[];
}

const APPS: readonly App[] = [
  {
    name: "approvals",
    title: "Proposals",
    description: "Proposed writes with what they would change, to approve or reject.",
    tools: ["list_pending_approvals", "propose_write"],
  },
  {
    name: "plan",
    title: "Routes on a map",
    description: "Routes with their stops on a map, and the orders without a route.",
    tools: ["build_route", "get_route_detail"],
  },
];

const buildUri = (name: string) => `ui://packhorse/${name}`;

/** The resource that shows the answers of a tool. */
export function findViewOf(tool: string): string | undefined {
  const app = APPS.find(({ tools }) => tools.includes(tool));
  return app === undefined ? undefined : buildUri(app.name);
}

export function buildViews(): Resource[] {
  return APPS.map(({ name, title, description }) => {
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
        document ??= buildDocument(name, title);
        return document;
      },
    };
  });
}

/** A module in one scope with those before it, because a view loads nothing. */
function inline(module = ""): string {
  return module.replaceAll(/^import [^;]+;\n/gm, "").replaceAll(/^export /gm, "");
}

function buildDocument(name: string, title: string): string {
  const [style, bridge, script] = ["view.css", "bridge.js", `${name}.js`].map((file) =>
    readFileSync(path.join(FOLDER, file), "utf8"),
  );
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
