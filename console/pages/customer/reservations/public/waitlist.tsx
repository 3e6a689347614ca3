/** The pages of somebody who waits: the entry, and the offer of a place. By their links alone. Designed for a phone. */
import { Alert, Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactElement, useMemo, useState } from "react";
import { createLinkClient } from "../../../../api/client.ts";
import { usePageTitle } from "../../../../parts/use-page-title.ts";
import { PublicFrame } from "../../../tracking/tracking/public-frame.tsx";
import { Nothing, NotLoaded, useLinkToken } from "./frame.tsx";
import { text } from "./text.ts";
import { formatDay, formatHours, formatMoment, nameZone } from "./zone.ts";

const NoLink = () => (
  <PublicFrame>
    <Nothing title={text.link_ended} about={text.no_link} />
  </PublicFrame>
);

export function WaitlistPage(): ReactElement {
  const token = useLinkToken();
  usePageTitle(text.waitlist);
  return token === undefined ? <NoLink /> : <Entry key={token} token={token} />;
}

function Entry({ token }: { token: string }) {
  const client = useMemo(() => createLinkClient(token), [token]);
  const queries = useQueryClient();
  const [is_leaving, setLeaving] = useState(false);
  const query = useQuery({
    queryKey: ["waitlist", token],
    queryFn: async ({ signal }) => (await client.waitlistOwnEntry({ link: token }, { signal })).entry,
    refetchInterval: 15_000,
  });
  const leave = useMutation({
    mutationFn: () => client.waitlistLeave({ link: token }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["waitlist", token] }),
  });
  const entry = query.data;
  if (entry === undefined)
    return (
      <PublicFrame>
        <NotLoaded error={query.error} refetch={query.refetch} />
      </PublicFrame>
    );
  const zone = entry.time_zone;
  const waits = entry.status === "WAITING" || entry.status === "OFFERED";
  return (
    <PublicFrame carrier={entry.business_name}>
      <section className={`track-card track-hero tone-${waits ? "accent" : "grey"} stack`} aria-live="polite">
        <h1>{text.entries[entry.status]}</h1>
        {entry.position === null || entry.status !== "WAITING" ? null : (
          <p>{text.position({ n: entry.position })}</p>
        )}
        <p className="strong">{entry.bookable_name}</p>
        <ul>
          {entry.windows.map((window) => (
            <li key={window.from}>
              {formatMoment(window.from, zone)} ({nameZone(zone, window.from)})
            </li>
          ))}
        </ul>
        {entry.places > 1 ? <p>{text.places_count({ n: entry.places })}</p> : null}
        {entry.status === "WAITING" ? <p className="dim">{text.join_about}</p> : null}
        {leave.error ? <Alert color="red">{leave.error.message}</Alert> : null}
      </section>
      {waits && !is_leaving ? (
        <Button variant="subtle" color="red" onClick={() => setLeaving(true)}>
          {text.leave}
        </Button>
      ) : null}
      {waits && is_leaving ? (
        <section className="track-card stack" aria-label={text.leave}>
          <h2 style={{ margin: 0 }}>{text.leave_sure}</h2>
          <Button size="md" color="red.8" loading={leave.isPending} onClick={() => leave.mutate()}>
            {text.leave}
          </Button>
          <Button variant="subtle" onClick={() => setLeaving(false)}>
            {text.back}
          </Button>
        </section>
      ) : null}
    </PublicFrame>
  );
}

export function OfferPage(): ReactElement {
  const token = useLinkToken();
  usePageTitle(text.offer);
  return token === undefined ? <NoLink /> : <Offer key={token} token={token} />;
}

function Offer({ token }: { token: string }) {
  const client = useMemo(() => createLinkClient(token), [token]);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: ["waitlist", "offer", token],
    queryFn: ({ signal }) => client.waitlistOffer({ link: token }, { signal }),
    refetchInterval: 10_000,
  });
  const onSettled = () => queries.invalidateQueries({ queryKey: ["waitlist", "offer", token] });
  const accept = useMutation({
    mutationFn: () => client.waitlistOfferAccept({ link: token }),
    onSuccess: ({ manage_token }) => navigate({ to: "/reservation", hash: `link=${manage_token}` }),
    onSettled,
  });
  const decline = useMutation({ mutationFn: () => client.waitlistOfferDecline({ link: token }), onSettled });
  const offer = query.data;
  if (offer === undefined)
    return (
      <PublicFrame>
        <NotLoaded error={query.error} refetch={query.refetch} />
      </PublicFrame>
    );
  const { entry, status, expires_at } = offer;
  const zone = entry.time_zone;
  const failure = accept.error ?? decline.error;
  return (
    <PublicFrame carrier={entry.business_name}>
      <section
        className={`track-card track-hero tone-${status === "OPEN" ? "good" : "grey"} stack`}
        aria-live="polite"
      >
        <h1>{text.offers[status]}</h1>
        <p className="strong">{entry.bookable_name}</p>
        <p>
          {formatDay(offer.starts_at, zone)}
          <br />
          <span className="strong num">{formatHours(offer, zone)}</span>{" "}
          <span className="dim small">({nameZone(zone, offer.starts_at)})</span>
        </p>
        {entry.street_address === null ? null : <p>{entry.street_address}</p>}
        {entry.places > 1 ? <p>{text.places_count({ n: entry.places })}</p> : null}
        {expires_at === null ? null : <p>{text.offer_until({ until: formatMoment(expires_at, zone) })}</p>}
        {failure ? <Alert color="red">{failure.message}</Alert> : null}
        {status === "OPEN" ? (
          <>
            <Button size="lg" loading={accept.isPending} onClick={() => accept.mutate()}>
              {text.accept}
            </Button>
            <Button
              variant="subtle"
              color="gray"
              loading={decline.isPending}
              onClick={() => decline.mutate()}
            >
              {text.decline}
            </Button>
          </>
        ) : null}
      </section>
    </PublicFrame>
  );
}
