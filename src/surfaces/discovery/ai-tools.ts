/** The catalogue of tools in the formats of AI platforms. */
import type { Registry } from "#operation/define/registry.ts";
import { getTools } from "../mcp/catalogue.ts";
import type { ServerName, Tool } from "../mcp/tool.ts";

export const FORMATS = ["openai", "anthropic", "mcp", "langchain"] as const;
export type Format = (typeof FORMATS)[number];

const SERVERS: readonly ServerName[] = ["user", "developer"];

/** Every tool once; a tool of both servers is described as on the user server. */
export function listAllTools(registry: Registry): { tool: Tool; servers: ServerName[] }[] {
  const byName = new Map<string, { tool: Tool; servers: ServerName[] }>();
  for (const server of SERVERS) {
    for (const tool of getTools(registry, server)) {
      const listed_tool = byName.get(tool.name);
      if (listed_tool === undefined) byName.set(tool.name, { tool, servers: [server] });
      else listed_tool.servers.push(server);
    }
  }
  return [...byName.values()].sort((one, other) => (one.tool.name < other.tool.name ? -1 : 1));
}

export function formatTools(format: Format, tools: readonly Tool[]): unknown[] {
  switch (format) {
    case "openai":
      return tools.map(({ name, description, definition }) => ({
        type: "function",
        function: { name, description, parameters: definition.inputSchema },
      }));
    case "anthropic":
      return tools.map(({ name, description, definition }) => ({
        name,
        description,
        input_schema: definition.inputSchema,
      }));
    case "langchain":
      return tools.map(({ name, description, definition, scopes, risk }) => ({
        name,
        description,
        // The JavaScript library reads `schema`, the one of Python `args_schema`.
        schema: definition.inputSchema,
        args_schema: definition.inputSchema,
        metadata: { risk, scopes },
      }));
    default:
      return tools.map(({ definition }) => definition);
  }
}

/** When to use a tool. */
export function buildUsageHint({ use, confirm }: Tool): string {
  return confirm ? `${use} Only when a person agreed to this very call.` : use;
}

export function buildManifest(registry: Registry, base_url: string): Record<string, unknown> {
  const tools = listAllTools(registry);
  return {
    name: "Packhorse",
    description:
      "Transport management: orders, routes, drivers, carrier labels, customer shipping and storage, tracking.",
    version: "1.0",
    base_url,
    servers: [
      {
        name: "user",
        url: `${base_url}/mcp`,
        transport: "http",
        audience: "operations, support, business agents",
      },
      {
        name: "developer",
        url: `${base_url}/mcp/developer`,
        transport: "http",
        audience: "integration developers, coding agents",
      },
    ],
    authentication: {
      type: "bearer",
      token_url: `${base_url}/api/v1/user/login`,
      resource_metadata: `${base_url}/.well-known/oauth-protected-resource`,
      rule: "Tokens go into the Authorization header, never into arguments or prompts.",
    },
    documents: {
      openapi: `${base_url}/api/openapi.json`,
      graphql: `${base_url}/api/graphql`,
      reference: `${base_url}/docs`,
      skill: `${base_url}/api/ai-skill`,
    },
    headers: {
      "X-MCP-Profile": "Narrows the connection to a named profile.",
      "X-MCP-Scopes": "Narrows the connection to these scopes; overrides the profile.",
      "X-MCP-Dry-Run": "1 previews every write.",
      "X-MCP-Require-Approval": "1 queues high-risk writes for a person.",
      "Idempotency-Key": "Same key and arguments, same response.",
    },
    workflows: buildWorkflows(tools.map(({ tool }) => tool)),
    tools: tools.map(({ tool, servers }) => ({
      name: tool.name,
      authentication: tool.is_public ? "public" : "required",
      risk: tool.risk,
      scopes: tool.scopes,
      confirm: tool.confirm,
      description: tool.description,
      use_case: buildUsageHint(tool),
      next: tool.next,
      example: tool.example,
      category: tool.family,
      servers,
      input_schema: tool.definition.inputSchema,
      output_schema: tool.definition.outputSchema,
    })),
  };
}

/** How tools are combined, derived from their properties and not from their names. */
function buildWorkflows(tools: readonly Tool[]): { name: string; steps: string[]; tools: string[] }[] {
  const high = tools.filter(({ confirm }) => confirm).map(({ name }) => name);
  return [
    {
      name: "preview_then_write",
      steps: [
        "Call the write with dry_run=true.",
        "Show what it would do to the person in charge.",
        "Call it again without dry_run.",
      ],
      tools: tools.filter(({ effect }) => effect === "write").map(({ name }) => name),
    },
    {
      name: "confirm_high_risk",
      steps: [
        "Ask the person in charge for this very call.",
        "Call it with confirm=true, or send X-MCP-Require-Approval: 1 and wait until somebody decided.",
      ],
      tools: high,
    },
    {
      name: "find_then_read",
      steps: [
        "List or search.",
        "Read one by its id.",
        "Send next_cursor as cursor until it is null; without one, follow page and per_page until total is reached.",
      ],
      tools: tools.filter(({ effect, confirm }) => effect === "read" && !confirm).map(({ name }) => name),
    },
  ];
}

export function buildLlmsText(registry: Registry, base_url: string): string {
  const byFamily = new Map<string, Tool[]>();
  for (const { tool } of listAllTools(registry))
    byFamily.set(tool.family, [...(byFamily.get(tool.family) ?? []), tool]);
  const lines = [
    "# Packhorse",
    "",
    "> Transport management: orders, routes, drivers, carrier labels, customer shipping and storage, tracking.",
    "> REST, GraphQL and two MCP servers give the same operations to programs and agents.",
    "",
    `Sign in with POST ${base_url}/api/v1/user/login and send the token as \`Authorization: Bearer <token>\`.`,
    "High-risk tools need confirm=true after a person agreed. Every write can be previewed.",
    "",
    "## Documents",
    "",
    `- [Tool manifest](${base_url}/api/.well-known/ai-tools.json): every tool with its schemas; also this address with Accept: application/json`,
    `- [OpenAPI 3.1](${base_url}/api/openapi.json): every REST endpoint`,
    `- [GraphQL](${base_url}/api/graphql): every operation, introspection open`,
    `- [MCP, user server](${base_url}/mcp): for operations, support and business agents`,
    `- [MCP, developer server](${base_url}/mcp/developer): for people and agents who write integrations`,
    `- [Skill file](${base_url}/api/ai-skill): for coding assistants`,
    `- [REST reference](${base_url}/docs): for people`,
  ];
  lines.push("", "## Workflows", "");
  for (const { name, steps } of buildWorkflows(listAllTools(registry).map(({ tool }) => tool)))
    lines.push(`- ${name.replaceAll("_", " ")}: ${steps.join(" ")}`);
  for (const [family, tools] of [...byFamily].sort(([one], [other]) => (one < other ? -1 : 1))) {
    lines.push("", `## Tools: ${family.replaceAll("-", " ")}`, "");
    for (const { name, description, definition } of tools)
      lines.push(`- ${name}: ${description}`, `  Arguments: ${JSON.stringify(definition.inputSchema)}`);
  }
  return `${lines.join("\n")}\n`;
}
