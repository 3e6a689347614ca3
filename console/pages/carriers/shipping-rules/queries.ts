/** The shipping rules, and what they would have made of past labels. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { ShippingRule } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";

export type {
  LabelserviceRulesOutput as SavedRules,
  LabelserviceRulesTestOutput as DryRun,
  ShippingRule,
} from "../../../../packages/client/client.gen.ts";

export const RULES_KEY = ["shipping-rules"];

export const rulesQuery = queryOptions({
  queryKey: [...RULES_KEY, "saved"],
  meta: { live: ["business"] },
  queryFn: ({ signal }) => client.labelserviceRules({}, { signal }),
});

export const dryRunQuery = (rules: ShippingRule[], days: number) =>
  queryOptions({
    queryKey: [...RULES_KEY, "dry-run", days, rules],
    queryFn: ({ signal }) => client.labelserviceRulesTest({ rules, days }, { signal }),
    // The last result stays while the next one is calculated.
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 10_000,
  });

export const customersQuery = (q: string) =>
  queryOptions({
    queryKey: ["customers", "choices", q],
    queryFn: ({ signal }) => client.clientCustomers({ ...(q ? { q } : {}), per_page: 200 }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
