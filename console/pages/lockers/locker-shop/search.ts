/** Filters of the lists are part of the address, so that a view can be bookmarked and shared. */
import { defineSearch, id, page, word } from "../../../parts/search-params.ts";
import { STATUSES } from "./states.ts";

export interface SalesSearch {
  status?: keyof typeof STATUSES;
  merchant_id?: number;
  locker_id?: number;
  page?: number;
}

export const readSalesSearch = defineSearch<SalesSearch>({
  status: word(Object.keys(STATUSES)) as never,
  merchant_id: id(),
  locker_id: id(),
  page: page(),
});

export interface StockSearch {
  merchant_id?: number;
  locker_id?: number;
  product_id?: number;
  cell?: number;
  page?: number;
}

export const readStockSearch = defineSearch<StockSearch>({
  merchant_id: id(),
  locker_id: id(),
  product_id: id(),
  cell: id(),
  page: page(),
});

export interface ProductsSearch {
  status?: "ACTIVE" | "RETIRED";
  merchant_id?: number;
  page?: number;
}

export const readProductsSearch = defineSearch<ProductsSearch>({
  status: word(["ACTIVE", "RETIRED"]),
  merchant_id: id(),
  page: page(),
});

export interface MerchantSearch {
  merchant_id?: number;
  page?: number;
}

export const readMerchantSearch = defineSearch<MerchantSearch>({ merchant_id: id(), page: page() });
