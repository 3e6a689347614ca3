/** The bags leave the hub for the chosen locker, after a compartment there is reserved for each. */
import Type from "typebox";
import { RentalRecord } from "#domain/lockers/rentals/public.ts";
import { findWarehouse } from "#domain/warehouse/warehouses/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { CUSTODY_REFUSALS, changeRelay, scanBags } from "../custody.ts";
import { DUTY_REFUSALS, requireDuty } from "../duty.ts";
import { getRelay, lockRelay } from "../load.ts";
import { messages } from "../messages.ts";
import { buildOutNotice } from "../notify.ts";
import { HOLD_AFTER_MS, lockPlaces, PLACE_REFUSALS, reservePlaces } from "../places.ts";
import { answerRelay, RelayAnswer, ScannedBags } from "../shapes.ts";

export const sendRelayToLocker = defineOperation({
  name: "luggageRelayHubOut",
  summary: "Send the bags of a relay to the locker",
  access: { roles: ["client_admin", "employee", "driver"], scopes: ["lockers:use"] },
  rest: { method: "POST", path: "/api/v1/luggage-relay/{relay_id}/hub-out" },
  localised: true,
  input: Type.Object({ relay_id: Ref("luggage_relay"), bags: ScannedBags }),
  output: RelayAnswer,
  refusals: { ...CUSTODY_REFUSALS, ...PLACE_REFUSALS, ...DUTY_REFUSALS, wrong_warehouse: "forbidden" },

  async run(context, { relay_id, bags: scanned_bags }) {
    const { actor, now, refuse } = context;
    const { return_choice, warehouse_id, warehouse } = await getRelay(context, relay_id);
    await requireDuty(context);
    if (warehouse_id !== null && (await findWarehouse(context, warehouse_id)) === undefined)
      throw refuse("wrong_warehouse", {
        message: messages.wrong_warehouse,
        values: { hub: warehouse ?? "" },
      });
    await lockPlaces(context, { return_choice });
    const relay = await lockRelay(context, relay_id, "hub_out");
    const choice = relay.return_choice;
    if (choice === null) throw new Error("A return was chosen, and is not there.");
    const bags = await scanBags(context, relay, "hub_out", scanned_bags);
    const { customer_id } = await RentalRecord.get(context, relay.rental_id);
    const until_ms = Math.max(Date.parse(choice.window.end), now.getTime()) + HOLD_AFTER_MS;
    await reservePlaces(context, relay, bags, {
      locker_id: choice.locker_id,
      until: new Date(until_ms),
      customer_id,
    });
    await changeRelay(
      context,
      relay,
      { status: "OUT_TO_LOCKER", holder_account_id: actor.account_id, hub_bin: null },
      { kind: "relay.departed", notice: await buildOutNotice(context, choice) },
    );
    return answerRelay(context, relay_id);
  },
});
