/** Rows of carrier accounts. */

import type { RateCard } from "#providers/carriers/house/rate-card.ts";
import type { CarrierService } from "#providers/carriers/port.ts";
import type { Markup } from "./rules.ts";

export const ACCOUNT_KINDS = ["house", "gateway", "multi"] as const;
type AccountKind = (typeof ACCOUNT_KINDS)[number];

export interface CarrierAccountRow {
  id: number;
  business_id: number;
  code: string;
  name: string;
  kind: AccountKind;
  is_enabled: boolean;
  services: string[];
  carrier_ids: string[];
  base_url: string | null;
  api_key_sealed: string | null;
  api_key_end: string | null;
  gs1_prefix: string | null;
  rate_card: RateCard | null;
  markups: Markup[];
  preference: number;
  pickup_cut_off: string | null;
  methods: CarrierService[];
  tested_at: string | null;
  test_failure: string | null;
  version: number;
  created_at: string;
}

type Stored = Omit<CarrierAccountRow, "kind" | "rate_card" | "markups" | "methods">;

declare module "#platform/db/tables.ts" {
  interface Tables {
    carrier_account: Stored & { kind: string; rate_card: unknown; markups: unknown; methods: unknown };
  }
}
