/** Packing plans and the packaging catalogue. */
import { queryOptions } from "@tanstack/react-query";
import type { PlannedPackage } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { isSolving } from "../../../parts/plans/solving.tsx";

export type {
  Packaging,
  PackedItem,
  PackingPlan,
  PackingPlanSummary,
  PlannedPackage,
  PlanPackaging,
} from "../../../../packages/client/client.gen.ts";
export type PackingPlacement = PlannedPackage["placements"][number];

export const PACKING_KEY = ["packing"];
const PER_PAGE = 50;

export const packingPlansQuery = (page: number) =>
  queryOptions({
    queryKey: [...PACKING_KEY, "plans", page],
    meta: { live: ["packing_plan"] },
    queryFn: ({ signal }) => client.packingPlans({ page, per_page: PER_PAGE }, { signal }),
  });

export const packingPlanQuery = (packing_plan_id: number) =>
  queryOptions({
    queryKey: [...PACKING_KEY, "plan", packing_plan_id],
    meta: { live: [{ packing_plan: packing_plan_id }] },
    queryFn: async ({ signal }) => (await client.packingPlan({ packing_plan_id }, { signal })).packing_plan,
    refetchInterval: ({ state }) => (state.data && isSolving(state.data) ? 500 : false),
    staleTime: 0,
  });

export const packagingsQuery = queryOptions({
  queryKey: [...PACKING_KEY, "packagings"],
  meta: { live: ["packaging"] },
  queryFn: ({ signal }) => client.packagings({ per_page: 200 }, { signal }),
});

export const alternativesQuery = (packing_plan_id: number, version: number) =>
  queryOptions({
    queryKey: [...PACKING_KEY, "alternatives", packing_plan_id, version],
    queryFn: async ({ signal }) =>
      (await client.packingPlanAlternatives({ packing_plan_id }, { signal })).alternatives,
    staleTime: 300_000,
    retry: false,
  });

export const litres = (mm3: number): string =>
  `${new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 }).format(mm3 / 1e6)} l`;
