/**
 * Permissions and connection scopes share one vocabulary of `resource:verb` words, so that a role's permission, a
 * token's scope and a tool's requirement can be compared directly.
 *
 * Source: docs/contract/mcp.md, "Profiles"; the words after the published ones are our own.
 */

export const SCOPES = [
  "orders:read",
  "orders:write",
  "labels:read",
  "labels:write",
  "routes:read",
  "routes:write",
  "drivers:read",
  "analytics:read",
  "address:read",
  "approvals:read",
  "approvals:write",
  "wms:read",
  "datasets:read",
  "alliance:read",
  "uniorder:read",
  "uniorder:write",
  "customer_shipping:read",
  "customer_shipping:write",
  "storage:read",
  "storage:write",
  // Our own, for operations that no published tool uses.
  "orders:correct",
  "drivers:write",
  "address:write",
  "settings:read",
  "settings:write",
  "employees:read",
  "employees:write",
  "audit:read",
  "webhooks:read",
  "webhooks:write",
  "documents:read",
  "wms:write",
  "platform:admin",
] as const;

export type Scope = (typeof SCOPES)[number];

/** Every scope; sign-in tokens and the profile `full` have it. */
export const ALL_SCOPES = "*";

export interface Profile {
  label: string;
  scopes: readonly (Scope | typeof ALL_SCOPES)[];
}

export const PROFILES = {
  "ops-readonly": {
    label: "Ops Read-only",
    scopes: [
      "orders:read",
      "labels:read",
      "routes:read",
      "drivers:read",
      "analytics:read",
      "address:read",
      "approvals:read",
    ],
  },
  support: { label: "Support", scopes: ["orders:read", "analytics:read", "address:read", "approvals:read"] },
  "ops-write": {
    label: "Ops Write (orders, labels, routes)",
    scopes: [
      "orders:read",
      "orders:write",
      "labels:read",
      "labels:write",
      "routes:read",
      "routes:write",
      "drivers:read",
      "analytics:read",
      "address:read",
      "approvals:read",
      "approvals:write",
    ],
  },
  "wms-readonly": { label: "WMS Read-only", scopes: ["wms:read", "orders:read"] },
  "datasets-readonly": { label: "Datasets Read-only", scopes: ["datasets:read"] },
  "alliance-readonly": { label: "Alliance Read-only", scopes: ["alliance:read"] },
  full: { label: "Full Access, not for unattended agents", scopes: [ALL_SCOPES] },
} as const satisfies Record<string, Profile>;

export type ProfileName = keyof typeof PROFILES;

export function isScope(word: string): word is Scope {
  return (SCOPES as readonly string[]).includes(word);
}

export function isProfileName(word: string): word is ProfileName {
  return Object.hasOwn(PROFILES, word);
}

/** The scopes of a profile, with `*` expanded. */
export function getProfileScopes(name: ProfileName): ReadonlySet<Scope> {
  const words: readonly string[] = PROFILES[name].scopes;
  return new Set(words.includes(ALL_SCOPES) ? SCOPES : (words as readonly Scope[]));
}
