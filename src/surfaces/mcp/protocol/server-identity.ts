/**
 * What a server says of itself: in its answers, and on a card that clients find before they connect.
 *
 * Source: Model Context Protocol 2026-07-28, "Implementation"; SEP-2127, "MCP Server Cards" and its discovery by an AI
 * catalog.
 */
import { createHash } from "node:crypto";
import { ALL_VERSIONS } from "./era.ts";
import { endpointPaths } from "./metadata.ts";
import type { Endpoint, McpServer } from "./server.ts";

interface Service {
  base_url: string;
  version: string;
}

const CARD_TYPE = "application/mcp-server-card+json";

/** `/mcp/developer` becomes `packhorse-developer`. */
function nameEndpoint({ path }: Endpoint): string {
  return path.replace("/mcp", "packhorse").replaceAll("/", "-");
}

/** What every modern result says. */
export function identifyServer(endpoint: Endpoint, { version }: Service) {
  return { name: nameEndpoint(endpoint), title: endpoint.title, version };
}

/** What a client gets when it connects, and may show. */
export function introduceServer(endpoint: Endpoint, service: Service) {
  return {
    ...identifyServer(endpoint, service),
    description: endpoint.description,
    websiteUrl: service.base_url,
    icons: [{ src: `${service.base_url}/icon.svg`, mimeType: "image/svg+xml", sizes: ["any"] }],
  };
}

/** A document that is the same for everybody. */
export interface PublicDocument {
  path: string;
  type: string;
  text: string;
  etag: string;
}

/** A card for each address of each server, and the catalog that clients look for by the name of the host. */
export function buildServerCards(servers: readonly McpServer[], service: Service): PublicDocument[] {
  const { hostname } = new URL(service.base_url);
  const catalog = {
    specVersion: "1.0",
    entries: servers.map((server) => ({
      identifier: `urn:air:${hostname}:mcp:${nameEndpoint(server)}`,
      type: CARD_TYPE,
      url: `${service.base_url}${server.path}/server-card`,
    })),
  };
  return [
    ...servers.flatMap((server) =>
      endpointPaths(server).map((path) =>
        buildDocument(`${path}/server-card`, CARD_TYPE, buildCard(server, path, service)),
      ),
    ),
    buildDocument("/.well-known/ai-catalog.json", "application/ai-catalog+json", catalog),
  ];
}

function buildCard(server: McpServer, path: string, service: Service): object {
  const { name, ...introduction } = introduceServer(server, service);
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
    name: `${reverseHost(service.base_url)}/${name}`,
    ...introduction,
    remotes: [
      {
        type: "streamable-http",
        url: service.base_url + path,
        headers: [
          {
            name: "Authorization",
            description: "Bearer and a token; clients that sign in by OAuth need none.",
            isSecret: true,
          },
        ],
        supportedProtocolVersions: ALL_VERSIONS,
      },
    ],
  };
}

/** `track.example.com` becomes `com.example.track`; an address of numbers stays as it is. */
function reverseHost(base_url: string): string {
  const { hostname } = new URL(base_url);
  const is_name = /[a-z]/i.test(hostname) && !hostname.startsWith("[");
  const host = is_name ? hostname.split(".").reverse().join(".") : hostname;
  return host.replaceAll(/[^a-zA-Z0-9.-]/g, "-");
}

function buildDocument(path: string, type: string, body: object): PublicDocument {
  const text = JSON.stringify(body);
  return {
    path,
    type,
    text,
    etag: `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`,
  };
}
