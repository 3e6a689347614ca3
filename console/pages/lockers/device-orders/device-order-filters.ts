/** Filters of the list of device orders are part of the URL. */
import type { DeviceOrdersInput } from "../../../../packages/client/client.gen.ts";
import { day, defineSearch, page, word } from "../../../parts/search-params.ts";
import { addDays, type Times } from "../../../parts/times.ts";
import { STATES } from "./states.ts";

export interface DeviceOrderSearch {
  state?: string;
  purpose?: string;
  from?: string;
  to?: string;
  page?: number;
}

const PER_PAGE = 50;

export const readDeviceOrderFilters = defineSearch<DeviceOrderSearch>({
  state: word(Object.keys(STATES)),
  purpose: word(["delivery", "return"]),
  from: day(),
  to: day(),
  page: page(),
});

/** Days are in the business's time zone; the last day is included. */
export function toDeviceOrdersInput(
  { state, purpose, from, to, page = 1 }: DeviceOrderSearch,
  times: Times,
): DeviceOrdersInput {
  return {
    page,
    per_page: PER_PAGE,
    ...(state === undefined ? {} : { state: state as NonNullable<DeviceOrdersInput["state"]> }),
    ...(purpose === undefined ? {} : { purpose: purpose as NonNullable<DeviceOrdersInput["purpose"]> }),
    ...(from === undefined ? {} : { from: times.getDayStart(from) }),
    ...(to === undefined ? {} : { to: times.getDayStart(addDays(to, 1)) }),
  };
}
