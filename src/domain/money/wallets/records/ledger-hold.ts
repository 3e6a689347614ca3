/** Holds: what is reserved for a purchase under way, and how it is stored. */
import { defineRecord, type Row } from "#operation/define/record.ts";
import type { PriceFamily } from "#vocabulary/features.ts";

export interface LedgerHoldRow extends Row<"ledger_hold"> {
  paid_from: "wallet" | "settlement";
  family: PriceFamily;
  state: "held" | "captured" | "released";
}

export const LedgerHold = defineRecord<"ledger_hold", LedgerHoldRow>("ledger_hold");
