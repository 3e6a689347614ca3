/**
 * Go on with a relay after something went wrong: where it was, with new tags for bags that lost theirs; with the bags back
 * at the hub, which gives their compartments free; or with the caller, who has taken them from somebody who cannot bring them.
 */
import Type from "typebox";
import { findReservationTarget, REQUEST_REFUSALS } from "#domain/lockers/lockers/public.ts";
import { RentalRecord } from "#domain/lockers/rentals/public.ts";
import { findWarehouse } from "#domain/warehouse/warehouses/public.ts";
import type { Context } from "#operation/define/context.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { CUSTODY_REFUSALS, changeRelay, scanBags } from "../custody.ts";
import { getRelay, lockRelay } from "../load.ts";
import { messages } from "../messages.ts";
import { notices } from "../notices.ts";
import type { RelayNotice } from "../notify.ts";
import { HOLD_AFTER_MS, lockPlaces, PLACE_REFUSALS, releasePlaces, reservePlaces } from "../places.ts";
import { BagRecord, type BagRow, listBags, type RelayRow } from "../records/relay.ts";
import { isToldException } from "../rules.ts";
import { answerRelay, HubBin, RelayAnswer, ScannedBags, Tag } from "../shapes.ts";

const REFUSALS = {
  ...CUSTODY_REFUSALS,
  ...REQUEST_REFUSALS,
  ...PLACE_REFUSALS,
  tag_twice: "invalid",
  hub_unknown: "conflict",
  nobody_has_bags: "conflict",
  bags_in_locker: "conflict",
} as const;

type Resolving = Context<keyof typeof REFUSALS>;

export const resolveRelay = defineOperation({
  name: "luggageRelayResolve",
  summary: "Resolve what went wrong with a relay",
  access: { scopes: ["lockers:use"] },
  rest: { method: "POST", path: "/api/v1/luggage-relay/{relay_id}/resolve" },
  localised: true,
  input: Type.Object({
    relay_id: Ref("luggage_relay"),
    is_at_hub: Type.Optional(Type.Boolean({ description: "The bags were brought back to the hub." })),
    warehouse_id: Type.Optional({
      ...Ref("warehouse"),
      description: "Which hub: that of before by default.",
    }),
    hub_bin: Type.Optional(HubBin),
    bags: Type.Optional({
      ...ScannedBags,
      description: "Every bag, scanned by the caller: who has them from now on, or brings them to the hub.",
    }),
    new_tags: Type.Optional(
      Type.Array(Type.Object({ bag_id: Ref("luggage_bag"), tag: Tag }, { $id: "NewBagTag" }), {
        maxItems: 20,
      }),
    ),
  }),
  output: RelayAnswer,
  refusals: REFUSALS,

  async run(
    context,
    { relay_id, is_at_hub = false, warehouse_id, hub_bin, bags: scanned_bags, new_tags = [] },
  ) {
    const { actor, refuse } = context;
    const view = await getRelay(context, relay_id);
    await lockPlaces(context, view);
    const hub =
      warehouse_id === undefined ? undefined : await findWarehouse(context, warehouse_id, "for share");
    if (warehouse_id !== undefined && hub?.status !== "open")
      throw refuse("not_found", { message: messages.no_warehouse });
    const relay = await lockRelay(context, relay_id, "resolve");
    if (is_at_hub && relay.warehouse_id === null && hub === undefined)
      throw refuse("hub_unknown", { message: messages.hub_unknown });
    if (!is_at_hub && scanned_bags !== undefined && relay.holder_account_id === null)
      throw refuse("nobody_has_bags", { message: messages.nobody_has_bags });
    const bags = await changeTags(context, relay, new_tags);
    if (scanned_bags !== undefined) await scanBags(context, relay, "take_over", scanned_bags);
    const before = relay.exception?.status_before ?? "AT_HUB";
    if (is_at_hub) await bringBack(context, bags);
    else if (before === "OUT_TO_LOCKER") await replacePlaces(context, relay, bags);
    const at_hub = relay.return_choice === null ? "AT_HUB" : "RETURN_CHOSEN";
    const hub_name = hub?.name ?? view.warehouse ?? "";
    const was_told = relay.exception !== null && isToldException(relay.exception.kind);
    const notice: RelayNotice | undefined = is_at_hub
      ? { kind: "relay_at_hub", write: () => notices.at_hub.with({ hub: hub_name }) }
      : scanned_bags !== undefined
        ? { kind: "relay_taken_over", write: () => notices.taken_over }
        : was_told
          ? { kind: "relay_resumed", write: () => notices.resumed }
          : undefined;
    const holder_account_id = scanned_bags === undefined ? relay.holder_account_id : actor.account_id;
    await changeRelay(
      context,
      relay,
      {
        exception: null,
        ...(is_at_hub
          ? {
              status: at_hub,
              holder_account_id: null,
              warehouse_id: warehouse_id ?? relay.warehouse_id,
              hub_bin: hub_bin ?? relay.hub_bin,
            }
          : { status: before, holder_account_id }),
      },
      { kind: "relay.resolved", notice },
    );
    return answerRelay(context, relay_id);
  },
});

async function changeTags(
  context: Resolving,
  { id: relay_id }: RelayRow,
  new_tags: readonly { bag_id: number; tag: string }[],
): Promise<BagRow[]> {
  const { refuse } = context;
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
  return tagged;
}

/** What is in a compartment is not at the hub. */
async function bringBack(context: Resolving, bags: readonly BagRow[]): Promise<void> {
  const stored_tags: string[] = [];
  for (const { reservation_id, tag } of bags) {
    const target = reservation_id === null ? undefined : await findReservationTarget(context, reservation_id);
    if (target?.reservation.status === "IN_USE") stored_tags.push(tag);
  }
  if (stored_tags.length > 0)
    throw context.refuse("bags_in_locker", {
      message: messages.bags_in_locker,
      values: { tags: stored_tags.join(", ") },
      extra: { tags: stored_tags },
    });
  await releasePlaces(context, bags);
}

/** Bags on their way to the locker whose compartment was lost get another one there. */
async function replacePlaces(context: Resolving, relay: RelayRow, bags: readonly BagRow[]): Promise<void> {
  const { return_choice } = relay;
  const lost = bags.filter(({ reservation_id }) => reservation_id === null);
  if (return_choice === null || lost.length === 0) return;
  const { customer_id } = await RentalRecord.get(context, relay.rental_id);
  await reservePlaces(context, relay, lost, {
    locker_id: return_choice.locker_id,
    until: new Date(Math.max(Date.parse(return_choice.window.end), context.now.getTime()) + HOLD_AFTER_MS),
    customer_id,
  });
}
