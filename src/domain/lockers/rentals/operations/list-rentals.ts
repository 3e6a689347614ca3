/** Locker storage rentals: the business's people see all, customers their own. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { countRows, readListPage } from "#platform/db/list-page.ts";
import { StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { buildWindow, CursorInput, CursorOutput, type SortColumn } from "#vocabulary/cursor-page.ts";
import { RENTALS, type RentalRow } from "../records/storage-rental.ts";
import { RENTAL_STATES } from "../rules.ts";
import { Rental } from "../shapes.ts";

const SORT: readonly SortColumn[] = [{ sql: "r.id", member: "id", type: "bigint", descending: true }];

export const listStorageRentals = defineOperation({
  name: "lockerStorageRentals",
  summary: "Locker storage rentals",
  effect: "read",
  access: { roles: ["client_admin", "employee", "customer"], scopes: ["lockers:read"] },
  rest: { method: "GET", path: "/api/v1/locker-storage/rentals" },
  input: Type.Object({
    ...CursorInput,
    state: Type.Optional(StringEnum(RENTAL_STATES)),
    device: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    from: Type.Optional({
      ...Timestamp,
      description: "Only rentals whose booking ends at this moment or later.",
    }),
    to: Type.Optional({ ...Timestamp, description: "Only rentals whose booking starts before this moment." }),
  }),
  output: Type.Object({ ...CursorOutput, rentals: Type.Array(Rental, { description: "Newest first." }) }),

  async run({ db, business_id, actor }, input) {
    const values: unknown[] = [business_id];
    const bind = (value: unknown) => `$${values.push(value)}`;
    const where = ["r.business_id = $1"];
    if (actor.role === "customer") where.push(`r.customer_id = ${bind(actor.customer_id ?? 0)}`);
    if (input.state !== undefined) where.push(`r.state = ${bind(input.state)}`);
    if (input.device !== undefined) where.push(`r.device = ${bind(input.device)}`);
    if (input.from !== undefined) where.push(`r.booked_to >= ${bind(input.from)}::timestamptz`);
    if (input.to !== undefined) where.push(`r.booked_from < ${bind(input.to)}::timestamptz`);
    const condition = where.join(" and ");
    const window = buildWindow(input, SORT, { condition, values });
    const { rows: rentals, paging } = await readListPage<RentalRow>(
      db,
      window,
      `${RENTALS} where ${condition}${window.sql}`,
      countRows(db, `from storage_rental r where ${condition}`, values),
    );
    return { ...paging, rentals };
  },
});
