/** Pickups of carriers, newest first. */
import Type from "typebox";
import { defineList, filter } from "#operation/define/list.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { byId } from "#vocabulary/cursor-page.ts";
import { PICKUP_STATES } from "../pickups/rules.ts";
import { LabelPickup, toPickup } from "../pickups/shapes.ts";
import { type ListedPickup, PICKUPS } from "../records/label-pickup.ts";

export const listPickups = defineList({
  name: "labelservicePickups",
  summary: "List pickups of carriers",
  access: { scopes: ["labels:read"] },
  rest: { method: "GET", path: "/api/v1/labelservice/pickups" },
  filters: { state: filter(StringEnum(PICKUP_STATES)) },
  rows: { pickups: Type.Array(LabelPickup) },
  from: "label_pickup k",
  select: PICKUPS,
  order: byId("k.id"),
  build: (row: ListedPickup, context) => toPickup(context, row),
});
