/** One event: when, what, where and by whom at a glance; everything else when it is opened. */
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
} from "@tabler/icons-react";
import { memo, useId } from "react";
import { Copy } from "../copy.tsx";
import type { Times } from "../times.ts";
import { plain } from "../words.ts";
import { EventDetails } from "./details.tsx";
import { isTroubled, phaseLabel } from "./rail.tsx";
import type { EventRow, TimelineProof, Told } from "./told.ts";
import { amount, placeOf, reasonOf, sourceOf, wordsOf } from "./told.ts";

const PROOFS: Record<string, typeof IconCamera> = {
  signature: IconSignature,
  photo: IconCamera,
  pin: IconLock,
  barcode: IconBarcode,
  id_check: IconId,
  document: IconFileText,
  geofence: IconMapPin,
};

/** Told this much later than it happened is worth a word. */
const LATE_MS = 900_000;

export interface EventProps {
  row: EventRow;
  times: Times;
  /** It is the status now. */
  current: boolean;
  /** Shown when it differs from that of the event above. */
  phase: string | undefined;
  opened: boolean;
  selected: boolean;
  /** The event that this one corrects, or that voids it. */
  other: Told | undefined;
  gap: boolean;
  press: (event: Told) => void;
  goTo: (event: Told) => void;
}

export const TimelineRow = memo(function TimelineRow(props: EventProps) {
  const { row, times, current, phase, opened, selected, other, gap, press, goTo } = props;
  const { event, told_by } = row;
  const details = useId();
  const voided = event.voided_by !== undefined;
  const place = placeOf(event.location);
  const tone = isTroubled(event.base) ? "bad" : event.base === "delivered" ? "good" : "";
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
          <span className="timeline-title">{voided ? <s>{wordsOf(event)}</s> : wordsOf(event)}</span>
          <IconChevronDown size={14} className="timeline-chevron" aria-hidden />
        </button>
        <span className="timeline-tags">
          {event.incident_reason ? (
            <span className="tag tone-bad">{reasonOf(event.incident_reason)}</span>
          ) : null}
          {event.after_terminal ? <span className="tag tone-warn">After the end</span> : null}
          {gap ? <span className="tag tone-warn">Hand-over not told</span> : null}
          {event.source.synthesized ? <span className="tag tone-grey">From a status</span> : null}
        </span>
        <p className="dim timeline-by">
          {[place, sourceOf(event.source)].filter(Boolean).join(" · ")}
          {event.sensor?.value !== undefined ? (
            <>
              {" · "}
              <span className="num">
                {plain(event.sensor.property)} {amount(event.sensor.value, event.sensor.unit)}
              </span>
            </>
          ) : null}
        </p>
        {event.description ? <p>{event.description}</p> : null}
        {event.proof?.length ? <Proofs proofs={event.proof} /> : null}
        {told_by.map((second) => (
          <p key={second.sequence} className="dim small timeline-second">
            <IconCheck size={13} aria-hidden /> Confirmed by {sourceOf(second.source)} at{" "}
            {times.time(second.occurred_at)} as “{wordsOf(second)}”
            {second.voided_by === undefined ? "" : " (later voided)"}
          </p>
        ))}
        {other && voided ? (
          <p className="small tone-warn timeline-void">
            Voided: {other.description ?? `it was “${wordsOf(other)}”`}.{" "}
            <button type="button" className="text-button" onClick={() => goTo(other)}>
              See the correction of {times.time(other.occurred_at)}
            </button>
          </p>
        ) : null}
        {other && !voided ? (
          <p className="small dim">
            <button type="button" className="text-button" onClick={() => goTo(other)}>
              Corrects “{wordsOf(other)}” of {times.time(other.occurred_at)}
            </button>
          </p>
        ) : null}
        {late ? <p className="dim small">Told {times.moment(event.recorded_at)}</p> : null}
        {opened ? (
          <div id={details} className="timeline-details">
            <p className="row tight nowrap">
              <code className="mono">{event.status_code}</code>
              <Copy value={event.status_code} label="status code" />
            </p>
            <EventDetails event={event} times={times} />
            {told_by.map((second) => (
              <EventDetails
                key={second.sequence}
                event={second}
                times={times}
                title={sourceOf(second.source)}
              />
            ))}
          </div>
        ) : null}
      </div>
    </li>
  );
});

function Mark({ event, voided }: { event: Told; voided: boolean }) {
  if (voided) return <IconX size={11} stroke={2.6} />;
  if (isTroubled(event.base)) return <IconAlertTriangle size={11} stroke={2.5} />;
  if (event.base === "delivered") return <IconCheck size={12} stroke={3.2} />;
  if (event.base === "returned") return <IconArrowBackUp size={12} stroke={2.6} />;
  if (event.sensor !== undefined) return <IconTemperature size={12} stroke={2.2} />;
  if (event.base === "note") return <IconNote size={11} stroke={2.2} />;
  return <IconPointFilled size={12} />;
}

function Proofs({ proofs }: { proofs: readonly TimelineProof[] }) {
  return (
    <ul className="timeline-proofs" aria-label="Proof">
      {proofs.map((proof, index) => {
        const Icon = PROOFS[proof.type] ?? IconFileText;
        const words = `${proof.type === "pin" ? "PIN" : plain(proof.type)}${proof.signed_by ? ` by ${proof.signed_by}` : ""}`;
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
