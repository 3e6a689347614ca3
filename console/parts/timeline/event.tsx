/** One event: time, status, place and source in a summary row; everything else when it is expanded. */

import { memo, useId } from "react";
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconBarcode,
  IconCamera,
  IconCheck,
  IconChevronDown,
  IconFileText,
  IconId,
  IconLock,
  IconMapPin,
  IconNote,
  IconPointFilled,
  IconSignature,
  IconTemperature,
  IconX,
} from "#icons";
import { Copy } from "../copy.tsx";
import type { Times } from "../times.ts";
import type { DisplayedEvent, EventRow, TimelineProof } from "./arrange.ts";
import {
  formatCode,
  formatPlace,
  formatQuantity,
  formatReason,
  formatSource,
  nameProperty,
} from "./arrange.ts";
import { EventDetails } from "./details.tsx";
import { isInterrupted, phaseLabel } from "./rail.tsx";
import { text } from "./text.ts";

const PROOFS: Record<string, typeof IconCamera> = {
  signature: IconSignature,
  photo: IconCamera,
  pin: IconLock,
  barcode: IconBarcode,
  id_check: IconId,
  document: IconFileText,
  geofence: IconMapPin,
};

/** An event recorded this much later than it happened is marked as late. */
const LATE_MS = 900_000;

export interface EventProps {
  row: EventRow;
  times: Times;
  /** The event is the current status. */
  current: boolean;
  /** Shown when it differs from the phase of the event above. */
  phase: string | undefined;
  opened: boolean;
  selected: boolean;
  /** The event that this one corrects, or the one that voids it. */
  other: DisplayedEvent | undefined;
  gap: boolean;
  press: (event: DisplayedEvent) => void;
  goTo: (event: DisplayedEvent) => void;
}

export const TimelineRow = memo(function TimelineRow(props: EventProps) {
  const { row, times, current, phase, opened, selected, other, gap, press, goTo } = props;
  const { event, reported_by } = row;
  const details = useId();
  const voided = event.voided_by !== undefined;
  const place = formatPlace(event.location);
  const tone = isInterrupted(event.base) ? "bad" : event.base === "delivered" ? "good" : "";
  const state = voided ? "voided" : [current ? "newest" : "", tone].filter(Boolean).join(" ");
  const late = Date.parse(event.recorded_at) - Date.parse(event.occurred_at) > LATE_MS;
  return (
    <li className={state || undefined} data-sequence={event.sequence} data-selected={selected || undefined}>
      {phase ? <span className="timeline-phase">{phaseLabel(phase)}</span> : null}
      <time dateTime={event.occurred_at} title={times.exact(event.occurred_at)} className="num">
        {times.time(event.occurred_at)}
      </time>
      <span className="timeline-dot" aria-hidden>
        <Mark event={event} voided={voided} />
      </span>
      <div className="timeline-words">
        <button
          type="button"
          className="timeline-head"
          aria-expanded={opened}
          aria-controls={opened ? details : undefined}
          onClick={() => press(event)}
        >
          <span className="timeline-title">{voided ? <s>{formatCode(event)}</s> : formatCode(event)}</span>
          <IconChevronDown size={14} className="timeline-chevron" aria-hidden />
        </button>
        <span className="timeline-tags">
          {event.incident_reason ? (
            <span className="tag tone-bad">{formatReason(event.incident_reason)}</span>
          ) : null}
          {event.after_terminal ? <span className="tag tone-warn">{text.after_end}</span> : null}
          {gap ? <span className="tag tone-warn">{text.no_handover}</span> : null}
          {event.source.synthesized ? <span className="tag tone-grey">{text.from_status}</span> : null}
        </span>
        <p className="dim timeline-by">
          {[place, formatSource(event.source)].filter(Boolean).join(" · ")}
          {event.sensor?.value !== undefined ? (
            <>
              {" · "}
              <span className="num">
                {nameProperty(event.sensor.property)} {formatQuantity(event.sensor.value, event.sensor.unit)}
              </span>
            </>
          ) : null}
        </p>
        {event.description ? <p>{event.description}</p> : null}
        {event.proof?.length ? <Proofs proofs={event.proof} /> : null}
        {reported_by.map((second) => (
          <p key={second.sequence} className="dim small timeline-second">
            <IconCheck size={13} aria-hidden />{" "}
            {text.confirmed({
              source: formatSource(second.source),
              time: times.time(second.occurred_at),
              label: formatCode(second),
            })}
            {second.voided_by === undefined ? "" : ` (${text.later_voided})`}
          </p>
        ))}
        {other && voided ? (
          <p className="small tone-warn timeline-void">
            {text.voided({ reason: other.description ?? text.was({ label: formatCode(other) }) })}{" "}
            <button type="button" className="text-button" onClick={() => goTo(other)}>
              {text.see_correction({ time: times.time(other.occurred_at) })}
            </button>
          </p>
        ) : null}
        {other && !voided ? (
          <p className="small dim">
            <button type="button" className="text-button" onClick={() => goTo(other)}>
              {text.corrects({ label: formatCode(other), time: times.time(other.occurred_at) })}
            </button>
          </p>
        ) : null}
        {late ? (
          <p className="dim small">{text.recorded({ moment: times.moment(event.recorded_at) })}</p>
        ) : null}
        {opened ? (
          <div id={details} className="timeline-details">
            <p className="row tight nowrap">
              <code className="mono">{event.status_code}</code>
              <Copy value={event.status_code} label={text.status_code} />
            </p>
            <EventDetails event={event} times={times} />
            {reported_by.map((second) => (
              <EventDetails
                key={second.sequence}
                event={second}
                times={times}
                title={formatSource(second.source)}
              />
            ))}
          </div>
        ) : null}
      </div>
    </li>
  );
});

function Mark({ event, voided }: { event: DisplayedEvent; voided: boolean }) {
  if (voided) return <IconX size={11} stroke={2.6} />;
  if (isInterrupted(event.base)) return <IconAlertTriangle size={11} stroke={2.5} />;
  if (event.base === "delivered") return <IconCheck size={12} stroke={3.2} />;
  if (event.base === "returned") return <IconArrowBackUp size={12} stroke={2.6} />;
  if (event.sensor !== undefined) return <IconTemperature size={12} stroke={2.2} />;
  if (event.base === "note") return <IconNote size={11} stroke={2.2} />;
  return <IconPointFilled size={12} />;
}

function Proofs({ proofs }: { proofs: readonly TimelineProof[] }) {
  return (
    <ul className="timeline-proofs" aria-label={text.proof}>
      {proofs.map((proof, index) => {
        const Icon = PROOFS[proof.type] ?? IconFileText;
        const name = text.proofs[proof.type];
        const words = proof.signed_by ? text.signed_by({ proof: name, name: proof.signed_by }) : name;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: proofs have no identity and keep their order.
          <li key={index}>
            {proof.url && (proof.type === "photo" || proof.type === "signature") ? (
              <a href={proof.url} target="_blank" rel="noreferrer" title={words}>
                <img src={proof.url} alt={words} loading="lazy" />
              </a>
            ) : (
              <span className="tag tone-grey">
                <Icon size={13} stroke={1.9} aria-hidden />
                {words}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
