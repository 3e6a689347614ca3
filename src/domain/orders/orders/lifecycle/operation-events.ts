/** The audit trail of orders and their parcels, read from the event log. */
import type Type from "typebox";
import {
  type EventFilter,
  type OperationEvent,
  type OperationEventPage,
  OWN_PROVIDER,
} from "#domain/tracking/tracking/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { StoredEvent } from "#otep/event.ts";
import { countRows, readListPage } from "#platform/db/list-page.ts";
import { buildWindow } from "#vocabulary/cursor-page.ts";

interface Row {
  id: number;
  subject_type: "order" | "parcel";
  subject_id: string;
  seq: number;
  kind: string;
  occurred_at: string;
  recorded_at: string;
  actor_kind: string;
  actor_id: number | null;
  actor_name: string | null;
  actor_role: string | null;
  on_behalf_of: number | null;
  surface: string;
  operation: string;
  batch_id: number | null;
  correlation_id: string;
  payload: Record<string, unknown>;
  order_id: number | null;
  tracking_number: string | null;
}

interface ProofRow {
  id: number;
  order_id: number;
  kind: string;
  captured_at: string;
  file_id: number | null;
  signed_by: string | null;
  created_at: string;
  lat: number | null;
  lng: number | null;
}

/** Events of orders and of their parcels, oldest first unless `latest_first` is set. */
export async function loadOperationEvents(
  { db, business_id, settings }: Pick<Context, "db" | "business_id" | "settings">,
  filter: EventFilter,
): Promise<OperationEventPage> {
  const values: unknown[] = [business_id];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const where = ["e.business_id = $1"];
  if (filter.order_ids === undefined) {
    where.push("e.subject_type in ('order', 'parcel')");
  } else {
    const parcels = await db.rows<{ id: number }>(
      "select id from parcel where business_id = $1 and order_id = any($2::bigint[])",
      [business_id, [...filter.order_ids]],
    );
    const orders = bind(filter.order_ids.map(String));
    const parcel_ids = bind(parcels.map((parcel) => String(parcel.id)));
    where.push(
      `((e.subject_type = 'order' and e.subject_id = any(${orders}::text[])) or (e.subject_type = 'parcel' and e.subject_id = any(${parcel_ids}::text[])))`,
    );
  }
  if (filter.from !== undefined) where.push(`e.recorded_at >= ${bind(filter.from)}::timestamptz`);
  if (filter.to !== undefined) where.push(`e.recorded_at < ${bind(filter.to)}::timestamptz`);
  const condition = where.join(" and ");
  const descending = filter.latest_first === true;
  const window = buildWindow(filter, [{ sql: "e.id", member: "id", type: "bigint", descending }], {
    condition,
    values,
    // Sorted, because the same ids in another sequence are the same filter.
    filters: [business_id, filter.order_ids?.toSorted((one, other) => one - other), filter.from, filter.to],
  });
  const { rows, paging } = await readListPage<Row>(
    db,
    window,
    `select e.id, e.subject_type, e.subject_id, e.seq, e.kind, e.occurred_at, e.recorded_at, e.actor_kind, e.actor_id,
       a.name as actor_name, a.role as actor_role, e.on_behalf_of, e.surface, e.operation, e.batch_id, e.correlation_id, e.payload,
       coalesce(p.order_id, case when e.subject_type = 'order' then e.subject_id::bigint end) as order_id,
       coalesce(p.tracking_number, o.tracking_number) as tracking_number
     from event e left join account a on a.id = e.actor_id
       left join parcel p on p.business_id = $1 and e.subject_type = 'parcel' and p.id = case when e.subject_type = 'parcel' then e.subject_id::bigint end
       left join delivery_order o on o.business_id = $1 and o.id = case when e.subject_type = 'order' then e.subject_id::bigint end
     where ${condition}${window.sql}`,
    countRows(db, `from event e where ${condition}`, values),
  );
  const [tracking_events, proofs] = await Promise.all([
    loadTrackingEvents(db, business_id, rows),
    loadProofs(db, business_id, rows),
  ]);
  return {
    ...paging,
    events: rows.map((row) => toOperationEvent(row, tracking_events, proofs, settings.base_url)),
  };
}

