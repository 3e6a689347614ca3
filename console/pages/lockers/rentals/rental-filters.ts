/** Filters of the list of rentals are part of the URL, so that a view can be bookmarked and shared. */
import type { LockerStorageRentalsInput } from "../../../../packages/client/client.gen.ts";
import { RENTAL_STATE } from "../../../parts/labels.ts";
import { DATE } from "../../../parts/search-params.ts";
import { addDays, type Times } from "../../../parts/times.ts";

export interface RentalSearch {
  state?: string;
  device?: string;
  from?: string;
  to?: string;
  page?: number;
}

export const PER_PAGE = 50;

/** Drops invalid values, because people type URLs. */
export function readRentalFilters(search: Record<string, unknown>): RentalSearch {
  const { state, device, from, to, page } = search;
  const code = typeof device === "number" ? String(device) : device;
  return {
    ...(typeof state === "string" && state in RENTAL_STATE ? { state } : {}),
    ...(typeof code === "string" && code.trim() !== "" ? { device: code.trim().slice(0, 100) } : {}),
    ...(typeof from === "string" && DATE.test(from) ? { from } : {}),
    ...(typeof to === "string" && DATE.test(to) ? { to } : {}),
    ...(Number.isInteger(page) && (page as number) > 1 ? { page: page as number } : {}),
  };
}

/** Days are in the business's time zone; the last day is included. */
export function toRentalsInput(
  { state, device, from, to, page = 1 }: RentalSearch,
  times: Times,
): LockerStorageRentalsInput {
  return {
    page,
    per_page: PER_PAGE,
    ...(state === undefined ? {} : { state: state as NonNullable<LockerStorageRentalsInput["state"]> }),
    ...(device === undefined ? {} : { device }),
    ...(from === undefined ? {} : { from: times.startOf(from) }),
    ...(to === undefined ? {} : { to: times.startOf(addDays(to, 1)) }),
  };
}
