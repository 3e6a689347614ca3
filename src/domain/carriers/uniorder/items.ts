/** What became of each item of a batch or a job. */
import Type from "typebox";
import { LabelRateFault } from "#domain/carriers/shipping/public.ts";
import type { Refusal } from "#operation/define/refusal.ts";
import { Nullable } from "#vocabulary/basics.ts";
import { UnifiedRate } from "./rate.ts";
import { UnifiedOrder } from "./shapes.ts";

const item = {
  result: Type.Boolean(),
  error_code: Nullable(Type.String()),
  message: Nullable(Type.String()),
};

export const RateItem = Type.Object(
  { ...item, rates: Type.Array(UnifiedRate), faults: Type.Array(LabelRateFault) },
  { $id: "UnifiedRateItem" },
);

export const CreateItem = Type.Object(
  { ...item, ref: Nullable(Type.String()), uniorder: Nullable(UnifiedOrder) },
  { $id: "UnifiedOrderItem" },
);

export function refuseItem({ error_code, message }: Pick<Refusal, "error_code" | "message">) {
  return { result: false, error_code, message };
}

/** The result of an item that was not begun before its job was cancelled. */
export const CANCELLED_ITEM = refuseItem({ error_code: "CANCELLED", message: "The job was cancelled." });
