/**
 * Where a unified order is: the timeline of the own delivery, or what the carrier says.
 *
 * Source: docs/contract/mcp.md, `uniorder_tracking`; the response is our choice.
 */
import Type from "typebox";
import { concludeTrack, findLabel, trackLabel } from "#domain/carriers/shipping/public.ts";
import { findOrder } from "#domain/orders/orders/public.ts";
import { loadRecordAnswer, TrackingAnswer } from "#domain/tracking/tracking/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { getUnified } from "../records/unified-order.ts";
import { answerUnified, UnifiedOrder } from "../shapes.ts";

const CarrierEvent = Type.Object(
  {
    state: Type.String({ description: "`label_created`, `in_transit`, `delivered` …" }),
    at: Type.String(),
    text: Type.String({ description: "The carrier's words." }),
    city: Type.String(),
    country: Type.String(),
  },
  { $id: "CarrierTrackEvent" },
);

export const getUniorderTracking = defineOperation({
  name: "uniorderTracking",
  summary: "Get the tracking of a unified order",
  description:
    "tracking is the timeline of an own delivery, events what the carrier of a label says, oldest first; null where it does not answer.",
  access: { roles: [...BUSINESS_ROLES, "customer"], scopes: ["uniorder:read"] },
  rest: { method: "GET", path: "/api/v1/uniorder/{uniorder_id}/tracking" },
  mcp: { user: "uniorder_tracking" },
  input: Type.Object({ uniorder_id: Ref("unified_order") }),
  output: Type.Object({
    result: Type.Boolean(),
    uniorder: UnifiedOrder,
    tracking: Nullable(TrackingAnswer),
    events: Nullable(Type.Array(CarrierEvent)),
  }),

  async prepare(context, { uniorder_id }) {
    const { label_order_id } = await getUnified(context, uniorder_id);
    const label = label_order_id === null ? undefined : await findLabel(context, label_order_id);
    if (label === undefined || label.tracking_number === null) return [];
    const answer = await trackLabel(context, label);
    if (answer === null) return null;
    const concluded = concludeTrack(context, answer);
    return concluded === null ? answer.events : [...answer.events, concluded];
  },

  async run(context, { uniorder_id }, events) {
    const { db, business_id } = context;
    const row = await getUnified(context, uniorder_id);
    const [{ uniorder }, order] = await Promise.all([
      answerUnified(context, row),
      row.order_id === null ? undefined : findOrder(db, business_id, row.order_id),
    ]);
    const tracking =
      order === undefined
        ? null
        : await loadRecordAnswer(context, { type: "order", id: order.id, number: order.tracking_number });
    return { result: true, uniorder, tracking, events: events === null ? null : [...events] };
  },
});
