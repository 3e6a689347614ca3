/**
 * Every event of one order, with verification of its hash chain.
 *
 * Source: docs/contract/mcp.md, "get_order_audit_timeline".
 */

import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { filterPayload } from "#operation/define/events.ts";
import { type EventRow, findBrokenLink } from "#operation/records/events.ts";
import { Count, Nullable, OrderId, Timestamp } from "#vocabulary/basics.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { findVoidedSeqs } from "../lifecycle/status-history.ts";
import { messages } from "../messages.ts";
import { findOrder } from "../rows.ts";

const EVENTS_MAX = 5000;

interface Row extends EventRow {
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
  summary: "Event history of an order with its hash chain",
  description:
    "Every event, oldest first. Each contains the hash of the previous one, so that changed, missing or reordered " +
    "rows are detected.",
  effect: "read",
  access: { roles: BUSINESS_ROLES, scopes: ["orders:read"] },
  rest: { method: "GET", path: "/api/v1/client/orders/{order_id}/history" },
  mcp: { developer: "get_order_audit_timeline" },
  input: Type.Object({ order_id: OrderId }),
  output: Type.Object({
    result: Type.Boolean(),
    order_id: OrderId,
    chain: Type.Object({
      verified: Type.Boolean({ description: "True when no event was changed, left out or swapped." }),
      broken_at_seq: Nullable(Type.Integer({ description: "The first event that does not fit." })),
      events: Count,
      head_hash: Type.String(),
    }),
    events: Type.Array(
      Type.Object({
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
        voided: Type.Boolean({ description: "Voided or replaced by a later event." }),
        payload: Type.Object({}, { additionalProperties: true }),
        previous_hash: Type.String(),
        hash: Type.String(),
      }),
    ),
  }),

  async run({ actor, db, business_id, events: declared, refuse }, { order_id }) {
    const [order, rows] = await Promise.all([
      findOrder(db, business_id, order_id),
      db.rows<Row>(
        `select e.subject_type, e.subject_id, e.seq, e.kind, e.occurred_at, e.recorded_at, e.payload, e.batch_id, e.previous_hash,
           e.hash, e.actor_kind, e.actor_id, a.name as actor_name, e.surface, e.operation, e.correlation_id
         from event e left join account a on a.id = e.actor_id
         where e.business_id = $1 and e.subject_type = 'order' and e.subject_id = $2 order by e.seq limit $3`,
        [business_id, String(order_id), EVENTS_MAX],
      ),
    ]);
    if (order === undefined) throw refuse("not_found", { message: messages.unknown_order });
    const events = rows.map((row) => ({ ...row, occurred_at: new Date(row.occurred_at).toISOString() }));
    const broken = findBrokenLink(events);
    const voided = findVoidedSeqs(events);
    return {
      result: true,
      order_id,
      chain: {
        verified: broken === undefined,
        broken_at_seq: broken?.seq ?? null,
        events: events.length,
        head_hash: events.at(-1)?.hash ?? "",
      },
      events: events.map((event) => ({
        ...event,
        payload: filterPayload(declared, event, actor.hidden_prices),
        actor: { kind: event.actor_kind, id: event.actor_id, name: event.actor_name },
        voided: voided.has(event.seq),
      })),
    };
  },
});
