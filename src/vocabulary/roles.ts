/**
 * Roles of an account. On the wire a contractor's user is `broker_employee`. Source: docs/contract/rest.md,
 * "Authentication".
 */
import { SCOPES, type Scope } from "./scopes.ts";

export const ROLES = [
  "platform_admin",
  "client_admin",
  "employee",
  "broker_employee",
  "driver",
  "customer",
] as const;

export type Role = (typeof ROLES)[number];

/** Users who run the business: its administrators and employees. */
export const BUSINESS_ROLES = ["client_admin", "employee"] as const satisfies readonly Role[];

/** All roles that belong to a business. */
export const TENANT_ROLES = [
  "client_admin",
  "employee",
  "broker_employee",
  "driver",
  "customer",
] as const satisfies readonly Role[];

const EMPLOYEE_DEFAULT: readonly Scope[] = [
  "orders:read",
  "orders:write",
  "labels:read",
  "labels:write",
  "routes:read",
  "routes:write",
  "drivers:read",
  "drivers:write",
  "analytics:read",
  "address:read",
  "address:write",
  "approvals:read",
  "approvals:write",
  "wms:read",
  "datasets:read",
  "alliance:read",
  "uniorder:read",
  "uniorder:write",
  "settings:read",
];

const DEFAULTS: Record<Role, readonly Scope[]> = {
  platform_admin: ["platform:admin", "audit:read"],
  client_admin: SCOPES.filter((scope) => scope !== "platform:admin"),
  employee: EMPLOYEE_DEFAULT,
  broker_employee: [
    "orders:read",
    "orders:write",
    "routes:read",
    "routes:write",
    "drivers:read",
    "drivers:write",
    "address:read",
    "address:write",
    "approvals:read",
    "approvals:write",
  ],
  driver: [
    "orders:read",
    "orders:write",
    "routes:read",
    "routes:write",
    "drivers:read",
    "drivers:write",
    "address:read",
  ],
  customer: [
    "orders:read",
    "orders:write",
    "labels:read",
    "labels:write",
    "analytics:read",
    "address:read",
    "address:write",
    "approvals:read",
    "approvals:write",
    "uniorder:read",
    "uniorder:write",
    "customer_shipping:read",
    "customer_shipping:write",
    "storage:read",
    "storage:write",
  ],
};

/**
 * The permissions of an account. An employee's own list, if present, replaces the role's default; only a client
 * administrator can be granted more than the scopes that exist for a business.
 */
export function effectivePermissions(role: Role, own: readonly string[]): ReadonlySet<Scope> {
  if (role !== "employee" || own.length === 0) return new Set(DEFAULTS[role]);
  return new Set(SCOPES.filter((scope) => own.includes(scope) && scope !== "platform:admin"));
}
