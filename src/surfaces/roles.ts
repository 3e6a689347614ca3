/** Which roles may call an operation, by their default permissions and by those that they can be given. */
import type { Operation } from "#operation/define/define.ts";
import { effectivePermissions, type Role } from "#vocabulary/roles.ts";
import { SCOPES } from "#vocabulary/scopes.ts";

/** `permission`: not by default, but an administrator can grant it. */
export type Allowed = "yes" | "permission" | "no";

export function getAllowed({ access }: Operation, role: Role): Allowed {
  if (access.public) return "yes";
  if (!access.roles.includes(role)) return "no";
  const held = effectivePermissions(role, []);
  if (access.scopes.every((scope) => held.has(scope))) return "yes";
  const given = effectivePermissions(role, SCOPES);
  return access.scopes.every((scope) => given.has(scope)) ? "permission" : "no";
}
