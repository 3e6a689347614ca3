/** Labels of carriers, their manifests, and what carriers correct on their bills. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { LabelserviceAdjustmentsInput } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { OPEN_STATES, PROBLEM_STATES } from "./states.ts";

export type {
  LabelAdjustment,
  LabelManifest,
  LabelOrder,
  LabelOrderSummary,
  LabelPickup,
  LabelRate,
  LabelRateFault,
  LabelserviceGetShippingDetailOutput,
} from "../../../../packages/client/client.gen.ts";

/** First part of the keys of all queries of this file. */
export const LABELS_KEY = ["labels"];

export const methodsQuery = queryOptions({
  queryKey: [...LABELS_KEY, "methods"],
  meta: { live: ["carrier_account"] },
  queryFn: async ({ signal }) => (await client.shippingMethods({}, { signal })).carriers,
  staleTime: 60_000,
});

export const labelQuery = (label_order_id: number) =>
  queryOptions({
    queryKey: [...LABELS_KEY, "one", label_order_id],
    meta: { live: [{ label: label_order_id }] },
    queryFn: ({ signal }) => client.labelserviceGetShippingDetail({ label_order_id }, { signal }),
  });

/** As many as are counted by account on the page that closes the day. */
export const OPEN_MAX = 200;

export const openLabelsQuery = queryOptions({
  queryKey: [...LABELS_KEY, "open"],
  meta: { live: ["label"] },
  queryFn: ({ signal }) => client.labelserviceOrders({ state: OPEN_STATES, per_page: OPEN_MAX }, { signal }),
});

export const problemLabelsQuery = queryOptions({
  queryKey: [...LABELS_KEY, "problems"],
  meta: { live: ["label"] },
  queryFn: ({ signal }) => client.labelserviceOrders({ state: PROBLEM_STATES, per_page: 10 }, { signal }),
});

const MANIFESTS_PER_PAGE = 20;

export const manifestsQuery = (page: number) =>
  queryOptions({
    queryKey: [...LABELS_KEY, "manifests", page],
    meta: { live: ["label_manifest", "label_pickup"] },
    queryFn: ({ signal }) => client.labelserviceManifests({ page, per_page: MANIFESTS_PER_PAGE }, { signal }),
    placeholderData: keepPreviousData,
  });

const PICKUPS_PER_PAGE = 10;

export const pickupsQuery = (page: number) =>
  queryOptions({
    queryKey: [...LABELS_KEY, "pickups", page],
    meta: { live: ["label_pickup"] },
    queryFn: ({ signal }) => client.labelservicePickups({ page, per_page: PICKUPS_PER_PAGE }, { signal }),
    placeholderData: keepPreviousData,
  });

const CORRECTIONS_PER_PAGE = 30;

export const correctionsQuery = (input: LabelserviceAdjustmentsInput) =>
  queryOptions({
    queryKey: [...LABELS_KEY, "corrections", input],
    meta: { live: ["label"] },
    queryFn: ({ signal }) =>
      client.labelserviceAdjustments({ per_page: CORRECTIONS_PER_PAGE, ...input }, { signal }),
    placeholderData: keepPreviousData,
  });
