/** Shops in lockers: merchants, their products, cells and sales. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type {
  ShopAlertsInput,
  ShopCellsInput,
  ShopProductsInput,
  ShopSalesInput,
  ShopSettlementsInput,
} from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";

export type {
  ShopAlert,
  ShopCell,
  ShopMerchant,
  ShopProduct,
  ShopSale,
  ShopSettlement,
} from "../../../../packages/client/client.gen.ts";

/** First part of the keys of all queries here. */
export const SHOP = "locker-shop";
export const PER_PAGE = 50;
const CHOICES_MAX = 200;

export const salesQuery = (input: ShopSalesInput) =>
  queryOptions({
    queryKey: [SHOP, "sales", input],
    meta: { live: ["shop_sale"] },
    queryFn: ({ signal }) => client.shopSales(input, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 15_000,
  });

export const saleQuery = (sale_id: number) =>
  queryOptions({
    queryKey: [SHOP, "sale", sale_id],
    meta: { live: [{ shop_sale: sale_id }, "locker_compartment"] },
    queryFn: ({ signal }) => client.shopSale({ sale_id }, { signal }),
    staleTime: 15_000,
  });

export const productsQuery = (input: ShopProductsInput) =>
  queryOptions({
    queryKey: [SHOP, "products", input],
    meta: { live: ["shop_product"] },
    queryFn: ({ signal }) => client.shopProducts(input, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 15_000,
  });

/** Those that a form offers. */
export const productChoicesQuery = productsQuery({ status: "ACTIVE", per_page: CHOICES_MAX });

export const cellsQuery = (input: ShopCellsInput) =>
  queryOptions({
    queryKey: [SHOP, "cells", input],
    meta: { live: ["shop_cell", "shop_sale", "shop_product", "locker_compartment"] },
    queryFn: ({ signal }) => client.shopCells(input, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 15_000,
  });

export const merchantsQuery = queryOptions({
  queryKey: [SHOP, "merchants"],
  meta: { live: ["shop_merchant"] },
  queryFn: ({ signal }) => client.shopMerchants({ per_page: CHOICES_MAX }, { signal }),
  staleTime: 60_000,
});

export const settlementsQuery = (input: ShopSettlementsInput) =>
  queryOptions({
    queryKey: [SHOP, "settlements", input],
    meta: { live: ["shop_sale"] },
    queryFn: ({ signal }) => client.shopSettlements(input, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 15_000,
  });

export const alertsQuery = (input: ShopAlertsInput) =>
  queryOptions({
    queryKey: [SHOP, "alerts", input],
    meta: { live: ["shop_sale", "shop_cell", "shop_product", "locker_compartment"] },
    queryFn: ({ signal }) => client.shopAlerts(input, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 15_000,
  });

/** The lockers that a filter or a form offers. */
export const lockerChoicesQuery = queryOptions({
  queryKey: [SHOP, "lockers"],
  meta: { live: ["locker_device"] },
  queryFn: async ({ signal }) => (await client.lockers({ per_page: CHOICES_MAX }, { signal })).lockers,
  staleTime: 60_000,
});

/** Whether a locker sells anything. */
export const sellsQuery = (locker_id: number) => cellsQuery({ locker_id, per_page: 1 });
