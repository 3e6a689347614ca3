/** The OTEP timeline of one of the caller's own shipments. Source: docs/contract/mcp.md. */
import Type from "typebox";
import {
  isWithin,
  ORDER_COLUMNS,
  type OrderRow,
  OrderSummary,
  reachOf,
  summaryOf,
} from "#domain/orders/public.ts";
import { resolveNumber } from "#domain/tracking/public.ts";
import { defineOperation } from "#operation/define.ts";
import { Nullable } from "#vocabulary/basics.ts";
import { Format, OtepDocument, projected, projectionFor, trackingUrl } from "../document.ts";
import { TrackingNumber, trackingNotFound } from "../numbers.ts";
import { viewOfNumber } from "../view.ts";

export const getClientTracking = defineOperation({
  name: "otepClientTracking",
  summary: "OTEP timeline and details of one of the caller's shipments",
  description: "With what the order says of it. Customers see their own, contractors those assigned to them.",
  effect: "read",
  access: {
    roles: ["client_admin", "employee", "broker_employee", "customer"],
    scopes: ["orders:read"],
  },
  mcp: { user: "otep_client_tracking" },
  input: Type.Object({ tracking_number: TrackingNumber, format: Type.Optional(Format) }),
  output: Type.Object({
    result: Type.Boolean(),
    order: OrderSummary,
    timeline: Nullable(OtepDocument),
  }),
  refusals: {
    tracking_not_found: "not_found",
    unsupported_format: "invalid",
    not_acceptable: "not_acceptable",
  },

  async run(context, { tracking_number, format }) {
    const { db, business_id, actor, settings } = context;
    const projection = projectionFor(format, undefined);
    const found = await resolveNumber(context, tracking_number);
    const order =
      found === undefined
        ? undefined
        : await db.row<OrderRow>(
            `select ${ORDER_COLUMNS} from delivery_order where business_id = $1 and id = $2`,
            [business_id, found.order_id],
          );
    if (found === undefined || order === undefined || !isWithin(reachOf(actor), order))
      throw trackingNotFound();
    const view = await viewOfNumber(context, tracking_number);
    const public_url = trackingUrl(settings, found.tracking_number);
    const timeline =
      view === undefined ? null : projected(context, projection, view.timeline, public_url).document;
    return { result: true, order: summaryOf(order), timeline };
  },
});
