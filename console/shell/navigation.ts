/** Who sees what the manifests declare. */
import type { Access } from "../access.ts";
import type { Me } from "../api/session.ts";
import type { Audience, FoundRecord, Manifest } from "../manifest.ts";

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

/** What the page of a record that this account may open is opened with: a parameter of its address, or a member of its query. */
export function findRecord(manifests: readonly Manifest[], me: Me, type: string, id: number | string) {
  const page = manifests
    .flatMap(({ records }) => records)
    .find((one) => (one.kind === type || one.subject === type) && isFor(me, one));
  if (page === undefined) return undefined;
  const { to, search } = page;
  if (search !== undefined) return { to, search: { [search]: Number(id) } };
  return { to, params: { [to.slice(to.indexOf("$") + 1)]: String(id) } };
}

/** Records with where each is shown; one whose page this account may not open is left out. */
export const selectReachable = (manifests: readonly Manifest[], me: Me, records: readonly FoundRecord[]) =>
  records.flatMap((record) => {
    const { page } = record;
    const target = typeof page === "string" ? { href: page } : findRecord(manifests, me, ...page);
    return target === undefined ? [] : [{ record, target }];
  });
