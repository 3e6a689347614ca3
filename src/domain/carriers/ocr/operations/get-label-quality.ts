/** How often values were right when people reviewed them, by carrier, field and source. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { CalendarDate } from "#vocabulary/basics.ts";
import { QualityRow } from "../shapes.ts";

const DAY_MS = 86_400_000;
const DAYS = 90;

export const getLabelQuality = defineOperation({
  name: "ocrQuality",
  summary: "Get the accuracy of label reading",
  description:
    "From labels that people confirmed or corrected, of the last 90 days unless `from` says otherwise.",
  access: { roles: ["client_admin"], scopes: ["ocr:read"] },
  rest: { method: "GET", path: "/api/v1/ocr/quality" },
  localised: true,
  input: Type.Object({
    from: Type.Optional({ ...CalendarDate, description: "Reviewed on this day or later, UTC." }),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    from: CalendarDate,
    labels: Type.Integer({ description: "Labels that were reviewed." }),
    rows: Type.Array(QualityRow, { maxItems: 1000 }),
  }),

  async run({ db, business_id, now }, { from }) {
    const since = from ?? new Date(now.getTime() - DAYS * DAY_MS).toISOString().slice(0, 10);
    const values = [business_id, `${since}T00:00:00Z`];
    const [rows, count] = await Promise.all([
      db.rows<Omit<Type.Static<typeof QualityRow>, "accuracy">>(
        `select carrier, field, source, count(*)::int as reviewed, count(*) filter (where is_right)::int as right
           from label_field_review where business_id = $1 and created_at >= $2
          group by carrier, field, source order by carrier nulls last, field, source nulls last limit 1000`,
        values,
      ),
      db.row<{ labels: number }>(
        "select count(distinct scan_id)::int as labels from label_field_review where business_id = $1 and created_at >= $2",
        values,
      ),
    ]);
    return {
      result: true,
      from: since,
      labels: count?.labels ?? 0,
      rows: rows.map((row) => ({ ...row, accuracy: row.right / row.reviewed })),
    };
  },
});
