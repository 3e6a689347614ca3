/** Movements of an article, a package or a line of stock, latest first. */

import Type from "typebox";
import { listReach } from "#domain/warehouse/warehouses/public.ts";
import { selectPerson } from "#operation/caller/people.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Id, Nullable } from "#vocabulary/basics.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";
import { Movement } from "../shapes.ts";

export const listMovements = defineOperation({
  name: "stockMovements",
  summary: "List movements of stock",
  access: { scopes: ["wms:read"] },
  rest: { method: "GET", path: "/api/v1/wms/movements" },
  input: Type.Object({
    article_id: Type.Optional(Ref("article")),
    package_id: Type.Optional(Ref("stock_package")),
    line_id: Type.Optional(Ref("stock_line", { ...Id, description: "Into and out of this line of stock." })),
    before: Type.Optional(
      NoRef("a cursor: the last row of the page before", {
        ...Id,
        description: "`next` of the page before: movements older than this one.",
      }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    movements: Type.Array(Movement, { description: "Latest first." }),
    next: Nullable(
      NoRef("where the next page starts", {
        ...Id,
        description: "`before` of the next page; null on the last.",
      }),
    ),
  }),

  async run(context, input) {
    const { db, business_id } = context;
    const limit = input.limit ?? 50;
    const values: unknown[] = [business_id, listReach(context), limit + 1];
    const conditions = ["m.business_id = $1", "($2::bigint[] is null or s.warehouse_id = any($2))"];
    const add = (condition: (n: string) => string, value: unknown) => {
      if (value === undefined) return;
      values.push(value);
      conditions.push(condition(`$${values.length}`));
    };
    add((n) => `m.article_id = ${n}`, input.article_id);
    add((n) => `m.package_id = ${n}`, input.package_id);
    add((n) => `(m.from_line_id = ${n} or m.to_line_id = ${n})`, input.line_id);
    add((n) => `m.id < ${n}`, input.before);
    const rows = await db.rows<Type.Static<typeof Movement>>(
      `select m.id, m.batch_id, m.at, m.reason, m.article_id, a.sku, m.package_id, p.code as package_code, m.customer_id, m.lot,
         m.expires_date, m.qty, m.from_bin_id, f.code as from_bin_code, m.to_bin_id, t.code as to_bin_code, m.from_qty_after,
         m.to_qty_after, m.scanned, s.note, s.subject_type, s.subject_id,
         ${selectPerson("m.created_by")} as created_by
       from stock_movement m
       join stock_batch s on s.business_id = $1 and s.id = m.batch_id
       left join article a on a.business_id = $1 and a.id = m.article_id
       left join stock_package p on p.business_id = $1 and p.id = m.package_id
       left join warehouse_bin f on f.business_id = $1 and f.id = m.from_bin_id
       left join warehouse_bin t on t.business_id = $1 and t.id = m.to_bin_id
       where ${conditions.join(" and ")} order by m.id desc limit $3`,
      values,
    );
    const movements = rows.slice(0, limit);
    return {
      result: true,
      movements,
      next: rows.length > limit ? (movements.at(-1)?.id ?? null) : null,
    };
  },
});
