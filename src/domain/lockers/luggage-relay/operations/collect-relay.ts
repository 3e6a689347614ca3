/**
 * Staff take the bags out of the first locker: each gets a tag, is measured and photographed. The door is opened; where the
 * locker is not connected they open it with the operator's code. From now on the rental is not overdue.
 */
import Type from "typebox";
import { OPEN_REFUSALS } from "#domain/lockers/lockers/public.ts";
import { takeBags } from "#domain/lockers/rentals/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { CUSTODY_REFUSALS, changeRelay, recordScans } from "../custody.ts";
import { DUTY_REFUSALS, requireDuty } from "../duty.ts";
import { getRelay, lockRelay } from "../load.ts";
import { messages } from "../messages.ts";
import { notices } from "../notices.ts";
import { BagRecord, listBags } from "../records/relay.ts";
import { answerRelay, BagMeasures, Photo, RelayAnswer, Tag } from "../shapes.ts";

export const collectRelay = defineOperation({
  name: "luggageRelayCollect",
  summary: "Collect the bags of a relay",
  access: { roles: ["client_admin", "employee", "driver"], scopes: ["lockers:use"] },
  rest: { method: "POST", path: "/api/v1/luggage-relay/{relay_id}/collect" },
  localised: true,
  input: Type.Object({
    relay_id: Ref("luggage_relay"),
    bags: Type.Array(
      Type.Object({ tag: Tag, photo_file_id: Photo, ...BagMeasures }, { $id: "NewRelayBag" }),
      {
        minItems: 1,
        maxItems: 20,
      },
    ),
  }),
  output: Type.Object({
    ...RelayAnswer.properties,
    command_id: Nullable({ ...Ref("locker_command"), description: "Null: the locker is not connected." }),
  }),
  refusals: {
    ...CUSTODY_REFUSALS,
    ...OPEN_REFUSALS,
    ...DUTY_REFUSALS,
    nothing_stored: "conflict",
    tag_twice: "invalid",
  },

  async run(context, { relay_id, bags }) {
    const { actor, refuse } = context;
    if (new Set(bags.map(({ tag }) => tag)).size < bags.length)
      throw refuse("tag_twice", { message: messages.tag_twice });
    const {
      rental_id,
      status,
      from_locker: locker,
      from_compartment: compartment,
    } = await getRelay(context, relay_id);
    await requireDuty(context);
    // The locker of the rental is locked before the relay.
    const command_id =
      status === "STORED_IN_LOCKER" ? await takeBags(context, rental_id, "luggage relay") : null;
    const relay = await lockRelay(context, relay_id, "collect");
    await BagRecord.insertMany(
      context,
      bags.map(({ tag, weight_g = null, width_mm, height_mm, depth_mm }) => ({
        relay_id,
        tag,
        weight_g,
        width_mm,
        height_mm,
        depth_mm,
      })),
    );
    await recordScans(context, relay, "collect", await listBags(context, relay_id), bags);
    const changes = { status: "COLLECTED_BY_STAFF", holder_account_id: actor.account_id } as const;
    await changeRelay(context, relay, changes, {
      kind: "relay.collected",
      notice: { kind: "relay_collected", write: () => notices.collected.with({ locker, compartment }) },
    });
    return { ...(await answerRelay(context, relay_id)), command_id };
  },
});
