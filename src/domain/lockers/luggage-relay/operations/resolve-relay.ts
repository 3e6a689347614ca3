/**
 * Go on with a relay after something went wrong: where it was, with new tags for bags that lost theirs, or with the bags back
 * at the hub, which gives their compartments free.
 */
import Type from "typebox";
import { REQUEST_REFUSALS } from "#domain/lockers/lockers/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { changeRelay } from "../custody.ts";
import { getRelay, lockRelay } from "../load.ts";
import { messages } from "../messages.ts";
import { lockPlaces, releasePlaces } from "../places.ts";
import { BagRecord, listBags } from "../records/relay.ts";
import { answerRelay, RelayAnswer, Tag } from "../shapes.ts";

export const resolveRelay = defineOperation({
  name: "luggageRelayResolve",
  summary: "Resolve what went wrong with a relay",
  access: { scopes: ["lockers:use"] },
  rest: { method: "POST", path: "/api/v1/luggage-relay/{relay_id}/resolve" },
  localised: true,
  input: Type.Object({
    relay_id: Ref("luggage_relay"),
    is_at_hub: Type.Optional(Type.Boolean({ description: "The bags were brought back to the hub." })),
    new_tags: Type.Optional(
      Type.Array(Type.Object({ bag_id: Ref("luggage_bag"), tag: Tag }, { $id: "NewBagTag" }), {
        maxItems: 20,
      }),
    ),
  }),
  output: RelayAnswer,
  refusals: { ...REQUEST_REFUSALS, wrong_status: "conflict", tag_twice: "invalid", hub_unknown: "conflict" },

  async run(context, { relay_id, is_at_hub = false, new_tags = [] }) {
    const { refuse } = context;
    await lockPlaces(context, await getRelay(context, relay_id));
    const relay = await lockRelay(context, relay_id, "resolve");
    if (is_at_hub && relay.warehouse_id === null)
      throw refuse("hub_unknown", { message: messages.hub_unknown });
    const bags = await listBags(context, relay_id);
    const by_bag = new Map(new_tags.map(({ bag_id, tag }) => [bag_id, tag]));
    if (new_tags.some(({ bag_id }) => !bags.some(({ id }) => id === bag_id)))
      throw refuse("not_found", { message: messages.no_bag });
    const tags = bags.map(({ id, tag }) => by_bag.get(id) ?? tag);
    if (new Set(tags).size < tags.length) throw refuse("tag_twice", { message: messages.tag_twice });
    const tagged = [];
    for (const bag of bags) {
      const tag = by_bag.get(bag.id);
      tagged.push(tag === undefined ? bag : await BagRecord.change(context, bag, { tag }));
    }
    if (is_at_hub) await releasePlaces(context, tagged);
    const before = relay.exception?.status_before ?? "AT_HUB";
    const at_hub = relay.return_choice === null ? "AT_HUB" : "RETURN_CHOSEN";
    await changeRelay(
      context,
      relay,
      {
        status: is_at_hub ? at_hub : before,
        exception: null,
        ...(is_at_hub ? { holder_account_id: null } : {}),
      },
      { kind: "relay.resolved" },
    );
    return answerRelay(context, relay_id);
  },
});
