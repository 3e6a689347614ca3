/** The tools of a server, read from the registry, in name order; ours beside them. */
import assert from "node:assert";
import type { Operation } from "#operation/define.ts";
import type { Registry } from "#operation/registry.ts";
import type { JsonSchema } from "#operation/schema.ts";
import { metaTools } from "./meta/meta-tools.ts";
import type { MetaTool, ServerName, Tool } from "./tool.ts";
import { inputSchemaOf, outputSchemaOf } from "./tool-schema.ts";

const kept = new WeakMap<Registry, Map<ServerName, readonly Tool[]>>();

export function toolsOf(registry: Registry, server: ServerName): readonly Tool[] {
  let ofRegistry = kept.get(registry);
  if (ofRegistry === undefined) {
    ofRegistry = new Map();
    kept.set(registry, ofRegistry);
  }
  let tools = ofRegistry.get(server);
  if (tools === undefined) {
    tools = make(registry, server);
    ofRegistry.set(server, tools);
  }
  return tools;
}

function make(registry: Registry, server: ServerName): Tool[] {
  const tools: Tool[] = [];
  for (const operation of registry.operations.values()) {
    const name = operation.mcp?.[server];
    if (name !== undefined) tools.push(toolOf(operation, name, server));
  }
  for (const meta of metaTools()) if (meta.servers.includes(server)) tools.push(metaToolOf(meta, server));
  tools.sort((one, other) => (one.name < other.name ? -1 : 1));
  for (const [index, { name }] of tools.entries()) {
    assert(name !== tools[index - 1]?.name, `Two tools of the ${server} server are named ${name}.`);
    assert(/^[A-Za-z0-9_-]{1,64}$/.test(name), `${name} is no name for a tool.`);
  }
  return tools;
}

function toolOf(operation: Operation, name: string, server: ServerName): Tool {
  const { summary, access, risk, effect, family, rest } = operation;
  const is_public = access.public === true;
  const scopes = access.public ? [] : access.scopes;
  const confirm = risk === "high";
  const writes = effect === "write";
  const description = [
    summary.replace(/\.?$/, "."),
    operation.description ?? "",
    confirm ? "High risk: needs confirm=true, or the approval queue." : "",
    access.public ? "Public: needs no token." : `For the roles ${access.roles.join(", ")}.`,
    operation.module === undefined ? "" : `Only where the module ${operation.module} is licensed.`,
    operation.feature === undefined ? "" : `Only where the feature ${operation.feature} is on.`,
  ];
  const tool = {
    name,
    title: summary,
    description: sentences(description),
    is_public,
    scopes,
    risk,
    confirm,
    effect,
    family,
  };
  return {
    ...tool,
    source: { operation },
    definition: {
      name,
      title: summary,
      description: tool.description,
      inputSchema: inputSchemaOf(operation.input as JsonSchema, {
        confirm,
        writes,
        api_token: server === "developer" && !is_public,
      }),
      outputSchema: outputSchemaOf(operation.output as JsonSchema, operation.unpredicted ?? []),
      annotations: {
        title: summary,
        readOnlyHint: !writes,
        destructiveHint: writes && operation.adds_only !== true,
        idempotentHint: !writes || rest?.method === "PUT" || rest?.method === "DELETE",
        openWorldHint: mayAskOutside(operation),
      },
      _meta: factsOf(tool, {
        operation: operation.name,
        ...(rest === undefined ? {} : { rest: `${rest.method} ${rest.path}` }),
      }),
    },
  };
}

/** Services outside are asked before a transaction, told after it, or by the job that goes on after a 202. */
function mayAskOutside({ prepare, perform, rest }: Operation): boolean {
  return prepare !== undefined || perform !== undefined || rest?.status === 202;
}

function metaToolOf(meta: MetaTool, server: ServerName): Tool {
  const { name, summary, description, is_public, effect } = meta;
  const tool = {
    name,
    title: summary,
    description,
    is_public,
    scopes: [],
    risk: "low" as const,
    confirm: false,
    effect,
    family: "service",
  };
  const writes = effect === "write";
  return {
    ...tool,
    source: { meta },
    definition: {
      name,
      title: summary,
      description,
      inputSchema: inputSchemaOf(meta.input as JsonSchema, {
        confirm: meta.confirms === true,
        writes,
        api_token: server === "developer" && !is_public,
      }),
      outputSchema: outputSchemaOf(meta.output as JsonSchema, []),
      annotations: {
        title: summary,
        readOnlyHint: !writes,
        destructiveHint: writes,
        idempotentHint: !writes,
        // What writes runs operations of any kind.
        openWorldHint: writes,
      },
      _meta: factsOf(tool, {}),
    },
  };
}

/** What the contract says of a tool, for clients that read `_meta`. */
function factsOf(
  tool: Pick<Tool, "is_public" | "risk" | "scopes" | "confirm">,
  more: Record<string, string>,
): Record<string, unknown> {
  const facts = {
    authentication: tool.is_public ? "public" : "required",
    risk: tool.risk,
    scopes: tool.scopes,
    confirm: tool.confirm,
    ...more,
  };
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [`packhorse/${name}`, value]));
}

function sentences(parts: string[]): string {
  return parts.filter((part) => part !== "").join(" ");
}
