/** The OTEP timeline of one of the caller's own shipments. Source: docs/contract/mcp.md. */
import Type from "typebox";
import {
  getVisibility,
  isVisible,
  ORDER_COLUMNS,
  type OrderRow,
  OrderSummary,
  toOrderSummary,
} from "#domain/orders/orders/public.ts";
import { resolveNumber } from "#domain/tracking/tracking/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { buildTrackingUrl, Format, OtepDocument, projectTimeline, requireProjection } from "../document.ts";
import { buildNotFound, TrackingNumber } from "../numbers.ts";
import { loadView } from "../view.ts";

export const getClientTracking = defineOperation({
  name: "otepClientTracking",
  summary: "Get the OTEP timeline and details of one of the caller's shipments",
  description: "Includes details of the order. Customers see their own, contractors those assigned to them.",
  effect: "read",
  access: {
    roles: ["client_admin", "employee", "broker_employee", "customer"],
    scopes: ["orders:read"],
  },
  mcp: { user: "otep_client_tracking" },
  input: Type.Object({
    tracking_number: Ref("tracking_number", TrackingNumber),
    format: Type.Optional(Format),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    order: OrderSummary,
    timeline: Nullable(OtepDocument),
  }),
  refusals: {
    tracking_not_found: "not_found",
    unsupported_format: "invalid",
    not_acceptable: "not_acceptable",
    ambiguous_number: "conflict",
  },

  async run(context, { tracking_number, format }) {
    const { db, business_id, actor, settings } = context;
    const projection = requireProjection(format, undefined);
    const resolved_number = await resolveNumber(context, tracking_number);
    const order =
      resolved_number?.subject.type !== "order"
        ? undefined
        : await db.row<OrderRow>(
            `select ${ORDER_COLUMNS} from delivery_order where business_id = $1 and id = $2`,
            [business_id, resolved_number.subject.id],
          );
    if (resolved_number === undefined || order === undefined || !isVisible(getVisibility(actor), order))
      throw buildNotFound();
    const view = await loadView(context, tracking_number);
    const public_url = buildTrackingUrl(settings, resolved_number.tracking_number);
    const timeline =
      view === undefined ? null : projectTimeline(context, projection, view.timeline, public_url).document;
    return { result: true, order: toOrderSummary(order), timeline };
  },
});
