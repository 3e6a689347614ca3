/**
 * Discovery documents for AI clients that have no token yet. All of them are public and built once. Source:
 * docs/contract/mcp.md, "AI discovery routes".
 */
import type { FastifyInstance, FastifyReply } from "fastify";
import { Refusal } from "#operation/define/refusal.ts";
import type { Runtime } from "#operation/define/runtime.ts";
import { getTools } from "../mcp/catalogue.ts";
import { buildOpenapi } from "../openapi/openapi.ts";
import {
  buildLlmsText,
  buildManifest,
  buildUsageHint,
  FORMATS,
  type Format,
  formatTools,
  listAllTools,
} from "./ai-tools.ts";
import { registerDocuments } from "./documents.ts";
import { buildGraphqlHints } from "./graphql-hints.ts";
import { buildSkill } from "./skill.ts";

/** Tracking page URLs contain parcel numbers, and no page of the console is for search engines. */
const ROBOTS = `User-agent: *
Allow: /docs
Allow: /llms.txt
Disallow: /track
Disallow: /
`;

export function registerDiscovery(app: FastifyInstance, runtime: Runtime): void {
  const { registry, settings } = runtime;
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

  serve("/robots.txt", "text/plain", () => ROBOTS);
  registerDocuments(app, base_url);
  for (const url of ["/api/.well-known/ai-tools.json", "/.well-known/ai-tools.json"])
    json(url, () => buildManifest(registry, base_url));
  for (const url of ["/llms.txt", "/api/llms.txt"])
    serve(url, "text/plain", () => buildLlmsText(registry, base_url));
  json("/api/ai/tools/openapi", () => aiOpenapi(runtime));
  json("/api/ai/tools/graphql", () => buildGraphqlHints(registry, base_url));
  json("/api/ai/capabilities", () => buildCapabilities(runtime));
  serve("/api/ai-skill", "text/markdown", () => buildSkill(settings).markdown);
  json("/api/ai-skill/version", () => {
    const { version, hash, download_url } = buildSkill(settings);
    return { version, hash, download_url };
  });

  app.get("/api/ai/tools", (request, reply) => {
    const { format = "mcp", server } = request.query as Record<string, unknown>;
    if (!FORMATS.includes(format as Format)) throw unknown("format", FORMATS);
    if (server !== undefined && server !== "user" && server !== "developer")
      throw unknown("server", ["user", "developer"]);
    const tools =
      server === undefined ? listAllTools(registry).map(({ tool }) => tool) : getTools(registry, server);
    return send(
      reply,
      "application/json",
      JSON.stringify({ format, total: tools.length, tools: formatTools(format as Format, tools) }),
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

/** The OpenAPI description of the operations that have tools, and the hints agents need to choose among them. */
function aiOpenapi({ registry, settings }: Runtime): Record<string, unknown> {
  const byOperation = new Map(
    listAllTools(registry).flatMap(({ tool }) =>
      "operation" in tool.source ? [[tool.source.operation.name, tool] as const] : [],
    ),
  );
  return buildOpenapi(registry, settings.base_url, ({ name, family }) => {
    const tool = byOperation.get(name);
    if (tool === undefined) return { "x-ai-category": family };
    return {
      "x-ai-tool-name": tool.name,
      "x-ai-use-case": buildUsageHint(tool),
      "x-ai-category": family,
      "x-ai-confirm": tool.confirm,
    };
  });
}

function buildCapabilities({ registry, settings }: Runtime): Record<string, unknown> {
  const categories: Record<string, string[]> = {};
  const tools = listAllTools(registry);
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
