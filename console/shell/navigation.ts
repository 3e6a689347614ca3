/** Who sees what the manifests declare. */
import type { Me } from "../api/session.ts";
import type { Audience } from "../manifest.ts";

export const inOrder = <Entry extends { order: number }>(entries: readonly Entry[]) =>
  entries.toSorted((a, b) => a.order - b.order);

export function isFor(me: Me, { permission, roles, module, feature }: Audience): boolean {
  return (
    (permission === undefined || me.permissions.includes(permission)) &&
    (roles === undefined || roles.includes(me.user.role)) &&
    (module === undefined || me.modules.includes(module)) &&
    (feature === undefined || me.features.includes(feature))
  );
}
