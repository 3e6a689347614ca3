/** The page of a buyer without an account, by the link that the seller sent: designed for a phone at the locker. */
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { type ReactElement, useMemo } from "react";
import { IconLinkOff } from "#icons";
import { ApiError } from "../../../../api/client.ts";
import { Failure } from "../../../../parts/states.tsx";
import { usePageTitle } from "../../../../parts/use-page-title.ts";
import { PublicFrame } from "../../../tracking/tracking/public-frame.tsx";
import { BuyerSteps } from "./buyer-steps.tsx";
import { buildLinkCalls } from "./link-calls.ts";
import { text } from "./text.ts";

/** The token stands behind `#`, which browsers do not send. */
export function Claim(): ReactElement {
  const { hash }: { hash: string } = useLocation();
  const token = /^link=(.+)$/.exec(hash)?.[1];
  usePageTitle(text.title);
  return (
    <PublicFrame>
      {token === undefined ? (
        <Ended title={text.title} about={text.no_token} />
      ) : (
        <Linked key={token} token={token} />
      )}
    </PublicFrame>
  );
}

function Ended({ title, about }: { title: string; about: string }) {
  return (
    <div className="track-card track-none" role="alert">
      <span className="empty-icon">
        <IconLinkOff size={30} stroke={1.4} />
      </span>
      <h1>{title}</h1>
      <p className="dim">{about}</p>
    </div>
  );
}

function Linked({ token }: { token: string }) {
  const calls = useMemo(() => buildLinkCalls(token), [token]);
  const query = useQuery({
    queryKey: ["resale", "claim", token],
    queryFn: ({ signal }) => calls.read(signal),
    refetchInterval: 5000,
  });
  const { data, error } = query;
  if (error instanceof ApiError && (error.status === 401 || error.status === 410))
    return <Ended title={text.ended} about={text.ended_about} />;
  if (data !== undefined) return <BuyerSteps handover={data} calls={calls} />;
  if (error) return <Failure error={error} retry={() => void query.refetch()} />;
  return (
    <div className="track-card stack">
      <Skeleton height={38} width="60%" />
      <Skeleton height={60} mt={16} />
    </div>
  );
}
