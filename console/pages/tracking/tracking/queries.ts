/** Public tracking; the order page shows the same timeline. */
import { queryOptions } from "@tanstack/react-query";
import { ApiError, createLinkClient, publicClient } from "../../../api/client.ts";
import type { TimelineDocument } from "../../../parts/timeline/arrange.ts";

export type { TrackingAnswer } from "../../../../packages/client/client.gen.ts";

/** What a link shows: tracking, with proofs and the driver's position where the link includes them. */
export const sharedTrackingQuery = (token: string) =>
  queryOptions({
    queryKey: ["shared-tracking", token],
    queryFn: async ({ signal }) => {
      const client = createLinkClient(token);
      const tracked = await client.trackingShared({}, { signal });
      const [position, proofs] = await Promise.all([
        tracked.shows.includes("position") ? client.trackingSharedPosition({}, { signal }) : null,
        tracked.shows.includes("proofs") ? client.trackingSharedProofs({}, { signal }) : null,
      ]);
      const { shows: _shows, allows, notifications, expires_at, ...answer } = tracked;
      return {
        expires_at,
        /** It may ask for something: what exactly, another call answers. */
        allows_changes: allows.length > 0,
        /** It was sent in a notification: its holder chooses what else is sent. */
        chooses_notifications: notifications,
        answer: {
          ...answer,
          redirected_from: null,
          driver_position: position?.driver_position ?? null,
          proofs: proofs?.proofs ?? [],
        },
      };
    },
    staleTime: 15_000,
    retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status >= 400),
  });

export const trackingQuery = (number: string) =>
  queryOptions({
    queryKey: ["tracking", number],
    queryFn: ({ signal }) => publicClient.trackingPublic({ number }, { signal }),
    staleTime: 15_000,
  });

/** What everybody may see of the events of a number. */
export const publicTimelineQuery = (tracking_number: string) =>
  queryOptions({
    queryKey: ["timeline", "anonymous", tracking_number],
    queryFn: async ({ signal }) =>
      // The document follows the protocol, whose types are more precise than those of the route.
      (await publicClient.otepTracking({ tracking_number }, { signal })) as unknown as TimelineDocument,
    staleTime: 15_000,
  });
