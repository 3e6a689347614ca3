/** Service orders as subjects of tracking: known by their number, scanned, and shown with their places. */
import { defineTrackedKind, findStatusEvent } from "#domain/tracking/tracking/public.ts";
import type { Context } from "#operation/define/context.ts";
import { describeRows } from "#operation/define/record-kind.ts";
import type { Message } from "#operation/response/messages.ts";
import type { Place } from "#vocabulary/place.ts";
import type { ServiceOrderTable } from "./record.ts";

interface IdAndStatus {
  id: number;
  status: string;
}

/** How a reported delivery changes one. */
interface Completion<Of extends IdAndStatus> {
  getNextStatus(status: Of["status"], decision: "complete"): Of["status"] | null;
  change(
    context: Context<never>,
    order: Of,
    change: {
      trigger: "report";
      status: Of["status"];
      columns: { delivered_at: string };
      occurred_at: string;
      code: null;
    },
  ): Promise<Of>;
}

type TrackedKind = Parameters<typeof defineTrackedKind>[0];

interface Definition<Of extends IdAndStatus> {
  type: ServiceOrderTable;
  /** Columns that a scanned key may be in. */
  keys: readonly ("ref" | "carrier_number")[];
  /** SQL of the order `o`: the place that it is known by, and the place where it goes. */
  known_place: string;
  destination: string;
  /** When it ended. */
  ended_at: "delivered_at" | "closed_at";
  packages: "shipping_package" | "stored_package" | "shipout_package";
  /** What somebody who scans it does, by its status. */
  next_steps: Readonly<Record<string, Message>>;
  /** Its page of the console, before its id. */
  page: string;
  reading?: TrackedKind["reading"];
  /** Absent where what others report changes nothing. */
  completion?: Completion<Of>;
}

export function defineServiceOrderKind<Of extends IdAndStatus>({
  type,
  keys,
  known_place,
  destination,
  ended_at,
  packages,
  next_steps,
  page,
  reading,
  completion,
}: Definition<Of>) {
  const has_key = keys.map((key) => `o.${key} = any($2)`).join(" or ");
  return defineTrackedKind({
    kind: type,
    log_type: type,
    schemes: [],
    ...(reading === undefined ? {} : { reading }),

    async describe({ db, business_id }, ids) {
      const rows = await db.rows<{ id: number; number: string; place: Place | null }>(
        `select o.id, o.tracking_number as number, ${known_place} as place from ${type} o
          where o.business_id = $1 and o.id = any($2::bigint[])`,
        [business_id, ids],
      );
      return describeRows(rows);
    },

    scan: {
      async find({ db, business_id }, scanned) {
        const rows = await db.rows<{ id: number }>(
          `select o.id from ${type} o where o.business_id = $1 and (${has_key}) order by o.id desc limit 20`,
          [business_id, [...scanned]],
        );
        return rows.map(({ id }) => id);
      },
      async describe({ db, business_id, say }, ids) {
        const rows = await db.rows<{ id: number; label: string; about: string; status: string }>(
          `select o.id, o.tracking_number as label, concat_ws(' · ', c.name, o.ref) as about, o.status
             from ${type} o left join customer c on c.business_id = o.business_id and c.id = o.customer_id
            where o.business_id = $1 and o.id = any($2::bigint[]) order by o.id desc`,
          [business_id, [...ids]],
        );
        return rows.map((row) => ({
          ...row,
          next: say(next_steps[row.status] as Message),
          path: `/${page}/${row.id}`,
        }));
      },
    },

    async findTargets({ db, business_id }, ids) {
      const rows = await db.rows<{ id: number; number: string }>(
        `select o.id, o.tracking_number as number from ${type} o where o.business_id = $1 and o.id = any($2::bigint[])`,
        [business_id, ids],
      );
      return new Map(
        rows.map(({ id, number }) => [
          id,
          { number, subject: { type, id }, parcel_id: null, parcel_with_order_number: null },
        ]),
      );
    },

    async facts({ db, business_id }, id) {
      const row = await db.row<{
        status: string;
        scheduled_date: string;
        destination: Place | null;
        parcels: number;
        delivered_at: string | null;
      }>(
        `select o.status, coalesce(o.scheduled_date, (o.created_at at time zone b.time_zone)::date) as scheduled_date,
           ${destination} as destination, o.${ended_at} as delivered_at,
           (select count(*)::int from ${packages} p where p.business_id = o.business_id and p.${type}_id = o.id) as parcels
         from ${type} o join business b on b.id = o.business_id where o.business_id = $1 and o.id = $2`,
        [business_id, id],
      );
      if (row === undefined) return undefined;
      return {
        ...row,
        window_start: null,
        window_end: null,
        attempts: 0,
        stops_before: null,
        driver_position: null,
        proofs: [],
      };
    },

    async lock(context, ids) {
      if (completion === undefined) return async () => {};
      const { db, business_id } = context;
      const rows = await db.rows<Of>(
        `select o.* from ${type} o where o.business_id = $1 and o.id = any($2::bigint[]) order by o.id for update`,
        [business_id, ids],
      );
      const orders = new Map(rows.map((row) => [row.id, row]));
      return async (changes) => {
        for (const { target, timeline } of changes) {
          const order = orders.get(target.subject.id);
          const last = findStatusEvent(timeline);
          // Only the end changes it: what happens before is the carrier's, and tracking shows it.
          const status = order === undefined ? null : completion.getNextStatus(order.status, "complete");
          if (order === undefined || status === null || last?.base !== "delivered") continue;
          const { occurred_at } = last;
          const columns = { delivered_at: occurred_at };
          const change = { trigger: "report" as const, status, columns, occurred_at, code: null };
          orders.set(order.id, await completion.change(context, order, change));
        }
      };
    },
  });
}
