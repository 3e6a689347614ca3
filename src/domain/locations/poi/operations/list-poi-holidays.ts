/** List the calendars of holidays of the business with their days. */
import Type from "typebox";
import { defineList, filter } from "#operation/define/list.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import { CalendarName, Holiday } from "../shapes.ts";

export const listPoiHolidays = defineList({
  name: "poiHolidays",
  summary: "List holidays",
  access: { roles: TENANT_ROLES, scopes: ["address:read"] },
  rest: { method: "GET", path: "/api/v1/poi/holidays" },
  localised: true,
  filters: { calendar: filter(CalendarName, "calendar = $calendar") },
  rows: { holidays: Type.Array(Holiday) },
  from: "poi_holiday",
  columns: "calendar, date, name, yearly",
  order: "calendar, date",
});
