/** Issues the label of a local order, for the operations that print it. */
import Type from "typebox";
import { type DocumentRequest, issueDocument } from "#domain/files/documents/public.ts";
import {
  findOrder,
  getVisibility,
  isVisible,
  loadParcels,
  type OrderRow,
} from "#domain/orders/orders/public.ts";
import type { Context } from "#operation/define/context.ts";
import { Count, OrderId } from "#vocabulary/basics.ts";
import { getUtcOffset } from "#vocabulary/calendar.ts";
import { formatMoney } from "#vocabulary/money.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "./messages.ts";
import { type LabelContents, template } from "./template.ts";
import { routeHintRequested } from "./topics.ts";

export const IssuedLabel = Type.Object({
  result: Type.Boolean(),
  order_id: Ref("order", OrderId),
  name: Type.String({ description: "Name of the file." }),
  content_type: Type.String(),
  content_base64: Type.String(),
  label_code: Type.String({ description: "Of the first parcel." }),
  label_codes: Type.Array(Type.String()),
  tracking_numbers: Type.Array(Type.String()),
  pages: Count,
  unprintable: Type.Integer({ minimum: 0, description: "Characters that no font of the label has." }),
  document_id: Ref("issued_document"),
  document_version: Type.Integer({
    description: "Counts the labels of the order with different contents.",
  }),
  sha256: Type.String({ description: "Fingerprint of the file." }),
});

/** What the label of an order is drawn from now. Undefined for an order that the caller does not see. */
async function loadLabel(context: Context<never>, order_id: number) {
  const { actor, business, db, business_id, settings } = context;
  const [order, parcels, [stop]] = await Promise.all([
    findOrder(db, business_id, order_id),
    loadParcels(db, business_id, [order_id]),
    context.publish(routeHintRequested, { order_id }),
  ]);
  if (order === undefined || !isVisible(getVisibility(actor), order)) return undefined;
  const document: DocumentRequest<LabelContents> = {
    number: order.tracking_number,
    template,
    subject: { type: "order", id: order_id },
    language: business.locale,
    contents: {
      business: business.name,
      service: order.service,
      ref: order.ref,
      scheduled_date: order.scheduled_date,
      window: formatWindow(order, business.time_zone),
      route_hint: stop === undefined ? null : `${stop.number} · ${stop.seq}`,
      from: order.pickup,
      to: order.dropoff ?? order.pickup,
      instruction: order.delivery_instruction,
      cod: order.cod_minor === 0 ? null : formatMoney(order.cod_minor, order.currency),
      parcels: parcels.map(({ weight_g, label_code, tracking_number }) => ({
        weight_g,
        label_code,
        tracking_url: `${settings.base_url}/track/${tracking_number}`,
      })),
    },
  };
  return { order, parcels, document };
}

/** For a label that is issued again; null for other kinds of documents. */
export async function findLabelDocument(
  context: Context<never>,
  { kind, subject_id }: { kind: string; subject_id: number },
): Promise<DocumentRequest<LabelContents> | null> {
  return kind === template.kind ? ((await loadLabel(context, subject_id))?.document ?? null) : null;
}

/** For operations that declare `stores_document`. */
export async function issueOrderLabel(
  context: Context<"caller_disconnected">,
  order_id: number,
): Promise<Type.Static<typeof IssuedLabel>> {
  const { refuse } = context;
  const label = await loadLabel(context, order_id);
  if (label === undefined) throw refuse("not_found", { message: messages.unknown_order });
  const { order, parcels, document } = label;
  const signal = context.request.disconnected?.();
  const { document_id, version, sha256, bytes, pages, unprintable } = await issueDocument(
    context,
    document,
  ).catch((error) => {
    throw signal?.aborted ? refuse("caller_disconnected") : error;
  });
  return {
    result: true,
    order_id,
    name: `label-${order.tracking_number}.pdf`,
    content_type: "application/pdf",
    content_base64: bytes.toString("base64"),
    label_code: parcels[0]?.label_code ?? order.tracking_number,
    label_codes: parcels.map((parcel) => parcel.label_code),
    tracking_numbers: parcels.map((parcel) => parcel.tracking_number),
    pages,
    unprintable,
    document_id,
    document_version: version,
    sha256,
  };
}

/** `10:00-12:00` in the time zone of the business. */
function formatWindow({ window_start, window_end }: OrderRow, time_zone: string): string | null {
  if (window_start === null && window_end === null) return null;
  const clock = (at: string | null) => {
    if (at === null) return "";
    const moment = new Date(at);
    return new Date(moment.getTime() + getUtcOffset(moment, time_zone) * 1000).toISOString().slice(11, 16);
  };
  return `${clock(window_start)}-${clock(window_end)}`;
}
