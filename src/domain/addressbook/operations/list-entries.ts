/** Entries of the address book, the most visited first. Customers see their own. */
import Type from "typebox";
import { defineOperation } from "#operation/define.ts";
import { Id, Nullable, Words } from "#vocabulary/basics.ts";
import { PageInput, PageOutput, pageOf } from "#vocabulary/page.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import { DEFAULTS_FOR, ENTRY_COLUMNS, Entry, type EntryRow, entryOf } from "../shapes.ts";
import { ownerSeenBy } from "../who.ts";

export const listEntries = defineOperation({
  name: "addressbookEntries",
  summary: "List addresses",
  effect: "read",
  access: { roles: TENANT_ROLES, scopes: ["address:read"] },
  rest: { method: "GET", path: "/api/v1/addressbook" },
  input: Type.Object({
    ...PageInput,
    customer_id: Type.Optional(Nullable(Id)),
    default_for: Type.Optional(Words(DEFAULTS_FOR)),
    located: Type.Optional(Type.Boolean({ description: "Only entries with, or without, coordinates." })),
  }),
  output: Type.Object({ ...PageOutput, entries: Type.Array(Entry) }),

  async run({ actor, db, business_id }, input) {
    const { page, per_page, offset } = pageOf(input);
    const owner = ownerSeenBy(actor);
    const customer_id = owner === undefined ? input.customer_id : owner;
    const values: unknown[] = [business_id];
    const where = ["business_id = $1"];
    if (customer_id === null) where.push("customer_id is null");
    if (typeof customer_id === "number") where.push(`customer_id = $${values.push(customer_id)}`);
    if (input.default_for !== undefined) where.push(`$${values.push(input.default_for)} = any(default_for)`);
    if (input.located !== undefined) where.push(`lat is ${input.located ? "not null" : "null"}`);
    const condition = where.join(" and ");
    const [rows, counted] = await Promise.all([
      db.rows<EntryRow>(
        `select ${ENTRY_COLUMNS} from address_entry where ${condition}
          order by visits desc, id desc limit $${values.length + 1} offset $${values.length + 2}`,
        [...values, per_page, offset],
      ),
      db.row<{ n: number }>(`select count(*) as n from address_entry where ${condition}`, values),
    ]);
    return { result: true, total: counted?.n ?? 0, page, per_page, entries: rows.map(entryOf) };
  },
});
