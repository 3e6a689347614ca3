/** Say what went wrong with the bags of a relay. It waits until somebody resolves it. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { getRelay, lockRelay } from "../load.ts";
import { messages } from "../messages.ts";
import { tellOfException } from "../notify.ts";
import { RelayRecord } from "../records/relay.ts";
import { EXCEPTION_KINDS } from "../rules.ts";
import { answerRelay, RelayAnswer } from "../shapes.ts";

export const reportRelayException = defineOperation({
  name: "luggageRelayException",
  summary: "Report what went wrong with a relay",
  description: "Drivers say it of bags that they have.",
  access: { roles: ["client_admin", "employee", "driver"], scopes: ["lockers:use"] },
  rest: { method: "POST", path: "/api/v1/luggage-relay/{relay_id}/exception" },
  localised: true,
  input: Type.Object({
    relay_id: Ref("luggage_relay"),
    kind: StringEnum(EXCEPTION_KINDS),
    note: Type.String({ minLength: 1, maxLength: 500 }),
  }),
  output: RelayAnswer,
  refusals: { wrong_status: "conflict", wrong_holder: "forbidden" },

  async run(context, { relay_id, kind, note }) {
    const { actor, now, emit, refuse } = context;
    await getRelay(context, relay_id);
    const relay = await lockRelay(context, relay_id, "report_exception");
    if (actor.role === "driver" && relay.holder_account_id !== actor.account_id)
      throw refuse("wrong_holder", { message: messages.wrong_holder });
    const { status: status_before, rental_id } = relay;
    const exception = { kind, note, status_before, account_id: actor.account_id, at: now.toISOString() };
    const after = await RelayRecord.change(context, relay, { status: "EXCEPTION", exception });
    emit({
      subject: { type: "luggage_relay", id: relay_id },
      kind: "relay.exception",
      payload: { rental_id, status: "EXCEPTION", exception: kind },
      before: { status: status_before },
      after: { kind, note },
    });
    await tellOfException(context, after, kind);
    return answerRelay(context, relay_id);
  },
});
