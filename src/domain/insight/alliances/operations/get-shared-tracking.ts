/** The tracking of a partner's parcel by its number, under its grant `tracking`. */
import Type from "typebox";
import { resolveNumber } from "#domain/tracking/tracking/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { findPartner, readShared, SHARED_REFUSALS } from "../open-business.ts";
import { toFilterRows } from "../rules.ts";
import { ClientCode, SharedTracking } from "../shapes.ts";
import { findSharedOrder, loadSharedTracking } from "../shared.ts";

export const getSharedTracking = defineOperation({
  name: "allianceTracking",
  summary: "Track a parcel of a partner",
  description:
    "By the number of the order or of one of its parcels. Masked members are absent and named in `order.masked`. A number that the grant does not " +
    "select gets the response of an unknown one. Each call is in the partner's access log.",
  stores_document: true,
  access: { scopes: ["alliance:read"] },
  rest: { method: "GET", path: "/api/v1/alliances/clients/{client_code}/tracking/{number}" },
  input: Type.Object({
    client_code: Ref("alliance_client", ClientCode),
    number: Ref(
      "tracking_number",
      Type.String({ minLength: 4, maxLength: 64, description: "Tracking number." }),
    ),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    client_code: Type.String(),
    ...SharedTracking.properties,
  }),
  refusals: { ...SHARED_REFUSALS, ambiguous_number: "conflict" },

  tenant: findPartner,

  run: (context, { client_code, number }) =>
    readShared(context, { client_code, scope: "tracking" }, async (inside, granted) => {
      const resolved_number = await resolveNumber(inside, number);
      const order =
        resolved_number?.subject.type === "order"
          ? await findSharedOrder(inside, toFilterRows(granted.filters), resolved_number.subject.id)
          : undefined;
      if (order === undefined)
        throw inside.refuse("not_found", { message: messages.unknown_number, values: { client_code } });
      const tracking = await loadSharedTracking(inside, order, granted.fields_masked);
      return {
        answer: { result: true, client_code, ...tracking },
        subject: order.tracking_number,
        records: 1,
      };
    }),
});
