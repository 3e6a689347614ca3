/**
 * The house carrier's books are opened like another company's service: on a connection of their own, outside the
 * transactions of those who ship. Every statement names the business.
 */
import { defineSystemQueries } from "#operation/define/system-queries.ts";
import type { HouseCarrierStore } from "#providers/carriers/house/store.ts";
import { openHouseCarrierStore } from "./store.ts";

interface HouseCarrierQueries {
  openHouseStore(business_id: number): HouseCarrierStore;
}

declare module "#operation/define/system-queries.ts" {
  interface SystemQueries extends HouseCarrierQueries {}
}

export const systemQueries = defineSystemQueries<HouseCarrierQueries>(({ pool }) => ({
  openHouseStore: (business_id) => openHouseCarrierStore(pool, business_id),
}));
