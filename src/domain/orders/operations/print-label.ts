/**
 * The label of a local order as PDF.
 *
 * The PDF travels as base64 in JSON, or as it is where `Accept: application/pdf` asks for it. Its font knows
 * Western European letters; others are romanised, and `unprintable` counts what could not be shown.
 *
 * Source: docs/contract/mcp.md, "print_local_label"; size and layout are our choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define.ts";
import { Count, OrderId } from "#vocabulary/basics.ts";
import { offsetAt } from "#vocabulary/calendar.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { messages } from "../messages.ts";
import { findOrder, parcelsOf } from "../rows.ts";
import type { OrderRow } from "../tables.ts";
import { isWithin, reachOf } from "../who.ts";

export const printLabel = defineOperation({
  name: "clientOrderLabel",
  summary: "Label of a local order as PDF",
  description: "One page of 100 x 150 mm a parcel, as base64, with label codes and tracking numbers.",
  effect: "read",
  access: { roles: [...BUSINESS_ROLES, "broker_employee"], scopes: ["orders:read"] },
  rest: { method: "GET", path: "/api/v1/client/orders/{order_id}/label", bytes: "accept" },
  mcp: { user: "print_local_label" },
  input: Type.Object({ order_id: OrderId }),
  output: Type.Object({
    result: Type.Boolean(),
    order_id: OrderId,
    name: Type.String({ description: "Name of the file." }),
    content_type: Type.String(),
    content_base64: Type.String(),
    label_code: Type.String({ description: "Of the first parcel." }),
    label_codes: Type.Array(Type.String()),
    tracking_numbers: Type.Array(Type.String()),
    pages: Count,
    unprintable: Type.Integer({ minimum: 0, description: "Characters that the label's font cannot show." }),
  }),

  async run({ actor, db, business_id, refuse, settings }, { order_id }) {
    const [order, parcels, visit] = await Promise.all([
      findOrder(db, business_id, order_id),
      parcelsOf(db, business_id, [order_id]),
      db.row<{ number: string; seq: number }>(
        `select r.number, s.seq from stop_task t
           join stop s on s.business_id = t.business_id and s.id = t.stop_id
           join route r on r.business_id = s.business_id and r.id = s.route_id
           join delivery_order o on o.business_id = t.business_id and o.id = t.order_id and o.route_id = r.id
          where t.business_id = $1 and t.order_id = $2 and t.status <> 'REMOVED' order by (t.action = 'dropoff') desc, s.seq limit 1`,
        [business_id, order_id],
      ),
    ]);
    if (order === undefined || !isWithin(reachOf(actor), order))
      throw refuse("not_found", { message: messages.unknown_order });
    const time_zone = actor.business?.time_zone ?? "UTC";
    // Loaded when the first label is asked for: drawing PDF takes half a second of a start.
    const { drawLabels } = await import("../label.ts");
    const { bytes, lost } = await drawLabels(
      parcels.map((parcel) => ({
        business: actor.business?.name ?? "",
        service: order.service,
        ref: order.ref,
        scheduled_date: order.scheduled_date,
        window: windowOf(order, time_zone),
        route_hint: visit === undefined ? null : `${visit.number} · ${visit.seq}`,
        from: order.pickup,
        to: order.dropoff ?? order.pickup,
        instruction: order.delivery_instruction,
        cod: order.cod_minor === 0 ? null : amount(order.cod_minor, order.currency),
        weight_g: parcel.weight_g,
        part: { seq: parcel.seq, of: parcels.length },
        label_code: parcel.label_code,
        tracking_number: parcel.tracking_number,
        tracking_url: `${settings.base_url}/track/${parcel.tracking_number}`,
      })),
    );
    return {
      result: true,
      order_id,
      name: `label-${order.tracking_number}.pdf`,
      content_type: "application/pdf",
      content_base64: Buffer.from(bytes).toString("base64"),
      label_code: parcels[0]?.label_code ?? order.tracking_number,
      label_codes: parcels.map((parcel) => parcel.label_code),
      tracking_numbers: parcels.map((parcel) => parcel.tracking_number),
      pages: parcels.length,
      unprintable: lost,
    };
  },
});

/** `10:00-12:00` by the clocks of the business. */
function windowOf({ window_start, window_end }: OrderRow, time_zone: string): string | null {
  if (window_start === null && window_end === null) return null;
  const clock = (at: string | null) => {
    if (at === null) return "";
    const moment = new Date(at);
    return new Date(moment.getTime() + offsetAt(moment, time_zone) * 1000).toISOString().slice(11, 16);
  };
  return `${clock(window_start)}-${clock(window_end)}`;
}

function amount(minor: number, currency: string): string {
  const format = new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay: "code" });
  return format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
