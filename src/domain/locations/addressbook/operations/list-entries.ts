/** List entries of the address book, the most visited first. Customers see their own, drivers and contractors those of their stops. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { countRows, readListPage } from "#platform/db/list-page.ts";
import { Nullable, StringEnum } from "#vocabulary/basics.ts";
import { buildWindow, CursorInput, CursorOutput, type SortColumn } from "#vocabulary/cursor-page.ts";
import { Ref } from "#vocabulary/ref.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import type { EntryRow } from "../records/address-entry.ts";
import { DEFAULTS_FOR, Entry, toEntry } from "../shapes.ts";
import { findVisibleKeys, getVisibleOwner } from "../visibility.ts";

const SORT: readonly SortColumn[] = [
  { sql: "visits", member: "visits", type: "int", descending: true },
  { sql: "id", member: "id", type: "bigint", descending: true },
];

export const listEntries = defineOperation({
  name: "addressbookEntries",
  summary: "List addresses",
  effect: "read",
  access: { roles: TENANT_ROLES, scopes: ["address:read"] },
  rest: { method: "GET", path: "/api/v1/addressbook" },
  input: Type.Object({
    ...CursorInput,
    customer_id: Type.Optional(Nullable(Ref("customer"))),
    default_for: Type.Optional(StringEnum(DEFAULTS_FOR)),
    located: Type.Optional(Type.Boolean({ description: "Only entries with, or without, coordinates." })),
  }),
  output: Type.Object({ ...CursorOutput, entries: Type.Array(Entry) }),

  async run(context, input) {
    const { actor, db, business_id } = context;
    const owner = getVisibleOwner(actor);
    const customer_id = owner === undefined ? input.customer_id : owner;
    const values: unknown[] = [business_id];
    const where = ["business_id = $1"];
    if (customer_id === null) where.push("customer_id is null");
    if (typeof customer_id === "number") where.push(`customer_id = $${values.push(customer_id)}`);
    if (input.default_for !== undefined) where.push(`$${values.push(input.default_for)} = any(default_for)`);
    if (input.located !== undefined) where.push(`lat is ${input.located ? "not null" : "null"}`);
    const keys = await findVisibleKeys(context);
    if (keys !== null) where.push(`normalised_key = any($${values.push(keys)}::text[])`);
    const condition = where.join(" and ");
    const window = buildWindow(input, SORT, { condition, values });
    const { rows, paging } = await readListPage<EntryRow>(
      db,
      window,
      `select * from address_entry where ${condition}${window.sql}`,
      countRows(db, `from address_entry where ${condition}`, values),
    );
    return { ...paging, entries: rows.map(toEntry) };
  },
});
