/** Give another number to a shipment, such as a customer's reference or the number of an earlier system. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { Alias, addAlias, GivenNumber, KnownNumber } from "../aliases.ts";

export const addTrackingAlias = defineOperation({
  name: "trackingAliasAdd",
  summary: "Add another number to a shipment",
  description:
    "Such as a customer's reference or the number of an earlier system. The business and its partners find the shipment by it " +
    "from then on; the public too, if the setting public_aliases allows it.",
  access: { scopes: ["orders:write"] },
  rest: { method: "POST", path: "/api/v1/tracking/numbers/alias" },
  input: Type.Object({ number: Ref("tracking_number", KnownNumber), given: GivenNumber }),
  output: Type.Object({
    result: Type.Boolean(),
    added: Type.Boolean({ description: "False when it had this number already." }),
    number: Alias,
  }),
  refusals: { number_taken: "conflict", too_many_numbers: "conflict", ambiguous_number: "conflict" },

  run: (context, { number, given: given_number }) =>
    addAlias(context, number, { kind: "alias", number: given_number, carrier: null }),
});
