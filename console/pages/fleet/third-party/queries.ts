/** Delivery providers, offers and scorecards, as the pages read them. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type {
  TenderOffer,
  ThirdPartyProvider,
  ThirdpartyOffersInput,
} from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import type { Tone } from "../../../parts/labels.ts";

export type DeliveryProvider = ThirdPartyProvider;
export type { TenderOffer };

export const DELIVERY_PROVIDERS_KEY = ["delivery-providers"];
export const OFFERS_KEY = ["tender-offers"];

export const deliveryProvidersQuery = queryOptions({
  queryKey: DELIVERY_PROVIDERS_KEY,
  queryFn: ({ signal }) => client.thirdpartyProviders({ per_page: 200 }, { signal }),
  meta: { live: ["thirdparty_provider", "partner"] },
});

export const offersQuery = (filter: ThirdpartyOffersInput) =>
  queryOptions({
    queryKey: [...OFFERS_KEY, filter],
    queryFn: ({ signal }) => client.thirdpartyOffers(filter, { signal }),
    meta: { live: ["tender", "tender_offer"] },
  });

export const scorecardsQuery = (period: { from: string; to: string }) =>
  queryOptions({
    queryKey: ["provider-scorecards", period],
    queryFn: ({ signal }) => client.thirdpartyScorecards(period, { signal }),
    placeholderData: keepPreviousData,
    meta: { live: ["tender"] },
  });

export const mappingQuery = (provider_id: number) =>
  queryOptions({
    queryKey: [...DELIVERY_PROVIDERS_KEY, provider_id, "mapping"],
    queryFn: ({ signal }) => client.thirdpartyProviderMapping({ provider_id }, { signal }),
    meta: { live: ["thirdparty_provider"] },
  });

export const OFFER_TONE: Record<TenderOffer["state"], Tone> = {
  OPEN: "blue",
  HELD: "teal",
  COMPLETED: "good",
  FAILED: "bad",
  WITHDRAWN: "grey",
  EXHAUSTED: "warn",
};

export const TENDER_TONE: Record<TenderOffer["tenders"][number]["state"], Tone> = {
  OFFERED: "blue",
  ACCEPTED: "teal",
  IN_PROGRESS: "violet",
  COMPLETED: "good",
  DECLINED: "grey",
  EXPIRED: "warn",
  WITHDRAWN: "grey",
  HANDED_BACK: "warn",
  FAILED: "bad",
};

/** The tender of the provider that has, or had, the order. */
export const findHolder = ({ tenders }: TenderOffer) =>
  tenders.findLast(
    ({ state }) =>
      state === "ACCEPTED" || state === "IN_PROGRESS" || state === "COMPLETED" || state === "FAILED",
  );
