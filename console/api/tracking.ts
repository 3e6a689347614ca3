/** Public tracking; the order page shows the same timeline. */
import { queryOptions } from "@tanstack/react-query";
import { publicClient } from "./client.ts";

export type { TrackingAnswer } from "../../packages/client/client.gen.ts";

export const trackingQuery = (number: string) =>
  queryOptions({
    queryKey: ["tracking", number],
    queryFn: ({ signal }) => publicClient.trackingPublic({ number }, { signal }),
    staleTime: 15_000,
  });
