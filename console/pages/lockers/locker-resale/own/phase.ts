/** Where a handover is for its seller: its status, told apart by what led to it. Pure. */
import { defineLabels } from "../../../../parts/labels.ts";
import type { ResaleHandover } from "../queries.ts";
import { STATUSES } from "../states.ts";
import { text } from "./text.ts";

export const OWN_STATUS = defineLabels(STATUSES, (status) => text.statuses[status]);

export type Phase = keyof typeof text.phases;

type Facts = Pick<ResaleHandover, "status" | "cause" | "released_at" | "looked_at" | "dispute_by">;

export function findPhase({ status, cause, released_at, looked_at, dispute_by }: Facts): Phase {
  switch (status) {
    case "LISTED":
      return cause === "hold_ended" || cause === "not_deposited" ? cause : "listed";
    case "DEPOSIT_RESERVED":
      return "reserved";
    case "DEPOSITED":
      return "deposited";
    case "CODE_ISSUED":
      return looked_at === null ? "released" : "looking";
    case "INSPECTED":
      return "inspected";
    case "COLLECTED":
      return "collected";
    case "RETURN_TO_SELLER":
      if (cause === "rejected") return "rejected";
      if (cause !== "time_ended") return "returned";
      return released_at === null ? "not_released" : "not_collected";
    case "RETRIEVED":
      return "retrieved";
    case "EXPIRED":
      return cause === "emptied_by_staff" ? "stored" : "expired";
    case "CANCELLED":
      return "cancelled";
    case "DISPUTED":
      return dispute_by === null ? "missing" : "disputed";
  }
}

export const PHASE_TONES: Partial<Record<Phase, string>> = {
  hold_ended: "warn",
  not_deposited: "warn",
  reserved: "accent",
  deposited: "accent",
  released: "accent",
  looking: "accent",
  inspected: "accent",
  collected: "good",
  retrieved: "good",
  rejected: "warn",
  not_collected: "warn",
  not_released: "warn",
  returned: "warn",
  stored: "warn",
  missing: "bad",
  disputed: "bad",
};
