/** Stores a new ship-out with its bill and tracking number, and holds its packages. */
import { createBill } from "#domain/customer/bills/public.ts";
import type { PricedRequest, ServiceVersion } from "#domain/customer/services/public.ts";
import { holdStoredPackages, type PlacedPackage } from "#domain/customer/storage-orders/public.ts";
import { createTrackingNumbers, insertTrackingNumbers } from "#domain/tracking/tracking/public.ts";
import type { Context } from "#operation/define/context.ts";
import { getTrackingCode, track } from "./change.ts";
import { type packageRefusals, refusePackages, type ShipoutRequest } from "./request.ts";
import { getFirstStatus } from "./rules.ts";

export interface NewShipout {
  customer_id: number;
  service: ServiceVersion;
  request: ShipoutRequest;
  packages: readonly PlacedPackage[];
  ref: string | null;
  note: string;
  /** Null where staff price it. */
  price: PricedRequest | null;
  currency: string;
}

export async function insertShipout(
  context: Context<keyof typeof packageRefusals>,
  shipout: NewShipout,
): Promise<number> {
  const { db, business_id, now, actor, emit } = context;
  const { customer_id, service, request, packages, price } = shipout;
  const [tracking_number = ""] = await createTrackingNumbers(context, 1);
  const status = getFirstStatus(price);
  const row = await db.row<{ id: number }>(
    `insert into shipout (business_id, customer_id, service_id, service_version, status, status_since, tracking_number, ref, note,
       dropoff, warehouse_id, scheduled_date, supplies, surcharges, form, created_by, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $6) returning id`,
    [
      business_id,
      customer_id,
      service.id,
      service.version,
      status,
      now,
      tracking_number,
      shipout.ref,
      shipout.note,
      request.dropoff == null ? null : JSON.stringify(request.dropoff),
      packages[0]?.warehouse_id,
      request.scheduled_date ?? null,
      JSON.stringify(request.supplies ?? []),
      request.surcharges ?? [],
      JSON.stringify(request.form ?? {}),
      actor.account_id,
    ],
  );
  if (row === undefined) throw new Error("A ship-out that was inserted has no row.");
  const { id } = row;
  const { stored_package_ids } = request;
  const faulty = await holdStoredPackages(context, { shipout_id: id, customer_id, packages });
  if (faulty.length > 0) throw refusePackages(context, stored_package_ids, faulty);
  await db.execute(
    `insert into shipout_package (business_id, shipout_id, seq, stored_package_id)
     select $1, $2, p.seq, p.id from unnest($3::bigint[]) with ordinality as p(id, seq)`,
    [business_id, id, stored_package_ids],
  );
  await insertTrackingNumbers(context, [{ number: tracking_number, type: "shipout", id }]);
  const code = getTrackingCode(status);
  const tracking_event_id = code && (await track(context, { id, tracking_number }, code));
  emit({
    subject: { type: "shipout", id, is_new: true },
    kind: "shipout.created",
    payload: {
      tracking_number,
      customer_id,
      service_code: service.code,
      service_version: service.version,
      stored_package_ids,
      status,
      tracking_event_id,
      tracking_code: code,
    },
  });
  await createBill(context, {
    customer_id,
    subject: { type: "shipout", id },
    family: service.family,
    currency: price?.currency ?? shipout.currency,
    price,
  });
  return id;
}
