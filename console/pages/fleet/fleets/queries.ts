/** Fleets, their calendars and hours. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { FleetCalendarOutput, FleetOutput } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";

export type Fleet = FleetOutput["fleet"];
export type FleetDetail = FleetOutput;
export type Shift = FleetCalendarOutput["shifts"][number];
export type Calendar = FleetCalendarOutput;

export const FLEET_KEYS = [["fleets"]];

export const fleetsQuery = queryOptions({
  queryKey: ["fleets", "list"],
  meta: { live: ["fleet", "shift"] },
  queryFn: ({ signal }) => client.fleets({ per_page: 200 }, { signal }),
});

export const fleetQuery = (fleet_id: number) =>
  queryOptions({
    queryKey: ["fleets", "one", fleet_id],
    meta: { live: [{ fleet: fleet_id }, "shift"] },
    queryFn: ({ signal }) => client.fleet({ fleet_id }, { signal }),
  });

export const calendarQuery = (fleet_id: number, from: string, to: string) =>
  queryOptions({
    queryKey: ["fleets", "calendar", fleet_id, from, to],
    meta: { live: [{ fleet: fleet_id }, "shift", "order", "route"] },
    queryFn: ({ signal }) => client.fleetCalendar({ fleet_id, from, to }, { signal }),
    placeholderData: keepPreviousData,
  });

export const hoursQuery = (fleet_id: number, from: string, to: string) =>
  queryOptions({
    queryKey: ["fleets", "hours", fleet_id, from, to],
    meta: { live: [{ fleet: fleet_id }, "shift"] },
    queryFn: ({ signal }) => client.fleetHours({ fleet_id, from, to }, { signal }),
    placeholderData: keepPreviousData,
  });

export const ownShiftsQuery = queryOptions({
  queryKey: ["fleets", "own"],
  meta: { live: ["shift", "fleet"] },
  queryFn: ({ signal }) => client.driverShifts({}, { signal }),
});

export const hoursSettingsQuery = queryOptions({
  queryKey: ["fleets", "settings"],
  queryFn: ({ signal }) => client.fleetSettings({}, { signal }),
});
