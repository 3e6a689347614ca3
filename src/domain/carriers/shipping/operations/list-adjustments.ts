/** Corrections of carriers, newest first. */
import Type from "typebox";
import { defineList, filter } from "#operation/define/list.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { BY_ID } from "#vocabulary/cursor-page.ts";
import { Ref } from "#vocabulary/ref.ts";
import { LabelAdjustment, toAdjustment } from "../adjustments/shapes.ts";
import { ADJUSTMENT_STATES } from "../rules.ts";

export const listAdjustments = defineList({
  name: "labelserviceAdjustments",
  summary: "List corrections of carriers",
  access: { scopes: ["labels:read"] },
  rest: { method: "GET", path: "/api/v1/labelservice/adjustments" },
  filters: { state: filter(StringEnum(ADJUSTMENT_STATES)), label_order_id: filter(Ref("label_order")) },
  rows: { adjustments: Type.Array(LabelAdjustment) },
  from: "label_adjustment",
  order: BY_ID,
  build: toAdjustment,
});
