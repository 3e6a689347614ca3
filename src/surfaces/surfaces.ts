/** Mounts every surface on one HTTP server. */
import type { FastifyInstance } from "fastify";
import type { Mechanism } from "#operation/mechanism.ts";
import type { Meters } from "#platform/log/metrics.ts";
import { registerConsole } from "./console.ts";
import { registerOauth } from "./discovery/oauth.ts";
import { registerDiscovery } from "./discovery/routes.ts";
import { registerGraphql } from "./graphql/graphql.ts";
import { registerHealth } from "./health.ts";
import { registerMcpServers } from "./mcp/mcp.ts";
import { registerOpenapi } from "./openapi/routes.ts";
import { type PushSettings, registerPush } from "./push/push.ts";
import { registerFamilyGates } from "./rest/families.ts";
import { registerErrors, registerRest } from "./rest/rest.ts";

export interface SurfaceOptions {
  meters: Meters;
  base_url: string;
  version: string;
  allowed_origins: string[];
  mcp_fixtures: boolean;
  console_folder: string | null;
  /** Absent: this process pushes nothing. */
  push?: PushSettings | null;
  /** Told when callers were forgotten. */
  callers_channel: string;
}

export async function registerSurfaces(
  app: FastifyInstance,
  mechanism: Mechanism,
  options: SurfaceOptions,
): Promise<void> {
  acceptEmptyJson(app);
  registerErrors(app, mechanism);
  registerFamilyGates(app, mechanism);
  registerHealth(app, mechanism, options);
  registerRest(app, mechanism);
  registerGraphql(app, mechanism, options.console_folder);
  registerMcpServers(app, mechanism, options);
  registerOpenapi(app, mechanism);
  registerDiscovery(app, mechanism);
  if (options.push) registerPush(app, mechanism, options.push, options.callers_channel);
  registerOauth(app, mechanism);
  if (options.console_folder !== null) await registerConsole(app, options.console_folder);
}

/** Bodies are JSON, and nothing else unless a route says so. A POST without one is an empty request. */
function acceptEmptyJson(app: FastifyInstance): void {
  app.removeContentTypeParser(["application/json", "text/plain"]);
  app.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) => {
    if (body === "") {
      done(null, {});
      return;
    }
    try {
      done(null, JSON.parse(body as string));
    } catch (error) {
      done(Object.assign(error as Error, { statusCode: 400 }), undefined);
    }
  });
}
