/**
 * The house carrier's books are opened like another company's service: on a connection of their own, outside the
 * transactions of those who ship. Every statement names the business.
 */
import { defineSystemQueries } from "#operation/define/system-queries.ts";
import type { HouseBooks } from "#providers/carriers/house/books.ts";
import { openBooks } from "./books.ts";

interface HouseCarrierQueries {
  openHouseBooks(business_id: number): HouseBooks;
}

declare module "#operation/define/system-queries.ts" {
  interface SystemQueries extends HouseCarrierQueries {}
}

export const systemQueries = defineSystemQueries<HouseCarrierQueries>(({ pool }) => ({
  openHouseBooks: (business_id) => openBooks(pool, business_id),
}));
