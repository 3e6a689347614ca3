/** The six phases of a journey, with completed ones filled. */
import { IconAlertTriangle, IconCheck } from "#icons";
import type { TimelineDocument } from "./arrange.ts";
import { formatCode } from "./arrange.ts";
import { text } from "./text.ts";

const PHASES = ["pre_shipment", "pickup", "inbound", "transit", "out_for_delivery", "delivered"] as const;

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
  return (text.phases as Record<string, string>)[phase] ?? phase;
}

export function PhaseRail({ timeline }: { timeline: Pick<TimelineDocument, "status" | "delivered"> }) {
  const { status, delivered } = timeline;
  const at = PHASES.findIndex((phase) => status?.phase === phase);
  const troubled = isInterrupted(status?.base);
  const current = status === null ? text.no_phase : phaseLabel(status.phase);
  const words = status === null ? "" : formatCode({ status_code: status.code, base: status.base });
  return (
    <ol
      className={troubled ? "rail-phases troubled" : "rail-phases"}
      aria-label={text.progress({ phase: delivered ? text.phases.delivered : current })}
    >
      {PHASES.map((name, index) => {
        const state = index < at || (delivered && index <= at) ? "past" : index === at ? "now" : "ahead";
        return (
          <li key={name} className={state} aria-current={state === "now" ? "step" : undefined}>
            <span className="rail-dot" aria-hidden>
              {state === "past" ? <IconCheck size={12} stroke={3.5} /> : null}
              {state === "now" && troubled ? <IconAlertTriangle size={12} stroke={2.6} /> : null}
            </span>
            <span className="rail-label">
              {text.phases[name]}
              {state === "now" && troubled ? <span className="rail-trouble">{words}</span> : null}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