/** Tracking events referred to by the events, by their id. */
async function loadTrackingEvents(
  db: Context["db"],
  business_id: number,
  rows: readonly Row[],
): Promise<Map<string, StoredEvent>> {
  const ids = rows.flatMap((row) =>
    typeof row.payload["tracking_event_id"] === "string" ? [row.payload["tracking_event_id"]] : [],
  );
  if (ids.length === 0) return new Map();
  const events = await db.rows<{ document: StoredEvent }>(
    "select document from tracking_event where business_id = $1 and provider = $2 and event_id = any($3::text[])",
    [business_id, OWN_PROVIDER, ids],
  );
  return new Map(events.map(({ document }) => [document.event_id, document]));
}

async function loadProofs(
  db: Context["db"],
  business_id: number,
  rows: readonly Row[],
): Promise<Map<string, ProofRow[]>> {
  const orders = [
    ...new Set(
      rows.flatMap((row) => (row.subject_type === "order" && row.order_id !== null ? [row.order_id] : [])),
    ),
  ];
  if (orders.length === 0) return new Map();
  const proofs = await db.rows<ProofRow>(
    `select id, subject_id as order_id, kind, captured_at, file_id, signed_by, created_at, lat, lng from proof
      where business_id = $1 and subject_type = 'order' and subject_id = any($2::bigint[]) order by id limit 5000`,
    [business_id, orders],
  );
  // A proof belongs to the event that was recorded in the same transaction.
  return Map.groupBy(proofs, (proof) => `${proof.order_id}/${new Date(proof.created_at).getTime()}`);
}

function toOperationEvent(
  row: Row,
  tracking_events: ReadonlyMap<string, StoredEvent>,
  proofs: ReadonlyMap<string, ProofRow[]>,
  base_url: string,
): Type.Static<typeof OperationEvent> {
  const { payload } = row;
  const state = payload["state"] as { status?: string } | undefined;
  const before = textOrNull(payload["status_before"]);
  const after = state?.status ?? null;
  const order_proofs =
    row.subject_type === "order" && (row.kind === "order.created" || before !== after)
      ? (proofs.get(`${row.order_id}/${new Date(row.recorded_at).getTime()}`) ?? [])
      : [];
  const geo = tracking_events.get(String(payload["tracking_event_id"]))?.location?.geo;
  const located_proof = order_proofs.find((proof) => proof.lat !== null && proof.lng !== null);
  return {
    event_id: row.id,
    order_id: row.order_id,
    parcel_id: row.subject_type === "parcel" ? Number(row.subject_id) : null,
    tracking_number: row.tracking_number,
    seq: row.seq,
    kind: row.kind,
    occurred_at: row.occurred_at,
    recorded_at: row.recorded_at,
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name, role: row.actor_role },
    on_behalf_of: row.on_behalf_of,
    surface: row.surface,
    operation: row.operation,
    status_before: before,
    status_after: after,
    giver: textOrNull(payload["giver"]),
    taker: textOrNull(payload["taker"]),
    reason: textOrNull(payload["reason"]) ?? getHoldReason(payload),
    position:
      geo !== undefined
        ? { lat: geo.lat, lng: geo.lon, accuracy_m: geo.accuracy_m ?? null }
        : located_proof === undefined
          ? null
          : { lat: located_proof.lat as number, lng: located_proof.lng as number, accuracy_m: null },
    proofs: order_proofs.map(({ id, kind, captured_at, file_id, signed_by }) => ({
      proof_id: id,
      kind,
      captured_at,
      file_id,
      url: file_id === null ? null : `${base_url}/api/v1/files/${file_id}`,
      signed_by,
    })),
    batch_id: row.batch_id,
    correlation_id: row.correlation_id,
  };
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function getHoldReason(payload: Record<string, unknown>): string | null {
  const state = payload["state"] as { status?: string; hold?: { reason?: string } | null } | undefined;
  return state?.status === "HOLD" && payload["status_before"] !== "HOLD"
    ? (state.hold?.reason ?? null)
    : null;
}
