/** Public tracking page: where the parcel is, when it arrives, what happened. Designed for a phone. */
import { Anchor, Button, Skeleton } from "@mantine/core";
import { IconCamera, IconPackageOff, IconRefresh } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useMemo } from "react";
import { ApiError } from "../../../api/client.ts";
import { timelineQuery } from "../../../api/otep.ts";
import { type TrackingAnswer, trackingQuery } from "../../../api/tracking.ts";
import type { MapPin } from "../../../map/shapes.ts";
import { humanize } from "../../../parts/labels.ts";
import { ButtonLink } from "../../../parts/links.tsx";
import { usePageTitle } from "../../../parts/page.tsx";
import { Failure, Loaded, Waiting } from "../../../parts/states.tsx";
import { hasPositions } from "../../../parts/timeline/places.tsx";
import { PhaseRail } from "../../../parts/timeline/rail.tsx";
import { TimelineView } from "../../../parts/timeline/timeline.tsx";
import { createTimes, day, type Times } from "../../../parts/times.ts";
import { buildHeadline } from "./headline.ts";
import { PublicFrame } from "./public-frame.tsx";

const route = getRouteApi("/track/$number");

export function Tracking() {
  const { number } = route.useParams();
  usePageTitle(`Track ${number}`);
  const query = useQuery({
    ...trackingQuery(number),
    refetchInterval: ({ state }) => (state.data && !state.data.terminal ? 30_000 : false),
  });
  const unknown =
    query.error instanceof ApiError && (query.error.status === 404 || query.error.status === 422);
  return (
    <PublicFrame carrier={query.data?.carrier}>
      {query.data ? (
        <Found answer={query.data} fresh={() => void query.refetch()} busy={query.isFetching} />
      ) : unknown ? (
        <div className="track-card track-none">
          <span className="empty-icon">
            <IconPackageOff size={30} stroke={1.4} />
          </span>
          <h1>We do not know this number</h1>
          <p className="dim">
            Nothing is tracked as <span className="mono strong">{number}</span>. Compare it with the message
            you were sent: a letter or digit may have slipped. New parcels appear once the sender has
            registered them.
          </p>
          <ButtonLink to="/track" size="md">
            Try another number
          </ButtonLink>
        </div>
      ) : query.error ? (
        <Failure error={query.error} retry={() => void query.refetch()} />
      ) : (
        <div className="track-card stack" role="status" aria-label="Loading">
          <Skeleton height={38} width="60%" />
          <Skeleton height={18} width="80%" />
          <Skeleton height={60} mt={16} />
        </div>
      )}
    </PublicFrame>
  );
}

function Found({ answer, fresh, busy }: { answer: TrackingAnswer; fresh: () => void; busy: boolean }) {
  const times = useMemo(() => createTimes(answer.time_zone), [answer.time_zone]);
  const { title, text, tone } = buildHeadline(answer, times);
  const timeline = useQuery({
    ...timelineQuery(answer.tracking_number, "stranger"),
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
              title: "The driver, roughly",
              colour: "#20568f",
              ...driver_position,
            },
          ]
        : [],
    [driver_position],
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
            Refresh
          </Button>
        </div>
        {answer.redirected_from ? (
          <p className="dim small">
            This parcel was sent on: <span className="mono">{answer.redirected_from}</span> is now{" "}
            <span className="mono">{answer.tracking_number}</span>.
          </p>
        ) : null}
        <h1>{title}</h1>
        <p className="track-text">{text}</p>
        {timeline.data ? <PhaseRail timeline={timeline.data} /> : <Skeleton height={44} />}
        <Promised answer={answer} times={times} />
      </section>
      <Proofs answer={answer} times={times} />
      <section className="track-card">
        <h2>What happened</h2>
        <Loaded query={timeline} waiting={<Waiting rows={5} />}>
          {(known) => (
            <>
              <TimelineView timeline={known} times={times} pins={pins} />
              {hasPositions(known) || driver_position ? (
                <p className="dim small track-rough">
                  {driver_position ? `The driver was about there ${times.ago(driver_position.at)}. ` : ""}
                  Positions are shown roughly.
                </p>
              ) : null}
            </>
          )}
        </Loaded>
      </section>
    </>
  );
}

function Promised({ answer, times }: { answer: TrackingAnswer; times: Times }) {
  const where = [answer.destination?.city, answer.destination?.region].filter(Boolean).join(", ");
  const facts: [string, string][] = [];
  if (where) facts.push([answer.status === "DELIVERED" ? "Delivered in" : "Going to", where]);
  if (!answer.terminal) {
    facts.push(["Planned for", day(answer.scheduled_date)]);
    if (answer.window_start || answer.window_end)
      facts.push(["Between", times.window(answer.window_start, answer.window_end)]);
  }
  if (answer.parcels > 1) facts.push(["Parcels", String(answer.parcels)]);
  if (answer.attempts > 0 && answer.status !== "DELIVERED") facts.push(["Attempts", String(answer.attempts)]);
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

function Proofs({ answer, times }: { answer: TrackingAnswer; times: Times }) {
  if (answer.proofs.length === 0) return null;
  return (
    <section className="track-card">
      <h2>Proof of delivery</h2>
      <ul className="track-proofs">
        {answer.proofs.map((proof) => (
          <li key={`${proof.kind}${proof.captured_at}${proof.url}`}>
            {proof.url ? (
              <Anchor href={proof.url} target="_blank" rel="noreferrer">
                <img src={proof.url} alt={`${humanize(proof.kind)} taken at delivery`} loading="lazy" />
              </Anchor>
            ) : (
              <span className="track-proof-sign" aria-hidden>
                <IconCamera size={22} stroke={1.5} />
              </span>
            )}
            <span className="small">
              {humanize(proof.kind)} · <span className="dim">{times.moment(proof.captured_at)}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
