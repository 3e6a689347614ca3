/**
 * What others changed on the driver's routes during the last week, newest first: released, changed, cancelled.
 *
 * Our choice: messages are read from the event log, so each change gives exactly one message.
 */

import Type from "typebox";
import { defineList } from "#operation/define/list.ts";
import type { Message, Value } from "#operation/response/messages.ts";
import { Nullable, OrderId, Timestamp } from "#vocabulary/basics.ts";
import { byId } from "#vocabulary/cursor-page.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { requireDriverId } from "../own-routes.ts";
import { DRIVER_REFUSALS } from "../refusals.ts";

const TEXTS: Record<string, Message<{ number: Value }>> = {
  "route.released": messages.tell_route_released,
  "route.cancelled": messages.route_cancelled_text,
  "route.unreleased": messages.route_cancelled_text,
  "route.resequenced": messages.route_changed_text,
  "route.orders_changed": messages.route_changed_text,
  "route.orders_removed": messages.route_changed_text,
  "route.merged": messages.route_changed_text,
  "route.reassigned": messages.route_changed_text,
  "order.cancelled": messages.order_cancelled_text,
  "order.held": messages.tell_order_held,
  "order.rerouted": messages.order_cancelled_text,
  "order.delivery_instruction_changed": messages.order_changed_text,
  "order.recipient_preferences_changed": messages.order_changed_text,
  "order.window_changed": messages.order_changed_text,
  "order.details_changed": messages.order_changed_text,
};

const WEEK_MS = 7 * 86_400_000;

/**
 * A driver has few routes and orders around today, so their ids fit one query. Orders removed from a route meanwhile
 * are included.
 */
const SUBJECTS = `(with mine as (
    select id, number from route where business_id = $1 and driver_id = $driver and date >= ($since::timestamptz)::date - 1
      and status not in ('DRAFT', 'PLANNED', 'POSTED', 'ASSIGNED'))
    select 'route' as type, id::text as id, number from mine
    union
    select 'order', o.id::text, o.tracking_number from mine
      join stop s on s.business_id = $1 and s.route_id = mine.id
      join stop_task t on t.business_id = $1 and t.stop_id = s.id
      join delivery_order o on o.business_id = $1 and o.id = t.order_id) subjects
  join event e on e.business_id = $1 and e.subject_type = subjects.type and e.subject_id = subjects.id`;

interface MessageEvent {
  id: number;
  kind: string;
  at: string;
  subject_type: "route" | "order";
  subject_id: string;
  number: string;
}

export const listMessages = defineList({
  name: "driverMessages",
  summary: "List messages",
  access: { roles: ["driver"], scopes: ["routes:read"] },
  rest: { method: "GET", path: "/api/v1/driver/messages" },
  localised: true,
  rows: {
    messages: Type.Array(
      Type.Object({
        id: Type.Integer({ maximum: Number.MAX_SAFE_INTEGER }),
        kind: Type.String(),
        at: Timestamp,
        text: Type.String({ description: "In the requested language." }),
        route_id: Nullable(Ref("route", Type.Integer())),
        order_id: Nullable(Ref("order", OrderId)),
      }),
    ),
  },
  refusals: DRIVER_REFUSALS,
  from: SUBJECTS,
  columns: "e.id, e.kind, e.recorded_at as at, e.subject_type, e.subject_id, subjects.number",
  business: null,
  where: "e.recorded_at >= $since and e.kind = any($kinds::text[]) and e.actor_id is distinct from $account",
  order: byId("e.id"),
  values: (context) => ({
    driver: requireDriverId(context),
    since: new Date(context.now.getTime() - WEEK_MS),
    kinds: Object.keys(TEXTS),
    account: context.actor.account_id,
  }),
  build: ({ id, kind, at, subject_type, subject_id, number }: MessageEvent, { say }) => ({
    id,
    kind,
    at,
    text: say(TEXTS[kind] ?? messages.route_changed_text, { number }),
    route_id: subject_type === "route" ? Number(subject_id) : null,
    order_id: subject_type === "order" ? Number(subject_id) : null,
  }),
});
