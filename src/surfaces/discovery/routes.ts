/**
 * What AI clients read before they have a token. All of it is public and made once.
 * Source: docs/contract/mcp.md, "AI discovery routes".
 */
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Mechanism } from "#operation/mechanism.ts";
import { Refusal } from "#operation/refusal.ts";
import { toolsOf } from "../mcp/catalogue.ts";
import { openapiOf } from "../openapi/openapi.ts";
import { allTools, FORMATS, type Format, llmsTextOf, manifestOf, occasionOf, toolsAs } from "./ai-tools.ts";
import { registerDocuments } from "./documents.ts";
import { graphqlHintsOf } from "./graphql-hints.ts";
import { skillOf } from "./skill.ts";

export function registerDiscovery(app: FastifyInstance, mechanism: Mechanism): void {
  const { registry, settings } = mechanism;
  const { base_url } = settings;

  const serve = (url: string, type: string, make: () => string) => {
    let text: string | undefined;
    app.get(url, (_request, reply) => {
      text ??= make();
      return send(reply, type, text);
    });
  };
  const json = (url: string, make: () => unknown) =>
    serve(url, "application/json", () => JSON.stringify(make()));

  registerDocuments(app, base_url);
  for (const url of ["/api/.well-known/ai-tools.json", "/.well-known/ai-tools.json"])
    json(url, () => manifestOf(registry, base_url));
  for (const url of ["/llms.txt", "/api/llms.txt"])
    serve(url, "text/plain", () => llmsTextOf(registry, base_url));
  json("/api/ai/tools/openapi", () => aiOpenapi(mechanism));
  json("/api/ai/tools/graphql", () => graphqlHintsOf(registry, base_url));
  json("/api/ai/capabilities", () => capabilitiesOf(mechanism));
  serve("/api/ai-skill", "text/markdown", () => skillOf(settings).markdown);
  json("/api/ai-skill/version", () => {
    const { version, hash, download_url } = skillOf(settings);
    return { version, hash, download_url };
  });

  app.get("/api/ai/tools", (request, reply) => {
    const { format = "mcp", server } = request.query as Record<string, unknown>;
    if (!FORMATS.includes(format as Format)) throw unknown("format", FORMATS);
    if (server !== undefined && server !== "user" && server !== "developer")
      throw unknown("server", ["user", "developer"]);
    const tools =
      server === undefined ? allTools(registry).map(({ tool }) => tool) : toolsOf(registry, server);
    return send(
      reply,
      "application/json",
      JSON.stringify({ format, total: tools.length, tools: toolsAs(format as Format, tools) }),
    );
  });
}

function send(reply: FastifyReply, type: string, text: string): FastifyReply {
  return reply.header("access-control-allow-origin", "*").type(`${type}; charset=utf-8`).send(text);
}

function unknown(field: string, words: readonly string[]): Refusal {
  return new Refusal("invalid_request", "invalid", {
    message: "The request is not valid.",
    errors: [{ field, message: `must be one of: ${words.join(", ")}` }],
  });
}

/** The OpenAPI description of what agents have tools for, and what they need to choose among them. */
function aiOpenapi({ registry, settings }: Mechanism): Record<string, unknown> {
  const byOperation = new Map(
    allTools(registry).flatMap(({ tool }) =>
      "operation" in tool.source ? [[tool.source.operation.name, tool] as const] : [],
    ),
  );
  return openapiOf(registry, settings.base_url, ({ name, family }) => {
    const tool = byOperation.get(name);
    if (tool === undefined) return { "x-ai-category": family };
    return {
      "x-ai-tool-name": tool.name,
      "x-ai-use-case": occasionOf(tool),
      "x-ai-category": family,
      "x-ai-confirm": tool.confirm,
    };
  });
}

function capabilitiesOf({ registry, settings }: Mechanism): Record<string, unknown> {
  const categories: Record<string, string[]> = {};
  const tools = allTools(registry);
  for (const { tool } of tools) categories[tool.family] = [...(categories[tool.family] ?? []), tool.name];
  return {
    name: "Packhorse",
    manifest: `${settings.base_url}/api/.well-known/ai-tools.json`,
    servers: { user: `${settings.base_url}/mcp`, developer: `${settings.base_url}/mcp/developer` },
    total: tools.length,
    categories: Object.entries(categories)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, names]) => ({ name, tools: names })),
  };
}
