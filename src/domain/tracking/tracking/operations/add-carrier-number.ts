/** Note the number that another carrier gave to a shipment. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { Alias, addAlias, GivenNumber, KnownNumber } from "../aliases.ts";
import { Carrier } from "../numbers.ts";

export const addCarrierNumber = defineOperation({
  name: "trackingCarrierNumberAdd",
  summary: "Add a carrier's number to a shipment",
  description:
    "The business and its partners find the shipment by it from then on; the public too, if the setting public_carrier_numbers " +
    "allows it. A carrier uses numbers again: of several shipments with one of the same carrier, the one that got it last counts. Where the " +
    "carriers differ or nobody named them, a number of several shipments is ambiguous.",
  access: { scopes: ["orders:write"] },
  rest: { method: "POST", path: "/api/v1/tracking/numbers" },
  input: Type.Object({
    number: Ref("tracking_number", KnownNumber),
    given: GivenNumber,
    carrier: Type.Optional(Carrier),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    added: Type.Boolean({ description: "False when it had this number already." }),
    number: Alias,
  }),
  refusals: { number_taken: "conflict", too_many_numbers: "conflict", ambiguous_number: "conflict" },

  run: (context, { number, given: given_number, carrier = null }) =>
    addAlias(context, number, { kind: "carrier", number: given_number, carrier }),
});
