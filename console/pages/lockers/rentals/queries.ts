/** Rentals of locker compartments. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { LockerStorageRentalsInput, StorageRental } from "../../../../packages/client/client.gen.ts";
import { ApiError, client } from "../../../api/client.ts";
import type { TimelineDocument } from "../../../parts/timeline/arrange.ts";

export type { StorageRental };

export const rentalsQuery = (filters: LockerStorageRentalsInput) =>
  queryOptions({
    queryKey: ["rentals", "list", filters],
    meta: { live: ["storage_rental"] },
    queryFn: ({ signal }) => client.lockerStorageRentals(filters, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 15_000,
  });

export const rentalQuery = (rental_id: number) =>
  queryOptions({
    queryKey: ["rentals", "one", rental_id],
    meta: { live: [{ storage_rental: rental_id }] },
    queryFn: ({ signal }) => client.lockerStorageRental({ rental_id }, { signal }),
    staleTime: 15_000,
  });

/** Null while no event of it is recorded. */
export const rentalTimelineQuery = (rental_id: number) =>
  queryOptions({
    queryKey: ["rentals", "timeline", rental_id],
    meta: { live: [{ storage_rental: rental_id }] },
    queryFn: async ({ signal }): Promise<TimelineDocument | null> => {
      try {
        const document = await client.lockerStorageRentalTimeline({ rental_id }, { signal });
        // The document follows the protocol, whose types are more precise than those of the route.
        return document as unknown as TimelineDocument;
      } catch (error) {
        if (error instanceof ApiError && error.error_code === "TRACKING_NOT_FOUND") return null;
        throw error;
      }
    },
    staleTime: 15_000,
  });

/** The customer, or the name that somebody without an account gave. */
export const findRenter = ({ renter, contact }: Pick<StorageRental, "renter" | "contact">): string | null =>
  renter ?? contact.name ?? null;
