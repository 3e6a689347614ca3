/** List entries of the address book, the most visited first. Customers see their own, drivers and contractors those of their stops. */

import Type from "typebox";
import { defineList, indexed, parameter } from "#operation/define/list.ts";
import { Nullable, StringEnum } from "#vocabulary/basics.ts";
import type { SortColumn } from "#vocabulary/cursor-page.ts";
import { Ref } from "#vocabulary/ref.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import type { EntryRow } from "../records/address-entry.ts";
import { DEFAULTS_FOR, Entry, toEntry } from "../shapes.ts";
import { findVisibleKeys, getVisibleOwner } from "../visibility.ts";

const SORT: readonly SortColumn[] = [
  { sql: "visits", member: "visits", type: "int", descending: true },
  { sql: "id", member: "id", type: "bigint", descending: true },
];

export const listEntries = defineList({
  name: "addressbookEntries",
  summary: "List addresses",
  access: { roles: TENANT_ROLES, scopes: ["address:read"] },
  rest: { method: "GET", path: "/api/v1/addressbook" },
  filters: {
    customer_id: parameter(Nullable(Ref("customer"))),
    default_for: indexed(StringEnum(DEFAULTS_FOR), "$default_for = any(default_for)"),
    located: indexed(
      Type.Boolean({ description: "Only entries with, or without, coordinates." }),
      "(lat is not null) = $located",
    ),
  },
  rows: { entries: Type.Array(Entry) },
  from: "address_entry",
  where: [
    "customer_id = $owner",
    "$is_own::bool and customer_id is null",
    "normalised_key = any($keys::text[])",
  ],
  order: SORT,
  async values(context, { customer_id }) {
    const owner = getVisibleOwner(context.actor);
    const shown_customer_id = owner === undefined ? customer_id : owner;
    return {
      owner: shown_customer_id ?? undefined,
      is_own: shown_customer_id === null ? true : undefined,
      keys: (await findVisibleKeys(context)) ?? undefined,
    };
  },
  build: (row: EntryRow) => toEntry(row),
});
