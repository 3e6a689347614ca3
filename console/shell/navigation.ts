/** What of the manifests' navigation an account sees. */
import type { Me } from "../api/session.ts";
import { type Audience, type Manifest, type NavigationEntry, STAFF } from "../manifest.ts";

export const inOrder = <Entry extends { order: number }>(entries: readonly Entry[]) =>
  entries.toSorted((a, b) => a.order - b.order);

export function isFor(me: Me, { permission, roles, module }: Audience): boolean {
  return (
    (permission === undefined || me.permissions.includes(permission)) &&
    (roles === undefined || roles.includes(me.user.role)) &&
    (module === undefined || me.modules.includes(module))
  );
}

/** Pages of the navigation of these manifests that this account may open. */
export function selectPages(
  manifests: readonly Pick<Manifest, "navigation">[],
  me: Me,
): readonly NavigationEntry[] {
  // Drivers use the driver app.
  if (me.user.role === "driver") return [];
  const is_staff = STAFF.some((role) => role === me.user.role);
  return inOrder(manifests.flatMap(({ navigation }) => navigation))
    .filter((entry) => isFor(me, entry))
    .map((entry) =>
      entry.label_for_others === undefined || is_staff ? entry : { ...entry, label: entry.label_for_others },
    );
}
