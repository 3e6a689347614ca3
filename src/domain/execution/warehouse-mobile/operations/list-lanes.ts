/** The lanes of a warehouse on a day: which route each is, and how far its parcels are. */
import Type from "typebox";
import { findWarehouse } from "#domain/warehouse/warehouses/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { CalendarDate } from "#vocabulary/basics.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { loadLanes } from "../records/sort-lane.ts";
import { SortLane } from "../shapes.ts";

export const listLanes = defineOperation({
  name: "wmsSort",
  summary: "List the sort lanes of a warehouse",
  access: { scopes: ["wms:read"] },
  rest: { method: "GET", path: "/api/v1/wms/mobile/sort" },
  input: Type.Object({
    warehouse_id: Ref("warehouse"),
    date: Type.Optional(
      Type.String({ ...CalendarDate, description: "The day of the routes; today when absent." }),
    ),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    date: CalendarDate,
    lanes: Type.Array(SortLane, { description: "By lane; routes without one after them, by departure." }),
  }),
  refusals: { unknown_warehouse: "not_found" },

  async run(context, { warehouse_id, date }) {
    if ((await findWarehouse(context, warehouse_id)) === undefined)
      throw context.refuse("unknown_warehouse", { message: messages.unknown_warehouse });
    const day = date ?? toLocalDate(context.now, context.business.time_zone);
    return { result: true, date: day, lanes: await loadLanes(context, warehouse_id, day) };
  },
});
