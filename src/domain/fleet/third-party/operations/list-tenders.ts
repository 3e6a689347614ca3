/** The tenders of the provider that calls: what it may accept, what it has under way, what is done. */
import Type from "typebox";

import { defineOperation } from "#operation/define/define.ts";
import { countRows } from "#platform/db/list-page.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { PageInput, PageOutput, readPaging } from "#vocabulary/page.ts";
import { getOwnProvider } from "../records/provider.ts";
import { loadTenderViews, type TenderRow } from "../records/tender.ts";
import { foldPostalCode, TENDER_STATES } from "../rules.ts";
import { Tender } from "../shapes.ts";

export const listTenders = defineOperation({
  name: "thirdpartyTenders",
  summary: "List the tenders of a delivery provider",
  description:
    "Newest first. Until a tender is accepted it has the area of its places, without street and person.",
  effect: "read",
  access: { partner: "tenders", roles: [], scopes: [] },
  rest: { method: "GET", path: "/api/v1/thirdparty/tenders" },
  limit: { name: "thirdparty_read", per_s: 5, burst: 60 },
  input: Type.Object({
    ...PageInput,
    state: Type.Optional(StringEnum(TENDER_STATES)),
    area: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 60,
        description: "Beginning of a postal code, or name of a city, of either place.",
      }),
    ),
  }),
  output: Type.Object({ ...PageOutput, tenders: Type.Array(Tender) }),
  refusals: { not_a_provider: "forbidden" },

  async run(context, input) {
    const { db, business_id } = context;
    const provider = await getOwnProvider(context);
    const values: unknown[] = [business_id, provider.id];
    const where = ["business_id = $1", "provider_id = $2"];
    if (input.state !== undefined) where.push(`state = $${values.push(input.state)}`);
    if (input.area !== undefined) {
      const code = `$${values.push(`${foldPostalCode(input.area) || "-"}%`)}`;
      const city = `$${values.push(input.area.trim().toLowerCase())}`;
      const place = (
        name: string,
      ) => `(upper(regexp_replace(coalesce(o.${name}->>'postal_code', ''), '[^0-9A-Za-z]', '', 'g')) like ${code}
        or lower(o.${name}->>'city') = ${city})`;
      where.push(
        `exists (select from delivery_order o where o.business_id = $1 and o.id = tender.order_id and (${place("pickup")} or ${place("dropoff")}))`,
      );
    }
    const condition = where.join(" and ");
    const { page, per_page, offset } = readPaging(input);
    const [rows, total] = await Promise.all([
      db.rows<TenderRow>(
        `select * from tender where ${condition} order by id desc limit $${values.length + 1} offset $${values.length + 2}`,
        [...values, per_page, offset],
      ),
      countRows(db, `from tender where ${condition}`, values),
    ]);
    return { result: true, total, page, per_page, tenders: await loadTenderViews(context, rows) };
  },
});
