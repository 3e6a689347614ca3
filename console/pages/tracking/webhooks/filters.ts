/** The filters of the log, as they stand in its address. */
import type { DeliveryState } from "./queries.ts";

export const STATES: readonly DeliveryState[] = ["PENDING", "RETRYING", "DELIVERED", "EXHAUSTED"];

export interface DeliveryFilters {
  state?: DeliveryState | undefined;
  type?: string | undefined;
  endpoint?: number | undefined;
  page?: number | undefined;
  /** The one that is open. */
  delivery?: number | undefined;
}

const readId = (value: unknown) =>
  Number.isSafeInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined;

export function readDeliveryFilters(search: Record<string, unknown>): DeliveryFilters {
  const { state, type, endpoint, page, delivery } = search;
  return {
    state: STATES.find((one) => one === state),
    type: typeof type === "string" && type !== "" ? type : undefined,
    endpoint: readId(endpoint),
    page: readId(page),
    delivery: readId(delivery),
  };
}
