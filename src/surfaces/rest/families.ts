/**
 * The gates of whole feature families, before anything else of a request is read: below the prefix of a family
 * every path and method answers them, routes that do not exist and bodies that cannot be parsed included.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Actor, ANONYMOUS } from "#operation/actor.ts";
import type { Operation } from "#operation/define.ts";
import { admitToFamily, familyOfPath } from "#operation/family-gate.ts";
import type { Mechanism } from "#operation/mechanism.ts";
import { noteRefused } from "#operation/record.ts";
import { Refusal } from "#operation/refusal.ts";
import { actorOf, factsOf } from "../request.ts";

export function registerFamilyGates(app: FastifyInstance, mechanism: Mechanism): void {
  app.addHook("onRequest", async (request) => {
    const family = familyOfPath(request.url);
    if (family === undefined) return;
    const operation = operationOf(mechanism, request);
    // Strangers may call it: the business it belongs to decides, once the input is read.
    if (operation?.access.public) return;
    let actor: Actor = ANONYMOUS;
    try {
      actor = await actorOf(mechanism, request);
      const now = mechanism.now();
      if (operation === undefined) mechanism.rates.admit(actor, now);
      await admitToFamily(mechanism, family, actor, now);
    } catch (error) {
      if (error instanceof Refusal && operation !== undefined)
        noteRefused(mechanism, { operation, actor, request: factsOf(request, "rest") }, error);
      throw error;
    }
  });
}

/** Undefined for addresses and methods that lead nowhere. */
function operationOf(mechanism: Mechanism, request: FastifyRequest): Operation | undefined {
  if (request.is404) return undefined;
  const path = request.routeOptions.url?.replaceAll(/:(\w+)/g, "{$1}");
  const method = request.method === "HEAD" ? "GET" : request.method;
  return mechanism.registry.byRoute.get(`${method} ${path}`);
}
