/** Ranges of the business's own tracking numbers. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { PageInput, PageOutput, readPaging } from "#vocabulary/page.ts";
import { NumberRange, RANGE_COLUMNS, type RangeRow, toRange } from "../number-ranges.ts";

export const listNumberRanges = defineOperation({
  name: "trackingNumberRanges",
  summary: "Ranges of tracking numbers",
  effect: "read",
  access: { roles: ["client_admin"], scopes: ["settings:read"] },
  rest: { method: "GET", path: "/api/v1/tracking/numbers/ranges" },
  input: Type.Object({ ...PageInput }),
  output: Type.Object({ ...PageOutput, ranges: Type.Array(NumberRange, { description: "Oldest first." }) }),

  async run({ db, business_id }, input) {
    const { page, per_page, offset } = readPaging(input);
    const [rows, counted] = await Promise.all([
      db.rows<RangeRow>(
        `select ${RANGE_COLUMNS} from number_range where business_id = $1 order by id limit $2 offset $3`,
        [business_id, per_page, offset],
      ),
      db.row<{ n: number }>("select count(*) as n from number_range where business_id = $1", [business_id]),
    ]);
    return { result: true, total: counted?.n ?? 0, page, per_page, ranges: rows.map(toRange) };
  },
});
