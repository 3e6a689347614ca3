/** Loading plans and the library of cargo spaces. */

import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { LoadedSpace, LoadingMove } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { nameCode } from "../../../parts/labels.ts";
import { isSolving } from "../../../parts/plans/solving.tsx";
import { text } from "./text.ts";

export type {
  CargoSpace,
  LoadedSpace,
  LoadingItem,
  LoadingPlan,
  LoadingPlanSpace,
  LoadingPlanSummary,
} from "../../../../packages/client/client.gen.ts";
export type Piece = LoadedSpace["placements"][number];

export const LOADING_KEY = ["loading"];
const PER_PAGE = 50;

export const loadingPlansQuery = (page: number) =>
  queryOptions({
    queryKey: [...LOADING_KEY, "plans", page],
    meta: { live: ["loading_plan"] },
    queryFn: ({ signal }) => client.loadingPlans({ page, per_page: PER_PAGE }, { signal }),
  });

export const loadingPlanQuery = (loading_plan_id: number) =>
  queryOptions({
    queryKey: [...LOADING_KEY, "plan", loading_plan_id],
    meta: { live: [{ loading_plan: loading_plan_id }] },
    queryFn: async ({ signal }) => (await client.loadingPlan({ loading_plan_id }, { signal })).loading_plan,
    // Progress is not pushed: it is written too often.
    refetchInterval: ({ state }) => (state.data && isSolving(state.data) ? 500 : false),
    staleTime: 0,
  });

export const cargoSpacesQuery = queryOptions({
  queryKey: [...LOADING_KEY, "spaces"],
  meta: { live: ["cargo_space"] },
  queryFn: ({ signal }) => client.cargoSpaces({ per_page: 200 }, { signal }),
});

/** What a move would break, while it is made. */
export const checkQuery = (loading_plan_id: number, version: number, moves: LoadingMove[]) =>
  queryOptions({
    queryKey: [...LOADING_KEY, "check", loading_plan_id, version, moves],
    queryFn: ({ signal }) => client.loadingPlanValidate({ loading_plan_id, moves }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });

/** Violations in the words of the person who moves; kinds that a person does not cause keep their text. */
export const describeViolation = (kind: string): string => nameCode(text.violations, kind);
