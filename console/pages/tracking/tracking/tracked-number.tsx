/** What is tracked: status, proofs and timeline, for visitors and for holders of a link. */

import { Anchor, Button, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { IconCamera, IconRefresh } from "#icons";
import { rich } from "../../../language/rich.ts";
import type { MapPin } from "../../../map/shapes.ts";
import { findWord } from "../../../parts/labels.ts";
import { Loaded, Waiting } from "../../../parts/states.tsx";
import { hasPositions } from "../../../parts/timeline/places.tsx";
import { PhaseRail } from "../../../parts/timeline/rail.tsx";
import { TimelineView } from "../../../parts/timeline/timeline.tsx";
import { createTimes, day, type Times } from "../../../parts/times.ts";
import { buildHeadline } from "./headline.ts";
import { publicTimelineQuery, type TrackingAnswer } from "./queries.ts";
import { text } from "./text.ts";
import { WatchForm } from "./watch-form.tsx";

/**
 * `until`: when the link ends that shows it; `changes`: what it allows, below the status; `notifications`: what its holder is
 * sent, instead of a further address to follow.
 */
export function TrackedNumber({
  answer,
  fresh,
  busy,
  until,
  changes,
  notifications,
}: {
  answer: TrackingAnswer;
  fresh: () => void;
  busy: boolean;
  until?: string;
  changes?: ((times: Times) => ReactNode) | undefined;
  notifications?: ReactNode;
}) {
  const times = useMemo(() => createTimes(answer.time_zone), [answer.time_zone]);
  const { title, about, tone } = buildHeadline(answer, times);
  const timeline = useQuery({
    ...publicTimelineQuery(answer.tracking_number),
    refetchInterval: answer.terminal ? false : 30_000,
  });
  const { driver_position } = answer;
  const pins = useMemo<MapPin[]>(
    () =>
      driver_position
        ? [
            {
              id: "driver",
              kind: "driver",
              text: "▲",
              title: until === undefined ? text.driver_approximate : text.driver,
              colour: "#20568f",
              ...driver_position,
            },
          ]
        : [],
    [driver_position, until],
  );
  return (
    <>
      <section className={`track-card track-hero tone-${tone}`} aria-live="polite">
        <div className="row apart nowrap">
          <span className="mono dim track-number">{answer.tracking_number}</span>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconRefresh size={14} />}
            onClick={fresh}
            loading={busy}
          >
            {text.refresh}
          </Button>
        </div>
        {answer.redirected_from ? (
          <p className="dim small">
            {rich(text.redirected, {
              old: <span className="mono">{answer.redirected_from}</span>,
              now: <span className="mono">{answer.tracking_number}</span>,
            })}
          </p>
        ) : null}
        <h1>{title}</h1>
        <p className="track-text">{about}</p>
        {timeline.data ? <PhaseRail timeline={timeline.data} /> : <Skeleton height={44} />}
        <Promised answer={answer} times={times} />
      </section>
      {changes?.(times)}
      <Proofs answer={answer} times={times} />
      <section className="track-card">
        <h2>{text.history}</h2>
        <Loaded query={timeline} fallback={<Waiting rows={5} />}>
          {(loaded_timeline) => (
            <>
              <TimelineView timeline={loaded_timeline} times={times} pins={pins} />
              {hasPositions(loaded_timeline) || driver_position ? (
                <p className="dim small track-rough">
                  {driver_position ? `${text.driver_seen({ ago: times.ago(driver_position.at) })} ` : ""}
                  {until === undefined || !driver_position ? text.approximate : null}
                </p>
              ) : null}
            </>
          )}
        </Loaded>
      </section>
      {notifications ?? (answer.terminal ? null : <WatchForm number={answer.tracking_number} />)}
      {until === undefined ? null : (
        <p className="dim small track-until">{text.link.until({ moment: times.moment(until) })}</p>
      )}
    </>
  );
}

function Promised({ answer, times }: { answer: TrackingAnswer; times: Times }) {
  const where = [answer.destination?.city, answer.destination?.region].filter(Boolean).join(", ");
  const facts: [string, string][] = [];
  if (where)
    facts.push([answer.status === "DELIVERED" ? text.facts.delivered_in : text.facts.going_to, where]);
  if (!answer.terminal) {
    facts.push([text.facts.planned_for, day(answer.scheduled_date)]);
    if (answer.window_start || answer.window_end)
      facts.push([text.facts.between, times.window(answer.window_start, answer.window_end)]);
  }
  if (answer.parcels > 1) facts.push([text.facts.parcels, String(answer.parcels)]);
  if (answer.attempts > 0 && answer.status !== "DELIVERED")
    facts.push([text.facts.attempts, String(answer.attempts)]);
  return (
    <dl className="track-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function nameProof(kind: string): string {
  return findWord(text.proofs.kinds, kind) ?? text.proofs.kinds.document;
}

function Proofs({ answer, times }: { answer: TrackingAnswer; times: Times }) {
  if (answer.proofs.length === 0) return null;
  return (
    <section className="track-card">
      <h2>{text.proofs.title}</h2>
      <ul className="track-proofs">
        {answer.proofs.map((proof) => (
          <li key={`${proof.kind}${proof.captured_at}${proof.url}`}>
            {proof.url ? (
              <Anchor href={proof.url} target="_blank" rel="noreferrer">
                <img
                  src={proof.url}
                  alt={text.proofs.picture({ kind: nameProof(proof.kind) })}
                  loading="lazy"
                />
              </Anchor>
            ) : (
              <span className="track-proof-sign" aria-hidden>
                <IconCamera size={22} stroke={1.5} />
              </span>
            )}
            <span className="small">
              {nameProof(proof.kind)} · <span className="dim">{times.moment(proof.captured_at)}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
