import type { ShippingRule } from "./shapes.ts";

export interface ShippingRuleSetRow {
  business_id: number;
  rules: ShippingRule[];
  version: number;
  updated_by: number | null;
  updated_at: string;
}
