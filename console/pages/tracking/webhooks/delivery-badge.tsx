import { StatusBadge } from "../../../parts/badge.tsx";
import type { Tone } from "../../../parts/labels.ts";
import type { Delivery, DeliveryState } from "./queries.ts";
import { text } from "./text.ts";

const TONES: Record<DeliveryState, Tone> = {
  PENDING: "blue",
  RETRYING: "warn",
  DELIVERED: "good",
  EXHAUSTED: "bad",
};

export function DeliveryBadge({ state }: Pick<Delivery, "state">) {
  return <StatusBadge badge={{ label: text.states[state], tone: TONES[state] }} />;
}
