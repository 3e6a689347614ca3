/** Close a range of tracking numbers permanently. Numbers that it gave stay valid and are never given again. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { NumberRange, RANGE_COLUMNS, type RangeRow, toRange } from "../number-ranges.ts";

export const closeNumberRange = defineOperation({
  name: "trackingNumberRangeClose",
  summary: "Close a range of tracking numbers",
  description: "New orders get random numbers until the setting number_range_id names another range.",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "POST", path: "/api/v1/tracking/numbers/ranges/{range_id}/close" },
  input: Type.Object({ range_id: Ref("number_range") }),
  output: Type.Object({ result: Type.Boolean(), range: NumberRange }),

  async run({ db, business_id, now, refuse, expectVersion, emit }, { range_id }) {
    const before = await db.row<RangeRow>(
      `select ${RANGE_COLUMNS} from number_range where business_id = $1 and id = $2 for update`,
      [business_id, range_id],
    );
    if (before === undefined) throw refuse("not_found", { message: messages.no_range });
    expectVersion(before.version);
    if (before.status === "closed") return { result: true, range: toRange(before) };
    const row = await db.row<RangeRow>(
      `update number_range set status = 'closed', updated_at = $3, version = version + 1
        where business_id = $1 and id = $2 returning ${RANGE_COLUMNS}`,
      [business_id, range_id, now],
    );
    if (row === undefined) throw new Error("A locked range is there.");
    emit({
      subject: { type: "number_range", id: range_id },
      kind: "number_range.closed",
      before: { status: "active" },
      after: { status: "closed" },
    });
    return { result: true, range: toRange(row) };
  },
});
