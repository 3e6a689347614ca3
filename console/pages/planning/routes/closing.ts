/** What closing a route needs: for each undelivered order where its goods are, and what follows. Pure. */
import type {
  ClientOrdersBulkActivityInput,
  ClientRouteCloseInput,
} from "../../../../packages/client/client.gen.ts";
import type { RouteDetail } from "./queries.ts";
import { text } from "./text.ts";

type Summary = NonNullable<RouteDetail["stops"][number]["tasks"][number]["order"]>;

export type Where = "warehouse" | "driver" | "lost";
export type Next = "try_again" | "return" | "later";

export interface Undelivered {
  order: Pick<Summary, "id" | "status" | "tracking_number" | "name" | "address">;
  where: Where;
  next: Next;
  /** Day of the next attempt. */
  date: string;
}

const ENDED: readonly string[] = ["DELIVERED", "RETURNED", "REJECTED", "CANCELLED"];

/** Orders that are still on the route and not delivered, each once, in the sequence of the stops. */
export function listUndelivered(route: Pick<RouteDetail, "id" | "stops">): Summary[] {
  const orders = route.stops.flatMap(({ tasks }) =>
    tasks.flatMap(({ order }) => (order === null ? [] : [order])),
  );
  const open = orders.filter(({ route_id, status }) => route_id === route.id && !ENDED.includes(status));
  return [...new Map(open.map((order) => [order.id, order])).values()];
}

/** What can follow, by where the goods are; the likeliest first. */
export const NEXT: Record<Where, readonly Next[]> = {
  warehouse: ["try_again", "return", "later"],
  driver: ["try_again", "later"],
  lost: ["later"],
};

export interface Closing {
  /** Calls before the route is closed: they leave the orders on it, so that it counts them. */
  before: ClientOrdersBulkActivityInput[];
  reconciliation: NonNullable<ClientRouteCloseInput["reconciliation"]>;
  /** Calls after it. */
  after: ClientOrdersBulkActivityInput[];
}

type Rest = Omit<ClientOrdersBulkActivityInput, "order_ids">;

const command = (rows: readonly Undelivered[], rest: Rest): ClientOrdersBulkActivityInput[] =>
  rows.length === 0 ? [] : [{ ...rest, order_ids: rows.map(({ order }) => order.id) }];

const commandByDay = (rows: readonly Undelivered[], rest: Rest): ClientOrdersBulkActivityInput[] =>
  [...Map.groupBy(rows, ({ date }) => date)].flatMap(([scheduled_date, of_day]) =>
    command(of_day, { ...rest, scheduled_date }),
  );

/** The calls that carry it out, each list in its sequence. */
export function planClosing(
  rows: readonly Undelivered[],
  { cash_counted_minor, note }: { cash_counted_minor: number | null; note: string },
): Closing {
  const back = rows.filter(({ where }) => where === "warehouse");
  const not_back = rows.filter(({ where }) => where !== "warehouse");
  const again = (list: readonly Undelivered[]) => list.filter(({ next }) => next === "try_again");
  return {
    before: [
      ...command(
        back.filter(({ order }) => order.status !== "AT_WAREHOUSE"),
        { activity: "receive" },
      ),
      ...commandByDay(again(not_back), { activity: "reattempt" }),
      ...command(
        not_back.filter(({ where }) => where === "lost"),
        {
          activity: "raise_exception",
          reason: text.closing.reason_lost,
          incident_reason: "lost",
        },
      ),
    ],
    reconciliation: {
      ...(not_back.length > 0 ? { accepted_order_ids: not_back.map(({ order }) => order.id) } : {}),
      ...(cash_counted_minor === null ? {} : { cash_counted_minor }),
      ...(note.trim() === "" ? {} : { note: note.trim() }),
    },
    after: [
      ...commandByDay(again(back), { activity: "reschedule" }),
      ...command(
        back.filter(({ next }) => next === "return"),
        { activity: "start_return" },
      ),
    ],
  };
}
