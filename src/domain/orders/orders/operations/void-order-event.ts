/**
 * Void an event of an order: a wrong scan, a delivery recorded for the wrong parcel.
 *
 * The event itself is not changed: an `order.event_voided` is appended, the status is folded again without the event,
 * tracking gets a correction, and custody that changed with the event returns to its giver. This is the only way out
 * of a terminal status. Our choice; source of the rule: docs/guides/order-states.md.
 */
import Type from "typebox";
import {
  findStatusEvent,
  loadTimeline,
  OWN_PROVIDER,
  storeTrackingEvents,
} from "#domain/tracking/tracking/public.ts";
import type { Context } from "#operation/define/context.ts";
import { defineOperation } from "#operation/define/define.ts";
import { OrderId } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { buildCommandAnswer, CommandAnswer } from "../answer.ts";
import { applyExternalEvents } from "../external/events.ts";
import { changeOrders } from "../lifecycle/change.ts";
import {
  computeAttemptColumns,
  computeFoldedColumns,
  reconcileTracking,
} from "../lifecycle/reconcile-tracking.ts";
import { foldSteps, isVoidable } from "../lifecycle/rules.ts";
import { buildSteps, loadStepEvents } from "../lifecycle/status-history.ts";
import { messages } from "../messages.ts";
import { getLockedOrder, lockOrder, type OrderRow } from "../records/order.ts";
import { type Custody, moveCustody } from "../records/parcel.ts";

export const voidOrderEvent = defineOperation({
  name: "clientOrderVoidEvent",
  summary: "Void an event of an order",
  risk: "high",
  access: { scopes: ["orders:correct"] },
  rest: { method: "POST", path: "/api/v1/client/orders/{order_id}/void-event" },
  input: Type.Object({
    order_id: Ref("order", OrderId),
    seq: Type.Integer({ minimum: 1, description: "Sequence number of the event, as the history lists it." }),
    reason: Type.String({ minLength: 1, maxLength: 200 }),
  }),
  output: CommandAnswer,
  refusals: { unknown_event: "invalid", not_voidable: "conflict", already_voided: "conflict" },

  async run(context, { order_id, seq, reason }) {
    const { db, business_id, refuse, expectVersion } = context;
    const order = await getLockedOrder(db, business_id, order_id);
    expectVersion(order.version);
    const events = (await loadStepEvents(db, business_id, [order_id])).get(order_id) ?? [];
    const event = events.find((one) => one.seq === seq);
    if (event === undefined)
      throw refuse("unknown_event", {
        message: messages.unknown_event,
        errors: [{ field: "seq", message: messages.no_event_of_order }],
      });
    const history = buildSteps(events);
    const step = history?.steps.find((one) => one.seq === seq);
    if (step?.voided) throw refuse("already_voided", { message: messages.already_voided });
    if (history === undefined || step === undefined || !isVoidable(step))
      throw refuse("not_voidable", { message: messages.not_voidable });

    const before = foldSteps(history.start, history.steps);
    const after = foldSteps(
      history.start,
      history.steps.map((one) => (one.seq === seq ? { ...one, voided: true } : one)),
    );
    const retelling = reconcileTracking(context, order, events, history.steps, after, [seq]);
    const [changed] = await Promise.all([
      changeOrders(context, [
        {
          order,
          set: {
            ...computeFoldedColumns(order, before, after),
            ...computeAttemptColumns(order, events, history.steps, { before, after }),
            ...(step.trigger === "cancel_in_custody" ? { cancel_requested: false } : {}),
          },
          kind: "order.event_voided",
          payload: { ...retelling.payload, voids: seq, voided_kind: event.kind, reason },
          // The corrections are stored below.
          tracking: null,
        },
      ]),
      storeTrackingEvents(
        context,
        retelling.events.map((tracking_event) => ({ event: tracking_event })),
      ),
      returnCustody(context, order_id, event.recorded_at),
    ]);
    return buildCommandAnswer(context, await applyLatestExternalEvent(context, changed[0] ?? order));
  },
});

/** Apply the status event of a carrier when it is now the latest of the timeline. */
async function applyLatestExternalEvent(context: Context<never>, order: OrderRow): Promise<OrderRow> {
  const { db, business_id } = context;
  const timeline = await loadTimeline(db, business_id, order.tracking_number);
  const event = timeline === undefined ? undefined : findStatusEvent(timeline);
  if (event === undefined || event.source.provider === OWN_PROVIDER) return order;
  await applyExternalEvents(context, [{ order, parcel_id: null, event, voided: [] }]);
  return (await lockOrder(db, business_id, order.id)) ?? order;
}

/** Return custody to its giver where it changed in the transaction of the event and not since. */
async function returnCustody(context: Context<never>, order_id: number, recorded_at: string): Promise<void> {
  const { db, business_id } = context;
  const moves = await db.rows<{ parcel_id: number; giver: Custody; ref: string | null }>(
    `select p.id as parcel_id, e.payload->>'giver' as giver, (
         select b.payload->>'ref' from event b where b.business_id = $1 and b.subject_type = 'parcel'
            and b.subject_id = e.subject_id and b.kind = 'parcel.custody_changed' and b.seq < e.seq
          order by b.seq desc limit 1) as ref
       from parcel p join event e on e.business_id = p.business_id and e.subject_type = 'parcel' and e.subject_id = p.id::text
      where p.business_id = $1 and p.order_id = $2 and e.kind = 'parcel.custody_changed' and e.recorded_at = $3
        and p.custody = e.payload->>'taker'`,
    [business_id, order_id, recorded_at],
  );
  for (const [, group] of Map.groupBy(moves, ({ giver, ref }) => `${giver} ${ref}`)) {
    const [first] = group;
    if (first === undefined) continue;
    const parcel_ids = group.map((move) => move.parcel_id);
    await moveCustody(context, [order_id], first.giver, first.ref, undefined, parcel_ids);
  }
}
