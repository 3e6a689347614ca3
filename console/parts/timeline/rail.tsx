/** The six phases of a journey, with completed ones filled. */
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import type { TimelineDocument } from "./arrange.ts";
import { formatCode } from "./arrange.ts";

const PHASES = [
  { name: "pre_shipment", label: "Registered" },
  { name: "pickup", label: "Pickup" },
  { name: "inbound", label: "At a hub" },
  { name: "transit", label: "On its way" },
  { name: "out_for_delivery", label: "Out for delivery" },
  { name: "delivered", label: "Delivered" },
] as const;

/** Core codes that interrupt a journey or end it without a delivery. */
const INTERRUPTING_CODES = new Set([
  "pickup_failed",
  "delivery_attempted",
  "held",
  "delayed",
  "exception",
  "returning",
  "returned",
  "rejected",
  "cancelled",
]);

export function isInterrupted(base: string | undefined): boolean {
  return base !== undefined && INTERRUPTING_CODES.has(base);
}

export function phaseLabel(phase: string): string {
  return PHASES.find(({ name }) => name === phase)?.label ?? phase;
}

export function PhaseRail({ timeline }: { timeline: Pick<TimelineDocument, "status" | "delivered"> }) {
  const { status, delivered } = timeline;
  const at = PHASES.findIndex(({ name }) => name === status?.phase);
  const troubled = isInterrupted(status?.base);
  const current = status === null ? "nothing yet" : phaseLabel(status.phase);
  const words = status === null ? "" : formatCode({ status_code: status.code, base: status.base });
  return (
    <ol
      className={troubled ? "rail-phases troubled" : "rail-phases"}
      aria-label={`Progress: ${delivered ? "delivered" : current}`}
    >
      {PHASES.map(({ name, label }, index) => {
        const state = index < at || (delivered && index <= at) ? "past" : index === at ? "now" : "ahead";
        return (
          <li key={name} className={state} aria-current={state === "now" ? "step" : undefined}>
            <span className="rail-dot" aria-hidden>
              {state === "past" ? <IconCheck size={12} stroke={3.5} /> : null}
              {state === "now" && troubled ? <IconAlertTriangle size={12} stroke={2.6} /> : null}
            </span>
            <span className="rail-label">
              {label}
              {state === "now" && troubled ? <span className="rail-trouble">{words}</span> : null}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
