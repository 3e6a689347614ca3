/** Requests to swap shifts. */
import { defineRecord, type Row } from "#operation/define/record.ts";

export interface SwapRow extends Row<"shift_swap"> {
  status: "REQUESTED" | "ACCEPTED" | "DECLINED" | "WITHDRAWN" | "LAPSED";
}

export const SwapRecord = defineRecord<"shift_swap", SwapRow>("shift_swap");
