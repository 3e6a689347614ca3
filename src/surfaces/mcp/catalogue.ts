/** The tools of a server in name order: those of operations, read from the registry, and the service's own. */
import assert from "node:assert";
import type { Operation } from "#operation/define/define.ts";
import type { Registry } from "#operation/define/registry.ts";
import type { JsonSchema } from "#operation/define/schema.ts";
import type { ToolView } from "#operation/define/tool-views.ts";
import type { ToolCatalogue } from "#operation/define/tools.ts";
import { findToolView } from "./apps/apps.ts";
import { hasCompactRows } from "./compact-answers.ts";
import { metaTools } from "./meta/meta-tools.ts";
import type { MetaTool, ServerName, Tool } from "./tool.ts";
import { buildInputSchema, buildOutputSchema, listDigests } from "./tool-schema.ts";

const cache = new WeakMap<Registry, Map<ServerName, readonly Tool[]>>();

export function getTools(registry: Registry, server: ServerName): readonly Tool[] {
  let ofRegistry = cache.get(registry);
  if (ofRegistry === undefined) {
    ofRegistry = new Map();
    cache.set(registry, ofRegistry);
  }
  let tools = ofRegistry.get(server);
  if (tools === undefined) {
    tools = buildTools(registry, server);
    ofRegistry.set(server, tools);
  }
  return tools;
}

function buildTools(registry: Registry, server: ServerName): Tool[] {
  const tools: Tool[] = [];
  const operations = [...registry.operations.values()].flatMap((operation) => {
    const name = operation.mcp?.[server];
    return name === undefined ? [] : [{ operation, name }];
  });
  const single_calls = new Map(
    operations.flatMap(({ operation, name }) => listDigests(operation.input as JsonSchema, name)),
  );
  for (const { operation, name } of operations)
    tools.push(buildTool(operation, name, server, { single_calls, registry }));
  for (const meta of metaTools())
    if (meta.servers.includes(server)) tools.push(buildMetaTool(meta, server, registry));
  describeUse(tools, registry.tools);
  if (server === "user") linkViews(tools, registry.tool_views);
  tools.sort((one, other) => (one.name < other.name ? -1 : 1));
  for (const [index, { name }] of tools.entries()) {
    assert(name !== tools[index - 1]?.name, `Two tools of the ${server} server are named ${name}.`);
    assert(/^[A-Za-z0-9_-]{1,64}$/.test(name), `${name} is no name for a tool.`);
  }
  return tools;
}

function buildTool(
  operation: Operation,
  name: string,
  server: ServerName,
  { single_calls, registry }: { single_calls: ReadonlyMap<string, string>; registry: Registry },
): Tool {
  const { summary, access, risk, effect, family, rest } = operation;
  const is_public = access.public === true;
  const scopes = access.public ? [] : access.scopes;
  const confirm = risk === "high";
  const writes = effect === "write";
  const reads = !writes || operation.only_quotes === true;
  // What it issues is kept; the same again adds nothing.
  const keeps_document = operation.stores_document === true;
  const description = [
    summary.replace(/\.?$/, "."),
    operation.description ?? "",
    access.public ? "" : describeRoles(access.roles),
    operation.module === undefined ? "" : `Only where the module ${operation.module} is licensed.`,
    operation.feature === undefined ? "" : `Only where the feature ${operation.feature} is on.`,
  ];
  const tool = {
    name,
    title: summary,
    description: joinSentences(description),
    is_public,
    scopes,
    risk,
    confirm,
    effect,
    family,
    ...UNTOLD,
  };
  return {
    ...tool,
    source: { operation },
    definition: {
      name,
      title: summary,
      description: tool.description,
      inputSchema: buildInputSchema(
        operation.input as JsonSchema,
        {
          confirm,
          writes,
          api_token: server === "developer" && !is_public,
          views: !writes && hasCompactRows(operation.output as JsonSchema),
          kind_words: registry.kind_words,
        },
        single_calls,
        registry.tools.parameters.get(family),
      ),
      outputSchema: buildOutputSchema(operation.output as JsonSchema, operation.unpredicted ?? []),
      annotations: {
        readOnlyHint: reads && !keeps_document,
        destructiveHint: !reads && operation.destructive !== false,
        idempotentHint: reads || rest?.method === "PUT" || rest?.method === "DELETE",
        openWorldHint: mayCallExternalService(operation),
      },
    },
  };
}

/** Until the words of the tools are read. */
const UNTOLD = { use: "", next: [], example: {} };

/** External services are called in `prepare`, in `perform`, or by the job that continues after a 202. */
function mayCallExternalService({ prepare, perform, rest }: Operation): boolean {
  return prepare !== undefined || perform !== undefined || rest?.status === 202;
}

function buildMetaTool(
  meta: MetaTool,
  server: ServerName,
  { kind_words }: Pick<Registry, "kind_words">,
): Tool {
  const { name, summary, description, is_public, effect } = meta;
  const confirm = meta.confirms === true;
  const tool = {
    name,
    title: summary,
    description,
    is_public,
    scopes: [],
    risk: confirm ? ("high" as const) : ("low" as const),
    confirm,
    effect,
    family: "service",
    ...UNTOLD,
  };
  const writes = effect === "write";
  return {
    ...tool,
    source: { meta },
    definition: {
      name,
      title: summary,
      description,
      inputSchema: buildInputSchema(
        meta.input as JsonSchema,
        {
          confirm,
          writes,
          api_token: server === "developer" && !is_public,
          views: false,
          kind_words,
        },
        new Map(),
      ),
      outputSchema: buildOutputSchema(meta.output as JsonSchema, []),
      annotations: {
        readOnlyHint: !writes,
        destructiveHint: writes,
        idempotentHint: !writes,
        // A tool that writes runs operations of any kind.
        openWorldHint: writes,
      },
    },
  };
}

/** When each is used, and which tools of the same server take what it answers. */
function describeUse(tools: readonly Tool[], catalogue: ToolCatalogue): void {
  const names = new Set(tools.map(({ name }) => name));
  for (const tool of tools) {
    const words = "meta" in tool.source ? tool.source.meta : catalogue.words.get(tool.name);
    // Every published tool has words; operations that only tests have need none.
    if (words === undefined) continue;
    tool.use = words.use;
    tool.next = words.next.filter((name) => names.has(name));
    tool.example = words.example;
    tool.description = joinSentences([tool.description, words.use, `Next: ${tool.next.join(", ")}.`]);
    tool.definition.description = tool.description;
  }
}

function linkViews(tools: readonly Tool[], views: readonly ToolView[]): void {
  for (const { name, definition } of tools) {
    const resourceUri = findToolView(views, name);
    if (resourceUri !== undefined) definition._meta = { ui: { resourceUri } };
  }
}

function joinSentences(parts: string[]): string {
  return parts.filter((part) => part !== "").join(" ");
}

/** Only where few may call it: `get_capabilities` says it of every tool. */
function describeRoles(roles: readonly string[]): string {
  return roles.length === 1 && roles[0] === "customer" ? "For customer accounts." : "";
}
