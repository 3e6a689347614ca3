/** Rows of alliances, and what the functions of the migration answer about them. */
import type { GrantFilters, GrantScope, MaskableField } from "./shapes.ts";

interface AllianceRow {
  id: number;
  business_id: number;
  name: string;
  terms: string;
  terms_version: number;
  status: "active" | "closed";
  created_at: string;
  version: number;
}

export const ROLES = ["owner", "admin", "member"] as const;
type MemberRole = (typeof ROLES)[number];

interface AllianceDecisionRow {
  business_id: number;
  alliance_id: number;
  member_business_id: number;
  role: MemberRole | null;
  invited_step: number | null;
  invited_at: string | null;
  suspended_step: number | null;
  suspended_at: string | null;
  reason: string;
  resumed_step: number | null;
}

interface AllianceConsentRow {
  business_id: number;
  alliance_id: number;
  decision: "accepted" | "declined" | "left";
  step: number;
  terms_version: number | null;
  decided_at: string;
  decided_by: number | null;
}

interface AllianceGrantRow {
  id: number;
  business_id: number;
  alliance_id: number;
  to_business_id: number;
  scopes: GrantScope[];
  ended_scopes: GrantScope[];
  filters: GrantFilters;
  fields_masked: MaskableField[];
  valid_until: string | null;
  changed_at: string;
  version: number;
}

export interface AllianceAccessRow {
  id: number;
  business_id: number;
  alliance_id: number;
  to_business_id: number;
  account_id: number;
  account_name: string;
  scope: GrantScope;
  day: string;
  subject: string;
  reads: number;
  records: number;
  first_at: string;
  last_at: string;
  is_reported: boolean;
}

declare module "#platform/db/tables.ts" {
  interface Tables {
    alliance: AllianceRow;
    alliance_decision: AllianceDecisionRow;
    alliance_consent: AllianceConsentRow;
    alliance_grant: AllianceGrantRow;
    alliance_access: AllianceAccessRow;
  }
}

export const MEMBER_STATES = ["invited", "active", "suspended", "left", "declined"] as const;
type MemberState = (typeof MEMBER_STATES)[number];

interface Membership {
  role: MemberRole;
  state: MemberState;
  invited_at: string;
  suspended_at: string | null;
  /** Why it was suspended last. */
  reason: string | null;
  signed_version: number | null;
  signed_at: string | null;
}

/** Of `my_alliances()`: an alliance and the caller's own membership. */
export interface OwnAlliance extends Membership {
  id: number;
  owner_id: number;
  owner_code: string;
  owner_name: string;
  name: string;
  terms: string;
  terms_version: number;
  status: AllianceRow["status"];
  created_at: string;
  version: number;
  members: number;
}

/** Of `alliance_members()`. */
export interface AllianceMember extends Membership {
  member_id: number;
  code: string;
  name: string;
}

/** Of `alliance_grants()`: a grant, and what decides whether it is in force. */
export interface GrantBetween {
  id: number;
  alliance_id: number;
  alliance_name: string;
  grantor_id: number;
  grantor_code: string;
  grantor_name: string;
  grantee_id: number;
  grantee_code: string;
  grantee_name: string;
  scopes: GrantScope[];
  ended_scopes: GrantScope[];
  filters: GrantFilters;
  fields_masked: MaskableField[];
  valid_until: string | null;
  changed_at: string;
  version: number;
  /** The alliance and both businesses are active. */
  is_open: boolean;
  terms_version: number;
  grantor_state: MemberState | null;
  grantor_signed: number | null;
  grantee_state: MemberState | null;
  grantee_signed: number | null;
}
