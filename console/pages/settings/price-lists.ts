import { queryOptions } from "@tanstack/react-query";
import { get } from "../../api/transport.ts";

export interface PriceRule {
  name: string;
  postal_prefixes?: string[];
  km_max?: number;
  weight_g_max?: number;
  base_minor: number;
  includes_km?: number;
  per_km_minor?: number;
  includes_kg?: number;
  per_kg_minor?: number;
  per_parcel_minor?: number;
  minimum_minor?: number;
  tax_percent?: number;
}

export interface PriceList {
  id: number;
  root_id: number;
  list_version: number;
  name: string;
  family: string;
  currency: string;
  tier: string | null;
  rules: PriceRule[];
  effective_from: string;
  effective_until: string | null;
  is_default: boolean;
}

export const priceListsQuery = queryOptions({
  queryKey: ["price-lists"],
  queryFn: ({ signal }) => get<{ price_lists: PriceList[] }>("/api/v1/client/price-lists", { per_page: 100 }, { signal }),
});
