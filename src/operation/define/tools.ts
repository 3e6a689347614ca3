/**
 * What the operations of a family do not say about their MCP tools: one `defineTools` in
 * `src/domain/<area>/<family>/tools.ts`, found by folder like operations are.
 */
import assert from "node:assert";
import type { Operation } from "./define.ts";

/**
 * The use and the next tools are part of the description of a tool; the example costs every client its tokens, so it is in
 * the manifest, in `get_capabilities` with `tool`, in the tool's resource, and in the refusal of a call with wrong arguments.
 */
export interface ToolWords {
  /** When to use it. */
  use: string;
  /** Names of tools of one or both servers that take what it answers. */
  next: readonly string[];
  /** Arguments of a call; its ids and dates are those of nobody. */
  example: Readonly<Record<string, unknown>>;
}

/** A record that clients read by its address; the answer is that of a tool of the user server. */
export interface RecordResource {
  /** Its one parameter is an id: `packhorse://orders/{order_id}/timeline`. */
  uri_template: string;
  name: string;
  title: string;
  description: string;
  tool: string;
}

export interface ToolSet {
  is_tool_set: true;
  /** By the name of the tool. */
  words: Readonly<Record<string, ToolWords>>;
  /** Descriptions of parameters, by name, in all tools of the family whose schema does not describe them. */
  parameters: Readonly<Record<string, string>>;
  resources: readonly RecordResource[];
}

export function defineTools(declaration: {
  words: ToolSet["words"];
  parameters?: ToolSet["parameters"];
  resources?: ToolSet["resources"];
}): ToolSet {
  return { is_tool_set: true, parameters: {}, resources: [], ...declaration };
}

/** The declarations of all families. */
export interface ToolCatalogue {
  words: ReadonlyMap<string, ToolWords>;
  /** By family. */
  parameters: ReadonlyMap<string, Readonly<Record<string, string>>>;
  /** By family. */
  resources: readonly RecordResource[];
}

/** Each tool is described by the family of its operation. */
export function buildToolCatalogue(
  sets: readonly { family: string; set: ToolSet }[],
  operations: Iterable<Pick<Operation, "family" | "mcp">>,
): ToolCatalogue {
  const owners = new Map<string, string>();
  for (const { family, mcp } of operations)
    for (const name of Object.values(mcp ?? {})) if (name !== undefined) owners.set(name, family);
  const words = new Map<string, ToolWords>();
  const parameters = new Map<string, Readonly<Record<string, string>>>();
  for (const { family, set } of sets) {
    for (const [name, one] of Object.entries(set.words)) {
      assert(owners.get(name) === family, `${family} describes ${name}, which is none of its tools.`);
      words.set(name, one);
    }
    parameters.set(family, set.parameters);
  }
  return { words, parameters, resources: sets.flatMap(({ set }) => set.resources) };
}
