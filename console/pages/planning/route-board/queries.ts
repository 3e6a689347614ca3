/** The route board, as dispatchers and as drivers see it. */
import { queryOptions } from "@tanstack/react-query";
import type {
  ClientRouteBoardOutput,
  DriverRouteBoardOutput,
} from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";

export type DispatchOffer = ClientRouteBoardOutput["offers"][number];
export type DriverOffer = DriverRouteBoardOutput["offers"][number];

export const BOARD_KEYS = [["route-board"], ["routes"], ["fleets"]];

export const fleetNamesQuery = queryOptions({
  queryKey: ["fleets", "names"],
  meta: { live: ["fleet"] },
  queryFn: ({ signal }) => client.fleets({ per_page: 200, status: "active" }, { signal }),
});

export const boardQuery = (fleet_id: number, date: string) =>
  queryOptions({
    queryKey: ["route-board", "dispatch", fleet_id, date],
    meta: { live: ["route_offer", "route_board", "route"] },
    queryFn: ({ signal }) => client.clientRouteBoard({ fleet_id, date }, { signal }),
    enabled: fleet_id > 0,
  });

/** The board of the driver's own fleet; null for a driver of no fleet. */
export const ownBoardQuery = queryOptions({
  queryKey: ["route-board", "own"],
  meta: { live: ["route_offer", "route_board", "route"] },
  queryFn: async ({ signal }) => {
    const { fleets } = await client.fleets({}, { signal });
    const [fleet] = fleets;
    if (fleet === undefined) return null;
    const { offers } = await client.driverRouteBoard({ fleet_id: fleet.id }, { signal });
    return { fleet, offers };
  },
});
