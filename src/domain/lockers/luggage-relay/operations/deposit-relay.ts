/**
 * Whoever brings the bags stands before the second locker: the compartment of each is opened. They count as stored when the
 * locker reports it.
 */
import Type from "typebox";
import {
  CODE_REFUSALS,
  findReservationTarget,
  issueCode,
  tryToOpen,
} from "#domain/lockers/lockers/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { CUSTODY_REFUSALS, changeRelay, scanBags } from "../custody.ts";
import { getRelay, lockRelay } from "../load.ts";
import { lockPlaces } from "../places.ts";
import { answerRelay, RelayAnswer, ScannedBags } from "../shapes.ts";

export const depositRelay = defineOperation({
  name: "luggageRelayDeposit",
  summary: "Deposit the bags of a relay",
  access: { roles: ["client_admin", "employee", "driver"], scopes: ["lockers:use"] },
  rest: { method: "POST", path: "/api/v1/luggage-relay/{relay_id}/deposit" },
  secret_answer: true,
  localised: true,
  input: Type.Object({ relay_id: Ref("luggage_relay"), bags: ScannedBags }),
  output: Type.Object({
    ...RelayAnswer.properties,
    doors: Type.Array(
      Type.Object(
        {
          tag: Type.String(),
          compartment: Type.String(),
          code: Type.String({ "x-secret": true, description: "Opens it without a network." }),
          command_id: Nullable(Ref("locker_command")),
        },
        { $id: "RelayDoor" },
      ),
    ),
  }),
  refusals: { ...CUSTODY_REFUSALS, ...CODE_REFUSALS },

  async run(context, { relay_id, bags: scanned_bags }) {
    await lockPlaces(context, await getRelay(context, relay_id));
    const relay = await lockRelay(context, relay_id, "deposit");
    const bags = await scanBags(context, relay, "deposit", scanned_bags);
    const doors = [];
    for (const { tag, reservation_id } of bags) {
      const target =
        reservation_id === null ? undefined : await findReservationTarget(context, reservation_id);
      if (target?.reservation.status !== "HELD") continue;
      const { code, compartment_code } = await issueCode(context, target, "deposit", false);
      const command = await tryToOpen(context, target, "deposit", "luggage relay");
      doors.push({
        tag,
        compartment: compartment_code,
        code,
        command_id: typeof command === "string" ? null : command.id,
      });
    }
    await changeRelay(context, relay, { status: relay.status }, { kind: "relay.handed_in" });
    return { ...(await answerRelay(context, relay_id)), doors };
  },
});
