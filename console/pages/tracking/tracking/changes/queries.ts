/** What the holder of a link may ask for, and what was asked for. */
import { queryOptions } from "@tanstack/react-query";
import type { TrackingSharedChoicesOutput } from "../../../../../packages/client/client.gen.ts";
import { createLinkClient } from "../../../../api/client.ts";

export type Choices = TrackingSharedChoicesOutput;
export type OfferedChoice = Choices["choices"][number];
export type Choice = OfferedChoice["choice"];
export type OwnRequest = Choices["requests"][number];

export const choicesKey = (token: string) => ["shared-choices", token];

export const choicesQuery = (token: string) =>
  queryOptions({
    queryKey: choicesKey(token),
    queryFn: ({ signal }) => createLinkClient(token).trackingSharedChoices({}, { signal }),
    // An answer of the business arrives while the page is open.
    refetchInterval: 30_000,
    staleTime: 15_000,
  });

export interface RequestedChange {
  text: string;
  scheduled_date: string;
}

/** Asks for one of the choices; the answer is what is possible after it. */
export function ask(
  token: string,
  choice: Choice,
  { text, scheduled_date }: RequestedChange,
): Promise<Choices> {
  const client = createLinkClient(token);
  switch (choice) {
    case "note":
      return client.trackingSharedNote({ note: text });
    case "day":
      return client.trackingSharedDay({ scheduled_date, ...(text === "" ? {} : { comment: text }) });
    case "safe_place":
      return client.trackingSharedSafePlace({ details: text });
    case "neighbour":
      return client.trackingSharedNeighbour({ details: text });
    case "contact":
      return client.trackingSharedContact({ message: text });
  }
}
