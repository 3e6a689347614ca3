/** The filters of the log, as they stand in its address. */
import { defineSearch, id, page, text, word } from "../../../parts/search-params.ts";
import type { DeliveryState } from "./queries.ts";

const STATES: readonly DeliveryState[] = ["PENDING", "RETRYING", "DELIVERED", "EXHAUSTED"];

export interface DeliveryFilters {
  state?: DeliveryState;
  type?: string;
  endpoint?: number;
  page?: number;
  /** The one that is open. */
  delivery?: number;
}

export const readDeliveryFilters = defineSearch<DeliveryFilters>({
  state: word(STATES),
  type: text(80),
  endpoint: id(),
  page: page(),
  delivery: id(),
});
