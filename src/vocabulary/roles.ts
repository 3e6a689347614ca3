/**
 * Roles of an account. On the wire a contractor's user is `broker_employee`. Source: docs/contract/rest.md,
 * "Authentication".
 */
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
