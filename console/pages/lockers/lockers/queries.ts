/** Lockers, their compartments and what is wrong with them. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type {
  LockerCompartment as Compartment,
  LockerHealthInput,
} from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";

export type {
  DeviceCommand,
  DeviceOperation,
  Locker,
  LockerCompartment as Compartment,
  LockerHealth,
  LockerProblem,
  LockerReservation as Reservation,
} from "../../../../packages/client/client.gen.ts";

/** First part of the keys of all queries here. */
export const LOCKERS = "lockers";
export const LOCKERS_PER_PAGE = 50;

export const lockersQuery = (input: LockerHealthInput) =>
  queryOptions({
    queryKey: [LOCKERS, "list", input],
    meta: { live: ["locker_device", "locker_compartment"] },
    queryFn: ({ signal }) => client.lockerHealth(input, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 15_000,
  });

export const lockerQuery = (locker_id: number) =>
  queryOptions({
    queryKey: [LOCKERS, "one", locker_id],
    meta: { live: [{ locker_device: locker_id }] },
    queryFn: async ({ signal }) => (await client.locker({ locker_id }, { signal })).locker,
    staleTime: 15_000,
  });

const COMPARTMENTS_PER_REQUEST = 200;

export const compartmentsQuery = (locker_id: number) =>
  queryOptions({
    queryKey: [LOCKERS, "compartments", locker_id],
    meta: {
      live: ["locker_compartment", "locker_reservation", { locker_device: locker_id }],
      requests: (compartments: readonly unknown[]) =>
        Math.max(1, Math.ceil(compartments.length / COMPARTMENTS_PER_REQUEST)),
    },
    queryFn: async ({ signal }) => {
      const all: Compartment[] = [];
      for (let page = 1; ; page += 1) {
        const { compartments, total } = await client.lockerCompartments(
          { locker_id, page, per_page: COMPARTMENTS_PER_REQUEST },
          { signal },
        );
        all.push(...compartments);
        if (compartments.length === 0 || all.length >= total) return all;
      }
    },
    staleTime: 15_000,
  });

export const reservationQuery = (reservation_id: number) =>
  queryOptions({
    queryKey: [LOCKERS, "reservation", reservation_id],
    meta: { live: [{ locker_reservation: reservation_id }, "locker_compartment"] },
    queryFn: async ({ signal }) =>
      (await client.lockerReservation({ reservation_id }, { signal })).reservation,
    staleTime: 15_000,
  });

/** What happened last at a compartment. */
export const recentOperationsQuery = (locker_id: number, compartment_id: number) =>
  queryOptions({
    queryKey: [LOCKERS, "operations", "recent", compartment_id],
    meta: {
      live: [{ locker_compartment: compartment_id }, "locker_reservation", { locker_device: locker_id }],
    },
    queryFn: async ({ signal }) =>
      (await client.deviceOperations({ compartment_id, per_page: 8 }, { signal })).operations,
  });

/** The request to open its door that was made last; null without any. */
export const lastOpeningQuery = (locker_id: number, compartment_id: number) =>
  queryOptions({
    queryKey: [LOCKERS, "opening", compartment_id],
    meta: { live: [{ locker_compartment: compartment_id }] },
    queryFn: async ({ signal }) => {
      const { commands } = await client.deviceCommands(
        { device_id: locker_id, compartment_id, kind: "open", per_page: 1 },
        { signal },
      );
      return commands[0] ?? null;
    },
  });

export const customerQuery = (customer_id: number) =>
  queryOptions({
    queryKey: ["customers", "one", customer_id],
    meta: { live: [{ customer: customer_id }] },
    queryFn: ({ signal }) => client.clientCustomer({ customer_id }, { signal }),
    staleTime: 60_000,
  });
