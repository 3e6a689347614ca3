/**
 * Views of the answers of tools, for clients that know the extension MCP Apps: one `defineToolViews` in
 * `src/domain/<area>/<family>/tool-views.ts`, found by folder like operations are.
 */
import assert from "node:assert";

export interface ToolView {
  name: string;
  title: string;
  description: string;
  /** Tools of the user server whose answers it shows. */
  tools: readonly string[];
  /**
   * The module that shows them, beside the declaration. It loads nothing but `mcp-view`, whose exports it has
   * (`src/surfaces/mcp/apps/view/bridge.js`).
   */
  script: URL;
}

export interface ToolViewSet {
  is_tool_view_set: true;
  views: readonly ToolView[];
}

export function defineToolViews(views: readonly ToolView[]): ToolViewSet {
  return { is_tool_view_set: true, views };
}

/** The views of all families in one list. Throws when two have one name or show one tool. */
export function listToolViews(sets: readonly ToolViewSet[]): readonly ToolView[] {
  const views = sets.flatMap((set) => set.views);
  for (const key of [views.map(({ name }) => name), views.flatMap(({ tools }) => tools)])
    assert(new Set(key).size === key.length, `Two views have one name, or show one tool: ${key.join(", ")}.`);
  return views;
}
