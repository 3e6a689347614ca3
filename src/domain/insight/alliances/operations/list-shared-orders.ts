/** Orders that a partner shares, under its grant `orders_read`. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { readListPage } from "#platform/db/list-page.ts";
import { CalendarDate } from "#vocabulary/basics.ts";
import { buildWindow, CursorInput, CursorOutput } from "#vocabulary/cursor-page.ts";
import { Ref } from "#vocabulary/ref.ts";
import { findPartner, readShared, SHARED_REFUSALS } from "../open-business.ts";
import { buildSharedOrder, type SharedSource, toFilterRows } from "../rules.ts";
import { ClientCode, SharedOrder } from "../shapes.ts";
import { SELECTED, SHARED_ORDERS, SHARED_SORT } from "../shared.ts";

export const listSharedOrders = defineOperation({
  name: "allianceOrders",
  summary: "List orders that a partner shares",
  description:
    "Newest first. Masked members are absent and named in `masked`; prices are never shared. Each call is in the partner's access log. The " +
    "grant is checked for every page.",
  stores_document: true,
  access: { scopes: ["alliance:read"] },
  rest: { method: "GET", path: "/api/v1/alliances/clients/{client_code}/orders" },
  input: Type.Object({
    ...CursorInput,
    client_code: Ref("alliance_client", ClientCode),
    status: Type.Optional(Type.String({ maxLength: 40, description: "Orders in this status." })),
    date_from: Type.Optional(CalendarDate),
    date_to: Type.Optional(CalendarDate),
  }),
  output: Type.Object({ ...CursorOutput, client_code: Type.String(), orders: Type.Array(SharedOrder) }),
  refusals: SHARED_REFUSALS,

  tenant: findPartner,

  run: (context, input) =>
    readShared(context, { client_code: input.client_code, scope: "orders_read" }, async (inside, granted) => {
      const { db, business_id } = inside;
      const values: unknown[] = [business_id, toFilterRows(granted.filters)];
      const where: string[] = [];
      const filter = (sql: string, value: unknown) => {
        if (value !== undefined) where.push(` and ${sql}$${values.push(value)}`);
      };
      filter("o.status = ", input.status);
      filter("o.scheduled_date >= ", input.date_from);
      filter("o.scheduled_date <= ", input.date_to);
      const condition = where.join("");
      // A cursor is of the caller's filters; what the grant selects may change between pages.
      const filters = [input.client_code, input.status, input.date_from, input.date_to];
      const window = buildWindow(input, SHARED_SORT, { condition, values, filters });
      const { rows, paging } = await readListPage<SharedSource>(
        db,
        window,
        `${SHARED_ORDERS}${condition}${window.sql}`,
        db
          .row<{ n: number }>(
            `select count(*) as n from delivery_order o where o.business_id = $1 and ${SELECTED}${condition}`,
            values,
          )
          .then((counted) => counted?.n ?? 0),
      );
      const orders = rows.map((row) => buildSharedOrder(row, granted.fields_masked));
      return {
        answer: { ...paging, client_code: input.client_code, orders },
        subject: "",
        records: orders.length,
      };
    }),
});
