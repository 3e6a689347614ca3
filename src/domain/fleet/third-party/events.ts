/** The events of providers and tenders. No prices and no personal data. */
import Type from "typebox";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
import { Id, Nullable, Timestamp } from "#vocabulary/basics.ts";

const tender = groupEvents({ record_kinds: ["tender"], scope: "orders:read", topics: ["dispatch"] });
const Tender = Type.Object({
  order_id: Id,
  offer_id: Id,
  provider_id: Id,
  provider: Type.String({ description: "Its code." }),
  state: Type.String(),
  reason: Type.Optional(Nullable(Type.String())),
  pickup_by: Type.Optional(Timestamp),
  expires_at: Type.Optional(Timestamp),
  with_goods: Type.Optional(Type.Boolean({ description: "The provider had the goods." })),
});
const offer = groupEvents({ record_kinds: ["tender_offer"], scope: "orders:read", topics: ["dispatch"] });
const provider = groupEvents({ record_kinds: ["thirdparty_provider"], scope: "settings:read" });

export const events = defineEvents(
  {
    "tender.offered": tender("A provider was asked to take an order.", Tender, {
      public_types: ["tender.offered"],
    }),
    "tender.accepted": tender("A provider accepted an order.", Tender, { public_types: ["tender.accepted"] }),
    "tender.declined": tender("A provider declined an order.", Tender, { public_types: ["tender.declined"] }),
    "tender.expired": tender("A provider did not answer in time.", Tender, {
      public_types: ["tender.expired"],
    }),
    "tender.withdrawn": tender("A tender was withdrawn, or another provider took the order.", Tender, {
      public_types: ["tender.withdrawn"],
    }),
    "tender.handed_back": tender("A provider gave an order back.", Tender, {
      public_types: ["tender.handed_back"],
    }),
    "tender.proof_received": tender("A provider sent a proof of an order.", {
      ...Tender.properties,
      kind: Type.String(),
      file_id: Id,
    }),
    "tender.progressed": tender("What a provider reported changed the state of its tender.", Tender, {
      public_types: ["tender.progressed"],
    }),
    "tender.position": tender("The courier of a provider is at another place.", {
      order_id: Id,
      provider_id: Id,
      at: Timestamp,
    }),
    "tender_offer.created": offer("An order was offered to providers.", {
      order_id: Id,
      mode: Type.String(),
      providers: Type.Integer(),
    }),
    "tender_offer.ended": offer(
      "No provider is asked any more: the order is done, or goes back to the business.",
      { order_id: Id, state: Type.String(), reason: Nullable(Type.String()) },
      { public_types: ["tender.offer_ended"] },
    ),
    "thirdparty_provider.created": provider("A delivery provider was added.", {
      code: Type.String(),
      partner_id: Id,
    }),
    "thirdparty_provider.changed": provider("A delivery provider was changed.", {
      changed: Type.Array(Type.String()),
    }),
  },
  {
    "tender.offered": "A provider was asked to take an order.",
    "tender.accepted": "A provider accepted an order.",
    "tender.declined": "A provider declined an order.",
    "tender.expired": "A provider did not answer in time.",
    "tender.withdrawn": "A tender was withdrawn, or another provider took the order.",
    "tender.handed_back": "A provider gave an order back.",
    "tender.progressed": "What a provider reported changed the state of its tender.",
    "tender.offer_ended": "No provider is asked any more.",
  },
);

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
