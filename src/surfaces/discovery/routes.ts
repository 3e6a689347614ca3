/**
 * Discovery documents for AI clients that have no token yet. All of them are public and built once. Source:
 * docs/contract/mcp.md, "AI discovery routes".
 */
import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "#operation/define/refusal.ts";
import type { Runtime } from "#operation/define/runtime.ts";
import { fields, refusals } from "#operation/response/platform-messages.ts";
import { isProfileName, PROFILES, type ProfileName } from "#vocabulary/scopes.ts";
import { getTools } from "../mcp/catalogue.ts";
import type { Tool } from "../mcp/tool.ts";
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
    app.get(url, (request, reply) => {
      text ??= make();
      return send(request, reply, type, text);
    });
  };
  const json = (url: string, make: () => unknown) =>
    serve(url, "application/json", () => JSON.stringify(make()));

  serve("/robots.txt", "text/plain", () => ROBOTS);
  registerDocuments(app, base_url);
  for (const url of ["/api/.well-known/ai-tools.json", "/.well-known/ai-tools.json"])
    json(url, () => buildManifest(registry, base_url));
  let [llms_text, llms_json]: (string | undefined)[] = [];
  for (const url of ["/llms.txt", "/api/llms.txt"])
    app.get(url, (request, reply) => {
      reply.header("vary", "accept");
      if (prefersJson(request.headers.accept)) {
        llms_json ??= JSON.stringify(buildManifest(registry, base_url));
        return send(request, reply, "application/json", llms_json);
      }
      llms_text ??= buildLlmsText(registry, base_url);
      return send(request, reply, "text/plain", llms_text);
    });
  json("/api/ai/tools/openapi", () => aiOpenapi(runtime));
  json("/api/ai/tools/graphql", () => buildGraphqlHints(registry, base_url));
  json("/api/ai/capabilities", () => buildCapabilities(runtime));
  serve("/api/ai-skill", "text/markdown", () => buildSkill(settings).markdown);
  json("/api/ai-skill/version", () => {
    const { version, hash, download_url } = buildSkill(settings);
    return { version, hash, download_url };
  });

  app.get("/api/ai/tools", (request, reply) => {
    const { format = "mcp", server, profile } = request.query as Record<string, unknown>;
    if (!FORMATS.includes(format as Format)) throw unknown("format", FORMATS);
    if (server !== undefined && server !== "user" && server !== "developer")
      throw unknown("server", ["user", "developer"]);
    if (profile !== undefined && !(typeof profile === "string" && isProfileName(profile)))
      throw unknown("profile", Object.keys(PROFILES));
    const all =
      server === undefined ? listAllTools(registry).map(({ tool }) => tool) : getTools(registry, server);
    const tools = profile === undefined ? all : all.filter((tool) => isOfProfile(tool, profile));
    return send(
      request,
      reply,
      "application/json",
      JSON.stringify({ format, total: tools.length, tools: formatTools(format as Format, tools) }),
    );
  });
}

/** With an entity tag: agents that keep a document ask whether it changed. */
function send(request: FastifyRequest, reply: FastifyReply, type: string, text: string): FastifyReply {
  const tag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
  reply.headers({ "access-control-allow-origin": "*", etag: tag, "cache-control": "no-cache" });
  const client_etags = (request.headers["if-none-match"] ?? "").split(",").map((one) => one.trim());
  if (client_etags.includes("*") || client_etags.some((one) => one.replace(/^W\//, "") === tag))
    return reply.code(304).send();
  return reply.type(`${type}; charset=utf-8`).send(text);
}

/** True when JSON has a higher quality than text; without a wish it is text. */
function prefersJson(accept: string | undefined): boolean {
  const qualities = new Map(
    (accept ?? "").split(",").map((range) => {
      const [type = "", ...parameters] = range.split(";").map((part) => part.trim());
      const q = parameters.find((one) => one.startsWith("q="));
      return [type.toLowerCase(), q === undefined ? 1 : Number(q.slice(2))] as const;
    }),
  );
  const text = qualities.get("text/plain") ?? qualities.get("text/*") ?? 0;
  return (qualities.get("application/json") ?? 0) > text;
}

/** What a connection with this profile is listed, if its token has the scopes. */
function isOfProfile({ is_public, scopes }: Tool, profile: ProfileName): boolean {
  const held: ReadonlySet<string> = new Set(PROFILES[profile].scopes);
  return is_public || held.has("*") || scopes.every((scope) => held.has(scope));
}

function unknown(field: string, words: readonly string[]): Refusal {
  return new Refusal("invalid_request", "invalid", {
    message: refusals.invalid_request,
    errors: [{ field, message: fields.one_of.with({ words: words.join(", ") }) }],
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
    // What a choice of scopes or of a profile gives can be counted from these.
    tools: tools.map(({ tool, servers: offered_by }) => ({
      name: tool.name,
      title: tool.title,
      effect: tool.effect,
      risk: tool.risk,
      scopes: tool.scopes,
      roles: listRoles(tool),
      servers: offered_by,
    })),
    profiles: Object.entries(PROFILES).map(([name, { label, scopes }]) => ({ name, label, scopes })),
  };
}

/** Null for a tool that any account may call. */
function listRoles({ source, is_public }: Tool): readonly string[] | null {
  if (is_public || "meta" in source || source.operation.access.public) return null;
  return source.operation.access.roles;
}
