/** The events of labels, manifests, pickups and corrections of carriers. */
import Type from "typebox";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
import { Id, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { Price, PriceCurrency } from "#vocabulary/price.ts";
import { PICKUP_STATES } from "./pickups/rules.ts";
import { ADJUSTMENT_KINDS, ADJUSTMENT_STATES, MANIFEST_STATES, PACKAGE_STATES, STATES } from "./rules.ts";

const label = groupEvents({ record_kinds: ["label"], scope: "labels:read" });
const pickup = groupEvents({ record_kinds: ["label_pickup"], scope: "labels:read" });
const facts = {
  customer_id: Nullable(Id),
  carrier: Type.String(),
  service: Type.String(),
  tracking_number: Nullable(Type.String()),
};
const price = {
  price_minor: Price("label_service"),
  currency: PriceCurrency("label_service"),
};
const became =
  (...states: string[]) =>
  ({ state, state_before }: Readonly<Record<string, unknown>>) =>
    state !== state_before && states.includes(state as string);

export const events = defineEvents(
  {
    "label.ordered": label(
      "A label was ordered at a carrier; its purchase is under way.",
      { ...facts, ...price, return_of_id: Nullable(Id) },
      {
        // What a customer pays for it is counted where its wallet is debited.
        usage: ({ customer_id, price_minor, currency }) => ({
          orders: 1,
          ...(customer_id === null && typeof price_minor === "number"
            ? { money: { amount_minor: price_minor, currency: String(currency) } }
            : {}),
        }),
        public_types: ["label.ordered"],
      },
    ),
    "label.purchased": label(
      "A carrier sold a label.",
      { ...facts, ...price, tracking_numbers: Type.Array(Type.String()) },
      { public_types: ["label.purchased"] },
    ),
    "label.purchase_failed": label(
      "A carrier did not sell a label; what was reserved was released.",
      { ...facts, failure: Type.String(), failure_code: Nullable(Type.String()) },
      { public_types: ["label.purchase_failed"] },
    ),
    "label.purchase_uncertain": label("A carrier did not say how a purchase ended; it is asked again.", {
      ...facts,
      failure: Type.String(),
    }),
    "label.late_purchase_cancelled": label(
      "A carrier had sold a label that had failed for us; it was cancelled there.",
      { ...facts },
    ),
    "label.state_changed": label(
      "The state of a bought label, or of a package of it, changed.",
      {
        ...facts,
        state_before: StringEnum(STATES),
        state: StringEnum(STATES),
        packages: Type.Array(
          Type.Object({ tracking_number: Nullable(Type.String()), state: StringEnum(PACKAGE_STATES) }),
        ),
        returned_minor: Price("label_service", "Returned to who paid it, in minor units."),
        currency: PriceCurrency("label_service"),
        failure: Nullable(Type.String()),
      },
      {
        public_types: [
          "label.state_changed",
          { type: "label.voided", when: "it was voided or refunded", applies: became("VOIDED", "REFUNDED") },
          { type: "label.manifested", when: "it was put on a manifest", applies: became("MANIFESTED") },
        ],
      },
    ),
    "label.adjusted": label(
      "A carrier corrected what it charges for a label, or the business decided about that.",
      {
        adjustment_id: Id,
        kind: StringEnum(ADJUSTMENT_KINDS),
        state: StringEnum(ADJUSTMENT_STATES),
        charged_minor: Price("label_service", "Passed on to the customer, in minor units."),
        currency: PriceCurrency("label_service"),
      },
      { public_types: ["label.adjusted"] },
    ),
    "label_manifest.changed": {
      record_kinds: ["label_manifest"],
      scope: "labels:read",
      summary: "A manifest was asked of a carrier, or the carrier answered.",
      payload: Type.Object({
        carrier: Type.String(),
        state: StringEnum(MANIFEST_STATES),
        labels: Type.Integer(),
        failure: Nullable(Type.String()),
      }),
      public_types: ["label_manifest.changed"],
    },
    "label_pickup.changed": pickup(
      "A carrier was asked to collect packages or not to, or it answered.",
      {
        carrier: Type.String(),
        state_before: Nullable(StringEnum(PICKUP_STATES)),
        state: StringEnum(PICKUP_STATES),
        labels: Type.Integer(),
        failure: Nullable(Type.String()),
      },
      { public_types: ["label_pickup.changed"] },
    ),
    "label_pickup.late_cancelled": pickup(
      "A carrier had scheduled a pickup that had failed for us; it was cancelled there.",
      { carrier: Type.String() },
    ),
  },
  {
    "label.ordered": "A label was ordered at a carrier.",
    "label.purchased": "A carrier sold a label.",
    "label.purchase_failed": "A carrier did not sell a label.",
    "label.state_changed": "The state of a bought label changed.",
    "label.voided": "A label was voided or refunded.",
    "label.manifested": "A label was put on a manifest.",
    "label.adjusted": "A carrier corrected what it charges for a label.",
    "label_manifest.changed": "A manifest was asked of a carrier, or the carrier answered.",
    "label_pickup.changed": "A carrier was asked to collect packages or not to, or it answered.",
  },
);

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
