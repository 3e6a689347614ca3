/** Who may call: gates of modules and features, then role, permission and scope. Pure decisions. */
import type { Role } from "#vocabulary/roles.ts";
import type { Scope } from "#vocabulary/scopes.ts";
import type { Actor } from "./actor.ts";
import { needsToken, type Operation } from "./define.ts";
import type { InstalledModules } from "./modules.ts";
import { missingCredentials } from "./provider-callers.ts";
import { Refusal } from "./refusal.ts";

/** Throws the refusal of the first check that fails; the order is the contract's. */
export function admit(
  operation: Operation,
  actor: Actor,
  connection_scopes: ReadonlySet<Scope> | null,
  modules: Pick<InstalledModules, "has">,
): void {
  const { access } = operation;
  if (!access.public && access.provider) {
    admitProvider(actor);
    return;
  }
  if (!access.public) requireCaller(actor);
  checkGates(operation, actor, modules);
  if (access.public) return;
  requireRole(actor, access.roles);
  for (const scope of access.scopes) {
    if (!actor.permissions.has(scope)) {
      throw new Refusal("forbidden", "forbidden", { message: `The account has no permission ${scope}.` });
    }
    const token_lacks = actor.token_scopes !== null && !actor.token_scopes.has(scope);
    if (token_lacks || (connection_scopes !== null && !connection_scopes.has(scope))) {
      throw new Refusal("scope_missing", "forbidden", {
        message: token_lacks
          ? `The token has no scope ${scope}.`
          : `This connection was narrowed to scopes without ${scope}.`,
        extra: { required_scopes: access.scopes },
        headers: {
          "www-authenticate": `Bearer error="insufficient_scope", scope="${access.scopes.join(" ")}"`,
        },
      });
    }
  }
}

/** Routes of providers know no roles: a key's scopes are for the operation to look at, event by event. */
function admitProvider({ kind }: Actor): void {
  if (kind === "provider") return;
  if (kind === "anonymous") throw missingCredentials();
  throw new Refusal("forbidden", "forbidden", {
    message: "This needs the key of a provider; an account's token alone is not one.",
  });
}

export function requireCaller(actor: Actor): void {
  if (actor.kind === "anonymous") throw missingToken();
}

/** An operation that judges the token itself needs one to judge, before its input is looked at. */
export function requireToken({ access }: Operation, bearer_hash: Buffer | undefined): void {
  if (access.public && needsToken(access) && bearer_hash === undefined) throw missingToken();
}

function missingToken(): Refusal {
  return new Refusal("unauthenticated", "unauthenticated", {
    message: "Send a bearer token.",
    headers: { "www-authenticate": "Bearer" },
  });
}

export function requireRole(actor: Actor, roles: readonly Role[]): void {
  if (actor.role !== null && roles.includes(actor.role)) return;
  throw new Refusal("forbidden", "forbidden", {
    message: `This needs one of these roles: ${roles.join(", ")}.`,
  });
}

/**
 * A module that is not licensed is 403; one that is, but whose tables this installation does not have, is 503;
 * a feature family that is off is 409 with exactly this body.
 */
function checkGates(operation: Operation, actor: Actor, modules: Pick<InstalledModules, "has">): void {
  if (operation.module !== undefined && !actor.business?.modules.has(operation.module)) {
    throw new Refusal("module_off", "forbidden", {
      message: `The module ${operation.module} is not enabled for this account.`,
    });
  }
  if (operation.module !== undefined && !modules.has(operation.module)) {
    throw new Refusal("module_unavailable", "unavailable", {
      message: `The module ${operation.module} is not available on this installation yet.`,
    });
  }
  // A public operation of a business is gated by that business, which is known once the input is.
  const is_tenants = operation.access.public && operation.tenant !== undefined;
  if (operation.feature !== undefined && !is_tenants && !actor.business?.features.has(operation.feature))
    throw featureOff();
}

/** The contract fixes every member of this body. */
export function featureOff(): Refusal {
  return new Refusal("feature_off", "conflict", { body: { result: false, feature_enabled: false } });
}
