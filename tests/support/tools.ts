/** For tests that compare tools with the other surfaces. */
import type { Registry } from "#operation/define/registry.ts";
import { getTools } from "../../src/surfaces/mcp/catalogue.ts";

const ROWS = 50;

/** Arguments with which a tool of the user server answers as REST does: without them rows are short, few, and without empty members. */
export function buildFullViewInput(registry: Registry, tool: string): Record<string, unknown> {
  const tool_definition = getTools(registry, "user").find(({ name }) => name === tool);
  const { per_page } = (tool_definition?.definition.inputSchema["properties"] ?? {}) as {
    per_page?: { maximum?: number };
  };
  return {
    view: "full",
    ...(per_page === undefined ? {} : { per_page: Math.min(ROWS, per_page.maximum ?? ROWS) }),
  };
}
