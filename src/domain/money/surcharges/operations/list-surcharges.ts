/** The surcharges of the business, open ones only unless asked otherwise. */
import Type from "typebox";
import { defineList, filter, parameter } from "#operation/define/list.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { PRICE_FAMILIES } from "#vocabulary/features.ts";
import { type StoredSurcharge, toSurcharge } from "../records/surcharge.ts";
import { Surcharge } from "../shapes.ts";

export const listSurcharges = defineList({
  name: "clientSurcharges",
  summary: "List surcharges",
  access: { scopes: ["settings:read"] },
  rest: { method: "GET", path: "/api/v1/client/surcharges" },
  filters: {
    family: filter(StringEnum(PRICE_FAMILIES), "$family = any(families)"),
    include_closed: parameter(Type.Boolean()),
  },
  rows: { surcharges: Type.Array(Surcharge) },
  from: "surcharge",
  where: "$include_closed::boolean or closed_at is null",
  order: "closed_at is not null, id",
  values: (_, { include_closed = false }) => ({ include_closed }),
  build: (row: StoredSurcharge) => toSurcharge(row),
});
