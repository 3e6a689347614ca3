/** Names of the states of a label, without their texts: what the address of a page is parsed with. */
import type { LabelOrder } from "../../../../packages/client/client.gen.ts";

export type LabelState = LabelOrder["state"];

export const LABEL_STATES = [
  "PURCHASING",
  "LABEL_PURCHASE_FAILED",
  "LABEL_READY",
  "INFO_SUBMITTED",
  "MANIFESTED",
  "VOID_PENDING",
  "VOIDED",
  "VOID_REJECTED",
  "REFUND_REQUESTED",
  "REFUNDED",
  "REFUND_REJECTED",
  "CANCELLED",
  "CLOSED",
] as const satisfies readonly LabelState[];
