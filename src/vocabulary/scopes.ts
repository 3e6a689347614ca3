/**
 * Permissions and connection scopes share one vocabulary of `resource:verb` words, so that a role's permission, a
 * token's scope and a tool's requirement can be compared directly.
 *
 * Each family declares its scopes (`src/operation/define/scopes.ts`). Here is what the contract publishes, whether or
 * not the family exists yet. Source: docs/contract/mcp.md, "Profiles".
 */

/** The scopes of the published profiles and tools. */
export const PUBLISHED_SCOPES = [
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
] as const;

type PublishedScope = (typeof PUBLISHED_SCOPES)[number];

/** The scopes that families declare. Each adds its own: `interface DeclaredScopes extends ScopesIn<typeof scopes> {}`. */
// biome-ignore lint/suspicious/noEmptyInterface: the families add its members.
export interface DeclaredScopes {}

export type Scope = PublishedScope | keyof DeclaredScopes;

/** Every scope; sign-in tokens and the profile `full` have it. */
export const ALL_SCOPES = "*";

interface Profile {
  label: string;
  scopes: readonly (PublishedScope | typeof ALL_SCOPES)[];
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

export function isProfileName(word: string): word is ProfileName {
  return Object.hasOwn(PROFILES, word);
}
