/** Filters of the list of rentals live in the address, so that a view can be kept and shared. */
import type { LockerStorageRentalsInput } from "../../../packages/client/client.gen.ts";
import { addDays, type Times } from "../../parts/times.ts";
import { RENTAL_STATE } from "../../parts/words.ts";

export interface RentalSearch {
  state?: string;
  device?: string;
  from?: string;
  to?: string;
  page?: number;
}

export const PER_PAGE = 50;
const DATE = /^\d{4}-\d\d-\d\d$/;

/** What is not understood is dropped: an address is typed by people. */
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

/** Days are those of the business; the last one is included. */
export function rentalFiltersOf(
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
