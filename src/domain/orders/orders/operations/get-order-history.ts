/**
 * Every event of one order and of its parcels, with verification of their hash chains.
 *
 * Source: docs/contract/mcp.md, "get_order_audit_timeline".
 */

import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { filterPayload } from "#operation/define/events.ts";
import { type EventRow, findBrokenLink } from "#operation/records/events.ts";
import { Count, Nullable, OrderId, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";
import { findVoidedSeqs } from "../lifecycle/status-history.ts";
import { getOrderRow } from "../records/order.ts";

const EVENTS_MAX = 5000;

const EVENTS = `select e.id, e.subject_type, e.subject_id, e.seq, e.kind, e.occurred_at, e.recorded_at, e.payload, e.batch_id,
    e.previous_hash, e.hash, e.actor_kind, e.actor_id, a.name as actor_name, e.surface, e.operation, e.correlation_id
  from event e left join account a on a.id = e.actor_id where e.business_id = $1`;

const Event = Type.Object({
  seq: Type.Integer(),
  kind: Type.String(),
  occurred_at: Timestamp,
  recorded_at: Timestamp,
  actor: Type.Object({
    kind: Type.String(),
    id: Nullable(Type.Integer()),
    name: Nullable(Type.String()),
  }),
  surface: Type.String(),
  operation: Type.String(),
  correlation_id: Type.String(),
  batch_id: Nullable(Type.Integer()),
  payload: Type.Object({}, { additionalProperties: true }),
  previous_hash: Type.String(),
  hash: Type.String(),
});

interface Row extends EventRow {
  id: number;
  recorded_at: string;
  actor_kind: string;
  actor_id: number | null;
  actor_name: string | null;
  surface: string;
  operation: string;
  correlation_id: string;
}

export const getOrderHistory = defineOperation({
  name: "clientOrderHistory",
  summary: "Get an order's event history with its hash chain",
  description:
    "Every event of the order, oldest first, the scans and changes of custody of its parcels, and all in one timeline: web " +
    "actions, driver scans, other systems. Each contains the hash of the previous one of its subject, so that changed, missing " +
    "or reordered rows are detected.",
  access: { scopes: ["orders:read"] },
  rest: { method: "GET", path: "/api/v1/client/orders/{order_id}/history" },
  mcp: { developer: "get_order_audit_timeline" },
  input: Type.Object({ order_id: Ref("order", OrderId) }),
  output: Type.Object({
    result: Type.Boolean(),
    order_id: Ref("order", OrderId),
    chain: Type.Object({
      verified: Type.Boolean({
        description: "True when no event of the order or of a parcel was changed, left out or swapped.",
      }),
      broken_at_seq: Nullable(Type.Integer({ description: "The first event that does not fit." })),
      events: Count,
      head_hash: Type.String(),
    }),
    events: Type.Array(
      Type.Object({
        ...Event.properties,
        voided: Type.Boolean({ description: "Voided or replaced by a later event." }),
      }),
      { description: "Of the order itself, by their number." },
    ),
    parcel_events: Type.Array(Type.Object({ parcel_id: Ref("parcel"), ...Event.properties }), {
      description: "Scans of its parcels, and who had them when; by recording.",
    }),
    timeline: Type.Array(
      Type.Object({
        occurred_at: Timestamp,
        subject_type: StringEnum(["order", "parcel"]),
        subject_id: NoRef("a record of its type", Type.Integer()),
        seq: Type.Integer(),
        kind: Type.String(),
      }),
      { description: "All of them in the order in which they happened; details by subject and `seq` above." },
    ),
  }),

  async run({ actor, db, business_id, events: declared }, { order_id }) {
    const [, rows, parcel_rows] = await Promise.all([
      getOrderRow(db, business_id, order_id),
      db.rows<Row>(`${EVENTS} and e.subject_type = 'order' and e.subject_id = $2 order by e.seq limit $3`, [
        business_id,
        String(order_id),
        EVENTS_MAX,
      ]),
      db.rows<Row>(
        `${EVENTS} and e.subject_type = 'parcel' and e.subject_id in
           (select id::text from parcel where business_id = $1 and order_id = $2) order by e.id limit $3`,
        [business_id, order_id, EVENTS_MAX],
      ),
    ]);
    const events = rows.map(withIsoTime);
    const parcel_events = parcel_rows.map(withIsoTime);
    const broken = findBrokenLink(events);
    const broken_parcel = [...Map.groupBy(parcel_events, ({ subject_id }) => subject_id).values()].some(
      (of_parcel) => findBrokenLink(of_parcel) !== undefined,
    );
    const voided = findVoidedSeqs(events);
    const show = (event: Row) => ({
      ...event,
      payload: filterPayload(declared, event, actor.hidden_prices),
      actor: { kind: event.actor_kind, id: event.actor_id, name: event.actor_name },
    });
    return {
      result: true,
      order_id,
      chain: {
        verified: broken === undefined && !broken_parcel,
        broken_at_seq: broken?.seq ?? null,
        events: events.length,
        head_hash: events.at(-1)?.hash ?? "",
      },
      events: events.map((event) => ({ ...show(event), voided: voided.has(event.seq) })),
      parcel_events: parcel_events.map((event) => ({ parcel_id: Number(event.subject_id), ...show(event) })),
      timeline: buildTimeline([...events, ...parcel_events]),
    };
  },
});

const withIsoTime = (row: Row): Row => ({ ...row, occurred_at: new Date(row.occurred_at).toISOString() });

/** What happened at the same moment is in the order in which it was recorded. */
function buildTimeline(events: readonly Row[]) {
  return events
    .toSorted((one, other) =>
      one.occurred_at === other.occurred_at
        ? one.id - other.id
        : one.occurred_at < other.occurred_at
          ? -1
          : 1,
    )
    .map(({ occurred_at, subject_type, subject_id, seq, kind }) => ({
      occurred_at,
      subject_type: subject_type === "parcel" ? ("parcel" as const) : ("order" as const),
      subject_id: Number(subject_id),
      seq,
      kind,
    }));
}
