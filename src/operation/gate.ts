/** Who may call: gates of modules and features, then role, permission and scope. Pure decisions. */
import type { Scope } from "#vocabulary/scopes.ts";
import type { Actor } from "./actor.ts";
import type { Operation } from "./define.ts";
import { Refusal } from "./refusal.ts";

/** Throws the refusal of the first check that fails; the order is the contract's. */
export function admit(
  operation: Operation,
  actor: Actor,
  connection_scopes: ReadonlySet<Scope> | null,
): void {
  const { access } = operation;
  if (!access.public && actor.kind === "anonymous") {
    throw new Refusal("unauthenticated", "unauthenticated", {
      message: "Send a bearer token.",
      headers: { "www-authenticate": "Bearer" },
    });
  }
  checkGates(operation, actor);
  if (access.public) return;
  if (actor.role === null || !access.roles.includes(actor.role)) {
    throw new Refusal("forbidden", "forbidden", {
      message: `This needs one of these roles: ${access.roles.join(", ")}.`,
    });
  }
  for (const scope of access.scopes) {
    if (!actor.permissions.has(scope)) {
      throw new Refusal("forbidden", "forbidden", { message: `The account has no permission ${scope}.` });
    }
    const token_lacks = actor.token_scopes !== null && !actor.token_scopes.has(scope);
    if (token_lacks || (connection_scopes !== null && !connection_scopes.has(scope))) {
      throw new Refusal("scope_missing", "forbidden", {
        message: `The token has no scope ${scope}.`,
        extra: { required_scopes: access.scopes },
        headers: {
          "www-authenticate": `Bearer error="insufficient_scope", scope="${access.scopes.join(" ")}"`,
        },
      });
    }
  }
}

/** A module that is not licensed is 403; a feature family that is off is 409 with exactly this body. */
function checkGates(operation: Operation, actor: Actor): void {
  if (operation.module !== undefined && !actor.business?.modules.has(operation.module)) {
    throw new Refusal("module_off", "forbidden", {
      message: `The module ${operation.module} is not enabled for this account.`,
    });
  }
  if (operation.feature !== undefined && !actor.business?.features.has(operation.feature)) {
    throw new Refusal("feature_off", "conflict", { body: { result: false, feature_enabled: false } });
  }
}
