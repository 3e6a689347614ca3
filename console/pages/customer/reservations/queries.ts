/** Bookables, the slots of a day with their reservations, and who waits. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { ReservationsInput, WaitlistInput } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";

/** First part of the keys of all queries here. */
export const RESERVATIONS = "reservations";
export const PER_PAGE = 50;
const CHOICES_MAX = 200;

export const bookablesQuery = queryOptions({
  queryKey: [RESERVATIONS, "bookables"],
  meta: { live: ["bookable"] },
  queryFn: ({ signal }) => client.bookables({ per_page: CHOICES_MAX }, { signal }),
  staleTime: 15_000,
});

export const slotsQuery = (bookable_id: number, date: string | undefined) =>
  queryOptions({
    queryKey: [RESERVATIONS, "slots", bookable_id, date ?? "today"],
    meta: { live: ["reservation", "waitlist_entry", "bookable"] },
    queryFn: ({ signal }) =>
      client.bookableSlots({ bookable_id, ...(date === undefined ? {} : { date }) }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 15_000,
  });

export const reservationsQuery = (input: ReservationsInput) =>
  queryOptions({
    queryKey: [RESERVATIONS, "list", input],
    meta: { live: ["reservation"] },
    queryFn: ({ signal }) => client.reservations(input, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 15_000,
  });

export const waitlistQuery = (input: WaitlistInput) =>
  queryOptions({
    queryKey: [RESERVATIONS, "waitlist", input],
    meta: { live: ["waitlist_entry"] },
    queryFn: ({ signal }) => client.waitlist(input, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 15_000,
  });
