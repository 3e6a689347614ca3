/** Pickups of carriers, newest first. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { countRows, readListPage } from "#platform/db/list-page.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { buildWindow, CursorInput, CursorOutput, type SortColumn } from "#vocabulary/cursor-page.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { PICKUP_STATES } from "../pickups/rules.ts";
import { LabelPickup, toPickup } from "../pickups/shapes.ts";
import { type ListedPickup, PICKUPS } from "../records/label-pickup.ts";

const SORT: readonly SortColumn[] = [{ sql: "k.id", member: "id", type: "bigint", descending: true }];
const CONDITION = "($2::text is null or k.state = $2)";

export const listPickups = defineOperation({
  name: "labelservicePickups",
  summary: "List pickups of carriers",
  effect: "read",
  access: { roles: BUSINESS_ROLES, scopes: ["labels:read"] },
  rest: { method: "GET", path: "/api/v1/labelservice/pickups" },
  input: Type.Object({ ...CursorInput, state: Type.Optional(StringEnum(PICKUP_STATES)) }),
  output: Type.Object({ ...CursorOutput, pickups: Type.Array(LabelPickup) }),

  async run(context, input) {
    const { db, business_id } = context;
    const values = [business_id, input.state ?? null];
    const window = buildWindow(input, SORT, { condition: CONDITION, values });
    const counted = countRows(db, `from label_pickup k where k.business_id = $1 and ${CONDITION}`, values);
    const text = `${PICKUPS} and ${CONDITION}${window.sql}`;
    const { rows, paging } = await readListPage<ListedPickup>(db, window, text, counted);
    return { ...paging, pickups: rows.map((row) => toPickup(context, row)) };
  },
});
