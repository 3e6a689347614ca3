/** Locker storage rentals: all of the business for its people, their own for customers. */
import Type from "typebox";
import { defineOperation } from "#operation/define.ts";
import { Timestamp, Words } from "#vocabulary/basics.ts";
import { PageInput, PageOutput, pageOf } from "#vocabulary/page.ts";
import { RENTAL_COLUMNS, RENTAL_STATES, RENTALS, Rental, type RentalRow } from "../rentals.ts";

export const listStorageRentals = defineOperation({
  name: "lockerStorageRentals",
  summary: "Locker storage rentals",
  effect: "read",
  access: { roles: ["client_admin", "employee", "customer"], scopes: ["orders:read"] },
  rest: { method: "GET", path: "/api/v1/locker-storage/rentals" },
  input: Type.Object({
    ...PageInput,
    state: Type.Optional(Words(RENTAL_STATES)),
    device: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    from: Type.Optional({ ...Timestamp, description: "Only rentals booked to this moment or later." }),
    to: Type.Optional({ ...Timestamp, description: "Only rentals booked from before this moment." }),
  }),
  output: Type.Object({ ...PageOutput, rentals: Type.Array(Rental, { description: "Newest first." }) }),

  async run({ db, business_id, actor }, input) {
    const { page, per_page, offset } = pageOf(input);
    const values: unknown[] = [business_id];
    const bind = (value: unknown) => `$${values.push(value)}`;
    const where = ["r.business_id = $1"];
    if (actor.role === "customer") where.push(`r.customer_id = ${bind(actor.customer_id ?? 0)}`);
    if (input.state !== undefined) where.push(`r.state = ${bind(input.state)}`);
    if (input.device !== undefined) where.push(`r.device = ${bind(input.device)}`);
    if (input.from !== undefined) where.push(`r.booked_to >= ${bind(input.from)}::timestamptz`);
    if (input.to !== undefined) where.push(`r.booked_from < ${bind(input.to)}::timestamptz`);
    const condition = where.join(" and ");
    const counting = [...values];
    const [rentals, counted] = await Promise.all([
      db.rows<RentalRow>(
        `select ${RENTAL_COLUMNS} from ${RENTALS} where ${condition} order by r.id desc limit ${bind(per_page)} offset ${bind(offset)}`,
        values,
      ),
      db.row<{ n: number }>(`select count(*) as n from storage_rental r where ${condition}`, counting),
    ]);
    return { result: true, total: counted?.n ?? 0, page, per_page, rentals };
  },
});
