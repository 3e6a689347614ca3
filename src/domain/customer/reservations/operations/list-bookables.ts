/** What can be reserved, by name. */
import Type from "typebox";
import { defineList, filter } from "#operation/define/list.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { buildBookable } from "../present.ts";
import type { BookableRow } from "../records/bookable.ts";
import { BOOKABLE_STATUSES } from "../rules.ts";
import { Bookable } from "../shapes.ts";

export const listBookables = defineList({
  name: "bookables",
  summary: "List what can be reserved",
  access: { scopes: ["reservations:read"] },
  rest: { method: "GET", path: "/api/v1/reservations/bookables" },
  localised: true,
  filters: { status: filter(StringEnum(BOOKABLE_STATUSES)) },
  rows: { bookables: Type.Array(Bookable) },
  from: "bookable",
  order: "name, id",
  build: (row: BookableRow, context) => buildBookable(context, row),
});
