/** Instant deliveries, as dispatchers and as riders see them. */
import { queryOptions } from "@tanstack/react-query";
import type {
  ClientInstantBoardOutput,
  InstantRiderJobsOutput,
  InstantRiderOffersOutput,
} from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import type { Tone } from "../../../parts/labels.ts";
import { text } from "./text.ts";

export type BoardJob = ClientInstantBoardOutput["jobs"][number];
export type BoardRider = ClientInstantBoardOutput["riders"][number];
export type OwnOffer = InstantRiderOffersOutput["offers"][number];
export type OwnJob = InstantRiderJobsOutput["jobs"][number];

export const INSTANT_KEYS = [["instant"], ["orders"], ["dispatch"]];
const LIVE = ["instant_job", "instant_offer", "rider"];
/** Positions come without an event of a job. */
const BOARD_EVERY_MS = 10_000;
const OFFERS_EVERY_MS = 4_000;

export const boardQuery = queryOptions({
  queryKey: ["instant", "board"],
  meta: { live: LIVE },
  refetchInterval: BOARD_EVERY_MS,
  queryFn: ({ signal }) => client.clientInstantBoard({}, { signal }),
});

export const jobQuery = (instant_job_id: number) =>
  queryOptions({
    queryKey: ["instant", "job", instant_job_id],
    meta: { live: LIVE },
    queryFn: ({ signal }) => client.clientInstantJob({ instant_job_id }, { signal }),
  });

export const historyQuery = queryOptions({
  queryKey: ["instant", "history"],
  meta: { live: LIVE },
  queryFn: ({ signal }) => client.clientInstantJobs({ open: false, per_page: 20 }, { signal }),
});

export const ownOffersQuery = (enabled: boolean) =>
  queryOptions({
    queryKey: ["instant", "offers"],
    meta: { live: LIVE },
    enabled,
    refetchInterval: OFFERS_EVERY_MS,
    queryFn: async ({ signal }) => {
      const { offers } = await client.instantRiderOffers({}, { signal });
      const received = Date.now();
      return offers.map((offer) => ({ ...offer, ends: received + offer.expires_in_ms }));
    },
  });

const TONES: Record<BoardJob["state"], Tone> = {
  SEARCHING: "warn",
  OFFERED: "warn",
  ACCEPTED: "blue",
  AT_PICKUP: "blue",
  PICKED_UP: "blue",
  AT_DROPOFF: "blue",
  COMPLETED: "good",
  NO_RIDER: "bad",
  CANCELLED: "grey",
  RETURN_REQUIRED: "bad",
  RETURNED: "grey",
};

export const buildBadge = (
  state: BoardJob["state"],
  words: Readonly<Record<BoardJob["state"], string>> = text.states,
) => ({ label: words[state], tone: TONES[state] });

export function describePlace(place: { name?: string; line1: string; city?: string } | null): string {
  return place === null ? "" : [place.name, place.line1, place.city].filter(Boolean).join(", ");
}
