/** Stores a new storage order with its packages, bill and tracking number. */
import { createBill } from "#domain/customer/bills/public.ts";
import type {
  Piece,
  PricedRequest,
  ServiceRequest,
  ServiceVersion,
} from "#domain/customer/services/public.ts";
import { createTrackingNumbers, insertTrackingNumbers } from "#domain/tracking/tracking/public.ts";
import type { Context } from "#operation/define/context.ts";
import { getTrackingCode, track } from "./change.ts";

export interface NewStorageOrder {
  customer_id: number;
  service: ServiceVersion;
  request: Omit<ServiceRequest, "packages">;
  pieces: readonly Piece[];
  warehouse_id: number | null;
  ref: string | null;
  note: string;
  /** Null where staff price it. */
  price: PricedRequest | null;
  currency: string;
}

export async function insertStorageOrder(context: Context<never>, order: NewStorageOrder): Promise<number> {
  const { db, business_id, now, actor, emit } = context;
  const { customer_id, service, request, pieces, price } = order;
  const [tracking_number = ""] = await createTrackingNumbers(context, 1);
  const row = await db.row<{ id: number }>(
    `insert into storage_order (business_id, customer_id, service_id, service_version, status, status_since, tracking_number, ref,
       note, pickup, dropoff, warehouse_id, scheduled_date, pickup_timeframe, supplies, surcharges, form, created_by, created_at)
     values ($1, $2, $3, $4, 'PENDING', $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $5) returning id`,
    [
      business_id,
      customer_id,
      service.id,
      service.version,
      now,
      tracking_number,
      order.ref,
      order.note,
      toJson(request.pickup),
      toJson(request.dropoff),
      order.warehouse_id,
      request.scheduled_date ?? null,
      request.pickup_timeframe ?? null,
      JSON.stringify(request.supplies ?? []),
      request.surcharges ?? [],
      JSON.stringify(request.form ?? {}),
      actor.account_id,
    ],
  );
  if (row === undefined) throw new Error("A storage order that was inserted has no row.");
  const { id } = row;
  await db.execute(
    `insert into stored_package (business_id, customer_id, storage_order_id, seq, status, contents, packaging, weight_g, length_mm,
       width_mm, height_mm)
     select $1, $2, $3, p.seq, 'EXPECTED', p.contents, p.packaging, p.weight_g, p.length_mm, p.width_mm, p.height_mm
       from json_to_recordset($4::json) as p(seq int, contents text, packaging text, weight_g int, length_mm int, width_mm int,
         height_mm int)`,
    [
      business_id,
      customer_id,
      id,
      JSON.stringify(pieces.map((piece, index) => ({ ...piece, seq: index + 1 }))),
    ],
  );
  await insertTrackingNumbers(context, [{ number: tracking_number, type: "storage_order", id }]);
  const code = getTrackingCode("PENDING");
  const tracking_event_id = code && (await track(context, { id, tracking_number }, code));
  emit({
    subject: { type: "storage_order", id, is_new: true },
    kind: "storage_order.created",
    payload: {
      tracking_number,
      customer_id,
      service_code: service.code,
      service_version: service.version,
      packages: pieces.length,
      tracking_event_id,
      tracking_code: code,
    },
  });
  await createBill(context, {
    customer_id,
    subject: { type: "storage_order", id },
    family: service.family,
    currency: price?.currency ?? order.currency,
    price,
  });
  return id;
}

function toJson(value: unknown): string | null {
  return value == null ? null : JSON.stringify(value);
}
