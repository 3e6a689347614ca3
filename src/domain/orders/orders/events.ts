/** The events of orders, parcels and batches of orders. */
import Type from "typebox";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
import { Count, Id, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { FACT_ATTENTION } from "./lifecycle/rules.ts";
import { ORDER_STATUSES } from "./lifecycle/status.ts";

const Status = StringEnum(ORDER_STATUSES);

/** Everything that rules depend on, as it was after the event. */
const State = Type.Object({
  status: Status,
  status_since: Timestamp,
  status_before_hold: Nullable(Status),
  scheduled_date: Nullable(Type.String()),
  window_start: Nullable(Timestamp),
  window_end: Nullable(Timestamp),
  hold: Nullable(Type.Object({ reason: Type.String(), by: Nullable(Type.Integer()), at: Timestamp })),
  return_reason: Nullable(Type.Object({ code: Type.String(), version: Type.Integer() })),
  attempts: Count,
  route_id: Nullable(Id),
  current_warehouse_id: Nullable({ ...Id, description: "The warehouse where the goods were after it." }),
  assignment_id: Nullable(Id),
  contractor_account_id: Nullable(Id),
  tender_state: Nullable(Type.String()),
  payment: Type.String(),
  partial: Type.Boolean(),
  cancel_requested: Type.Boolean(),
  replaced_by_order_id: Nullable(Id),
  delivered_at: Nullable(Timestamp),
  updated_at: Timestamp,
  version: Type.Integer(),
});

/** One shape for all: what was decided or reported, and the state after it. */
const Changed = Type.Object({
  tracking_number: Type.String(),
  status_before: Status,
  state: State,
  trigger: Type.Optional(Type.String({ description: "The command or fact." })),
  replaced: Type.Optional(
    Type.Unknown({ description: "Members that are no part of `state`, as they were before." }),
  ),
  tracking_event_id: Type.Optional(Type.String()),
  tracking_code: Type.Optional(Type.String({ description: "Status code that tracking shows." })),
  reason: Type.Optional(Type.String()),
  reason_version: Type.Optional(Type.Integer()),
  incident_reason: Type.Optional(Type.String()),
  next_action: Type.Optional(Type.String()),
  stop_id: Type.Optional(Nullable(Id)),
  route_id: Type.Optional(Nullable(Id)),
  former_route_id: Type.Optional(Nullable(Id)),
  driver_id: Type.Optional(Nullable(Id)),
  warehouse_id: Type.Optional(Nullable({ ...Id, description: "Where the goods were received." })),
  transfer_id: Type.Optional({ ...Id, description: "The transfer between warehouses that moved them." }),
  location: Type.Optional(
    Type.String({ description: "Where in it, in the words of whoever received them." }),
  ),
  assignment_id: Type.Optional(Nullable(Id)),
  former_assignment_id: Type.Optional(Id),
  broker_id: Type.Optional(Nullable(Id)),
  former_broker_id: Type.Optional(Id),
  because: Type.Optional(Type.String({ description: "How the assignment ended." })),
  end_reason: Type.Optional(Nullable(Type.String())),
  replaced_by_order_id: Type.Optional(Id),
  window_start: Type.Optional(Timestamp),
  window_end: Type.Optional(Timestamp),
  scheduled_date: Type.Optional(Type.String()),
  changed: Type.Optional(
    Type.Array(Type.String(), {
      description: "Members that were corrected, as `locked_members` calls them.",
    }),
  ),
  handed_to: Type.Optional(Type.String()),
  cod_minor: Type.Optional(Type.Integer({ description: "Cash on delivery of the recipient, minor units." })),
  parcel_ids: Type.Optional(Nullable(Type.Array(Id))),
  provider: Type.Optional(Nullable(Type.String())),
  tries_reset: Type.Optional(Count),
  reported_at: Type.Optional(Type.String({ description: "The reported time, where it had to be adjusted." })),
  goods_aboard: Type.Optional(Type.Boolean()),
  partial_fact: Type.Optional(Type.Boolean({ description: "Covers some parcels only." })),
  refolded: Type.Optional(
    Type.Boolean({ description: "It happened earlier than what was known; the status was computed again." }),
  ),
  suppressed_code: Type.Optional(Type.String()),
  repeats_fact: Type.Optional(Type.Boolean()),
  repeated: Type.Optional(Type.Unknown({ description: "How to show it if the other one is voided." })),
  attention: Type.Optional(
    StringEnum(FACT_ATTENTION, { description: "The kind of the attention item that it opens." }),
  ),
  required_proofs: Type.Optional(
    Type.Array(Type.String(), { description: "Proofs that the delivery had to bring." }),
  ),
  cash_due_minor: Type.Optional(
    Type.Integer({
      description: "Cash that was due at a delivery which was reported from outside, minor units.",
    }),
  ),
  tender_steps: Type.Optional(
    Type.Array(
      Type.Object({
        what: Type.String({
          description: "`asked`, `declined`, `expired`, `handed_back`, `own_pool` and so on.",
        }),
        provider_id: Type.Optional(Id),
        reason: Type.Optional(Type.String()),
      }),
      { description: "What was decided or answered about its delivery by a provider, oldest first." },
    ),
  ),
  contradicts: Type.Optional(
    Type.Array(Type.String(), {
      description: "Members in which it differs from the report of the same that counted before.",
    }),
  ),
  undone: Type.Optional(
    Type.Array(Type.Object({ trigger: Type.String(), at: Timestamp, seq: Type.Integer() }), {
      description: "Decisions that it contradicts.",
    }),
  ),
  replaces: Type.Optional(Type.Array(Type.Integer())),
  restores: Type.Optional(Type.Integer()),
  republished: Type.Optional(Type.Record(Type.String(), Type.String())),
  retracted: Type.Optional(Type.Array(Type.Integer())),
  voids: Type.Optional(Type.Integer({ description: "Sequence number of the voided event." })),
  voided_kind: Type.Optional(Type.String()),
});

const order = groupEvents({ record_kinds: ["order"], scope: "orders:read", topics: ["dispatch", "route"] });

const status_changed = {
  type: "order.status_changed",
  when: "the status changed",
  applies: ({ status_before, state }: Readonly<Record<string, unknown>>) =>
    (state as { status?: string } | undefined)?.status !== status_before,
};
const tracking_updated = {
  type: "tracking.updated",
  when: "tracking shows an event of it",
  applies: ({ tracking_event_id }: Readonly<Record<string, unknown>>) => tracking_event_id !== undefined,
};
const both = [status_changed, tracking_updated] as const;

const batch = groupEvents({ record_kinds: ["batch"], scope: "orders:read" });

export const events = defineEvents(
  {
    "order.created": order(
      "An order was created.",
      {
        tracking_number: Type.String(),
        type: Type.String(),
        ref: Nullable(Type.String()),
        customer_id: Nullable(Id),
        replaces_order_id: Nullable(Id),
        state: State,
      },
      { usage: () => ({ orders: 1 }), public_types: ["order.created", "tracking.updated"] },
    ),
    "order.held": order("An order was put on hold.", Changed, { public_types: ["order.held", ...both] }),
    "order.released": order("A hold ended.", Changed, { public_types: ["order.released", ...both] }),
    "order.cancelled": order("An order was cancelled.", Changed, {
      public_types: ["order.cancelled", ...both],
    }),
    "order.cancel_requested": order("An order will be cancelled when its goods are back.", Changed, {
      public_types: ["order.updated", ...both],
    }),
    "order.rerouted": order("An order was replaced by one to another address.", Changed, {
      public_types: ["order.rerouted", ...both],
    }),
    "order.planned": order("An order was put on a route.", Changed, {
      public_types: ["order.routed", ...both],
    }),
    "order.route_changed": order("An order moved to another route.", Changed, {
      public_types: ["order.routed", ...both],
    }),
    "order.unplanned": order("An order left its route.", Changed, {
      public_types: ["order.unrouted", ...both],
    }),
    "order.dispatched": order("The route of an order was released.", Changed, { public_types: both }),
    "order.undispatched": order("The route of an order was taken back.", Changed, { public_types: both }),
    "order.assigned": order("An order was assigned to a contractor.", Changed, { public_types: both }),
    "order.unassigned": order("An order has no contractor any more.", Changed, { public_types: both }),
    "order.tender_changed": order(
      "A carrier was asked to take an order, holds it, or does not any more.",
      Changed,
      { public_types: ["order.updated", ...both] },
    ),
    "order.received": order("An order is at the warehouse.", Changed, { public_types: both }),
    "order.status_changed": order("The status of an order changed.", Changed, { public_types: both }),
    "order.fact_recorded": order("Something was reported that does not change the status.", Changed, {
      public_types: both,
    }),
    "order.fact_repeated": order("What was known already was reported again.", Changed, {
      public_types: both,
    }),
    "order.parcels_moved": order("Some parcels of an order moved.", Changed, { public_types: both }),
    "order.delivered": order("A delivery was reported.", Changed, {
      public_types: ["order.delivered", ...both],
    }),
    "order.attempt_failed": order("An attempt failed.", Changed, {
      public_types: ["order.attempt_failed", ...both],
    }),
    "order.rejected": order("The recipient rejected the goods.", Changed, {
      public_types: ["order.rejected", ...both],
    }),
    "order.reattempted": order("Another attempt was decided.", Changed, { public_types: both }),
    "order.return_started": order("The goods go back to the sender.", Changed, { public_types: both }),
    "order.exception_raised": order("An exception was raised.", Changed, { public_types: both }),
    "order.event_voided": order("An event was declared wrong.", Changed, { public_types: both }),
    "order.note_changed": order("The note of an order was changed.", Changed, {
      public_types: ["order.updated", ...both],
    }),
    "order.delivery_instruction_changed": order(
      "The delivery instruction of an order was changed.",
      Changed,
      { public_types: ["order.updated", ...both] },
    ),
    "order.recipient_preferences_changed": order(
      "What the recipient asked of the driver was changed.",
      Changed,
      { public_types: ["order.updated", ...both] },
    ),
    "order.window_changed": order("The time window of an order was changed.", Changed, {
      public_types: ["order.updated", ...both],
    }),
    "order.details_changed": order("An order was corrected.", Changed, {
      public_types: ["order.updated", ...both],
    }),
    "order.pin_tries_reset": order("A locked delivery PIN may be tried again.", Changed, {
      public_types: ["order.updated", ...both],
    }),
    "order.pin_locked": order(
      "The PIN of a delivery was entered wrongly too often.",
      { driver_id: Nullable(Id), route_id: Nullable(Id), tries: Count },
      { public_types: ["order.updated"] },
    ),
    "parcel.custody_changed": {
      summary: "A parcel changed hands.",
      record_kinds: ["parcel"],
      scope: "orders:read",
      topics: ["dispatch", "route"],
      payload: Type.Object({
        giver: Type.String(),
        taker: Type.String(),
        ref: Nullable(
          Type.String({ description: "Id of the driver, vehicle or warehouse; name of the provider." }),
        ),
        order_id: Id,
      }),
      public_types: ["parcel.custody_changed"],
    },
    "batch.queued": batch("A batch of orders was accepted.", { operation: Type.String(), total: Count }),
    "batch.finished": batch(
      "A batch was completed, or failed.",
      {
        operation: Type.Optional(Type.String()),
        activity: Type.Optional(Type.String()),
        state: Type.Optional(Type.String()),
        done: Type.Optional(Count),
        failed: Type.Optional(Count),
        items_done: Type.Optional(Count),
        items_failed: Type.Optional(Count),
      },
      { public_types: ["batch.finished"] },
    ),
    "batch.cancelled": batch(
      "A batch was cancelled; what it had created stays.",
      { created: Count },
      { public_types: ["batch.finished"] },
    ),
  },
  {
    "order.created": "An order was created.",
    "order.status_changed": "The status of an order changed.",
    "order.updated":
      "What was agreed about an order changed: its address, time window, parcels, instruction, note.",
    "order.held": "An order was put on hold.",
    "order.released": "A hold ended.",
    "order.cancelled": "An order was cancelled.",
    "order.rerouted": "An order was replaced by one to another address.",
    "order.routed": "An order was put on a route, or on another one.",
    "order.unrouted": "An order left its route.",
    "order.delivered": "A delivery was reported.",
    "order.attempt_failed": "An attempt failed.",
    "order.rejected": "The recipient rejected the goods.",
    "tracking.updated": "The tracking events of a number changed.",
    "parcel.custody_changed": "A parcel changed hands.",
    "batch.finished": "A batch is finished: completed, failed or cancelled.",
  },
);

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
