/** Tracking by a link: what its holder sees without an account, or why it shows nothing any more. */
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { IconClockX, IconLinkOff } from "#icons";
import { ApiError } from "../../../api/client.ts";
import { text as common } from "../../../language/text.ts";
import { loadWithTexts } from "../../../language/texts.ts";
import { ButtonLink } from "../../../parts/links.tsx";
import { Failure } from "../../../parts/states.tsx";
import { PublicFrame } from "./public-frame.tsx";
import { sharedTrackingQuery } from "./queries.ts";
import { text } from "./text.ts";
import { TrackedNumber } from "./tracked-number.tsx";

/** Few links allow changes, so the others do not load them. */
const Changes = lazy(async () => ({
  default: await loadWithTexts(() => import("./changes/changes.tsx").then(({ Changes }) => Changes)),
}));

const Notifications = lazy(async () => ({
  default: await loadWithTexts(() =>
    import("./notifications/notifications.tsx").then((part) => part.Notifications),
  ),
}));

export function SharedTracking({ number, token }: { number: string; token: string }) {
  const query = useQuery({
    ...sharedTrackingQuery(token),
    refetchInterval: ({ state }) => (state.data && !state.data.answer.terminal ? 30_000 : false),
  });
  const { data, error } = query;
  const ended = error instanceof ApiError ? describeEnd(error) : undefined;
  return (
    <PublicFrame carrier={data?.answer.carrier}>
      {ended ? (
        <div className="track-card track-none" role="alert">
          <span className="empty-icon">
            {ended.expired ? <IconClockX size={30} stroke={1.4} /> : <IconLinkOff size={30} stroke={1.4} />}
          </span>
          <h1>{ended.title}</h1>
          <p className="dim">{ended.about}</p>
          <ButtonLink to="/track/$number" params={{ number }} hash="" size="md" variant="default">
            {text.link.without}
          </ButtonLink>
        </div>
      ) : data ? (
        <TrackedNumber
          answer={data.answer}
          until={data.expires_at}
          changes={
            data.allows_changes
              ? (times) => (
                  <Suspense>
                    <Changes
                      token={token}
                      carrier={data.answer.carrier}
                      times={times}
                      changed={() => void query.refetch()}
                    />
                  </Suspense>
                )
              : undefined
          }
          notifications={
            data.chooses_notifications ? (
              <Suspense>
                <Notifications token={token} number={data.answer.tracking_number} />
              </Suspense>
            ) : undefined
          }
          fresh={() => void query.refetch()}
          busy={query.isFetching}
        />
      ) : error ? (
        <Failure error={error} retry={() => void query.refetch()} />
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

/** Why a link shows nothing, and what its holder can do; undefined for other errors. */
function describeEnd({
  status,
  error_code,
}: ApiError): { title: string; about: string; expired?: true } | undefined {
  if (error_code === "LINK_EXPIRED")
    return {
      title: text.link.expired,
      about: text.link.expired_text,
      expired: true,
    };
  if (error_code === "LINK_REVOKED")
    return {
      title: text.link.revoked,
      about: text.link.revoked_text,
    };
  if (status === 401 || status === 403)
    return {
      title: text.link.unknown,
      about: text.link.unknown_text,
    };
  return undefined;
}
