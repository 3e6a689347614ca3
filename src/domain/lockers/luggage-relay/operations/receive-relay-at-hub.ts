/** The bags arrive at the hub: whoever brings them scans them in. */
import Type from "typebox";
import { findWarehouse } from "#domain/warehouse/warehouses/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { CUSTODY_REFUSALS, changeRelay, scanBags } from "../custody.ts";
import { getRelay, lockRelay } from "../load.ts";
import { messages } from "../messages.ts";
import { notices } from "../notices.ts";
import { answerRelay, HubBin, RelayAnswer, ScannedBags } from "../shapes.ts";

export const receiveRelayAtHub = defineOperation({
  name: "luggageRelayHubIn",
  summary: "Receive the bags of a relay at the hub",
  access: { roles: ["client_admin", "employee", "driver"], scopes: ["lockers:use"] },
  rest: { method: "POST", path: "/api/v1/luggage-relay/{relay_id}/hub-in" },
  localised: true,
  input: Type.Object({
    relay_id: Ref("luggage_relay"),
    warehouse_id: Ref("warehouse"),
    hub_bin: HubBin,
    bags: ScannedBags,
  }),
  output: RelayAnswer,
  refusals: CUSTODY_REFUSALS,

  async run(context, { relay_id, warehouse_id, hub_bin, bags }) {
    await getRelay(context, relay_id);
    const warehouse = await findWarehouse(context, warehouse_id, "for share");
    if (warehouse?.status !== "open") throw context.refuse("not_found", { message: messages.no_warehouse });
    const relay = await lockRelay(context, relay_id, "hub_in");
    await scanBags(context, relay, "hub_in", bags);
    await changeRelay(
      context,
      relay,
      {
        status: relay.return_choice === null ? "AT_HUB" : "RETURN_CHOSEN",
        holder_account_id: null,
        warehouse_id,
        hub_bin,
      },
      {
        kind: "relay.arrived",
        notice: { kind: "relay_at_hub", write: () => notices.at_hub.with({ hub: warehouse.name }) },
      },
    );
    return answerRelay(context, relay_id);
  },
});
