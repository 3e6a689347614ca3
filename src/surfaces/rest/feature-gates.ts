/**
 * The gates of whole features, checked before anything else of a request: below the prefix of a feature they
 * apply to every path and method, including unknown routes and unparsable bodies.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Actor, ANONYMOUS } from "#operation/caller/actor.ts";
import { authorizeFeature, findFeatureByPath } from "#operation/caller/feature-gate.ts";
import type { Operation } from "#operation/define/define.ts";
import { Refusal } from "#operation/define/refusal.ts";
import type { Runtime } from "#operation/define/runtime.ts";
import { recordRefusal } from "#operation/records/call-records.ts";
import type { FeatureName } from "#vocabulary/features.ts";
import { authenticate, readRequestFacts } from "../request.ts";

export function registerFeatureGates(app: FastifyInstance, runtime: Runtime): void {
  app.addHook("onRequest", (request, _reply, done) => {
    const feature = findFeatureByPath(runtime.registry.features, request.url);
    if (feature === undefined) done();
    else admit(request, feature).then(() => done(), done);
  });

  async function admit(request: FastifyRequest, feature: FeatureName): Promise<void> {
    const operation = findOperation(runtime, request);
    // Anonymous callers may call it: its business decides, once the input is parsed.
    if (operation?.access.public) return;
    let actor: Actor = ANONYMOUS;
    try {
      actor = await authenticate(runtime, request);
      const now = runtime.now();
      if (operation === undefined) {
        runtime.link_rates.admit(actor, now);
        await runtime.token_caps.takeCall(actor, now);
      }
      await authorizeFeature(runtime, feature, actor, now);
    } catch (error) {
      if (error instanceof Refusal && operation !== undefined)
        recordRefusal(runtime, { operation, actor, request: readRequestFacts(request, "rest") }, error);
      throw error;
    }
  }
}

/** Undefined for unknown URLs and methods. */
function findOperation(runtime: Runtime, request: FastifyRequest): Operation | undefined {
  if (request.is404) return undefined;
  const path = request.routeOptions.url?.replaceAll(/:(\w+)/g, "{$1}");
  const method = request.method === "HEAD" ? "GET" : request.method;
  return runtime.registry.byRoute.get(`${method} ${path}`);
}
