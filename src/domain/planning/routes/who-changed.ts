/** Who changed routes meanwhile, and what: for the refusal of a change by somebody who has not seen it. */
import type { Context } from "#operation/define/context.ts";
import { joinMessages, type Message } from "#operation/response/messages.ts";
import { messages } from "./messages.ts";

interface LatestChange {
  route_id: number;
  number: string;
  correlation_id: string;
  kind: string;
  actor_name: string | null;
  added: number[];
  removed: number[];
  /** Where the same change put the removed orders; absent are those that it put on no route. */
  targets: { order_id: number; route_id: number }[];
}

/** What the refusal says about one change: orders by number, routes by number and driver. */
interface ChangeSummary {
  who: string | null;
  what: "moved" | "taken_off" | "put_on" | "resequenced" | "other";
  route: string;
  to: string | null;
  orders: readonly string[];
}

/** More than these are counted, or left to the page. */
const CHANGES_NAMED_MAX = 3;
const ORDERS_NAMED_MAX = 3;
/** Of each route; nobody reads more. */
const EVENTS_MAX = 20;

/** The latest changes of each route, `limit` of them, the latest first. */
export function findLatestChanges(
  { db, business_id }: Context<never>,
  routes: readonly { id: number; number: string; limit: number }[],
): Promise<LatestChange[]> {
  return db.rows<LatestChange>(
    `select c.route_id, c.number, e.correlation_id, e.kind, a.name as actor_name,
       array(select jsonb_array_elements_text(coalesce(e.payload->'added', '[]'))::bigint) as added,
       array(select jsonb_array_elements_text(coalesce(e.payload->'removed',
         case e.kind when 'route.orders_removed' then e.payload->'order_ids' end, '[]'))::bigint) as removed,
       coalesce((select json_agg(json_build_object('order_id', o.subject_id::bigint, 'route_id', (o.payload->>'route_id')::bigint))
         from event o where o.business_id = $1 and o.subject_type = 'order' and o.correlation_id = e.correlation_id
           and o.subject_id = any(array(select jsonb_array_elements_text(coalesce(e.payload->'removed', '[]'))))
           and o.kind in ('order.planned', 'order.route_changed')), '[]') as targets
     from unnest($2::bigint[], $3::text[], $4::int[]) as c (route_id, number, events)
       cross join lateral (
         select id, correlation_id, kind, actor_id, payload from event
         where business_id = $1 and subject_type = 'route' and subject_id = c.route_id::text
         order by seq desc limit c.events) e
       left join account a on a.id = e.actor_id
     order by e.id desc`,
    [
      business_id,
      routes.map(({ id }) => id),
      routes.map(({ number }) => number),
      routes.map(({ limit }) => Math.min(limit, EVENTS_MAX)),
    ],
  );
}

/** "Eva Souza moved PH1001 from route R1 (Ana) to route R2 (Bruno)."; null when nothing is known. */
export async function describeRouteChanges(
  context: Context<never>,
  changes: readonly LatestChange[],
): Promise<Message | null> {
  if (changes.length === 0) return null;
  const { db, business_id } = context;
  const order_ids = [...new Set(changes.flatMap(({ added, removed }) => [...added, ...removed]))];
  const orders = await db.rows<{ id: number; tracking_number: string }>(
    "select id, tracking_number from delivery_order where business_id = $1 and id = any($2::bigint[])",
    [business_id, order_ids],
  );
  const routes = await db.rows<{ id: number; number: string; driver_name: string | null }>(
    `select r.id, r.number, d.name as driver_name from route r
       left join driver d on d.business_id = r.business_id and d.id = r.driver_id
     where r.business_id = $1 and r.id = any($2::bigint[])`,
    [
      business_id,
      [
        ...new Set([
          ...changes.flatMap(({ route_id, targets }) => [route_id, ...targets.map((one) => one.route_id)]),
        ]),
      ],
    ],
  );
  const names = new Map(
    routes.map(({ id, number, driver_name }) => [
      id,
      driver_name === null ? number : `${number} (${driver_name})`,
    ]),
  );
  const numbers = new Map(orders.map(({ id, tracking_number }) => [id, tracking_number]));
  const summaries = summarizeChanges(changes, numbers, names);
  const [first, ...others] = summaries.slice(0, CHANGES_NAMED_MAX).map((one) => describeChange(context, one));
  return first === undefined ? null : joinMessages(first, ...others);
}

/**
 * Each move once: of a move between two routes, which is an event of each, the one of the route that the orders left.
 * Pure.
 */
function summarizeChanges(
  changes: readonly LatestChange[],
  numbers: ReadonlyMap<number, string>,
  names: ReadonlyMap<number, string>,
): ChangeSummary[] {
  const getNumbers = (ids: readonly number[]) => ids.flatMap((id) => numbers.get(id) ?? []);
  const moved = new Set(
    changes.flatMap(({ correlation_id, removed }) => removed.map((id) => `${correlation_id} ${id}`)),
  );
  return changes.flatMap(
    ({ route_id, number, correlation_id, kind, actor_name, added, removed, targets }): ChangeSummary[] => {
      const one = { who: actor_name, route: names.get(route_id) ?? number, to: null };
      if (added.length + removed.length === 0)
        return [{ ...one, what: kind === "route.resequenced" ? "resequenced" : "other", orders: [] }];
      const came = added.filter((id) => !moved.has(`${correlation_id} ${id}`));
      const put_on = new Map(targets.map((one) => [one.order_id, one.route_id]));
      const by_target = Map.groupBy(removed, (id) => put_on.get(id) ?? null);
      return [
        ...[...by_target].map(([target, ids]) => {
          const to = target === null || target === route_id ? null : (names.get(target) ?? null);
          return {
            ...one,
            to,
            what: to === null ? ("taken_off" as const) : ("moved" as const),
            orders: getNumbers(ids),
          };
        }),
        ...(came.length > 0 ? [{ ...one, what: "put_on" as const, orders: getNumbers(came) }] : []),
      ];
    },
  );
}

function describeChange({ say }: Context<never>, { who, what, route, to, orders }: ChangeSummary): Message {
  const order_names =
    orders.length > ORDERS_NAMED_MAX
      ? say(messages.some_orders, { count: orders.length })
      : orders.join(", ");
  return messages[`change_${what}`].with({
    who: who ?? say(messages.the_service),
    route,
    to: to ?? "",
    orders: order_names,
  });
}
