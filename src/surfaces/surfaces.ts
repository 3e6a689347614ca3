/** Mounts every surface on one HTTP server. */
import type { FastifyInstance } from "fastify";
import type { Runtime } from "#operation/define/runtime.ts";
import type { CallMetrics } from "#platform/log/metrics.ts";
import { type BodySettings, registerBodyLimits } from "./bodies.ts";
import { registerCompression } from "./compress.ts";
import { registerConsole } from "./console.ts";
import { createOrigins, registerCors } from "./cors.ts";
import { registerOauth } from "./discovery/oauth.ts";
import { registerDiscovery } from "./discovery/routes.ts";
import { registerGraphql } from "./graphql/graphql.ts";
import { registerHealth } from "./health.ts";
import { registerMcpServers } from "./mcp/mcp.ts";
import { registerOpenapi } from "./openapi/routes.ts";
import { type PushSettings, registerPush } from "./push/push.ts";
import { registerFeatureGates } from "./rest/feature-gates.ts";
import { registerErrors, registerRest } from "./rest/rest.ts";

import { buildSecurityHeaders, registerSecurityHeaders } from "./security-headers.ts";

export interface SurfaceOptions {
  meters: CallMetrics;
  base_url: string;
  version: string;
  allowed_origins: string[];
  /** The defaults when absent. */
  bodies?: BodySettings;
  mcp_fixtures: boolean;
  console_folder: string | null;
  /** Origins that console pages may load from, in addition to their own and the map's. */
  console_origins?: readonly string[];
  /** This token gives access to the metrics; platform administrators have access too. */
  metrics_token?: string | null;
  /** Absent: this process has no push. */
  push?: PushSettings | null;
  /** Channel that is notified when the cache of callers is cleared. */
  callers_channel: string;
  /** Why this process cannot serve requests, as a sentence; undefined when it can. */
  missing(): string | undefined;
}

export async function registerSurfaces(
  app: FastifyInstance,
  runtime: Runtime,
  options: SurfaceOptions,
): Promise<void> {
  registerSecurityHeaders(app, buildSecurityHeaders(options.base_url));
  const origins = createOrigins(runtime, options.callers_channel);
  registerCors(app, runtime, origins);
  registerBodyLimits(app, options.bodies);
  registerCompression(app);
  acceptEmptyJson(app);
  registerErrors(app, runtime);
  registerFeatureGates(app, runtime);
  registerHealth(app, runtime, options);
  registerRest(app, runtime);
  registerGraphql(app, runtime, options.console_folder);
  registerMcpServers(app, runtime, { ...options, origins });
  registerOpenapi(app, runtime);
  registerDiscovery(app, runtime);
  if (options.push) registerPush(app, runtime, options.push, options.callers_channel);
  registerOauth(app, runtime);
  if (options.console_folder !== null) await registerConsole(app, options.console_folder, options);
}

/** Bodies are JSON unless a route declares otherwise. A POST without a body is an empty request. */
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
