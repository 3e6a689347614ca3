/** States of a label. Without their texts: what the address of a page is parsed with. */
import type { LabelOrder } from "../../../../packages/client/client.gen.ts";
import type { Tone } from "../../../parts/labels.ts";

export type LabelState = LabelOrder["state"];

export const STATES: Record<LabelState, Tone> = {
  PURCHASING: "blue",
  LABEL_PURCHASE_FAILED: "bad",
  LABEL_READY: "teal",
  INFO_SUBMITTED: "teal",
  MANIFESTED: "good",
  VOID_PENDING: "warn",
  VOIDED: "grey",
  VOID_REJECTED: "bad",
  REFUND_REQUESTED: "warn",
  REFUNDED: "grey",
  REFUND_REJECTED: "bad",
  CANCELLED: "grey",
  CLOSED: "good",
};

export const LABEL_STATES = Object.keys(STATES) as LabelState[];
