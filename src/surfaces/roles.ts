/** Which roles and presets may call an operation. */
import type { Operation } from "#operation/define/define.ts";
import type { PresetName } from "#operation/define/presets.ts";
import type { ScopeCatalogue } from "#operation/define/scopes.ts";
import type { Role } from "#vocabulary/roles.ts";

/** `permission`: not by default, but an administrator can grant it. */
export type Allowed = "yes" | "permission" | "no";

export function getAllowed({ grantable, roles }: ScopeCatalogue, { access }: Operation, role: Role): Allowed {
  if (access.public) return "yes";
  if (!access.roles.includes(role)) return "no";
  if (access.scopes.every((scope) => roles[role].has(scope))) return "yes";
  return role === "employee" && access.scopes.every((scope) => grantable.has(scope)) ? "permission" : "no";
}

/** Whether an employee with this preset may call it. */
export function isInPreset({ presets }: ScopeCatalogue, { access }: Operation, preset: PresetName): boolean {
  if (access.public) return true;
  return access.roles.includes("employee") && access.scopes.every((scope) => presets[preset].has(scope));
}
