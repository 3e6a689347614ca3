/** The tracking number of a record, and the numbers that others gave to it. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";
import { Alias, getOwner, KnownNumber, loadAliases } from "../aliases.ts";
import { Carrier } from "../numbers.ts";

export const listNumbers = defineOperation({
  name: "trackingNumbers",
  summary: "List all numbers of a shipment",
  access: { scopes: ["orders:read"] },
  rest: { method: "GET", path: "/api/v1/tracking/numbers" },
  input: Type.Object({ number: Ref("tracking_number", KnownNumber), carrier: Type.Optional(Carrier) }),
  output: Type.Object({
    result: Type.Boolean(),
    subject: Type.Object({
      type: Type.String({ description: "order, parcel, rental, or another type of record." }),
      id: NoRef("a record of `type`"),
    }),
    tracking_numbers: Type.Array(Type.String(), { description: "Ours." }),
    numbers: Type.Array(Alias, { description: "Given by others; oldest first." }),
  }),

  refusals: { ambiguous_number: "conflict" },

  async run(context, { number, carrier }) {
    const { db, business_id } = context;
    const subject = await getOwner(context, number, carrier);
    const [own_numbers, numbers] = await Promise.all([
      db.rows<{ number: string }>(
        "select number from tracking_number where business_id = $1 and subject_type = $2 and subject_id = $3 order by number",
        [business_id, subject.type, subject.id],
      ),
      loadAliases(context, subject),
    ]);
    return { result: true, subject, tracking_numbers: own_numbers.map((row) => row.number), numbers };
  },
});
