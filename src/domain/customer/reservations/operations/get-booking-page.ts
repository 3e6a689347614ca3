/** What the public can reserve at a business. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { buildPublicBookable } from "../present.ts";
import type { BookableRow } from "../records/bookable.ts";
import { ClientCode, PublicBookable } from "../shapes.ts";

export const getBookingPage = defineOperation({
  name: "reservationPage",
  summary: "Get what can be reserved at a business",
  access: { public: true, ignores_token: true },
  rest: { method: "GET", path: "/api/v1/reservations/public/{clientCode}" },
  localised: true,
  limit: { name: "reservation_page", per_s: 2, burst: 60 },
  input: Type.Object({ clientCode: ClientCode }),
  output: Type.Object({
    result: Type.Boolean(),
    business_name: Type.String(),
    country: Type.String(),
    bookables: Type.Array(PublicBookable),
  }),
  tenant: (system_queries, { clientCode }) => system_queries.findBusinessOfCode(clientCode),

  async run(context) {
    const { db, business_id, business, now } = context;
    const rows = await db.rows<BookableRow>(
      "select * from bookable where business_id = $1 and status = 'ACTIVE' order by name, id limit 200",
      [business_id],
    );
    return {
      result: true,
      business_name: business.name,
      country: business.country,
      bookables: rows.map((row) => buildPublicBookable(row, now)),
    };
  },
});
