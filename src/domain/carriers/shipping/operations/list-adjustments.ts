/** Corrections of carriers, newest first. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { countRows, readListPage } from "#platform/db/list-page.ts";
import { Id, StringEnum } from "#vocabulary/basics.ts";
import { BY_ID, buildWindow, CursorInput, CursorOutput } from "#vocabulary/cursor-page.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { LabelAdjustment, toAdjustment } from "../adjustments/shapes.ts";
import type { LabelAdjustmentRow } from "../records/label-adjustment.ts";
import { ADJUSTMENT_STATES } from "../rules.ts";

const FOUND =
  "from label_adjustment where business_id = $1 and ($2::text is null or state = $2) and ($3::bigint is null or label_order_id = $3)";

export const listAdjustments = defineOperation({
  name: "labelserviceAdjustments",
  summary: "List corrections of carriers",
  effect: "read",
  access: { roles: BUSINESS_ROLES, scopes: ["labels:read"] },
  rest: { method: "GET", path: "/api/v1/labelservice/adjustments" },
  input: Type.Object({
    ...CursorInput,
    state: Type.Optional(StringEnum(ADJUSTMENT_STATES)),
    label_order_id: Type.Optional(Id),
  }),
  output: Type.Object({ ...CursorOutput, adjustments: Type.Array(LabelAdjustment) }),

  async run({ db, business_id }, input) {
    const values = [business_id, input.state ?? null, input.label_order_id ?? null];
    const window = buildWindow(input, BY_ID, { condition: FOUND, values });
    const counted = countRows(db, FOUND, values);
    const text = `select * ${FOUND}${window.sql}`;
    const { rows, paging } = await readListPage<LabelAdjustmentRow>(db, window, text, counted);
    return { ...paging, adjustments: rows.map(toAdjustment) };
  },
});
