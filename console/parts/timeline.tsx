/** The way of a parcel: how far it is, and everything that happened. Shown to strangers and dispatchers alike. */
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import type { TrackingEvent } from "../api/tracking.ts";
import { day, type Times } from "./times.ts";
import { plain } from "./words.ts";
import "./timeline.css";

const PHASES = [
  { name: "pre_shipment", label: "Registered" },
  { name: "pickup", label: "Pickup" },
  { name: "inbound", label: "At our hub" },
  { name: "transit", label: "On its way" },
  { name: "out_for_delivery", label: "Out for delivery" },
  { name: "delivered", label: "Delivered" },
] as const;

const TROUBLED = new Set(["FAILED_ATTEMPT", "EXCEPTION", "REJECTED", "CANCELLED", "RETURNING", "RETURNED"]);

/** The six phases, those behind it filled. */
export function PhaseRail({ phase, status }: { phase: string | null; status: string }) {
  const at = PHASES.findIndex(({ name }) => name === phase);
  const troubled = TROUBLED.has(status);
  const done = status === "DELIVERED";
  const current = PHASES[at]?.label ?? "Registered";
  return (
    <ol
      className={troubled ? "rail-phases troubled" : "rail-phases"}
      aria-label={`Progress: ${done ? "delivered" : current}`}
    >
      {PHASES.map(({ name, label }, index) => {
        const state = index < at || (done && index <= at) ? "past" : index === at ? "now" : "ahead";
        return (
          <li key={name} className={state} aria-current={state === "now" ? "step" : undefined}>
            <span className="rail-dot" aria-hidden>
              {state === "past" ? <IconCheck size={12} stroke={3.5} /> : null}
            </span>
            <span className="rail-label">{label}</span>
          </li>
        );
      })}
    </ol>
  );
}

const BAD = new Set([
  "delivery_attempted",
  "exception",
  "rejected",
  "lost",
  "damaged",
  "returned",
  "cancelled",
]);

/** Newest first, by day. An event told long after it happened says so. */
export function Timeline({ events, times }: { events: readonly TrackingEvent[]; times: Times }) {
  const newest = [...events].sort(
    (a, b) => b.occurred_at.localeCompare(a.occurred_at) || b.recorded_at.localeCompare(a.recorded_at),
  );
  const days = Map.groupBy(newest, (event) => times.dayOf(event.occurred_at));
  return (
    <div className="timeline">
      {[...days].map(([date, list]) => (
        <section key={date}>
          <h3>{date === times.today() ? "Today" : day(date, "long")}</h3>
          <ol>
            {list.map((event, index) => {
              const late_s = (Date.parse(event.recorded_at) - Date.parse(event.occurred_at)) / 1000;
              const bad = BAD.has(event.base);
              const newest_of_all = index === 0 && event === newest[0];
              return (
                <li key={event.event_id} className={bad ? "bad" : newest_of_all ? "newest" : undefined}>
                  <time dateTime={event.occurred_at} title={times.exact(event.occurred_at)} className="num">
                    {times.time(event.occurred_at)}
                  </time>
                  <span className="timeline-dot" aria-hidden>
                    {bad ? <IconAlertTriangle size={11} stroke={2.5} /> : null}
                  </span>
                  <div className="timeline-words">
                    <span className={newest_of_all ? "strong" : undefined}>{event.label}</span>
                    {event.incident_reason ? (
                      <span className="tag tone-bad">{plain(event.incident_reason)}</span>
                    ) : null}
                    {event.city ? <span className="dim"> · {event.city}</span> : null}
                    {event.description ? <p className="dim">{event.description}</p> : null}
                    {late_s > 900 ? (
                      <p className="dim small">Told {times.moment(event.recorded_at)}</p>
                    ) : null}
                  </div>
                </li>
              );
            })}
          </ol>
        </section>
      ))}
    </div>
  );
}
