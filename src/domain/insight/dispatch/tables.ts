/** Rows of attention items, of decisions about them, and of the rules of a business. */
import type { Severity } from "#operation/define/attention.ts";

export const ITEM_STATES = ["open", "snoozed", "decided", "cleared"] as const;
type ItemState = (typeof ITEM_STATES)[number];

export interface ItemRow {
  id: number;
  business_id: number;
  kind: string;
  severity: Severity;
  subject_type: string;
  subject_id: number;
  cause_key: string;
  state: ItemState;
  version: number;
  order_id: number | null;
  route_id: number | null;
  facts: Record<string, unknown>;
  date: string;
  since: string;
  opened_at: string;
  snoozed_until: string | null;
  cleared_at: string | null;
  assigned_to: number | null;
  assigned_by: number | null;
  assigned_at: string | null;
}

export interface DecisionRow {
  id: number;
  business_id: number;
  item_id: number;
  action: string | null;
  reason: string;
  decided_by: number | null;
  decided_at: string;
  date: string;
  result_event_ids: number[];
  withdrawn_by: number | null;
  withdrawn_at: string | null;
}

export interface RuleRow {
  business_id: number;
  kind: string;
  is_on: boolean;
  after: number | null;
  time: string | null;
}

declare module "#platform/db/tables.ts" {
  interface Tables {
    attention_item: ItemRow;
    attention_decision: DecisionRow;
    attention_rule: RuleRow;
  }
}
