/** Have staff bring the bags of a rental to another locker, by way of the hub. One at a time for a rental. */
import Type from "typebox";
import { getRental, requireStoredBags } from "#domain/lockers/rentals/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { RelayRecord } from "../records/relay.ts";
import { answerRelay, RelayAnswer } from "../shapes.ts";

export const createLuggageRelay = defineOperation({
  name: "luggageRelayCreate",
  summary: "Create a luggage relay",
  access: { roles: ["client_admin", "employee", "customer"], scopes: ["lockers:use"] },
  destructive: false,
  rest: { method: "POST", path: "/api/v1/luggage-relay", status: 201 },
  localised: true,
  input: Type.Object({ rental_id: Ref("rental") }),
  output: RelayAnswer,
  refusals: { nothing_stored: "conflict", relay_exists: "conflict" },

  async run(context, { rental_id }) {
    await getRental(context, rental_id);
    await requireStoredBags(context, rental_id);
    const relay = await RelayRecord.insertIfAbsent(context, { rental_id });
    if (relay === undefined) throw context.refuse("relay_exists", { message: messages.relay_exists });
    context.emit({
      subject: { type: "luggage_relay", id: relay.id, is_new: true },
      kind: "relay.created",
      payload: { rental_id, status: relay.status },
      before: null,
      after: { rental_id },
    });
    return answerRelay(context, relay.id);
  },
});
