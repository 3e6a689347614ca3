/** Mounts every surface on one HTTP server. */
import type { FastifyInstance } from "fastify";
import { readBodyText } from "#operation/define/raw-body.ts";
import { Refusal } from "#operation/define/refusal.ts";
import type { Runtime } from "#operation/define/runtime.ts";
import { refusals } from "#operation/response/platform-messages.ts";
import type { CallMetrics } from "#platform/log/metrics.ts";
import { findUrlFault } from "#platform/text/decode-bytes.ts";
import { type BodySettings, registerBodyLimits } from "./bodies.ts";
import { registerCompression } from "./compress.ts";
import { createFramedPageReader, isConsolePage, registerConsole } from "./console.ts";
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
  refuseUnreadableUrls(app);
  registerBodyLimits(app, options.bodies);
  registerCompression(app);
  acceptEmptyJson(app);
  registerErrors(app, runtime);
  registerFeatureGates(app, runtime);
  registerHealth(app, runtime, options);
  const { console_folder } = options;
  registerRest(
    app,
    runtime,
    console_folder === null ? async () => null : createFramedPageReader(console_folder, options),
  );
  registerGraphql(app, runtime, options.console_folder);
  registerMcpServers(app, runtime, { ...options, origins });
  registerOpenapi(app, runtime);
  registerDiscovery(app, runtime);
  if (options.push) registerPush(app, runtime, options.push, options.callers_channel);
  registerOauth(app, runtime);
  if (options.console_folder !== null) await registerConsole(app, options.console_folder, options);
}

const URL_FAULTS = {
  not_ascii: refusals.address_not_ascii,
  not_utf_8: refusals.address_not_utf_8,
} as const;

/** Before a parameter is read: parsers replace or keep what they cannot decode. Pages of the console read their own. */
function refuseUnreadableUrls(app: FastifyInstance): void {
  app.addHook("onRequest", (request, _reply, done) => {
    const fault = findUrlFault(request.raw.url ?? "");
    if (fault === null || isConsolePage(request)) done();
    else done(new Refusal("invalid_address", "bad_request", { message: URL_FAULTS[fault] }));
  });
}

/** Bodies are JSON unless a route declares otherwise. A POST without a body is an empty request. */
function acceptEmptyJson(app: FastifyInstance): void {
  app.removeContentTypeParser(["application/json", "text/plain"]);
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body, done) => {
    try {
      const text = readBodyText(body as Buffer, request.headers["content-type"]);
      done(null, text === "" ? {} : JSON.parse(text));
    } catch (error) {
      const refused = error instanceof Refusal ? error.status : 400;
      done(Object.assign(error as Error, { statusCode: refused }), undefined);
    }
  });
}
