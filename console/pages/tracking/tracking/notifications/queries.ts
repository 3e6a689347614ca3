/** What the holder of a link is sent. */
import { queryOptions } from "@tanstack/react-query";
import type { TrackingSharedNotificationsOutput } from "../../../../../packages/client/client.gen.ts";
import { createLinkClient } from "../../../../api/client.ts";

export type SharedNotifications = TrackingSharedNotificationsOutput;

export const notificationsKey = (token: string) => ["shared-notifications", token];

export const notificationsQuery = (token: string) =>
  queryOptions({
    queryKey: notificationsKey(token),
    queryFn: ({ signal }) => createLinkClient(token).trackingSharedNotifications({}, { signal }),
    staleTime: 15_000,
  });
