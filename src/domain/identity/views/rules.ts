/** Who sees and changes a saved view. Pure. */
import { BUSINESS_ROLES, type Role } from "#vocabulary/roles.ts";
import type { ViewRow } from "./records/saved-view.ts";

export function isStaffRole(role: Role | null): boolean {
  return (BUSINESS_ROLES as readonly (Role | null)[]).includes(role);
}

interface Reader {
  account_id: number | null;
  role: Role | null;
}

export function canSeeView(reader: Reader, view: Pick<ViewRow, "account_id" | "shared">): boolean {
  return view.account_id === reader.account_id || (view.shared && isStaffRole(reader.role));
}

/** The owner, and an administrator what is shared. */
export function canChangeView(reader: Reader, view: Pick<ViewRow, "account_id" | "shared">): boolean {
  return view.account_id === reader.account_id || (view.shared && reader.role === "client_admin");
}
