/**
 * The tables of tools in docs/contract/mcp.md: what stands between `<!-- generated: tools <server> -->` and `<!-- end -->` is
 * replaced by the tools that the server lists. Links lead to the table of the user server where a tool is in both.
 */
import type { Registry } from "#operation/define/registry.ts";
import { getTools } from "../mcp/catalogue.ts";
import type { ServerName, Tool } from "../mcp/tool.ts";
import { buildTable, formatCode } from "./table.ts";

const MARKED = /^<!-- generated: tools (user|developer) -->\n[\s\S]*?^<!-- end -->/gm;

export function fillToolTables(text: string, registry: Registry): string {
  return text.replaceAll(MARKED, (_marked, server: ServerName) => {
    const tools = getTools(registry, server);
    const anchored = server === "user" ? [] : getTools(registry, "user").map(({ name }) => name);
    const rows = tools.map((tool) => [
      `${anchored.includes(tool.name) ? "" : `<a id="${tool.name}"></a>`}${formatCode(tool.name)}`,
      tool.confirm ? `${tool.risk} C` : tool.risk,
      tool.is_public ? "public" : tool.scopes.map(formatCode).join(" ") || "a token",
      tool.title,
      formatRoute(tool),
    ]);
    const table = buildTable(["Tool", "Risk", "Scopes", "What", "REST"], rows);
    return `<!-- generated: tools ${server} -->\n\n${tools.length} tools.\n\n${table.join("\n")}\n\n<!-- end -->`;
  });
}

function formatRoute({ source }: Tool): string {
  const rest = "operation" in source ? source.operation.rest : undefined;
  return rest === undefined ? "" : formatCode(`${rest.method} ${rest.path}`);
}
