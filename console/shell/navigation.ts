/** Who sees what the manifests declare. */
import type { Access } from "../access.ts";
import type { Me } from "../api/session.ts";
import type { Audience } from "../manifest.ts";

export const inOrder = <Entry extends { order: number }>(entries: readonly Entry[]) =>
  entries.toSorted((a, b) => a.order - b.order);

function mayCall(me: Me, { roles, scopes, module, feature }: Access): boolean {
  return (
    (scopes ?? []).every((scope) => me.permissions.includes(scope)) &&
    (roles === undefined || roles.includes(me.user.role)) &&
    (module === undefined || me.modules.includes(module)) &&
    (feature === undefined || me.features.includes(feature))
  );
}

export function isFor(me: Me, { access, permission, roles, module, feature }: Audience): boolean {
  return (
    (access ?? []).every((one) => mayCall(me, one)) &&
    (permission === undefined || me.permissions.includes(permission)) &&
    (roles === undefined || roles.includes(me.user.role)) &&
    (module === undefined || me.modules.includes(module)) &&
    (feature === undefined || me.features.includes(feature))
  );
}
