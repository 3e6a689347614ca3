/** Authorization: module and feature gates, then role, permission and scope. Pure decisions. */
import type { PartnerUse } from "#vocabulary/partners.ts";
import type { Role } from "#vocabulary/roles.ts";
import type { Scope } from "#vocabulary/scopes.ts";
import { needsSignature, needsToken, type Operation } from "../define/define.ts";
import type { InstalledModules } from "../define/modules.ts";
import { Refusal } from "../define/refusal.ts";
import { refusals } from "../response/platform-messages.ts";
import type { Actor } from "./actor.ts";
import { authorizeDevice, missingSignature, needsDevice } from "./device-signature.ts";
import { authorizeLink } from "./link.ts";
import { missingCredentials } from "./request-signature.ts";

/** Throws the refusal of the first check that fails; the order is the contract's. */
export function authorize(
  operation: Operation,
  actor: Actor,
  connection_scopes: ReadonlySet<Scope> | null,
  modules: Pick<InstalledModules, "has">,
): void {
  const { access } = operation;
  if (actor.kind === "link") {
    authorizeLink(operation, actor);
    checkGates(operation, actor, modules);
    return;
  }
  if (actor.kind === "device") {
    authorizeDevice(operation);
    checkGates(operation, actor, modules);
    return;
  }
  if (!access.public && access.device) throw actor.kind === "anonymous" ? missingSignature() : needsDevice();
  if (!access.public && access.partner) {
    authorizePartner(actor, access.partner);
    return;
  }
  if (!access.public) requireCaller(actor);
  checkGates(operation, actor, modules);
  if (access.public) return;
  if (access.link !== undefined && access.roles.length === 0) throw needsLink();
  requireRole(actor, access.roles);
  for (const scope of access.scopes) {
    if (!actor.permissions.has(scope)) {
      throw new Refusal("forbidden", "forbidden", {
        message: refusals.permission_missing.with({ scope }),
      });
    }
    const token_lacks = actor.token_scopes !== null && !actor.token_scopes.has(scope);
    if (token_lacks || (connection_scopes !== null && !connection_scopes.has(scope))) {
      throw new Refusal("scope_missing", "forbidden", {
        message: (token_lacks ? refusals.scope_missing : refusals.connection_scope_missing).with({ scope }),
        extra: { required_scopes: access.scopes },
        headers: {
          "www-authenticate": `Bearer error="insufficient_scope", scope="${access.scopes.join(" ")}"`,
        },
      });
    }
  }
}

function needsLink(): Refusal {
  return new Refusal("forbidden", "forbidden", {
    message: refusals.needs_link,
  });
}

/** Routes of partners check no role, only what the key is for: the operation checks its scopes itself, event by event. */
function authorizePartner({ kind, partner }: Actor, use: PartnerUse): void {
  if (kind === "partner" && partner) {
    if (partner.uses.includes(use)) return;
    throw new Refusal("scope_denied", "forbidden", {
      message: refusals.key_for_use.with({ uses: partner.uses.join(", "), use }),
    });
  }
  if (kind === "anonymous") throw missingCredentials();
  throw new Refusal("forbidden", "forbidden", {
    message: refusals.needs_provider_key,
  });
}

/**
 * The check that is possible before the body is read: an operation that needs a token refuses callers without one.
 * Partners and devices are identified by a signature over the body, so they are not checked here.
 */
export function requireCredentials(
  operation: Operation,
  actor: Actor,
  bearer_token: string | undefined,
): void {
  const { access } = operation;
  if (access.public) requireToken(operation, bearer_token);
  else if (!needsSignature(access)) requireCaller(actor);
}

export function requireCaller(actor: Actor): void {
  if (actor.kind === "anonymous") throw tokenRequired();
}

/** An operation that verifies the token itself refuses a call without one before its input is validated. */
export function requireToken({ access }: Operation, bearer_token: string | undefined): void {
  if (access.public && needsToken(access) && bearer_token === undefined) throw tokenRequired();
}

function tokenRequired(): Refusal {
  return new Refusal("unauthenticated", "unauthenticated", {
    message: refusals.missing_token,
    headers: { "www-authenticate": "Bearer" },
  });
}

export function requireRole(actor: Actor, roles: readonly Role[]): void {
  if (actor.role !== null && roles.includes(actor.role)) return;
  throw new Refusal("forbidden", "forbidden", {
    message: refusals.role_missing.with({ roles: roles.join(", ") }),
  });
}

/**
 * A module that is not licensed is refused with 403. A licensed module whose tables this installation does not have
 * is refused with 503. A feature family that is off is refused with 409 and exactly this body.
 */
function checkGates(operation: Operation, actor: Actor, modules: Pick<InstalledModules, "has">): void {
  if (operation.module !== undefined && !actor.business?.modules.has(operation.module)) {
    throw new Refusal("module_off", "forbidden", {
      message: refusals.module_off.with({ module: operation.module }),
    });
  }
  if (operation.module !== undefined && !modules.has(operation.module)) {
    throw new Refusal("module_unavailable", "unavailable", {
      message: refusals.module_unavailable.with({ module: operation.module }),
    });
  }
  // The business of a public operation is known only after the input is parsed, so its gate is checked later.
  const has_business_in_input = operation.access.public && operation.tenant !== undefined;
  if (
    operation.feature !== undefined &&
    !has_business_in_input &&
    !actor.business?.features.has(operation.feature)
  )
    throw featureDisabled();
}

/** The contract fixes every member of this body. */
export function featureDisabled(): Refusal {
  return new Refusal("feature_off", "conflict", {
    message: refusals.feature_off,
    body: { result: false, feature_enabled: false },
  });
}
