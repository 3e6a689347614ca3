/** Public tracking; the order page shows the same timeline. */
import { queryOptions } from "@tanstack/react-query";
import type { TrackingAnswer as Answer } from "../../packages/client/client.gen.ts";
import { stranger } from "./client.ts";

export type { TrackingEvent } from "../../packages/client/client.gen.ts";
export type TrackingAnswer = Answer;

export const trackingQuery = (number: string) =>
  queryOptions({
    queryKey: ["tracking", number],
    queryFn: ({ signal }) => stranger.trackingPublic({ number }, { signal }),
    staleTime: 15_000,
  });
