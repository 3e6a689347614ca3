/** Public tracking page: where the parcel is, when it arrives, what happened. Designed for a phone. */

import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useLocation } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { IconPackageOff } from "#icons";
import { ApiError } from "../../../api/client.ts";
import { rich } from "../../../language/rich.ts";
import { text as common } from "../../../language/text.ts";
import { ButtonLink } from "../../../parts/links.tsx";
import { Failure } from "../../../parts/states.tsx";
import { usePageTitle } from "../../../parts/use-page-title.ts";
import { PublicFrame } from "./public-frame.tsx";
import { trackingQuery } from "./queries.ts";
import { SharedTracking } from "./shared-tracking.tsx";
import { text } from "./text.ts";
import { TrackedNumber } from "./tracked-number.tsx";

const route = getRouteApi("/track/$number");

/** The address of a link has its token behind `#`, which browsers do not send. */
export function Tracking(): ReactElement {
  const { number } = route.useParams();
  const { hash }: { hash: string } = useLocation();
  const token = /^link=(.+)$/.exec(hash)?.[1];
  usePageTitle(text.title({ number }));
  return token === undefined ? (
    <PublicTracking number={number} />
  ) : (
    <SharedTracking key={token} number={number} token={token} />
  );
}

function PublicTracking({ number }: { number: string }) {
  const query = useQuery({
    ...trackingQuery(number),
    refetchInterval: ({ state }) => (state.data && !state.data.terminal ? 30_000 : false),
  });
  const unknown =
    query.error instanceof ApiError && (query.error.status === 404 || query.error.status === 422);
  return (
    <PublicFrame carrier={query.data?.carrier}>
      {query.data ? (
        <TrackedNumber answer={query.data} fresh={() => void query.refetch()} busy={query.isFetching} />
      ) : unknown ? (
        <div className="track-card track-none">
          <span className="empty-icon">
            <IconPackageOff size={30} stroke={1.4} />
          </span>
          <h1>{text.unknown.title}</h1>
          <p className="dim">
            {rich(text.unknown.text, { number: <span className="mono strong">{number}</span> })}
          </p>
          <ButtonLink to="/track" size="md">
            {text.unknown.again}
          </ButtonLink>
        </div>
      ) : query.error ? (
        <Failure error={query.error} retry={() => void query.refetch()} />
      ) : (
        <div className="track-card stack" role="status" aria-label={common.states.loading}>
          <Skeleton height={38} width="60%" />
          <Skeleton height={18} width="80%" />
          <Skeleton height={60} mt={16} />
        </div>
      )}
    </PublicFrame>
  );
}
