/** Which timelines the subjects of a request are: one look-up for each kind of identifier, whatever the number of events. */
import type { Context } from "#operation/context.ts";
import type { SubjectReference, SubjectScheme } from "#otep/event.ts";

export interface Target {
  /** What its events are stored under: a tracking number of ours, or `rental_id:7`. */
  number: string;
  order_id: number | null;
  rental_id: number | null;
  /** One of several parcels of its order: it has a timeline of its own, and the order waits for the others. */
  parcel_id: number | null;
  /** The parcel that bears the order's number, where the subject may mean it alone: one of several. */
  bearer: { parcel_id: number; parcels: number } | null;
}

export const keyOfSubject = ({ scheme, id }: SubjectReference) => `${scheme}:${id}`;

/** Number that the events of a rental are stored under; no tracking number has a colon. */
export const numberOfRental = (rental_id: number | string) => `rental_id:${rental_id}`;

interface OrderRow {
  asked: string;
  order_id: number;
  tracking_number: string;
}

type ParcelRow = OrderRow & { parcel_id: number | null; parcel_number: string | null; parcels: number };

const IDS = /^[1-9]\d{0,8}$/;
/** A rerouted order leads to its successor, over a few steps. */
const HOPS_MAX = 10;

/** The targets by `scheme:id`; subjects that are nobody's here are absent. */
export async function targetsOf(
  context: Pick<Context, "db" | "business_id">,
  subjects: readonly SubjectReference[],
): Promise<Map<string, Target>> {
  const asked = Map.groupBy(subjects, ({ scheme }) => scheme);
  const ids = (scheme: SubjectScheme) => [...new Set((asked.get(scheme) ?? []).map(({ id }) => id))];
  const targets = new Map<string, Target>();
  const take = (scheme: SubjectScheme, found: ReadonlyMap<string, Target>) => {
    for (const [id, target] of found) targets.set(keyOfSubject({ scheme, id }), target);
  };
  const [numbers, orders, packages, labels, rentals] = await Promise.all([
    byNumber(context, ids("tracking_number")),
    byOrder(context, ids("order_id")),
    byParcel(context, ids("package_id"), "id"),
    byParcel(context, ids("sscc"), "label_code"),
    byRental(context, ids("rental_id")),
  ]);
  take("tracking_number", numbers);
  take("order_id", orders);
  take("package_id", packages);
  take("sscc", labels);
  take("rental_id", rentals);
  return targets;
}

async function byNumber(
  context: Pick<Context, "db" | "business_id">,
  numbers: readonly string[],
): Promise<Map<string, Target>> {
  const found = new Map<string, Target>();
  let wanted = new Map(numbers.map((number) => [number, number]));
  for (let hops = 0; hops < HOPS_MAX && wanted.size > 0; hops += 1) {
    const rows = await context.db.rows<ParcelRow & { redirects_to: string | null }>(
      `select n.number as asked, n.redirects_to, o.id as order_id, o.tracking_number, p.id as parcel_id, p.tracking_number as parcel_number,
         case when p.id is null then 1
           else (select count(*) from parcel q where q.business_id = $1 and q.order_id = o.id) end as parcels
       from tracking_number n left join delivery_order o on o.business_id = $1 and o.id = n.order_id
         left join parcel p on p.business_id = $1 and p.id = n.parcel_id
       where n.business_id = $1 and n.number = any($2::text[]) and n.status <> 'retired'`,
      [context.business_id, [...wanted.keys()]],
    );
    const next = new Map<string, string>();
    for (const row of rows) {
      const first = wanted.get(row.asked) as string;
      if (row.redirects_to !== null) next.set(row.redirects_to, first);
      else if (row.order_id !== null) found.set(first, targetOf(row));
    }
    wanted = next;
  }
  const foreign = numbers.filter((number) => !found.has(number));
  if (foreign.length > 0) {
    // A carrier's own number of the order; of several orders the newest.
    const rows = await context.db.rows<OrderRow>(
      `select external_tracking as asked, id as order_id, tracking_number from delivery_order
        where business_id = $1 and external_tracking = any($2::text[]) order by id`,
      [context.business_id, foreign],
    );
    for (const row of rows)
      found.set(row.asked, targetOf({ ...row, parcel_id: null, parcel_number: null, parcels: 1 }));
  }
  return found;
}

async function byOrder(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  texts: readonly string[],
): Promise<Map<string, Target>> {
  const ids = texts.filter((text) => IDS.test(text));
  if (ids.length === 0) return new Map();
  const rows = await db.rows<OrderRow>(
    "select id::text as asked, id as order_id, tracking_number from delivery_order where business_id = $1 and id = any($2::int[])",
    [business_id, ids.map(Number)],
  );
  return new Map(
    rows.map((row) => [row.asked, targetOf({ ...row, parcel_id: null, parcel_number: null, parcels: 1 })]),
  );
}

async function byParcel(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  texts: readonly string[],
  column: "id" | "label_code",
): Promise<Map<string, Target>> {
  const wanted = column === "id" ? texts.filter((text) => IDS.test(text)).map(Number) : [...texts];
  if (wanted.length === 0) return new Map();
  const rows = await db.rows<ParcelRow>(
    `select p.${column}::text as asked, p.order_id, o.tracking_number, p.id as parcel_id, p.tracking_number as parcel_number,
       (select count(*) from parcel q where q.business_id = $1 and q.order_id = o.id) as parcels
     from parcel p join delivery_order o on o.business_id = $1 and o.id = p.order_id
     where p.business_id = $1 and p.${column} = any($2::${column === "id" ? "int" : "text"}[]) order by p.id`,
    [business_id, wanted],
  );
  return new Map(rows.map((row) => [row.asked, targetOf(row)]));
}

async function byRental(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  texts: readonly string[],
): Promise<Map<string, Target>> {
  const ids = texts.filter((text) => IDS.test(text));
  if (ids.length === 0) return new Map();
  const rows = await db.rows<{ id: number }>(
    "select id from storage_rental where business_id = $1 and id = any($2::int[])",
    [business_id, ids.map(Number)],
  );
  return new Map(
    rows.map(({ id }) => [
      String(id),
      { number: numberOfRental(id), order_id: null, rental_id: id, parcel_id: null, bearer: null },
    ]),
  );
}

/** A parcel under its own number is one of several; the first parcel bears the order's number. */
function targetOf({ order_id, tracking_number, parcel_id, parcel_number, parcels }: ParcelRow): Target {
  const one_of_several = parcels > 1 && parcel_id !== null && parcel_number !== null;
  const is_part = one_of_several && parcel_number !== tracking_number;
  return {
    number: is_part ? parcel_number : tracking_number,
    order_id,
    rental_id: null,
    parcel_id: is_part ? parcel_id : null,
    bearer: one_of_several && !is_part ? { parcel_id, parcels } : null,
  };
}
