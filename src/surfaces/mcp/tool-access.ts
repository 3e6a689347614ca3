/**
 * May this connection call this tool? A missing scope is answered so that a client asks a person for it
 * (`insufficient_scope`), but only where the person's consent can help. Otherwise the model reads the reason: what the
 * role, the permissions, the modules or the features of the account refuse is refused whatever the token has.
 */
import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Actor } from "#operation/caller/actor.ts";
import { authorize } from "#operation/caller/authorize.ts";
import { authorizeFeature } from "#operation/caller/feature-gate.ts";
import { Refusal } from "#operation/define/refusal.ts";
import type { Runtime } from "#operation/define/runtime.ts";
import { refusals } from "#operation/response/platform-messages.ts";
import { readBearerToken } from "../request.ts";
import { requireToolAccess } from "./protocol/narrowing.ts";
import {
  AuthenticationRequired,
  type CallContext,
  type Connection,
  ScopeMissing,
} from "./protocol/server.ts";
import type { Tool } from "./tool.ts";
import { recordToolRefusal } from "./tool-records.ts";

/** A client that refreshes its token does so within this time. */
const REFRESH_WINDOW_MS = 60_000;
const TOKENS_MAX = 10_000;

/**
 * Digests of the access tokens that were refused for a missing scope, by the id of the token: a client that refreshes instead
 * of asking a person sends another secret of the same token, and would do so again and again. Of this process only: the
 * worst that a lost entry does is one more refresh.
 */
export type RefusedTokens = LRUCache<number, string>;

export function createRefusedTokens(): RefusedTokens {
  return new LRUCache({ max: TOKENS_MAX, ttl: REFRESH_WINDOW_MS });
}

/** What an agent tried is on record too, when its token, scopes or profile do not permit it. */
export async function requireAccess(
  runtime: Runtime,
  refreshes: RefusedTokens,
  connection: Connection<Actor>,
  tool: Tool,
  call: CallContext,
): Promise<void> {
  try {
    requireToolAccess(connection, tool);
  } catch (error) {
    const refusal =
      error instanceof ScopeMissing
        ? ((await findOtherRefusal(runtime, connection.caller, tool)) ??
          refuseRepeatedRefresh(refreshes, connection.caller, call, error))
        : null;
    recordToolRefusal(runtime, connection, tool, call, refusal?.code ?? nameAccessRefusal(error));
    throw refusal ?? error;
  }
}

/** Why the call would be refused with every scope, too; null when it is the scopes alone. */
async function findOtherRefusal(runtime: Runtime, actor: Actor, { source }: Tool): Promise<Refusal | null> {
  if ("meta" in source) return null;
  const { operation } = source;
  const granted: Actor = { ...actor, token_scopes: null };
  try {
    if (operation.feature !== undefined)
      await authorizeFeature(runtime, operation.feature, granted, runtime.now());
    authorize(operation, granted, null, runtime.modules);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** The same token as before, refreshed: that did not add the scope, and will not. */
function refuseRepeatedRefresh(
  refreshes: RefusedTokens,
  { token_id }: Actor,
  { request }: CallContext,
  { missing, scopes }: ScopeMissing,
): Refusal | null {
  if (token_id === null) return null;
  const digest = hash("sha256", readBearerToken(request) ?? "", "base64url");
  const refused_digest = refreshes.get(token_id);
  if (refused_digest === undefined || refused_digest === digest) {
    refreshes.set(token_id, digest);
    return null;
  }
  refreshes.delete(token_id);
  return new Refusal("scope_missing", "forbidden", {
    message: refusals.token_lacks.with({ scopes: missing.join(" ") }),
    extra: { required_scopes: scopes },
  });
}

function nameAccessRefusal(error: unknown): string {
  if (error instanceof AuthenticationRequired) return "authentication_required";
  return error instanceof ScopeMissing ? "insufficient_scope" : "not_in_profile";
}
